"""What workers are asked of one shard; every answer is small, or a part of what was asked for.

The selection is told in words, as the numbers of games differ from shard to shard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_manifest import LakeShard

if TYPE_CHECKING:
    from mentis_records.query.plan.question import Question
    from mentis_records.store.count.continuation import Branches, Reach
    from mentis_records.store.count.summary import GamesSummary
    from mentis_records.store.database import Database
    from mentis_records.store.position.hits import Match, MatchCount
    from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class ChosenGames:
    """Which games are meant: tests of the record, queries, a game's rules, a position's key.

    ``slug`` is that of the game that is asked about, ``sole`` that of the only one there is.
    """

    slug: str
    sole: str | None
    where: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    by_rules: bool = False
    reached: int | None = None
    is_played: bool = False
    with_foreign: bool = False


@dataclass(frozen=True, slots=True)
class ShardAsk:
    """A question to a shard: ``text`` is a query, the other values are as functions take them."""

    folder: str
    shard: LakeShard
    place: int
    chosen: ChosenGames
    text: str = ""
    order: tuple[str, ...] = ()
    limit: int | None = None
    ids: tuple[int, ...] | None = None
    keys: tuple[int, ...] = ()
    at_start: bool = False
    format_name: str = ""
    columns_of: str | None = None


_Answer = TypeVar("_Answer")
Rows = list[tuple[Any, ...]]


def following_moves(task: Callable[[ShardAsk], _Answer]) -> Callable[[ShardAsk], _Answer]:
    """Return a task that is repeated if the shard was set apart while it was read."""
    from mentis_records.store.error import StoreError

    @wraps(task)
    def followed(ask: ShardAsk) -> _Answer:
        place = ask.shard.place(Path(ask.folder))
        try:
            return task(ask)
        except StoreError:
            if ask.shard.place(Path(ask.folder)) == place:
                raise
            return task(ask)

    return followed


@following_moves
def count_matches_in(ask: ShardAsk) -> MatchCount:
    """Return how many games and positions of a shard match a query."""
    from mentis_records.store.position.hits import count_matches

    with opened_shard(ask) as database:
        question, match = _match(ask, database)
        return count_matches(database, match, len(question.game.description.sides))


@following_moves
def list_matches_in(ask: ShardAsk) -> Rows:
    """Return the games of a shard that match a query, with the plies."""
    from mentis_records.store.position.hits import list_matches

    with opened_shard(ask) as database:
        _, match = _match(ask, database)
        return list(list_matches(database, match, ask.order, ask.limit))


@following_moves
def list_positions_in(ask: ShardAsk) -> Rows:
    """Return the positions of a shard that match a query, each with the columns of its game."""
    from mentis_records.store.game_list import list_columns, list_games
    from mentis_records.store.position.hits import list_positions
    from mentis_records.store.selection import select_ids

    with opened_shard(ask) as database:
        _, match = _match(ask, database)
        found = list(list_positions(database, match, ask.order, ask.limit))
        if not ask.order:
            return found
        ids = sorted({row[0] for row in found})
        listed = list_games(database, select_ids(ids), list_columns(match.slug))
        with listed as rows:
            games = {row[0]: tuple(row[1:]) for row in rows}
        return [(*row, *games[row[0]]) for row in found]


@following_moves
def count_games_in(ask: ShardAsk) -> int:
    """Return how many games of a shard are selected."""
    from mentis_records.store.game_list import count_games

    with opened_shard(ask) as database:
        return count_games(database, select_in(database, ask.chosen))


@following_moves
def list_games_in(ask: ShardAsk) -> Rows:
    """Return the selected games of a shard as rows."""
    from mentis_records.store.game_list import list_columns, list_games

    with opened_shard(ask) as database:
        columns = list_columns(ask.columns_of)
        selection = select_in(database, ask.chosen)
        with list_games(database, selection, columns, ask.order, ask.limit) as rows:
            return [tuple(row) for row in rows]


@dataclass(frozen=True, slots=True)
class ShardSummary:
    """The selected games of a shard in numbers, and what is counted once in all shards."""

    games: GamesSummary
    players: frozenset[str]
    texts: dict[str, frozenset[str]] = field(default_factory=dict)


@following_moves
def summarise_in(ask: ShardAsk) -> ShardSummary:
    """Return the selected games of a shard in numbers."""
    from mentis_records.store.count.summary import fetch_players_of, fetch_texts_of, summarise_games

    with opened_shard(ask) as database:
        selection = select_in(database, ask.chosen)
        return ShardSummary(
            summarise_games(database, selection),
            fetch_players_of(database, selection),
            fetch_texts_of(database, selection),
        )


@following_moves
def fetch_reach_in(ask: ShardAsk) -> dict[int, Reach]:
    """Return how often positions came up in a shard, by canonical key."""
    from mentis_records.store.count.continuation import fetch_reach

    with opened_shard(ask) as database:
        selection = select_in(database, ask.chosen)
        return fetch_reach(database, ask.chosen.slug, ask.keys, selection, at_start=ask.at_start)


@following_moves
def fetch_branches_in(ask: ShardAsk) -> Branches:
    """Return what was played in positions of a shard, and the games that did."""
    from mentis_records.store.count.continuation import fetch_branches

    with opened_shard(ask) as database:
        slug, selection = ask.chosen.slug, select_in(database, ask.chosen)
        return fetch_branches(database, slug, ask.keys, selection, at_start=ask.at_start)


@contextmanager
def opened_shard(ask: ShardAsk) -> Iterator[Database]:
    """Give the shard that is asked as a database."""
    from mentis_records.store.shard.shard_reader import open_shard

    with open_shard(ask.shard.place(Path(ask.folder))) as database:
        yield database


def _match(ask: ShardAsk, database: Database) -> tuple[Question, Match]:
    from mentis_records.games import find_game
    from mentis_records.query.answer.match import find_match
    from mentis_records.query.plan.question import ask as asked

    question = asked(ask.text, find_game(ask.chosen.slug))
    return question, find_match(database, question, select_in(database, ask.chosen))


def select_in(database: Database | None, chosen: ChosenGames) -> Selection:
    """Return the selection of games in a shard; without one, of none, to see whether it is one.

    Raises:
        QueryError: it is none.
        StoreError: the shard cannot be read.
    """
    from mentis_records.games import find_game
    from mentis_records.query.answer.match import find_replayed_games
    from mentis_records.query.plan.compile import select, select_matching
    from mentis_records.store.record import settle
    from mentis_records.store.schema import POSITIONS_BY_KEY
    from mentis_records.store.selection import EVERY_RECORD, select_reaching, select_rules

    game = find_game(chosen.slug)

    def replay(question: Question) -> Sequence[int]:
        return [] if database is None else find_replayed_games(database, question)

    selection = select(chosen.where, dict, lambda: game, replay, lambda: chosen.sole)
    for text in chosen.queries:
        selection &= select_matching(text, game, {}, replay)
    if chosen.by_rules:
        selection &= select_rules(chosen.slug)
    if chosen.reached is not None:
        selection &= select_reaching(chosen.slug, chosen.reached, "position", POSITIONS_BY_KEY)
    if chosen.with_foreign:
        selection &= EVERY_RECORD
    if database is not None and chosen.queries:
        selection = settle(database, selection)
    return selection.played if chosen.is_played else selection
