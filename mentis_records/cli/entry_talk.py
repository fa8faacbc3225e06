"""What is said while a game is entered: on a terminal above the prompt, else at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.entry_tag import is_said
from mentis_records.notation.entry.entry_error import EntryError

if TYPE_CHECKING:
    from mentis_records.cli.entry_voice import Voice
    from mentis_records.notation.entry.entered_game import EnteredGame

_WORDS = re.compile(r"[^\W\d_]+(?:[ .,'’&/-]+[^\W\d_]+)*\.?")
"""A line of words without a square, such as a name."""

_LONGEST_NAME = 60
_SEE_HELP = "  not played; help lists what may be typed here"


class EntryTalk:
    """Says things; what a terminal is to show at the next prompt waits in ``said``."""

    def __init__(self, voice: Voice) -> None:
        """Begin with nothing said."""
        self.voice = voice
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Say something to who enters the game."""
        if self.voice.is_terminal:
            self.said += text.split("\n")
        else:
            output.talk(text)

    def read(self, text: str) -> None:
        """Give a text to be read, on a terminal in place of the game."""
        if not self.voice.is_terminal:
            output.write(text)
            return
        self.voice.show(lambda: text)
        self.voice.ask("Enter goes on: ")

    def tell(self, text: str) -> None:
        """Give something that was asked for: on a terminal above the prompt."""
        if self.voice.is_terminal:
            self.said += text.split("\n")
        else:
            output.write(text)


def refused_turn(entered: EnteredGame, text: str, error: EntryError) -> EntryError:
    """Return why a text is no turn here, that nothing was played, and what may be meant instead."""
    is_unread = any("cannot be read" in line for line in error.lines)
    is_like_turns = any("turns like it" in line for line in error.lines)
    is_name = len(text) <= _LONGEST_NAME and _WORDS.fullmatch(text) and not is_like_turns
    if is_name and (is_unread or "," in text):
        return EntryError(error.lines[0], f"  {_player_words(entered, text)}", _SEE_HELP)
    if is_unread:
        return EntryError(*error.lines, _SEE_HELP)
    is_over = entered.outcome is not None
    return EntryError(
        *error.lines, "  not played" if is_over else "  not played; type another turn"
    )


def _player_words(entered: EnteredGame, name: str) -> str:
    """Return how to say who plays: the side to move, or the other if that has its player."""
    sides, to_move = entered.game.description.sides, entered.position.side
    ordered = (*sides[to_move:], *sides[:to_move])
    lacking = (each for each in ordered if not is_said(entered.tags.get(each, "")))
    side = next(lacking, ordered[0])
    return f"if that is the player of {side}, type {side}: {name}"
