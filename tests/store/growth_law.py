"""A collection is the same whether a text was loaded cut by cut, while it grew, or once.

It holds for any text and any cuts, with and without another source that has games of it, loaded
before it or meanwhile. ``python tests/store/growth_law.py --texts 2000 --cuts 5 --seed 1``
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from random_record import random_text

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index
from mentis_records.store.schema import POSITIONS_BY_KEY, TABLES, Table

Dump = dict[str, list[tuple[Any, ...]]]

_OWN = {"sources": ("sha256", "bytes", "loaded_at", "earlier"), "duplicates": ("former_id",)}
"""Columns that tell of the way in which a collection came about."""

_SKIPPED = ("meta",)


class Law:
    """Loads texts into one database, which is emptied for each of them."""

    def __init__(self, database: Database, folder: Path) -> None:
        """Begin; ``is_indexing`` tells whether the index is to follow after each load."""
        self.is_indexing = False
        self._database = database
        self._folder = folder
        self._reader = Reader(GAMES)

    def difference(self, text: bytes, cuts: Sequence[int], other: bytes = b"") -> str:
        """Return how loading cut by cut differs from loading once, or nothing.

        Args:
            text: the whole.
            cuts: where it ended before, in bytes.
            other: another source, loaded first.
        """
        self._empty()
        if other:
            self._load("other", other)
        self._load("text", text)
        once = self._dump()
        self._empty()
        if other:
            self._load("other", other)
        for cut in (*sorted(cuts), len(text)):
            self._load("text", text[:cut])
        return _differences(once, self._dump())

    def difference_meanwhile(self, text: bytes, cut: int, other: bytes) -> str:
        """Return how it differs if another source is loaded while the text is cut, or nothing."""
        self._empty()
        self._load("other", other)
        self._load("text", text)
        once = self._records()
        self._empty()
        self._load("text", text[:cut])
        self._load("other", other)
        self._load("text", text)
        return _differences(once, self._records())

    def faults(self) -> str:
        """Return what the doctor finds in what was loaded last, the index included."""
        update_index(self._database)
        return "\n".join(str(found) for found in examine(self._database))

    def _load(self, name: str, text: bytes) -> None:
        path = self._folder / f"{name}.mgn"
        path.write_bytes(text)
        load(self._database, self._reader, str(path))
        if self.is_indexing:
            update_index(self._database)

    def _tables(self) -> list[Table]:
        own = all_index_tables(self._database.connection)
        return [*(table for table in TABLES if table is not POSITIONS_BY_KEY), *own]

    def _empty(self) -> None:
        for table in self._tables():
            if table.name not in ("sides", "meta"):
                self._database.connection.execute(f"delete from {table.name}")
        self._database.connection.execute(
            "delete from meta where key in ('indexed_game', 'index_runs')"
        )

    def _dump(self) -> Dump:
        run = self._database.connection.execute
        found = {}
        for table in self._tables():
            left_out = ", ".join(_OWN.get(table.name, ()))
            columns = f"* exclude ({left_out})" if left_out else "*"
            query = f"select {columns} from {table.name} order by all"
            found[table.name] = run(query).fetchall() if table.name not in _SKIPPED else []
        return found

    def _records(self) -> Dump:
        """Return all games and duplicates without numbers, by the names of their sources."""
        found = self._database.connection.execute(
            """
            select sources.name, found.source_index, kept.name, game.source_index,
                found.ply_count, found.tags
            from (
                select game_id, source_id, source_index, ply_count,
                    [event, site, date, round, first_player, second_player, result,
                        termination]::varchar as tags
                from games
                union all
                select game_id, source_id, source_index, ply_count,
                    list_sort(map_entries(tags))::varchar
                from duplicates
            ) as found
            join games as game using (game_id)
            join sources on sources.source_id = found.source_id
            join sources as kept on kept.source_id = game.source_id
            order by all
            """
        )
        return {"records": found.fetchall()}


def _differences(once: Dump, grown: Dump) -> str:
    for table, rows in once.items():
        if rows != grown[table]:
            only = [row for row in rows if row not in grown[table]]
            others = [row for row in grown[table] if row not in rows]
            return "\n".join([f"{table}: loaded once", *map(str, only), "grown", *map(str, others)])
    return ""


def draw(chance: random.Random, most_cuts: int) -> tuple[bytes, list[int], bytes]:
    """Return a text, cuts of it, and a text of other records, or none."""
    text = random_text(chance).encode()
    cuts = [chance.randint(1, max(1, len(text) - 1)) for _ in range(chance.randint(1, most_cuts))]
    kind = chance.random()
    if kind < 0.4:
        return text, cuts, b""
    other = "\n\n" + random_text(chance, 4)
    if kind < 0.7:
        at = chance.randrange(len(text))
        other += text.decode()[at:] if chance.random() < 0.5 else text.decode()
    return text, cuts, other.encode()


def main() -> int:
    """Try many texts; return 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=2_000)
    parser.add_argument("--cuts", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with create_database(folder / "law.duckdb") as database:
            law = Law(database, folder)
            for number in range(chosen.seed, chosen.seed + chosen.texts):
                text, cuts, other = draw(random.Random(number), chosen.cuts)
                law.is_indexing = number % 20 == 0
                found = law.difference(text, cuts, other)
                if law.is_indexing:
                    found = found or law.faults()
                if other:
                    found = found or law.difference_meanwhile(text, cuts[0], other)
                if found:
                    differing += 1
                    print(f"seed {number}, cuts {sorted(cuts)}:\n{found[:2000]}\n", flush=True)
                if number % 100 == 0:
                    print(f"seed {number}, {differing:,} differ", file=sys.stderr, flush=True)
    print(f"{chosen.texts:,} texts, {differing:,} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
