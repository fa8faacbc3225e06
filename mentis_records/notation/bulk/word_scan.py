"""Scan records word by word, and each distinct word once: its terminals are remembered.

A *word* is the text between blanks and controls, or one control before such a word. Its terminals
are the same in every place, and what the parser does with a *sequence* of terminals depends on its
configuration alone. So the tables decide about a word and about a sequence on first sight, and
later ones come from memory.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

from mentis_records.fast.kernel import IS_COMPILED, Kernel
from mentis_records.notation.syntax.scanner import Scanner

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import (
        address8,
        address16,
        address32,
        address64,
        address_words,
        find_byte,
        word_begin,
        word_end,
        word_size,
    )


def is_plain(text: bytes, begin: int, end: int) -> int:
    """Return 1 for printable ASCII in lines, 0 for text with other letters, -1 for controls."""
    highest = 0
    controls = 0
    for at in range(begin, end):
        byte = text[at]
        highest |= byte
        controls |= ((byte < 32) & (byte != 10) & (byte != 9)) | (byte == 127)
    return -1 if controls else 1 if highest < 128 else 0


def number_of(text: bytes, begin: int, end: int) -> int:
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


def move_number_of(text: bytes, begin: int, end: int) -> int:
    """Return the number before the dots, or -1 for one that is too long."""
    while text[end - 1] == 46:
        end -= 1
    number = number_of(text, begin, end)
    return number if number >= 0 else -1


def has_three_dots(text: bytes, begin: int, end: int) -> int:
    """Return 1 if a move number has exactly three dots, as before a ply of the second side."""
    dots = 0
    while end - dots > begin and text[end - 1 - dots] == 46:
        dots += 1
    return 1 if dots == 3 else 0


def is_date(text: bytes, begin: int, end: int) -> int:
    """Tell whether a value is a date (``core.date.is_date``)."""
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
        return 1 if year >= 1000 and day == -2 else 0
    if year < 1000 or not 1 <= month <= 12:
        return 0
    days = 31
    if month == 2:
        days = 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    elif month == 4 or month == 6 or month == 9 or month == 11:
        days = 30
    return 1 if day == -2 or 1 <= day <= days else 0


def is_likely_date(text: bytes, begin: int, end: int, first_year: int, last_day: int) -> int:
    """Tell whether a value is a date, and none of which there is a warning.

    It is from a year on to a day, a number such as 20260131 (``core.date.unlikely_words``).
    """
    if not is_date(text, begin, end):
        return 0
    if end - begin == 1:
        return 1
    day = 0
    for at in range(begin, end):
        if text[at] == 63:
            day *= 10
        elif text[at] != 46:
            day = day * 10 + text[at] - 48
    return 1 if text[begin] == 63 or first_year * 10000 <= day <= last_day else 0


def _part_of_date(text: bytes, begin: int, end: int) -> int:
    """Return digits as a number, -2 for question marks only, else -1."""
    unknown = 0
    for at in range(begin, end):
        unknown += text[at] == 63
    if unknown:
        return -2 if unknown == end - begin else -1
    return number_of(text, begin, end)


def room32(values: array[int], size: int) -> array[int]:
    """Return an array of at least this size: the old one, or a longer one without its values."""
    if len(values) < size:
        return array("i", (0,)) * (size + size // 4)
    return values


def room64(values: array[int], size: int) -> array[int]:
    """Do as ``room32`` does, for integers of 64 bits."""
    if len(values) < size:
        return array("q", (0,)) * (size + size // 4)
    return values


END = "$END"
"""The terminal that stands nowhere: as an entry it is a word that is one ply."""
VALUED = -1
_VALUED = VALUED
"""What such an entry has in place of the offset of its first byte."""
_PLACE_BITS = 16
_PLACES = 1 << _PLACE_BITS
_MASK = _PLACES - 1
_MOST_WORDS = _PLACES // 2
_MOST_PROBES = 64
_MOST_MISSED = 8 * _MOST_WORDS
"""How many places for words there are, how many may be taken, how many are looked at for one word,
and how many words that found no place make it worth to forget all.
"""
_FIRST_FACTOR = 0x9E37_79B9_7F4A_7C15
_SECOND_FACTOR = 0xBF58_476D_1CE4_E5B9
_HASH_SHIFT = 64 - _PLACE_BITS
_SEQUENCE_SHIFT = 56
"""A word takes three numbers: its first eight bytes, up to seven behind them and from this bit on
the number of its sequence, and one more than its value: what the kernel has read in it, or its move
number.
"""
_REST = 0xFF_FFFF_FFFF_FFFF
_LONGEST = 15
"""The bits of the bytes behind the first eight, and the most bytes of a word that is remembered."""
_SEQUENCES = 256
_SEQUENCE_WIDTH = _LONGEST + 1
"""How many sequences are remembered, the one of no terminals first; of each, its length and its
terminals.
"""
_NUMBER, _PLY = 1, 2
"""What a sequence does in a configuration takes four numbers: one more than the terminal that its
entry has (0: not known), the configuration behind it, doubled, the kind of the ply that ends before
it (0: none does), and whether the word has a value (0: none), as a number or as a ply.
"""
_LINE_FEED, _BLANK, _BRACKET = 10, 32, 91


class WordScanner:
    """A scanner with a memory for words. It serves one thread.

    A word that is a ply makes one entry: ``END``, ``VALUED``, and the offset behind it. What the
    kernel has read in the word is in ``values``, at the entry's index. The entry of a move number
    may be ``VALUED``, too; the value is its number doubled, and one more if it has three dots.
    Other entries are the scanner's (``scanner``).
    """

    def __init__(
        self,
        scanner: Scanner,
        kernel: Kernel,
        terminals: Sequence[str],
        remembers: bool = IS_COMPILED,
    ) -> None:
        """Begin with an empty memory.

        Args:
            scanner: scans what is not remembered.
            kernel: reads plies; its position is not touched.
            terminals: the grammar's terminals by number.
            remembers: whether it does; as plain Python it is slower than the scanner alone.
        """
        self._scanner = scanner
        self._kernel = kernel
        self._width = len(terminals)
        self._ply, self._number = terminals.index(END), terminals.index("NUMBER")
        self._index = array("H", bytes(2 * _PLACES))
        self.values = array("q", [0])
        self._words = array("Q", bytes(24 * (_MOST_WORDS + 1)))
        self._word_count = self._missed = 0
        self._sequences = array("i", bytes(4 * _SEQUENCES * _SEQUENCE_WIDTH))
        self._sequence_count = 1
        # Of each configuration there are two: where a word touches the token before, and not.
        self._configurations = 2 * scanner.configurations
        self._doings = array("i", bytes(16 * _SEQUENCES * self._configurations))
        self._remembers = remembers and sys.byteorder == "little"

    def scan(
        self, text: bytes, begin: int, end: int, start: int, max_depth: int, tokens: array[int]
    ) -> int:
        """Write the entries of a record that is accepted outright, as ``Scanner.scan`` does."""
        if not self._remembers:
            return self._scanner.scan(text, begin, end, start, max_depth, tokens)
        if self._missed > _MOST_MISSED:
            self._forget()
        index = address16(self._index)
        words = address_words(self._words)
        values = address64(self.values)
        doings = address32(self._doings)
        configurations = self._configurations
        blank = address8(self._scanner.blank)
        self._scanner.start(start, begin)
        configuration = 2 * self._scanner.configuration
        count = at = size = probes = 0
        place = -1
        first = end_of_last = -1
        last_word = end - _LONGEST
        while True:
            while begin < end and blank[text[begin]]:
                begin += 1
            low = high = doing = 0
            if begin < last_word:
                size = word_size(text, begin)
                low = word_begin(text, begin, size)
                high = word_end(text, begin, size)
                if size == 0:
                    size = 1
                    if text[begin + 1] > _BLANK:
                        low, high = text[begin], text[begin + 1]
                elif size > _LONGEST:
                    low = 0
                place = _place_of(low, high)
                at = 3 * index[place]
                probes = 1
                while at and (words[at] != low or (words[at + 1] ^ high) & _REST):
                    probes += 1
                    place = place + 1 & _MASK
                    at = 3 * index[place] if probes <= _MOST_PROBES else 0
                sequence = words[at + 1] >> _SEQUENCE_SHIFT
                doing = 4 * (
                    sequence * configurations + configuration + (1 if begin == end_of_last else 0)
                )
            kind = doings[doing]
            if kind:
                end_of_last = begin + size
                configuration = doings[doing + 1]
                if doings[doing + 2]:
                    tokens[3 * count] = doings[doing + 2]
                    tokens[3 * count + 1] = first
                    tokens[3 * count + 2] = count - 1
                    count += 1
                value = doings[doing + 3]
                if value:
                    values[count] = words[at + 2] - 1
                    begin = _VALUED
                    if value == _PLY:
                        first = count
                tokens[3 * count] = kind - 1
                tokens[3 * count + 1] = begin
                tokens[3 * count + 2] = end_of_last
                count += 1
                begin = end_of_last
                continue
            self._scanner.at = begin
            self._scanner.configuration = configuration >> 1
            self._scanner.count = count
            self._scanner.first = first
            self._scanner.end_of_last = end_of_last
            depth = self._scanner.depth
            stop = self._stop_of(text, begin, end)
            self._scanner.run(text, end, -1, stop, max_depth, tokens)
            if low and self._scanner.at == stop and self._scanner.depth == depth:
                configuration += 1 if begin == end_of_last else 0
                place = place if probes <= _MOST_PROBES else -1
                self._learn(text, begin, low, high, place, count, configuration, tokens)
            if self._scanner.at < stop or self._scanner.at >= end:
                break
            begin = end_of_last = self._scanner.at
            configuration = 2 * self._scanner.configuration
            count = self._scanner.count
            first = self._scanner.first
        if self._scanner.at == end and self._scanner.end(tokens):
            return self._scanner.count
        return -1

    def reserve(self, entries: int) -> None:
        """Make room for the values of so many entries."""
        self.values = room64(self.values, entries)

    def scan_bytes(
        self, text: bytes, begin: int, end: int, start: int, max_depth: int, tokens: array[int]
    ) -> int:
        """Do as ``scan`` does, called from Python.

        Raises:
            ValueError: there is no such stretch of text or start, or ``tokens`` has not enough
                room.
        """
        self._scanner.check_room(text, begin, end, start, tokens)
        self.reserve(len(tokens) // 3)
        with cython.nogil:
            return self.scan(address8(text), begin, end, start, max_depth, address32(tokens))

    def _stop_of(self, text: bytes, begin: int, end: int) -> int:
        """Return where the word ends that begins somewhere, or where the last of some tags does."""
        stop = begin
        if begin < end and text[begin] == _BRACKET:
            while stop < end and text[stop] == _BRACKET:
                stop = find_byte(text, _LINE_FEED, stop, end) + 1
            return stop - 1
        while stop < end and text[stop] > _BLANK:
            stop += 1
        return stop if stop > begin else begin + 1

    def _learn(
        self,
        text: bytes,
        begin: int,
        low: int,
        high: int,
        place: int,
        count: int,
        configuration: int,
        tokens: array[int],
    ) -> None:
        """Remember the word that has been scanned, if it is one ply or one terminal of no ply.

        Args:
            text: the bytes.
            begin: where the word begins.
            low: its first number.
            high: its second, without the sequence.
            place: where its index is, or may be put; -1 if nowhere.
            count: the number of entries before it.
            configuration: the parser's before it, doubled; and one more if it touches a token.
            tokens: the entries.
        """
        ended = 0
        if count < self._scanner.count and tokens[3 * count] >= self._width:
            ended = tokens[3 * count]
            count += 1
        size = self._scanner.count - count
        stop = self._scanner.at
        if not 0 < size <= _LONGEST or self._scanner.looks_beyond(text, stop, count, tokens):
            return
        is_ply = self._scanner.first == count
        kind = self._ply if is_ply else tokens[3 * count]
        if kind == self._number:
            value = move_number_of(text, begin, stop)
            if value >= 0:
                value = 2 * value + has_three_dots(text, begin, stop)
        else:
            value = self._kernel.read_ply(text, tokens, count, self._scanner.count - 1)
        if value < 0 if is_ply else size > 1:
            return
        if is_ply:
            value = self._kernel.prepare(value)
        sequence = self._find_sequence(tokens, count, size)
        if sequence < 0:
            return
        doing = 4 * (sequence * self._configurations + configuration)
        self._doings[doing] = kind + 1
        self._doings[doing + 1] = 2 * self._scanner.configuration
        self._doings[doing + 2] = ended
        if is_ply:
            self._doings[doing + 3] = _PLY
        elif kind == self._number:
            self._doings[doing + 3] = _NUMBER
        if place >= 0 and self._index[place]:
            return
        if place < 0 or self._word_count == _MOST_WORDS:
            self._missed += 1
            return
        self._word_count += 1
        self._index[place] = self._word_count
        at = 3 * self._word_count
        self._words[at] = low
        self._words[at + 1] = high | sequence << _SEQUENCE_SHIFT
        self._words[at + 2] = value + 1

    def _find_sequence(self, tokens: array[int], first: int, size: int) -> int:
        """Return the number of a sequence of terminals.

        Returns:
            The number, or -1 if there are too many, or if a ply ends within the sequence.
        """
        for index in range(first, first + size):
            if tokens[3 * index] >= self._width:
                return -1
        for sequence in range(1, self._sequence_count):
            at = sequence * _SEQUENCE_WIDTH
            same = self._sequences[at] == size
            for index in range(size):
                if same and self._sequences[at + 1 + index] != tokens[3 * (first + index)]:
                    same = False
            if same:
                return sequence
        if self._sequence_count == _SEQUENCES:
            return -1
        at = self._sequence_count * _SEQUENCE_WIDTH
        self._sequences[at] = size
        for index in range(size):
            self._sequences[at + 1 + index] = tokens[3 * (first + index)]
        self._sequence_count += 1
        return self._sequence_count - 1

    def _forget(self) -> None:
        for place in range(_PLACES):
            self._index[place] = 0
        self._word_count = self._missed = 0


def _place_of(low: int, high: int) -> int:
    """Return where in the memory a word is looked for first."""
    return (low ^ high * _FIRST_FACTOR) * _SECOND_FACTOR >> _HASH_SHIFT & _MASK
