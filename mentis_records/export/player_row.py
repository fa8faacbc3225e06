"""Players as rows for programs: what games say of them, ratings, names that look alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.statistics.name import NameComparison, NamePair, compare_names, fullness

if TYPE_CHECKING:
    from mentis_records.statistics.rating.league import League
    from mentis_records.store.player import Player

PLAYER_COLUMNS = (
    *("player", "games", "score", "won", "drawn", "lost", "unplayed"),
    *("first", "last", "elo", "aliases"),
)
RATING_COLUMNS = (
    *("player", "rating", "error", "group", "rating_games"),
    *("games", "points", "won", "drawn", "lost", "standing"),
)
ALIKE_COLUMNS = ("player", "games", "alike", "its games", "likeness")

_NAMED = 20  # ambiguous names, and names each may mean, that are listed

RATING_DIGITS = 6
"""Decimals of a rating for programs."""


def player_rows(players: Sequence[Player], *, is_flat: bool = False) -> Iterator[list[Any]]:
    """Yield a row a player, with the aliases as one text where rows are to be flat."""
    for each in players:
        yield [
            *(each.name, each.games, each.score, each.won, each.drawn, each.lost, each.unplayed),
            *(each.first_date, each.last_date, each.elo),
            "; ".join(each.aliases) if is_flat else list(each.aliases),
        ]


def rating_rows(league: League, digits: int = RATING_DIGITS) -> Iterator[list[Any]]:
    """Yield a row a player, ratings with so many decimals; without any they are whole numbers."""
    for each in league.players:
        rating = each.rating
        yield [
            each.name,
            None if rating is None else _rounded(rating.value, digits),
            None if rating is None or not league.has_errors else _rounded(rating.error, digits),
            None if each.group is None else each.group + 1,
            each.rating_games,
            *(each.games, each.points, each.won, each.drawn, each.lost),
            each.standing.value,
        ]


def alike_rows(
    players: Sequence[Player], compared: NameComparison | None = None
) -> Iterator[list[Any]]:
    """Yield a row a pair of similar names, each with its games."""
    games = {each.name: each.games for each in players}
    for pair in (compared or compare_players(players)).pairs:
        yield [pair.first, games[pair.first], pair.second, games[pair.second], pair.likeness]


def compare_players(found: Sequence[Player]) -> NameComparison:
    """Return pairs of similar names, the likeliest first; in each the name to keep comes first."""
    games = {each.name: each.games for each in found}
    compared = compare_names(games)
    return NameComparison(kept_first(compared.pairs, games, games), compared.ambiguous)


def kept_first(
    pairs: Iterable[NamePair], names: Collection[str], games: Mapping[str, int]
) -> list[NamePair]:
    """Return pairs with the name to keep before the other.

    That is the one with more words, else with fewer initials, else in the order that most names
    have, else that of the player with more games.

    Args:
        pairs: of similar names.
        names: all that were compared.
        games: the number of games of each name in a pair.
    """
    whole = [name for name in names if len(name.split()) > 1]
    turned = sum(fullness(name)[1] for name in whole)
    usual = int(turned > len(whole) - turned)
    is_even = 2 * turned == len(whole)

    def rank(name: str) -> tuple[bool, int, bool, int, int, str]:
        initials, is_turned = fullness(name)
        is_unusual = not is_even and is_turned != usual
        return len(name.split()) == 1, initials, is_unusual, -games[name], is_turned, name

    ordered = []
    for pair in pairs:
        first, second = sorted((pair.first, pair.second), key=rank)
        ordered.append(NamePair(first, second, pair.likeness))
    return ordered


def ambiguous_words(compared: NameComparison) -> list[str]:
    """Return a line for each of the first names that may each mean one of several players."""
    lines = []
    for name, others in list(compared.ambiguous.items())[:_NAMED]:
        named = others[:_NAMED]
        if len(others) > _NAMED:
            named.append(f"{len(others) - _NAMED:,} more")
        lines.append(f"{name} is ambiguous: {' or '.join(named)}; left as it is")
    if len(compared.ambiguous) > _NAMED:
        lines.append(f"and {len(compared.ambiguous) - _NAMED:,} more ambiguous names")
    return lines


def _rounded(value: float, digits: int) -> float | int:
    return round(value, digits) if digits else round(value)
