"""What a side sees of Corona: the stones on the points, and those in its own hand."""

from dataclasses import replace


def view(position, side):
    """Return the position as if the other hand were empty."""
    own = position.hands[side]
    return replace(position, hands=(0, own) if side else (own, 0))


def known(position, side):
    """Return the points with stones: all lie face up."""
    return frozenset(point for point, stone in enumerate(position.stones) if stone != ".")
