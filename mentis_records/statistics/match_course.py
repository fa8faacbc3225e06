"""What matches tell beside their rounds: who moved first, who led, how points change sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from mentis_records.core.outcome import RESULT_UNKNOWN, RESULTS, WINNERS
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.result import Results
from mentis_records.store.count.match_rounds import PlayedMatch


@dataclass(frozen=True, slots=True)
class Swing:
    """How points went from one round to the next, in matches in which both are scored.

    ``same`` counts the matches in which the side with more points had more in the next one, too,
    ``other`` those in which the other side had, ``level`` those in which a round was level.
    ``change`` is the mean change of the difference.
    """

    number: int
    same: int
    other: int
    level: int
    change: float

    @property
    def matches(self) -> int:
        """Return how many matches there are."""
        return self.same + self.other + self.level


def mover_results(matches: Sequence[PlayedMatch]) -> tuple[dict[int, Results], Results]:
    """Return the results of who moved first: in rounds by their numbers, and in matches.

    In a match that is who moved first in its first round; one without that is left out.
    """
    by_round: defaultdict[int, list[str]] = defaultdict(list)
    whole = []
    for match in matches:
        for each in match.rounds:
            if each.first_mover is not None:
                by_round[each.number].append(_turned(each.result, each.first_mover))
        first = match.rounds[0]
        if first.number == 1 and first.first_mover is not None:
            whole.append(_turned(match.result, first.first_mover))
    return (
        {number: Results.of(Counter(by_round[number])) for number in sorted(by_round)},
        Results.of(Counter(whole)),
    )


def leader_results(matches: Iterable[PlayedMatch]) -> dict[int, Results]:
    """Return the results of matches for who led in points after a round that was not the last.

    They are by the round's number; rounds before it have to be scored, and level ones count not.
    """
    found: defaultdict[int, list[str]] = defaultdict(list)
    for match in matches:
        ahead = 0
        for at, each in enumerate(match.rounds[:-1], 1):
            if each.points is None or each.number != at:
                break
            ahead += each.points[0] - each.points[1]
            if ahead:
                found[at].append(_turned(match.result, 0 if ahead > 0 else 1))
    return {number: Results.of(Counter(found[number])) for number in sorted(found)}


def swings(matches: Iterable[PlayedMatch]) -> list[Swing]:
    """Return how points went from each round to the next one, by the first one's number."""
    pairs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for match in matches:
        for each, after in pairwise(match.rounds):
            if each.points is not None and after.points is not None:
                before, now = (first - second for first, second in (each.points, after.points))
                pairs[each.number].append((before, now))
    return [_swing(number, pairs[number]) for number in sorted(pairs)]


def _swing(number: int, pairs: Sequence[tuple[int, int]]) -> Swing:
    same = sum(before * now > 0 for before, now in pairs)
    other = sum(before * now < 0 for before, now in pairs)
    change = sum(abs(now - before) for before, now in pairs) / len(pairs)
    return Swing(number, same, other, len(pairs) - same - other, change)


def _turned(result: str, side: int) -> str:
    """Return a result as a side has it, that of the first side being its win."""
    winner = WINNERS.get(result)
    return result if winner is None or result == RESULT_UNKNOWN else RESULTS[winner != side]
