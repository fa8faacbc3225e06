"""What MensaSpiel adds to the collection report: steps, prisoners, starts, ends, rarer turns."""

from __future__ import annotations

from mentis_records.core.section import Course, OwnCourse, OwnSections, Quantity
from mentis_records.core.tally import Census
from mentis_records.games.mensaspiel.tally.end_section import end_section
from mentis_records.games.mensaspiel.tally.start_section import start_section
from mentis_records.games.mensaspiel.tally.turn_section import turn_section

_OVER = (
    "over the games that last that long: games that end drop out, so late plies come from fewer "
    "games than early ones."
)


def sections(census: Census) -> OwnSections:
    """Return the sections on games that were replayed."""
    return OwnSections(
        sections=(end_section(census), start_section(census), turn_section(census)),
        courses=(_steps(census), _pools(census)),
    )


def _steps(census: Census) -> OwnCourse:
    return OwnCourse(
        "steps",
        "Step length over time",
        "Two curves of the mean step length, by side,",
        f"mean step length of each side per position, whoever is to move, {_OVER}",
        Course(_quantities(census, "steps", "{}"), "Steps"),
    )


def _pools(census: Census) -> OwnCourse:
    return OwnCourse(
        "pools",
        "Starters and prisoners over time",
        "Four curves of starters in the bases and of prisoners in the prisons, by side,",
        "mean starters in each side's base, and mean enemy pieces in its prison, per position, "
        f"{_OVER}",
        Course(
            (
                *_quantities(census, "prisoners", "{}'s prisoners"),
                *_quantities(census, "starters", "{}'s starters", is_main=False),
            ),
            "Pieces a position",
        ),
    )


def _quantities(
    census: Census, slug: str, name: str, *, is_main: bool = True
) -> tuple[Quantity, ...]:
    """Return what a tally counts by ply for each side, under a name with the side's."""
    table = census.tables[slug]
    return tuple(
        Quantity(name.format(side), at, table.cells[at].tolist(), is_main)
        for at, side in enumerate(table.labels("side"))
    )
