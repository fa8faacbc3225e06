"""The terms of a game: first player, shields, and what the squares show, as its tags have them."""

from __future__ import annotations

from functools import cached_property, lru_cache

from mentis_records.core.game import PositionError
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.rules.board import layout_of
from mentis_records.games.cirkle_mind.rules.duel import level_of
from mentis_records.games.cirkle_mind.rules.piece import FACES

EASY, MEDIUM, SUPER_MIND = "easy", "medium", "super"
LEVELS = (EASY, MEDIUM, SUPER_MIND)
LEVEL_NAMES = ("Easy", "Medium", "Super")

ON, OFF = "on", "off"


@dataclass(frozen=True)
class Terms:
    """What holds for all positions of a game: no position string has it.

    ``first_player`` is a side, ``layout`` the canonical text of one (``board.read_layout``).
    """

    first_player: int
    level: str
    has_shields: bool
    layout: str

    @cached_property
    def levels(self) -> tuple[bytes, ...]:
        """Return the level of each face on each square: ``levels[square][number]``.

        All are 0 without shields.
        """
        return tuple(
            bytes((0, *(level_of(face, square) for face in FACES)))
            if self.has_shields
            else bytes(1 + len(FACES))
            for square in layout_of(self.layout)
        )


@lru_cache(maxsize=256)
def terms_of(first_player: int, level: str, shield: str, layout: str) -> Terms:
    """Return the terms that settings choose, an empty text for no word on shields.

    Raises:
        PositionError: level and shield contradict each other, with the tag Shield to blame.
    """
    if (level, shield) in ((EASY, ON), (MEDIUM, OFF)):
        raise PositionError([f"Shield {shield} contradicts level {level}"], "Shield")
    return Terms(first_player, level, (shield or ON) == ON and level != EASY, layout)


def read_shield(text: str) -> str:
    """Return whether there are shields, ``on`` or ``off``.

    Raises:
        ValueError: it is another word.
    """
    if text not in (ON, OFF):
        raise ValueError
    return text
