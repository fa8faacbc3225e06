"""What is said of a game being entered: comments and judgements, tags, its result."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from mentis_records.cli.entry_tag import is_said, known_tag, meant_end, meant_result, meant_tag
from mentis_records.cli.entry_talk import EntryTalk
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination
from mentis_records.core.text import printable
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.tag.known_tag import known_terminations

if TYPE_CHECKING:
    from mentis_records.notation.entry.entered_game import EnteredGame

TAG_LINE = re.compile(r"([A-Za-z]\w*)\s*[:=]\s*(.*)")
"""A tag as it is typed: its name, a colon, its value."""


class Remarks:
    """What is said of a game, by the words that are typed for it."""

    def __init__(self, entered: EnteredGame, talk: EntryTalk, keep: Callable[[], None]) -> None:
        """Begin.

        Args:
            entered: the game.
            talk: says what has become of it.
            keep: writes the game to its file.
        """
        self._entered = entered
        self._talk = talk
        self._keep = keep

    def comment(self, text: str) -> None:
        """Comment on the last turn."""
        if not text.strip():
            raise EntryError("comment: write the text behind it; uncomment takes comments away")
        self._entered.add_comment(text.strip())
        self._keep()

    def uncomment(self, _: str) -> None:
        """Take the comments on the last turn away."""
        self._entered.drop_comments()
        self._keep()

    def unmark(self, _: str) -> None:
        """Take the judgement of the last turn away."""
        self._entered.mark("")
        self._keep()

    def tag(self, text: str) -> None:
        """Give the record a tag that is typed as a name and a value."""
        found = TAG_LINE.fullmatch(text)
        name, value = found.groups() if found else text.partition(" ")[::2]
        if not name:
            raise EntryError("tag: write a name and a value, such as tag Event Club evening")
        self.set_tag(name, value)

    def set_plainly(self, name: str, value: str) -> None:
        """Give the record a tag without a colon, if that cannot be meant otherwise."""
        before = self._entered.tags.get(name, "")
        if name in self._entered.game.description.sides:
            raise EntryError(
                f"{name} {value}: not understood",
                f"  {name}: {value} (with a colon) says who plays {name}",
                f"  {name} resigns, {name} lost on time, {name} wins and draw end the game",
            )
        if name != "Result" and is_said(before):
            raise EntryError(
                f"{name} is {printable(before)}", f"  {name}: {value} (with a colon) changes it"
            )
        self.set_tag(name, value)

    def set_tag(self, name: str, value: str) -> None:
        """Give the record a tag, or its result."""
        facts = self._entered.game.description
        name = known_tag(facts, name) or name
        if name == "Result":
            self.result(value)
            return
        before = self._entered.tags.get(name, "")
        self._entered.set_tag(name, meant_tag(name, value.strip()))
        self._keep()
        shown = self._entered.tags.get(name, "")
        was = f" (was {printable(before)})" if is_said(before) and before != shown else ""
        self._talk.say(f"{name}: {printable(shown)}{was}" if shown else f"{name} taken away{was}")

    def result(self, text: str) -> None:
        """Give the game a result that is typed as a score or in words."""
        word, _, rest = text.partition(" ")
        facts = self._entered.game.description
        whole = meant_end(facts, text)
        result, termination = whole or (meant_result(facts, word), rest.strip())
        if not result:
            raise EntryError(f"{text or 'result'}: expected 1-0, 0-1, 1/2-1/2 or *")
        self.end(result, termination)

    def lose(self, text: str, termination: Termination) -> None:
        """Let a side lose: the one that is named, else the one to move."""
        sides = self._entered.game.description.sides
        self._entered.go_to_end()
        loser = self._entered.position.side
        if text:
            found = [at for at, side in enumerate(sides) if side.lower() == text.lower()]
            if not found:
                raise EntryError(f"{text}: expected {' or '.join(sides)}")
            loser = found[0]
        self.end(RESULT_FIRST if loser else RESULT_SECOND, termination)

    def draw(self, text: str) -> None:
        """Let the game be drawn, in a way that is typed."""
        how = re.sub(r"by\s+", "", text.lower().rstrip(".!"))
        if how not in ("", "agreed", *known_terminations(self._entered.game.description)):
            raise EntryError(f"draw {text}: expected draw, or draw by agreement or the like")
        self.end(RESULT_DRAW, Termination.AGREEMENT if how in ("", "agreed") else how)

    def end(self, result: str, termination: str) -> None:
        """Give the game its result."""
        self._entered.set_result(result, str(termination))
        self._keep()
        self._talk.say(f"{result}. done asks for players, date and event")
