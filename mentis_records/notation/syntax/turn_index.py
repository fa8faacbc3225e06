# cython: boundscheck=True, wraparound=True
"""Which ply of a record a place in its text belongs to."""

from __future__ import annotations

from array import array

from mentis_records.notation.syntax.record_syntax import LineSyntax

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

_WIDTH = 4


class TurnIndex:
    """The turns of all lines in the order of the text.

    A turn reaches from its number, or its ply, to the next one; behind a variation it goes on.
    """

    def __init__(self, line: LineSyntax, first_ply: int) -> None:
        """Learn which ply stands where; the first of the line has the number ``first_ply``."""
        self._rows = array("i")
        self._last = self._last_ply = 0
        self._is_sorted = True
        self._add_line(line, first_ply)
        if not self._is_sorted:
            self._sort()

    def _add_line(self, line: LineSyntax, ply: int) -> None:
        for turn in line.turns:
            begin, end = turn.start, turn.end
            if turn.number_at >= 0:
                start = turn.entries.start(turn.number_at)
                if begin < end:
                    self._add(start, ply, begin, end)
                else:
                    self._add(start, ply, start, turn.entries.end(turn.number_at))
            elif begin < end:
                self._add(begin, ply, begin, end)
            if turn.has_variations():
                for variation in turn.variations:
                    self._add_line(variation, ply)
                    self._add(variation.end, ply, begin, end)
            ply += 1

    def _add(self, start: int, ply: int, begin: int, end: int) -> None:
        if start < self._last or (start == self._last and ply < self._last_ply):
            self._is_sorted = False
        self._last, self._last_ply = start, ply
        self._rows.append(start)
        self._rows.append(ply)
        self._rows.append(begin)
        self._rows.append(end)

    def _sort(self) -> None:
        """Put the rows in order: of variations that end at one place the latest ply counts."""
        rows = [self._rows[at : at + _WIDTH].tolist() for at in range(0, len(self._rows), _WIDTH)]
        self._rows = array("i", [number for row in sorted(rows) for number in row])

    def find(self, offset: int, has_first: bool) -> tuple[int, int, int] | None:
        """Return the number of the ply at an offset, and from where to where it is written.

        Before the first ply that is None, or with ``has_first`` the first one.
        """
        low, high = 0, len(self._rows) // _WIDTH
        while low < high:
            middle = (low + high) // 2
            if self._rows[_WIDTH * middle] <= offset:
                low = middle + 1
            else:
                high = middle
        if not low and not (has_first and self._rows):
            return None
        at = _WIDTH * max(low - 1, 0)
        return self._rows[at + 1], self._rows[at + 2], self._rows[at + 3]
