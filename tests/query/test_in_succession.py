"""What is found in one pass over all positions is what the SQL of a sequence finds."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from case_kit import cases_of
from game_set import Collection, write_game
from random_query import RandomQuery
from size_kit import sampled

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.query.plan import sequence as query_module
from mentis_records.query.plan.question import ask
from mentis_records.store.database import Database
from mentis_records.store.delete import delete_games
from mentis_records.store.load.load import load
from mentis_records.store.open import amend_database, create_database, open_database
from mentis_records.store.position import position_flags as mark_module
from mentis_records.store.position import sequence as store_module
from mentis_records.store.position.game_set import GameSet
from mentis_records.store.position.hits import find_games
from mentis_records.store.position.index import update_index
from mentis_records.store.position.sequence import find_succession
from mentis_records.store.selection import select_ids

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build

SEQUENCES = CASES["sequences"]
"""All of them may be found so."""


MIXED = CASES["mixed"]
"""Without sequences; they are often true, or SQL looks up positions among others."""


@pytest.fixture(autouse=True)
def _worthwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """However seldom something is true."""
    monkeypatch.setattr(query_module, "WORTHWHILE", 0)
    monkeypatch.setattr(query_module, "OFTEN", 0)


def compare(database: Database, text: str) -> bool:
    """Compare the answers of a query; tell whether it could be found so."""
    match = ask(text, GAMES[0]).match()
    if match.succession is None:
        return False
    found_so = find_succession(database, match.slug, match.succession)
    found = find_games(database, replace(match, succession=None, united=""))
    assert found_so == (found.games, found.positions), text
    assert find_games(database, match) == found
    return True


@pytest.mark.parametrize("text", [*SEQUENCES, *MIXED])
def test_sequences(collection: Collection, text: str) -> None:
    assert compare(collection.database, text)


@sampled("seed", ((seed,) for seed in range(8)), 4)
def test_random_sequences(
    collection: Collection, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_module, "MAX_TESTS", 100)
    monkeypatch.setattr(query_module, "MAX_OPERATIONS", 10_000)
    source = RandomQuery(1_000 + seed, collection.positions, collection.moves)
    joints = ("then", "then within 2", "then within 9")
    found_so = 0
    for _ in range(30):
        # Marks of all positions, and those of the few of which something is true, are the same.
        monkeypatch.setattr(mark_module, "SELDOM", source.chance.choice((0, 0.05, 1)))
        first, second = source.query(1), source.query(1)
        text = f"({first}) {source.chance.choice(joints)} ({second})"
        found_so += compare(collection.database, text)
        found_so += compare(collection.database, f"({first}) for {source.chance.choice((1, 2, 5))}")
    assert found_so > 20


@pytest.fixture(scope="module")
def shuffled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database in which games were deleted, and the rows of one stand behind all others."""
    chance, folder = random.Random(5), tmp_path_factory.mktemp("shuffled")
    with create_database(folder / "shuffled.duckdb") as database:
        for turn in range(3):
            source = folder / f"{turn}.mgn"
            games = [write_game(chance, 100 * turn + number) for number in range(9)]
            source.write_text("".join(text for text, _, _ in games), encoding="ascii")
            assert load(database, Reader(GAMES), str(source)).stored == 9
            update_index(database)
            assert delete_games(database, select_ids([2 + turn, 9 + 5 * turn])).games == 2
        for table in ("mentis_features", "mentis_attacks_of_others"):
            database.connection.execute(
                f"""
                create or replace temporary table moved as from {table} where game_id = 5;
                delete from {table} where game_id = 5;
                insert into {table} from moved order by ply;
                """
            )
    with open_database(folder / "shuffled.duckdb") as database:
        yield database


@sampled("positions", ((100,), (1,), (1 << 24,)), 3)
def test_stretches_do_not_show(
    shuffled: Database, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "STRETCH_POSITIONS", positions)
    monkeypatch.setattr(store_module, "SAMPLE_POSITIONS", positions)
    monkeypatch.setattr(store_module, "KEPT_POSITIONS", 150)
    for text in SEQUENCES[:: 1 if positions > 1 else 3]:
        assert compare(shuffled, text)


def test_seldom_true(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then SQL answers."""
    monkeypatch.undo()
    for text, is_worthwhile in {
        "empty d4 then empty d5": True,
        "blue W on c3 then red W on d5": False,
        "empty d4 for 3": True,
        "blue W on c3 for 3": False,
        "not red K attacked": True,
        "not (ply > 3)": False,
    }.items():
        match = ask(text, GAMES[0]).match()
        assert match.succession is not None
        found = find_succession(collection.database, match.slug, match.succession)
        assert (found is not None) is is_worthwhile, text


@pytest.mark.parametrize(
    "text",
    [
        "blue N on d4",
        'player = "Ann" then empty d4',
        'player = "Ann" or any any on row 4 attacks any any',
        "not (result = 1-0 and any any on row 4 attacks any any)",
        "blue any on c3:e5 attacks red any",
        "blue any on c3:e5 attacks red any or any N on row 4 attacks any any",
        "blue any on c3:e5 attacks red any and to move blue",
        'move "d2-d3" then empty d4',
        'position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3" then empty d4',
        f"({' or '.join(f'blue any on {column}{row}' for column in 'abc' for row in '3456')} or"
        " empty d4) then empty d4 then red K attacked" + " then blue K attacked" * 32,
    ],
)
def test_what_sql_alone_finds(text: str) -> None:
    """Records, written moves, keys, what is too long, and what takes one scan."""
    assert ask(text, GAMES[0]).match().succession is None


ATTACKS = "any any on row 3 attacks any any then any any on row 4 attacks any any"


@pytest.mark.parametrize("damage", CASES["damage"])
def test_rows_that_are_not_the_games(
    tmp_path: Path, place_loaded: Callable[..., Path], damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQL answers, as if there were no other way."""
    is_of_attacks = "mentis_attacks" in damage
    if is_of_attacks or "1000" in damage:
        monkeypatch.setattr(mark_module, "SELDOM", 0 if is_of_attacks else 1)
    chance = random.Random(3)
    games = "".join(write_game(chance, 3)[0] for _ in range(6))
    path = place_loaded(tmp_path / "some.duckdb", games)
    with amend_database(path) as database:
        database.connection.execute(damage)
    with open_database(path) as database:
        match = ask(ATTACKS if is_of_attacks else SEQUENCES[0], GAMES[0]).match()
        assert match.succession is not None
        assert find_succession(database, match.slug, match.succession) is None
        found = find_games(database, match)
        assert found == find_games(database, replace(match, succession=None))
        assert isinstance(found.games, GameSet)
