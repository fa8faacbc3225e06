"""When two records are the same game; knows no table.

Exact duplicates have the same game, options, start and plies, and agree in what the tags say of
the occasion: two values agree when they are equal, but for blanks and the way in which Unicode
writes them, or one of them is unknown. One that names no player and one that names some must also
have a part of the occasion in common that is known. A record is another one cut short if its plies
begin the other's, the players of both are known and equal, and they agree in the rest of the
occasion; one without plies begins nothing. What is cut short within a ply, ``cut_short`` finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from itertools import takewhile

from mentis_records.core.game import GameDescription
from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.mix import mix
from mentis_records.notation.bulk.record_field import OPENING
from mentis_records.notation.tag.quoted_value import escape
from mentis_records.store.schema import SIDE_TAGS, elo_columns, setting_tags

UNKNOWN = frozenset({"", "?", "-", "*", "????.??.??"})
RESULT = "Result"

_MUTE = (
    *("Game", "Position", "PlyCount", "Termination", RESULT, "Annotator", "Source"),
    *("WhiteElo", "BlackElo"),
)
"""Tags in which two records of any game may differ, or which are compared apart."""

_FIRST_TAGS = (*SIDE_TAGS, "Event", "Site", "Date", "Round")

Occasion = Mapping[str, str]
"""Who played when and where and how it ended: what is known, folded, by tag."""


@dataclass(frozen=True, slots=True)
class Content:
    """What was played: the game's slug, its settings, the start's key, the move codes."""

    game: str
    options: tuple[str, ...]
    start_key: int
    codes: tuple[int, ...]

    @property
    def key(self) -> int:
        """Return a 63-bit hash of the start and the plies, the same on every machine.

        It is the one that ``notation.bulk.movetext_reader`` computes.
        """
        return reduce(lambda key, code: mix(key ^ code), self.codes, self.start_key)


def occasion_of(game: str, tags: Mapping[str, str], result: str) -> Occasion:
    """Return what is known of all that tells one game from another with the same plies."""
    found = {}
    for tag, value in tags.items():
        if _tells_apart(game, tag):
            text = folded(value)
            if text not in UNKNOWN:
                found[tag] = text
    if result not in UNKNOWN:
        found[RESULT] = result
    return found


@lru_cache(4_096)
def _tells_apart(game: str, tag: str) -> bool:
    mute = (*_MUTE, *setting_tags(game), *elo_columns(game))
    return tag.lower() not in map(str.lower, mute)


def is_unknown(text: str | None) -> bool:
    """Tell whether a tag's text, or that of a missing one, says nothing."""
    return text is None or folded(text) in UNKNOWN


def players_of(game: GameDescription, occasion: Occasion) -> list[str]:
    """Return the known players, in the order of their sides."""
    return [occasion[side] for side in game.sides if side in occasion]


def is_agreeing(one: Occasion, other: Occasion) -> bool:
    """Tell whether no value of one contradicts the other."""
    return all(other.get(tag, value) == value for tag, value in one.items())


def is_one_occasion(game: GameDescription, one: Occasion, other: Occasion) -> bool:
    """Tell whether two records with the same plies are of one game."""
    if not is_agreeing(one, other):
        return False
    if bool(players_of(game, one)) == bool(players_of(game, other)):
        return True
    return any(tag in other for tag in one if tag != RESULT)


def contradictions(one: Occasion, other: Occasion) -> list[str]:
    """Return the tags in which two occasions contradict each other: players first."""
    tags = dict.fromkeys((*_FIRST_TAGS, RESULT, *sorted(one)))
    return [tag for tag in tags if tag in one and other.get(tag, one[tag]) != one[tag]]


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

    They are those that ``notation.bulk.movetext_reader`` computes: ``OPENING`` or as many as
    there are plies, and none where a player is unknown.
    """
    key = content.start_key
    for name in players:
        if name is None or is_unknown(name):
            return []
        written = escape(folded(name)).encode()
        key = mix(reduce(lambda key, byte: mix(key ^ byte), written, key) ^ len(written))
    keys = []
    for code in content.codes[:OPENING]:
        key = mix(key ^ code)
        keys.append(key)
    return keys
