"""Records whose end is missing: cut within a ply, or ended by the board without a result."""

from itertools import permutations, product
from pathlib import Path

import pytest
from case_kit import cases_of
from size_kit import sampled
from store_kit import READER, LoadText, MakeDump, Rows, fetched
from test_store_doctor import examined

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_game_ids, fetch_texts

CASES = cases_of(__file__)

OCCASION = {"Event": "Cup", "Date": "2020.01.01", "Round": "2", "Blue": "Ann", "Red": "Bob"}
PLIES = "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4"


def record(plies: str, **tags: str) -> str:
    named = {**OCCASION, **tags}
    lines = [f'[{name} "{value}"]' for name, value in named.items() if value]
    return "\n".join(lines) + f"\n\n{plies}"


def until(part: str) -> str:
    return PLIES[: PLIES.index(part) + len(part)]


def load_all(database: Database, *texts: str) -> None:
    """Load texts one after the other, no one as another grown."""
    folder = database.path.parent
    first = len(list(folder.glob("*.mgn")))
    for number, text in enumerate(texts, first):
        path = folder / f"{number}.mgn"
        path.write_text("\n" * number + text)
        done = load(database, READER, str(path))
        assert done.records == done.stored + done.duplicates + done.quarantined == 1
    assert list(examine(database)) == []


def kept(database: Database) -> Rows:
    """Return the source and the number of plies of each game."""
    return fetched(database, "select source_id, ply_count from games order by 1")


def merged(database: Database) -> Rows:
    """Return the source of each duplicate, the plies that are the game's, and the game's source."""
    return fetched(
        database,
        """
        select found.source_id, found.ply_count, game.source_id
        from duplicates as found join games as game using (game_id)
        order by 1
        """,
    )


@pytest.mark.parametrize(
    ("end", "common"), [("d2#-d3", 2), ("d6#-d5", 3), ("c2-c3", 6), ("c2-c3-c4#-b4", 7)]
)
@pytest.mark.parametrize("is_whole_first", [True, False])
def test_what_ends_within_a_ply_becomes_what_goes_on(
    database: Database, end: str, common: int, is_whole_first: bool
) -> None:
    cut, whole = record(until(end)), record(f"{PLIES} c6-c5 *")
    texts = (whole, cut) if is_whole_first else (cut, whole)
    load_all(database, *texts)
    sources = (1, 2) if is_whole_first else (2, 1)
    assert kept(database) == [(sources[0], 8)]
    assert merged(database) == [(sources[1], common, sources[0])]
    counts = fetched(database, "select stored, duplicates, deleted from sources order by stored")
    assert counts == [(0, 1, 0), (1, 0, 0)]


@sampled("order", ((order,) for order in permutations(range(4))), 5)
def test_the_order_makes_no_difference(database: Database, order: tuple[int, ...]) -> None:
    texts = [record(until(end)) for end in ("d2#-d3", "c2-c3", "c2-c3-c4")]
    texts.append(record(f"{PLIES} c6-c5 1-0", Result="1-0"))
    load_all(database, *(texts[number] for number in order))
    assert kept(database) == [(order.index(3) + 1, 8)]
    assert sorted(plies for _, plies, _ in merged(database)) == [2, 6, 6]
    moves = fetched(database, "select notation from moves")
    assert not {("d2#-d3",), ("c2-c3",), ("c2-c3-c4",)} & set(moves)


def test_what_has_no_ply_becomes_what_goes_on(database: Database) -> None:
    tags = record("", Result="1-0")
    load_all(database, record(f"{PLIES} 1-0", Result="1-0"), tags)
    assert kept(database) == [(1, 7)]
    assert merged(database) == [(2, 0, 1)]


OTHERS = {name: record(plies, **tags) for name, (plies, tags) in CASES["others"].items()}


@sampled("is_whole_first, name", product((True, False), OTHERS), 2)
def test_other_games_are_games(database: Database, name: str, is_whole_first: bool) -> None:
    texts = [record(f"{PLIES} *"), OTHERS[name]]
    load_all(database, *(texts if is_whole_first else texts[::-1]))
    assert len(kept(database)) == 2
    assert merged(database) == []


def test_what_ends_within_a_ply_does_not_take_in_what_is_whole(database: Database) -> None:
    whole = record(f"{until('c2-c3')} *")
    load_all(database, record(until("c2-c3-c4")), whole)
    assert len(kept(database)) == 2


def test_what_another_record_has_whole_is_a_game(database: Database) -> None:
    ended = record(f"{until('c2-c3')} 1-0", Result="1-0")
    texts = (record(until("c2-c3")), ended, record(f"{PLIES} *"))
    load_all(database, *texts)
    assert kept(database) == [(1, 7), (3, 7)]
    assert merged(database) == [(2, 7, 1)]


def test_the_occasion_is_the_same_where_a_ply_is_cut(database: Database) -> None:
    unknown = {"Event": "?", "Round": ""}
    texts = [record(f"{PLIES} *", **unknown), record(until("c2-c3"), Event="-", Round="?")]
    load_all(database, *texts)
    assert kept(database) == [(1, 7)]
    load_all(database, record(until("c2-c3")))
    assert kept(database) == [(1, 7), (3, 7)]


ROUNDS = {
    "exact": (record(f"{PLIES} *", Round="-"), PLIES),
    "prefix": (record(f"{PLIES} c6-c5 *", Round="-"), PLIES),
}


@sampled("name, is_one_file, order", product(ROUNDS, (True, False), permutations(range(3))), 5)
def test_open_records_that_contradict_each_other_are_no_one_game(
    database: Database, tmp_path: Path, name: str, order: tuple[int, ...], is_one_file: bool
) -> None:
    whole, plies = ROUNDS[name]
    texts = [whole, record(plies, Round="1"), record(plies, Round="2")]
    chosen = [texts[number] for number in order]
    if is_one_file:
        path = tmp_path / "all.mgn"
        path.write_text("\n\n".join(chosen))
        assert load(database, READER, str(path)).records == 3
    else:
        load_all(database, *chosen)
    assert len(kept(database)) == 2
    assert len(merged(database)) == 1
    assert list(examine(database)) == []


def test_duplicates_have_no_more_plies_than_are_the_same(database: Database) -> None:
    cut = record(until("d2#-d3"))
    load_all(database, cut, cut, record(until("d2#-d3#-d4")))
    assert kept(database) == [(3, 3)]
    assert merged(database) == [(1, 2, 3), (2, 2, 3)]


def test_a_listing_is_no_part_of_a_game_of_known_players(database: Database) -> None:
    cut = record(until("d2#-d3"))
    load_all(database, cut, until("d2#-d3"), record(f"{PLIES} *"))
    assert kept(database) == [(2, 3), (3, 7)]
    assert merged(database) == [(1, 2, 3)]


def test_another_place_is_another_game_where_a_ply_is_cut(database: Database) -> None:
    cut = record(until("d2#-d3"), Site="Oslo")
    load_all(database, record(f"{PLIES} *", Site="Bergen"), cut)
    assert len(kept(database)) == 2
    load_all(database, record(f"{until('c2-c3-c4')} *", Site="Oslo"))
    assert merged(database) == [(2, 2, 3)]


def test_games_learn_of_what_is_cut_short(database: Database) -> None:
    cut = record(until("d6#-d5#-e5"), Annotator="Eve")
    load_all(database, cut, record(f"{PLIES} *", Event="?"))
    assert kept(database) == [(2, 7)]
    query = "select event, annotator, said['Event'] from games"
    assert fetched(database, query) == [("Cup", "Eve", "?")]


def test_moves_of_variations_go_with_the_shorter_record(database: Database) -> None:
    short = record("1. TSNd2 TSNd6 (1... TSNe6) *")
    load_all(database, short, record(f"{PLIES} *"))
    assert kept(database) == [(2, 7)]


SHUFFLE = "1. d1-c1 d7-c7\n2. c1-d1 c7-d7\n3. d1-c1 d7-c7\n4. c1-d1 c7-d7\n"
CAPTURE = "1. Nd2 Sb7\n2. d2-d3-d4-d5 Sf7\n3. d5-d6 Sb7\n4. d6xd7\n"
ENDS = [("1-0", "king captured"), ("1/2-1/2", "repetition")]


def ends(database: Database) -> Rows:
    return fetched(database, "select result, termination from games order by game_id")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("strict", [False, True])
def test_listings_are_stored_with_the_end_that_the_board_shows(
    database: Database, tmp_path: Path, strict: bool, jobs: int
) -> None:
    path = tmp_path / "listings.txt"
    path.write_text(CAPTURE + SHUFFLE)
    load(database, Reader(GAMES, {}, strict), str(path), jobs)
    assert ends(database) == ENDS
    assert examined(database) == []
    texts = list(fetch_texts(database, fetch_game_ids(database)))
    path.write_text("\n".join(map(str, texts)))
    with create_database(tmp_path / "again.duckdb") as again:
        load(again, Reader(GAMES), str(path), jobs)
        assert ends(again) == ENDS
        keys = "select content_key, ply_count from games order by game_id"
        assert fetched(again, keys) == (fetched(database, keys))
    summary = load(database, Reader(GAMES), str(path), jobs)
    assert (summary.stored, summary.duplicates) == (0, 2)


LACKING = "result = '*', termination = 'king captured'"
ENDED = CASES["ended"]


@pytest.mark.parametrize("name", ENDED)
def test_what_the_board_has_ended_gets_its_result(
    database: Database, load_text: LoadText, dump: MakeDump, name: str
) -> None:
    load_text(CAPTURE + SHUFFLE)
    load_text(CAPTURE)
    assert examined(database) == []
    before = dump()
    assert ends(database) == ENDS
    statement, expected = ENDED[name]
    database.connection.execute(statement)
    found = examined(database)
    assert [what for _, _, what, _ in found] == expected
    assert all(is_repairable for *_, is_repairable in found)
    assert [what for _, _, what, _ in examined(database, is_repairing=True)] == expected
    assert examined(database) == []
    after = dump()
    if name == "a game that has learned":
        (said,) = database.connection.execute("select said from games where game_id = 1").fetchone()
        assert said == {"Result": "1-0", "Termination": "king captured"}
        return
    assert after == before


def test_a_result_that_the_board_contradicts_is_left(
    database: Database, load_text: LoadText
) -> None:
    load_text(CAPTURE)
    database.connection.execute("update games set result = '0-1'")
    ((_, where, what, is_repairable),) = examined(database)
    assert (where, is_repairable) == ("game 1", False)
    assert what.startswith("written out: result-contradicts-board: the result is 0-1")
