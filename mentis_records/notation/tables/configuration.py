"""Lark's LALR table with its stack folded into states: what a parser does with each terminal.

Rules of a record that repeat grow at their end, so between two parentheses the stack of an LALR
parser takes a few forms only: its *configurations*. From each of them Lark's table says, for
every terminal, whether it is an error and which configuration comes after all reductions and the
shift. Only an open variation needs a stack at run time: of the configurations to go on with
behind it.

An *action* is an integer: 0 where the terminal is an error, else the next configuration with
marks (``MARKED`` and above). Needs Lark's tables, and is imported only where they are computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lark.parsers.lalr_analysis import Shift

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tables.action import BEGINS, CLOSES, DETACHED, MARKED, OPENS, PLY_SHIFT
from mentis_records.notation.tables.grammar_file import APART, STARTS, STRUCTURE, GrammarError
from mentis_records.notation.tables.partition import merge_states

_END = "$END"
_OPEN, _CLOSE = "VARIATION_OPEN", "VARIATION_CLOSE"

_Stack = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Configurations:
    """The actions of every configuration, numbered from 1, and how parsing begins.

    ``actions`` has one for each terminal a configuration, ``shifts`` tells of each whether the
    parser takes the terminal as it stands, before any reduction. ``places`` has the configuration
    that each becomes when a ply or tag begins there, before its first token; 0 where none can.
    ``opened`` is the configuration behind an opening parenthesis, 0 where no variation can open.
    """

    actions: list[int]
    shifts: bytes
    places: list[int]
    starts: tuple[int, ...]
    opened: int


def find_configurations(
    table: Any, terminals: Sequence[str], plies: Sequence[str]
) -> Configurations:
    """Return the configurations of Lark's LALR parse table.

    Args:
        table: Lark's ``ParseTable`` with integer states, for the rules ``grammar_file.STARTS``.
        terminals: the names of the terminals, as actions are ordered.
        plies: the names of the alternatives of the rule ``ply``.

    Raises:
        GrammarError: something but variations nests, or there are more configurations than
            an action has room for.
    """
    return _Search(table, terminals, plies).run()


class _Search:
    """Follows Lark's table from the starts through every terminal."""

    def __init__(self, table: Any, terminals: Sequence[str], plies: Sequence[str]) -> None:
        self._rows: Mapping[int, Mapping[str, tuple[Any, Any]]] = {
            state: {str(symbol): action for symbol, action in row.items()}
            for state, row in table.states.items()
        }
        self._terminals = terminals
        self._plies = plies
        self._starts = [(table.start_states[start],) for start in STARTS]
        self._ends = {table.end_states[start] for start in STARTS}
        self._shifted = {
            action[1]: symbol
            for row in self._rows.values()
            for symbol, action in row.items()
            if action[0] is Shift
        }
        self._parts = frozenset(terminals) - STRUCTURE
        self._joining = _joining(self._rows)
        self._numbers: dict[_Stack, int] = {}
        self._place = 0
        self._found: list[_Stack] = []

    def run(self) -> Configurations:
        """Return all configurations."""
        starts = tuple(self._number(stack) for stack in self._starts)
        opened = {state for state, symbol in self._shifted.items() if symbol == _OPEN}
        if len(opened) > 1:
            raise GrammarError("variations open in more ways than one")
        first_inside = self._number(tuple(opened)) if opened else 0
        rows: list[list[int]] = []
        shifts: list[bytes] = []
        places: list[int] = []
        while len(rows) < len(self._found):
            stack = self._found[len(rows)]
            self._place = 0
            rows.append([self._act(stack, terminal) for terminal in self._terminals])
            shifts.append(bytes(self._takes(stack[-1], name) for name in self._terminals))
            places.append(self._place)
        return _merge(rows, shifts, places, starts, first_inside)

    def _number(self, stack: _Stack) -> int:
        if stack not in self._numbers:
            # What leads from a state back to itself can be repeated without end.
            if len(set(stack)) < len(stack):
                raise GrammarError("something but variations nests")
            if len(self._found) >= MARKED - 1:
                raise GrammarError("there are too many configurations")
            self._found.append(stack)
            self._numbers[stack] = len(self._found)
        return self._numbers[stack]

    def _takes(self, state: int, terminal: str) -> bool:
        action = self._rows[state].get(terminal)
        return action is not None and action[0] is Shift

    def _act(self, before: _Stack, terminal: str) -> int:
        """Return what a terminal does, 0 if it is an error."""
        stack = list(before)
        marks = 0
        while terminal != _END or stack[-1] not in self._ends:
            if terminal not in self._rows[stack[-1]]:
                return 0
            action, target = self._rows[stack[-1]][terminal]
            if action is Shift:
                return self._shift(before, stack, terminal, marks, target)
            if len(target.expansion) >= len(stack):
                raise GrammarError("something but variations nests")
            marks |= self._reduce(stack, target)
        return MARKED | marks

    def _reduce(self, stack: list[int], rule: Any) -> int:
        """Reduce by a rule; return the mark of the ply that it makes, if any."""
        del stack[len(stack) - len(rule.expansion) :]
        stack.append(self._rows[stack[-1]][str(rule.origin.name)][1])
        if rule.origin.name != "ply":
            return 0
        return (self._plies.index(str(rule.alias or rule.origin.name)) + 1) << PLY_SHIFT

    def _shift(
        self, before: _Stack, stack: list[int], terminal: str, marks: int, target: int
    ) -> int:
        is_part = terminal in self._parts
        is_inside = self._shifted.get(before[-1]) in self._parts
        if is_inside and terminal in self._joining and not self._takes(before[-1], terminal):
            marks |= DETACHED
        if terminal == "TAG_OPEN" or (is_part and (marks >> PLY_SHIFT or not is_inside)):
            marks |= BEGINS
            self._set_place(self._number(tuple(stack)))
        if terminal == _OPEN:
            stack.append(self._rows[stack[-1]]["variation"][1])
            return self._number(tuple(stack)) | marks | OPENS
        stack.append(target)
        if terminal == _CLOSE:
            self._check_close(stack)
            return MARKED | marks | CLOSES
        return self._number(tuple(stack)) | marks

    def _set_place(self, place: int) -> None:
        if self._place not in (0, place):
            raise GrammarError("plies and tags begin at one place in different ways")
        self._place = place

    def _check_close(self, stack: list[int]) -> None:
        """Check that what is closed is one variation, whatever comes after it."""
        rules = {target for _, target in self._rows[stack[-1]].values()}
        sizes = {(str(rule.origin.name), len(rule.expansion)) for rule in rules}
        if sizes != {("variation", len(stack))}:
            raise GrammarError("a variation does not end with its parenthesis")


def _joining(rows: Mapping[int, Mapping[str, tuple[Any, Any]]]) -> frozenset[str]:
    """Return the terminals that may begin something behind a ply, and look like a part of one."""
    found = {"RESULT"}
    for row in rows.values():
        if row.get("INVALID_PLY", (None,))[0] is Shift:
            found.update(symbol for symbol, action in row.items() if action[0] is Shift)
    return frozenset(found - APART)


def _merge(
    rows: list[list[int]],
    shifts: list[bytes],
    places: list[int],
    starts: tuple[int, ...],
    opened: int,
) -> Configurations:
    """Return the configurations that can be told apart; none has the number 0."""
    classes = merge_states(
        shifts,
        [
            [(action // MARKED, action % MARKED - 1) for action in (*row, place)]
            for row, place in zip(rows, places, strict=True)
        ],
    )
    numbers = [0, *(one + 1 for one in classes)]
    firsts = {one: at for at, one in reversed(list(enumerate(classes)))}
    width = len(rows[0])
    merged = Configurations(
        [0] * width,
        bytes(width) + b"".join(shifts[firsts[one]] for one in sorted(firsts)),
        [0, *(numbers[places[firsts[one]]] for one in sorted(firsts))],
        tuple(numbers[start] for start in starts),
        numbers[opened],
    )
    for one in sorted(firsts):
        for action in rows[firsts[one]]:
            merged.actions.append(action - action % MARKED + numbers[action % MARKED])
    return merged
