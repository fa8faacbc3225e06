"""Copies of a game: which records are one game, what is kept of each, and fingerprints."""

from pathlib import Path

import pytest
from store_kit import READER

from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from mentis_records.store.count.fingerprint import DIGITS, fingerprint
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.player import merge_players
from mentis_records.store.position.index import update_index
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


SLUG = GAMES[0].description.slug
FIRST = '[Event "x"]\n[Blue "Ann"]\n[Red "Bob"]\n[Mood "good"]\n\n1. TSNd2 TSNd6 2. Nb1 1-0\n'
SECOND = '[Event "y"]\n[Blue "Cid"]\n[Red "Dan"]\n\n1. TSNc2 TSNc6 0-1\n'
REFUSED = '[Event "z"]\n\n1. TSNd2 TSNd3 *\n'


def collection(folder: Path, *texts: str) -> Path:
    folder.mkdir()
    with create_database(folder / "club.duckdb") as database:
        for number, text in enumerate(texts):
            file = folder / f"{number}.mgn"
            file.write_text(text, encoding="utf-8")
            load(database, Reader(GAMES), str(file))
    return folder / "club.duckdb"


def of(file: Path) -> str:
    with open_database(file) as database:
        return fingerprint(database, SLUG)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collection(tmp_path_factory.mktemp("fingerprint") / "base", FIRST, SECOND)


def test_form(file: Path) -> None:
    assert len(of(file)) == DIGITS
    assert int(of(file), 16)


@pytest.mark.parametrize(
    "texts",
    [
        (SECOND, FIRST),
        (f"{SECOND}\n{FIRST}",),
        (FIRST, REFUSED, SECOND, FIRST),
        (FIRST.replace("TSNd6", "TSNd6 {a comment} $1 (1... TSNe6)"), SECOND),
        (FIRST.replace('[Blue "Ann"]\n', "").replace("[Red", '[Blue "Ann"]\n[Red'), SECOND),
    ],
    ids=["order", "one source", "refused and repeated", "remarks", "order of tags"],
)
def test_same_games(file: Path, tmp_path: Path, texts: tuple[str, ...]) -> None:
    assert of(collection(tmp_path / "other", *texts)) == of(file)


@pytest.mark.parametrize(
    "texts",
    [
        (FIRST,),
        (FIRST, SECOND, SECOND.replace("Cid", "Eve")),
        (FIRST.replace("1-0", "0-1"), SECOND),
        (FIRST.replace("Nb1", "Nf1"), SECOND),
        (FIRST.replace("Ann", "Eve"), SECOND),
        (FIRST.replace("good", "bad"), SECOND),
        (FIRST.replace("Mood", "Weather"), SECOND),
        (FIRST.replace("Ann", "Cid"), SECOND.replace("Cid", "Ann")),
        (FIRST.replace('"x"', '"y"'), SECOND.replace('"y"', '"x"')),
    ],
)
def test_other_games(file: Path, tmp_path: Path, texts: tuple[str, ...]) -> None:
    assert of(collection(tmp_path / "other", *texts)) != of(file)


def test_index_and_players(tmp_path: Path) -> None:
    file = collection(tmp_path / "club", FIRST, SECOND)
    before = of(file)
    with create_database(file) as database:
        update_index(database)
    assert of(file) == before
    with create_database(file) as database:
        merge_players(database, "Ann", ["Cid"])
    assert of(file) != before
