"""Which games are rounds of one match, and how it stands: derived from ``games`` alone.

Rounds of one key are told apart by the game's rules: a round goes on with the match that it
follows, the nearest before it, or begins one.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import duckdb

from mentis_records.core.capability import checked_points, match_rules
from mentis_records.core.match import MatchRules, Round, RoundPlace
from mentis_records.core.outcome import RESULTS, Outcome
from mentis_records.core.text import folded
from mentis_records.games import find_game
from mentis_records.store.error import StoreError
from mentis_records.store.row.record_builder import Board
from mentis_records.store.row.record_row import points_values, stored_points, stored_tags
from mentis_records.store.schema import DESCRIPTION_OF, PLAYER_COLUMNS

_AT_ONCE = 1_000
"""Games that are fetched at a time."""

_MOST_TRIED = 100
"""Matches that a round is tried with, before it and behind it: the nearest."""

_BIGGEST_NUMBER = 2**31 - 1

_DAMAGE = (StoreError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What may come of rows and tags that make no sense, also in a game's code: they are no rounds."""


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds that belong together, and how the match stands after them.

    ``rounds`` has the numbers of the games and of the rounds, in order; ``players`` are those of
    the first one, as the game has them.
    """

    key: str
    rounds: Sequence[tuple[int, int]]
    players: Sequence[str | None]
    outcome: Outcome

    @property
    def values(self) -> dict[str, object]:
        """Return the values of its row but its number and its game."""
        return {
            "key": self.key,
            **dict(zip(PLAYER_COLUMNS, self.players, strict=True)),
            "rounds": len(self.rounds),
            **points_values(self.outcome.points),
            "result": self.outcome.result,
            "reason": self.outcome.termination,
        }


@dataclass(frozen=True, slots=True)
class _StoredRound:
    """A round with its number as a game, and the players as the game has them."""

    game_id: int
    players: Sequence[str | None]
    told: Round


def find_keys(
    connection: duckdb.DuckDBPyConnection, game: str, game_ids: Sequence[int]
) -> dict[int, str]:
    """Return the keys of the matches to which some records of a game belong, by their numbers."""
    if not game_ids:
        return {}
    rules = match_rules(find_game(game))
    found = {}
    names = _names(connection)
    for row in _rows(connection, game_ids):
        place = _placed(rules, row, names)
        if place is not None:
            found[row["game_id"]] = place[0].key
    return found


def derive_matches(
    connection: duckdb.DuckDBPyConnection, game: str, keyed: Mapping[int, str]
) -> list[Match]:
    """Return the matches of some rounds of a game, whose keys are given by their numbers."""
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for game_id, key in keyed.items():
        by_key[key].append(game_id)
    if not keyed:
        return []
    rules, board = match_rules(find_game(game)), Board(find_game(game))
    names = _names(connection)
    matches = []
    for keys in _stretches(by_key):
        ids = [game_id for key in keys for game_id in by_key[key]]
        rounds: defaultdict[str, list[_StoredRound]] = defaultdict(list)
        for row in _rows(connection, ids):
            found = _round(rules, board, row, names)
            if found is not None:
                rounds[found[0]].append(found[1])
        for key, of_key in rounds.items():
            for some in _parted(rules, of_key):
                outcome = _outcome(rules, some)
                if outcome is not None:
                    numbers = [(each.game_id, each.told.number) for each in some]
                    matches.append(Match(key, numbers, some[0].players, outcome))
    return matches


def _stretches(by_key: Mapping[str, Sequence[int]]) -> Iterator[list[str]]:
    """Yield keys, as many at once as have few rounds."""
    keys: list[str] = []
    size = 0
    for key, ids in by_key.items():
        keys.append(key)
        size += len(ids)
        if size >= _AT_ONCE:
            yield keys
            keys, size = [], 0
    yield keys


def _placed(
    rules: MatchRules, row: Mapping[str, Any], names: Callable[[str], str]
) -> tuple[RoundPlace, dict[str, str]] | None:
    """Return where a row of ``games`` belongs, with its tags, or None if to no match."""
    try:
        tags = stored_tags(row)
        for side in DESCRIPTION_OF[row["game"]].sides:
            if side in tags:
                tags[side] = names(tags[side])
        place = rules.place(tags)
        if place is None or not 0 < place.number <= _BIGGEST_NUMBER:
            return None
    except _DAMAGE:
        return None
    return place, tags


def _round(
    rules: MatchRules, board: Board, row: Mapping[str, Any], names: Callable[[str], str]
) -> tuple[str, _StoredRound] | None:
    """Return a row of ``games``, which has its turns, as a round with the key of its match."""
    placed = _placed(rules, row, names)
    if placed is None:
        return None
    place, tags = placed
    try:
        start = board.start(row)
        codes = array("q", [turn >> 3 for turn in row["turns"][1:]])
        for code in codes:
            board.move(code)
        board.kernel.fill(0, start)
        final = board.kernel.position_after(0, codes)
    except _DAMAGE:
        return None
    ends = (row["result"], row["termination"], stored_points(row))
    told = Round(place.number, tags, start, final, *ends)
    players = tuple(row[column] for column in PLAYER_COLUMNS)
    return place.key, _StoredRound(row["game_id"], players, told)


def _outcome(rules: MatchRules, rounds: Iterable[_StoredRound]) -> Outcome | None:
    """Return how a match stands, or None if its game cannot say it."""
    try:
        outcome = rules.outcome([each.told for each in rounds])
        has_reason = isinstance(outcome.termination, str)
        if outcome.points is not None:
            checked_points(outcome.points)
        return outcome if has_reason and outcome.result in RESULTS else None
    except _DAMAGE:
        return None


def _is_following(rules: MatchRules, rounds: Iterable[_StoredRound], next_round: Round) -> bool:
    """Tell whether a round comes next; not if its game cannot say it."""
    try:
        return rules.follows([each.told for each in rounds], next_round)
    except _DAMAGE:
        return False


def _parted(rules: MatchRules, rounds: Iterable[_StoredRound]) -> Iterator[list[_StoredRound]]:
    """Yield rounds of one key match by match, each in order."""
    matches: list[list[_StoredRound]] = []
    going: list[tuple[int, int]] = []
    ordered = sorted(rounds, key=lambda each: (each.told.number, each.game_id))
    for _, some in groupby(ordered, key=lambda each: each.told.number):
        gone_on: list[tuple[int, int]] = []
        for each in some:
            at = bisect_left(going, (each.game_id, 0))
            nearest = [*going[max(0, at - _MOST_TRIED) : at][::-1], *going[at : at + _MOST_TRIED]]
            for found in nearest:
                if _is_following(rules, matches[found[1]], each.told):
                    del going[bisect_left(going, found)]
                    number = found[1]
                    break
            else:
                number = len(matches)
                matches.append([])
            matches[number].append(each)
            gone_on.append((each.game_id, number))
        going = sorted([*going, *gone_on])
    yield from matches


def _rows(
    connection: duckdb.DuckDBPyConnection, game_ids: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Yield the rows of some games, by the names of their columns, with their turns."""
    for begin in range(0, len(game_ids), _AT_ONCE):
        found = connection.execute(
            """
            select games.*, turns from games join mainlines using (game_id)
            where game_id in (select unnest($ids::integer[]))
            """,
            {"ids": list(game_ids[begin : begin + _AT_ONCE])},
        )
        names = [column[0] for column in found.description or ()]
        yield from [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _names(connection: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """Return what gives the name that a player's name stands for."""
    aliases: dict[str, str] = dict(
        connection.execute("select name, player from aliases").fetchall()
    )

    def name_of(written: str) -> str:
        name = folded(written)
        for _ in range(len(aliases)):
            if name not in aliases:
                break
            name = aliases[name]
        return name

    return name_of
