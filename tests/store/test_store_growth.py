"""A file that has grown adds its new records only, and the sums stay right."""

from __future__ import annotations

import gzip
import io
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mentis_records.notation import source as source_module
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.store.database import Database
from mentis_records.store.delete import delete_games
from mentis_records.store.doctor.examine import examine
from mentis_records.store.load import LoadSummary, load
from mentis_records.store.selection import select_ids

Dump = dict[str, list[tuple[Any, ...]]]
Step = tuple[int, int, int, int, int]


def game(event: str, plies: str = "1. TSNd2 TSNd6") -> str:
    return f'[Event "{event}"]\n[Blue "Ada"]\n[Red "Bert"]\n\n{plies} *\n\n'


@pytest.fixture
def grow(database: Database, reader: Reader, tmp_path: Path) -> Callable[..., list[Step]]:
    """Load a file again and again while it grows; return what each load did."""

    def grow(*parts: str, name: str = "live.mgn") -> list[Step]:
        path = tmp_path / name
        path.write_bytes(b"")
        steps = []
        for part in parts:
            path.write_bytes(path.read_bytes() + part.encode())
            done = load(database, reader, str(path))
            steps.append(
                (done.earlier, done.records, done.stored, done.duplicates, done.quarantined)
            )
            assert done.records == done.stored + done.duplicates + done.quarantined
            assert load(database, reader, str(path)).is_known
        assert list(examine(database)) == []
        return steps

    return grow


BAD = game("bad", "1. TSNd2 TSNd3")

GROWTHS: dict[str, tuple[list[str], list[Step]]] = {
    "new records": (
        [game("a") + BAD, game("b") + BAD + game("c")],
        [(0, 2, 1, 0, 1), (2, 3, 2, 0, 1)],
    ),
    "twice": (
        [game("a"), game("b"), game("c")],
        [(0, 1, 1, 0, 0), (1, 1, 1, 0, 0), (2, 1, 1, 0, 0)],
    ),
    "a duplicate of an old record": (
        [game("a"), game("b") + game("a")],
        [(0, 1, 1, 0, 0), (1, 2, 1, 1, 0)],
    ),
    "blank lines before": (
        [game("a").rstrip(), "\n\n\n" + game("b")],
        [(0, 1, 1, 0, 0), (1, 1, 1, 0, 0)],
    ),
    "other line ends": (
        [game("a").replace("\n", "\r\n"), game("b").replace("\n", "\r\n")],
        [(0, 1, 1, 0, 0), (1, 1, 1, 0, 0)],
    ),
    "half a line end": (
        [game("a").rstrip() + "\r", "\n" + game("b")],
        [(0, 1, 1, 0, 0), (1, 1, 1, 0, 0)],
    ),
    "only blank lines": ([game("a"), "\n\n"], [(0, 1, 1, 0, 0), (1, 0, 0, 0, 0)]),
    "nothing before": (["", game("a")], [(0, 0, 0, 0, 0), (0, 1, 1, 0, 0)]),
    "comments before": (["{ a club }\n", game("a")], [(0, 0, 0, 0, 0), (0, 1, 1, 0, 0)]),
    # The record that was cut short is a game by now; its longer form takes its place.
    "a last record that goes on": (
        [game("a") + game("b").replace("*\n", ""), "2. Sc2 Sc6 *\n\n" + game("c")],
        [(0, 2, 2, 0, 0), (1, 2, 2, 0, 0)],
    ),
    "a last record whose token comes": (
        [game("b").replace(" *\n\n", ""), " 1-0\n\n"],
        [(0, 1, 1, 0, 0), (0, 1, 0, 1, 0)],
    ),
    "a last record with a comment more": (
        [game("a"), "{ a fine game }\n\n" + game("b")],
        [(0, 1, 1, 0, 0), (0, 2, 1, 1, 0)],
    ),
    "a last tag that is cut": (
        [game("a") + '[Event "lo', 'ng"]\n\n1. Sd2 *\n'],
        [(0, 2, 1, 0, 1), (1, 1, 1, 0, 0)],
    ),
    "a bracket without its tag": (
        [game("a") + "[Ev", 'ent "long"]\n\n1. Sd2 *\n'],
        [(0, 1, 0, 0, 1), (0, 2, 2, 0, 0)],
    ),
    "an open comment swallows nothing": (
        ['[Event "a"]\n\n1. Sd2 { open\n', game("b") + "}\n"],
        [(0, 1, 0, 0, 1), (1, 1, 0, 0, 1)],
    ),
    "a listing that another continues": (
        ["1. Se2 Se6\n2. Sc2 Sc6\n", "\n2. Sb1 Sb7\n"],
        [(0, 1, 1, 0, 0), (1, 1, 1, 0, 0)],
    ),
    "a listing that goes on": (
        ["1. Se2 Se6\n2. Sc2 Sc6\n", "3. c2-c3 c6-c5\n"],
        [(0, 1, 1, 0, 0), (0, 1, 1, 0, 0)],
    ),
    "a number that is cut": (
        ["1. Se2 Se6\n2. Sc2 Sc6 2.", ".. Sf6\n"],
        [(0, 2, 1, 0, 1), (0, 1, 0, 0, 1)],
    ),
    "listings before records": (
        ["1. Se2 Se6\n\n1. Sc2 Sc6\n", game("a") + game("b")],
        [(0, 2, 2, 0, 0), (2, 2, 2, 0, 0)],
    ),
}


@pytest.mark.parametrize("name", GROWTHS)
def test_growth(grow: Callable[..., list[Step]], name: str) -> None:
    parts, steps = GROWTHS[name]
    assert grow(*parts) == steps


TWO = (
    game("a"),
    '[Event "B"]\n[Date "2020.01.01"]\n[Round "2"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n\n'
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5\n3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 1-0\n",
)
"""Of the second record many beginnings are sound records of other games."""

_AT_HAND = [
    *(
        TWO[1].index(part) + len(part)
        for part in ('"B"]', "Bob", '"Bob"]\n', "1-0", '"1-0"]', "\n\n")
    ),
    *(TWO[1].index(part) + len(part) for part in ("1.", "TSNd2", "TSNd", "d2#-d3", "d2#-d3#")),
    *(TWO[1].index(part) + len(part) for part in ("d6#-d5", "c2-c3", "c2-c3-c4", "c2-c3-c4#-b4")),
]


def stored(database: Database) -> list[tuple[Any, ...]]:
    """Return all that is told of the games but where they came from."""
    return database.connection.execute(
        """
        select games.* exclude (game_id, source_id, source_index, source_line), turns
        from games join mainlines using (game_id)
        order by all
        """
    ).fetchall()


@pytest.mark.parametrize("size", _AT_HAND)
def test_nothing_stays_of_a_record_that_was_being_written(
    grow: Callable[..., list[Step]], reader: Reader, database: Database, tmp_path: Path, size: int
) -> None:
    steps = grow(TWO[0] + TWO[1][:size], TWO[1][size:])
    assert steps[0][1] <= 2
    whole = tmp_path / "whole.mgn"
    whole.write_text("".join(TWO))
    with Database.create(tmp_path / "whole.duckdb") as other:
        load(other, reader, str(whole))
        assert stored(database) == stored(other)
    run = database.connection.execute
    assert run("select count(*) from quarantine").fetchone() == (0,)
    assert (
        run("select sum(records), sum(deleted + stored + duplicates) from sources").fetchone()
        == (sum(step[1] for step in steps),) * 2
    )


def test_a_record_cut_short_stays_if_another_has_it_and_nobody_knows_who_played(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    text = TWO[1].replace('"Ann"', '"?"')
    at = text.index("c2-c3") + len("c2-c3")
    path, other = tmp_path / "live.mgn", tmp_path / "other.mgn"
    path.write_text(text[:at])
    other.write_text("\n" + text[:at])
    assert load(database, reader, str(path)).stored == 1
    assert load(database, reader, str(other)).duplicates == 1
    path.write_text(text)
    assert load(database, reader, str(path)).outgrown == 0
    plies = database.connection.execute("select ply_count from games order by 1").fetchall()
    assert plies == [(7,), (8,)]
    assert list(examine(database)) == []


CUT = '[Event "Cup"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n\n1. TSNd2 TSNd6'


def loads(database: Database, reader: Reader, folder: Path, *texts: tuple[str, str]) -> None:
    """Load texts one after the other, each by its file's name."""
    for name, text in texts:
        path = folder / name
        path.write_text(text)
        load(database, reader, str(path))
    assert list(examine(database)) == []


def test_nobody_learns_of_a_record_that_is_cut_short(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    other = '[Event "?"]\n\n1. TSNd2 TSNd6 1-0\n'
    grown = f"{CUT} 2. d2#-d3#-d4 d6#-d5#-e5 1-0\n"
    loads(database, reader, tmp_path, ("o", other), ("live", CUT), ("live", grown))
    run = database.connection.execute
    assert run("select event, blue, ply_count from games order by 1").fetchall() == [
        ("?", None, 2),
        ("Cup", "Ann", 4),
    ]
    assert run("select count(*) from duplicates").fetchone() == (0,)
    assert run("select stored, duplicates, deleted from sources order by source_id").fetchall() == [
        (1, 0, 0),
        (0, 0, 1),
        (1, 0, 0),
    ]


def test_what_begins_a_record_goes_over_to_what_it_has_become(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    short, cut, grown = f"{CUT} *\n", f"{CUT} 2. d2#-d3", f"{CUT} 2. d2#-d3#-d4 *\n"
    short, cut, grown = (text.replace("1-0", "*") for text in (short, cut, grown))
    loads(database, reader, tmp_path, ("d", short), ("v", cut), ("v", grown))
    run = database.connection.execute
    assert run("select notation from plies where ply = 3").fetchall() == [("d2#-d3#-d4",)]
    assert run("select game_id, source_id, ply_count from duplicates").fetchall() == [(3, 1, 2)]


def test_sources_that_have_grown_are_not_forgotten(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    cut, grown = f"{CUT} 2. d2#-d3", f"{CUT} 2. d2#-d3#-d4 1-0\n"
    loads(database, reader, tmp_path, ("a", cut), ("a", grown), ("o", game("o", "1. Sd2")))
    delete_games(database, select_ids([3]))
    loads(database, reader, tmp_path, ("old", cut))
    assert database.connection.execute("select game_id from games").fetchall() == [(2,)]


def test_a_sound_record_stays_if_what_it_grew_into_is_refused(
    grow: Callable[..., list[Step]], database: Database
) -> None:
    """As when files are put together of which one has no line feed at its end."""
    steps = grow(game("a") + game("b").rstrip(), game("c"))
    assert steps == [(0, 2, 2, 0, 0), (1, 2, 0, 1, 1)]
    events = database.connection.execute("select event from games order by 1").fetchall()
    assert events == [("a",), ("b",)]


def test_what_was_refused_while_it_was_cut_short_is_taken_back(
    grow: Callable[..., list[Step]], database: Database
) -> None:
    assert grow(game("a") + TWO[1][:-20], TWO[1][-20:])[0] == (0, 2, 1, 0, 1)
    run = database.connection.execute
    assert run("select count(*) from quarantine").fetchone() == (0,)
    assert run(
        "select records, stored, quarantined, deleted from sources order by 1"
    ).fetchall() == [
        (1, 1, 0, 0),
        (2, 1, 0, 1),
    ]


def test_new_records_stand_where_they_do_in_the_file(
    grow: Callable[..., list[Step]], database: Database
) -> None:
    grow(game("a") + BAD, game("b") + BAD)
    run = database.connection.execute
    assert run(
        "select source_id, source_index, source_line, event from games order by 1, 2"
    ).fetchall() == [(1, 1, 1, "a"), (2, 3, 13, "b")]
    assert run(
        "select source_id, source_index, source_line from quarantine order by 1"
    ).fetchall() == [(1, 2, 7), (2, 4, 19)]
    found = run("select diagnostics->'$[#-1].line' from quarantine where source_id = 2").fetchone()
    assert found == ("23",)


def test_growth_of_what_is_no_plain_text_is_loaded_whole(
    database: Database, reader: Reader, tmp_path: Path
) -> None:
    path = tmp_path / "live.mgn.gz"
    path.write_bytes(gzip.compress(game("a").encode()))
    assert load(database, reader, str(path)) == LoadSummary(str(path), 1, 1, 0, 0)
    path.write_bytes(path.read_bytes() + gzip.compress(game("b").encode()))
    assert load(database, reader, str(path)) == LoadSummary(str(path), 2, 1, 1, 0)


def test_standard_input_may_have_grown(
    database: Database, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, earlier in ((game("a"), 0), (game("a") + game("b"), 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert load(database, reader, "-") == LoadSummary("-", 1, 1, 0, 0, earlier=earlier)


def test_records_that_were_deleted_stay_deleted(
    grow: Callable[..., list[Step]], database: Database
) -> None:
    assert grow(game("a") + game("b"))[0][1] == 2
    delete_games(database, select_ids([2]))
    assert grow(game("a") + game("b") + game("c"))[0] == (2, 1, 1, 0, 0)


def pieces() -> str:
    """A text with all kinds of records and ends, listings first."""
    listings = (
        "Blue Moves  Red Moves\n1. Se2 Se6\n2. Sc2 Sc6\n\n2. Sb1 Sb7\n{ so }\n1. Sd2 1. Sf1\n"
    )
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
    reader: Reader, tmp_path: Path, chunk: int, line_end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any byte: records are kept exactly as long as both texts have them."""
    monkeypatch.setattr(source_module, "_CHUNK", chunk)
    path = tmp_path / "all.mgn"
    whole = pieces().replace("\n", line_end).encode()
    path.write_bytes(whole)
    texts = [reading.text.rstrip() for reading in reader.read_path(str(path))]
    assert len(texts) == 9
    part = tmp_path / "part.mgn"
    sizes = range(1, len(whole)) if chunk > 37 else random.Random(5).sample(range(len(whole)), 60)
    for size in sizes:
        part.write_bytes(whole[:size])
        before = [reading.text.rstrip() for reading in reader.read_path(str(part))]
        same = 0
        while same < min(len(before), len(texts)) and before[same] == texts[same]:
            same += 1
        assert reader.count_kept(str(path), size) == same, size


@pytest.mark.parametrize("chunk", [1 << 20, 37])
@pytest.mark.parametrize("jobs", [1, 2])
def test_records_may_be_left_out(
    reader: Reader, tmp_path: Path, chunk: int, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_module, "_CHUNK", chunk)
    path = tmp_path / "all.mgn"
    path.write_text(pieces(), encoding="utf-8")
    whole = [(reading.index, reading.line, reading.text) for reading in reader.read_path(str(path))]
    for skipped in range(len(whole) + 2):
        found = []
        for each in reader.read_sheets(str(path), jobs, skipped=skipped):
            if isinstance(each, Sheet):
                found += [
                    (each.first + at, each.line(at), each.text(at)) for at in range(each.count)
                ]
            else:
                found.append((each.index, each.line, each.text))
        assert found == whole[skipped:], skipped
