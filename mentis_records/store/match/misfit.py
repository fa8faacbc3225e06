"""What is wrong with matches, in words: rounds that are missing, come again or do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.diagnostic import Severity
from mentis_records.core.match import MatchRules
from mentis_records.store.match.chain import DAMAGE, Chain, StoredRound, is_following

_MOST_COMPARED = 300
"""Matches of one key among which a round's is looked for; of more it is only said to be missing."""


def find_faults(rules: MatchRules, chains: Sequence[Chain]) -> Iterator[tuple[str, ...]]:
    """Yield what is wrong with each of the matches of one key."""
    for chain in chains:
        yield (*_missing(rules, chains, chain), *_claimed(rules, chain.rounds))


def _missing(rules: MatchRules, chains: Sequence[Chain], chain: Chain) -> Iterator[str]:
    """Yield why a match begins with a later round, and which rounds it lacks."""
    due = 1
    for each in chain.rounds:
        number = each.told.number
        if each is chain.rounds[0] and number > 1:
            yield from _origin(rules, chains, chain)
        else:
            for lacking in range(due, number):
                yield f"game {each.game_id}: round {lacking} is missing before round {number}"
        due = number + 1


def _origin(rules: MatchRules, chains: Sequence[Chain], chain: Chain) -> Iterator[str]:
    """Yield why the first round of a match, which is a later one, goes on with no other match."""
    first = chain.rounds[0]
    name, number = f"game {first.game_id}", first.told.number
    if chain.doubt:
        yield f"{name}: {chain.doubt}"
        return
    near = [
        (before, other)
        for other in (chains if len(chains) <= _MOST_COMPARED else ())
        if (before := other.before(number)) and before[-1].told.number == number - 1
    ]
    for before, other in near:
        if len(before) < len(other.rounds) and is_following(rules, before, first.told):
            already = other.rounds[len(before)]
            if already.told.number == number:
                yield f"{name}: round {number} comes again, it is game {already.game_id} already"
                return
    if len(near) == 1:
        told = [*_errors(rules, [*near[0][0], first])]
        if told:
            yield from told
            return
    yield f"{name}: round {number - 1} is missing before round {number}"


def _claimed(rules: MatchRules, rounds: Sequence[StoredRound]) -> Iterator[str]:
    """Yield what rounds claim wrongly, as far as they are whole from the first one known."""
    for at in range(len(rounds)):
        if rounds[at].told.number != rounds[0].told.number + at:
            return
        yield from _errors(rules, rounds[: at + 1])


def _errors(rules: MatchRules, rounds: Sequence[StoredRound]) -> Iterator[str]:
    """Yield what the game finds wrong with the last of some rounds."""
    claims = getattr(rules, "claims", None)
    if claims is None:
        return
    try:
        found = list(claims([each.told for each in rounds]))
        told = [
            f"game {rounds[-1].game_id}, {tag}: {finding.code.id} {finding.message}"
            for tag, finding in found
            if finding.code.severity is Severity.ERROR
        ]
    except DAMAGE:
        return
    yield from told
