"""The registry of areas: the ways to name squares, each with its line of grammar.

To add a way is to add a row to ``AREAS``. What may be named on a board, the game knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mentis_records.core.query.context import WordReader
from mentis_records.core.vocabulary import Area, Vocabulary
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.error import nearest

if TYPE_CHECKING:
    from lark import Token

_FEW = 20
"""So many squares are listed one by one in a message."""

BOARD = "board"
"""The area of all squares, which every board has."""


@dataclass(frozen=True, slots=True)
class AreaKind:
    """A way to name squares: its grammar in a game, an example, and how its parts become a set.

    There is no grammar where a game does not have it. ``read`` is given the side whose pieces are
    spoken of, or None.
    """

    name: str
    syntax: Callable[[Vocabulary], str]
    form: Callable[[Vocabulary], str]
    about: str
    read: Callable[[WordReader, list[Any], int | None], Area]


def areas_of(words: Vocabulary) -> dict[str, tuple[Area, ...]]:
    """Return the areas with names, the board among them."""
    return {BOARD: (frozenset(range(len(words.squares))),), **words.areas}


def _find_square(reader: WordReader, token: Token) -> int:
    names = reader.words.squares
    if token in names:
        return names.index(str(token))
    near = nearest(str(token), names)
    expected = f"{names[0]} to {names[-1]}" if len(names) > _FEW else ", ".join(names)
    hint = f"did you mean {near}?" if near else f"expected: a square, {expected}"
    hint = reader.words.elsewhere.get(str(token), hint)
    return reader.refuse(token, f"there is no square {token}", hint)


def _square(reader: WordReader, parts: list[Any], _: int | None) -> Area:
    return frozenset([_find_square(reader, parts[0])])


def _rectangle(reader: WordReader, parts: list[Any], _: int | None) -> Area:
    ends = [_find_square(reader, part) for part in parts]
    words = reader.words
    return _between(words.columns, ends) & _between(words.rows, ends)


def _between(lines: Mapping[str, Area], ends: Iterable[int]) -> Area:
    """Return the squares of the lines from that of one square to that of the other."""
    sets = [*lines.values()]
    found = sorted(at for end in ends for at, line in enumerate(sets) if end in line)
    return frozenset().union(*sets[found[0] : found[-1] + 1]) if found else frozenset()


def _row(reader: WordReader, parts: list[Any], _: int | None) -> Area:
    return _line(reader, parts[0], reader.words.rows, "row")


def _column(reader: WordReader, parts: list[Any], _: int | None) -> Area:
    return _line(reader, parts[0], reader.words.columns, "column")


def _line(reader: WordReader, token: Token, lines: Mapping[str, Area], what: str) -> Area:
    if token in lines:
        return lines[str(token)]
    names = [*lines]
    if names[0].isdigit():
        near = names[-1] if token.isdigit() and int(token[:9]) > len(names) else names[0]
    else:
        near = {name.lower(): name for name in names}.get(token.lower(), names[-1])
    message = f"there is no {what} {token}: {what}s are {names[0]} to {names[-1]}"
    return reader.refuse(token, message, f"did you mean {what} {near}?")


def _line_syntax(what: str, lines: Mapping[str, Area]) -> str:
    kinds = sorted({"BARE" if name[0].isdigit() else "NAME" for name in lines})
    return f'"{what}"i ({" | ".join(kinds)})' if kinds else ""


def _named(reader: WordReader, parts: list[Any], owner: int | None) -> Area:
    name, *sides = parts
    words = reader.words
    if (place := reader.named_place(name)) is not None:
        if sides:
            reader.refuse(sides[0].children[0], f"{name} is one square", f"write {name}")
        return frozenset([place])
    areas = {area.lower(): found for area, found in areas_of(words).items()}
    if name.lower() not in areas:
        kinds = [kind for kind in AREAS if kind.syntax(words)]
        near = nearest(name, (*areas, *(kind.name for kind in kinds if kind.name in _LINES)))
        forms = "; ".join(_form(kind, words) for kind in kinds)
        hint = f"did you mean {near}?" if near else f"expected an area, such as {forms}"
        reader.refuse(name, f"there is no area {name}", hint)
    found = areas[name.lower()]
    if len(found) == 1:
        if sides:
            reader.refuse(sides[0].children[0], f"{name} belongs to no side", f"write {name}")
        return found[0]
    if not sides and owner is not None and _is_own(reader, name):
        return found[owner]
    if not sides:
        first, second = (side.lower() for side in reader.sides)
        hint = f"write {name} {first} or {name} {second}"
        reader.refuse(name, f"{name} needs a side", hint)
    return found[reader.owner(sides[0], f"{name}")]


def _is_own(reader: WordReader, name: Token) -> bool:
    """Tell whether an area without a side is that of each piece's own."""
    return name.lower() in {own.lower() for own in reader.words.own_areas}


def _form(kind: AreaKind, words: Vocabulary) -> str:
    return words.forms.get(kind.name, (kind.form(words),))[0]


_LINES = ("row", "column")

AREAS: tuple[AreaKind, ...] = (
    AreaKind("square", lambda _: "SQUARE", lambda words: words.squares[0], "one square", _square),
    AreaKind(
        "rectangle",
        lambda words: 'SQUARE ":" SQUARE' if words.rows and words.columns else "",
        lambda words: f"{words.squares[0]}:{words.squares[-1]}",
        "the rectangle between two corners",
        _rectangle,
    ),
    AreaKind(
        "row",
        lambda words: _line_syntax("row", words.rows),
        lambda words: f"row {next(iter(words.rows))}",
        "a row",
        _row,
    ),
    AreaKind(
        "column",
        lambda words: _line_syntax("column", words.columns),
        lambda words: f"column {next(iter(words.columns))}",
        "a column",
        _column,
    ),
    AreaKind("named", lambda _: "NAME side?", lambda _: BOARD, "an area with a name", _named),
)
"""All ways to name squares."""


def _parts(tree: Any) -> list[Any]:
    return list(tree.children) if tree.data == "areas" else [tree]


def names_own(reader: WordReader, tree: Any) -> bool:
    """Tell whether an area, or one of a set, is that of each piece's own side."""
    return any(
        part.data == "named" and len(part.children) == 1 and _is_own(reader, part.children[0])
        for part in _parts(tree)
    )


def read_area(reader: WordReader, tree: Any, owner: int | None = None) -> Area:
    """Return the squares that an area, or a set of them, names for pieces of a side, or of none."""
    kinds = {kind.name: kind for kind in AREAS}
    found: Area = frozenset()
    for part in _parts(tree):
        found |= kinds[str(part.data)].read(reader, part.children, owner)
    return found
