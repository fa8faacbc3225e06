"""Scan records word by word, and no word twice: what the scanner found in it is remembered.

A *word* is what stands between blanks and controls, or one control before such a word. Its
terminals are the same wherever it stands, and what the parser does with a *sequence* of terminals
depends on its configuration alone. So the tables decide about a word and about a sequence when they
are met first, and memory repeats what they said.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

from mentis_records.core.kernel import IS_COMPILED, Kernel
from mentis_records.notation.scan import Scanner

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

if not cython.compiled:
    from mentis_records.core.pointer import (
        address8,
        address16,
        address32,
        address_words,
        find_byte,
        word_at,
        word_behind,
        word_size,
    )

END = "$END"
"""The terminal that stands nowhere: as an entry it is a word that is one ply."""

_PLACE_BITS = 15
_PLACES = 1 << _PLACE_BITS
_MASK = _PLACES - 1
_MOST_WORDS = _PLACES // 4 * 3
_MOST_PROBES = 64
_MOST_MISSED = 8 * _MOST_WORDS
"""How many places for words there are, how many may be taken, how many are looked at for one word,
and how many words that found no place make it worth to forget all.
"""

_FIRST_FACTOR = 0x9E37_79B9_7F4A_7C15
_SECOND_FACTOR = 0xBF58_476D_1CE4_E5B9
_HASH_SHIFT = 64 - _PLACE_BITS

_WIDTH, WRITTEN = 3, 2
_WRITTEN = WRITTEN
_SEQUENCE_SHIFT = 56
"""A word takes three numbers: its first eight bytes, up to seven behind them and from this bit on
the number of its sequence, and one more than what the kernel has read in it.
"""

_REST = 0xFF_FFFF_FFFF_FFFF
_LONGEST = 15
"""The bits of the bytes behind the first eight, and the most bytes of a word that is remembered."""

_SEQUENCES = 256
_SEQUENCE_WIDTH = _LONGEST + 1
"""How many sequences are remembered; of each, its length and its terminals."""

_IS_PLY, _KNOWN = 1, 2
_ENDED_SHIFT, _KIND_SHIFT, _AFTER_SHIFT = 2, 8, 16
_MOST_ENDED, _MOST_KINDS = 1 << _KIND_SHIFT - _ENDED_SHIFT, 1 << _AFTER_SHIFT - _KIND_SHIFT
_MOST_CONFIGURATIONS = 1 << 31 - _AFTER_SHIFT
"""What a sequence does in a configuration: whether it is a ply, that this is known, the ply that
ends before it, the terminal that its entry has, and the configuration behind it.
"""

_LINE_FEED, _BLANK, _BRACKET = 10, 32, 91


class WordScanner:
    """A scanner with a memory for words. It serves one thread.

    A word that is a ply makes one entry: ``END``, an index, and the offset behind it. One more
    than what the kernel has read in the word is in ``words``, at this index plus ``WRITTEN``. Other
    entries are the scanner's (``scan``).
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
        self._ply = terminals.index(END)
        self._index = array("H", bytes(2 * _PLACES))
        self.words = array("Q", bytes(8 * _WIDTH * (_MOST_WORDS + 1)))
        self._word_count = self._missed = 0
        self._sequences = array("i", bytes(4 * _SEQUENCES * _SEQUENCE_WIDTH))
        self._sequence_count = 0
        # Of each configuration there are two: where a word touches the token before, and not.
        self._configurations = 2 * scanner.configurations
        self._doings = array("i", bytes(4 * _SEQUENCES * self._configurations))
        self._remembers = (
            remembers
            and sys.byteorder == "little"
            and scanner.configurations <= _MOST_CONFIGURATIONS
            and len(terminals) <= _MOST_KINDS
        )

    def scan(
        self,
        text: bytes,
        begin: int,
        end: int,
        start: int,
        max_depth: int,
        tokens: array[int],
    ) -> int:
        """Write the entries of a record that is accepted outright, as ``Scanner.scan`` does."""
        if not self._remembers:
            return self._scanner.scan(text, begin, end, start, max_depth, tokens)
        if self._missed > _MOST_MISSED:
            self._forget()
        index = address16(self._index)
        words = address_words(self.words)
        doings = address32(self._doings)
        configurations = self._configurations
        blank = address8(self._scanner.blank)
        width = self._width
        self._scanner.start(start, begin)
        configuration = self._scanner.configuration
        count = 0
        first = end_of_last = -1
        while True:
            while begin < end and blank[text[begin]]:
                begin += 1
            low = high = 0
            is_control = 0
            if begin + _LONGEST < end:
                low = word_at(text, begin)
                high = word_behind(text, begin + 8, low)
                is_control = (text[begin] < _BLANK) & (text[begin + 1] > _BLANK)
                low |= text[begin] * is_control
                high |= text[begin + 1] * is_control
                if high >> _SEQUENCE_SHIFT:
                    low = 0
            place = _place_of(low, high)
            at = _WIDTH * index[place]
            probes = 1
            while at and (words[at] != low or (words[at + 1] ^ high) & _REST):
                probes += 1
                place = place + 1 & _MASK
                at = _WIDTH * index[place] if probes <= _MOST_PROBES else 0
            doing = 0
            if low and at:
                sequence = words[at + 1] >> _SEQUENCE_SHIFT
                touches = 1 if begin == end_of_last else 0
                doing = doings[sequence * configurations + 2 * configuration + touches]
            if doing:
                stop = begin + 1 if is_control else begin + word_size(text, begin)
                ended = doing >> _ENDED_SHIFT & _MOST_ENDED - 1
                if ended:
                    tokens[3 * count] = width + ended - 1
                    tokens[3 * count + 1] = first
                    tokens[3 * count + 2] = count - 1
                    count += 1
                tokens[3 * count] = doing >> _KIND_SHIFT & _MOST_KINDS - 1
                tokens[3 * count + 1] = begin
                tokens[3 * count + 2] = stop
                if doing & _IS_PLY:
                    tokens[3 * count + 1] = at
                    first = count
                count += 1
                configuration = doing >> _AFTER_SHIFT
                begin = end_of_last = stop
                continue
            self._scanner.at = begin
            self._scanner.configuration = configuration
            self._scanner.count = count
            self._scanner.first = first
            self._scanner.end_of_last = end_of_last
            depth = self._scanner.depth
            stop = self._stop_of(text, begin, end)
            self._scanner.run(text, end, -1, stop, max_depth, tokens)
            if low and self._scanner.at == stop and self._scanner.depth == depth:
                configuration = 2 * configuration + (1 if begin == end_of_last else 0)
                place = place if probes <= _MOST_PROBES else -1
                self._learn(text, begin, low, high, place, count, configuration, tokens)
            if self._scanner.at < stop or self._scanner.at >= end:
                break
            begin = end_of_last = self._scanner.at
            configuration = self._scanner.configuration
            count = self._scanner.count
            first = self._scanner.first
        if self._scanner.at == end and self._scanner.end(tokens):
            return self._scanner.count
        return -1

    def scan_bytes(
        self, text: bytes, begin: int, end: int, start: int, max_depth: int, tokens: array[int]
    ) -> int:
        """Do as ``scan`` does, called from Python.

        Raises:
            ValueError: there is no such stretch of text or start, or ``tokens`` has not enough
                room.
        """
        self._scanner.check_room(text, begin, end, start, tokens)
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
            ended = tokens[3 * count] - self._width + 1
            count += 1
        size = self._scanner.count - count
        stop = self._scanner.at
        if (
            not 0 < size <= _LONGEST
            or ended >= _MOST_ENDED
            or self._scanner.looks_beyond(text, stop, count, tokens)
        ):
            return
        is_ply = self._scanner.first == count
        written = self._kernel.read_ply(text, tokens, count, self._scanner.count - 1)
        if written < 0 if is_ply else size > 1:
            return
        sequence = self._find_sequence(tokens, count, size)
        if sequence < 0:
            return
        kind = self._ply if is_ply else tokens[3 * count]
        self._doings[sequence * self._configurations + configuration] = (
            _KNOWN
            | (_IS_PLY if is_ply else 0)
            | ended << _ENDED_SHIFT
            | kind << _KIND_SHIFT
            | self._scanner.configuration << _AFTER_SHIFT
        )
        if place >= 0 and self._index[place]:
            return
        if place < 0 or self._word_count == _MOST_WORDS:
            self._missed += 1
            return
        self._word_count += 1
        self._index[place] = self._word_count
        at = _WIDTH * self._word_count
        self.words[at] = low
        self.words[at + 1] = high | sequence << _SEQUENCE_SHIFT
        self.words[at + _WRITTEN] = written + 1

    def _find_sequence(self, tokens: array[int], first: int, size: int) -> int:
        """Return the number of a sequence of terminals.

        Returns:
            The number, or -1 if there are too many, or if a ply ends within the sequence.
        """
        for index in range(first, first + size):
            if tokens[3 * index] >= self._width:
                return -1
        for sequence in range(self._sequence_count):
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
