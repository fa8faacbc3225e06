"""Games of different shards whose records might be one game: too many rather than too few.

Two are kin if one came, at the ply at which the shortest record of the other ends, to the position
of that end (``store.duplicate.kinship``). All positions are in files by key, so that each part of
the keys is looked through by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import duckdb
import numpy

from mentis_records.store.error import StoreError, first_line
from mentis_records.store.row.registered import registered
from mentis_records.store.schema.definition import quoted
from mentis_records.store.shard.shard_engine import connect_engine
from mentis_records.store.shard.shard_layout import ShardPlace, key_bounds

Kin = dict[int, list[int]]
"""The numbers of games by the places of their shards among all that were given."""

_RELATED = """
    with ends as (
        select key, ply, filename, game_id from read_parquet({ends}, filename = true)
        where key between {first} and {last} and ply is not null
    ),
    passing as (
        select key, ply, filename, game_id from read_parquet({keys}, filename = true)
        semi join ends using (key, ply)
    ),
    placed as (
        select key, ply, shard, game_id, is_new or seeds.game_id is not null as is_seed
        from passing join key_files using (filename) left join seeds using (shard, game_id)
    ),
    crossing as (
        select key, ply from placed group by all
        having count(distinct shard) > 1 and bool_or(is_seed)
    )
    select distinct shard, game_id from placed semi join crossing using (key, ply)
    """

_BARE = """
    with ends as (
        select start_key, players, is_bare, ply_count = 0 as is_unplayed, shard, game_id,
            is_new or seeds.game_id is not null as is_seed
        from read_parquet({ends}, filename = true)
        join end_files using (filename) left join seeds using (shard, game_id)
    ),
    crossing as (
        select start_key, players from ends group by all
        having bool_or(is_bare) and count(distinct shard) > 1 and bool_or(is_seed)
    ),
    unplayed as (
        select start_key from ends where is_unplayed group by all
        having count(distinct shard) > 1 and bool_or(is_seed)
    )
    select distinct shard, game_id from ends semi join crossing using (start_key, players)
    union
    select distinct shard, game_id from ends semi join unplayed using (start_key) where is_unplayed
    """


def find_kin(
    places: Sequence[ShardPlace],
    new: Collection[int],
    seeds: Mapping[int, Sequence[int]],
    parts: Sequence[int | None],
    memory: int,
) -> Kin:
    """Return the games that have kin in other shards, one of them new or a seed.

    Args:
        places: all shards.
        new: which of them have new games only, by their places among all.
        seeds: the numbers of further games by the places of their shards.
        parts: of the keys that are looked through; None stands for games of hardly any ply.
        memory: the most bytes that the engine uses.

    Raises:
        StoreError: a file cannot be read.
    """
    found: defaultdict[int, set[int]] = defaultdict(set)
    try:
        with connect_engine(memory) as connection:
            for part in parts:
                for at, game_id in _find(connection, places, new, seeds, part):
                    found[at].add(game_id)
    except duckdb.Error as error:
        raise StoreError(f"shards: {first_line(error)}") from None
    return {at: sorted(ids) for at, ids in found.items()}


def _find(
    connection: duckdb.DuckDBPyConnection,
    places: Sequence[ShardPlace],
    new: Collection[int],
    seeds: Mapping[int, Sequence[int]],
    part: int | None,
) -> list[tuple[int, int]]:
    ends = {at: place.ends() for at, place in enumerate(places)}
    keys = {
        at: place.keys(part)
        for at, place in enumerate(places)
        if part is not None and place.key_rows[part]
    }
    _name_files(connection, "end_files", ends, new)
    _name_files(connection, "key_files", keys, new)
    pairs = [(at, game_id) for at, ids in seeds.items() for game_id in ids]
    columns = {
        "shard": numpy.array([at for at, _ in pairs], "int32"),
        "game_id": numpy.array([game_id for _, game_id in pairs], "int32"),
    }
    if part is None:
        query = _BARE.format(ends=_listed(ends.values()))
    elif keys:
        first, last = key_bounds(part)
        query = _RELATED.format(
            ends=_listed(ends.values()), keys=_listed(keys.values()), first=first, last=last
        )
    else:
        return []
    with registered(connection, "seeds", columns):
        return connection.execute(query).fetchall()


def _name_files(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    files: Mapping[int, Path],
    new: Collection[int],
) -> None:
    connection.execute(
        f"""
        create or replace table {name} as
        select unnest($files::varchar[]) as filename, unnest($shards::integer[]) as shard,
            unnest($new::boolean[]) as is_new
        """,
        {
            "files": [str(file) for file in files.values()],
            "shards": list(files),
            "new": [at in new for at in files],
        },
    )


def _listed(files: Collection[Path]) -> str:
    return f"[{', '.join(quoted(str(file)) for file in files)}]"
