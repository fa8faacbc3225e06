"""Rows of positions on their way into the database, in arrays that are used again and again."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy

from mentis_records.store.column import Column, insert_columns
from mentis_records.store.schema import POSITION_KEYS

_TYPES = {"INTEGER": "int32", "BIGINT": "int64"}


class PositionBuffer:
    """The rows of ``position_keys`` that wait to be written: ``len`` of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._size = 0
        self._arrays = {
            column.name: numpy.empty(0, _TYPES[column.type]) for column in POSITION_KEYS.columns
        }

    def __len__(self) -> int:
        """Return how many positions wait."""
        return self._size

    def clear(self) -> None:
        """Forget them."""
        self._size = 0

    def extend(self, count: int) -> dict[str, Column]:
        """Make room for rows; return it to be filled, by the name of the column."""
        begin, end = self._size, self._size + count
        for name, array in self._arrays.items():
            if len(array) < end:
                grown: numpy.ndarray[Any, Any] = numpy.empty(max(end, 2 * len(array)), array.dtype)
                grown[:begin] = array[:begin]
                self._arrays[name] = grown
        self._size = end
        return {name: array[begin:end] for name, array in self._arrays.items()}

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Insert the rows and forget them."""
        if self._size:
            rows = {name: array[: self._size] for name, array in self._arrays.items()}
            insert_columns(connection, POSITION_KEYS, rows)
        self.clear()
