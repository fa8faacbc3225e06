"""Known ways of miswriting a ply, looked for together; which there are a game says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.diagnostic import Code
from mentis_records.core.game import GameDescription, Malformation
from mentis_records.fast.late_dataclass import dataclass

_GROUP_NAME = re.compile(r"\(\?P<\w+>")


@dataclass(slots=True)
class Miswriting:
    """What a word has been found to be: its code, details for the message, the part to blame."""

    code: Code
    details: dict[str, str]
    start: int
    end: int


class Miswritings:
    """The malformations of a game, in one regular expression for words and one for blanks."""

    def __init__(self, malformations: Sequence[Malformation]) -> None:
        """Compile them; their patterns may not refer back to their groups."""
        self.malformations = malformations
        self._known: dict[int, tuple[Malformation, re.Pattern[str]]] = {}
        group = 1
        for malformation in malformations:
            pattern = re.compile(malformation.pattern)
            self._known[group] = malformation, pattern
            group += 1 + pattern.groups
        self._word = _alternatives(malformations)
        self._spanning = _alternatives([each for each in malformations if each.spans_blanks])

    def find(self, text: str) -> Miswriting | None:
        """Return the first malformation that a whole text is."""
        match = self._word.fullmatch(text)
        if match is None or match.lastindex is None:
            return None
        group = match.lastindex
        malformation, pattern = self._known[group]
        details = {name: match[group + at] or "" for name, at in pattern.groupindex.items()}
        start, end = match.span(group + 1 if pattern.groups else group)
        return Miswriting(malformation.code, details, start, end)

    def reach(self, text: str) -> int:
        """Return where a malformation that goes over blanks ends, if the text begins with one.

        It is 0 where the text does not.
        """
        match = self._spanning.match(text)
        return match.end() if match else 0


def _alternatives(malformations: Sequence[Malformation]) -> re.Pattern[str]:
    """Return the pattern that matches as the first of some does, each in a group of its own."""
    patterns = [_GROUP_NAME.sub("(", each.pattern) for each in malformations]
    return re.compile("|".join(f"({pattern})" for pattern in patterns) or "(?!)")


_known: dict[str, Miswritings] = {}


def miswritings_of(game: GameDescription) -> Miswritings:
    """Return the miswritings that a game knows."""
    found = _known.get(game.slug)
    if found is None or found.malformations is not game.malformations:
        found = _known[game.slug] = Miswritings(game.malformations)
    return found


def joined_plies(text: str, game: GameDescription) -> str:
    """Return words of movetext with the blanks inside of plies left out that may not be there."""
    known, at, parts = miswritings_of(game), 0, []
    while at < len(text):
        size = known.reach(text[at:]) if at == 0 or not text[at - 1].isalnum() else 0
        parts.append("".join(text[at : at + size].split()) if size else text[at])
        at += size or 1
    return "".join(parts)
