"""Families of openings: first plies of the same tiles on the same square, or on its mirror image.

The order of a stack does not matter for its family: NSTb1 and TSNf1 are both "NST on b1 or f1".
"""

from __future__ import annotations

from mentis_records.games.mentis.rules import square, stack
from mentis_records.games.mentis.rules.move import Deployment, Move

ABOUT = (
    "The letters are the tiles, in whatever order they are stacked: N Nobles, S Spears, T "
    "Trenchmen, W Wolf; mirror images are counted together."
)
"""What the names of families mean."""


def family(move: Move) -> str:
    """Return the name of a ply's family, the same for its mirror image."""
    images = (move, move.mirrored())
    if not isinstance(move, Deployment):
        return " or ".join(sorted({image.notation for image in images}))
    places = sorted({square.NAMES[at] for at in (move.place, square.MIRROR[move.place])})
    return f"{''.join(sorted(stack.letters(move.tiles)))} on {' or '.join(places)}"
