"""The table of evaluations: each row must make sense by itself, and a position's only once.

What a search would find is not computed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import duckdb

from mentis_records.core.game import AnyGame
from mentis_records.core.named_move import FIRST_NAMED, code_of
from mentis_records.games import find_game
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.game_tables import has_evaluations
from mentis_records.store.schema import EVALUATIONS

_TABLE = EVALUATIONS.name
_PLACE = "coalesce(game, 'null') || ', key ' || coalesce(key::varchar, 'null')"
_POSITION = "game, settings, key, engine, limits"
_HAS_NULL = "len(list_filter({0}, lambda each: each is null)) is distinct from 0"
_FIELDS = {
    "game": "game is null",
    "settings": "settings is null",
    "key": "coalesce(key < 0, true)",
    "engine": "engine is null",
    "limits": "limits is null",
    "rank": "coalesce(rank < 1, true)",
    "score": "(score is null) <> (best is null) or coalesce(score not between 0 and 1, false)",
    "mate": "mate = 0 or mate is not null and best is null",
    "best": "best is distinct from line_codes[1]",
    "line": f"len(line) is distinct from len(line_codes) or {_HAS_NULL.format('line')}",
    "line_codes": _HAS_NULL.format("line_codes"),
    "depth": "coalesce(depth < 0, true)",
    "nodes": "coalesce(nodes < 0, true)",
}
"""SQL that a column has no value that makes sense."""


def check_evaluations(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield rows that make no sense; delete those of their positions, to be analysed again.

    Moves of games that are not installed cannot be checked.
    """
    if not has_evaluations(connection):
        return
    wrong: list[int] = []
    for row, where, what in (
        *_fields(connection),
        *_repeated(connection),
        *_moves(connection),
        *_unknown(connection),
    ):
        wrong.append(row)
        yield Finding(_TABLE, where, what)
    if is_repairing and wrong:
        connection.execute(
            f"""
            delete from {_TABLE} where ({_POSITION}) in (
                select ({_POSITION}) from {_TABLE} where rowid in (select unnest($wrong::bigint[]))
            )
            """,  # noqa: S608 - names of the schema
            {"wrong": wrong},
        )


_Wrong = tuple[int, str, str]
"""The number of a row in the file, which position it is about, and what is wrong with it."""


def _fields(connection: duckdb.DuckDBPyConnection) -> Iterator[_Wrong]:
    """Yield fields without a value that makes sense."""
    for name, condition in _FIELDS.items():
        rows = _ask(connection, f"select rowid, {_PLACE} from {_TABLE} where {condition}")  # noqa: S608
        for row, where in rows:
            yield row, where, f"{name}: no value, or none that makes sense"


def _repeated(connection: duckdb.DuckDBPyConnection) -> Iterator[_Wrong]:
    """Yield the rows but the first of those that are about the same line of a position."""
    query = f"""
        select rowid, {_PLACE} from {_TABLE}
        qualify row_number() over (partition by {_POSITION}, rank order by rowid) > 1
        """  # noqa: S608 - names of the schema
    for row, where in _ask(connection, query):
        yield row, where, "row: there is another for the same line"


def _unknown(connection: duckdb.DuckDBPyConnection) -> Iterator[_Wrong]:
    """Yield the rows of games that are neither installed nor have a record."""
    query = f"""
        select rowid, {_PLACE}, game from {_TABLE}
        where game is not null and game not in (select game from games where game is not null)
        """  # noqa: S608 - names of the schema
    for row, where, slug in _ask(connection, query):
        if _find(slug) is None:
            yield row, where, f"game: {slug} is not installed, and there is no record of it"


def _moves(connection: duckdb.DuckDBPyConnection) -> Iterator[_Wrong]:
    """Yield lines with codes that are no move's, or another's than they are said to be."""
    query = f"""
        select distinct game, unnest(line_codes), unnest(line) from {_TABLE}
        where len(line) = len(line_codes)
        order by all
        """  # noqa: S608 - names of the schema
    for slug, code, notation in _ask(connection, query):
        game = None if slug is None else _find(slug)
        if game is None or code is None or notation is None:
            continue
        what = _difference(game, code, notation)
        if not what:
            continue
        rows = connection.execute(
            f"""
            select rowid, {_PLACE} from {_TABLE}
            where game = $game
                and list_contains(list_zip(line, line_codes), ($notation::varchar, $code::bigint))
            """,  # noqa: S608 - names of the schema
            {"game": slug, "notation": notation, "code": code},
        ).fetchall()
        for row, where in rows:
            yield row, where, what


def _difference(game: AnyGame, code: int, notation: str) -> str:
    """Return what is wrong with the code of a move, or nothing."""
    try:
        if code >= FIRST_NAMED:
            code_of(notation)
        move = game.decode_move(code)
    except ValueError as error:
        return f"line_codes: {error}"
    if move.notation != notation:
        return f"line: {notation} has the code of {move.notation}"
    return ""


@cache
def _find(slug: str) -> AnyGame | None:
    try:
        return find_game(slug)
    except KeyError:
        return None


def _ask(connection: duckdb.DuckDBPyConnection, query: str) -> Sequence[tuple[Any, ...]]:
    return connection.execute(query).fetchall()
