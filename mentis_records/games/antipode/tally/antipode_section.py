"""The section on where the Antipode stands, and whose it is, when games end."""

from __future__ import annotations

from typing import Any

from mentis_records.core.section import HeatBoard, HeatBoards, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.games.antipode.rules.square import (
    CENTRE,
    COLUMNS,
    COUNT,
    PERIMETER,
    PRIME,
    ROWS,
)

_THOUSAND = 1_000
_ZONES = (("the Centre", 1 << CENTRE), ("a Prime square", PRIME), ("the Perimeter", PERIMETER))


def antipode_section(census: Census) -> OwnSection:
    """Return the section."""
    cells = census.tables["antipode"].cells.sum(axis=0)
    total = int(cells.sum())
    zones = ", ".join(
        f"on {zone} in {census.part(_inside(cells.sum(axis=0), squares), total)}"
        for zone, squares in _ZONES
    )
    faces = " and ".join(
        f"{side} in {census.part(int(each.sum()), total)}"
        for side, each in zip(census.tables["antipode"].labels("side"), cells, strict=True)
    )
    words = (
        f"Of {total:,} games that ended on the board, the Antipode stood {zones}. It was "
        f"controlled by {faces}."
        if total
        else "No game ended on the board."
    )
    return OwnSection(
        "antipode", "Where the Antipode stands at the end", (words,), (_boards(census),)
    )


def _inside(by_square: Any, squares: int) -> int:
    """Return the sum over some squares."""
    return sum(int(by_square[at]) for at in range(COUNT) if squares >> at & 1)


def _boards(census: Census) -> OwnExhibit:
    table = census.tables["antipode"]
    cells = table.cells.sum(axis=0)
    ended = max(int(cells.sum()), 1)
    boards = [
        HeatBoard(
            f"Controlled by {side}",
            dict(zip(table.labels("square"), (_THOUSAND * each / ended).tolist(), strict=True)),
        )
        for side, each in zip(table.labels("side"), cells, strict=True)
    ]
    return OwnExhibit(
        "antipode",
        "The Antipode when games end, by who controls it",
        "Two boards with a number on each square, one for each side's face.",
        method="games per 1,000 that ended on the board with the Antipode on each square, rounds "
        "of matches and basic games alike.",
        drawing=HeatBoards(boards, COLUMNS, ROWS, "Games per 1,000"),
    )
