"""The doctor finds every planted difference, and repairs what can be derived."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mainline_change import change

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.doctor import replay
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.open import open_database
from mentis_records.store.position.index import update_index

Dump = dict[str, list[tuple[Any, ...]]]

ILLEGAL = '[Event "x"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 3. e3-e4 *\n'


@pytest.fixture
def file(tmp_path: Path, sample: Path, broken: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", sample, broken, is_indexed=False)


@pytest.fixture
def full(database: Database) -> Database:
    return database


def examined(database: Database, is_repairing: bool = False) -> list[tuple[Any, ...]]:
    return [
        (found.table, found.where, found.what, found.is_repairable)
        for found in examine(database, is_repairing)
    ]


def test_a_sound_database_has_nothing(full: Database, dump: Callable[[], Dump]) -> None:
    before = dump()
    assert examined(full) == []
    assert examined(full, is_repairing=True) == []
    assert dump() == before


REPAIRABLE = {
    "key": (
        change("keys", "(0, 7)", "it + 8", "game_id = 2"),
        [("mainlines", "game 2, ply 0", "key"), ("mainlines", "game 2, ply 7", "key")],
    ),
    "null key": (
        change("keys", "(3)", "null", "game_id = 1"),
        [("mainlines", "game 1, ply 3", "key")],
    ),
    "game's columns": (
        "update games set start_key = 1, content_key = 2, ply_count = 3, first_mover = 1"
        " where game_id = 3",
        [
            ("games", "game 3", name)
            for name in ("start_key", "content_key", "ply_count", "first_mover")
        ],
    ),
    "a view": ("drop view players", [("views", "view players", "there is none")]),
    "a view that says something else": (
        "create or replace view players as select 1 as name",
        [("views", "view players", "its query")],
    ),
    "opening's key": (
        "update games set opening_key = 5 where game_id = 1",
        [("games", "game 1", "opening_key")],
    ),
    "opening's key missing": (
        "update games set opening_key = null where game_id = 2",
        [("games", "game 2", "opening_key")],
    ),
    "opening's key of nobody": (
        "update games set opening_key = 7 where game_id = 4",
        [("games", "game 4", "opening_key")],
    ),
    "sides": (
        "delete from sides where game = 'mentis'; insert into sides values ('mentis', 0, 'Green')",
        [("sides", "all games", "rows: not the games' sides")],
    ),
    "variation's key": (
        "update variation_plies set key = 8 where line = 2 and ply = 6",
        [("variation_plies", "game 3, variation 2, ply 6", "key")],
    ),
    "notation": (
        "update moves set notation = 'x', kind = 'y' where notation = 'd2#-d3#-d4'",
        [("moves", "code 185217356", "notation"), ("moves", "code 185217356", "kind")],
    ),
    "missing move": (
        "delete from moves where notation = 'd2#-d3#-d4'",
        [("moves", "code 185217356", "row: missing")],
    ),
    "unplayed move": (
        "insert into moves values ('mentis', 12345678, 'z', 'move')",
        [("moves", "move z", "rows: no ply plays it")],
    ),
    "sums": (
        "update sources set stored = 9, quarantined = 3 where source_id = 2",
        [("sources", "source 2", "stored"), ("sources", "source 2", "quarantined")],
    ),
    "more plies than can be": (
        "update games set ply_count = 2147483647 where game_id = 3",
        [("games", "game 3", "ply_count")],
    ),
    "records": (
        "update sources set records = 1, deleted = null where source_id = 1",
        [("sources", "source 1", "deleted"), ("sources", "source 1", "records")],
    ),
    "orphans": (
        """
        insert into comments select 99, line, ply, place, number, kind, text from comments limit 2;
        insert into annotations values (77, 0, 1, '!', []), (3, 8, 1, '!', []);
        insert into variations values (88, 1, 0, 1);
        insert into variation_plies values (88, 1, 1, 8, 8);
        insert into mainlines values (99, [-1], [8]);
        insert into duplicates select 99, * exclude (game_id)
        from (select 0 as game_id, 1 as source_id, 1, null, 1, 0, 0, '*', false, map(), null, null);
        """,
        [
            ("mainlines", "game 99", "rows: no such game"),
            ("variations", "game 88", "rows: no such game"),
            ("variation_plies", "game 88", "rows: no such game"),
            ("annotations", "game 77", "rows: no such game"),
            ("comments", "game 99", "rows: no such game"),
            ("duplicates", "game 99", "rows: no such game"),
            ("annotations", "game 3, variation 8", "rows: no such variation"),
        ],
    ),
}


@pytest.mark.parametrize("name", REPAIRABLE)
def test_planted_differences_are_repaired(
    full: Database, dump: Callable[[], Dump], name: str
) -> None:
    statement, expected = REPAIRABLE[name]
    before = dump()
    full.connection.execute(statement)
    found = examined(full, is_repairing=True)
    # Rows that belong to nothing also count in other sums until they are gone.
    seen = [finding for finding in found if name != "orphans" or "no such" in finding[2]]
    assert [finding[:3] for finding in seen if finding[0] != "moves" or name != "orphans"] == (
        expected
    )
    assert all(is_repairable for *_, is_repairable in seen)
    assert len(found) >= len(expected)
    assert examined(full) == []
    assert dump() == before


UNHELD = "which a record cannot hold"
SENSELESS = "no value, or none that makes sense"
BEYOND_REPAIR = {
    "a result of none": (
        "update games set result = '2-0' where game_id = 2",
        ("games", "game 2", f"result: {SENSELESS}"),
    ),
    "no tags": (
        "update games set tags = null where game_id = 2",
        ("games", "game 2", f"tags: {SENSELESS}"),
    ),
    "no list of irregular plies": (
        "update games set irregular = null where game_id = 2",
        ("games", "game 2", f"irregular: {SENSELESS}"),
    ),
    "more inherited than played": (
        "update games set inherited = 50 where game_id = 2",
        ("games", "game 2", f"inherited: {SENSELESS}"),
    ),
    "an irregular ply that is none": (
        "update games set irregular = [3, 99] where game_id = 2",
        ("games", "game 2", "irregular: no such ply"),
    ),
    "a termination that another result has": (
        "update games set termination = 'agreement' where game_id = 1",
        (
            "games",
            "game 1",
            "written out: termination-contradicts:"
            " the termination 'agreement' contradicts the result 0-1",
        ),
    ),
    "a result that the board contradicts": (
        "update games set result = '1-0', termination = 'king captured' where game_id = 1",
        (
            "games",
            "game 1",
            "written out: termination-contradicts: the termination 'king captured'"
            " contradicts the board: the game is not over there",
        ),
    ),
    "a value that goes over two lines": (
        "update games set date = '1999 ' || chr(10) || '[X \"y\"]' where game_id = 3",
        (
            "games",
            "game 3",
            "written out: the tag Date has a line break, which a record cannot hold",
        ),
    ),
    "a variant of none": (
        "update games set settings = map {'Variant': 'Foo'} where game_id = 2",
        ("games", "game 2", f"settings: Variant: {SENSELESS}"),
    ),
    "no variant": (
        "update games set settings = null where game_id = 4",
        ("games", "game 4", f"settings: {SENSELESS}"),
    ),
    "a comment at no ply": (
        "update comments set ply = -1 where text = 'inside'",
        ("comments", "game 3, variation 1, ply -1", f"line, ply: {SENSELESS}"),
    ),
    "a comment that no text can have": (
        "update comments set text = 'two lines}' || chr(10) where text = 'inside'",
        ("comments", "game 3, variation 1, ply 4", f"text: {SENSELESS}"),
    ),
    "a place that another record has": (
        "update games set source_index = 2 where game_id = 1",
        ("games", "record 1.2", "rows: more than one of a record"),
    ),
    "a place that no source has": (
        "update quarantine set source_index = -1",
        ("quarantine", "record 2.-1", "source_index, source_line: no place of a source"),
    ),
    "nobody knows whether it is open": (
        "update games set is_open = null where game_id = 2",
        ("games", "game 2", f"is_open: {SENSELESS}"),
    ),
    "a duplicate with more plies than the game": (
        "insert into duplicates"
        " select game_id, 1, 9, null, 1, ply_count + 1, 0, '*', false, map {}, null, null"
        " from games where game_id = 2; update sources set records = records + 1,"
        " duplicates = duplicates + 1 where source_id = 1",
        ("duplicates", "record 1.9", f"ply_count: {SENSELESS}"),
    ),
    "a suffix of none": (
        "insert into annotations values (1, 0, 3, '???', [])",
        ("annotations", "game 1, variation 0, ply 3", f"suffix: {SENSELESS}"),
    ),
    "a judgement of none": (
        "insert into annotations values (1, 0, 3, '!', [1, 256])",
        ("annotations", "game 1, variation 0, ply 3", f"nags: {SENSELESS}"),
    ),
    "nothing inherited": (
        "update games set inherited = null where game_id = 2",
        ("games", "game 2", f"inherited: {SENSELESS}"),
    ),
    "no start": (
        "update games set start_position = null where game_id = 3",
        ("games", "game 3", "start_position"),
    ),
    "no turn of a variation": (
        "update variation_plies set turn = null where game_id = 3 and line = 2 and ply = 6",
        ("variation_plies", "game 3, variation 2, ply 6", "turn: the board cannot follow it"),
    ),
    "no ply of a variation": (
        "update variations set ply = null where game_id = 3 and line = 2",
        ("variations", "game 3, variation 2", "parent_line: it has no such ply"),
    ),
    "diagnostics that are none": (
        "update quarantine set diagnostics = '{}' where source_index = 2",
        ("quarantine", "record 2.2", f"diagnostics: {SENSELESS}"),
    ),
    "a diagnostic without words": (
        """update quarantine set diagnostics = '[{"code": "M1"}]' where source_index = 2""",
        ("quarantine", "record 2.2", f"diagnostics: {SENSELESS}"),
    ),
    "a missing turn": (
        "update mainlines set turns = turns[:-2] where game_id = 2",
        ("mainlines", "game 2", "turns, keys: not of one length"),
    ),
    "a missing key": (
        "update mainlines set keys = keys[:-2] where game_id = 2",
        ("mainlines", "game 2", "turns, keys: not of one length"),
    ),
    "no turns": (
        "update mainlines set turns = null where game_id = 2",
        ("mainlines", "game 2", "turns, keys: not of one length"),
    ),
    "a missing start": (
        "update mainlines set turns = turns[2:], keys = keys[2:] where game_id = 2",
        ("mainlines", "game 2", "turn: -1 at ply 0 only"),
    ),
    "two mainlines": (
        "insert into mainlines from mainlines where game_id = 2",
        ("mainlines", "game 2", "ply: not one after the other from 0"),
    ),
    "no mainline": (
        "delete from mainlines where game_id = 4",
        ("mainlines", "game 4", "positions: there are none"),
    ),
    "no positions": (
        "update mainlines set turns = [], keys = [] where game_id = 4",
        ("mainlines", "game 4", "positions: there are none"),
    ),
    "no lists": (
        "update mainlines set turns = null, keys = null where game_id = 4",
        ("mainlines", "game 4", "positions: there are none"),
    ),
    "a code that is none": (
        change("turns", "(2)", "9223372036854775800", "game_id = 1"),
        ("mainlines", "game 1", "turn: a code that is no move's"),
    ),
    "a null": (
        change("turns", "(2)", "null", "game_id = 1"),
        ("mainlines", "game 1", "turn: a code that is no move's"),
    ),
    "an illegal ply": (
        change("turns", "(11)", "turns[10]", "game_id = 1"),
        ("mainlines", "game 1, ply 11", "turn: an illegal ply"),
    ),
    "the wrong side": (
        change("turns", "(5)", "xor(it, 1)", "game_id = 1"),
        ("mainlines", "game 1, ply 5", "turn: the wrong side"),
    ),
    "no position string": (
        "update games set start_position = 'x' where game_id = 3",
        ("games", "game 3", "start_position"),
    ),
    "no such game": (
        "update games set game = 'ludo' where game_id = 1",
        ("games", "game 1", "game"),
    ),
    "a doubled game": (
        "insert into games from games where game_id = 4",
        ("games", "game 4", "game_id: there is another game with it"),
    ),
    "a missing source": (
        "delete from sources where source_id = 2",
        ("games", "source 2", "rows: no such source"),
    ),
    "a variation without its line": (
        "update variations set parent_line = 9 where line = 2",
        ("variations", "game 3, variation 2", "parent_line: it has no such ply"),
    ),
    "a variation's ply": (
        "update variation_plies set turn = xor(turn, 1) where line = 1 and ply = 4",
        ("variation_plies", "game 3, variation 1, ply 4", "turn: the board cannot follow it"),
    ),
}


@pytest.mark.parametrize("name", BEYOND_REPAIR)
def test_what_cannot_be_derived_stays(full: Database, name: str) -> None:
    statement, expected = BEYOND_REPAIR[name]
    full.connection.execute(statement)
    assert (*expected, False) in examined(full, is_repairing=True)
    assert (*expected, False) in examined(full)


def test_a_key_that_is_missing_is_said_to_be_none(full: Database) -> None:
    full.connection.execute(REPAIRABLE["null key"][0])
    assert [found.stored for found in examine(full)] == [None]


def test_chunks_do_not_show(full: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    full.connection.execute(change("keys", "(4, 9, 14, 19, 24, 29, 34, 39, 44)", "8"))
    whole = examined(full)
    monkeypatch.setattr(replay, "CHUNK_GAMES", 1)
    assert examined(full) == whole
    assert len(whole) == 15


def test_irregular_plies_are_let_stand(
    full: Database, tmp_path: Path, reader: Reader, dump: Callable[[], Dump]
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(ILLEGAL)
    as_played = Reader(reader.games, is_as_played=True)
    assert load(full, as_played, str(path)).stored == 1
    before = dump()
    assert examined(full) == []
    full.connection.execute(change("keys", "(3, 4, 5)", "8", "game_id = 6"))
    assert len(examined(full, is_repairing=True)) == 3
    assert dump() == before
    full.connection.execute("update games set irregular = [] where game_id = 6")
    assert examined(full) == [("mainlines", "game 6, ply 3", "turn: an illegal ply", False)]


def test_an_interrupted_repair_changes_nothing(full: Database, dump: Callable[[], Dump]) -> None:
    full.connection.execute(change("keys", "(1)", "8"))
    before = dump()
    findings = examine(full, is_repairing=True)
    next(findings)
    findings.close()
    assert dump() == before


def test_a_reader_repairs_nothing(full: Database, file: Path) -> None:
    full.close()
    with open_database(file) as database:
        assert examined(database) == []
        with pytest.raises(StoreError, match="opened read-only"):
            examined(database, is_repairing=True)


def test_repaired_keys_leave_no_index_with_the_wrong_ones(full: Database) -> None:
    run = full.connection.execute
    (key,) = run("select key from position_keys where game_id = 2 and ply = 7").fetchone() or (0,)
    run(change("keys", "(7)", "it + 8", "game_id = 2"))
    update_index(full)
    examined(full, is_repairing=True)
    update_index(full)
    found = run("select ply from positions_by_key where game_id = 2 and key = ?", [key]).fetchall()
    assert (7,) in found
    wrong = run("from positions_by_key anti join position_keys using (game_id, ply, key)")
    assert wrong.fetchall() == []


def test_numbers_of_games_may_be_far_apart(full: Database) -> None:
    run = full.connection.execute
    for table in ("games", "mainlines"):
        run(f"update {table} set game_id = 2147483647 where game_id = 1")
    assert all("game 2147483647" not in where for _, where, *_ in examined(full))
