"""What ``help`` says while a game is entered."""

from __future__ import annotations

from textwrap import wrap

_ROWS = (
    ("TURN", "a turn as it is written, or several; marks and {comments} may follow"),
    ("undo, redo", "take back the last change, as Ctrl-Z does; do it again"),
    ("back, forward", "go one turn back or on; back 4 goes four; also start, end"),
    ("go 3, go 3...", "show the board after a move of the side that begins, or of the other"),
    ("(", "begin a variation: the next turn is another one for the last; ) goes back"),
    ("(3... TURN TURN)", "a whole variation of the last turn"),
    ("variation 1", "go into a variation that is shown as next; main leaves all"),
    ("delete", "take away the turn on the board and all that follow it"),
    ("replace TURN", "another turn for the one on the board; also replace 3... TURN"),
    ("{text}", "a comment on the last turn; also comment TEXT; uncomment"),
    ("! ? !! ?? !? ?! $7", "a mark on the last turn; unmark"),
    ("1-0, draw", "the result; also resign, resign SIDE, time SIDE, result 1-0 adjudication"),
    ("Blue resigns", "the same in words; also draw agreed, Red wins, Blue lost on time"),
    ("Blue: Ann Smith", "who plays a side"),
    ("Event: Club night", "a tag; also date 14 Nov 2026, or tag NAME VALUE"),
    ("moves, moves d2", "the legal turns, or those that begin so"),
    ("board, flip", "the board; turn it round"),
    ("position, record", "the position string; the record so far"),
    ("done", "ask for what is missing, and end"),
    ("quit", "leave the game as it is, to go on another time; also Ctrl-D"),
)
_LEFT = 20
"""Columns of the words, where there is room beside them."""

_NARROW = 64
"""Columns with which there is room."""


def help_text(width: int) -> str:
    """Return all words and what they do, for so many columns."""
    lines: list[str] = []
    for words, meaning in _ROWS:
        if width < _NARROW:
            lines += [words, *wrap(meaning, width - 4, initial_indent="  ", subsequent_indent="  ")]
            continue
        first, *rest = wrap(meaning, width - _LEFT - 1)
        lines += [f"{words:<{_LEFT}}{first}", *(" " * _LEFT + line for line in rest)]
    return "\n".join(lines)
