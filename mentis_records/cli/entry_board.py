"""What is shown of a game that is being entered: caption, board, and the turns before it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.screen import board_width
from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome
from mentis_records.core.text import printable

if TYPE_CHECKING:
    from mentis_records.core.record import Ply
    from mentis_records.notation.entry.entered_game import EnteredGame

_LINES = 3
"""Lines with the turns before the board."""

MENU = 6
"""Lines for the prompt and what completes a turn."""


def width() -> int:
    """Return how many columns there are."""
    return shutil.get_terminal_size((80, 24)).columns


def folded(text: str, indent: str = "    ") -> str:
    """Return a line for people, folded where a terminal has no room for it."""
    if not sys.stdout.isatty():
        return text
    lead = text[: len(text) - len(text.lstrip())]
    lines = wrap(text.strip(), width() - 1, initial_indent=lead, subsequent_indent=lead + indent)
    return "\n".join(lines) or text


def numbered(entered: EnteredGame, ply: Ply, needs_number: bool = True) -> str:
    """Return a turn with the number before it, as it is written."""
    facts = entered.game.description
    opener = facts.opener_of(entered.start.side, entered.tags)
    word = printable(ply.move.notation) + ply.suffix
    if ply.side == opener:
        return f"{ply.move_number}. {word}"
    return f"{ply.move_number}... {word}" if needs_number else word


def turn_prompt(entered: EnteredGame) -> str:
    """Return what asks for the next turn: its number and whose it is, or that there is none."""
    if not entered.depth and entered.count == len(entered.line):
        if entered.outcome is not None:
            return "done, or undo: "
        if entered.result != RESULT_UNKNOWN:
            return "done, or undo, or a turn: "
    position, facts = entered.position, entered.game.description
    opener = facts.opener_of(entered.start.side, entered.tags)
    dots = "." if position.side == opener else "..."
    return f"{position.move_number}{dots} {facts.sides[position.side]} to move: "


def board_text(entered: EnteredGame, is_turned: bool, beside: int = 0) -> str:
    """Return the board as it is, or its position string where it cannot be drawn.

    On a terminal it leaves room for ``beside`` other lines, the prompt, and turns to choose from.
    """
    position = entered.position
    if not is_drawn(entered.game):
        return printable(entered.game.format_position(position))
    from mentis_records.report.board.board_turn import turned_round
    from mentis_records.report.board.fitted_board import render_fitted

    plies = entered.played
    last = plies[-1].move if plies else None
    picture = picture_of(entered.game, position, last, _ended(entered))
    is_terminal = sys.stdout.isatty()
    lines = shutil.get_terminal_size((80, 24)).lines
    return render_fitted(
        turned_round(picture) if is_turned else picture,
        board_width() - is_terminal,
        min(lines + 1 - MENU, lines - beside - 1) if is_terminal else None,
        colour=output.has_colour(),
        near=int(is_turned),
        fold=folded,
    )


def _ended(entered: EnteredGame) -> Outcome | None:
    """Return how the game ended, if it did behind the turns on the board."""
    if entered.depth or entered.count < len(entered.line) or entered.result == RESULT_UNKNOWN:
        return None
    outcome = entered.outcome
    return outcome or Outcome(entered.result, entered.tags.get("Termination", ""))


def turns_text(entered: EnteredGame) -> Iterator[str]:
    """Yield the lines of the last turns up to the board, its comments, and what comes next."""
    words: list[str] = []
    for ply in entered.played:
        words.append(numbered(entered, ply, not words))
    lines = wrap(" ".join(words), max(width() - 2, 20), break_on_hyphens=False)
    if len(lines) > _LINES:
        lines = [f"… {lines[-_LINES]}", *lines[1 - _LINES :]]
    yield from lines
    for comment in entered.comments:
        yield folded("{" + printable(comment.text) + "}")
    if entered.depth:
        yield folded(f"in a variation, {entered.depth} deep; ) goes back to the turn it replaces")
    if entered.count < len(entered.line):
        following = entered.line[entered.count]
        others = [each.plies[0] for each in following.variations]
        shown = numbered(entered, following)
        if others:
            shown += f" ({'; '.join(numbered(entered, each) for each in others)})"
        yield folded(f"next: {shown}")


def screen(entered: EnteredGame, title: str, is_turned: bool, said: Iterable[str]) -> str:
    """Return all that stands above the prompt; without blank lines if there is little room."""
    head, turns = [folded(title)], [*turns_text(entered)]
    talk = [line for text in said for line in folded(text).split("\n")]
    beside = sum(line.count("\n") + 1 for line in (*head, *turns, *talk))
    parts = [head, board_text(entered, is_turned, beside).split("\n"), turns, talk]
    height = sum(len(part) + 1 for part in parts if part)
    gap = "\n\n" if height + MENU < shutil.get_terminal_size((80, 24)).lines else "\n"
    return gap.join("\n".join(part) for part in parts if part)
