"""Copies of a game: which records are one game, and what is kept of each."""

from pathlib import Path

import pytest
from store_kit import READER

from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_record, fetch_texts

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
    query = "select count(*) from players"
    assert database.connection.execute(query).fetchone() == (2,)
    assert list(examine(database)) == []
