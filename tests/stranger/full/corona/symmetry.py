"""The symmetries of Corona: the turns and mirror images of its board."""

from functools import partial

from corona.board import IMAGES
from corona.game import Move
from mentis_records.core.symmetry import Symmetry


def _imaged(image, move):
    return Move(None if move.origin is None else image[move.origin], image[move.target])


SYMMETRIES = tuple(
    Symmetry(f"image{at}", partial(_imaged, image)) for at, image in enumerate(IMAGES) if at
)
