"""Who plays whom on which side: a double round robin that is balanced wherever it stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mentis_records.core.policy import Player

_Seating = tuple[int, int]


def seatings(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Return the seatings that follow one another, again and again, in a collection.

    Every player meets every other once on each side. However many games there are, nobody has
    played one side more than once more often than the other, nor has any pairing been played
    more than once more often than another; sides of a pairing alternate. As far as that goes,
    all have played as many games, and the first side is as strong as the second. A player who is
    alone plays both sides.

    Args:
        players: from the weakest to the strongest.
    """
    if len(players) == 1:
        return [(players[0], players[0])]
    numbers = range(len(players))
    games: list[_Seating] = []
    _add(games, [(first, second) for first in numbers for second in numbers if first != second])
    _add(games, [(second, first) for first, second in games])
    return [(players[first], players[second]) for first, second in games]


def _add(games: list[_Seating], left: Sequence[_Seating]) -> bool:
    """Add one seating of each pairing; tell whether that can be done, else add none."""
    if not left:
        return True
    balance = Counter(first for first, _ in games)
    balance.subtract(second for _, second in games)
    for game in sorted(left, key=lambda game: _unevenness(games, left, game)):
        first, second = game
        if balance[first] > 0 or balance[second] < 0:
            continue
        games.append(game)
        if _add(games, [other for other in left if set(other) != set(game)]):
            return True
        games.pop()
    return False


def _unevenness(
    games: Sequence[_Seating], left: Sequence[_Seating], game: _Seating
) -> tuple[int, bool, int, _Seating]:
    """Return how uneven the players' games, and the sides' strengths, are after one more game."""
    played = Counter(player for each in (*games, game) for player in each)
    counts = {player: played[player] for each in left for player in each} | dict(played)
    fewest = {player for player, count in counts.items() if count == min(counts.values())}
    may_pair = any(set(other) <= fewest and set(other) != set(game) for other in left)
    strength = sum(first - second for first, second in (*games, game))
    return max(counts.values()) - min(counts.values()), not may_pair, abs(strength), game
