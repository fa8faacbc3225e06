"""The games of a database are analysed, each position once; what was cut short goes on."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from program_kit import mentis

from mentis_records.analysis import stored_games
from mentis_records.analysis.judgement import rival_of
from mentis_records.analysis.stored_games import (
    Analysed,
    analyse_rivals,
    analyse_stored,
    are_rivals_analysed,
    count_stored,
    fetch_analysed,
    fetch_compared,
)
from mentis_records.core.game import AnyGame
from mentis_records.games import GAMES, find_game
from mentis_records.games.search.analyser import ENGINE
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.notation.seen_record import replayed
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.evaluation import Effort
from mentis_records.store.open import create_database, open_database
from mentis_records.store.record import fetch_game_ids
from mentis_records.store.schema import EVALUATIONS
from mentis_records.store.selection import select_rules

SAMPLE = Path(__file__).parents[1] / "store" / "sample.mgn"
MENTIS = find_game("mentis")
QUICK = Limits(nodes=50)


def search(
    game: AnyGame, positions: Iterable[Any], limits: Limits, jobs: int = 1
) -> Iterator[Analysis]:
    """Expect the last legal move of each position; its notation says what it is worth."""
    for position in positions:
        moves = game.legal_moves(position)
        lines = tuple(Line((move,), len(move.notation) / 100, None) for move in moves[-1:])
        yield Analysis(position, lines, jobs, len(moves))


class Interrupted:
    """A search that is interrupted after some positions; ``seen`` has the keys of all of them."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.seen: list[int] = []

    def __call__(
        self, game: AnyGame, positions: Iterable[Any], limits: Limits, jobs: int = 1
    ) -> Iterator[Analysis]:
        for analysis in search(game, positions, limits, jobs):
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            self.seen.append(analysis.position.key)
            yield analysis


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_games, "analyse_all", search)


@pytest.fixture
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    with create_database(file) as database:
        yield database


def rows(database: Database) -> list[tuple[Any, ...]]:
    return database.connection.execute(f"from {EVALUATIONS.name} order by all").fetchall()


IDS = [1, 2, 3, 4]


def test_every_position_is_analysed_once(database: Database) -> None:
    told: list[tuple[int, int]] = []
    counts = analyse_stored(database, MENTIS, IDS, QUICK, 3, lambda *both: told.append(both))
    keys = database.connection.execute("select distinct key from position_keys").fetchall()
    assert counts == Analysed(len(keys), len(keys))
    assert [done for done, _ in told] == list(range(1, len(keys) + 1))
    assert {total for _, total in told} == {len(keys)}
    kept = rows(database)
    assert sorted((row[2],) for row in kept) == sorted(keys)
    assert {row[3:5] for row in kept} == {(ENGINE, "50 nodes")}
    assert {row[11] for row in kept} == {3}
    assert analyse_stored(database, MENTIS, IDS, QUICK) == Analysed(len(keys), 0)
    assert rows(database) == kept


def test_what_is_new_is_analysed_alone(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    first = analyse_stored(database, MENTIS, [2], QUICK)
    watched = Interrupted(1_000)
    monkeypatch.setattr(stored_games, "analyse_all", watched)
    both = analyse_stored(database, MENTIS, IDS, QUICK)
    assert both.earlier == first.positions == first.new
    assert len(watched.seen) == both.new == len(set(watched.seen))


@pytest.mark.parametrize("pause", [0.0, 1_000.0])
def test_what_was_found_before_an_interruption_is_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pause: float
) -> None:
    monkeypatch.setattr(stored_games, "KEEP_SECONDS", pause)
    interrupted = Interrupted(17)
    monkeypatch.setattr(stored_games, "analyse_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        analyse_stored(database, MENTIS, IDS, QUICK)
    assert {row[2] for row in rows(database)} == set(interrupted.seen)
    assert len(rows(database)) == 17
    rest = Interrupted(1_000)
    monkeypatch.setattr(stored_games, "analyse_all", rest)
    counts = analyse_stored(database, MENTIS, IDS, QUICK)
    assert counts.earlier == 17
    assert set(rest.seen).isdisjoint(interrupted.seen)
    continued = rows(database)
    database.connection.execute(f"delete from {EVALUATIONS.name}")
    monkeypatch.setattr(stored_games, "analyse_all", search)
    analyse_stored(database, MENTIS, IDS, QUICK)
    assert rows(database) == continued


def test_batches_of_games_make_no_difference(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyse_stored(database, MENTIS, IDS, QUICK)
    whole = rows(database)
    database.connection.execute(f"delete from {EVALUATIONS.name}")
    monkeypatch.setattr(stored_games, "BATCH_GAMES", 1)
    monkeypatch.setattr(stored_games, "KEEP_POSITIONS", 7)
    analyse_stored(database, MENTIS, IDS, QUICK)
    assert rows(database) == whole


def test_games_come_with_their_analyses(database: Database) -> None:
    analyse_stored(database, MENTIS, IDS, QUICK)
    stored = list(fetch_analysed(database, MENTIS, [3, 1], QUICK))
    assert [each.game_id for each in stored] == [3, 1]
    for each in stored:
        positions = replayed(MENTIS, each.record)
        assert each.analyses == list(search(MENTIS, positions, QUICK))


def test_a_position_that_is_not_analysed_is_told(file: Path) -> None:
    with open_database(file) as reader:
        assert count_stored(reader, MENTIS, IDS, QUICK).earlier == 0
        with pytest.raises(StoreError, match="game 1: the position after ply 0 is not analysed"):
            list(fetch_analysed(reader, MENTIS, [1], QUICK))


def test_positions_after_best_moves_are_analysed_once_and_go_on_where_they_were(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyse_stored(database, MENTIS, IDS, QUICK)
    assert not are_rivals_analysed(database, MENTIS, IDS, QUICK)
    interrupted = Interrupted(11)
    monkeypatch.setattr(stored_games, "analyse_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        analyse_rivals(database, MENTIS, IDS, QUICK)
    rest = Interrupted(1_000)
    monkeypatch.setattr(stored_games, "analyse_all", rest)
    told: list[int] = []
    assert analyse_rivals(database, MENTIS, IDS, QUICK, 1, told.append) == len(rest.seen)
    assert told == list(range(1, len(rest.seen) + 1))
    seen = interrupted.seen + rest.seen
    assert len(set(seen)) == len(seen)
    assert are_rivals_analysed(database, MENTIS, IDS, QUICK)
    assert analyse_rivals(database, MENTIS, IDS, QUICK) == 0
    for stored in fetch_compared(database, MENTIS, IDS, QUICK):
        for index, ply in enumerate(stored.record.plies):
            rival = rival_of(MENTIS, ply.move, stored.analyses[index])
            expected = None if rival is None else next(search(MENTIS, [rival], QUICK))
            assert stored.rivals.get(index) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda each: each.description.slug)
def test_every_game_is_analysed(
    game: AnyGame, tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    records = tmp_path / "few.mgn"
    words = ("--rules", game.description.slug, "--games", 2, "--max-plies", 12, "--out", records)
    assert mentis("generate", *words).returncode == 0
    with create_database(place_loaded(tmp_path / "x.duckdb", records)) as database:
        ids = fetch_game_ids(database, select_rules(game.description.slug))
        counts = analyse_stored(database, game, ids, QUICK)
        assert counts.new == counts.positions > 12
        for stored in fetch_analysed(database, game, ids, QUICK):
            positions = replayed(game, stored.record)
            assert stored.analyses == list(search(game, positions, QUICK))


def test_efforts_are_named_after_the_engine() -> None:
    assert stored_games.effort_of(Limits(depth=3)) == Effort(ENGINE, "depth 3")
