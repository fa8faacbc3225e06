"""What one side sees of a position: the pieces that it cannot know lie face down.

The games say what is hidden. A view is a position again: to be drawn, described and written, not
to be played on.
"""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import AnyGame, GameDescription, NotOfferedError
from mentis_records.core.vocabulary import Area

VIEWS = "views"


def has_views(game: GameDescription) -> bool:
    """Tell whether a game hides something from a side."""
    return VIEWS in game.capabilities


def viewer(game: GameDescription, name: str) -> int:
    """Return the index of the side that is to see positions, by its name in any case.

    Raises:
        NotOfferedError: the game hides nothing from anyone.
        ValueError: no side has that name.
    """
    sides = [side.lower() for side in game.sides]
    if not has_views(game):
        hint = "leave it out to see what both sides see"
        raise NotOfferedError(f"{game.title} has no hidden information: {hint}")
    if name.lower() not in sides:
        raise ValueError(f"choose one of {', '.join(sides)}")
    return sides.index(name.lower())


def view_of(game: AnyGame, position: Any, side: int | None) -> Any:
    """Return a position as a side sees it, or as it is for None.

    Views that look the same are equal, and so are their keys; a view of a view is that view.

    Raises:
        CapabilityError: the game says what is hidden, but not as declared.
    """
    if side is None:
        return position
    return game.description.capability(VIEWS).view(position, side)


def view_key(game: AnyGame, position: Any, side: int) -> int:
    """Return the number that two positions have in common if, and only if, they look alike.

    Args:
        game: whose position it is.
        position: what stands on the board.
        side: to whom it looks so.

    Returns:
        A key as positions have them (``core.game.Position``), from 0 to 2**63 - 1.
    """
    key: int = view_of(game, position, side).key
    return key


def known_squares(game: AnyGame, position: Any, side: int) -> Area:
    """Return the squares on which a side knows all pieces, by their place among the names."""
    known: Area = game.description.capability(VIEWS).known(position, side)
    return known
