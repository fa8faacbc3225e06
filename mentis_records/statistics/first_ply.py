"""Games by the families of their first plies, mirror images together; knows no result.

Only games that begin at one of the game's own starts have an opening in this sense.
"""

from __future__ import annotations

from collections import Counter

import numpy

from mentis_records.core.capability import family_of, has_families
from mentis_records.core.game import AnyGame
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, Integers


def group_by_line(
    game: AnyGame, encounters: Encounters, depth: int
) -> tuple[tuple[str, ...], Integers]:
    """Return the lines of the first ``depth`` plies, and of which line each game is.

    A ply stands for its family, if the game has families of openings; else a line is named as it
    was played most. The most frequent line stands first. Games without one are ``UNKNOWN``. The
    encounters must have been fetched with keys of starts (``played_start``).

    Raises:
        ValueError: the depth is neither 1 nor 2.
    """
    if depth not in (1, 2):
        raise ValueError(f"lines are one or two plies long, not {depth}")
    begun = encounters.begins >= depth
    moves = [encounters.first_move[begun], encounters.second_move[begun]][:depth]
    lines, places, counts = numpy.unique(
        numpy.stack(moves, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    names = _Names(game)
    written: Counter[str] = Counter()
    for line, count in zip(lines.tolist(), counts.tolist(), strict=True):
        written[names.images(tuple(line))[0]] += count
    labels = [
        min(set(names.images(tuple(line))), key=lambda name: (-written[name], name))
        for line in lines.tolist()
    ]
    played: Counter[str] = Counter()
    for label, count in zip(labels, counts.tolist(), strict=True):
        played[label] += count
    ordered = sorted(played, key=lambda label: (-played[label], label))
    rank = {label: place for place, label in enumerate(ordered)}
    groups = numpy.full(len(begun), UNKNOWN)
    if ordered:
        groups[begun] = numpy.array([rank[label] for label in labels])[places.ravel()]
    return tuple(ordered), groups


class _Names:
    """The families of moves, or else the notations of them and their images, each found once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._has_families = has_families(game)
        self._known: dict[int, tuple[str, ...]] = {}

    def images(self, codes: tuple[int, ...]) -> list[str]:
        """Return a line as it was played, then its images under the game's symmetries."""
        moves = [self._of(code) for code in codes]
        between = ", then " if self._has_families else " "
        return [between.join(names) for names in zip(*moves, strict=True)]

    def _of(self, code: int) -> tuple[str, ...]:
        if code not in self._known:
            move = self._game.decode_move(code)
            if self._has_families:
                self._known[code] = (family_of(self._game, move),)
                return self._known[code]
            images = (each.transform(move) for each in self._game.description.symmetries)
            self._known[code] = (move.notation, *(image.notation for image in images))
        return self._known[code]
