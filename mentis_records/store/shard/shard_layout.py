"""Where the files of a shard stand in the folder of a collection, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.schema import (
    DESCRIPTIONS,
    POSITIONS_BY_KEY,
    QUARANTINE,
    TABLES,
    Table,
    index_tables,
)

GAMES, KEYS, REFUSED = "games", "keys", "quarantine"
"""The folders with the tables of shards, with their positions by key, and with what was refused."""

KEY_PARTS = 8
"""The positions by key are in so many files, by the highest bits of the key."""

_KEY_BITS = 63

_NAME = re.compile(r"[0-9a-f]{12}(?:-[0-9a-f]{8})?")


def is_shard_name(name: object) -> bool:
    """Tell whether a shard may be called so: numbers in hexadecimal, and nothing else."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def key_bounds(part: int) -> tuple[int, int]:
    """Return the first and the last key of one of the files."""
    size = (1 << _KEY_BITS) // KEY_PARTS
    return part * size, (part + 1) * size - 1


def shard_tables() -> dict[str, Table]:
    """Return the tables that a shard may have, by name: of all games together, then of each."""
    own = (table for game in DESCRIPTIONS for table in index_tables(game.slug))
    return {table.name: table for table in (*TABLES, *own)}


@dataclass(frozen=True, slots=True)
class ShardPlace:
    """The files of a shard below a folder: ``rows`` tells how many each table has.

    Tables without rows have no file. ``key_rows`` are those of the positions by key, by file. One
    that is ``staged`` stands in a folder of its own, and not yet among the others.
    """

    folder: Path
    name: str
    rows: Mapping[str, int]
    key_rows: tuple[int, ...]
    staged: bool = False

    def tables(self) -> Path:
        """Return the folder of the tables."""
        return self.folder / GAMES if self.staged else self.folder / GAMES / f"shard={self.name}"

    def ends(self) -> Path:
        """Return the file that tells how far the shortest record of each game goes."""
        return self.tables() / "ends.parquet"

    def keys(self, part: int) -> Path:
        """Return the file of the positions by key with some highest bits."""
        folder = self.folder / KEYS / f"p={part}"
        return folder / ("keys.parquet" if self.staged else f"{self.name}.parquet")

    def refused(self) -> Path:
        """Return the file of what was refused."""
        return self.folder / REFUSED / f"{'refused' if self.staged else self.name}.parquet"

    def files(self, table: str) -> list[Path]:
        """Return the files of a table; of one without rows there are none."""
        if table == POSITIONS_BY_KEY.name:
            return [self.keys(part) for part, rows in enumerate(self.key_rows) if rows]
        if not self.rows.get(table):
            return []
        if table == QUARANTINE.name:
            return [self.refused()]
        return [self.tables() / f"{table}.parquet"]

    def files_beside(self, other: ShardPlace) -> Iterator[tuple[Path, Path]]:
        """Yield where each file, or the folder of the tables, stands here and there."""
        for part, rows in enumerate(self.key_rows):
            if rows:
                yield self.keys(part), other.keys(part)
        if self.rows.get(QUARANTINE.name):
            yield self.refused(), other.refused()
        yield self.tables(), other.tables()
