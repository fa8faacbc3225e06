"""Which games are rounds of one match, and how it stands: derived from ``games`` alone.

Rounds of one key are told apart by the game's rules, and by where their records stand (``chain``).
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import duckdb

from mentis_records.core.capability import checked_points, match_rules
from mentis_records.core.match import MatchRules, Round, RoundPlace
from mentis_records.core.outcome import RESULTS, Outcome
from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.store.match.chain import DAMAGE, StoredRound, link
from mentis_records.store.match.misfit import find_faults
from mentis_records.store.row.record_builder import Board
from mentis_records.store.row.record_row import points_values, stored_points, stored_tags
from mentis_records.store.schema import DESCRIPTION_OF, PLAYER_COLUMNS

_AT_ONCE = 1_000
"""Games that are fetched at a time."""

_BIGGEST_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds that belong together, and how the match stands after them.

    ``rounds`` has the numbers of the games and of the rounds, in order; ``players`` are those of
    the first one, as the game has them; ``faults`` is what is wrong.
    """

    key: str
    rounds: Sequence[tuple[int, int]]
    players: Sequence[str | None]
    outcome: Outcome
    faults: Sequence[str]

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
            "faults": list(self.faults),
        }


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
        rounds: defaultdict[str, list[StoredRound]] = defaultdict(list)
        for row in _rows(connection, ids):
            found = _round(rules, board, row, names)
            if found is not None:
                rounds[found[0]].append(found[1])
        for key, of_key in rounds.items():
            chains = link(rules, of_key)
            for chain, faults in zip(chains, find_faults(rules, chains), strict=True):
                some = chain.rounds
                outcome = _outcome(rules, some)
                if outcome is not None:
                    numbers = [(each.game_id, each.told.number) for each in some]
                    matches.append(Match(key, numbers, some[0].players, outcome, faults))
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
    except DAMAGE:
        return None
    return place, tags


def _round(
    rules: MatchRules, board: Board, row: Mapping[str, Any], names: Callable[[str], str]
) -> tuple[str, StoredRound] | None:
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
    except DAMAGE:
        return None
    ends = (row["result"], row["termination"], stored_points(row))
    told = Round(place.number, tags, start, final, *ends)
    players = tuple(row[column] for column in PLAYER_COLUMNS)
    where = row["source_id"], row["source_member"], row["source_index"]
    return place.key, StoredRound(row["game_id"], players, where, told)


def _outcome(rules: MatchRules, rounds: Iterable[StoredRound]) -> Outcome | None:
    """Return how a match stands, or None if its game cannot say it."""
    try:
        outcome = rules.outcome([each.told for each in rounds])
        has_reason = isinstance(outcome.termination, str)
        if outcome.points is not None:
            checked_points(outcome.points)
        return outcome if has_reason and outcome.result in RESULTS else None
    except DAMAGE:
        return None


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
