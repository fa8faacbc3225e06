"""Rounds of one key as chains, a match each; where more than one answer fits, none is taken.

A round goes on with a match that it follows: the one whose last round stands directly before it in
its source, or else the only one, if no other round could be its next as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from mentis_records.core.match import MatchRules, Round
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.error import StoreError

DAMAGE = (StoreError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What may come of rows and tags that make no sense, also in a game's code: they are no rounds."""

_MOST_TRIED = 100_000
"""Pairs of matches and rounds of one key and number that are tried."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round with its number as a game, and the players as the game has them.

    ``place`` is where its record stands: the source, the text within it, the number there.
    """

    game_id: int
    players: Sequence[str | None]
    place: tuple[int, str | None, int]
    told: Round


@dataclass(slots=True)
class Chain:
    """The rounds of a match in order, and why its first one goes on with no other, if unclear."""

    rounds: list[StoredRound]
    doubt: str = ""

    def before(self, number: int) -> list[StoredRound]:
        """Return its rounds with numbers below another."""
        return [each for each in self.rounds if each.told.number < number]


def link(rules: MatchRules, rounds: Iterable[StoredRound]) -> list[Chain]:
    """Return the matches that rounds of one key make."""
    chains: list[Chain] = []
    ordered = sorted(rounds, key=lambda each: (each.told.number, each.game_id))
    for _, some in groupby(ordered, key=lambda each: each.told.number):
        begun = [Chain([each]) for each in some]
        joined = _join(rules, chains, begun)
        for at, new in enumerate(begun):
            if at in joined:
                joined[at].rounds += new.rounds
            else:
                chains.append(new)
    return chains


def is_following(rules: MatchRules, rounds: Iterable[StoredRound], next_round: Round) -> bool:
    """Tell whether a round comes next; not if its game cannot say it."""
    try:
        return bool(rules.follows([each.told for each in rounds], next_round))
    except DAMAGE:
        return False


def _join(rules: MatchRules, chains: Sequence[Chain], begun: Sequence[Chain]) -> dict[int, Chain]:
    """Return with which chain rounds of one number go on, by their places in ``begun``.

    Those that might go on with several, or of which several might, get their doubt.
    """
    last_at = {chain.rounds[-1].place: at for at, chain in enumerate(chains)}
    joined: dict[int, int] = {}
    for at, new in enumerate(begun):
        source, text, record = new.rounds[0].place
        behind = last_at.get((source, text, record - 1))
        if behind is not None and is_following(rules, chains[behind].rounds, new.rounds[0].told):
            joined[at] = behind
    taken = {*joined.values()}
    left = [at for at in range(len(begun)) if at not in joined]
    going = [at for at in range(len(chains)) if at not in taken]
    if len(left) * len(going) > _MOST_TRIED:
        for at in left:
            begun[at].doubt = "too many matches of these players might go on with it"
        left = []
    fitting = {
        at: [to for to in going if is_following(rules, chains[to].rounds, begun[at].rounds[0].told)]
        for at in left
    }
    rivals: defaultdict[int, list[int]] = defaultdict(list)
    for at, found in fitting.items():
        for to in found:
            rivals[to].append(at)
    for at, found in fitting.items():
        if len(found) == 1 and len(rivals[found[0]]) == 1:
            joined[at] = found[0]
        elif found:
            begun[at].doubt = _doubt(chains, begun, found, rivals[found[0]])
    return {at: chains[to] for at, to in joined.items()}


def _doubt(
    chains: Sequence[Chain], begun: Sequence[Chain], found: Sequence[int], rivals: Sequence[int]
) -> str:
    """Return in words why a round goes on with none of the matches found for it."""
    number = begun[rivals[0]].rounds[0].told.number
    before = _games(chains[to].rounds[-1].game_id for to in found)
    if len(found) > 1:
        return f"round {number} might follow {before}"
    several = _games(begun[at].rounds[0].game_id for at in rivals)
    return f"{several} might be round {number} behind {before}"


def _games(game_ids: Iterable[int]) -> str:
    return " or ".join(f"game {game_id}" for game_id in game_ids)
