"""When two records are the same game; knows no table.

Exact duplicates have the same game, options, start and plies, and agree in what the tags say
of the occasion: two values agree when they are equal or one of them is unknown.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from mentis_records.core.game import GameDescription

UNKNOWN = frozenset({"", "?", "-", "*", "????.??.??"})
OCCASION_TAGS = ("Event", "Date", "Round")

Occasion = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """What was played: the game's slug, its option values, the start's key, the move codes."""

    game: str
    options: tuple[str, ...]
    start_key: int
    codes: tuple[int, ...]

    @property
    def key(self) -> int:
        """Return a 63-bit hash of the start and the plies, the same on every machine."""
        packed = struct.pack(f"<{1 + len(self.codes)}q", self.start_key, *self.codes)
        return int.from_bytes(blake2b(packed, digest_size=8).digest(), "little") >> 1


def occasion_tags(game: GameDescription) -> tuple[str, ...]:
    """Return the tags that tell one game from another with the same plies, Result apart."""
    return (*game.sides, *OCCASION_TAGS)


def occasion_of(game: GameDescription, tags: Mapping[str, str], result: str) -> Occasion:
    """Return who played when and where and how it ended; None for what is unknown."""
    values = [*(tags.get(tag) for tag in occasion_tags(game)), result]
    return known(values)


def known(values: Sequence[str | None]) -> Occasion:
    """Return the values with None for those that say nothing."""
    return tuple(None if value in UNKNOWN else value for value in values)


def is_agreeing(one: Occasion, other: Occasion) -> bool:
    """Tell whether no value of one contradicts the other."""
    pairs = zip(one, other, strict=True)
    return all(a is None or b is None or a == b for a, b in pairs)


def merged(one: Occasion, other: Occasion) -> Occasion:
    """Return what two agreeing occasions say together.

    A kept game is compared with what all its duplicates said, so that an unknown value never
    brings two different games together.
    """
    return tuple(b if a is None else a for a, b in zip(one, other, strict=True))
