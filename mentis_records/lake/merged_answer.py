"""Answers of a whole lake: each shard is asked by itself, and what they say is put together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_error import LakeError
from mentis_records.lake.lake_game import packed, unpacked
from mentis_records.lake.lake_manifest import LakeShard, Manifest
from mentis_records.lake.shard_task import (
    ChosenGames,
    Rows,
    ShardAsk,
    ShardSummary,
    count_games_in,
    count_matches_in,
    fetch_branches_in,
    fetch_reach_in,
    list_games_in,
    list_matches_in,
    list_positions_in,
    summarise_in,
)
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.count.continuation import BEST_GAMES, Branches, BranchGames, Play, Reach
from mentis_records.store.count.summary import GamesSummary
from mentis_records.store.position.hits import MatchCount
from mentis_records.store.schema import feature_table

if TYPE_CHECKING:
    from collections.abc import Mapping

AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True, slots=True)
class LakeQuestion:
    """Which games of which lake are asked, by which workers."""

    folder: Path
    manifest: Manifest
    pool: WorkerPool
    chosen: ChosenGames
    progress: Progress | None = None

    def asks(self, **told: Any) -> list[ShardAsk]:
        """Return what each shard is asked that may have games of the kind."""
        return [
            ShardAsk(str(self.folder), shard, place, self.chosen, **told)
            for place, shard in enumerate(self.manifest.shards)
            if self._may_have(shard)
        ]

    def _may_have(self, shard: LakeShard) -> bool:
        chosen = self.chosen
        is_of_one = chosen.by_rules or chosen.queries or chosen.reached is not None
        return not is_of_one or bool(shard.rows.get(feature_table(chosen.slug).name))

    def answers(
        self, function: Callable[[ShardAsk], AnswerT], asks: Sequence[ShardAsk]
    ) -> Iterator[tuple[ShardAsk, AnswerT]]:
        """Yield what shards say, in the order of the shards.

        Raises:
            LakeError: a shard ends its workers, or the scheduler is gone.
            StoreError: a shard cannot be read.
        """
        early: dict[int, AnswerT] = {}
        wanted = iter(asks)
        awaited = next(wanted, None)
        outcomes = self.pool.run(function, asks)
        for done, outcome in enumerate(outcomes, 1):
            if outcome.value is None:
                raise LakeError(f"shard {outcome.item.shard.name}: {outcome.death}")
            if self.progress is not None:
                self.progress(done, len(asks))
            early[outcome.item.place] = outcome.value
            while awaited is not None and awaited.place in early:
                yield awaited, early.pop(awaited.place)
                awaited = next(wanted, None)


def count_matches(question: LakeQuestion, text: str) -> MatchCount:
    """Return how many games and positions match a query."""
    total: MatchCount | None = None
    slug = question.chosen.slug
    asks = [ask for ask in question.asks(text=text) if ask.shard.rows.get(feature_table(slug).name)]
    for _, found in question.answers(count_matches_in, asks):
        total = found if total is None else _added(total, found)
    from mentis_records.games import find_game

    sides = len(find_game(slug).description.sides)
    return total or MatchCount(0, 0, (0,) * sides, 0)


def _added(one: MatchCount, other: MatchCount) -> MatchCount:
    return MatchCount(
        one.games + other.games,
        one.positions + other.positions,
        tuple(map(sum, zip(one.wins, other.wins, strict=True))),
        one.draws + other.draws,
    )


def list_matches(
    question: LakeQuestion,
    text: str,
    columns: Sequence[str],
    order: Sequence[str],
    limit: int | None,
) -> Iterator[tuple[Any, ...]]:
    """Yield the games that match with their plies: the shard comes before each row.

    Args:
        question: whom to ask.
        text: the query.
        columns: what rows have, as ``store.position.hits.list_matches`` gives them.
        order: names of columns, with ``-`` before a name for the greatest first.
        limit: how many at most.
    """
    asks = question.asks(text=text, order=tuple(order), limit=limit)
    yield from _rows(question, list_matches_in, asks, columns, order, limit)


def list_positions(
    question: LakeQuestion,
    text: str,
    columns: Sequence[str],
    order: Sequence[str],
    limit: int | None,
) -> Iterator[tuple[Any, ...]]:
    """Yield the positions that match: shard, game, ply, and the move that led there."""
    asks = question.asks(text=text, order=tuple(order), limit=limit)
    names = ["game", "ply", "move", *columns[1:]] if order else ["game", "ply", "move"]
    for row in _rows(question, list_positions_in, asks, names, order, limit):
        yield row[:4]


def count_games(question: LakeQuestion) -> int:
    """Return how many games are selected."""
    return sum(found for _, found in question.answers(count_games_in, question.asks()))


def list_games(
    question: LakeQuestion,
    columns_of: str | None,
    columns: Sequence[str],
    order: Sequence[str],
    limit: int | None,
    offset: int = 0,
) -> Iterator[tuple[Any, ...]]:
    """Yield the selected games as rows: the shard comes before each.

    Args:
        question: whom to ask.
        columns_of: of what kind the games are, None of several.
        columns: ``store.game_list.list_columns`` of the kind.
        order: names of columns, with ``-`` before a name for the greatest first.
        limit: how many at most.
        offset: how many to leave out before.
    """
    wanted = None if limit is None else limit + offset
    asks = question.asks(columns_of=columns_of, order=tuple(order), limit=wanted)
    rows = _rows(question, list_games_in, asks, columns, order, wanted)
    for number, row in enumerate(rows):
        if number >= offset:
            yield row


def _rows(
    question: LakeQuestion,
    function: Callable[[ShardAsk], Rows],
    asks: Sequence[ShardAsk],
    columns: Sequence[str],
    order: Sequence[str],
    limit: int | None,
) -> Iterator[tuple[Any, ...]]:
    """Yield rows of all shards, in an order if there is one, with the shard before each."""
    if not order:
        left = limit
        for ask, rows in question.answers(function, asks):
            for row in rows if left is None else rows[:left]:
                yield (ask.shard.id, *row)
            if left is not None:
                left -= len(rows)
                if left <= 0:
                    return
        return
    from mentis_records.store.shard.row_order import sorted_places

    found: list[tuple[str, tuple[Any, ...]]] = []
    for ask, rows in question.answers(function, asks):
        found += [(ask.shard.id, row) for row in rows]
    places = sorted_places(columns, [row for _, row in found], order)
    for place in places if limit is None else places[:limit]:
        shard, row = found[place]
        yield (shard, *row)


def summarise(question: LakeQuestion) -> GamesSummary:
    """Return the selected games in numbers."""
    total: ShardSummary | None = None
    for _, found in question.answers(summarise_in, question.asks()):
        total = found if total is None else _joined(total, found)
    if total is None:
        return GamesSummary(0, 0, 0, 0, None, None, 0, 0, None, None, {}, {}, {}, {})
    return replace(
        total.games,
        players=len(total.players),
        texts={tag: len(values) for tag, values in total.texts.items()},
    )


def _joined(one: ShardSummary, other: ShardSummary) -> ShardSummary:
    mine, its = one.games, other.games
    tags = {**mine.options, **its.options}
    games = GamesSummary(
        mine.games + its.games,
        mine.unplayed + its.unplayed,
        mine.unrated + its.unrated,
        mine.plies + its.plies,
        _extreme(min, mine.shortest, its.shortest),
        _extreme(max, mine.longest, its.longest),
        0,
        mine.undated + its.undated,
        _extreme(min, mine.first_day, its.first_day),
        _extreme(max, mine.last_day, its.last_day),
        _sum(mine.results, its.results),
        _sum(mine.rules, its.rules),
        {tag: _sum(mine.options.get(tag, {}), its.options.get(tag, {})) for tag in tags},
        {},
    )
    texts = {
        tag: one.texts.get(tag, frozenset()) | other.texts.get(tag, frozenset())
        for tag in sorted({*one.texts, *other.texts})
    }
    return ShardSummary(games, one.players | other.players, texts)


def _extreme(choose: Callable[..., Any], *values: Any) -> Any:
    known = [value for value in values if value is not None]
    return choose(known) if known else None


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return counts added up, in the order in which a database gives them."""
    total = {value: one.get(value, 0) + other.get(value, 0) for value in {**one, **other}}

    def rank(value: str) -> tuple[bool, int, str]:
        is_number = value.removeprefix("-").isdecimal()
        return not is_number, int(value) if is_number else 0, value

    return {value: total[value] for value in sorted(total, key=rank)}


@dataclass(frozen=True, slots=True)
class LakeContinuations:
    """Tells what was played in positions of a lake (``store.count.continuation``)."""

    question: LakeQuestion

    def reach(self, canonical_keys: Collection[int], *, at_start: bool = False) -> dict[int, Reach]:
        """Return how often positions came up, by canonical key."""
        total = {key: Reach() for key in canonical_keys}
        asks = self.question.asks(keys=tuple(canonical_keys), at_start=at_start)
        for _, found in self.question.answers(fetch_reach_in, asks):
            for key, reach in found.items():
                mine = total[key]
                for stood, times in reach.times.items():
                    mine.times[stood] = mine.times.get(stood, 0) + times
                mine.results = _sum(mine.results, reach.results)
        return total

    def branches(self, canonical_keys: Collection[int], *, at_start: bool = False) -> Branches:
        """Return what was played; the numbers of games are packed (``lake_game``)."""
        times: dict[tuple[int, int, int], int] = {}
        total: dict[tuple[int, int], BranchGames] = {}
        asks = self.question.asks(keys=tuple(canonical_keys), at_start=at_start)
        for ask, (plays, games) in self.question.answers(fetch_branches_in, asks):
            for play in plays:
                move = play.before, play.after, play.move_code
                times[move] = times.get(move, 0) + play.times
            for branch, each in games.items():
                best = tuple(packed(ask.place, number) for number in each.best)
                found = replace(each, best=best)
                total[branch] = _together(total[branch], found) if branch in total else found
        return [Play(*move, times[move]) for move in sorted(times)], total


def _together(one: BranchGames, other: BranchGames) -> BranchGames:
    ranked = list(zip((*one.ranks, *other.ranks), (*one.best, *other.best), strict=True))
    ranked.sort(key=lambda each: unpacked(each[1]))
    for at in (2, 1, 0):
        known = [each for each in ranked if each[0][at] is not None]
        unknown = [each for each in ranked if each[0][at] is None]
        known.sort(key=lambda each, at=at: each[0][at], reverse=True)  # type: ignore[misc]
        ranked = known + unknown
    ranked = ranked[:BEST_GAMES]
    return BranchGames(
        tuple(number for _, number in ranked),
        {result: one.results.get(result, 0) + count for result, count in other.results.items()},
        one.rated + other.rated,
        one.rating_sum + other.rating_sum,
        one.met + other.met,
        one.opponent_sum + other.opponent_sum,
        one.half_points + other.half_points,
        _extreme(min, one.first_date, other.first_date),
        _latest(one.last_date, other.last_date),
        tuple(rank for rank, _ in ranked),
    )


def _latest(*dates: str | None) -> str | None:
    known = [date for date in dates if date is not None]
    return max(known, key=lambda date: (date.replace("?", "0"), date)) if known else None
