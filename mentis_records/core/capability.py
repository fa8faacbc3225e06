"""What games may offer beyond the contract, each found by its name; absent, it is said so.

A capability is a method of the game's. ``kernel`` takes the names of the grammar's terminals by
number, or none, and returns a board in motion (``fast.kernel``); without it there is a plain one.
``picture`` takes a position and the move that led there, or None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame, NotOfferedError

if TYPE_CHECKING:
    from mentis_records.core.picture import BoardPicture

KERNEL, PICTURE = "kernel", "picture"


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
