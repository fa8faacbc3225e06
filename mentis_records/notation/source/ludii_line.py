"""Lines of a Ludii trial: a move with its actions, and values behind a key."""

from __future__ import annotations

import re
from typing import NoReturn

from mentis_records.core.trial import Action, Told, TrialMove

MAX_SHOWN = 60
"""Characters of a line that a message repeats."""

_MOVE = "Move=[Move:"
_HEAD_VALUE = re.compile(r"([A-Za-z]+)=(-?[0-9]{1,9}),")
_ACTIONS = "actions="
_ACTION = re.compile(r"\[([A-Za-z]+)(?::([^\[\]]*))?\]")
_VALUE = re.compile(r"([A-Za-z]+)=([^\[\]=,]+)")


class LineError(ValueError):
    """A line that is not what stands in such a place; ``at`` is the offset of what is wrong."""

    def __init__(self, at: int, expected: str) -> None:
        """Keep the place, and what should stand there in words."""
        super().__init__(expected)
        self.at = at
        self.expected = expected


def quoted(text: str) -> str:
    """Return a part of a line for a message: not too long, nothing invisible."""
    shown = text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."
    return repr(shown)[1:-1] if not shown.isprintable() else shown


def is_move(line: str) -> bool:
    """Tell whether a line begins as a move does."""
    return line.startswith("Move=")


def read_move(line: str, begin: int) -> TrialMove:
    """Return the move that a line says.

    Args:
        line: it, without its end.
        begin: its offset in the trial.

    Raises:
        LineError: it is damaged.
    """
    if not line.startswith(_MOVE):
        _refuse(begin, _MOVE + "...")
    at = len(_MOVE)
    head: dict[str, int] = {}
    mover_place = (begin + at, begin + at)
    while found := _HEAD_VALUE.match(line, at):
        if found[1] in head:
            _refuse(begin + at, f"one {found[1]}")
        if found[1] == "mover":
            mover_place = (begin + at, begin + found.end() - 1)
        head[found[1]] = int(found[2])
        at = found.end()
    place = (begin + len(_MOVE), begin + max(at - 1, len(_MOVE)))
    if not line.startswith(_ACTIONS, at):
        _refuse(begin + at, "mover=, from=, to= or another whole number, then actions=")
    for name in ("mover", "from", "to"):
        if (name == "mover" or "from" in head or "to" in head) and head.get(name, -1) < 0:
            _refuse(place[0], f"{name}= with a whole number of 0 and more")
    actions, at = _read_actions(line, at + len(_ACTIONS), begin)
    if line[at:] != "]":
        _refuse(begin + at, "another action, or ] and the end of the line")
    return TrialMove(head, actions, place, mover_place)


def _read_actions(line: str, at: int, begin: int) -> tuple[tuple[Action, ...], int]:
    """Return the actions from an offset of a line on, and where they end."""
    actions: list[Action] = []
    while found := _ACTION.match(line, at):
        values: dict[str, str] = {}
        for part in (found[2] or "").split(",") if found[2] else ():
            pair = _VALUE.fullmatch(part)
            if pair is None or pair[1] in values:
                _refuse(begin + found.start(), "an action such as [Remove:type=Cell,to=3]")
            values[pair[1]] = pair[2]
        actions.append(Action(found[1], values, (begin + found.start(), begin + found.end())))
        at = found.end()
        if not line.startswith(",[", at):
            return tuple(actions), at
        at += 1
    return _refuse(begin + at, "an action such as [Remove:type=Cell,to=3]")


def read_value(line: str, begin: int, key: str, form: re.Pattern[str], expected: str) -> Told:
    """Return the value behind a key, which has the whole line.

    Args:
        line: it, without its end.
        begin: its offset in the trial.
        key: what stands before the value.
        form: what the value is like.
        expected: a value in words.

    Raises:
        LineError: the line has not this key, or another value.
    """
    if not line.startswith(key):
        _refuse(begin, f"{key}... ({expected})")
    if not form.fullmatch(line, len(key)):
        _refuse(begin + len(key), expected)
    return Told(line[len(key) :], (begin, begin + len(line)))


def _refuse(at: int, expected: str) -> NoReturn:
    raise LineError(at, expected)
