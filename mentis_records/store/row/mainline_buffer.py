"""Mainlines that wait to be written: those of sheets as they are, those of records one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import duckdb
import numpy

from mentis_records.store.row.column import Column
from mentis_records.store.row.list_rows import ListRows, Numbers
from mentis_records.store.schema import MAINLINES


class MainlineBuffer:
    """The rows of ``mainlines`` that wait, in the order in which they came."""

    def __init__(self) -> None:
        """Begin with none."""
        self._rows = ListRows(MAINLINES)
        self._begin()

    def _begin(self) -> None:
        self._ids, self._sizes = array("i"), array("i")
        self._turns, self._keys = array("q"), array("q")

    def add(self, game_id: int, turns: Iterable[int], keys: Iterable[int]) -> None:
        """Add a mainline: for each position, from the start on, what led there and its key."""
        before = len(self._keys)
        self._ids.append(game_id)
        self._turns.extend(turns)
        self._keys.extend(keys)
        self._sizes.append(len(self._keys) - before)

    def add_many(self, ids: Column, sizes: Column, turns: Numbers, keys: Numbers) -> None:
        """Add mainlines that stand behind one another, as ``ListRows.add`` takes them."""
        self._settle()
        self._rows.add(ids, sizes, (turns, keys))

    def _settle(self) -> None:
        """Put the mainlines that came by themselves behind those before them."""
        if self._ids:
            ids, sizes = (numpy.frombuffer(part, "int32") for part in (self._ids, self._sizes))
            self._rows.add(ids, sizes, (self._turns, self._keys))
            self._begin()

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Insert the rows and forget them."""
        self._settle()
        self._rows.write(connection)
