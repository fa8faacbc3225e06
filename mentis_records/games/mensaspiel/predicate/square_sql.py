"""SQL of sets of squares over the features of MensaSpiel; knows no query.

An expression is a number with a bit for each square. Heights count the pieces of a stack, depths
those above a piece.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from mentis_records.core.query.pattern import Pattern, Wild, expanded
from mentis_records.core.query.term import UnindexedError
from mentis_records.core.vocabulary import Area
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel.index.feature import COVERED, MOST_COVERED, OWNERS
from mentis_records.games.mensaspiel.predicate.derived import at_depth, either, higher_than
from mentis_records.games.mensaspiel.rules.board import NAMES, RINGS_SET, square_set
from mentis_records.games.mensaspiel.rules.position import LETTERS

_HIGHEST = MOST_COVERED + 1
_MOST_RUNS = 2
"""So many ``*`` of a pattern, besides one at its begin, have a manageable number of lengths."""


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a position whose bits are set in a number."""

    number: str

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area is among them."""
        return f"(({self.number} & {square_set(area)}) <> 0)"

    def seen_in(self, area: Area) -> str:
        """Return nothing: no sightings are kept of whole games."""
        return ""

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area are among them, as an expression."""
        return f"bit_count({self.number} & {square_set(area)})"


EMPTY = f"({(1 << len(NAMES)) - 1} - {higher_than(0)})"
"""The squares without pieces, the Transmitter among them."""


def tops(side: int | None, piece: str | None) -> str:
    """Return the squares with such a piece on top."""
    return either([OWNERS[owner] for owner in _owners(side, piece)])


def holders(side: int | None, piece: str | None) -> str:
    """Return the squares with such a piece in their stack."""
    owners = _owners(side, piece)
    return either([feature[owner] for owner in owners for feature in (OWNERS, COVERED)])


def carriers(side: int | None, piece: str | None) -> str:
    """Return the squares of a side's stacks with such a piece below the top."""
    covered = either([COVERED[owner] for owner in _owners(None, piece)])
    return f"({tops(side, None)} & {covered})"


def _owners(side: int | None, piece: str | None) -> list[int]:
    """Return the sides whose pieces are of a side and a type, if these are given."""
    return [
        at for at, letter in enumerate(LETTERS) if side in (None, at) and piece in (None, letter)
    ]


def with_heights(side: int | None, heights: Sequence[int]) -> str:
    """Return the squares of a side's stacks that have one of some heights."""
    runs: list[list[int]] = []
    for height in sorted(heights):
        if runs and runs[-1][-1] == height - 1:
            runs[-1].append(height)
        else:
            runs.append([height])
    return f"({tops(side, None)} & {either([_between(run[0], run[-1]) for run in runs])})"


def _between(least: int, most: int) -> str:
    """Return the squares with stacks from one height to another."""
    found = higher_than(least - 1)
    return found if most >= _HIGHEST else f"({found} - {higher_than(most)})"


def with_stacks(side: int | None, pattern: Pattern) -> str:
    """Return the squares of a side's stacks that are like a pattern.

    Raises:
        UnindexedError: the pattern stands for too many stacks to be asked one by one.
    """
    is_open = pattern[0] is Wild.MANY
    closed = pattern[1:] if is_open else pattern
    if not closed:
        return tops(side, None)
    if closed.count(Wild.MANY) > _MOST_RUNS:
        raise UnindexedError
    ways: dict[int, list[str]] = defaultdict(list)
    for stack in expanded(closed, _HIGHEST):
        ways[len(stack)].append(_with_pieces(stack))
    return either(
        [
            f"({tops(side, None)} & {either(found)} & {_between(height, most)})"
            for height, found in ways.items()
            for most in [_HIGHEST if is_open else height]
        ]
    )


def _with_pieces(stack: Sequence[str | None]) -> str:
    """Return the squares with these pieces, from bottom to top, as the topmost ones."""
    known = [
        at_depth(LETTERS.index(letter), depth)
        for depth, letter in enumerate(reversed(stack))
        if letter is not None
    ]
    return f"({' & '.join(known)})" if known else str(RINGS_SET)
