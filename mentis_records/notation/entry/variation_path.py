"""Where in a record's lines something stands: the way to a line through variations.

A way is a row of steps: the index of the ply that a variation replaces, and the variation's number
among those that do. Lines are values; what changes one gives all anew.
"""

from __future__ import annotations

from dataclasses import replace

from mentis_records.core.record import Ply, Variation

Path = tuple[tuple[int, int], ...]
Line = tuple[Ply, ...]


def line_at(plies: Line, path: Path) -> Line:
    """Return the plies of the line to which a way leads; of no step those of the mainline."""
    for ply, number in path:
        plies = plies[ply].variations[number].plies
    return plies


def with_line(plies: Line, path: Path, line: Line) -> Line:
    """Return the plies of the mainline with another line where a way leads; one of none goes."""
    if not path:
        return line
    (at, number), rest = path[0], path[1:]
    variations = list(plies[at].variations)
    inner = with_line(variations[number].plies, rest, line)
    if inner:
        variations[number] = replace(variations[number], plies=inner)
    else:
        del variations[number]
    return with_ply(plies, at, replace(plies[at], variations=tuple(variations)))


def with_ply(line: Line, at: int, ply: Ply) -> Line:
    """Return a line with another ply at an index."""
    return (*line[:at], ply, *line[at + 1 :])


def played(plies: Line, path: Path, count: int) -> Line:
    """Return the plies from the start to behind the first ones of the line at the end of a way."""
    way: list[Ply] = []
    for ply, number in path:
        way += plies[:ply]
        plies = plies[ply].variations[number].plies
    return (*way, *plies[:count])


def with_variation(line: Line, at: int, ply: Ply) -> tuple[Line, int]:
    """Return a line in which a ply begins a variation that replaces another, and its number.

    It is the one that begins with the same move, if there is one, or else a new one.
    """
    for number, known in enumerate(line[at].variations):
        if known.plies[0].move.code == ply.move.code:
            return line, number
    variations = (*line[at].variations, Variation((ply,)))
    return with_ply(line, at, replace(line[at], variations=variations)), len(variations) - 1
