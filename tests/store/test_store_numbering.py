"""Games are numbered in the order of their source, however their records were read."""

from pathlib import Path

import pytest

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load import intake
from mentis_records.store.load.load import load

PLIES = ("TSNd2", "TSNe2", "TSNc2", "TSd2", "TSe2", "TSc2", "Td2")
DATES = {"plain": "2024.01.02", "warned": "1.5.2026"}
KINDS = ("plain", "warned", "plain", "broken", "warned", "plain", "again", "warned", "plain")


def text(kind: str, number: int) -> str:
    if kind == "again":
        number = 1
    ply = "zz" if kind == "broken" else PLIES[number % len(PLIES)]
    date = DATES.get(kind, DATES["warned" if kind == "again" else "plain"])
    return f'[Event "e"]\n[Date "{date}"]\n[Round "{number}"]\n\n1. {ply} *\n\n'


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("size", [intake.BATCH_RECORDS, 3])
def test_numbers_follow_the_source(
    database: Database,
    reader: Reader,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    jobs: int,
) -> None:
    monkeypatch.setattr(intake, "BATCH_RECORDS", size)
    kinds = ["plain"] * 2 + list(KINDS) * 3
    path = tmp_path / "mixed.mgn"
    path.write_text("".join(text(kind, number) for number, kind in enumerate(kinds)))
    done = load(database, reader, str(path), jobs)
    assert (done.records, done.duplicates, done.quarantined) == (len(kinds), 2, 3)
    run = database.connection.execute
    rows = run("select source_index from games order by game_id").fetchall()
    first = kinds.index("again") + 1
    assert [row[0] for row in rows] == [
        number
        for number, kind in enumerate(kinds, 1)
        if kind != "broken" and (kind != "again" or number == first)
    ]
    assert run("select min(game_id), max(game_id) from games").fetchone() == (1, len(rows))


def test_listings_come_before_the_sheets_behind_them(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    path = tmp_path / "mixed.mgn"
    path.write_text("1. Sd2 Sd6\n\n1. Se2 Se6\n" + text("plain", 1) + text("warned", 2))
    load(database, reader, str(path))
    query = "select source_index from games order by game_id"
    found = database.connection.execute(query).fetchall()
    assert found == [(1,), (2,), (3,), (4,)]
