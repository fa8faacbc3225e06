"""What CirKle Mind adds to the collection report: ends, set-ups, duels, shields, targets."""

from __future__ import annotations

from mentis_records.core.section import Course, OwnCourse, OwnSections, Quantity
from mentis_records.core.tally import Census
from mentis_records.games.cirkle_mind.tally.attack_section import attack_section
from mentis_records.games.cirkle_mind.tally.duel_section import duel_section
from mentis_records.games.cirkle_mind.tally.end_section import end_section
from mentis_records.games.cirkle_mind.tally.setup_section import setup_section
from mentis_records.games.cirkle_mind.tally.target_section import target_section


def sections(census: Census) -> OwnSections:
    """Return the sections on games that were replayed."""
    return OwnSections(
        sections=(
            end_section(census),
            setup_section(census),
            attack_section(census),
            duel_section(census),
            target_section(census),
        ),
        courses=(_pieces(census),),
    )


def _pieces(census: Census) -> OwnCourse:
    tables = (("pieces", "{}'s pieces", True), ("shown", "{}'s known pieces", False))
    return OwnCourse(
        "pieces",
        "Pieces over time",
        "Four curves of pieces on the board, and of those that are known to both sides, by side,",
        "mean pieces of each side per position, and those of them that an attack has shown, over "
        "the games of all levels that last that long: games that end drop out, so late plies come "
        "from fewer games than early ones.",
        Course(
            tuple(
                Quantity(name.format(side), at, census.tables[slug].cells[at].tolist(), is_main)
                for slug, name, is_main in tables
                for at, side in enumerate(census.tables[slug].labels("side"))
            ),
            "Pieces a position",
        ),
    )
