"""Names that a text has for the two sides of its game: the sides' own, their letters, players.

A layout that names sides says who played what. It settles the game only if these names agree with
the order of the plies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mentis_records.core.game import AnyGame
from mentis_records.notation.tag.foreign_name import foreign_names
from mentis_records.notation.tag.meant_tag import prose_players, prose_tags

_TAG = re.compile(r'^[ \t]*\[[ \t]*(\w+)[ \t]+"([^"\n]*)"', re.MULTILINE)
_WORD = re.compile(r"\w+")


class SideLabels:
    """Names of the sides of one text.

    ``first`` is the index of the side that moves first, None where no start is known.
    """

    def __init__(self, text: str, game: AnyGame, stated: Mapping[str, str] | None = None) -> None:
        """Collect the names.

        Args:
            text: may name players in tags, or in lines such as ``Blue: Ann``.
            game: whose record it is.
            stated: the players by the name of their side, where that is known already.
        """
        self.sides = game.description.sides
        tags = dict(_TAG.findall(text)) | dict(stated or {})
        for line in text.split("\n"):
            pairs = prose_tags(line, self.sides) or prose_players(line, self.sides)
            for name, value in pairs:
                tags.setdefault(name, value)
        self._players = [_words(tags.get(side, "")) for side in self.sides]
        self.first = _find_first(game, tags)

    def side_of(self, label: str) -> int | None:
        """Return the index of the side that a label names, None if that is not clear."""
        words = _words(label) - {"moves", "move", "s", "plays"}
        if not words:
            return None
        named = [at for at, side in enumerate(self.sides) if words == {side.casefold()}]
        if not named:
            named = [at for at, player in enumerate(self._players) if words <= player]
        if not named:
            foreign = foreign_names((*self.sides, "Result"))
            meant = (foreign.get(word) for word in words)
            named = [self.sides.index(side) for side in meant if side in self.sides]
        if not named:
            letters = [side[0].casefold() for side in self.sides]
            named = [at for at, letter in enumerate(letters) if words == {letter}]
        return named[0] if len(named) == 1 else None

    def is_head(self, cells: Sequence[str]) -> bool:
        """Return True if the cells of a row name both sides."""
        return {self.side_of(cell) for cell in cells} >= {0, 1}


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _find_first(game: AnyGame, tags: Mapping[str, str]) -> int | None:
    """Return the side that moves first in a record with some tags."""
    if "Position" in tags:
        return None
    settings = game.description.settings
    try:
        given = {each.tag: each.read(tags[each.tag]) for each in settings if each.tag in tags}
        side: int = game.start_position(given).side
    except ValueError:
        return None
    return side
