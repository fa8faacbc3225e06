"""The section on what a turn offers: generations, transports, rarer turns, turns without choice."""

from __future__ import annotations

from typing import Any

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census

_CLASSES = ("none", "one", "two", "three", "four and more")
_DEEDS = {
    "counter-attack": "counter-attacked",
    "last man": "brought the last man home",
    "exchange": "exchanged a prisoner",
}
"""What a side did that made one of the rarer turns."""


def turn_section(census: Census) -> OwnSection:
    """Return the section."""
    return OwnSection(
        "special-turns",
        "Generations, transports and rarer turns",
        (_made_words(census), _rarity_words(census), _chance_words(census)),
        (_made(census), _rarities(census)),
    )


def _made_words(census: Census) -> str:
    table = census.tables["made"]
    means = " and ".join(
        f"{sums / max(census.games, 1):.1f} {doing}"
        for doing, sums in zip(table.labels("doing"), table.cells.sum(axis=1).tolist(), strict=True)
    )
    return f"A game had {means} on average, both sides together."


def _rarity_words(census: Census) -> str:
    table = census.tables["rarities"]
    did, never = [], []
    for turn, cells in zip(table.labels("turn"), table.cells, strict=True):
        made, missed, _ = cells.sum(axis=0).tolist()
        if made + missed:
            did.append(f"{census.part(made, made + missed)} of {made + missed:,} {_DEEDS[turn]}")
        else:
            never.append(turn)
    words = [
        f"Of the sides that could in a game, {'; '.join(did)}." if did else "",
        f"Never possible: {', '.join(never)}." if never else "",
    ]
    return " ".join(filter(None, words))


def _chance_words(census: Census) -> str:
    turns, forced, passes = census.tables["chances"].cells.sum(axis=0).tolist()
    return (
        f"In {census.part(forced, turns)} of {turns:,} turns there was no choice; {passes:,} of "
        "these were forced passes."
    )


def _made(census: Census) -> OwnExhibit:
    table = census.tables["doings"]
    rows = [
        BarRow(f"{side}'s {doing}", _whole(cells))
        for doing, sides in zip(table.labels("doing"), table.cells, strict=True)
        for side, cells in zip(table.labels("side"), sides, strict=True)
    ]
    sums = [int(number) for row in census.tables["made"].cells for number in row]
    return OwnExhibit(
        "made",
        "Generations and transports per game",
        f"Bars of games for {len(rows)} rows: how often a side made a starter, or a transport.",
        method="games by how many starters a side generated, and how many transports it made, in "
        "all of the game.",
        drawing=Bars(rows, _CLASSES, is_share=True),
        numbers=NumberTable(
            ("row", "sum", *(name.replace(" ", "_") for name in _CLASSES)),
            tuple((row.label, total, *row.parts) for row, total in zip(rows, sums, strict=True)),
        ),
        display=NumberTable(
            ("Of", "In all", "Per game", *(name.capitalize() for name in _CLASSES)),
            tuple(
                (
                    row.label,
                    f"{total:,}",
                    f"{total / max(census.games, 1):.2f}",
                    *(census.part(part, row.total) for part in row.parts),
                )
                for row, total in zip(rows, sums, strict=True)
            ),
        ),
    )


def _rarities(census: Census) -> OwnExhibit:
    table = census.tables["rarities"]
    rows = [
        BarRow(f"{turn.capitalize()}, {side}", (cells[0], cells[1]))
        for turn, sides in zip(table.labels("turn"), table.cells.tolist(), strict=True)
        for side, cells in zip(table.labels("side"), sides, strict=True)
    ]
    return OwnExhibit(
        "rarities",
        "Counter-attack, last man, exchange: made where possible",
        f"Bars of games for {len(rows)} rows, a kind of turn and a side each: made or not.",
        method="games in which such a turn was legal for the side at some time, by whether it "
        "made one. A counter-attack is a start in the enemy's ring.",
        drawing=Bars(rows, ("made", "not made"), is_share=True),
        numbers=NumberTable(
            ("row", "games", "possible", "made", "not_made"),
            tuple((row.label, census.games, row.total, *row.parts) for row in rows),
        ),
        display=NumberTable(
            ("Turn", "Games in which it was possible", "Made", "Not made"),
            tuple(
                (
                    row.label,
                    census.part(row.total, census.games),
                    *(census.part(part, row.total) for part in row.parts),
                )
                for row in rows
            ),
        ),
    )


def _whole(cells: Any) -> tuple[int, ...]:
    return tuple(int(cell) for cell in cells)
