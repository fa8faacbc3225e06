"""The scanner: a grammar's tables run over the bytes of a record.

It skips blanks, takes the longest word that the automaton of the terminals accepts, and asks the
configuration of the parser what the terminal does (see ``dfa`` and ``configuration``). What it
writes is flat: three numbers an *entry*. An entry is a token (terminal, offset of its first byte,
offset behind its last), or, behind the tokens of a ply, a *ply*: the number of terminals plus the
index of the ply's alternative, then the indices of the entries with its first and last token.

It stops where anything is not as it should be, explains nothing, and can be made to go on.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
from mentis_records.notation.tables.action import (
    BEGINS,
    CLOSES,
    DEAD,
    DETACHED,
    MARKED,
    MAX_OPEN,
    OPENS,
    PLY_SHIFT,
    START,
)
from mentis_records.notation.tables.grammar_tables import Tables

if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32

_CONTROLS = 33
"""Bytes below this are controls and blanks."""


class Scanner:
    """The state of a scanner and parser in the middle of one record. It serves one thread.

    States of the automaton over bytes are numbered by where their targets begin, one for each
    class of bytes that are alike in all states: a table of half the size, and no multiplication.

    Its stack has one number for each variation that is open, at most ``MAX_OPEN``; the tables
    are made so that nothing else nests. ``count`` is the number of entries written. Where the
    scanner has stopped, ``kind`` is the terminal that it has found and not taken, or -1, ``at``
    and ``stop`` are the offsets of that token, and ``configuration`` is where the parser is.
    ``first`` is the index of the first entry of the ply or tag that was begun last, ``depth`` the
    number of open variations, ``end_of_last`` the offset behind the token before, -1 where it does
    not matter. ``start``, ``run`` and ``end`` are for compiled callers; they check nothing.
    """

    def __init__(self, tables: Tables) -> None:
        """Make a scanner for the grammar that the tables are of."""
        self._class_of, step, classes = condense(tables.step)
        self._step = array("i", [classes * target for target in step])
        self._accept = array("i", [kind for kind in tables.accept for _ in range(classes)])
        self._actions = tables.actions
        self._shifts = tables.shifts
        self._places = tables.places
        self.blank = tables.blank
        self._returns = array("i", bytes(4 * MAX_OPEN))
        self._width = len(tables.terminals)
        first_accepting, first_final, self._opened = tables.numbers[:3]
        self._first_accepting, self._first_final = classes * first_accepting, classes * first_final
        self._first_state = classes * START
        self._starts = tables.starts
        self.shortest_ply = tables.shortest_ply
        self.configurations = len(self._actions) // self._width
        self.configuration = self._before = self.first = self.depth = self.end_of_last = 0
        self.kind = self.at = self.stop = self.count = 0

    def scan(
        self,
        text: Sequence[int],
        begin: int,
        end: int,
        start: int,
        max_depth: int,
        tokens: array[int],
    ) -> int:
        """Write the entries of a record that is accepted outright.

        Args:
            text: the bytes.
            begin: the offset of the record's first byte.
            end: the offset behind its last.
            start: the index in ``grammar_file.STARTS`` of the rule to start with.
            max_depth: how deep variations may be nested, at most ``MAX_OPEN``.
            tokens: room for 2 * (end - begin) + 2 entries; written from its beginning.

        Returns:
            The number of entries, or -1: a character is unreadable, a token stands where it may
            not, variations nest too deep, or something that looks like a part of a ply touches
            the ply before it.
        """
        self.start(start, begin)
        self.run(text, end, -1, end, max_depth, tokens)
        if self.at == end and self.end(tokens):
            return self.count
        return -1

    def scan_bytes(
        self, text: bytes, begin: int, end: int, start: int, max_depth: int, tokens: array[int]
    ) -> int:
        """Do as ``scan`` does, called from Python.

        Raises:
            ValueError: there is no such stretch of text or start, or ``tokens`` has not enough
                room.
        """
        self.check_room(text, begin, end, start, tokens)
        with cython.nogil:
            return self.scan(address8(text), begin, end, start, max_depth, address32(tokens))

    def check_room(self, text: bytes, begin: int, end: int, start: int, tokens: array[int]) -> None:
        """Check what ``scan`` is to be given.

        Raises:
            ValueError: there is no such stretch of text or start, or ``tokens`` has not enough
                room.
        """
        if not (0 <= begin <= end <= len(text) and 0 <= start < len(self._starts)):
            raise ValueError(f"no record of start {start} at {begin} to {end}")
        if len(tokens) < 6 * (end - begin + 1):
            raise ValueError(f"room for {len(tokens)} numbers is not enough")

    def start(self, start: int, begin: int) -> None:
        """Begin a record with one of ``grammar_file.STARTS`` at the offset of its first byte."""
        self.configuration = self._starts[start]
        self.end_of_last = -1
        self.at = begin
        self.count = self.depth = 0

    def run(
        self,
        text: Sequence[int],
        end: int,
        kind: int,
        until: int,
        max_depth: int,
        tokens: array[int],
    ) -> None:
        """Go on until a token ends at ``until`` or behind it, or where nothing can be taken.

        A terminal ``kind`` is taken first, as if it stood at ``at`` to ``stop``.
        """
        step = address32(self._step)
        class_of = address8(self._class_of)
        accept = address32(self._accept)
        actions = address32(self._actions)
        blank = address8(self.blank)
        returns = address32(self._returns)
        first_accepting = self._first_accepting
        first_final = self._first_final
        width = self._width
        configuration = self.configuration
        depth = self.depth
        count = self.count
        end_of_last = self.end_of_last
        begin = self.at
        stop = self.stop
        while True:
            if kind < 0:
                while begin < end and blank[text[begin]]:
                    begin += 1
                state = self._first_state
                word = DEAD
                at = begin
                while at < end:
                    target = step[state + class_of[text[at]]]
                    if target == DEAD:
                        break
                    at += 1
                    if target == state:
                        # In strings and comments: to stay is foreseen, and waits for no step.
                        while at < end and step[state + class_of[text[at]]] == state:
                            at += 1
                    state = target
                    if state >= first_accepting:
                        word = state
                        stop = at
                        if state >= first_final:
                            break
                kind = accept[word]
                if kind < 0:
                    break
            action = actions[configuration * width + kind]
            if 0 < action < MARKED:
                configuration = action
            elif (
                action == 0
                or (action & DETACHED and begin == end_of_last)
                or (action & OPENS and (depth >= max_depth or depth >= MAX_OPEN))
            ):
                break
            else:
                if action >> PLY_SHIFT:
                    tokens[3 * count] = width + (action >> PLY_SHIFT) - 1
                    tokens[3 * count + 1] = self.first
                    tokens[3 * count + 2] = count - 1
                    count += 1
                if action & BEGINS:
                    self.first = count
                    self._before = configuration
                if action & OPENS:
                    returns[depth] = action & (MARKED - 1)
                    depth += 1
                    configuration = self._opened
                elif action & CLOSES:
                    depth -= 1
                    configuration = returns[depth]
                else:
                    configuration = action & (MARKED - 1)
            tokens[3 * count] = kind
            tokens[3 * count + 1] = begin
            tokens[3 * count + 2] = stop
            count += 1
            begin = end_of_last = stop
            kind = -1
            if begin >= until:
                break
        self.configuration = configuration
        self.depth = depth
        self.end_of_last = end_of_last
        self.count = count
        self.kind = kind
        self.at = begin
        self.stop = stop

    def looks_beyond(self, text: Sequence[int], end: int, first: int, tokens: array[int]) -> bool:
        """Tell whether tokens might be others if something else stood behind them.

        Where a blank or control stands there, any other might.

        Args:
            text: the bytes.
            end: the offset behind the last token.
            first: the index of the first token; those up to the last written one are meant.
            tokens: the entries.
        """
        for index in range(first, self.count):
            state = self._first_state
            for at in range(tokens[3 * index + 1], end):
                state = self._step[state + self._class_of[text[at]]]
                if state == DEAD:
                    break
            if state != DEAD and self._step[state + self._class_of[text[end]]] != DEAD:
                return True
            if state != DEAD and text[end] < _CONTROLS:
                for byte in range(_CONTROLS):
                    if self._step[state + self._class_of[byte]] != DEAD:
                        return True
        return False

    def end(self, tokens: array[int]) -> bool:
        """Write the last ply, if it has not been, and tell whether the record may end here."""
        action = self._actions[self.configuration * self._width + self._width - 1]
        if action >> PLY_SHIFT:
            tokens[3 * self.count] = self._width + (action >> PLY_SHIFT) - 1
            tokens[3 * self.count + 1] = self.first
            tokens[3 * self.count + 2] = self.count - 1
            self.count += 1
        return action != 0

    # One step after the other, for recovery

    def begin(self, start: int) -> None:
        """Begin a record at the beginning of a text, with one of ``grammar_file.STARTS``."""
        self.start(start, 0)

    def advance(self, text: bytes, at: int, max_depth: int, tokens: array[int]) -> None:
        """Go on from an offset as far as all is as it should be, at most to the text's end.

        Raises:
            ValueError: ``tokens`` has not enough room, or the offset is outside of the text.
        """
        if not 0 <= at <= len(text) or len(tokens) < 3 * self.count + 6 * (len(text) - at + 1):
            raise ValueError(f"no room for what stands from {at}")
        self.at = at
        with cython.nogil:
            self.run(address8(text), len(text), -1, len(text), max_depth, address32(tokens))

    def feed(self, kind: int, begin: int, end: int, tokens: array[int]) -> None:
        """Take a terminal as if it stood between two offsets.

        Raises:
            ValueError: ``tokens`` has not enough room, or the terminal is not accepted.
        """
        if len(tokens) < 3 * self.count + 6 or not self.accepts(kind):
            raise ValueError(f"terminal {kind} cannot be taken")
        self.at = begin
        self.stop = end
        self.end_of_last = -1
        self.run(address8(b""), 0, kind, end, MAX_OPEN, address32(tokens))

    def finish(self, tokens: array[int]) -> int:
        """Return the number of entries at the end of the record.

        Raises:
            ValueError: ``tokens`` has not enough room, or the record may not end here.
        """
        if len(tokens) < 3 * self.count + 3 or not self.end(address32(tokens)):
            raise ValueError("the record may not end here")
        return self.count

    def accepts(self, kind: int) -> bool:
        """Tell whether a terminal may stand here."""
        if not 0 <= kind < self._width:
            return False
        return self._actions[self.configuration * self._width + kind] != 0

    def shifts(self, kind: int) -> bool:
        """Tell whether a terminal goes on with the rule that the parser is in."""
        if not 0 <= kind < self._width:
            return False
        return self._shifts[self.configuration * self._width + kind] != 0

    def unwind(self) -> int:
        """Drop the tokens of the ply or tag that is open; return the index of its first entry.

        Raises:
            ValueError: none is open.
        """
        first = self.first
        if first >= self.count:
            raise ValueError("no ply or tag is open")
        self.configuration = self._places[self._before]
        self.end_of_last = -1
        self.count = first
        return first


def condense(step: bytes) -> tuple[bytes, bytes, int]:
    """Put bytes together that lead from every state to the same one.

    Args:
        step: 256 targets a state.

    Returns:
        The class of each byte, as many targets a state as there are classes, and their number.
    """
    columns = [step[byte::256] for byte in range(256)]
    kinds = list(dict.fromkeys(columns))
    condensed = bytes(target for targets in zip(*kinds, strict=True) for target in targets)
    number = {column: kind for kind, column in enumerate(kinds)}
    return bytes(number[column] for column in columns), condensed, len(kinds)
