"""Pairings, results without plies and early copies: joined with the game, or listed as near."""

from __future__ import annotations

from pathlib import Path

import pytest

import mentis_records

EVENTS = Path(__file__).parents[1] / "cases" / "events"
HEAD = '[Event "Cup"]\n[Date "2024.05.01"]\n[Round "{}"]\n[Blue "Ann"]\n[Red "Bob"]\n'
PLIES = "1. STSe2 TNNc6 2. e2-d2 SNb7 3. d1-e1 TSTe6 4. d2-c2 Sf7"


def load(tmp_path: Path, *texts: str) -> Path:
    db = tmp_path / "x.duckdb"
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.mgn"
        path.write_text(text)
        mentis_records.load(path, db)
    return db


def counts(db: Path) -> tuple[int, list[str]]:
    """Return the number of games and the differences of near pairs."""
    with mentis_records.open(db) as collection:
        near = [each.differences for each in collection.duplicates() if each.kind == "near"]
        return len(collection.games()), near


def record(result: str, plies: str = "", tags: str = "", turn: str = "1") -> str:
    head = HEAD.format(turn) + tags
    return f'{head}[Result "{result}"]\n\n{plies} {result}\n'


@pytest.mark.parametrize("is_game_first", [False, True])
@pytest.mark.parametrize(
    ("part", "whole"), [("pairings.mgn", "games.mgn"), ("results.mgn", "played.mgn")]
)
def test_a_pairing_or_a_result_is_its_game(
    tmp_path: Path, part: str, whole: str, is_game_first: bool
) -> None:
    texts = [(EVENTS / name).read_text() for name in (part, whole)]
    db = load(tmp_path, *(texts[::-1] if is_game_first else texts))
    assert counts(db) == (texts[1].count("[Event "), [])


def test_an_early_copy_with_other_clocks_is_listed(tmp_path: Path) -> None:
    db = load(tmp_path, *((EVENTS / name).read_text() for name in ("live.mgn", "done.mgn")))
    assert counts(db) == (2, ["plies blueclock redclock"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # A result that contradicts the game, and a forfeit, are not the game.
        (record("0-1"), record("1-0", PLIES), (2, ["plies result"])),
        (record("1-0", tags='[Termination "forfeit"]\n'), record("1-0", PLIES), (2, ["plies"])),
        # Another round, and other plies, are another game.
        (record("*", turn="2"), record("1-0", PLIES), (2, [])),
        (record("*", "1. STTf1 STTf7"), record("1-0", PLIES), (2, [])),
        # A result fits two games: it is neither.
        (
            record("1-0"),
            record("1-0", PLIES) + "\n" + record("1-0", "1. STTf1 STTf7 2. STc2 f7-f6-f5"),
            (3, ["plies", "plies"]),
        ),
    ],
)
def test_what_is_not_beyond_doubt_stays(
    tmp_path: Path, one: str, other: str, expected: tuple[int, list[str]]
) -> None:
    assert counts(load(tmp_path, one, other)) == expected
