"""What drawings are made of: areas, lines and labels in board units; knows no board.

One unit is the side of a square, the origin the upper left corner, y grows downwards. Colours are
hex texts and always opaque: what looks transparent is mixed beforehand, so that every renderer
gives the same colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from mentis_records.core.picture import Point, Polygon
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon, its corners joined round; ``width`` is that of its outline, 0 for none."""

    points: Polygon
    fill: str
    outline: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, with round ends."""

    points: Polygon
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Label:
    """A text; ``x`` is where its ``anchor`` (start, middle, end) is, ``y`` its middle height."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    is_bold: bool = False

    @property
    def baseline(self) -> float:
        """Return the y of the baseline: capitals are about 0.72 of the size high."""
        return self.y + 0.36 * self.size


Shape = Area | Line | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in the order of painting, on a sheet of a size."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def mix(colour: str, other: str, share: float) -> str:
    """Return the colour with a share (0 to 1) of the other painted over it."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#rrggbb``, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def is_light(colour: str) -> bool:
    """Tell whether dark signs are better read on a colour than white ones."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


def box(x: float, y: float, width: float, height: float) -> Polygon:
    """Return a rectangle by its upper left corner and its size."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> Polygon:
    """Return a rectangle with round corners."""
    corners = (
        (x + width - radius, y + radius, -0.25),
        (x + width - radius, y + height - radius, 0.0),
        (x + radius, y + height - radius, 0.25),
        (x + radius, y + radius, 0.5),
    )
    return tuple(
        point
        for centre_x, centre_y, turn in corners
        for point in arc((centre_x, centre_y), radius, turn, turn + 0.25, 5)
    )


def disc(centre: Point, radius: float, corners: int = 20) -> Polygon:
    """Return a circle."""
    return tuple(arc(centre, radius, 0.0, 1.0, corners))[:-1]


def arc(centre: Point, radius: float, start: float, end: float, pieces: int) -> Iterable[Point]:
    """Yield the points of an arc; angles are in turns, clockwise from the right."""
    for piece in range(pieces + 1):
        angle = math.tau * (start + (end - start) * piece / pieces)
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def shrunk(shapes: Iterable[Shape], corner: Point, share: float) -> Iterator[Shape]:
    """Yield shapes of a square at the origin as they are on one of another size and corner."""
    for shape in shapes:
        match shape:
            case Label(x=x, y=y):
                x, y = corner[0] + share * x, corner[1] + share * y
                yield replace(shape, x=x, y=y, size=share * shape.size)
            case Area() | Line():
                points = tuple(
                    (corner[0] + share * x, corner[1] + share * y) for x, y in shape.points
                )
                yield replace(shape, points=points, width=share * shape.width)


def toward(start: Point, end: Point) -> Point:
    """Return the direction from one point to another as a vector of length 1."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = distance(start, end) or 1.0
    return across / length, down / length


def distance(start: Point, end: Point) -> float:
    """Return the distance between two points."""
    return math.hypot(end[0] - start[0], end[1] - start[1])


def along(start: Point, direction: Point, distance: float, aside: float = 0.0) -> Point:
    """Return the point at a distance in a direction, and so far aside to the right of it."""
    return (
        start[0] + direction[0] * distance - direction[1] * aside,
        start[1] + direction[1] * distance + direction[0] * aside,
    )
