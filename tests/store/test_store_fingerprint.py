"""The fingerprint of a collection: the same for the same games, another for any other."""

from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.count.fingerprint import DIGITS, fingerprint
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.player import merge_players
from mentis_records.store.position.index import update_index

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
