from collections.abc import Callable

import pytest

from mentis_records.store.database import Database
from mentis_records.store.load import LoadSummary

LoadText = Callable[[str], LoadSummary]

PLIES = "1. TSNd2 TSNd6"
TAGS = {
    "Event": "Club evening",
    "Site": "?",
    "Date": "2024.05.01",
    "Round": "3",
    "Blue": "Ada",
    "Red": "Bert",
    "Result": "1-0",
}


def record(plies: str = PLIES, **tags: str) -> str:
    merged = TAGS | tags
    head = "".join(f'[{name} "{value}"]\n' for name, value in merged.items())
    return f"{head}\n{plies} {merged['Result']}\n"


@pytest.mark.parametrize(
    ("second", "is_duplicate"),
    [
        (record(), True),
        (record(Site="Leeds", Annotator="Ada"), True),
        (record(Event="?"), True),
        (record(Date="????.??.??", Round="-"), True),
        (record(Blue="?", Red="?", Result="*"), True),
        ("1. TSNd2 TSNd6\n", True),
        (record("1. TSNd2 TSNd6 {a comment}"), True),
        (record(Blue="Bert", Red="Ada"), False),
        (record(Event="Club morning"), False),
        (record(Date="2024.05.02"), False),
        (record(Round="4"), False),
        (record(Result="0-1"), False),
        (record("1. TSNd2 TSNc6"), False),
        (record("1. TSNd2"), False),
        (record(Variant="Wolf"), False),
        (record(Position="3k3/7/7/7/7/7/3K3 b S3T3N2/s3t3n3 1"), False),
        (record(Position="3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"), True),
    ],
)
@pytest.mark.parametrize("is_one_file", [True, False])
def test_pairs(
    load_text: LoadText, second: str, is_duplicate: bool, is_one_file: bool, database: Database
) -> None:
    if second.startswith("1."):
        first, second = second, record()
    else:
        first = record()
    if is_one_file:
        summary = load_text(first + "\n" + second)
        assert (summary.records, summary.stored) == (2, 1 if is_duplicate else 2)
    else:
        load_text(first)
        load_text(second + "\n")
    kept = database.connection.execute("select count(*) from games").fetchone()
    assert kept == (1 if is_duplicate else 2,)


def test_a_duplicate_is_remembered(load_text: LoadText, database: Database) -> None:
    load_text(record())
    load_text("\n" + record(Event="?", Annotator="Carl"))
    load_text("\n\n" + record("1. TSNd2 TSNd6 {so}"))
    rows = database.connection.execute(
        "select game_id, source_id, source_index, result, tags['Annotator'], text from duplicates"
    ).fetchall()
    assert rows[0] == (1, 2, 1, "1-0", "Carl", None)
    assert rows[1][:5] == (1, 3, 1, "1-0", None)
    assert rows[1][5].endswith("1. TSNd2 TSNd6 {so} 1-0\n")


def test_an_unknown_value_joins_no_two_games(load_text: LoadText, database: Database) -> None:
    load_text(record(Event="?"))
    load_text(record(Event="Club evening"))
    load_text(record(Event="Club morning"))
    run = database.connection.execute
    assert run("select event from games order by game_id").fetchall() == [("?",), ("Club morning",)]
    assert run("select tags['Event'] from duplicates").fetchall() == [("Club evening",)]


def test_the_same_in_one_file(load_text: LoadText) -> None:
    text = "\n".join(record(Event=event) for event in ("?", "Club evening", "Club morning"))
    summary = load_text(text)
    assert (summary.stored, summary.duplicates) == (2, 1)
