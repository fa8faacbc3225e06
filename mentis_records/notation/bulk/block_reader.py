"""Read many records at once into columns of numbers, compiled and without Python objects.

It takes what is sound and needs no word: the grammar's automaton accepts the record, every ply
is legal, tags and result agree with the board. Any other record is only marked as refused, and
goes to the reader that explains.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from mentis_records.fast.kernel import Kernel
from mentis_records.notation.bulk import record_field as field
from mentis_records.notation.bulk.movetext_reader import AGAIN, MovetextReader
from mentis_records.notation.bulk.tag_reader import TagReader
from mentis_records.notation.bulk.word_scan import WordScanner, room32
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tag.tag_layout import Layout

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32, offset32
    from mentis_records.notation.bulk.word_scan import is_plain

_REFUSED, _STATED = field.REFUSED, field.STATED
_BEGIN, _END, _LINE, _STATUS = field.BEGIN, field.END, field.LINE, field.STATUS
_START, _IS_PLAIN = field.START, field.IS_PLAIN
_RESULT, _TERMINATION = field.RESULT, field.TERMINATION
_HAS_POINTS, _FIRST_POINTS = field.HAS_POINTS, field.FIRST_POINTS

_AGAIN = AGAIN

_PLAIN = bytes([9, 10, *range(32, 127)])
"""Printable ASCII and what parts it."""


class BulkReader:
    """Reads blocks of tagged records one after the other; its arrays hold the last one's.

    ``records`` has a row a record, ``width`` numbers wide (``record_field`` and ``TagReader``).
    ``tags`` and ``movetext`` have the other arrays.
    """

    def __init__(
        self,
        scanner: Scanner,
        kernel: Kernel,
        layout: Layout,
        terminals: Sequence[str],
        start_rule: int,
        max_depth: int,
        defaults: Sequence[int],
        absent: bytes,
        misnamed: Iterable[str],
        keeps_plies: bool,
    ) -> None:
        """Prepare for a game.

        Args:
            scanner: the executor of its grammar.
            kernel: its board.
            layout: its tags.
            terminals: the grammar's terminals by id.
            start_rule: the scanner's number of the rule for tagged records.
            max_depth: how deep variations may be nested.
            defaults: for each option of the layout, which value holds without its tag.
            absent: for each start that options choose, 1 if there is none.
            misnamed: names of tags, in lower case, that need words.
            keeps_plies: whether the plies of the last block are wanted.
        """
        self._scanner = scanner
        self._start_rule = start_rule
        self._max_depth = max_depth
        self.tags = TagReader(layout, terminals, defaults, absent, misnamed)
        self._kernel = kernel
        self._has_points = layout.has_points
        self._words = WordScanner(scanner, kernel, terminals)
        self.movetext = MovetextReader(
            kernel,
            layout,
            self.tags,
            self._words,
            terminals,
            scanner.shortest_ply,
            max_depth,
            keeps_plies,
        )
        self.width = field.WIDTH + 2 * len(layout.names)
        self._is_plain = True
        self._tokens = array("i", [0])
        self.records = array("i", [0])

    def read(self, text: bytes, bounds: array[int], count: int) -> None:
        """Read the records of a block.

        Args:
            text: the bytes; a line feed ends a line.
            bounds: two numbers a record, as ``boundary.find_boundaries`` gives them, and two
                more for the end.
            count: the number of records.
        """
        self._begin(text, bounds, count)
        view = address8(text)
        with cython.nogil:
            for record in range(count):
                self._read_record(
                    view,
                    record,
                    bounds[2 * record],
                    bounds[2 * record + 2],
                    bounds[2 * record + 1],
                    -1,
                )

    def read_again(self, text: bytes, record: int, start: int) -> None:
        """Read a record that states its position, which is the start with this number."""
        at = record * self.width
        begin, end, line = self.records[at], self.records[at + 1], self.records[at + 2]
        view = address8(text)
        with cython.nogil:
            self._read_record(view, record, begin, end, line, start)

    def refuse(self, record: int) -> None:
        """Mark a record as one that needs words after all."""
        self.records[record * self.width + _STATUS] = _REFUSED

    def _begin(self, text: bytes, bounds: array[int], count: int) -> None:
        """Begin a block: make room for all that its records can have."""
        size = len(text)
        self._is_plain = not cython.compiled and not text.translate(None, _PLAIN)
        longest = 0
        for record in range(count):
            longest = max(longest, bounds[2 * record + 2] - bounds[2 * record])
        self._tokens = room32(self._tokens, 3 * (2 * longest + 2))
        self._words.reserve(2 * longest + 2)
        self.records = room32(self.records, count * self.width)
        self.tags.begin(size)
        self.movetext.begin(size, count, longest)

    def _read_record(
        self, text: bytes, record: int, begin: int, end: int, line: int, start: int
    ) -> None:
        """Read one record; what a refused one has left behind is taken back."""
        row = offset32(address32(self.records), record * self.width)
        for number in range(self.width):
            row[number] = 0
        row[_BEGIN] = begin
        row[_END] = end
        row[_LINE] = line
        row[_IS_PLAIN] = 1 if self._is_plain else is_plain(text, begin, end)
        self.tags.mark(row)
        self.movetext.mark(row)
        status = self._walk(text, record, row, start)
        row[_STATUS] = status
        if status in (_REFUSED, _STATED):
            self.tags.undo()
            self.movetext.undo()

    def _walk(self, text: bytes, record: int, row: array[int], start: int) -> int:
        """Scan a record, check its tags, and play its plies; return its status."""
        if row[_IS_PLAIN] < 0:
            return _REFUSED
        tokens = address32(self._tokens)
        count = self._words.scan(
            text, row[_BEGIN], row[_END], self._start_rule, self._max_depth, tokens
        )
        if count < 0:
            return _REFUSED
        first = self.tags.read(text, tokens, count, record, row)
        if first < 0:
            return _REFUSED
        if start < 0:
            start = self.tags.find_start(text, row)
            if start < 0:
                return _STATED
        row[_START] = start
        outcome = self.movetext.read(text, tokens, first, count, record, row, start)
        if outcome == _AGAIN:
            self.movetext.undo()
            count = self._scanner.scan(
                text, row[_BEGIN], row[_END], self._start_rule, self._max_depth, tokens
            )
            outcome = self.movetext.read(text, tokens, first, count, record, row, start)
        if outcome < 0:
            return _REFUSED
        status = self.tags.judge(text, row, outcome)
        if self._has_points and status != _REFUSED:
            row[_HAS_POINTS] = self._kernel.score(
                row[_RESULT], row[_TERMINATION], offset32(row, _FIRST_POINTS)
            )
            if row[_HAS_POINTS] < 0:
                return _REFUSED
        return status
