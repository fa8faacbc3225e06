"""Play the movetext of records in bulk; compiled, without Python objects."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mentis_records.core.text import folded
from mentis_records.fast.kernel import Kernel
from mentis_records.notation.bulk import record_field as field
from mentis_records.notation.bulk.tag_reader import TagReader
from mentis_records.notation.bulk.word_scan import END, VALUED, WordScanner, room32, room64
from mentis_records.notation.tables.grammar_file import STRUCTURE
from mentis_records.notation.tag.tag_layout import NAMED, Layout

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.mix import mix
    from mentis_records.fast.pointer import address8, address32, address64, find_byte
    from mentis_records.notation.bulk.word_scan import has_three_dots, move_number_of, number_of

_BEGIN, _END, _PLIES, _RESULT = field.BEGIN, field.END, field.PLIES, field.RESULT
_REMARKS, _FIRST_ROW = field.REMARKS, field.FIRST_ROW
_WIDTH, _OPENING = field.WIDTH, field.OPENING
_BEFORE, _AFTER, _CLOSING = field.BEFORE, field.AFTER, field.CLOSING
_REMARK_WIDTH = field.REMARK_WIDTH
_VARIATION_WIDTH, _VARIATION_PLY_WIDTH = field.VARIATION_WIDTH, field.VARIATION_PLY_WIDTH

_DRAW = 2
_NEVER = 0x7FFF_FFFF
_MAX_NAG = 255
_MIN_REMARK = 2
"""Bytes that a remark takes at least: ``$1`` or ``{}``.

A suffix has one byte, but goes with a ply of three.
"""

AGAIN = -2
"""The record must be scanned again, every word of it."""

_AGAIN, _VALUED, _NAMED = AGAIN, VALUED, NAMED
_RECORD, _MOST = 0x1_0000_0000, 0x4000_0000_0000_0000
"""Counts of positions begin with a number that rises by this with each record, up to that: what was
counted in the records before is less.
"""

_FRAME = 4
_PARENTHESIS, _QUESTION, _HYPHEN, _STAR = 40, 63, 45, 42
_BLANK, _DELETE = 32, 127
_NOBODY = frozenset({"", "?", "-", "*"})


class MovetextReader:
    """Plays records one after the other.

    ``turns`` and ``keys`` have ``row_count`` rows, one a position of a mainline: the code of the
    move that led to it times 8 plus the side that played it (-1 at the start), and the key. Those
    of a record stand together, from its field ``first_row`` on. ``contents`` has a hash a record,
    of its start and moves, and ``openings`` has ``OPENING``: of start, players and the first ply,
    the first two, and so on, 0 for plies that were not played and for records whose players are
    not all known. ``remarks`` are comments and judgements: record, line, ply, place, terminal,
    from and to. ``variations`` have record, line, parent line and ply; their plies are in
    ``variation_places`` (record, line, ply), ``variation_turns`` and ``variation_keys``.

    Unless ``keeps_plies``, all but the remarks stay empty.
    """

    def __init__(
        self,
        kernel: Kernel,
        layout: Layout,
        tags: TagReader,
        words: WordScanner,
        terminals: Sequence[str],
        shortest_ply: int,
        max_depth: int,
        keeps_plies: bool,
    ) -> None:
        """Prepare for a game.

        The arguments are those of ``BulkReader``, its tags' reader, and what has scanned the plies.
        Between two plies there is a byte at least.
        """
        self._words = words
        self.keeps_plies = keeps_plies
        self._kernel = kernel
        self._tags = tags
        self._terminals = len(terminals)
        ids = {name: number for number, name in enumerate(terminals)}
        self._word = ids[END]
        self._number, self._suffix, self._nag = ids["NUMBER"], ids["SUFFIX"], ids["NAG"]
        self._closing = ids["RESULT"]
        self._open, self._close = ids["VARIATION_OPEN"], ids["VARIATION_CLOSE"]
        self._brace, self._escape = ids["BRACE_COMMENT"], ids["ESCAPE_LINE"]
        self._line_comment = ids["LINE_COMMENT"]
        own = STRUCTURE - {"_NL", END}
        self._is_part = bytes(name not in own for name in terminals) + bytes(256)
        self._result_column = layout.column("Result")
        self._first_side = layout.column(layout.sides[0])
        self._sides = len(layout.sides)
        self._repetitions = layout.repetitions or _NEVER
        self._repetition = layout.repetition
        self._opener = layout.opener
        self._least = shortest_ply + 1
        self._stack = array("i", bytes(4 * _FRAME * (max_depth + 2)))
        self.first_start = 2 * max_depth + 4
        self.row_count = self.remark_count = 0
        self.variation_count = self.variation_ply_count = 0
        self._rows = self._remarks = self._variations = self._variation_plies = 0
        self._none = 0
        self.contents, self.openings = array("q", [0]), array("q", [0])
        self.turns, self.keys = array("q", [0]), array("q", [0])
        self.remarks = array("i", [0])
        self.variations, self.variation_places = array("i", [0]), array("i", [0])
        self.variation_turns, self.variation_keys = array("q", [0]), array("q", [0])
        self._path = array("q", [0])
        self._seen = array("q", [0])

    def begin(self, size: int, count: int, longest: int) -> None:
        """Begin a block: make room for all that its records can have.

        Args:
            size: its bytes.
            count: its records.
            longest: the bytes of the longest record.
        """
        self.remarks = room32(self.remarks, _REMARK_WIDTH * (size // _MIN_REMARK + 1))
        if self.keeps_plies:
            self._make_room(size // self._least + 2 * count + 2, count)
        most = longest // self._least + 2
        slots = 16
        while slots < 2 * most:
            slots *= 2
        self._path = room64(self._path, most)
        if len(self._seen) < 2 * slots or self._none > _MOST - _RECORD * count:
            self._seen = array("q", bytes(max(16 * slots, 8 * len(self._seen))))
            self._none = 0
        self.row_count = self.remark_count = 0
        self.variation_count = self.variation_ply_count = 0

    def _make_room(self, rows: int, count: int) -> None:
        """Make room for so many plies of so many records."""
        self.contents = room64(self.contents, count)
        self.openings = room64(self.openings, _OPENING * count)
        self.turns, self.keys = room64(self.turns, rows), room64(self.keys, rows)
        self.variations = room32(self.variations, _VARIATION_WIDTH * rows)
        self.variation_places = room32(self.variation_places, _VARIATION_PLY_WIDTH * rows)
        self.variation_turns = room64(self.variation_turns, rows)
        self.variation_keys = room64(self.variation_keys, rows)

    def mark(self, row: array[int]) -> None:
        """Begin a record: enter where its remarks and its plies begin."""
        row[_REMARKS] = self._remarks = self.remark_count
        row[_FIRST_ROW] = self._rows = self.row_count
        self._variations, self._variation_plies = self.variation_count, self.variation_ply_count

    def undo(self) -> None:
        """Take back what the record has left behind."""
        self.row_count, self.remark_count = self._rows, self._remarks
        self.variation_count, self.variation_ply_count = self._variations, self._variation_plies

    def read(
        self,
        text: bytes,
        tokens: array[int],
        first: int,
        count: int,
        record: int,
        row: array[int],
        start: int,
    ) -> int:
        """Play the movetext.

        Returns:
            The outcome on the board, -1 to refuse the record, or ``AGAIN`` if a ply does not end
            where its word does: the record must be scanned without a memory.
        """
        path = address64(self._path)
        stack = address32(self._stack)
        is_part = address8(self._is_part)
        values = address64(self._words.values)
        terminals, word, number = self._terminals, self._word, self._number
        keeps_plies = self.keeps_plies
        self._none += _RECORD
        self._kernel.restore(self.first_start + start)
        opener = self._opener if self._opener >= 0 else self._kernel.side
        begin, end = row[_BEGIN], row[_END]
        may_vary = find_byte(text, _PARENTHESIS, begin, end) < end
        size = 16
        most = 2 * ((end - begin) // self._least + 2)
        while size < most:
            size *= 2
        mask = 2 * size - 2
        length = 0
        line = lines = depth = ply = closed = 0
        place = _BEFORE
        has_number = move_number = is_dotted = 0
        last_end = 0
        played_plies = 0
        result = -1
        outcome = self._kernel.outcome()
        content = self._kernel.key
        opening = 0
        if keeps_plies:
            opening = self._begin_opening(text, record, row, content)
            self._add_row(-1, content)
        path[0] = self._kernel.key
        length = 1
        self._count(self._kernel.key, mask, 1)
        for index in range(first, count):
            terminal = tokens[3 * index]
            if is_part[terminal]:
                continue
            if terminal >= terminals:
                if outcome or (self._kernel.side == opener and not has_number):
                    return -1
                has_number = 0
                if may_vary:
                    self._kernel.save(2 * depth)
                side = self._kernel.side
                ply_first, ply_last = tokens[3 * index + 1], tokens[3 * index + 2]
                if tokens[3 * ply_first] != word:
                    code = self._kernel.play(text, tokens, ply_first, ply_last)
                elif ply_first == ply_last:
                    written = values[ply_first]
                    code = self._kernel.play_written(written) if written >= 0 else -1
                else:
                    return _AGAIN
                if code < 0:
                    return -1
                last_end = tokens[3 * ply_last + 2]
                ply += 1
                if ply == 1 and not line and self._opener == _NAMED:
                    opener = side if self._kernel.move_number == move_number else 1 - side
                if is_dotted and side == opener:
                    return -1
                is_dotted = 0
                place = _AFTER
                closed = 0
                key = self._kernel.key
                path[length] = key
                length += 1
                outcome = self._kernel.outcome()
                if self._count(key, mask, 1) >= self._repetitions and not outcome:
                    outcome = self._repetition << 2 | _DRAW + 1
                if not keeps_plies:
                    continue
                if line:
                    self._add_variation_ply(record, line, ply, code << 3 | side, key)
                else:
                    content = mix(content ^ code)
                    if opening and ply <= _OPENING:
                        opening = mix(opening ^ code)
                        self.openings[_OPENING * record + ply - 1] = opening
                    self._add_row(code << 3 | side, key)
            elif terminal == number:
                last_end = tokens[3 * index + 2]
                if tokens[3 * index + 1] == _VALUED:
                    move_number = values[index] >> 1
                    is_dotted = values[index] & 1
                else:
                    move_number = move_number_of(text, tokens[3 * index + 1], last_end)
                    is_dotted = has_three_dots(text, tokens[3 * index + 1], last_end)
                if move_number != self._kernel.move_number:
                    return -1
                has_number = 1
            elif terminal == self._suffix:
                if tokens[3 * index + 1] != last_end:
                    return -1
                self._add_remark(record, line, ply, place, tokens, index)
            elif terminal == self._nag:
                nag = number_of(text, tokens[3 * index + 1] + 1, tokens[3 * index + 2])
                if not 0 <= nag <= _MAX_NAG:
                    return -1
                self._add_remark(record, line, ply, place, tokens, index)
            elif (
                terminal == self._brace
                or terminal == self._line_comment
                or terminal == self._escape
            ):
                if closed:
                    self._add_remark(record, closed, ply, _CLOSING, tokens, index)
                else:
                    self._add_remark(
                        record, line, ply + 1 if place == _BEFORE else ply, place, tokens, index
                    )
            elif terminal == self._open:
                frame = _FRAME * depth
                stack[frame] = line
                stack[frame + 1] = ply
                stack[frame + 2] = outcome
                stack[frame + 3] = length
                self._kernel.save(2 * depth + 1)
                self._kernel.restore(2 * depth)
                length -= 1
                self._count(path[length], mask, -1)
                lines += 1
                if keeps_plies:
                    self._add_variation(record, lines, line, ply)
                line = lines
                ply -= 1
                outcome = 0
                place = _BEFORE
                closed = 0
                has_number = 0
                depth += 1
            elif terminal == self._close:
                depth -= 1
                frame = _FRAME * depth
                while length > stack[frame + 3] - 1:
                    length -= 1
                    self._count(path[length], mask, -1)
                closed = line
                line = stack[frame]
                ply = stack[frame + 1]
                outcome = stack[frame + 2]
                self._kernel.restore(2 * depth + 1)
                path[length] = self._kernel.key
                length += 1
                self._count(self._kernel.key, mask, 1)
                place = _AFTER
                has_number = 0
            elif terminal == self._closing:
                result = self._tags.find_word(
                    text, self._result_column, tokens[3 * index + 1], tokens[3 * index + 2]
                )
                played_plies = ply
                place = _CLOSING
                closed = 0
        if result < 0:
            return -1
        row[_RESULT] = result
        row[_PLIES] = played_plies
        if keeps_plies:
            self.contents[record] = content
        return outcome

    def _begin_opening(self, text: bytes, record: int, row: array[int], key: int) -> int:
        """Return a hash of a start and of who plays, or 0 where that is not known."""
        for index in range(_OPENING):
            self.openings[_OPENING * record + index] = 0
        for side in range(self._sides):
            place = _WIDTH + 2 * (self._first_side + side)
            begin, end = row[place], row[place + 1]
            if end - begin < 2 and (
                begin == end
                or text[begin] == _QUESTION
                or text[begin] == _HYPHEN
                or text[begin] == _STAR
            ):
                return 0
            before, is_odd, hashed = _BLANK, 0, key
            for index in range(begin, end):
                byte = text[index]
                is_odd |= byte >= _DELETE or byte < _BLANK or (byte == _BLANK and before == _BLANK)
                before = byte
                hashed = mix(hashed ^ byte)
            if is_odd or before == _BLANK:
                key = self._hash_odd_name(text, begin, end, key)
                if not key:
                    return 0
            else:
                key = mix(hashed ^ (end - begin))
        return key

    def _hash_odd_name(self, text: bytes, begin: int, end: int, key: int) -> int:
        """Return the hash with a name that must be folded first, or 0 if it names nobody."""
        name = folded(text[begin:end].decode("utf-8", "replace"))
        if name in _NOBODY:
            return 0
        written = name.encode()
        for byte in written:
            key = mix(key ^ byte)
        return mix(key ^ len(written))

    def _count(self, key: int, mask: int, step: int) -> int:
        """Add to the occurrences of a position in the line; return how many there are."""
        seen = address64(self._seen)
        none = self._none
        at = key >> 2 & mask
        while seen[at + 1] >= none and seen[at] != key:
            at = at + 2 & mask
        if seen[at + 1] < none:
            seen[at] = key
            seen[at + 1] = none
        seen[at + 1] += step
        count: int = seen[at + 1] - none
        return count

    def _add_row(self, turn: int, key: int) -> None:
        row = self.row_count
        self.turns[row] = turn
        self.keys[row] = key
        self.row_count = row + 1

    def _add_variation(self, record: int, line: int, parent: int, ply: int) -> None:
        at = _VARIATION_WIDTH * self.variation_count
        self.variations[at] = record
        self.variations[at + 1] = line
        self.variations[at + 2] = parent
        self.variations[at + 3] = ply
        self.variation_count += 1

    def _add_variation_ply(self, record: int, line: int, ply: int, turn: int, key: int) -> None:
        row = self.variation_ply_count
        at = _VARIATION_PLY_WIDTH * row
        self.variation_places[at] = record
        self.variation_places[at + 1] = line
        self.variation_places[at + 2] = ply
        self.variation_turns[row] = turn
        self.variation_keys[row] = key
        self.variation_ply_count = row + 1

    def _add_remark(
        self, record: int, line: int, ply: int, place: int, tokens: array[int], index: int
    ) -> None:
        at = _REMARK_WIDTH * self.remark_count
        self.remarks[at] = record
        self.remarks[at + 1] = line
        self.remarks[at + 2] = ply
        self.remarks[at + 3] = place
        self.remarks[at + 4] = tokens[3 * index]
        self.remarks[at + 5] = tokens[3 * index + 1]
        self.remarks[at + 6] = tokens[3 * index + 2]
        self.remark_count += 1
