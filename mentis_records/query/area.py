"""The registry of areas: the ways to name squares, each with its line of grammar.

To add a way is to add a row to ``AREAS``. What may be named on a board, the game knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mentis_records.core.vocabulary import Corner
from mentis_records.query.error import nearest
from mentis_records.query.reader import Reader

if TYPE_CHECKING:
    from lark import Token, Tree


@dataclass(frozen=True, slots=True)
class AreaKind:
    """A way to name squares: its grammar, an example, and how its parts become a set."""

    name: str
    syntax: str
    form: str
    about: str
    read: Callable[[Reader, list[Any]], int]


def _square(reader: Reader, parts: list[Any]) -> int:
    return 1 << reader.square(parts[0])


def _rectangle(reader: Reader, parts: list[Any]) -> int:
    names = reader.vocabulary.squares
    columns, rows = reader.vocabulary.columns, reader.vocabulary.rows
    ends = [names[reader.square(part)] for part in parts]
    left, right = sorted(columns.index(end[0]) for end in ends)
    low, high = sorted(rows.index(end[1:]) for end in ends)
    return sum(
        1 << place
        for place, name in enumerate(names)
        if left <= columns.index(name[0]) <= right and low <= rows.index(name[1:]) <= high
    )


def _row(reader: Reader, parts: list[Any]) -> int:
    rows = reader.vocabulary.rows
    if parts[0] not in rows:
        near = rows[-1] if parts[0].isdigit() and int(parts[0][:9]) > len(rows) else rows[0]
        reader.refuse(
            parts[0],
            f"there is no row {parts[0]}: rows are {rows[0]} to {rows[-1]}",
            f"did you mean row {near}?",
        )
    names = enumerate(reader.vocabulary.squares)
    return sum(1 << place for place, name in names if name[1:] == parts[0])


def _column(reader: Reader, parts: list[Any]) -> int:
    columns = reader.vocabulary.columns
    if len(parts[0]) != 1 or parts[0] not in columns:
        near = parts[0].lower() if parts[0].lower() in [*columns] else columns[-1]
        reader.refuse(
            parts[0],
            f"there is no column {parts[0]}: columns are {columns[0]} to {columns[-1]}",
            f"did you mean column {near}?",
        )
    names = enumerate(reader.vocabulary.squares)
    return sum(1 << place for place, name in names if name[0] == parts[0])


def _named(reader: Reader, parts: list[Any]) -> int:
    name, *sides = parts
    areas = reader.vocabulary.areas
    if name.lower() not in areas:
        near = nearest(name, (*areas, "row", "column"))
        forms = "; ".join(kind.form for kind in AREAS)
        hint = f"did you mean {near}?" if near else f"expected an area, such as {forms}"
        reader.refuse(name, f"there is no area {name}", hint)
    found = areas[name.lower()]
    if len(found) == 1:
        if sides:
            reader.refuse(sides[0].children[0], f"{name} belongs to no side", f"write {name}")
        return found[0]
    if not sides:
        first, second = (side.lower() for side in reader.sides)
        hint = f"write {name} {first} or {name} {second}"
        reader.refuse(name, f"{name} is that of one side", hint)
    return found[reader.owner(sides[0], f"{name}")]


AREAS: tuple[AreaKind, ...] = (
    AreaKind("square", "SQUARE", "d4", "one square", _square),
    AreaKind(
        "rectangle", 'SQUARE ":" SQUARE', "c3:e5", "the rectangle between two corners", _rectangle
    ),
    AreaKind("row", '"row"i BARE', "row 4", "a row", _row),
    AreaKind("column", '"column"i NAME', "column d", "a column", _column),
    AreaKind(
        "named",
        "NAME side?",
        "hill blue",
        "an area with a name: `board`, `hill blue`, `deployment red`",
        _named,
    ),
)
"""All ways to name squares."""


def read_area(reader: Reader, tree: Tree[Token]) -> int:
    """Return the squares that an area, or a set of them, names."""
    parts: Any = tree.children if tree.data == "areas" else [tree]
    kinds = {kind.name: kind for kind in AREAS}
    found = 0
    for part in parts:
        found |= kinds[str(part.data)].read(reader, part.children)
    return found


def read_corner(reader: Reader, tree: Tree[Token]) -> Corner:
    """Return tiles with the area in which they are on top, by default the board."""
    side, tile, *areas = tree.children
    area = read_area(reader, areas[0]) if areas else reader.board  # type: ignore[arg-type]
    return Corner(reader.side(side), reader.letter(tile), area)  # type: ignore[arg-type]
