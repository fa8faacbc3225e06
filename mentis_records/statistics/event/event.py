"""An event: its players with their rounds, and whether it is all-play-all or Swiss."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.event.entry import (
    DRAW,
    LOSS,
    Entry,
    Kind,
    is_bye_name,
    kind_of,
    points_of,
    round_number,
)
from mentis_records.store.count.event_games import EventGame

_MOST_MET = 0.75
"""The share of pairs that met, from which games without rounds are an all-play-all."""


_MOST_ROUNDS = 60
"""More different rounds are numbers of games."""

_YEAR = re.compile(r"\s*(?P<year>(?:19|20)\d\d)\D+(?=\d)")
"""The year before the number of a round."""

_MOST_CYCLES = 4
"""Games of each pair in an all-play-all that is planned."""


class System(StrEnum):
    """How an event is paired."""

    ALL_PLAY_ALL = "all-play-all"
    SWISS = "swiss"


Pair = tuple[str, str]
"""Two players in the order of their names."""


@dataclass(frozen=True)
class Event:
    """The games of one event.

    ``cards`` has the rounds of each player, in order; ``rounds`` are the numbers of the rounds,
    empty where not all games tell theirs, or there are too many. ``left_out`` are games that are
    nobody's: a player is unknown, though it was played, or both are the same one.
    """

    games: Sequence[EventGame]
    cards: Mapping[str, Sequence[Entry]]
    rounds: Sequence[int]
    system: System
    left_out: Sequence[EventGame]

    @property
    def players(self) -> Sequence[str]:
        """Return all players by name."""
        return list(self.cards)

    @property
    def is_swiss(self) -> bool:
        """Tell whether unplayed rounds count as in a Swiss event."""
        return self.system is System.SWISS

    @cached_property
    def met(self) -> Mapping[Pair, Sequence[Entry]]:
        """Return the rounds of each two players with one another, as the first one has them."""
        found: defaultdict[Pair, list[Entry]] = defaultdict(list)
        for name, entries in self.cards.items():
            for each in entries:
                if each.opponent is not None and name < each.opponent:
                    found[name, each.opponent].append(each)
        return found

    @property
    def is_series(self) -> bool:
        """Tell whether players meet so often that nothing says how often they should."""
        return not self.is_swiss and self.cycles > _MOST_CYCLES

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """Return the points of each player."""
        return {
            name: sum((each.points for each in entries), 0.0)
            for name, entries in self.cards.items()
        }

    @cached_property
    def adjusted_scores(self) -> Mapping[str, float]:
        """Return the points of each player as they count for opponents (C.07, 16.3).

        In a Swiss event requested byes behind which there are only voluntary unplayed rounds are
        draws.
        """
        if not self.is_swiss:
            return self.scores
        return {name: points + _added(self.cards[name]) for name, points in self.scores.items()}

    @cached_property
    def cycles(self) -> int:
        """Return how often each two players of an all-play-all meet."""
        counts = Counter(len(entries) for entries in self.met.values())
        return max(counts, key=lambda number: (counts[number], -number), default=1)


def _added(entries: Sequence[Entry]) -> float:
    """Return by how much the points of a player are more if byes at the end are draws."""
    added = 0.0
    for each in reversed(entries):
        if not each.is_voluntary:
            break
        added += DRAW - each.points if each.is_requested else 0.0
    return added


def event_of(games: Iterable[EventGame], system: System | None = None) -> Event:
    """Return the event that games are; without a system it is told from who met whom.

    All-play-all is what has as many rounds as each player has opponents, with most pairs met; and,
    of games without rounds, that in which three quarters of the pairs have met.
    """
    cards: defaultdict[str, list[Entry]] = defaultdict(list)
    kept, left_out = [], []
    for game in _without_years(list(games)):
        lacking = sum(map(is_bye_name, game.players))
        if game.players[0] == game.players[1] or lacking == 2 or (lacking and game.plies):
            left_out.append(game)
        else:
            kept.append(game)
            _enter(game, cards)
    numbers = {round_number(text) for text in {game.round for game in kept}}
    rounds = [] if None in numbers else sorted(number for number in numbers if number is not None)
    rounds = rounds if len(rounds) <= _MOST_ROUNDS else []
    chosen = system or _system_of(cards, rounds)
    if chosen is System.SWISS:
        _fill(cards, rounds)
    ordered = {
        name: sorted(cards[name], key=lambda each: -1 if each.round is None else each.round)
        for name in sorted(cards)
    }
    return Event(kept, ordered, rounds, chosen, left_out)


def _without_years(games: Sequence[EventGame]) -> Sequence[EventGame]:
    """Return games whose rounds are numbered within one year (``2024.1``) without that year."""
    found = [_YEAR.match(text) for text in {game.round for game in games}]
    years = {year and year["year"] for year in found}
    if len(years) != 1 or None in years:
        return games
    return [replace(game, round=_YEAR.sub("", game.round)) for game in games]


def _enter(game: EventGame, cards: defaultdict[str, list[Entry]]) -> None:
    """Enter a game for each of its players."""
    kind, points, number = kind_of(game), points_of(game.result), round_number(game.round)
    lacks = [is_bye_name(name) for name in game.players]
    for side in (0, 1):
        if lacks[side]:
            continue
        is_bye = lacks[1 - side]
        opponent, own = (None, None) if is_bye else (game.players[1 - side], side)
        entry = Entry(number, opponent, own, points[side], kind, game.number)
        cards[game.players[side]].append(entry)


def _system_of(cards: Mapping[str, Sequence[Entry]], rounds: Sequence[int]) -> System:
    met = {
        (name, each.opponent)
        for name, entries in cards.items()
        for each in entries
        if each.opponent is not None and name < each.opponent
    }
    pairs = len(cards) * (len(cards) - 1) // 2
    share = len(met) / pairs if pairs else 0.0
    least = 0.5 if len(rounds) >= len(cards) - 1 > 0 else _MOST_MET
    if rounds and len(rounds) < len(cards) - 1:
        return System.SWISS
    return System.ALL_PLAY_ALL if share >= least else System.SWISS


def _fill(cards: Mapping[str, list[Entry]], rounds: Sequence[int]) -> None:
    """Enter that players were absent in the rounds in which they have nothing."""
    for entries in cards.values():
        there = {each.round for each in entries}
        entries += [
            Entry(number, None, None, LOSS, Kind.ABSENT) for number in rounds if number not in there
        ]
