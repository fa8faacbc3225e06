"""The symmetries of Antipode: the turns and mirror images of the board (Board)."""

from __future__ import annotations

from functools import partial

from mentis_records.core.symmetry import Symmetry
from mentis_records.games.antipode.rules.move import Move
from mentis_records.games.antipode.rules.square import IMAGES


def _imaged(images: tuple[int, ...], move: Move) -> Move:
    return move.imaged(images)


_SLUGS = ("turn90", "turn180", "turn270", "mirror", "diagonal", "flip", "antidiagonal")

SYMMETRIES = tuple(
    Symmetry(slug, partial(_imaged, images))
    for slug, images in zip(_SLUGS, IMAGES[1:], strict=True)
)
