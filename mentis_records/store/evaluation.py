"""Evaluations: what searches have found in the positions of games, kept by key; searches nothing.

A position that comes up in several games, or several times in one, has one evaluation by each
engine within each limits. What is kept is the position's own: how a game came there does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb

from mentis_records.core.game import AnyGame
from mentis_records.core.named_move import FIRST_NAMED, code_of
from mentis_records.core.record import Record
from mentis_records.core.text import counted
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.game_tables import has_evaluations, make_evaluations
from mentis_records.store.schema import EVALUATIONS
from mentis_records.store.schema.record_sql import BESIDE_SQL, START_SQL, beside_text, read_start

_TABLE = EVALUATIONS.name

_POSITIONS = f"""
    select game_id, {BESIDE_SQL} as beside, unnest(range(len(keys)))::integer as ply,
        unnest(keys) as key
    from mainlines join games using (game_id)
    where game = $game and game_id in (select unnest($game_ids::integer[]))
    """  # noqa: S608 - the schema's SQL
"""SQL: the positions of some games, the start and the last one among them."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What searches, name and version, and how long, in words: only equal efforts are the same."""

    engine: str
    limits: str

    @classmethod
    def of(cls, engine: str, limits: Limits) -> Effort:
        """Return the effort of an engine within limits."""
        words = []
        if limits.depth is not None:
            words.append(f"depth {limits.depth}")
        if limits.nodes is not None:
            words.append(f"{limits.nodes} nodes")
        if limits.seconds is not None:
            words.append(f"{limits.seconds:g} seconds")
        if limits.lines > 1:
            words.append(counted(limits.lines, "line"))
        return cls(engine, ", ".join(words))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search has found in a position (``games.search.analysis.Analysis``)."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Place:
    """What tells a position of a game from others: settings that hold beside it, and its key."""

    settings: str
    key: int

    @classmethod
    def of(cls, game: AnyGame, record: Record, position: Any) -> Place:
        """Return the place of a position that a record leads or could lead to."""
        return cls(beside_text(game.description, record.tags), position.key)


@dataclass(frozen=True, slots=True)
class Missing:
    """A game with positions that have not been evaluated, each the first of its kind.

    ``start`` is what the game begins from (``schema.start_text``), ``codes`` are those of its
    plies up to the last of the positions, ``places`` the positions by ply.
    """

    game_id: int
    start: str
    codes: list[int]
    places: dict[int, Place]

    def positions(self, game: AnyGame) -> Iterator[Any]:
        """Yield the positions, ply after ply.

        Raises:
            StoreError: the plies cannot be replayed.
        """
        try:
            position = read_start(game, self.start)
            for ply, code in enumerate((None, *self.codes)):
                if code is not None:
                    position = game.play(position, game.decode_move(code))
                if ply in self.places:
                    yield position
        except ValueError as error:
            raise StoreError(f"game {self.game_id}: {error}; {DOCTOR}") from None


def count_positions(
    database: Database, game: AnyGame, game_ids: Sequence[int], effort: Effort
) -> tuple[int, int]:
    """Return how many different positions some games have, and how many have been evaluated.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database) as connection:
        found = connection.execute(
            f"""
            select count(*), count(*) filter (
                (beside, key) in (select (settings, key) from ({_kept(connection)}))
            )
            from (select distinct beside, key from ({_POSITIONS})) as position
            """,  # noqa: S608 - SQL of this module
            _parameters(game, game_ids, effort),
        ).fetchone()
    return (0, 0) if found is None else (found[0], found[1])


def fetch_efforts(database: Database, game: AnyGame, game_id: int) -> list[Effort]:
    """Return the efforts with which all positions of a game have been evaluated.

    Those that have looked at the most positions come first.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database) as connection:
        if not has_evaluations(connection):
            return []
        rows = connection.execute(
            f"""
            with positions as (select distinct beside, key from ({_POSITIONS}))
            select engine, limits
            from {_TABLE} join positions
                on settings = beside and {_TABLE}.key = positions.key
            where game = $game and rank = 1
            group by all
            having count(*) >= (select count(*) from positions)
            order by sum(nodes) desc, engine, limits
            """,  # noqa: S608 - SQL of this module
            {"game": game.description.slug, "game_ids": [game_id]},
        ).fetchall()
    return [Effort(engine, limits) for engine, limits in rows]


def fetch_missing(
    database: Database, game: AnyGame, game_ids: Sequence[int], effort: Effort
) -> list[Missing]:
    """Return those of some games with positions that have not been evaluated, in order.

    A position that several of them have is the first one's.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database) as connection:
        rows = connection.execute(
            f"""
            with positions as ({_POSITIONS}),
            firsts as (
                select * from (
                    select beside, key, min((game_id, ply)) as first from positions group by all
                ) as position
                where (beside, key) not in (
                    select (settings, key)
                    from ({_kept(connection)}) where key in (select key from positions)
                )
            ),
            missing as (
                select first[1] as game_id, beside, list(first[2] order by first[2]) as plies,
                    list(key order by first[2]) as keys
                from firsts group by all
            )
            select game_id, {START_SQL}, turns[2:list_max(plies) + 1], beside, plies, missing.keys
            from missing join games using (game_id) join mainlines using (game_id)
            order by game_id
            """,  # noqa: S608 - SQL of the store
            _parameters(game, game_ids, effort),
        ).fetchall()
    return [
        Missing(
            game_id,
            start,
            [turn >> 3 for turn in turns],
            {ply: Place(beside, key) for ply, key in zip(plies, keys, strict=True)},
        )
        for game_id, start, turns, beside, plies, keys in rows
    ]


def keep_evaluations(
    database: Database, game: AnyGame, effort: Effort, found: Sequence[tuple[Place, Analysis]]
) -> None:
    """Keep what a search has found in positions, in one transaction; what is there stays.

    A position in which the game is over has a row without a move.

    Raises:
        StoreError: the database cannot take it; it stays as it was.
    """
    rows = [row for place, analysis in found for row in _rows(place, analysis)]
    columns = dict(zip(_WRITTEN, zip(*rows, strict=True), strict=True)) if rows else {}
    with transaction(database) as connection:
        make_evaluations(connection)
        if not rows:
            return
        values = ", ".join(f"unnest(${name}::{type_}[]) as {name}" for name, type_ in _TYPES)
        connection.execute(
            f"""
            insert into {_TABLE} by name
            select * from (select $game as game, $engine as engine, $limits as limits, {values})
            anti join (
                from ({_kept(connection)}) where key in (select unnest($key::bigint[]))
            ) as kept using (settings, key)
            """,  # noqa: S608 - the schema's names
            {
                **{name: list(values) for name, values in columns.items()},
                "game": game.description.slug,
                "engine": effort.engine,
                "limits": effort.limits,
            },
        )


def fetch_evaluations(
    database: Database, game: AnyGame, game_ids: Sequence[int], effort: Effort
) -> dict[int, list[Evaluation | None]]:
    """Return the evaluations of all positions of some games, by game and ply; None of the others.

    Raises:
        StoreError: the database cannot be read, or a row is no evaluation.
    """
    with asking(database) as connection:
        rows = connection.execute(
            f"""
            with positions as ({_POSITIONS})
            select game_id, ply, score, mate, line, line_codes, depth, nodes
            from positions as position
            left join (
                from ({_kept(connection)}) where key in (select key from positions)
            ) as kept
                on kept.settings = position.beside and kept.key = position.key
            order by game_id, ply, rank
            """,  # noqa: S608 - SQL of this module
            _parameters(game, game_ids, effort),
        ).fetchall()
    move = _decoder(game)
    found: dict[int, list[Evaluation | None]] = {}
    for (game_id, ply), lines in groupby(rows, itemgetter(0, 1)):
        evaluation = _evaluation(move, f"game {game_id}, ply {ply}", list(lines))
        found.setdefault(game_id, []).append(evaluation)
    return found


def fetch_kept(
    database: Database, game: AnyGame, places: Iterable[Place], effort: Effort
) -> dict[Place, Evaluation]:
    """Return the evaluations of those of some positions that have one.

    Raises:
        StoreError: the database cannot be read, or a row is no evaluation.
    """
    wanted = set(places)
    with asking(database) as connection:
        rows = connection.execute(
            f"""
            select settings, key, score, mate, line, line_codes, depth, nodes
            from ({_kept(connection)}) where key in (select unnest($keys::bigint[]))
            order by settings, key, rank
            """,  # noqa: S608 - SQL of this module
            {
                "game": game.description.slug,
                "keys": [place.key for place in wanted],
                "engine": effort.engine,
                "limits": effort.limits,
            },
        ).fetchall()
    move = _decoder(game)
    found = {}
    for (settings, key), lines in groupby(rows, itemgetter(0, 1)):
        evaluation = _evaluation(move, f"key {key}", list(lines))
        if evaluation is not None and Place(settings, key) in wanted:
            found[Place(settings, key)] = evaluation
    return found


_TYPES = tuple(
    (column.name, column.type)
    for column in EVALUATIONS.columns
    if column.name not in ("game", "engine", "limits")
)
_WRITTEN = tuple(name for name, _ in _TYPES)
_NOTHING = "select {} where $game || $engine || $limits is null".format(
    ", ".join(f"null::{column.type} as {column.name}" for column in EVALUATIONS.columns)
)


def _kept(connection: duckdb.DuckDBPyConnection) -> str:
    """Return SQL for what has been found of a game's positions by an engine within limits."""
    if not has_evaluations(connection):
        return _NOTHING
    return f"from {_TABLE} where game = $game and engine = $engine and limits = $limits"


def _parameters(game: AnyGame, game_ids: Sequence[int], effort: Effort) -> dict[str, object]:
    return {
        "game": game.description.slug,
        "game_ids": list(game_ids),
        "engine": effort.engine,
        "limits": effort.limits,
    }


def _rows(place: Place, analysis: Analysis) -> Iterator[tuple[Any, ...]]:
    """Yield the values of the rows of a position, in the order of the columns."""
    facts = (analysis.depth, analysis.nodes)
    if not analysis.lines:
        yield place.settings, place.key, 1, None, None, None, [], [], *facts
    for rank, line in enumerate(analysis.lines, 1):
        codes = [move.code for move in line.moves]
        notations = [move.notation for move in line.moves]
        best = codes[0]
        yield (
            *(place.settings, place.key, rank, line.score, line.mate, best, notations, codes),
            *facts,
        )


def _decoder(game: AnyGame) -> Any:
    """Return a function that returns the move of a code and its notation."""

    @cache
    def move(code: int, notation: str) -> Any:
        if code >= FIRST_NAMED:
            code_of(notation)
        return game.decode_move(code)

    return move


def _evaluation(move: Any, where: str, rows: Sequence[tuple[Any, ...]]) -> Evaluation | None:
    """Return what the rows of a position say, of the best line first, or None if they are none."""
    *_, depth, nodes = rows[0]
    if depth is None:
        return None
    try:
        lines = tuple(
            Line(tuple(map(move, codes, notations)), score, mate)
            for _, _, score, mate, notations, codes, *_ in rows
            if codes
        )
    except ValueError as error:
        raise StoreError(f"{where}: {error}; {DOCTOR}") from None
    return Evaluation(lines, depth, nodes)
