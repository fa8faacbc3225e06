"""Rows that come as columns: arrays, values chosen from a few, tags, or one value for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from itertools import accumulate
from typing import Any, cast

import duckdb
import numpy

from mentis_records.store.row.registered import registered
from mentis_records.store.schema import Table

Column = numpy.ndarray[Any, Any]


class Chosen:
    """A column whose values are some of a few: 32-bit indices into them, -1 for a null."""

    def __init__(self, values: Iterable[str | Mapping[str, str]], indices: Column) -> None:
        """Take the values and, for each row, which it has."""
        self.values = tuple(values)
        self.indices = indices
        self.has_mappings = any(isinstance(value, Mapping) for value in self.values)


class FurtherTags:
    """Tags that rows have beside their columns: whose, what and which; three equal arrays."""

    def __init__(self, rows: Column, names: object, texts: object) -> None:
        """Take 32-bit row numbers, and strings."""
        self.rows = rows
        self.names = numpy.array(names, object)
        self.texts = numpy.array(texts, object)

    @classmethod
    def joined(cls, parts: Sequence[FurtherTags]) -> FurtherTags:
        """Return some tags and others behind them."""
        return cls(
            numpy.concatenate([part.rows for part in parts]),
            numpy.concatenate([part.names for part in parts]),
            numpy.concatenate([part.texts for part in parts]),
        )

    def shifted(self, by: int) -> FurtherTags:
        """Return these tags with higher row numbers."""
        return FurtherTags(self.rows + numpy.int32(by), self.names, self.texts)


Value = Column | Chosen | FurtherTags | object
"""A column, or one value for all rows."""


def form(columns: Mapping[str, Value]) -> tuple[object, ...]:
    """Return what columns must have in common to stand behind one another."""
    return tuple(
        (name, type(column))
        if isinstance(column, (numpy.ndarray, FurtherTags))
        else (name, Chosen, None if column.has_mappings else column.values)
        if isinstance(column, Chosen)
        else (name, None, _key(column))
        for name, column in columns.items()
    )


def _key(value: object) -> object:
    """Return what tells a value from others, for a dictionary."""
    return tuple(value.items()) if isinstance(value, Mapping) else value


def spread(columns: Mapping[str, Value], count: int) -> Mapping[str, Value]:
    """Return columns of few rows in the form of others: what they choose of or share is repeated.

    So many of them can stand behind one another.
    """
    return {name: _spread(column, count) for name, column in columns.items()}


def _spread(column: Value, count: int) -> Value:
    if isinstance(column, Mapping):
        return Chosen([column], numpy.zeros(count, "int32"))
    if isinstance(column, Chosen) and not column.has_mappings:
        values = numpy.array([*column.values, None], object)
        return cast(Column, values[column.indices])
    if column is None or isinstance(column, str):
        return numpy.full(count, column, object)
    if isinstance(column, int) and not isinstance(column, bool):
        return numpy.full(count, column, "int32")
    return column


def join(parts: Sequence[Mapping[str, Value]]) -> Mapping[str, Value]:
    """Return columns of one form behind one another."""
    if len(parts) == 1:
        return parts[0]
    begins = [0, *accumulate(map(_size, parts))]
    return {
        name: _join([part[name] for part in parts], first, begins)
        for name, first in parts[0].items()
    }


def _join(columns: Sequence[Value], first: Value, begins: Sequence[int]) -> Value:
    if isinstance(first, numpy.ma.MaskedArray):
        masked: Column = numpy.ma.concatenate(columns)  # type: ignore[no-untyped-call]
        return masked
    if isinstance(first, numpy.ndarray):
        return numpy.concatenate(cast(Sequence[Column], columns))
    if isinstance(first, Chosen):
        chosen = cast(Sequence[Chosen], columns)
        if first.has_mappings:
            begins = [0, *accumulate(len(column.values) for column in chosen)]
            indices = [
                column.indices + numpy.int32(at) for column, at in zip(chosen, begins, strict=False)
            ]
            values = [value for column in chosen for value in column.values]
            return Chosen(values, numpy.concatenate(indices))
        return Chosen(first.values, numpy.concatenate([column.indices for column in chosen]))
    if isinstance(first, FurtherTags):
        tags = zip(cast(Sequence[FurtherTags], columns), begins, strict=False)
        return FurtherTags.joined([column.shifted(begin) for column, begin in tags])
    return first


def _size(columns: Mapping[str, Value]) -> int:
    return next(len(column) for column in columns.values() if isinstance(column, numpy.ndarray))


def insert_columns(
    connection: duckdb.DuckDBPyConnection, table: Table, columns: Mapping[str, Value]
) -> None:
    """Insert rows given as columns, one of them an array; a column that is missing is null."""
    types = {column.name: column.type for column in table.columns}
    arrays: dict[str, Column] = {}
    values: dict[str, object] = {}
    selected: list[str] = []
    tables = "new_rows"
    tags: list[dict[str, Column]] = []
    for name, column in columns.items():
        if isinstance(column, numpy.ndarray):
            arrays[name] = column
            selected.append(name)
        elif isinstance(column, Chosen):
            arrays[name] = column.indices + numpy.int32(1)
            values[name] = [_plain(value) for value in column.values]
            selected.append(f"(${name}::{types[name]}[])[{name}] as {name}")
        elif not isinstance(column, FurtherTags):
            values[name] = list(column) if isinstance(column, tuple) else _plain(column)
            selected.append(f"${name}::{types[name]} as {name}")
        elif len(column.rows):
            tables += _JOINED_TAGS
            tags.append(_tag_columns(column))
            arrays["row"] = numpy.arange(_size(columns), dtype="int32")
            selected.append(f"coalesce(found, map()) as {name}")
        else:
            selected.append(f"map() as {name}")
    query = f"insert into {table.name} by name select {', '.join(selected)} from {tables}"  # noqa: S608
    with ExitStack() as stack:
        stack.enter_context(registered(connection, "new_rows", arrays))
        for tag_columns in tags:
            stack.enter_context(registered(connection, "new_tags", tag_columns))
        connection.execute(query, values)


def _plain(value: object) -> object:
    """Return a value as a parameter of the engine: a mapping as it takes one for a MAP."""
    if isinstance(value, Mapping):
        return {"key": list(value), "value": list(value.values())}
    return value


_JOINED_TAGS = """
    left join (
        select row, map(list(name order by number), list(text order by number)) as found
        from new_tags
        group by row
    ) using (row)
    """
"""SQL: the tags of rows, where they have any."""


def _tag_columns(tags: FurtherTags) -> dict[str, Column]:
    """Return the tags of rows as the table ``new_tags``."""
    return {
        "row": tags.rows,
        "number": numpy.arange(len(tags.rows), dtype="int32"),
        "name": tags.names,
        "text": tags.texts,
    }
