"""Loading: what is stored, in which order games are numbered, and how they come back."""

import gzip
import io
import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from store_kit import BROKEN, READER, SAMPLE

from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.source.source_text import Meter
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.load import intake
from mentis_records.store.load import intake as intake_module
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_record

Dump = dict[str, list[tuple[Any, ...]]]


def test_the_fixtures_are_what_they_claim() -> None:
    assert [reading.plies for reading in READER.read_path(str(SAMPLE))] == [24, 46, 5, 2]
    assert [
        found for reading in READER.read_path(str(SAMPLE)) for found in reading.diagnostics
    ] == []
    assert [reading.is_valid for reading in READER.read_path(str(BROKEN))] == [True, False]


def test_load_stores_every_sound_record(database: Database) -> None:
    summary = load(database, READER, str(SAMPLE))
    assert summary == LoadSummary(str(SAMPLE), 4, 4, 0, 0)
    run = database.connection.execute
    assert run(
        "select game_id, ply_count, result, termination from games order by 1"
    ).fetchall() == [
        (1, 24, "0-1", "resignation"),
        (2, 46, "1/2-1/2", "agreement"),
        (3, 5, "*", "unterminated"),
        (4, 2, "1-0", None),
    ]
    assert run("select count(*), min(ply), max(ply) from position_keys").fetchone() == (81, 0, 46)
    plies = run("select side, kind, notation from plies where game_id = 1 order by ply").fetchall()
    assert len(plies) == 24
    assert plies[0] == ("Blue", "deploy", "TSNd2")
    assert plies[11] == ("Red", "capture", "e6xb6")
    assert plies[-1] == ("Red", "move", "c5-c4#-b4")


def test_tags_go_to_columns_or_stay_as_they_are(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    run = database.connection.execute
    assert run(
        """
        select event, date, blue, red, blue_elo, red_elo, variant, tags
        from mentis_games where game_id = 1
        """
    ).fetchone() == (
        "Rulebook example",
        "2010.??.??",
        "Blue",
        "Red",
        1500,
        None,
        "Standard",
        {"RedElo": "?", "Collection": "The rulebook"},
    )
    assert run("select game_id from mentis_games where variant = 'Wolf'").fetchall() == [(4,)]


def test_comments_judgements_and_variations_are_kept(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    run = database.connection.execute
    assert run("select * from variations order by line").fetchall() == [
        (3, 1, 0, 4),
        (3, 2, 1, 5),
        (3, 3, 0, 4),
    ]
    assert run(
        """
        select line, ply, turn & 7, notation
        from variation_plies join moves on move_code = turn >> 3 order by all
        """
    ).fetchall() == [
        (1, 4, 1, "d6#-d5#-c5"),
        (1, 5, 0, "TNNc2"),
        (1, 6, 1, "TSNc6"),
        (2, 5, 0, "TNNe2"),
        (2, 6, 1, "TSNe6"),
        (3, 4, 1, "TSNc6"),
    ]
    assert run("select line, ply, suffix, nags from annotations order by all").fetchall() == [
        (0, 1, "!", []),
        (0, 4, None, [1, 14]),
        (2, 6, "!?", []),
    ]
    comments = run("select line, ply, place, number, trim(text) from comments order by all")
    assert comments.fetchall() == [
        (0, 1, "before", 1, "before"),
        (0, 1, "before", 2, "escape"),
        (0, 2, "after", 1, "two"),
        (0, 2, "after", 2, "words"),
        (0, 5, "closing", 1, "after the end"),
        (1, 4, "after", 1, "inside"),
        (2, 5, "before", 1, "first"),
    ]


def test_loading_again_changes_nothing(
    database: Database, dump: Callable[[], Dump], tmp_path: Path
) -> None:
    load(database, READER, str(SAMPLE))
    before = dump()
    assert load(database, READER, str(SAMPLE)) == LoadSummary(str(SAMPLE), is_known=True)
    copy = tmp_path / "copy.txt"
    copy.write_bytes(SAMPLE.read_bytes())
    assert load(database, READER, str(copy)).is_known
    assert dump() == before


def test_batches_do_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all.mgn"
    path.write_bytes(b"\n".join([SAMPLE.read_bytes(), BROKEN.read_bytes(), SAMPLE.read_bytes()]))
    found = []
    for size, jobs in ((1, 1), (1, 2), (3, 2), (2_000, 1)):
        monkeypatch.setattr(intake_module, "BATCH_RECORDS", size)
        monkeypatch.setattr(intake_module, "BATCH_POSITIONS", 10 * size)
        with create_database(tmp_path / f"{size}.{jobs}.duckdb") as database:
            assert load(database, READER, str(path), jobs) == LoadSummary(str(path), 10, 5, 4, 1)
            run = database.connection.execute
            tables = ("games", "position_keys", "moves", "comments", "duplicates", "quarantine")
            found.append([run(f"from {table} order by all").fetchall() for table in tables])
    assert found[0] == found[1] == found[2] == found[3]


def test_quarantine_keeps_text_and_diagnostics(database: Database) -> None:
    summary = load(database, READER, str(BROKEN))
    assert summary == LoadSummary(str(BROKEN), 2, 1, 0, 1)
    rows = database.connection.execute("from quarantine").fetchall()
    assert len(rows) == 1
    source_id, index, member, line, text, diagnostics, raw = rows[0]
    assert (source_id, index, member, line) == (1, 2, None, 11)
    assert text == "".join(BROKEN.read_text().splitlines(keepends=True)[10:])
    assert raw is None
    found = json.loads(diagnostics)
    assert found[0]["severity"] == "error"
    assert (found[0]["line"], found[0]["column"]) == (19, 19)
    assert found[0]["ply"] in (3, None)


def test_bytes_that_are_no_utf8_stay_visible_in_quarantine(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "latin.mgn"
    path.write_bytes(b'[Event "Caf\xe9"]\n[Result "*"]\n\n1. TSNd2 *\n')
    assert load(database, READER, str(path)).quarantined == 1
    found = database.connection.execute("select text, diagnostics from quarantine").fetchone()
    assert found is not None
    assert found[0].startswith('[Event "Caf\\xe9"]')
    assert json.loads(found[1])


def test_damaged_archive_is_quarantined_not_lost(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "cut.mgn.gz"
    path.write_bytes(gzip.compress(SAMPLE.read_bytes())[:-30])
    summary = load(database, READER, str(path))
    assert summary.quarantined >= 1
    assert summary.records == summary.stored + summary.duplicates + summary.quarantined


def test_an_archive_is_one_source(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "both.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(SAMPLE, "one.mgn")
        archive.write(BROKEN, "folder/two.mgn")
    assert load(database, READER, str(path)) == LoadSummary(str(path), 6, 5, 0, 1)
    run = database.connection.execute
    places = run("select source_index, source_member, source_line from games where game_id >= 4")
    assert places.fetchall() == [(4, "one.mgn", 49), (5, "folder/two.mgn", 1)]
    assert run("select source_index, source_member from quarantine").fetchall() == [
        (6, "folder/two.mgn")
    ]
    assert run("select count(*) from sources").fetchone() == (1,)


def test_standard_input_is_a_source(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for is_known in (False, True):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SAMPLE.read_bytes())))
        assert load(database, READER, "-").is_known is is_known
    run = database.connection.execute
    assert run("select name from sources").fetchall() == [("-",)]
    assert run("select distinct source_member from games").fetchall() == [(None,)]


class _Interrupted(Reader):
    """A reader that fails after its first records."""

    def read_sheets(self, *arguments: Any, **options: Any) -> Iterator[Sheet | Reading]:
        yield from super().read_sheets(*arguments, **options)
        raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_load_leaves_nothing(
    jobs: int, database: Database, dump: Callable[[], Dump], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "BATCH_POSITIONS", 1)
    load(database, READER, str(BROKEN))
    before = dump()
    with pytest.raises(KeyboardInterrupt):
        load(database, _Interrupted(READER.games), str(SAMPLE), jobs)
    assert dump() == before
    assert load(database, READER, str(SAMPLE)).stored == 4


def test_a_file_that_changes_meanwhile_is_refused(
    database: Database, tmp_path: Path, dump: Callable[[], Dump]
) -> None:
    path = tmp_path / "live.mgn"
    path.write_bytes(SAMPLE.read_bytes())
    before = dump()

    def write_more(records: int, meter: Meter) -> None:
        path.write_bytes(SAMPLE.read_bytes() + b"\n")

    with pytest.raises(StoreError, match=r"live\.mgn: changed while it was read"):
        load(database, READER, str(path), progress=write_more)
    assert dump() == before


def test_progress_ends_with_the_number_of_records(database: Database) -> None:
    told: list[int] = []
    load(database, READER, str(SAMPLE), progress=lambda records, meter: told.append(records))
    assert told[-1] == 4


def test_a_missing_source_is_an_os_error(database: Database) -> None:
    with pytest.raises(FileNotFoundError):
        load(database, READER, "no/such/file.mgn")


def test_options_by_default_are_stored(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "wolf.txt"
    path.write_text("1. Wb1 Wf7\n")
    load(database, replace(READER, defaults={"Variant": "Wolf"}), str(path))
    assert database.connection.execute("select variant from mentis_games").fetchall() == [("Wolf",)]


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
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, jobs: int
) -> None:
    monkeypatch.setattr(intake, "BATCH_RECORDS", size)
    kinds = ["plain"] * 2 + list(KINDS) * 3
    path = tmp_path / "mixed.mgn"
    path.write_text("".join(text(kind, number) for number, kind in enumerate(kinds)))
    done = load(database, READER, str(path), jobs)
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


def test_listings_come_before_the_sheets_behind_them(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "mixed.mgn"
    path.write_text("1. Sd2 Sd6\n\n1. Se2 Se6\n" + text("plain", 1) + text("warned", 2))
    load(database, READER, str(path))
    query = "select source_index from games order by game_id"
    found = database.connection.execute(query).fetchall()
    assert found == [(1,), (2,), (3,), (4,)]


def test_a_game_comes_back_as_the_record_that_it_was(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    readings = list(READER.read_path(str(SAMPLE)))
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
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "two.txt"
    path.write_text(
        "1. TSNd2 TSNd6\n2. d2#-d3#-d4 d6#-d5#-e5\n\n"
        "Blue Moves Red Moves\n2. {other} TNNc2 TSNc6\n\n"
        '[Result "1-0"]\n[Position "3k3/7/7/7/2N4/7/3K3 r S3T3N2/s3t3n3 7"]\n\n7... d7-c7 1-0\n'
    )
    assert load(database, READER, str(path)).stored == 3
    for number, reading in enumerate(READER.read_path(str(path)), 1):
        record = reading.record
        assert record is not None
        found = fetch_record(database, number)
        assert replace(found, tags={}) == replace(record, tags={})
        assert record.tags.items() <= found.tags.items()
    assert (found.plies[0].side, found.plies[0].move_number) == (1, 7)


def test_no_such_game(database: Database) -> None:
    with pytest.raises(KeyError):
        fetch_record(database, 1)
