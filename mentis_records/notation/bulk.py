"""Read many records at once into columns of numbers, compiled and without Python objects.

It takes what is sound and needs no word: the grammar's automaton accepts the record, every ply
is legal, tags and result agree with the board. Any other record is only marked as refused, and
goes to the reader that explains.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mentis_records.core.kernel import Kernel
from mentis_records.notation import layout as kind
from mentis_records.notation.grammar import STRUCTURE
from mentis_records.notation.layout import Layout
from mentis_records.notation.scan import Scanner

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

if not cython.compiled:
    from mentis_records.core.mix import mix
    from mentis_records.core.pointer import address8, address32, address64, find_byte

STATUSES = (0, 1, 2, 3)
"""Sound; sound but for missing standard tags; refused; waiting for its stated position."""

_SOUND, _NOTED, _REFUSED, _STATED = STATUSES

FIELDS = (
    "begin",
    "end",
    "line",
    "status",
    "plies",
    "result",
    "termination",
    "outcome",
    "start",
    "extras",
    "is_plain",
    "remarks",
)
"""The numbers of a record, before those of its tags."""

(
    _BEGIN,
    _END,
    _LINE,
    _STATUS,
    _PLIES,
    _RESULT,
    _TERMINATION,
    _OUTCOME,
    _START,
    _EXTRAS,
    _IS_PLAIN,
    _REMARKS,
) = range(len(FIELDS))
_WIDTH = len(FIELDS)

_PLAIN = bytes([9, 10, *range(32, 127)])
"""Printable ASCII and what parts it."""

BEFORE, AFTER, CLOSING = 0, 1, 2
_BEFORE, _AFTER, _CLOSING = BEFORE, AFTER, CLOSING
"""Where a remark stands: before the first ply of its line, behind a ply, behind the result."""

EXTRA_WIDTH, REMARK_WIDTH, VARIATION_WIDTH, VARIATION_PLY_WIDTH = 5, 7, 4, 3
_EXTRA_WIDTH, _REMARK_WIDTH = EXTRA_WIDTH, REMARK_WIDTH
_VARIATION_WIDTH, _VARIATION_PLY_WIDTH = VARIATION_WIDTH, VARIATION_PLY_WIDTH

_TEXT, _IS_RESULT, _IS_TERMINATION, _DATE = kind.TEXT, kind.RESULT, kind.TERMINATION, kind.DATE
_NUMBER, _PLY_COUNT, _OPTION, _GAME = kind.NUMBER, kind.PLY_COUNT, kind.OPTION, kind.GAME
_POSITION = kind.POSITION

REPETITIONS = 3
_REPETITIONS = REPETITIONS
"""Occurrences of a position that end a game (rules R6)."""

_DRAW, _UNKNOWN = 2, 3
_MAX_NAG = 255
_HASH = 256
_MIN_PLY, _MIN_TAG, _MIN_REMARK = 4, 6, 2
"""Bytes that each takes at least: ``Sb1`` and a blank, ``[A ""]``, ``$1`` or ``{}``.

A suffix has one byte, but goes with a ply of three.
"""

_FRAME = 4
_PARENTHESIS = 40

OPENING = 8
_OPENING = OPENING
"""Plies by which the records of one game are found, whole or cut short."""

_MAX_EXTRAS = 64
"""Tags without a column that a record may have here."""

_QUESTION, _HYPHEN, _STAR = 63, 45, 42


class BulkReader:
    """Reads blocks of tagged records one after the other; its arrays hold the last one's.

    ``records`` has a row a record, ``width`` numbers wide: ``FIELDS``, then where the value of
    each tag of the layout begins and ends, 0 and 0 for a tag that is missing. ``owners``,
    ``plies``, ``turns`` and ``keys`` have ``row_count`` rows, one a position of a mainline: the
    record, the plies before it, the code of the move that led to it times 8 plus the side that
    played it (-1 at the start), and the key. ``contents`` has a hash a record, of its start and
    moves, and ``openings`` has ``OPENING``: of start, players and the first ply, the first two,
    and so on, 0 for plies that were not played and for records whose players are not all known.
    ``extras`` are the tags without a column: record, name and value, both from and to.
    ``remarks`` are comments and judgements: record, line, ply, place, terminal, from and to.
    ``variations`` have record, line, parent line and ply; their plies are in
    ``variation_places`` (record, line, ply), ``variation_turns`` and ``variation_keys``.
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
        """
        self._scanner = scanner
        self._kernel = kernel
        self._start_rule = start_rule
        self._max_depth = max_depth
        self.width = _WIDTH + 2 * len(layout.names)
        self._tags = len(layout.names)
        self._standard = layout.standard
        self._terminals = len(terminals)
        ids = {name: number for number, name in enumerate(terminals)}
        self._tag_open, self._string = ids["TAG_OPEN"], ids["STRING"]
        self._tag_close, self._line_break = ids["TAG_CLOSE"], ids["_NL"]
        self._number, self._suffix, self._nag = ids["NUMBER"], ids["SUFFIX"], ids["NAG"]
        self._closing = ids["RESULT"]
        self._open, self._close = ids["VARIATION_OPEN"], ids["VARIATION_CLOSE"]
        self._brace, self._escape = ids["BRACE_COMMENT"], ids["ESCAPE_LINE"]
        self._line_comment = ids["LINE_COMMENT"]
        own = STRUCTURE - {"_NL"}
        self._is_part = bytes(name not in own for name in terminals) + bytes(256)
        self._kinds = array("i", layout.kinds)
        self._result_column = layout.column("Result")
        self._first_side = layout.column(layout.sides[0])
        self._sides = len(layout.sides)
        self._termination_column = layout.column("Termination")
        self._results_of = array("i", layout.results_of)
        self._board_terminations = array("i", layout.board_terminations)
        self._repetition = layout.board_terminations.index(layout.terminations.index("repetition"))
        self._unterminated = layout.terminations.index("unterminated")
        self._options = array("i", [len(words) for words in layout.words])
        self._defaults = array("i", [*defaults, 0])
        self._set_vocabulary(layout)
        self._stack = array("i", bytes(4 * _FRAME * (max_depth + 2)))
        self.first_start = 2 * max_depth + 4
        self.record_count = self.row_count = self.extra_count = self.remark_count = 0
        self.variation_count = self.variation_ply_count = 0
        self._stamp = 0
        self._is_plain = True
        self._tokens = array("i", [0])
        self.records = array("i", [0])
        self.contents, self.openings = array("q", [0]), array("q", [0])
        self.owners, self.plies = array("i", [0]), array("i", [0])
        self.turns, self.keys = array("q", [0]), array("q", [0])
        self.extras, self.remarks = array("i", [0]), array("i", [0])
        self.variations, self.variation_places = array("i", [0]), array("i", [0])
        self.variation_turns, self.variation_keys = array("q", [0]), array("q", [0])
        self._path = array("q", [0])
        self._seen_keys = array("q", [0])
        self._seen_counts, self._seen_stamps = array("i", [0]), array("i", [0])

    def _set_vocabulary(self, layout: Layout) -> None:
        """Lay out the tags' names, then the words that columns allow, one after the other.

        Names are chained by a hash of their length, first and last byte.
        """
        places: list[int] = []
        text = b""
        for word in (*layout.names, *(word for words in layout.words for word in words)):
            places += [len(text), len(text) + len(word.encode())]
            text += word.encode()
        heads, chain = [-1] * _HASH, [-1] * len(layout.names)
        for column, name in enumerate(map(str.encode, layout.names)):
            slot = (name[0] * 5 + name[len(name) - 1] * 3 + len(name)) % _HASH
            chain[column], heads[slot] = heads[slot], column
        firsts = [len(layout.names)]
        for words in layout.words:
            firsts.append(firsts[len(firsts) - 1] + len(words))
        self._vocabulary = text
        self._places = array("i", places)
        self._name_heads, self._name_chain = array("i", heads), array("i", chain)
        self._word_firsts = array("i", firsts)

    def read(self, text: bytes, bounds: array[int], count: int) -> None:
        """Read the records of a block.

        Args:
            text: the bytes; a line feed ends a line.
            bounds: two numbers a record, as ``boundary.find_boundaries`` gives them, and two
                more for the end.
            count: the number of records.
        """
        self._reserve(text, bounds, count)
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

    def _reserve(self, text: bytes, bounds: array[int], count: int) -> None:
        """Begin a block: make room for all that its records can have."""
        size = len(text)
        self._is_plain = not cython.compiled and not text.translate(None, _PLAIN)
        longest = 0
        for record in range(count):
            longest = max(longest, bounds[2 * record + 2] - bounds[2 * record])
        rows = size // _MIN_PLY + 2 * count + 2
        self._tokens = _room32(self._tokens, 3 * (2 * longest + 2))
        self.records = _room32(self.records, count * self.width)
        self.contents = _room64(self.contents, count)
        self.openings = _room64(self.openings, _OPENING * count)
        self.owners, self.plies = _room32(self.owners, rows), _room32(self.plies, rows)
        self.turns, self.keys = _room64(self.turns, rows), _room64(self.keys, rows)
        self.extras = _room32(self.extras, _EXTRA_WIDTH * (size // _MIN_TAG + 1))
        self.remarks = _room32(self.remarks, _REMARK_WIDTH * (size // _MIN_REMARK + 1))
        self.variations = _room32(self.variations, _VARIATION_WIDTH * rows)
        self.variation_places = _room32(self.variation_places, _VARIATION_PLY_WIDTH * rows)
        self.variation_turns = _room64(self.variation_turns, rows)
        self.variation_keys = _room64(self.variation_keys, rows)
        most = longest // _MIN_PLY + 2
        slots = 16
        while slots < 2 * most:
            slots *= 2
        self._path = _room64(self._path, most)
        if len(self._seen_keys) < slots:
            self._seen_keys = array("q", bytes(8 * slots))
            self._seen_counts = array("i", bytes(4 * slots))
            self._seen_stamps = array("i", bytes(4 * slots))
            self._stamp = 0
        if self._stamp > 1 << 30:
            self._seen_stamps = array("i", bytes(4 * len(self._seen_stamps)))
            self._stamp = 0
        self.record_count = count
        self.row_count = self.extra_count = self.remark_count = 0
        self.variation_count = self.variation_ply_count = 0

    def _read_record(
        self, text: bytes, record: int, begin: int, end: int, line: int, start: int
    ) -> None:
        """Read one record; what a refused one has left behind is taken back."""
        rows, extras, remarks = self.row_count, self.extra_count, self.remark_count
        variations, variation_plies = self.variation_count, self.variation_ply_count
        at = record * self.width
        for field in range(self.width):
            self.records[at + field] = 0
        self.records[at + _BEGIN] = begin
        self.records[at + _END] = end
        self.records[at + _LINE] = line
        self.records[at + _EXTRAS] = extras
        self.records[at + _REMARKS] = remarks
        self.records[at + _IS_PLAIN] = 1 if self._is_plain else _is_plain(text, begin, end)
        status = self._walk(text, record, at, begin, end, start)
        self.records[at + _STATUS] = status
        if status in (_REFUSED, _STATED):
            self.row_count, self.extra_count, self.remark_count = rows, extras, remarks
            self.variation_count, self.variation_ply_count = variations, variation_plies

    def _walk(self, text: bytes, record: int, at: int, begin: int, end: int, start: int) -> int:
        """Scan a record, check its tags, and play its plies; return its status."""
        if self.records[at + _IS_PLAIN] < 0:
            return _REFUSED
        tokens = address32(self._tokens)
        count = self._scanner.scan(text, begin, end, self._start_rule, self._max_depth, tokens)
        if count < 0:
            return _REFUSED
        first = self._walk_tags(text, tokens, record, at, count)
        if first < 0:
            return _REFUSED
        if start < 0:
            start = self._find_start(text, at)
            if start < 0:
                return _STATED
        self.records[at + _START] = start
        outcome = self._walk_plies(text, tokens, record, at, first, count, start)
        if outcome < 0:
            return _REFUSED
        return self._judge(text, at, outcome)

    def _walk_tags(self, text: bytes, tokens: array[int], record: int, at: int, count: int) -> int:
        """Enter the tags; return the index of the first token behind them, or -1."""
        index = 0
        opened = 0
        while index < count:
            terminal = tokens[3 * index]
            if terminal == self._tag_open:
                opened = index
            elif terminal == self._string:
                name_begin = tokens[3 * opened + 1] + 1
                name_end = tokens[3 * opened + 2]
                while text[name_end - 1] == 32 or text[name_end - 1] == 9:
                    name_end -= 1
                value_begin = tokens[3 * index + 1] + 1
                value_end = tokens[3 * index + 2] - 1
                column = self._find_name(text, name_begin, name_end)
                if column < 0:
                    if not self._add_extra(
                        text, record, at, name_begin, name_end, value_begin, value_end
                    ):
                        return -1
                else:
                    place = at + _WIDTH + 2 * column
                    if self.records[place + 1] or not self._is_sound(
                        text, column, value_begin, value_end
                    ):
                        return -1
                    self.records[place] = value_begin
                    self.records[place + 1] = value_end
            elif terminal != self._line_break and terminal != self._tag_close:
                break
            index += 1
        return index

    def _find_name(self, text: bytes, begin: int, end: int) -> int:
        """Return the column of a tag's name, or -1."""
        slot = (text[begin] * 5 + text[end - 1] * 3 + end - begin) % _HASH
        column = self._name_heads[slot]
        while column >= 0 and not self._is_entry(text, begin, end, column):
            column = self._name_chain[column]
        return column

    def _find_word(self, text: bytes, column: int, begin: int, end: int) -> int:
        """Return which of a column's words a value is, or -1."""
        first = self._word_firsts[column]
        for word in range(first, self._word_firsts[column + 1]):
            if self._is_entry(text, begin, end, word):
                return word - first
        return -1

    def _is_entry(self, text: bytes, begin: int, end: int, entry: int) -> int:
        """Tell whether a stretch is an entry of the vocabulary."""
        place = self._places[2 * entry]
        if end - begin != self._places[2 * entry + 1] - place:
            return 0
        for at in range(end - begin):
            if text[begin + at] != self._vocabulary[place + at]:
                return 0
        return 1

    def _add_extra(
        self,
        text: bytes,
        record: int,
        at: int,
        name_begin: int,
        name_end: int,
        value_begin: int,
        value_end: int,
    ) -> int:
        """Enter a tag without a column.

        Return 0 if the record has one of this name, or so many that comparing would take long.
        """
        if self.extra_count - self.records[at + _EXTRAS] >= _MAX_EXTRAS:
            return 0
        extras = address32(self.extras)
        for other in range(self.records[at + _EXTRAS], self.extra_count):
            place = _EXTRA_WIDTH * other
            if _is_same(text, name_begin, name_end, extras[place + 1], extras[place + 2]):
                return 0
        place = _EXTRA_WIDTH * self.extra_count
        extras[place] = record
        extras[place + 1] = name_begin
        extras[place + 2] = name_end
        extras[place + 3] = value_begin
        extras[place + 4] = value_end
        self.extra_count += 1
        return 1

    def _is_sound(self, text: bytes, column: int, begin: int, end: int) -> int:
        """Tell whether a value is what its column demands."""
        demand = self._kinds[column]
        if demand in (_TEXT, _POSITION):
            return 1
        if demand == _DATE:
            return _is_date(text, begin, end)
        if demand in (_NUMBER, _PLY_COUNT):
            return 1 if _number_of(text, begin, end) != -1 else 0
        return 1 if self._find_word(text, column, begin, end) >= 0 else 0

    def _find_start(self, text: bytes, at: int) -> int:
        """Return the number of the start that the options choose; -1 if a position is stated."""
        start = 0
        option = 0
        for column in range(self._tags):
            place = at + _WIDTH + 2 * column
            if self._kinds[column] == _POSITION and self.records[place + 1]:
                return -1
            if self._kinds[column] == _OPTION:
                value = self._defaults[option]
                if self.records[place + 1]:
                    value = self._find_word(
                        text, column, self.records[place], self.records[place + 1]
                    )
                start = start * self._options[column] + value
                option += 1
        return start

    def _walk_plies(
        self,
        text: bytes,
        tokens: array[int],
        record: int,
        at: int,
        first: int,
        count: int,
        start: int,
    ) -> int:
        """Play the movetext; return the outcome on the board, or -1 to refuse the record."""
        path = address64(self._path)
        stack = address32(self._stack)
        self._kernel.restore(self.first_start + start)
        begin, end = self.records[at + _BEGIN], self.records[at + _END]
        may_vary = find_byte(text, _PARENTHESIS, begin, end) < end
        size = 16
        most = 2 * ((end - begin) // _MIN_PLY + 2)
        while size < most:
            size *= 2
        mask = size - 1
        self._stamp += 1
        length = 0
        line = lines = depth = ply = 0
        place = _BEFORE
        has_number = 0
        last_end = 0
        played_plies = 0
        result = -1
        outcome = self._kernel.outcome()
        content = self._kernel.key
        opening = self._begin_opening(text, record, at, content)
        path[0] = self._kernel.key
        length = 1
        self._count(self._kernel.key, mask, 1)
        self._add_row(record, 0, -1, self._kernel.key)
        for index in range(first, count):
            terminal = tokens[3 * index]
            if self._is_part[terminal]:
                continue
            if terminal >= self._terminals:
                if outcome or (self._kernel.side == 0 and not has_number):
                    return -1
                has_number = 0
                if may_vary:
                    self._kernel.save(2 * depth)
                side = self._kernel.side
                code = self._kernel.play(text, tokens, tokens[3 * index + 1], tokens[3 * index + 2])
                if code < 0:
                    return -1
                last_end = tokens[3 * tokens[3 * index + 2] + 2]
                ply += 1
                place = _AFTER
                key = self._kernel.key
                path[length] = key
                length += 1
                outcome = self._kernel.outcome()
                if self._count(key, mask, 1) >= _REPETITIONS and not outcome:
                    outcome = self._repetition << 2 | _DRAW + 1
                if line:
                    self._add_variation_ply(record, line, ply, code << 3 | side, key)
                else:
                    content = mix(content ^ code)
                    if opening and ply <= _OPENING:
                        opening = mix(opening ^ code)
                        self.openings[_OPENING * record + ply - 1] = opening
                    self._add_row(record, ply, code << 3 | side, key)
            elif terminal == self._number:
                if _move_number(text, tokens[3 * index + 1], tokens[3 * index + 2]) != (
                    self._kernel.move_number
                ):
                    return -1
                has_number = 1
            elif terminal == self._suffix:
                if tokens[3 * index + 1] != last_end:
                    return -1
                self._add_remark(record, line, ply, place, tokens, index)
            elif terminal == self._nag:
                if _nag_of(text, tokens[3 * index + 1] + 1, tokens[3 * index + 2]) > _MAX_NAG:
                    return -1
                self._add_remark(record, line, ply, place, tokens, index)
            elif (
                terminal == self._brace
                or terminal == self._line_comment
                or terminal == self._escape
            ):
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
                self._add_variation(record, lines, line, ply)
                line = lines
                ply -= 1
                outcome = 0
                place = _BEFORE
                has_number = 0
                depth += 1
            elif terminal == self._close:
                depth -= 1
                frame = _FRAME * depth
                while length > stack[frame + 3] - 1:
                    length -= 1
                    self._count(path[length], mask, -1)
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
                result = self._find_word(
                    text, self._result_column, tokens[3 * index + 1], tokens[3 * index + 2]
                )
                played_plies = ply
                place = _CLOSING
        if result < 0:
            return -1
        self.records[at + _RESULT] = result
        self.records[at + _PLIES] = played_plies
        self.contents[record] = content
        return outcome

    def _begin_opening(self, text: bytes, record: int, at: int, key: int) -> int:
        """Return a hash of a start and of who plays, or 0 where that is not known."""
        for index in range(_OPENING):
            self.openings[_OPENING * record + index] = 0
        for side in range(self._sides):
            place = at + _WIDTH + 2 * (self._first_side + side)
            begin, end = self.records[place], self.records[place + 1]
            if end - begin < 2 and (
                begin == end
                or text[begin] == _QUESTION
                or text[begin] == _HYPHEN
                or text[begin] == _STAR
            ):
                return 0
            for index in range(begin, end):
                key = mix(key ^ text[index])
            key = mix(key ^ (end - begin))
        return key

    def _judge(self, text: bytes, at: int, outcome: int) -> int:
        """Compare what the tags say with the result and the board; return the status."""
        result = self.records[at + _RESULT]
        status = _SOUND
        for column in range(self._tags):
            begin = self.records[at + _WIDTH + 2 * column]
            end = self.records[at + _WIDTH + 2 * column + 1]
            if not end:
                if column < self._standard:
                    status = _NOTED
            elif column == self._result_column:
                if self._find_word(text, column, begin, end) != result:
                    return _REFUSED
            elif self._kinds[column] == _PLY_COUNT:
                number = _number_of(text, begin, end)
                if number >= 0 and number != self.records[at + _PLIES]:
                    return _REFUSED
        termination = -1
        place = at + _WIDTH + 2 * self._termination_column
        if self.records[place + 1]:
            termination = self._find_word(
                text, self._termination_column, self.records[place], self.records[place + 1]
            )
        if outcome:
            if (outcome & 3) - 1 != result:
                return _REFUSED
            shown = self._board_terminations[outcome >> 2]
            if termination >= 0 and termination != shown:
                return _REFUSED
            termination = shown
        elif termination >= 0:
            if not self._results_of[termination] >> result & 1:
                return _REFUSED
        elif result == _UNKNOWN:
            termination = self._unterminated
        self.records[at + _TERMINATION] = termination
        self.records[at + _OUTCOME] = outcome
        return status

    def _count(self, key: int, mask: int, step: int) -> int:
        """Add to the occurrences of a position in the line; return how many there are."""
        slot = key >> 3 & mask
        while self._seen_stamps[slot] == self._stamp and self._seen_keys[slot] != key:
            slot = slot + 1 & mask
        if self._seen_stamps[slot] != self._stamp:
            self._seen_stamps[slot] = self._stamp
            self._seen_keys[slot] = key
            self._seen_counts[slot] = 0
        self._seen_counts[slot] += step
        return self._seen_counts[slot]

    def _add_row(self, record: int, ply: int, turn: int, key: int) -> None:
        row = self.row_count
        self.owners[row] = record
        self.plies[row] = ply
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


def _room32(values: array[int], size: int) -> array[int]:
    """Return an array of at least this size: the old one, or a longer one without its values."""
    return values if len(values) >= size else array("i", bytes(4 * (size + size // 4)))


def _room64(values: array[int], size: int) -> array[int]:
    return values if len(values) >= size else array("q", bytes(8 * (size + size // 4)))


def _is_plain(text: bytes, begin: int, end: int) -> int:
    """Return 1 for printable ASCII in lines, 0 for text with other letters, -1 for controls."""
    highest = 0
    controls = 0
    for at in range(begin, end):
        byte = text[at]
        highest |= byte
        controls |= (byte < 32 and byte != 10 and byte != 9) or byte == 127
    return -1 if controls else 1 if highest < 128 else 0


def _is_same(text: bytes, begin: int, end: int, other: int, other_end: int) -> int:
    """Tell whether two stretches are equal."""
    if end - begin != other_end - other:
        return 0
    for at in range(end - begin):
        if text[begin + at] != text[other + at]:
            return 0
    return 1


def _number_of(text: bytes, begin: int, end: int) -> int:
    """Return a number of up to nine digits, -2 for an unknown one, or -1 for anything else."""
    if end - begin == 1 and (text[begin] == 63 or text[begin] == 45):
        return -2
    if not begin < end <= begin + 9:
        return -1
    number = 0
    for at in range(begin, end):
        if not 48 <= text[at] <= 57:
            return -1
        number = number * 10 + text[at] - 48
    return number


def _move_number(text: bytes, begin: int, end: int) -> int:
    """Return the number before the dots, or -1 for one that is too long."""
    while text[end - 1] == 46:
        end -= 1
    number = _number_of(text, begin, end)
    return number if number >= 0 else -1


def _nag_of(text: bytes, begin: int, end: int) -> int:
    """Return the number of an annotation, or one that is too large."""
    number = _number_of(text, begin, end)
    return number if number >= 0 else _MAX_NAG + 1


def _is_date(text: bytes, begin: int, end: int) -> int:
    """Tell whether a value is a date, whole or with unknown parts at its end."""
    if end - begin == 1:
        return 1 if text[begin] == 63 or text[begin] == 45 else 0
    if end - begin != 10 or text[begin + 4] != 46 or text[begin + 7] != 46:
        return 0
    year = _part_of_date(text, begin, begin + 4)
    month = _part_of_date(text, begin + 5, begin + 7)
    day = _part_of_date(text, begin + 8, begin + 10)
    if year == -2:
        return 1 if month == -2 and day == -2 else 0
    if month == -2:
        return 1 if year > 0 and day == -2 else 0
    if year < 1 or not 1 <= month <= 12:
        return 0
    days = 31
    if month == 2:
        days = 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    elif month == 4 or month == 6 or month == 9 or month == 11:
        days = 30
    return 1 if day == -2 or 1 <= day <= days else 0


def _part_of_date(text: bytes, begin: int, end: int) -> int:
    """Return digits as a number, -2 for question marks only, else -1."""
    unknown = 0
    for at in range(begin, end):
        unknown += text[at] == 63
    if unknown:
        return -2 if unknown == end - begin else -1
    return _number_of(text, begin, end)
