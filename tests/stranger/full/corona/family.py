"""Families of first plies of Corona: on a corner, or on a side."""

from corona.board import IMAGES


def family(move):
    places = {image[move.target] for image in IMAGES}
    return "a corner" if 0 in places else "a side"
