"""Read the tags of records in bulk, and judge what they claim; compiled, without Python objects."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from mentis_records.core.date import FIRST_YEAR, tomorrow
from mentis_records.notation.bulk import record_field as field
from mentis_records.notation.bulk.word_scan import room32
from mentis_records.notation.tag import tag_layout as kind
from mentis_records.notation.tag.tag_layout import Layout

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32, find_byte, is_same
    from mentis_records.notation.bulk.word_scan import is_likely_date, number_of

_SOUND, _NOTED, _REFUSED = field.SOUND, field.NOTED, field.REFUSED
_PLIES, _RESULT, _TERMINATION = field.PLIES, field.RESULT, field.TERMINATION
_OUTCOME, _EXTRAS, _WIDTH = field.OUTCOME, field.EXTRAS, field.WIDTH
_EXTRA_WIDTH = field.EXTRA_WIDTH

_TEXT, _IS_RESULT, _IS_TERMINATION, _DATE = kind.TEXT, kind.RESULT, kind.TERMINATION, kind.DATE
_NUMBER, _PLY_COUNT, _OPTION, _GAME = kind.NUMBER, kind.PLY_COUNT, kind.OPTION, kind.GAME
_POSITION, _SETTING = kind.POSITION, kind.SETTING

_UNKNOWN = 3
"""The result ``*``."""

_BRACKET, _QUOTE = 91, 34
_HASH = 256
_MIN_TAG = 6
"""Bytes that a tag pair takes at least: ``[A ""]``."""

_MAX_EXTRAS = 64
"""Tags without a column that a record may have here."""


_REMARKS = frozenset(("BRACE_COMMENT", "LINE_COMMENT", "ESCAPE_LINE", "_NL"))
"""The terminals that may stand between tags."""


class TagReader:
    """Enters the tags of records into their rows (see ``record_field``), one after the other.

    A row has the fields of a record, then where the value of each tag of the layout begins and
    ends, 0 and 0 for a tag that is missing. ``extras`` are the ``extra_count`` tags without a
    column: record, name and value, both from and to.
    """

    def __init__(
        self,
        layout: Layout,
        terminals: Sequence[str],
        defaults: Sequence[int],
        absent: bytes,
        misnamed: Iterable[str],
    ) -> None:
        """Prepare for a game.

        Args:
            layout: its tags.
            terminals: its grammar's terminals by id.
            defaults: for each option of the layout, which value holds without its tag.
            absent: for each start that options choose, 1 if there is none.
            misnamed: names in lower case that a tag without a column must not have in any case.
        """
        ids = {name: number for number, name in enumerate(terminals)}
        self._tag_open, self._string = ids["TAG_OPEN"], ids["STRING"]
        self._tag_close, self._line_break = ids["TAG_CLOSE"], ids["_NL"]
        self._is_remark = bytes(name in _REMARKS for name in terminals)
        self._tags = len(layout.names)
        self._standard = layout.standard
        self._kinds = array("i", layout.kinds)
        self._result_column = layout.column("Result")
        self._termination_column = layout.column("Termination")
        self._results_of = array("i", layout.results_of)
        self._board_terminations = array("i", layout.board_terminations)
        self._unterminated = layout.terminations.index("unterminated")
        self._options = array("i", [len(words) for words in layout.words])
        self._defaults = array("i", [*defaults, 0])
        self._is_absent = absent
        last = tomorrow()
        self._first_year = FIRST_YEAR
        self._last_day = (last.year * 100 + last.month) * 100 + last.day
        self._set_vocabulary(layout, misnamed)
        self.extra_count = self._mark = 0
        self.extras = array("i", [0])

    def _set_vocabulary(self, layout: Layout, misnamed: Iterable[str]) -> None:
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
        misnamed = sorted(misnamed, key=len)
        self._misnamed = "".join(misnamed).encode()
        self._misnamed_sizes = array("i", [len(name.encode()) for name in misnamed])
        self._places = array("i", places)
        self._name_heads, self._name_chain = array("i", heads), array("i", chain)
        self._word_firsts = array("i", firsts)

    def begin(self, size: int) -> None:
        """Begin a block of so many bytes."""
        self.extras = room32(self.extras, _EXTRA_WIDTH * (size // _MIN_TAG + 1))
        self.extra_count = self._mark = 0

    def mark(self, row: array[int]) -> None:
        """Begin a record: enter where its tags without a column begin."""
        row[_EXTRAS] = self._mark = self.extra_count

    def undo(self) -> None:
        """Take back what the record has left behind."""
        self.extra_count = self._mark

    def read(
        self, text: bytes, tokens: array[int], count: int, record: int, row: array[int]
    ) -> int:
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
                        text, record, row, name_begin, name_end, value_begin, value_end
                    ):
                        return -1
                else:
                    place = _WIDTH + 2 * column
                    if row[place + 1] or not self._is_sound(text, column, value_begin, value_end):
                        return -1
                    row[place] = value_begin
                    row[place + 1] = value_end
            elif terminal != self._line_break and terminal != self._tag_close:
                break
            index += 1
        return index if self._is_section_whole(text, tokens, index, count) else -1

    def _is_section_whole(self, text: bytes, tokens: array[int], index: int, count: int) -> int:
        """Tell whether no tag comes, and none is hidden, behind comments that begin at an index."""
        while index < count and self._is_remark[tokens[3 * index]]:
            begin, end = tokens[3 * index + 1], tokens[3 * index + 2]
            if find_byte(text, _BRACKET, begin, end) < end:
                return 0
            if find_byte(text, _QUOTE, begin, end) < end:
                return 0
            index += 1
        return 1 if index == count or tokens[3 * index] != self._tag_open else 0

    def _is_misnamed(self, text: bytes, begin: int, end: int) -> int:
        """Tell whether a tag's name is one that is written for another."""
        size = end - begin
        first = 0
        for number in range(len(self._misnamed_sizes)):
            known = self._misnamed_sizes[number]
            if known > size:
                break
            if known == size and _is_same_in_any_case(text, begin, self._misnamed, first, size):
                return 1
            first += known
        return 0

    def _find_name(self, text: bytes, begin: int, end: int) -> int:
        """Return the column of a tag's name, or -1."""
        slot = (text[begin] * 5 + text[end - 1] * 3 + end - begin) % _HASH
        column = self._name_heads[slot]
        while column >= 0 and not self._is_entry(text, begin, end, column):
            column = self._name_chain[column]
        return column

    def find_word(self, text: bytes, column: int, begin: int, end: int) -> int:
        """Return which of a column's words a value is, or -1."""
        first = self._word_firsts[column]
        for word in range(first, self._word_firsts[column + 1]):
            if self._is_entry(text, begin, end, word):
                return word - first
        return -1

    def _is_entry(self, text: bytes, begin: int, end: int, entry: int) -> bool:
        """Tell whether a stretch is an entry of the vocabulary."""
        first, last = self._places[2 * entry], self._places[2 * entry + 1]
        return is_same(text, begin, end, address8(self._vocabulary), first, last)

    def _add_extra(
        self,
        text: bytes,
        record: int,
        row: array[int],
        name_begin: int,
        name_end: int,
        value_begin: int,
        value_end: int,
    ) -> int:
        """Enter a tag without a column.

        Return 0 if the record has one of this name, or so many that comparing would take long, or
        if it is written for a known one.
        """
        if self.extra_count - row[_EXTRAS] >= _MAX_EXTRAS:
            return 0
        if self._is_misnamed(text, name_begin, name_end):
            return 0
        extras = address32(self.extras)
        for other in range(row[_EXTRAS], self.extra_count):
            place = _EXTRA_WIDTH * other
            if is_same(text, name_begin, name_end, text, extras[place + 1], extras[place + 2]):
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
        if demand in (_TEXT, _POSITION, _SETTING):
            return 1
        if demand == _DATE:
            return is_likely_date(text, begin, end, self._first_year, self._last_day)
        if demand in (_NUMBER, _PLY_COUNT):
            return 1 if number_of(text, begin, end) != -1 else 0
        return 1 if self.find_word(text, column, begin, end) >= 0 else 0

    def find_start(self, text: bytes, row: array[int]) -> int:
        """Return the number of the start that the options choose, or -1.

        It is -1 if a position is stated, or a setting that is no option, or if there is no start.
        """
        start = 0
        option = 0
        for column in range(self._tags):
            place = _WIDTH + 2 * column
            demand = self._kinds[column]
            if demand in (_POSITION, _SETTING) and row[place + 1]:
                return -1
            if demand == _OPTION:
                value = self._defaults[option]
                if row[place + 1]:
                    value = self.find_word(text, column, row[place], row[place + 1])
                start = start * self._options[column] + value
                option += 1
        return -1 if self._is_absent[start] else start

    def judge(self, text: bytes, row: array[int], outcome: int) -> int:
        """Compare what the tags say with the result and the board; return the status."""
        result = row[_RESULT]
        status = _SOUND
        for column in range(self._tags):
            begin = row[_WIDTH + 2 * column]
            end = row[_WIDTH + 2 * column + 1]
            if not end:
                if column < self._standard:
                    status = _NOTED
            elif column == self._result_column:
                if self.find_word(text, column, begin, end) != result:
                    return _REFUSED
            elif self._kinds[column] == _PLY_COUNT:
                number = number_of(text, begin, end)
                if number >= 0 and number != row[_PLIES]:
                    return _REFUSED
        termination = -1
        place = _WIDTH + 2 * self._termination_column
        if row[place + 1]:
            termination = self.find_word(text, self._termination_column, row[place], row[place + 1])
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
        row[_TERMINATION] = termination
        row[_OUTCOME] = outcome
        return status


def _is_same_in_any_case(text: bytes, begin: int, lower: bytes, first: int, size: int) -> int:
    """Tell whether letters, digits and low lines are those of a text in lower case."""
    for at in range(size):
        byte = text[begin + at]
        if 65 <= byte <= 90:
            byte += 32
        if byte != lower[first + at]:
            return 0
    return 1
