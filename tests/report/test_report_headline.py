"""Headlines claim no more than the games show."""

from pathlib import Path

import pytest

import mentis_records
from mentis_records.report.balance.finding import Finding, title_of

LONG = "Maximiliana-Alexandrina von und zu Hohenlohe-Waldenburg-Schillingsfuerst"
GAME = '[Event "Cup"]\n[Round "{}"]\n[Blue "{}"]\n[Red "{}"]\n[Result "{}"]\n\n1. TSNd2 TSNd6 {}\n'


def event_page(tmp_path: Path, games: list[tuple[str, str, str, str]]) -> tuple[str, str]:
    """Return the title of an event's page, and the page."""
    text, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    text.write_text("\n".join(GAME.format(*each, each[-1]) for each in games))
    mentis_records.load(text, db)
    done = mentis_records.report("event", db, tmp_path / "pages", formats="html")
    return done[0].title, done.page.read_text()


def test_the_name_of_a_winner_is_whole(tmp_path: Path) -> None:
    title, _ = event_page(tmp_path, [("1", LONG, "Bob", "1-0")])
    assert title == f"{LONG} wins Cup with 1 point"


def test_a_tie_is_called_a_tie(tmp_path: Path) -> None:
    drawn = "1/2-1/2"
    games = [("1", LONG, "Bob", drawn), ("2", "Bob", "Cid", drawn), ("3", "Cid", LONG, drawn)]
    title, _ = event_page(tmp_path, games)
    assert title == f"Bob, Cid and {LONG} are level at the top of Cup"


def test_a_winner_on_tie_breaks_is_called_so(tmp_path: Path) -> None:
    pairs = [("Ann", "Bob", "1-0"), ("Ann", "Cid", "0-1"), ("Ann", "Dee", "1-0")]
    pairs += [("Bob", "Cid", "1-0"), ("Bob", "Dee", "1-0"), ("Cid", "Dee", "1-0")]
    title, page = event_page(tmp_path, [(str(at), *pair) for at, pair in enumerate(pairs, 1)])
    assert "tie-breaks" in title or "are level" in title
    assert "Ann, Bob and Cid have 2 points each" in page


def test_no_player_is_left_out_of_the_figure(tmp_path: Path) -> None:
    games = [("1", f"Blue {at}", f"Red {at}", "1-0") for at in range(10)]
    _, page = event_page(tmp_path, games)
    assert "The first " not in page
    assert all(page.count(f"Red {at}") for at in range(10))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ((0.5, 0.49, 0.51), "at most 1.0 percentage points for Blue, 1.0 for Red (95\xa0%)"),
        ((0.6, 0.55, 0.65), "Blue has an advantage of 10.0 percentage points"),
    ],
)
def test_balance_holds_among_the_players(share: tuple[float, float, float], words: str) -> None:
    whom = "greedy players of this program"
    found = Finding(("Blue", "Red"), "", share, 1_000, True, whom)
    assert title_of([found]).replace("\xa0", " ") == f"Among {whom}: {words}".replace("\xa0", " ")
