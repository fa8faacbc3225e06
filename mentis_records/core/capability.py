"""What games may offer beyond the contract, each found by its name; absent, it is said so.

A capability is a method of the game's. ``kernel`` takes the names of the grammar's terminals by
number, or none, and returns a board in motion (``fast.kernel``); without it there is a plain one.
For that, ``count`` takes the positions of a whole game and the moves between them, and yields what
it adds to the tallies (``core.tally``): a slug, the index on each axis, and a number.
``picture`` takes a position and the move that led there, or None. ``sections`` takes a census
(``core.tally``) and returns what the collection report says of it besides (``core.section``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame, NotOfferedError

if TYPE_CHECKING:
    from mentis_records.core.picture import BoardPicture
    from mentis_records.core.section import OwnSections
    from mentis_records.core.tally import Census

COUNT, KERNEL, PICTURE, SECTIONS = "count", "kernel", "picture", "sections"


def find(game: AnyGame, name: str) -> Any:
    """Return a capability of a game, or None."""
    return getattr(game, name, None)


def is_drawn(game: AnyGame) -> bool:
    """Tell whether a game's boards can be drawn."""
    return find(game, PICTURE) is not None


def picture_of(game: AnyGame, position: Any, last: Any) -> BoardPicture:
    """Return a position as a picture, with the squares of the move that led to it.

    Raises:
        NotOfferedError: the game's boards cannot be drawn.
    """
    draw = find(game, PICTURE)
    if draw is None:
        raise NotOfferedError(f"boards of {game.description.title} cannot be drawn")
    picture: BoardPicture = draw(position, last)
    return picture


def sections_of(game: AnyGame, census: Census) -> OwnSections | None:
    """Return what a game adds to the collection report, or None.

    Raises:
        CensusError: the counts do not add up.
    """
    describe = find(game, SECTIONS)
    if describe is None:
        return None
    sections: OwnSections = describe(census)
    return sections
