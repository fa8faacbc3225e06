"""The section on starts: where first starters go and how such games end, and all starts."""

from __future__ import annotations

from mentis_records.core.section import (
    HeatBoard,
    HeatBoards,
    OwnExhibit,
    OwnResults,
    OwnSection,
    ResultGroup,
)
from mentis_records.core.tally import Census
from mentis_records.core.text import counted
from mentis_records.games.mensaspiel.rules.board import NAMES, RING_SETS, SIDES, squares_of

_HUNDRED = 100


def start_section(census: Census) -> OwnSection:
    """Return the section."""
    table = census.tables["starts"]
    total = int(table.cells.sum())
    mean = total / census.games if census.games else 0.0
    words = (
        f"{counted(total, 'start')} were made, {mean:.1f} a game. A side starts in its own ring, "
        "but for a counter-attack."
    )
    return OwnSection("starts", "Where starters start", (words,), (_first_starts(), _all(census)))


def _first_starts() -> OwnResults:
    return OwnResults(
        "first-starts",
        "Results by the square of a side's first start",
        "games by the square of White's first start, and by that of Black's: a game is in one row "
        "of each side.",
        ("start square", "start squares"),
        tuple(
            ResultGroup(f"{side} on {NAMES[at]}", f'ply <= 2 and move "S{NAMES[at]}"')
            for side, ring in zip(SIDES, RING_SETS, strict=True)
            for at in squares_of(ring)
        ),
    )


def _all(census: Census) -> OwnExhibit:
    table = census.tables["starts"]
    games = max(census.games, 1)
    squares = table.labels("square")
    boards = [
        HeatBoard(
            side, dict(zip(squares, (_HUNDRED * table.cells[at] / games).tolist(), strict=True))
        )
        for at, side in enumerate(table.labels("side"))
    ]
    return OwnExhibit(
        "starts",
        "All starts",
        "Two boards with a number on each square of the rings.",
        method="starts on each square per 100 games, those after an exchange included.",
        drawing=HeatBoards(boards, "abcdefg", "345", "Starts per 100 games"),
    )
