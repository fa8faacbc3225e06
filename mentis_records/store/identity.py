"""When two records are the same game; knows no table.

Exact duplicates have the same game, options, start and plies, and agree in what the tags say
of the occasion: two values agree when they are equal or one of them is unknown. A record is
another one cut short if its plies begin the other's, the players of both are known and equal,
and they agree in the rest of the occasion but the result; one without plies begins nothing. What
is cut short within a ply, ``cut_short`` finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import takewhile

from mentis_records.core.game import GameDescription
from mentis_records.core.mix import mix
from mentis_records.notation.record_field import OPENING
from mentis_records.notation.write import escape

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
        """Return a 63-bit hash of the start and the plies, the same on every machine.

        It is the one that ``notation.movetext_reader`` computes.
        """
        return reduce(lambda key, code: mix(key ^ code), self.codes, self.start_key)


def occasion_tags(game: GameDescription) -> tuple[str, ...]:
    """Return the tags that tell one game from another with the same plies, Result apart."""
    return _occasion_tags(game.sides)


@cache
def _occasion_tags(sides: tuple[str, ...]) -> tuple[str, ...]:
    return (*sides, *OCCASION_TAGS)


def occasion_of(game: GameDescription, tags: Mapping[str, str], result: str) -> Occasion:
    """Return who played when and where and how it ended; None for what is unknown."""
    values = [tags.get(tag) for tag in occasion_tags(game)]
    values.append(result)
    return known(values)


def without_result(occasion: Occasion) -> Occasion:
    """Return the part of an occasion in which a record that was cut short agrees."""
    return occasion[:-1]


def known(values: Sequence[str | None]) -> Occasion:
    """Return the values with None for those that say nothing."""
    return tuple([None if value in UNKNOWN else value for value in values])


def is_agreeing(one: Occasion, other: Occasion) -> bool:
    """Tell whether no value of one contradicts the other."""
    pairs = zip(one, other, strict=True)
    return all(a is None or b is None or a == b for a, b in pairs)


def is_beginning(one: Content, other: Content) -> bool:
    """Tell whether the plies of one begin those of the other, which has more of them."""
    count = len(one.codes)
    return (
        0 < count < len(other.codes)
        and (one.game, one.options, one.start_key) == (other.game, other.options, other.start_key)
        and other.codes[:count] == one.codes
    )


def count_common(one: Content, other: Content) -> int:
    """Return how many plies at the beginning are the same."""
    pairs = zip(one.codes, other.codes, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def opening_keys(content: Content, players: Sequence[str | None]) -> list[int]:
    """Return hashes of the start, the players and the first ply, the first two, and so on.

    They are those that ``notation.movetext_reader`` computes: ``OPENING`` or as many as there are
    plies, and none where a player is unknown.
    """
    key = content.start_key
    for name in known(players):
        if name is None:
            return []
        written = escape(name).encode()
        key = mix(reduce(lambda key, byte: mix(key ^ byte), written, key) ^ len(written))
    keys = []
    for code in content.codes[:OPENING]:
        key = mix(key ^ code)
        keys.append(key)
    return keys
