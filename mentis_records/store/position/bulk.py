"""How stored positions are gone through in bulk: stretches of games, their rows, their starts."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import duckdb

from mentis_records.core.game import AnyGame
from mentis_records.fast.kernel import Kernel, is_ordered
from mentis_records.store.schema.record_sql import read_start

MAX_STARTS = 10_000
"""So many start positions are remembered from batch to batch."""

if TYPE_CHECKING:
    import numpy

    Column = numpy.ndarray[Any, Any]
else:
    Column = Any  # importing numpy takes longer than all else in many a command


class StartSlots:
    """The start positions that a kernel keeps, by their texts (``schema.start_text``)."""

    def __init__(self, game: AnyGame, kernel: Kernel) -> None:
        """Begin with none."""
        self._game = game
        self._kernel = kernel
        self._slots: dict[str, int] = {}

    def find(self, starts: Sequence[str]) -> array[int]:
        """Return where the kernel has the start positions, 32-bit integers.

        Raises:
            PositionError: a text states no position.
        """
        new = [text for text in dict.fromkeys(starts) if text not in self._slots]
        if len(self._slots) + len(new) > MAX_STARTS:
            self._slots.clear()
            new = list(dict.fromkeys(starts))
        self._kernel.reserve(len(self._slots) + len(new))
        for slot, text in enumerate(new, len(self._slots)):
            self._kernel.fill(slot, read_start(self._game, text))
            self._slots[text] = slot
        return array("i", [self._slots[text] for text in starts])


def cut_stretches(sizes: Column, limit: int) -> Iterator[slice]:
    """Yield stretches of games of at most so many positions together, or of one game."""
    import numpy

    ends = numpy.cumsum(sizes)
    first = 0
    while first < len(sizes):
        before = int(ends[first - 1]) if first else 0
        behind = int(numpy.searchsorted(ends, before + limit, side="right"))
        yield slice(first, max(behind, first + 1))
        first = max(behind, first + 1)


def fetch_columns(
    connection: duckdb.DuckDBPyConnection, query: str, parameters: Mapping[str, object]
) -> dict[str, Column]:
    """Return the columns that a query gives, by name."""
    return cast(dict[str, Column], connection.execute(query, dict(parameters)).fetchnumpy())


def order_rows(rows: dict[str, Column], game_ids: Column) -> dict[str, Column] | None:
    """Return rows of positions by game and ply, or None if they are not the games' positions.

    Args:
        rows: columns, among them ``game_id`` and ``ply``, of all positions of some games; a null
            belongs to no position.
        game_ids: the games, ascending.
    """
    import numpy

    if any(map(numpy.ma.is_masked, rows.values())):
        return None
    if not is_ordered(rows["game_id"].data, rows["ply"].data):
        order = numpy.lexsort((rows["ply"], rows["game_id"]))
        rows = {name: column[order] for name, column in rows.items()}
        if not is_ordered(rows["game_id"].data, rows["ply"].data):
            return None
    starts = rows["game_id"][rows["ply"] == 0]
    return rows if numpy.array_equal(starts, game_ids) else None
