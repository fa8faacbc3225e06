from dataclasses import replace
from pathlib import Path

import pytest

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.record import fetch_record


def test_a_game_comes_back_as_the_record_that_it_was(
    database: Database, reader: Reader, sample: Path
) -> None:
    load(database, reader, str(sample))
    readings = list(reader.read_path(str(sample)))
    assert readings[2].record is not None
    assert any(ply.variations for ply in readings[2].record.plies)
    for number, reading in enumerate(readings, 1):
        record = reading.record
        assert record is not None
        tags = dict(record.tags)
        if record.termination is not None:
            tags["Termination"] = record.termination
        assert fetch_record(database, number) == replace(record, tags=tags)


def test_a_stated_position_and_a_continued_listing_come_back(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    path = tmp_path / "two.txt"
    path.write_text(
        "1. TSNd2 TSNd6\n2. d2#-d3#-d4 d6#-d5#-e5\n\n2. {other} TNNc2 TSNc6\n\n"
        '[Result "1-0"]\n[Position "3k3/7/7/7/2N4/7/3K3 r S3T3N2/s3t3n3 7"]\n\n7... d7-c7 1-0\n'
    )
    assert load(database, reader, str(path)).stored == 3
    for number, reading in enumerate(reader.read_path(str(path)), 1):
        record = reading.record
        assert record is not None
        found = fetch_record(database, number)
        assert replace(found, tags={}) == replace(record, tags={})
        assert record.tags.items() <= found.tags.items()
    assert (found.plies[0].side, found.plies[0].move_number) == (1, 7)


def test_no_such_game(database: Database) -> None:
    with pytest.raises(KeyError):
        fetch_record(database, 1)
