"""One automaton over UTF-8 bytes, made of the regular expressions of a grammar's terminals.

An automaton takes the longest word; Lark's lexer takes the first terminal, in its own order,
that matches at all. ``build_dfa`` refuses terminals for which the two could ever differ. Knows
no terminal by name. Needs interegular, and is imported only where tables are computed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from interegular import parse_pattern
from interegular.fsm import anything_else

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tables.action import DEAD, START
from mentis_records.notation.tables.grammar_file import GrammarError
from mentis_records.notation.tables.partition import merge_states

_State = tuple[int, ...]
"""A state of every terminal's own automaton; -1 where the terminal cannot match any more."""

_LOST = -1


@dataclass(frozen=True, slots=True)
class Dfa:
    """States in this order: the dead one, the start, those without a word, those with one.

    ``step`` has 256 targets a state, ``accept`` for every state the index of the terminal whose
    word ends there, or -1. States from ``first_accepting`` on have a word; nothing leaves those
    from ``first_final`` on.
    """

    step: list[int]
    accept: list[int]
    first_accepting: int
    first_final: int


def build_dfa(patterns: Sequence[str]) -> Dfa:
    """Return the automaton of some terminals, in the order of Lark's lexer.

    Raises:
        GrammarError: the longest word is not always the one that Lark's lexer takes, a word may
            be empty, or a terminal counts characters outside of ASCII that it does not name.
    """
    union = _Union(patterns)
    rows, accept = _determinise(union)
    _check_order(rows, accept)
    return _number(*_minimise(rows, accept))


def find_blanks(patterns: Iterable[str]) -> bytes:
    """Return the characters that ignored terminals are made of: any of them, any number.

    Raises:
        GrammarError: an ignored terminal is anything else.
    """
    blanks = bytearray()
    for pattern in patterns:
        rows, accept = _minimise(*_determinise(_Union([pattern])))
        leaving = {byte for byte in range(256) if rows[0][byte] >= 0}
        loops = {byte for byte in range(256) if len(rows) == 2 and rows[1][byte] == 1}
        if accept != [-1, 0] or leaving != loops or max(leaving) > 127:
            raise GrammarError(f"an ignored terminal is no run of blanks: {pattern}")
        blanks += bytes(leaving)
    return bytes(blanks)


class _Union:
    """The terminals' own automata, run side by side."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._machines: list[Any] = [parse_pattern(pattern).to_fsm() for pattern in patterns]
        self._live = [
            {state for state in machine.states if machine.islive(state)}
            for machine in self._machines
        ]
        symbols = {symbol for machine in self._machines for symbol in machine.alphabet}
        self.wide = sorted(
            symbol for symbol in symbols if symbol is not anything_else and ord(symbol) > 127
        )
        self.start: _State = tuple(machine.initial for machine in self._machines)

    def step(self, state: _State, symbol: Any) -> _State:
        """Return the state after a character, or after any that no terminal names."""
        after: list[int] = []
        for machine, live, one in zip(self._machines, self._live, state, strict=True):
            key = machine.alphabet[symbol]
            target = machine.map.get(one, {}).get(key, _LOST) if one != _LOST else _LOST
            after.append(target if target in live else _LOST)
        return tuple(after)

    def is_dead(self, state: _State) -> bool:
        """Tell whether no terminal can match any more."""
        return all(one == _LOST for one in state)

    def accept(self, state: _State) -> int:
        """Return the first terminal whose word ends here, or -1."""
        for index, (machine, one) in enumerate(zip(self._machines, state, strict=True)):
            if one in machine.finals:
                return index
        return -1


_Rest = tuple[tuple[bytes, _State], ...]
"""Inside of a character: what bytes may follow, and the state after each."""


def _determinise(union: _Union) -> tuple[list[list[int]], list[int]]:
    """Return a row of 256 targets (-1 for none) and the accepted terminal a state; 0 starts.

    Raises:
        GrammarError: a terminal matches the empty word.
    """
    places: dict[tuple[_State, _Rest], int] = {}
    rows: list[list[int]] = []
    accept: list[int] = []
    waiting: deque[tuple[_State, _Rest]] = deque()

    def number(state: _State, rest: _Rest = ()) -> int:
        place = (state, rest)
        if place not in places:
            places[place] = len(places)
            waiting.append(place)
        return places[place]

    number(union.start)
    while waiting:
        state, rest = waiting.popleft()
        row = [-1] * 256
        rows.append(row)
        accept.append(-1 if rest else union.accept(state))
        if not rest:
            for byte in range(128):
                after = union.step(state, chr(byte))
                row[byte] = -1 if union.is_dead(after) else number(after)
            other = union.step(state, anything_else)
            if not union.is_dead(other):
                # However many bytes a character has, the state after it is the same.
                row[128:] = [number(other)] * 128
            rest = _wide_steps(union, state)
        for byte in {more[0] for more, _ in rest}:
            behind = tuple((more[1:], to) for more, to in rest if more[0] == byte)
            whole = [to for more, to in behind if not more]
            row[byte] = number(whole[0]) if whole else number((), behind)
    if accept[0] >= 0:
        raise GrammarError("a terminal matches the empty word")
    return rows, accept


def _wide_steps(union: _Union, state: _State) -> _Rest:
    """Return the characters outside of ASCII that are told from others here, and their targets.

    Raises:
        GrammarError: one of them is told from others where any other may stand as well.
    """
    other = union.step(state, anything_else)
    targets = [(char, union.step(state, char)) for char in union.wide]
    if union.is_dead(other):
        return tuple(
            (char.encode(), target) for char, target in targets if not union.is_dead(target)
        )
    if any(target != other for _, target in targets) or union.step(other, anything_else) != other:
        raise GrammarError("a terminal counts characters outside of ASCII that it does not name")
    return ()


def _check_order(rows: list[list[int]], accept: list[int]) -> None:
    """Check that no terminal before another in Lark's order matches a shorter word only."""
    seen = {(0, -1)}
    waiting = [(0, -1)]
    while waiting:
        state, best = waiting.pop()
        for target in {target for target in rows[state] if target >= 0}:
            found = accept[target]
            first = best if found < 0 or -1 < best < found else found
            if found >= 0 and first != found:
                raise GrammarError(f"terminal {first} matches the beginning of terminal {found}")
            if (target, first) not in seen:
                seen.add((target, first))
                waiting.append((target, first))


def _minimise(rows: list[list[int]], accept: list[int]) -> tuple[list[list[int]], list[int]]:
    """Return the smallest equivalent automaton; 0 stays the start."""
    classes = merge_states(accept, [[(0, to) for to in row] for row in rows])
    first = {one: state for state, one in reversed(list(enumerate(classes)))}
    kept = [first[one] for one in range(len(first))]
    return (
        [[classes[to] if to >= 0 else -1 for to in rows[state]] for state in kept],
        [accept[state] for state in kept],
    )


def _number(rows: list[list[int]], accept: list[int]) -> Dfa:
    """Put the states in the order that ``Dfa`` has."""
    size = len(rows)
    plain = [state for state in range(1, size) if accept[state] < 0]
    going_on = [state for state in range(size) if accept[state] >= 0 and max(rows[state]) >= 0]
    final = [state for state in range(size) if accept[state] >= 0 and max(rows[state]) < 0]
    order = [0, *plain, *going_on, *final]
    numbers = {state: index + START for index, state in enumerate(order)}
    step = [DEAD] * 256
    for state in order:
        step += [numbers[to] if to >= 0 else DEAD for to in rows[state]]
    first_accepting = START + 1 + len(plain)
    return Dfa(
        step,
        [-1, *(accept[state] for state in order)],
        first_accepting,
        first_accepting + len(going_on),
    )
