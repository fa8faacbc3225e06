"""Loading: what is stored, in which order games are numbered, and how they come back."""

import gzip
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from store_kit import BROKEN, READER, SAMPLE, MakeDump, fetched

import mentis_records
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.source.source_text import Meter
from mentis_records.notation.write import format_record
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.load import intake
from mentis_records.store.load import intake as intake_module
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_record, fetch_texts


def test_the_fixtures_are_what_they_claim() -> None:
    assert [reading.plies for reading in READER.read_path(str(SAMPLE))] == [24, 46, 5, 2]
    assert [
        found for reading in READER.read_path(str(SAMPLE)) for found in reading.diagnostics
    ] == []
    assert [reading.is_valid for reading in READER.read_path(str(BROKEN))] == [True, False]


def test_load_stores_every_sound_record(database: Database) -> None:
    """Its tags go to columns or stay as they are; comments, judgements and variations are kept."""
    assert load(database, READER, str(SAMPLE)) == LoadSummary(str(SAMPLE), 4, 4, 0, 0)
    for query, rows in cases_of(__file__)["stored"].items():
        found = fetched(database, query)
        assert [["null" if cell is None else cell for cell in row] for row in found] == rows, query


def test_loading_again_changes_nothing(database: Database, dump: MakeDump, tmp_path: Path) -> None:
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
    rows = fetched(database, "from quarantine")
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
    assert fetched(database, "select name from sources") == [("-",)]
    assert fetched(database, "select distinct source_member from games") == [(None,)]


class _Interrupted(Reader):
    """A reader that fails after its first records."""

    def read_sheets(self, *arguments: Any, **options: Any) -> Iterator[Sheet | Reading]:
        yield from super().read_sheets(*arguments, **options)
        raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_load_leaves_nothing(
    jobs: int, database: Database, dump: MakeDump, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "BATCH_POSITIONS", 1)
    load(database, READER, str(BROKEN))
    before = dump()
    with pytest.raises(KeyboardInterrupt):
        load(database, _Interrupted(READER.games), str(SAMPLE), jobs)
    assert dump() == before
    assert load(database, READER, str(SAMPLE)).stored == 4


def test_a_file_that_changes_meanwhile_is_refused(
    database: Database, tmp_path: Path, dump: MakeDump
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
    assert fetched(database, "select variant from mentis_games") == [("Wolf",)]


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
    found = fetched(database, "select source_index from games order by game_id")
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


# Pairings, results without plies and early copies: joined with the game, or listed as near


EVENTS = Path(__file__).parents[1] / "cases" / "events"
CUP_HEAD = '[Event "Cup"]\n[Date "2024.05.01"]\n[Round "{}"]\n[Blue "Ann"]\n[Red "Bob"]\n'
CUP_PLIES = "1. STSe2 TNNc6 2. e2-d2 SNb7 3. d1-e1 TSTe6 4. d2-c2 Sf7"


def load_texts(tmp_path: Path, *texts: str) -> Path:
    db = tmp_path / "x.duckdb"
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.mgn"
        path.write_text(text)
        mentis_records.load(path, db)
    return db


def counts(db: Path) -> tuple[int, list[str]]:
    """Return the number of games and the differences of near pairs."""
    with mentis_records.open(db) as collection:
        near = [each.differences for each in collection.duplicates() if each.kind == "near"]
        return len(collection.games()), near


def record(result: str, plies: str = "", tags: str = "", turn: str = "1") -> str:
    head = CUP_HEAD.format(turn) + tags
    return f'{head}[Result "{result}"]\n\n{plies} {result}\n'


@pytest.mark.parametrize("is_game_first", [False, True])
@pytest.mark.parametrize(
    ("part", "whole"), [("pairings.mgn", "games.mgn"), ("results.mgn", "played.mgn")]
)
def test_a_pairing_or_a_result_is_its_game(
    tmp_path: Path, part: str, whole: str, is_game_first: bool
) -> None:
    texts = [(EVENTS / name).read_text() for name in (part, whole)]
    db = load_texts(tmp_path, *(texts[::-1] if is_game_first else texts))
    assert counts(db) == (texts[1].count("[Event "), [])


def test_an_early_copy_with_other_clocks_is_listed(tmp_path: Path) -> None:
    db = load_texts(tmp_path, *((EVENTS / name).read_text() for name in ("live.mgn", "done.mgn")))
    assert counts(db) == (2, ["plies blueclock redclock"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # A result that contradicts the game, and a forfeit, are not the game.
        (record("0-1"), record("1-0", CUP_PLIES), (2, ["plies result"])),
        (record("1-0", tags='[Termination "forfeit"]\n'), record("1-0", CUP_PLIES), (2, ["plies"])),
        # Another round, and other plies, are another game.
        (record("*", turn="2"), record("1-0", CUP_PLIES), (2, [])),
        (record("*", "1. STTf1 STTf7"), record("1-0", CUP_PLIES), (2, [])),
        # A result fits two games: it is neither.
        (
            record("1-0"),
            record("1-0", CUP_PLIES) + "\n" + record("1-0", "1. STTf1 STTf7 2. STc2 f7-f6-f5"),
            (3, ["plies", "plies"]),
        ),
    ],
)
def test_what_is_not_beyond_doubt_stays(
    tmp_path: Path, one: str, other: str, expected: tuple[int, list[str]]
) -> None:
    assert counts(load_texts(tmp_path, one, other)) == expected


# Copies of a game: which records are one game, and what is kept of each


HEAD = '[Event "Cup"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\n'
OWN = "{before} 1. TSNd2 {good} TSNd6 (1... TSNe6 2. Te2) 2. d2#-d3#-d4 *\n"
COPY = (
    "{ Before } {new before} 1. TSNd2 {good} {good  try} TSNd6 (1... TSNe6 {why}) (1... TSNc6!) "
    "2. d2#-d3#-d4 $1 ; line\n* {closing}\n"
)


@pytest.fixture
def loaded(database: Database, tmp_path: Path) -> Database:
    for name, text in (("own.mgn", OWN), ("club (1).mgn", COPY), ("third.mgn", COPY)):
        (tmp_path / name).write_text("\n" * (name == "third.mgn") + HEAD + text)
        load(database, READER, str(tmp_path / name))
    assert database.connection.execute("select count(*) from games").fetchone() == (1,)
    return database


def test_each_is_kept_once_with_its_source(loaded: Database) -> None:
    record = fetch_record(loaded, 1)
    text = " ".join(format_record(record, find_game("mentis").description).split())
    told = "(from club [1].mgn)"
    for words in (
        f"{{before}} {{Before {told}}} {{new before {told}}} 1. TSNd2 {{good}}",
        f"{{good try {told}}}",
        f"(1... TSNe6 {{why {told}}} 2. Te2)",
        f"({{{told}}} 1... TSNc6!)",
        f"{{line {told}}}",
        f"* {{closing {told}}}",
    ):
        assert words.replace("{ ", "{") in text.replace("{ ", "{").replace(" }", "}"), text
    assert "third" not in text


def test_what_is_written_out_and_loaded_with_the_copies_says_no_more(
    loaded: Database, tmp_path: Path
) -> None:
    (written,) = fetch_texts(loaded, [1])
    path = tmp_path / "written.mgn"
    path.write_text(written)
    with create_database(tmp_path / "again.duckdb") as again:
        for name in ("written.mgn", "club (1).mgn", "own.mgn"):
            load(again, READER, str(tmp_path / name))
        assert list(fetch_texts(again, [1])) == [written]


@pytest.mark.parametrize("is_longer_first", [True, False])
def test_a_shorter_record_says_what_it_has_to_say(
    database: Database, tmp_path: Path, is_longer_first: bool
) -> None:
    texts = {"long.mgn": f"{HEAD}1. TSNd2 TSNd6 *\n", "short.mgn": f"{HEAD}1. TSNd2 {{odd}} *\n"}
    for name in sorted(texts, reverse=not is_longer_first):
        (tmp_path / name).write_text(texts[name])
        load(database, Reader(GAMES), str(tmp_path / name))
    comments = [
        [each.text for each in ply.comments]
        for ply in fetch_record(database, 1 + (not is_longer_first)).plies
    ]
    assert comments == [["odd (from short.mgn)"], []]


CASES = Path(__file__).parents[1] / "cases" / "identity"


@pytest.mark.parametrize("name", ["site-differs.mgn", "short-win-is-no-prefix.mgn"])
def test_two_places_are_two_games(database: Database, name: str) -> None:
    assert load(database, READER, str(CASES / name)).stored == 2
    assert list(examine(database)) == []


@pytest.mark.parametrize("names", [("nfc", "nfd"), ("nfd", "nfc")])
def test_two_forms_of_unicode_are_one_name(database: Database, names: tuple[str, str]) -> None:
    done = [load(database, READER, str(CASES / f"name-{name}.mgn")) for name in names]
    assert [(each.stored, each.duplicates) for each in done] == [(1, 0), (0, 1)]
    assert database.connection.execute("select count(*) from players").fetchone() == (2,)
    assert list(examine(database)) == []
