"""The section of Corona in the report on a collection: where stones lie, and hands by ply."""

from corona.board import POINTS
from corona.game import SIDES
from mentis_records.core.section import (
    Course,
    HeatBoard,
    HeatBoards,
    OwnCourse,
    OwnExhibit,
    OwnSection,
    OwnSections,
    Quantity,
)


def sections(census):
    """Return the section and the course."""
    lying = census.tables["stones"].cells / max(census.games, 1)
    boards = [
        HeatBoard(side, dict(zip(POINTS, lying[at].tolist(), strict=True)))
        for at, side in enumerate(SIDES)
    ]
    stones = OwnExhibit(
        "stones",
        "Where stones lie",
        "Two boards with a number on each point.",
        "stones on each point per game, at the end.",
        HeatBoards(boards, "abc", "123", "Stones per game"),
    )
    held = census.tables["hands"].cells
    hands = OwnCourse(
        "hands",
        "Stones in hand",
        "Curves of the stones in the hand of each side",
        "stones in hand in each position.",
        Course([Quantity(name, at, held[at].tolist()) for at, name in enumerate(SIDES)], "Stones"),
    )
    section = OwnSection("stones", "Stones", ("Corners are in two rows.",), (stones,))
    return OwnSections((section,), (hands,))
