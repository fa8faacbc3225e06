"""What games may offer beyond the contract, asked for by the rooms around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame, NotOfferedError

if TYPE_CHECKING:
    from mentis_records.core.picture import BoardPicture

KERNEL, PICTURE = "kernel", "picture"


def find(game: AnyGame, name: str) -> Any:
    """Return the function that is a capability of a game, or None.

    Raises:
        CapabilityError: it is declared, but cannot be had as declared.
    """
    return getattr(game.description.capability(name), name, None)


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
