"""Every format over one collection; what is written as text loads into the same games."""

import csv
import gzip
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import GOOD, json_of, mentis
from cli_kit import mentis as run
from export_law import Law, draw
from size_kit import sampled

from mentis_records.export.error import ExportError
from mentis_records.export.json_rows import unique_names, value_json, value_text
from mentis_records.export.listing import format_listing
from mentis_records.export.registry import FORMATS
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.record import fetch_game_ids, fetch_record, fetch_records, fetch_texts
from mentis_records.store.schema import TABLES

CASES = cases_of(__file__)
ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "store" / "sample.mgn"
SCHEMA = ROOT.parent / "shared" / "schemas" / "apgamerecord.json"
SOURCE_COLUMNS = {"source_id", "source_index", "source_member", "source_line"}


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE, CASES["own_tags"])


def contents(db: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows but where they came from."""
    found = {}
    with open_database(db) as database:
        for table in dict.fromkeys((*TABLES, *all_index_tables(database.connection))):
            if table.name in ("sources", "duplicates", "quarantine"):
                continue
            columns = [c.name for c in table.columns if c.name not in SOURCE_COLUMNS]
            query = f"select {', '.join(columns)} from {table.name} order by all"
            rows = database.connection.execute(query).fetchall()
            found[table.name] = [dict(zip(columns, row, strict=True)) for row in rows]
    return found


def exported(db: Path, name: str, *more: object) -> str:
    done = run("export", "--db", db, "--format", name, *more)
    assert done.exit_code in (0, 1), done.stderr
    return done.stdout


def test_mgn_loads_into_the_same_database(db: Path, tmp_path: Path) -> None:
    text = tmp_path / "out.mgn"
    assert run("export", "--db", db, "--out", text).exit_code == 0
    again = tmp_path / "again.duckdb"
    assert run("load", text, "--db", again).exit_code == 0
    before, after = contents(db), contents(again)
    assert len(before["games"]) == 6
    assert before["variation_plies"]
    assert after == before
    assert exported(again, "mgn") == text.read_text()


def test_a_folder_of_bundled_games_survives(tmp_path: Path) -> None:
    first, text, second = tmp_path / "a.duckdb", tmp_path / "a.mgn.gz", tmp_path / "b.duckdb"
    corpus = tmp_path / "corpus.mgn"
    with gzip.open(ROOT / "data" / "selfplay.mgn.gz", "rt") as file:
        games = file.read(100_000).split("\n[Event ")[:-1]
    corpus.write_text("\n[Event ".join(games))
    done = run("load", corpus, "--db", first)
    assert (done.exit_code, f"{len(games)} stored" in done.stdout) == (0, True)
    assert len(games) > 50
    assert run("export", "--db", first, "--out", text).exit_code == 0
    assert run("load", text, "--db", second).exit_code == 0
    assert contents(second) == contents(first)


def test_many_games_come_as_one_by_one(db: Path) -> None:
    with open_database(db) as database:
        ids = fetch_game_ids(database)
        backwards = ids[::-1]
        assert list(fetch_records(database, backwards)) == [
            fetch_record(database, game_id) for game_id in backwards
        ]
        with pytest.raises(KeyError):
            list(fetch_records(database, [1, 99]))


def test_texts_are_the_records_written_out(db: Path) -> None:
    with open_database(db) as database:
        ids = fetch_game_ids(database)[::-1]
        texts = list(fetch_texts(database, ids))
        assert texts == [
            format_record(record, find_game(record.game).description, is_literal=True)
            for record in fetch_records(database, ids)
        ]


def test_chosen_games(db: Path) -> None:
    assert exported(db, "json", "--game", "2-3,1").count("\n") == 3
    assert run("export", "--db", db, "--game", "99").exit_code == 2
    assert run("export", "--db", db, "--format", "").exit_code == 2
    for numbers in ("1-x", "3-1", "3-1,2", ""):
        done = run("export", "--db", db, "--game", numbers)
        assert (done.exit_code, done.stdout) == (2, ""), numbers
    assert run("export", "--db", db, "--game", "1-99999999").exit_code == 2


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("a.json", b'{"game": "mentis"'),
        ("a.CSV", b"game_id,"),
        ("a.apgr", b"["),
        ("a.parquet", b"PAR1"),
        ("a.txt", b"[Event "),
        ("csv", b"[Event "),
    ],
)
def test_the_name_of_a_file_tells_the_format(
    db: Path, tmp_path: Path, name: str, beginning: bytes
) -> None:
    out = tmp_path / name
    assert run("export", "--db", db, "--out", out).exit_code in (0, 1)
    assert out.read_bytes().startswith(beginning)
    assert run("export", "--db", db, "--out", out, "--format", "mgn").exit_code == 0
    assert out.read_bytes().startswith(b"[Event ")


def test_json_has_an_object_a_line(db: Path) -> None:
    text = exported(db, "json")
    assert "é" in text
    values = [json.loads(line) for line in text.splitlines()]
    assert [len(value["plies"]) for value in values] == [24, 46, 5, 2, 3, 2]


def test_csv_and_parquet_agree(db: Path, tmp_path: Path) -> None:
    text = exported(db, "csv")
    assert "é" in text
    rows = list(csv.DictReader(io.StringIO(text)))
    path = tmp_path / "it's.parquet"
    assert run("export", "--db", db, "--format", "parquet", "--out", path).exit_code == 0
    import duckdb

    found = duckdb.from_parquet(str(path)).order("game_id")
    table = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    assert len(table) == len(rows) == 6
    for value, row in zip(table, rows, strict=True):
        assert row["moves"] == " ".join(value["moves"])
        assert json.loads(row["tags"]) == value["tags"]
        assert len(value["moves"]) == value["ply_count"] == int(row["ply_count"])
        plain = value.keys() - {"moves", "tags"}
        assert {key: row[key] for key in plain} == {
            key: "" if value[key] is None else str(value[key]) for key in plain
        }
    assert table[0]["blue_elo"] == 1500
    assert table[0]["tags"] == {"RedElo": "?", "Collection": "The rulebook"}
    assert run("export", "--db", db, "--format", "parquet").exit_code == 2


def test_listing_loads_with_the_same_plies(db: Path, tmp_path: Path) -> None:
    done = run("export", "--db", db, "--format", "listing")
    assert done.exit_code == 1
    assert "game 6 is left out: it starts from a stated position" in done.stderr
    text = tmp_path / "listing.txt"
    text.write_text(done.stdout)
    readings = list(Reader(GAMES, {"Variant": "Wolf"}).read_path(str(text)))
    assert [reading.plies for reading in readings] == [24, 46, 5, 2, 3]


def test_a_row_of_a_listing_has_a_ply_of_each_side(db: Path) -> None:
    with open_database(db) as database:
        record = fetch_record(database, 1)
    game = find_game("mentis")
    assert len(format_listing(record, game).splitlines()) == 1 + 12
    for sides in ((0, 1, 1), (0, 0, 1), (1, 0, 1)):
        plies = [replace(ply, side=side) for ply, side in zip(record.plies, sides, strict=False)]
        with pytest.raises(ExportError, match="a side has several plies in a row"):
            format_listing(replace(record, plies=tuple(plies)), game)


def test_a_listing_has_plies(tmp_path: Path) -> None:
    db, text = tmp_path / "x.duckdb", tmp_path / "x.mgn"
    text.write_text('[Event "x"]\n\n*\n\n[Event "y"]\n\n1. Sd2 *\n')
    assert run("load", text, "--db", db, "--no-index").exit_code == 0
    done = run("export", "--db", db, "--format", "listing")
    assert (done.exit_code, done.stdout) == (1, "Blue Moves\tRed Moves\n1. Sd2\n")
    assert "it has no plies" in done.stderr


def test_what_a_link_leads_to_is_written(db: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.mgn", tmp_path / "link.mgn"
    link.symlink_to(real)
    for _ in range(2):
        assert run("export", "--db", db, "--out", link).exit_code == 0
        assert link.is_symlink()
        assert real.read_text() == run("export", "--db", db).stdout


def test_standard_output_by_its_name_goes_on(db: Path, tmp_path: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("this system has no such name")
    file = tmp_path / "all.txt"
    words = [sys.executable, "-m", "mentis_records.cli", "export", "--db", str(db), "--game", "1"]
    with file.open("wb", buffering=0) as stream:
        stream.write(b"before\n")
        subprocess.run([*words, "--out", "/dev/stdout"], stdout=stream, check=True)
        stream.write(b"after\n")
    game = run("export", "--db", db, "--game", "1").stdout
    assert file.read_text() == f"before\n{game}after\n"


def test_a_link_that_leads_to_itself_is_told(db: Path, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for name in ("mgn", "parquet"):
        done = run("export", "--db", db, "--format", name, "--out", loop)
        assert done.exit_code == 2
        assert "symbolic links" in done.stderr


def test_tables_stay_behind_links(db: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.pq", tmp_path / "link.pq"
    real.write_text("old")
    link.symlink_to(real)
    assert run("export", "--db", db, "--format", "parquet", "--out", link).exit_code == 0
    assert link.is_symlink()
    assert real.read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("name", FORMATS)
def test_a_collection_without_games(name: str, tmp_path: Path) -> None:
    db, out = tmp_path / "empty.duckdb", tmp_path / "out"
    create_database(db).close()
    done = run("export", "--db", db, "--format", name, "--out", out)
    assert done.exit_code == 0, done.stderr
    if name == "apgr":
        assert json.loads(out.read_text()) == []
    elif name == "csv":
        assert len(out.read_text().splitlines()) == 1
    elif name != "parquet":
        assert not out.read_text()


def test_wrong_use(db: Path, tmp_path: Path) -> None:
    assert run("export", "--db", db, "--format", "docx").exit_code == 2
    assert run("export", "--db", db, "--out", tmp_path / "no" / "x.mgn").exit_code == 2
    done = run("export", "--db", db, "--format", "parquet", "--out", tmp_path / "no" / "x")
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def apgr_values(db: Path) -> Iterator[dict[str, Any]]:
    yield from json.loads(exported(db, "apgr"))


def test_apgr_leaves_out_what_the_schema_cannot_hold(db: Path) -> None:
    done = run("export", "--db", db, "--format", "apgr")
    assert done.exit_code == 1
    (wolf, stated) = json.loads(done.stdout)
    assert "game 1 is left out: its date is 2010.??.??" in done.stderr
    assert "game 3 is left out: its result is not known" in done.stderr
    assert wolf["header"]["game"] == {"name": "Mentis", "variants": ["Wolf"]}
    assert wolf["header"]["date-start"] == "2024-05-01T00:00:00Z"
    assert wolf["header"]["date"] == "2024.05.01"
    assert [(each["name"], each["result"]) for each in wolf["header"]["players"]] == [
        ("Ada", 1),
        ("Bert", 0),
    ]
    assert wolf["moves"] == [["Wb1", "Wf7"]]
    assert stated["moves"] == [[None, "TSNd6"], ["TSNd2", None]]
    assert stated["header"]["startingPosition"].endswith(" 7")


def test_apgr_has_what_the_schema_requires(db: Path) -> None:
    for value in apgr_values(db):
        assert value.keys() == {"header", "moves"}
        header = value["header"]
        needed = {"game", "site", "date-start", "date-end", "date-generated", "players"}
        assert needed <= header.keys()
        assert isinstance(header["site"]["name"], str)
        assert ("event" in header) <= ("round" in header)
        players = header["players"]
        assert all(isinstance(each["name"], str) for each in players)
        assert all(isinstance(each["result"], int) for each in players)
        assert len({json.dumps(each) for each in players}) == 2
        for moves in value["moves"]:
            assert all(move is None or isinstance(move, str) for move in moves)


def test_apgr_is_valid_by_the_schema(db: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    if not SCHEMA.exists():
        pytest.skip("the schema is not here")
    schema = json.loads(SCHEMA.read_text())
    check = jsonschema.FormatChecker()
    validator = jsonschema.Draft202012Validator(schema, format_checker=check)
    values = list(apgr_values(db))
    assert values
    for value in values:
        validator.validate(value)


def test_apgr_loads_into_the_same_games(db: Path, tmp_path: Path) -> None:
    text = tmp_path / "out.json"
    assert run("export", "--db", db, "--format", "apgr", "--out", text).exit_code == 1
    again = tmp_path / "again.duckdb"
    assert run("load", text, "--db", again).exit_code == 0
    known = {row["content_key"]: row for row in contents(db)["games"]}
    found = contents(again)["games"]
    assert len(found) == 2
    for row in found:
        before = known[row["content_key"]]
        ids = {"game_id": 0, "tags": {}}
        assert row | ids == before | ids
        assert row["tags"].keys() == before["tags"].keys()


def test_draws_of_namesakes_stay_apart(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    path.write_text('[Date "2024.01.02"]\n[Result "1/2-1/2"]\n\n1. Sd2 Sd6 1/2-1/2\n')
    with create_database(db) as database:
        assert load(database, Reader(GAMES), str(path)).stored == 1
    (value,) = apgr_values(db)
    one, other = value["header"]["players"]
    assert one["result"] == other["result"]
    assert one != other


def test_irregular_games_are_announced(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    path.write_text('[Event "x"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 *\n')
    assert run("load", path, "--db", db, "--as-played").exit_code == 0
    done = run("export", "--db", db)
    assert done.exit_code == 0
    assert "--as-played: 1" in done.stderr


# A sample of the law that export and load make the same collection; ``export_law`` tries more


@sampled("number", ((number,) for number in range(8)), 3)
def test_export_and_load_make_the_same_collection(tmp_path: Path, number: int) -> None:
    with (
        create_database(tmp_path / "first.duckdb") as first,
        create_database(tmp_path / "second.duckdb") as second,
    ):
        assert Law(first, second, tmp_path).difference(draw(random.Random(number))) == ""


# One way to write a value in CSV, tables and JSON


@pytest.fixture(scope="module")
def values_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    (folder / "a.mgn").write_text(GOOD, encoding="utf-8")
    mentis("load", folder / "a.mgn", "--db", folder / "d.duckdb")
    return folder / "d.duckdb"


@pytest.mark.parametrize(
    ("sql", "text", "value"),
    [
        ("interval 1 year", "1 year", "1 year"),
        ("interval 25 month", "2 years 1 month", "2 years 1 month"),
        ("interval '2000000000 months'", "166666666 years 8 months", "166666666 years 8 months"),
        ("date 'infinity'", "infinity", "infinity"),
        ("timestamp '-infinity'", "-infinity", "-infinity"),
        ("date '20000-01-01'", "20000-01-01", "20000-01-01"),
        ("timestamp '2024-01-02 03:04:05'", "2024-01-02 03:04:05", "2024-01-02 03:04:05"),
        ("[interval 1 month]", '["1 month"]', ["1 month"]),
        ("{'date': date 'infinity'}", '{"date": "infinity"}', {"date": "infinity"}),
        ("map {date '2024-01-01': true}", '{"2024-01-01": true}', {"2024-01-01": True}),
        ("{'DATE': time '10:00:00'}", '{"DATE": "10:00:00"}', {"DATE": "10:00:00"}),
        ("true", "true", True),
        ("[1, null]", "[1, null]", [1, None]),
        ("{'a': 1, 'b': null}", '{"a": 1, "b": null}', {"a": 1, "b": None}),
        ("'\\xAA'::blob", "aa", "aa"),
        ("['\\xAA'::blob]", '["aa"]', ["aa"]),
        ("'inf'::double", "inf", "inf"),
        ("0::decimal(20, 10)", "0.0000000000", 0),
        ("'=1+1'", "=1+1", "=1+1"),
        ("1 as \"a\"\"b\"; -- a comment", "1", 1),
    ],
)  # fmt: skip
def test_a_value_is_written_in_one_way(values_db: Path, sql: str, text: str, value: object) -> None:
    query = f"select {sql}"
    _, (cell,) = csv.reader(
        io.StringIO(mentis("sql", query, "--db", values_db, "--format", "csv").stdout)
    )
    assert cell.removeprefix("'") == text
    assert mentis("sql", query, "--db", values_db).stdout.splitlines()[2].strip() == text
    (row,) = json_of("sql", query, "--db", values_db)
    assert list(row.values()) == [value]


def test_decimals_keep_all_digits(values_db: Path) -> None:
    digits = "-123456789012345678.1234567891234"
    for form in ("csv", "json", "table"):
        query = f"select '{digits}'::decimal(38, 13) as a, ['{digits}'::decimal(38, 13)] as b"
        assert mentis("sql", query, "--db", values_db, "--format", form).stdout.count(digits) == 2


def test_no_column_is_lost(values_db: Path) -> None:
    (row,) = json_of("sql", "select 1 as a, 2 as a, 3 as a_1, 4 as a", "--db", values_db)
    assert list(row.values()) == [1, 2, 3, 4]
    assert row["a_1"] == 3


def test_names_become_unique() -> None:
    assert unique_names(["a", "b", "a"]) == ["a", "b", "a_1"]
    assert unique_names(["a", "a", "a_1", "a"]) == ["a", "a_2", "a_1", "a_3"]


def test_texts_mean_no_json() -> None:
    assert value_json({"a": '"},{', 1: [None]}) == '{"a": "\\"},{", "1": [null]}'
    assert value_text('"x"') == '"x"'


def test_errors_keep_their_place(values_db: Path) -> None:
    told = mentis("sql", "select interval 1 year,\n 'x'::int", "--db", values_db).stderr
    assert "(line 2, column 5)" in told
