"""What is exported and loaded again is the same collection, however odd its tags are.

Whatever loading kept apart stays apart, and nothing is lost.
``python tests/export/export_law.py --texts 2000 --seed 1``
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

from random_record import random_text

from mentis_records.core.text import folded
from mentis_records.export.job import export_file
from mentis_records.export.registry import FORMATS
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.identity import is_unknown
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_game_ids, fetch_records
from mentis_records.store.schema import TABLES


class Law:
    """Loads texts into one database and what that exports into another; both are emptied before."""

    def __init__(self, first: Database, second: Database, folder: Path) -> None:
        """Begin with two databases that are open for writing, and a folder for files."""
        self._databases = (first, second)
        self._folder = folder
        self._reader = Reader(GAMES, is_as_played=True)

    def difference(self, texts: Iterable[str]) -> str:
        """Return what is different after export and load, or nothing."""
        first, second = self._databases
        for database in self._databases:
            _empty(database)
        for number, text in enumerate(texts):
            path = self._folder / f"{number}.mgn"
            path.write_text("\n" * (3 - number) + text, encoding="utf-8")
            load(first, self._reader, str(path))
        written = self._folder / "written.mgn"
        export_file(first, FORMATS["mgn"], fetch_game_ids(first), written)
        done = load(second, self._reader, str(written))
        games, again = _games(first), _games(second)
        if done.stored != done.records or games != again:
            only = [str(game) for game in games if game not in again]
            others = [str(game) for game in again if game not in games]
            return "\n".join([str(done), "before", *only, "after", *others])
        return ""


def _empty(database: Database) -> None:
    for table in dict.fromkeys((*TABLES, *all_index_tables(database.connection))):
        if table.name not in ("sides", "meta"):
            database.connection.execute(f"delete from {table.name}")


def _games(database: Database) -> list[Any]:
    """Return all that is said of the games; what says nothing is as good as nothing."""
    return [
        (
            {tag: value for tag, value in record.tags.items() if not is_unknown(value)},
            record.result,
            record.termination,
            record.start,
            [_said(ply) for ply in record.plies],
            [folded(each.text) for each in (*record.comments, *record.closing_comments)],
        )
        for record in fetch_records(database, fetch_game_ids(database))
    ]


def _said(ply: Any) -> tuple[Any, ...]:
    return (
        ply.move.notation,
        ply.suffix,
        ply.nags,
        [folded(comment.text) for comment in ply.comments],
        [
            ([folded(each.text) for each in variation.comments], list(map(_said, variation.plies)))
            for variation in ply.variations
        ],
    )


def draw(chance: random.Random) -> list[str]:
    """Return the texts of one to three sources."""
    return [random_text(chance, damage=0.6) for _ in range(chance.randint(1, 3))]


def main() -> int:
    """Try many collections; return 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            create_database(folder / "first.duckdb") as first,
            create_database(folder / "second.duckdb") as second,
        ):
            law = Law(first, second, folder)
            for number in range(chosen.seed, chosen.seed + chosen.texts):
                found = law.difference(draw(random.Random(number)))
                if found:
                    differing += 1
                    print(f"seed {number}:\n{found[:3000]}\n", flush=True)
    print(f"{chosen.texts:,} collections, {differing:,} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
