"""A collection of random games, indexed."""

import random
from collections.abc import Iterator

import pytest
from game_set import Collection, write_game

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.player import merge_players
from mentis_records.store.position.index import update_index


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder = tmp_path_factory.mktemp("query")
    chance = random.Random(11)
    games = [write_game(chance, number) for number in range(36)]
    path = folder / "random.mgn"
    path.write_text("".join(text for text, _, _ in games), encoding="ascii")
    with create_database(folder / "random.duckdb") as database:
        summary = load(database, Reader(GAMES), str(path))
        assert (summary.stored, summary.quarantined) == (36, 0)
        merge_players(database, "Ann", ["Cid"])
        update_index(database)
    moves = [move for _, played, _ in games for move in played[:3]]
    positions = [seen[chance.randrange(len(seen))] for _, _, seen in games if seen]
    with open_database(folder / "random.duckdb") as database:
        yield Collection(database, positions, moves)
