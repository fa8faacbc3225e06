"""What Mentis adds to the collection report: tiles over time, their ledger, maps of the board."""

from __future__ import annotations

from mentis_records.core.section import Course, OwnCourse, OwnSections, Quantity
from mentis_records.core.tally import Census
from mentis_records.games.mentis.tally.ledger_section import ledger_section
from mentis_records.games.mentis.tally.map_section import map_section


def sections(census: Census) -> OwnSections:
    """Return the sections on games that were replayed.

    Raises:
        CensusError: the tiles do not add up.
    """
    return OwnSections(
        sections=(ledger_section(census), map_section(census)), courses=(_holdings(census),)
    )


def _holdings(census: Census) -> OwnCourse:
    hands, boards = census.tables["hands"], census.tables["boards"]
    places = (("in hand", hands, False), ("on board", boards, True))
    return OwnCourse(
        "holdings",
        "Tiles in hand and on the board over time",
        "Four curves of tiles in hand and on the board, by side,",
        "mean tiles per position, Kings included, over the games that last that long: games that "
        "end drop out, so late plies come from fewer games than early ones.",
        Course(
            tuple(
                Quantity(f"{name} {place}", side, table.cells[side].sum(axis=0).tolist(), is_main)
                for side, name in enumerate(hands.labels("side"))
                for place, table, is_main in places
            ),
            "Tiles a position",
        ),
    )
