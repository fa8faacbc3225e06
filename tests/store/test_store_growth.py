"""A file that has grown is read anew in the place of what it was; the new records are told."""

import gzip
import io
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from growth_law import Law, draw
from size_kit import sampled
from store_kit import READER, Rows, fetched

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.source import source_text as source_module
from mentis_records.store.database import Database
from mentis_records.store.delete import delete_games
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index
from mentis_records.store.selection import select_ids

CASES = cases_of(__file__)

Step = tuple[int, int, int, int, int]
Grow = Callable[..., list[Step]]


def game(event: str, plies: str = "1. TSNd2 TSNd6") -> str:
    return f'[Event "{event}"]\n[Blue "Ada"]\n[Red "Bert"]\n\n{plies} *\n\n'


@pytest.fixture
def grow(database: Database, tmp_path: Path) -> Grow:
    """Load a file again and again while it grows; return what each load did."""

    def grow(*parts: str, name: str = "live.mgn") -> list[Step]:
        path = tmp_path / name
        path.write_bytes(b"")
        steps = []
        for part in parts:
            path.write_bytes(path.read_bytes() + part.encode())
            done = load(database, READER, str(path))
            steps.append(
                (done.earlier, done.records, done.stored, done.duplicates, done.quarantined)
            )
            assert done.records == done.stored + done.duplicates + done.quarantined
            assert load(database, READER, str(path)).is_known
        assert list(examine(database)) == []
        return steps

    return grow


BAD = game("bad", "1. TSNd2 TSNd3")

RECORDS = {"a": game("a"), "b": game("b"), "c": game("c"), "bad": BAD}
GROWTHS: dict[str, tuple[list[str], list[list[int]]]] = CASES["growths"]
"""Parts of a file with the names of records in them, and what each load did."""


@pytest.mark.parametrize("name", GROWTHS)
def test_growth(grow: Grow, name: str) -> None:
    parts, steps = GROWTHS[name]
    assert [list(step) for step in grow(*(part.format(**RECORDS) for part in parts))] == steps


TWO = (
    game("a"),
    '[Event "B"]\n[Date "2020.01.01"]\n[Round "2"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n\n'
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5\n3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 1-0\n",
)
"""Of the second record many beginnings are sound records of other games."""

_AT_HAND = [TWO[1].index(part) + len(part) for part in CASES["at_hand"]]
"""Ends of its parts at which it may be cut."""


def stored(database: Database) -> Rows:
    """Return all that is told of the games but where they came from."""
    return fetched(
        database,
        """
        select games.* exclude (game_id, source_id, source_index, source_line), turns
        from games join mainlines using (game_id)
        order by all
        """,
    )


@sampled("size", ((size,) for size in _AT_HAND), 3)
def test_nothing_stays_of_a_record_that_was_being_written(
    grow: Grow, database: Database, tmp_path: Path, size: int
) -> None:
    steps = grow(TWO[0] + TWO[1][:size], TWO[1][size:])
    assert steps[0][1] <= 2
    whole = tmp_path / "whole.mgn"
    whole.write_text("".join(TWO))
    with create_database(tmp_path / "whole.duckdb") as other:
        load(other, READER, str(whole))
        assert stored(database) == stored(other)
    run = database.connection.execute
    assert run("select count(*) from quarantine").fetchone() == (0,)
    counts = run("select source_id, records, stored, duplicates, deleted from sources").fetchall()
    assert counts == [(1, 2, 2, 0, 0)]


def test_the_first_words_of_another_file_are_no_beginning_of_it(
    database: Database, tmp_path: Path
) -> None:
    path, other = tmp_path / "cut.mgn", tmp_path / "other.mgn"
    path.write_text(TWO[0][:22])
    other.write_text(TWO[0])
    assert load(database, READER, str(path)).quarantined == 1
    assert load(database, READER, str(other)).stored == 1
    assert fetched(database, "select name from sources order by 1") == [(str(path),), (str(other),)]


def test_of_a_record_cut_short_nothing_stays_though_another_source_has_it(
    database: Database, tmp_path: Path
) -> None:
    """What the other source has is then a game by itself, with its own tags."""
    text = TWO[1].replace('"Ann"', '"?"')
    at = text.index("c2-c3") + len("c2-c3")
    path, other = tmp_path / "live.mgn", tmp_path / "other.mgn"
    path.write_text(text[:at])
    other.write_text("\n" + text[:at].replace('"2020.01.01"', '"?"'))
    assert load(database, READER, str(path)).stored == 1
    assert load(database, READER, str(other)).duplicates == 1
    path.write_text(text)
    done = load(database, READER, str(path))
    assert (done.outgrown, done.stored) == (1, 1)
    games = "select source_id, ply_count, date from games order by 1"
    assert fetched(database, games) == [(1, 8, "2020.01.01"), (2, 7, "?")]
    assert database.connection.execute("select count(*) from duplicates").fetchone() == (0,)
    assert list(examine(database)) == []


CUT = '[Event "Cup"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n\n1. TSNd2 TSNd6'


def loads(database: Database, *texts: tuple[str, str]) -> None:
    """Load texts one after the other, each by its file's name."""
    for name, text in texts:
        path = database.path.parent / name
        path.write_text(text)
        load(database, READER, str(path))
    assert list(examine(database)) == []


def test_what_others_have_learned_of_a_record_goes_with_it(database: Database) -> None:
    other = '[Event "Cup"]\n[Red "Bob"]\n\n1. TSNd2 TSNd6 *\n'
    grown = f"{CUT} 2. d2#-d3#-d4 d6#-d5#-e5 1-0\n".replace("Bob", "Carl")
    loads(database, ("o", other))
    before = stored(database)
    loads(database, ("live", CUT))
    assert fetched(database, "select first_player, result, said['Blue'] from games") == [
        ("Ann", "1-0", None)
    ]
    loads(database, ("live", f"{CUT}x"))
    assert stored(database) == before
    loads(database, ("live", f"{CUT}x 2. *"))
    assert stored(database) == before
    assert fetched(
        database, "select stored, duplicates, deleted from sources order by source_id"
    ) == [(1, 0, 0), (0, 0, 0)]
    loads(database, ("new", grown))
    assert fetched(database, "select game_id, ply_count from games order by 1") == [(1, 2), (2, 4)]


def test_what_begins_a_record_begins_what_it_has_become(database: Database) -> None:
    short, cut, grown = f"{CUT} *\n", f"{CUT} 2. d2#-d3", f"{CUT} 2. d2#-d3#-d4 *\n"
    short, cut, grown = (text.replace("1-0", "*") for text in (short, cut, grown))
    loads(database, ("d", short), ("v", cut), ("v", grown))
    run = database.connection.execute
    assert run("select notation from plies where ply = 3").fetchall() == [("d2#-d3#-d4",)]
    assert run("select source_id, ply_count, former_id from duplicates").fetchall() == [(1, 2, 1)]


def test_games_keep_their_numbers_and_their_place_in_the_index(database: Database) -> None:
    texts = [game("a"), game("b"), f"{CUT} 1-0\n", game("c")]
    loads(database, ("o", "\n".join(texts)), ("live", f"{CUT} 2. Sb1"))
    update_index(database)
    assert fetched(database, "select game_id from games order by 1") == [(1,), (2,), (4,), (5,)]
    loads(database, ("live", f"{CUT} 2. Sb1 zz *\n"))
    update_index(database)
    assert fetched(database, "select game_id from games order by 1") == [(1,), (2,), (3,), (4,)]
    assert list(examine(database)) == []


def test_what_a_source_was_while_it_was_shorter_is_known(
    database: Database, tmp_path: Path
) -> None:
    cut, grown = f"{CUT} 2. d2#-d3", f"{CUT} 2. d2#-d3#-d4 1-0\n"
    loads(database, ("a", cut), ("a", grown), ("a", grown + game("b")))
    for text in (cut, grown):
        (tmp_path / "old").write_text(text)
        assert load(database, READER, str(tmp_path / "old")).is_known
    assert fetched(database, "select game_id from games") == [(1,), (2,)]


def test_a_half_is_no_game_if_the_whole_is_refused(grow: Grow, database: Database) -> None:
    steps = grow(game("a") + game("b", "1. TSNd2").rstrip(" *\n"), " TSNd3 *\n" + game("c"))
    assert steps == [(0, 2, 2, 0, 0), (1, 2, 1, 0, 1)]
    events = fetched(database, "select event from games order by 1")
    assert events == [("a",), ("c",)]


def test_options_that_held_hold_again(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "live.mgn"
    path.write_text(game("a"))
    load(database, Reader(GAMES, {"Variant": "Wolf"}), str(path))
    path.write_text(game("a") + game("b", "1. Wb1"))
    assert load(database, Reader(GAMES), str(path)).stored == 1
    assert fetched(database, "select variant from mentis_games") == [("Wolf",)] * 2


def test_json_may_grow(database: Database, tmp_path: Path) -> None:
    header = {"game": {"name": "Mentis"}, "players": [{"name": "Ada"}, {"name": "Bert"}]}
    entry = json.dumps({"header": header, "moves": [["TSNd2", "TSNd6"]]})
    path = tmp_path / "live.json"
    path.write_text(entry)
    assert load(database, READER, str(path)).records == 1
    path.write_text(f"{entry}\n{entry}")
    done = load(database, READER, str(path))
    assert (done.earlier, done.records, done.duplicates) == (1, 1, 1)


def test_what_was_refused_while_it_was_cut_short_is_taken_back(
    grow: Grow, database: Database
) -> None:
    assert grow(game("a") + TWO[1][:-20], TWO[1][-20:])[0] == (0, 2, 1, 0, 1)
    run = database.connection.execute
    assert run("select count(*) from quarantine").fetchone() == (0,)
    assert run(
        "select records, stored, quarantined, deleted from sources order by 1"
    ).fetchall() == [(2, 2, 0, 0)]


def test_new_records_stand_where_they_do_in_the_file(grow: Grow, database: Database) -> None:
    grow(game("a") + BAD, game("b") + BAD)
    run = database.connection.execute
    assert run(
        "select source_id, source_index, source_line, event from games order by 1, 2"
    ).fetchall() == [(1, 1, 1, "a"), (1, 3, 13, "b")]
    assert run(
        "select source_id, source_index, source_line from quarantine order by 1"
    ).fetchall() == [(1, 2, 7), (1, 4, 19)]
    found = run("select diagnostics->'$[#-1].line' from quarantine where source_index = 4")
    found = found.fetchone()
    assert found == ("23",)


def test_growth_of_what_is_no_plain_text_is_loaded_whole(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "live.mgn.gz"
    path.write_bytes(gzip.compress(game("a").encode()))
    assert load(database, READER, str(path)) == LoadSummary(str(path), 1, 1, 0, 0)
    path.write_bytes(path.read_bytes() + gzip.compress(game("b").encode()))
    assert load(database, READER, str(path)) == LoadSummary(str(path), 2, 2, 0, 0, outgrown=1)


def test_standard_input_may_have_grown(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, earlier in ((game("a"), 0), (game("a") + game("b"), 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert load(database, READER, "-") == LoadSummary("-", 1, 1, 0, 0, earlier=earlier)


def test_records_that_were_deleted_stay_deleted(grow: Grow, database: Database) -> None:
    assert grow(game("a") + game("b"))[0][1] == 2
    delete_games(database, select_ids([2]))
    assert grow(game("a") + game("b") + game("c"))[0] == (2, 1, 1, 0, 0)


def pieces() -> str:
    """A text with all kinds of records and ends, listings first."""
    head = "Blue Moves  Red Moves\n"
    rest = "2. Sb1 Sb7\n3. Sf1 Sf7\n{ so }\n1. Sd2\n1. Sf1\n"
    listings = f"{head}1. Se2 Se6\n2. Sc2 Sc6\n\n{head}{rest}"
    tagged = [
        game("a"),
        BAD,
        '[Event "é – ×"]\n\n1. Sd2 { [Event "no"]\n\n} *\n',
        '[Event "open"]\n\n1. Sd2 { never closed\n\n',
        '[Event "b"] [Red "c"]\n[Date "?"]\n% remark\n\n*\n{ after }\n',
    ]
    return listings + "\n".join(tagged)


@pytest.mark.parametrize("chunk", [1 << 20, 37])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_is_kept_is_what_reads_the_same(
    tmp_path: Path, chunk: int, line_end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any byte: records are kept exactly as long as both texts have them."""
    monkeypatch.setattr(source_module, "_CHUNK", chunk)
    path = tmp_path / "all.mgn"
    whole = pieces().replace("\n", line_end).encode()
    path.write_bytes(whole)
    texts = [reading.text.rstrip() for reading in READER.read_path(str(path))]
    assert len(texts) == 9
    part = tmp_path / "part.mgn"
    sizes = range(1, len(whole)) if chunk > 37 else random.Random(5).sample(range(len(whole)), 60)
    for size in sizes:
        part.write_bytes(whole[:size])
        before = [reading.text.rstrip() for reading in READER.read_path(str(part))]
        same = 0
        while same < min(len(before), len(texts)) and before[same] == texts[same]:
            same += 1
        assert READER.count_kept(str(path), size) == same, size


@sampled("number", ((number,) for number in range(6)), 3)
def test_cut_by_cut_is_as_loaded_once(database: Database, tmp_path: Path, number: int) -> None:
    law = Law(database, tmp_path)
    law.is_indexing = number == 0
    text, cuts, other = draw(random.Random(number), 3)
    assert law.difference(text, cuts, other) == ""
    assert law.faults() == ""
    if other:
        assert law.difference_meanwhile(text, cuts[0], other) == ""
