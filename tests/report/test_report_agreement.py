"""Reports on one collection agree on the first move, and on why nobody is rated."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document.page import Report
from mentis_records.report.registry import REPORTS
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

CASES = Path(__file__).parents[1] / "cases" / "ratings"


def words(report: Report, slug: str) -> str:
    return " ".join(next(each for each in report.sections if each.slug == slug).paragraphs)


def answers(folder: Path, text: str) -> tuple[str, str]:
    """Return what the balance and the player report say of the first move."""
    (folder / "games.mgn").write_text(text, encoding="utf-8")
    with create_database(folder / "games.duckdb") as database:
        load(database, Reader(GAMES), str(folder / "games.mgn"))
        balance = REPORTS["balance"].make(database, GAMES[0])
        player = REPORTS["player"].make(database, GAMES[0])
    told = f"{balance.title}. {' '.join(balance.lede)} {words(balance, 'advantage')}"
    return told.replace("\N{NO-BREAK SPACE}", " "), words(player, "ratings")


def records(rows: Sequence[tuple[str, str, str, int]]) -> str:
    games = [(blue, red, result) for blue, red, result, count in rows for _ in range(count)]
    return "\n".join(
        f'[Event "x"]\n[Round "{at}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n\n'
        f"1. TSNd2 TSNd6 {result}\n"
        for at, (blue, red, result) in enumerate(games)
    )


def test_all_drawn(tmp_path: Path) -> None:
    balance, player = answers(tmp_path, (CASES / "all-drawn.mgn").read_text(encoding="utf-8"))
    assert "too few" not in balance + player
    assert "nobody can be rated from these games" in balance
    assert "Nobody can be rated" in player
    assert "4 drew every game." in player


def test_blue_always_wins(tmp_path: Path) -> None:
    text = (CASES / "blue-always-wins.mgn").read_text(encoding="utf-8")
    balance, player = answers(tmp_path, text)
    assert balance.startswith("Blue scored more, 100.0 % of the points")
    assert "Chance alone does not explain it. " in balance
    for each in (balance, player):
        assert "However large an advantage Blue has, no game between rated" in each
        assert "do not tell" not in each
        assert "could not be accounted for" not in each


@pytest.mark.parametrize(
    ("case", "slug", "title"),
    [
        ("all-drawn", "winrate", "All games were drawn"),
        ("blue-always-wins", "player", "A and B are rated equal"),
    ],
)
def test_titles_of_even_results(case: str, slug: str, title: str, tmp_path: Path) -> None:
    with create_database(tmp_path / "games.duckdb") as database:
        load(database, Reader(GAMES), str(CASES / f"{case}.mgn"))
        assert REPORTS[slug].make(database, GAMES[0]).title == title


def test_red_always_wins(tmp_path: Path) -> None:
    balance, player = answers(tmp_path, records([("A", "B", "0-1", 20), ("B", "A", "0-1", 30)]))
    assert balance.startswith("Red scored more, 100.0 % of the points")
    for each in (balance, player):
        assert "However large an advantage Red has" in each
        assert "do not tell" not in each


def test_what_may_be_side_or_strength(tmp_path: Path) -> None:
    """A has Blue and wins, but for one game: that tells a rating, not whose doing it is."""
    rows = [("A", "B", "1-0", 39), ("A", "B", "0-1", 1)]
    balance, player = answers(tmp_path, records(rows))
    assert balance.startswith("Blue scored more, 97.5 % of the points")
    assert "whether that is due to moving first or to the stronger" in balance
    assert "do not tell Blue's advantage by moving first apart from the players' strength" in player


def test_no_headline_pools_settings(tmp_path: Path) -> None:
    """With Standard Red wins, with the Wolf Blue does: together neither would seem ahead."""
    games = [("Standard", "0-1"), ("Wolf", "1-0")] * 40
    (tmp_path / "games.mgn").write_text(
        "\n".join(
            f'[Event "x"]\n[Round "{at}"]\n[Blue "A{at}"]\n[Red "B{at}"]\n[Result "{result}"]\n'
            f'[Variant "{variant}"]\n\n1. TSNd2 TSNd6 {result}\n'
            for at, (variant, result) in enumerate(games)
        ),
        encoding="utf-8",
    )
    with create_database(tmp_path / "games.duckdb") as database:
        load(database, Reader(GAMES), str(tmp_path / "games.mgn"))
        reports = {slug: kind.make(database, GAMES[0]) for slug, kind in REPORTS.items()}
    balance, winrate = reports["balance"], reports["winrate"]
    parts = balance.title.replace("\N{NO-BREAK SPACE}", " ").split("; ")
    assert parts == [
        "Standard: Red scored more, 100.0 % of the points",
        "Wolf: Blue scored more, 100.0 % of the points",
    ]
    assert balance.figure is not None
    shares = {row[0]: row[5] for row in balance.figure.numbers.rows}
    assert (balance.figure.slug, shares) == ("start", {"Standard": 0.0, "Wolf": 1.0})
    assert winrate.figure is not None
    shares = {row[0]: row[5] for row in winrate.figure.numbers.rows}
    assert (winrate.figure.slug, shares) == ("variant-points", {"Standard": 0.0, "Wolf": 1.0})
    for slug in ("opening", "winrate", "collection"):
        title = reports[slug].title
        assert "Standard" in title, slug
        assert "Wolf" in title, slug
    (opening,) = (each for each in reports["opening"].sections if each.slug == "standard")
    assert "N Nobles, S Spears" not in " ".join(opening.paragraphs), "one opening: no figure"
