"""The order of rows that several shards have given, as a database would have sorted them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.store.game_list import ORDERS, sort_key
from mentis_records.store.shard.shard_engine import connect_engine

_ENGINE_BYTES = 500_000_000


def sorted_places(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], order: Sequence[str]
) -> list[int]:
    """Return the places of rows in an order; rows that are equal in it stay as they are.

    Args:
        columns: what the rows have, as ``store.game_list.list_columns`` calls it.
        rows: all of them.
        order: names of columns, with ``-`` before a name for the greatest first.

    Raises:
        KeyError: a name in ``order`` is no column's.
    """
    names = list(dict.fromkeys(name.removeprefix("-") for name in order))
    if not rows or not names:
        return list(range(len(rows)))
    values = [[row[columns.index(name)] for row in rows] for name in names]
    types = ["bigint" if _are_whole(each) else "varchar" for each in values]
    unnested = ", ".join(
        f'unnest(${at}::{kind}[]) as "{name}"'
        for at, (name, kind) in enumerate(zip(names, types, strict=True), 1)
    )
    columns_in_sql = {name: name if name in ORDERS else f'"{name}"' for name in names}
    keys = [sort_key(each, columns_in_sql) for each in order]
    query = f"""
        select place from (select {unnested}, unnest(range({len(rows)})) as place)
        order by {", ".join([*keys, "place"])}
        """  # noqa: S608 - the schema's columns
    with connect_engine(_ENGINE_BYTES) as connection:
        texts = [
            each if kind == "bigint" else [None if one is None else str(one) for one in each]
            for each, kind in zip(values, types, strict=True)
        ]
        return [place for (place,) in connection.execute(query, texts).fetchall()]


def _are_whole(values: Sequence[Any]) -> bool:
    return all(value is None or isinstance(value, int) for value in values)
