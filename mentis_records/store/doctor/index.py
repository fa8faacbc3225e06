"""The positions index: what it has of the games must be what follows from their moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

import duckdb
import numpy

from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import all_index_tables, indexed_games
from mentis_records.store.position.bulk import Column, fetch_columns
from mentis_records.store.position.describe import Block, Described, Describer
from mentis_records.store.position.index import clear_index, cut_batches, fetch_block, fetch_games
from mentis_records.store.position.index_extent import count_runs, indexed_game
from mentis_records.store.schema import POSITIONS_BY_KEY, excerpt_view, feature_table, union_table

_PLACE = ("game_id", "ply")


def check_index(
    connection: duckdb.DuckDBPyConnection,
    is_repairing: bool,
    advance: Advance,
    broken: Collection[int],
) -> Iterator[Finding]:
    """Yield where the index differs from the games in it; empty it then if asked to repair.

    ``broken`` games, which cannot be replayed, are left out: nothing follows from them.
    """
    is_right = True
    for found in _differences(connection, advance, sorted(broken)):
        is_right = False
        yield found
    if is_repairing and not is_right:
        clear_index(connection)


def _differences(
    connection: duckdb.DuckDBPyConnection, advance: Advance, broken: Sequence[int]
) -> Iterator[Finding]:
    try:
        last = indexed_game(connection)
        count_runs(connection)
    except StoreError:
        yield Finding("meta", "positions index", "value: no number")
        return
    highest = connection.execute("select coalesce(max(game_id), 0) from games").fetchone()
    if highest and last > highest[0]:
        yield Finding("meta", "positions index", "value: no game has it", last, highest[0])
    yield from _rows_beyond(connection, last)
    yield from _keys(connection, last, broken)
    game_ids, sizes = fetch_games(connection, 1, last)
    describer, done = Describer(), 0
    wrong: set[str] = set()
    for stretch in cut_batches(sizes):
        for sound in _between(game_ids[stretch], broken):
            for block, described in _describe(connection, describer, sound):
                for games in described:
                    table = feature_table(games.slug).name
                    for found in _features(connection, block, table, games.features):
                        wrong.add(found.where)
                        yield found
                    if games.excerpt:
                        table = excerpt_view(games.slug).name
                        for found in _features(connection, block, table, games.excerpt):
                            wrong.add(found.where)
                            yield found
                    yield from _unions(connection, union_table(games.slug).name, games.unions)
        done += len(game_ids[stretch])
        advance("compared with the index", done, len(game_ids))
    for found in _rows_astray(connection):
        if found.where not in wrong:
            wrong.add(found.where)
            yield found


def _rows_beyond(connection: duckdb.DuckDBPyConnection, last: int) -> Iterator[Finding]:
    """Yield the games that have rows in the index although it does not go so far."""
    for table in all_index_tables(connection):
        rows = connection.execute(
            f"""
            select game_id, count(*) from {table.name}
            where game_id > $last and game_id in (select game_id from games)
            group by game_id order by game_id
            """,  # noqa: S608 - the schema's name
            {"last": last},
        ).fetchall()
        for game_id, count in rows:
            what = "rows: the index does not go so far"
            yield Finding(table.name, f"game {game_id}", what, count, 0)


def _rows_astray(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Yield the games whose features do not stand together, ply after ply.

    ``store.position.sequence`` reads them so.
    """
    for table in map(feature_table, indexed_games(connection)):
        rows = connection.execute(
            f"""
            select distinct game_id
            from (
                select game_id, ply, lag(game_id) over () as game_before, lag(ply) over () as before
                from {table.name}
            )
            where ply > 0 and (game_before, before) is distinct from (game_id, ply - 1)
                and before is not null
            order by game_id
            """  # noqa: S608 - the schema's name
        ).fetchall()
        for (game_id,) in rows:
            yield Finding(table.name, f"game {game_id}", "rows: not ply after ply")


def _keys(
    connection: duckdb.DuckDBPyConnection, last: int, broken: Sequence[int]
) -> Iterator[Finding]:
    """Yield the games whose sorted positions are not those of their mainlines."""
    summed = "select game_id, count(*) as rows, sum(hash(key, ply)) as marks from"
    rows = connection.execute(
        f"""
        select game_id, coalesce(sorted.rows, 0), coalesce(played.rows, 0)
        from ({summed} {POSITIONS_BY_KEY.name} where game_id <= $last group by game_id) as sorted
        full join ({summed} position_keys where game_id <= $last group by game_id) as played
            using (game_id)
        where (sorted.rows, sorted.marks) is distinct from (played.rows, played.marks)
            and game_id in (select game_id from games)
            and game_id not in (select unnest($broken::integer[]))
        order by game_id
        """,  # noqa: S608 - the schema's name
        {"last": last, "broken": broken},
    ).fetchall()
    for game_id, stored, derived in rows:
        what = "rows: not the game's positions" if stored != derived else "keys, plies"
        numbers = (stored, derived) if stored != derived else (None, None)
        yield Finding(POSITIONS_BY_KEY.name, f"game {game_id}", what, *numbers)


def _between(game_ids: Column, broken: Sequence[int]) -> list[Column]:
    """Return games in stretches between those that are broken."""
    is_broken = numpy.isin(game_ids, broken)
    parts = numpy.split(game_ids, numpy.flatnonzero(is_broken))
    sound = [part[~numpy.isin(part, broken)] for part in parts]
    return [part for part in sound if len(part)]


def _describe(
    connection: duckdb.DuckDBPyConnection, describer: Describer, game_ids: Column
) -> Iterator[tuple[Block, list[Described]]]:
    """Yield blocks of games with their features; where rows of no game are among them, less."""
    try:
        block = fetch_block(connection, game_ids)
        described = describer.describe(block)
    except (StoreError, ValueError):
        half = len(game_ids) // 2
        if half:
            yield from _describe(connection, describer, game_ids[:half])
            yield from _describe(connection, describer, game_ids[half:])
        return
    yield block, described


def _features(
    connection: duckdb.DuckDBPyConnection, block: Block, table: str, columns: Mapping[str, Column]
) -> Iterator[Finding]:
    """Compare the features of some games with what is stored."""
    names = ", ".join(columns)
    game_ids = block.games["game_id"]
    bounds = {"first": int(game_ids[0]), "last": int(game_ids[-1])}
    stored = fetch_columns(
        connection,
        f"""
        select {names} from {table} where game_id between $first and $last
        order by game_id, ply
        """,  # noqa: S608 - the schema's names
        bounds,
    )
    if not all(numpy.array_equal(stored[name], columns[name]) for name in _PLACE):
        before, after = _plies(stored), _plies(columns)
        wrong = [number for number in sorted({*before, *after}) if before[number] != after[number]]
        for number in wrong:
            what = "rows: not the game's positions"
            sizes = (len(before[number]), len(after[number]))
            yield Finding(table, f"game {number}", what, *sizes)
        stored, columns = _without(wrong, stored), _without(wrong, columns)
    yield from _cells(table, stored, columns)


def _unions(
    connection: duckdb.DuckDBPyConnection, table: str, columns: Mapping[str, Column]
) -> Iterator[Finding]:
    """Compare the unions of some games, ascending, with what is stored."""
    game_ids = columns["game_id"]
    stored = fetch_columns(
        connection,
        f"""
        select {", ".join(columns)} from {table}
        where game_id in (select unnest($game_ids::integer[]))
        order by game_id
        """,  # noqa: S608 - the schema's names
        {"game_ids": game_ids.tolist()},
    )
    if not numpy.array_equal(stored["game_id"], game_ids):
        counts = Counter(stored["game_id"].tolist())
        wrong = [number for number in game_ids.tolist() if counts[number] != 1]
        for number in wrong:
            yield Finding(table, f"game {number}", "rows: not one", counts[number], 1)
        stored, columns = _without(wrong, stored), _without(wrong, columns)
    yield from _cells(table, stored, columns)


def _cells(
    table: str, stored: Mapping[str, Column], columns: Mapping[str, Column]
) -> Iterator[Finding]:
    """Compare rows in the same order, number by number."""
    for name, derived in columns.items():
        found = numpy.ma.asarray(stored[name])
        is_same = numpy.ma.filled(found == derived, False)
        for row in numpy.flatnonzero(~is_same).tolist():
            where = f"game {columns['game_id'][row]}"
            if "ply" in columns:
                where += f", ply {columns['ply'][row]}"
            old = None if numpy.ma.getmaskarray(found)[row] else int(found[row])
            yield Finding(table, where, name, old, int(derived[row]))


def _plies(rows: Mapping[str, Column]) -> Mapping[int, list[int]]:
    """Return the plies that rows have, by game."""
    plies: defaultdict[int, list[int]] = defaultdict(list)
    for number, ply in zip(rows["game_id"].tolist(), rows["ply"].tolist(), strict=True):
        plies[number].append(ply)
    return plies


def _without(game_ids: Sequence[int], rows: Mapping[str, Column]) -> dict[str, Column]:
    """Return rows without those of some games."""
    is_kept = ~numpy.isin(rows["game_id"], game_ids)
    return {name: column[is_kept] for name, column in rows.items()}
