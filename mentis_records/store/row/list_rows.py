"""Rows with lists of numbers on their way into a table: the engine reads them where they are.

They are handed over through Arrow's C data interface, as arrays over the arrays given.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeAlias

import duckdb
import nanoarrow
import numpy
from nanoarrow.c_array import CArray
from nanoarrow.c_array_stream import CArrayStream

from mentis_records.store.row.column import Column
from mentis_records.store.row.registered import known
from mentis_records.store.schema import GAME_ID, Table

Numbers: TypeAlias = "array[int] | Column"
"""An array of 64-bit integers."""

_ID, _NUMBER, _LIST = (
    nanoarrow.c_schema(kind)
    for kind in (nanoarrow.int32(), nanoarrow.int64(), nanoarrow.list_(nanoarrow.int64()))
)


class ListRows:
    """Rows of a table of which one column is a game's number, the others lists of numbers."""

    def __init__(self, table: Table) -> None:
        """Begin with none; the first column of the table is the game's number."""
        self._table = table
        kinds = {column.name: _LIST for column in table.columns} | {GAME_ID.name: _ID}
        self._schema = nanoarrow.c_schema(nanoarrow.struct(kinds))
        self._parts: list[CArray] = []

    def add(self, ids: Column, sizes: Column, numbers: Sequence[Numbers]) -> None:
        """Add rows.

        Args:
            ids: for each row the number of its game.
            sizes: for each row how long its lists are.
            numbers: for each list of the table an array of 64-bit integers: the lists of all rows
                behind one another. They must not change until the rows are written.

        Raises:
            ValueError: the sizes are not those of the lists.
        """
        bounds = numpy.zeros(len(sizes) + 1, "int32")
        numpy.cumsum(sizes, out=bounds[1:])
        if any(len(values) != bounds[-1] for values in numbers) or len(ids) != len(sizes):
            raise ValueError("sizes of lists that do not add up")
        children = [_array(_ID, len(ids), None, numpy.ascontiguousarray(ids, "int32"))]
        for values in numbers:
            inner = _array(_NUMBER, len(values), None, values)
            children.append(_array(_LIST, len(ids), None, bounds, children=[inner]))
        self._parts.append(_array(self._schema, len(ids), None, children=children))

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Insert the rows and forget them."""
        if not self._parts:
            return
        with known(connection, "new_rows", self):
            connection.execute(f"insert into {self._table.name} by name from new_rows")
        self.clear()

    def clear(self) -> None:
        """Forget the rows."""
        self._parts.clear()

    def __arrow_c_schema__(self) -> object:
        """Return the columns to whoever reads them through Arrow's interface."""
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows likewise."""
        return CArrayStream.from_c_arrays(self._parts, self._schema).__arrow_c_stream__()


def _array(
    schema: object, length: int, *buffers: object, children: Sequence[CArray] = ()
) -> CArray:
    """Return an array without nulls; the first buffer is that of its nulls."""
    return nanoarrow.c_array_from_buffers(schema, length, buffers, null_count=0, children=children)
