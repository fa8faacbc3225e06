"""What Antipode adds to the collection report: ends, captures, Primes, jumps, Antipode, matches."""

from __future__ import annotations

from mentis_records.core.section import Course, OwnCourse, OwnSections, Quantity
from mentis_records.core.tally import Census
from mentis_records.games.antipode.tally.antipode_section import antipode_section
from mentis_records.games.antipode.tally.end_section import end_section
from mentis_records.games.antipode.tally.jump_section import jump_section
from mentis_records.games.antipode.tally.round_section import round_section

_OVER = (
    "over the games that last that long: games that end drop out, so late plies come from fewer "
    "games than early ones."
)


def sections(census: Census) -> OwnSections:
    """Return the sections on games that were replayed; that on rounds where there are some."""
    found = [end_section(census), jump_section(census), antipode_section(census)]
    if census.having("Rules", "tournament").games:
        found.append(round_section(census))
    return OwnSections(
        sections=tuple(found),
        courses=(
            _course(census, "captures", "Captures over time", "captured stones", "Stones captured"),
            _course(
                census,
                "primes",
                "Stones on Prime squares over time",
                "own stones on Prime squares",
                "Stones on Prime squares",
            ),
        ),
    )


def _course(census: Census, slug: str, title: str, what: str, unit: str) -> OwnCourse:
    """Return the curves of what a tally counts by ply for each side."""
    table = census.tables[slug]
    quantities = tuple(
        Quantity(side, at, table.cells[at].tolist()) for at, side in enumerate(table.labels("side"))
    )
    return OwnCourse(
        slug,
        title,
        f"Two curves of the mean number of {what}, by side,",
        f"mean number of each side's {what} per position, whoever is to move, {_OVER}",
        Course(quantities, unit),
    )
