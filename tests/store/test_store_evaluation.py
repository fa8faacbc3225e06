"""Evaluations are kept by position, engine and limits, each once, in a table made when needed."""

from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from size_kit import sampled
from store_kit import READER, SAMPLE, LoadText, Rows, fetched

from mentis_records.core import named_move
from mentis_records.core.game import AnyGame
from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import parse_move, unpack
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.store.count.summary import summarise_file
from mentis_records.store.database import Database
from mentis_records.store.delete import delete_games
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.evaluation import (
    Effort,
    Evaluation,
    Missing,
    Place,
    count_positions,
    fetch_efforts,
    fetch_evaluations,
    fetch_missing,
    keep_evaluations,
)
from mentis_records.store.game_tables import has_evaluations
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.record import fetch_game_ids
from mentis_records.store.schema import EVALUATIONS
from mentis_records.store.selection import select_ids, select_rules
from mentis_records.store.vacuum import vacuum

CASES = cases_of(__file__)

MENTIS = find_game("mentis")
QUICK = Effort.of("tester 1", Limits(nodes=10))

STONES = """
[Game "Antipode"]

1. d1 a3 *
"""


def first_moves(game: AnyGame, position: Any, lines: int = 1) -> Analysis:
    """Return an analysis that expects the first legal moves."""
    moves = game.legal_moves(position)[:lines]
    found = tuple(Line((move,), 0.5 - rank / 8, None) for rank, move in enumerate(moves))
    return Analysis(position, found, 1, len(moves))


def evaluate(
    database: Database, game: AnyGame = MENTIS, effort: Effort = QUICK, lines: int = 1
) -> list[Missing]:
    """Keep an evaluation of all positions that have none; return what was missing."""
    game_ids = fetch_game_ids(database, select_rules(game.description.slug))
    missing = fetch_missing(database, game, game_ids, effort)
    for each in missing:
        positions = each.positions(game)
        found = [
            (place, first_moves(game, position, lines))
            for place, position in zip(each.places.values(), positions, strict=True)
        ]
        keep_evaluations(database, game, effort, found)
    return missing


def rows(database: Database) -> Rows:
    return fetched(database, f"from {EVALUATIONS.name} order by all")


@pytest.fixture
def transposed(database: Database, load_text: LoadText) -> Database:
    load_text(CASES["transposed"])
    return database


@pytest.fixture
def evaluated(transposed: Database) -> Database:
    evaluate(transposed)
    return transposed


def test_positions_are_missing_once(transposed: Database) -> None:
    missing = fetch_missing(transposed, MENTIS, [1, 2], QUICK)
    assert [(each.game_id, list(each.places)) for each in missing] == [
        (1, [0, 1, 2, 3, 4, 5]),
        (2, [1, 2, 6]),
    ]
    assert [len(each.codes) for each in missing] == [5, 6]
    assert count_positions(transposed, MENTIS, [1, 2], QUICK) == (9, 0)
    assert fetch_missing(transposed, MENTIS, [2, 1], QUICK) == missing


def test_missing_positions_are_those_of_their_keys(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    missing = fetch_missing(database, MENTIS, [1, 2, 3, 4], QUICK)
    for each in missing:
        keys = [position.key for position in each.positions(MENTIS)]
        assert keys == [place.key for place in each.places.values()]
    assert (
        sum(len(each.places) for each in missing)
        == count_positions(database, MENTIS, [1, 2, 3, 4], QUICK)[0]
    )


def test_what_is_kept_is_missing_no_more(transposed: Database) -> None:
    assert not has_evaluations(transposed.connection)
    evaluate(transposed)
    assert fetch_missing(transposed, MENTIS, [1, 2], QUICK) == []
    assert count_positions(transposed, MENTIS, [1, 2], QUICK) == (9, 9)
    assert len(rows(transposed)) == 9
    found = fetch_evaluations(transposed, MENTIS, [1, 2], QUICK)
    assert list(map(len, found.values())) == [6, 7]
    assert found[1][3:] == found[2][3:6]
    assert None not in (*found[1], *found[2])


@pytest.mark.parametrize(
    "other",
    [
        Effort.of("tester 2", Limits(nodes=10)),
        Effort.of("tester 1", Limits(nodes=11)),
        Effort.of("tester 1", Limits(depth=10)),
        Effort.of("tester 1", Limits(seconds=10)),
        Effort.of("tester 1", Limits(nodes=10, lines=2)),
    ],
    ids=str,
)
def test_other_efforts_are_apart(evaluated: Database, other: Effort) -> None:
    before = rows(evaluated)
    assert count_positions(evaluated, MENTIS, [1, 2], other) == (9, 0)
    assert set(fetch_evaluations(evaluated, MENTIS, [1], other)[1]) == {None}
    assert len(evaluate(evaluated, effort=other)) == 2
    assert count_positions(evaluated, MENTIS, [1, 2], other) == (9, 9)
    kept = [row for row in rows(evaluated) if row not in before]
    assert len(kept) == len(rows(evaluated)) - 9 == 9


def test_efforts_of_a_game_have_evaluated_all_of_it(transposed: Database) -> None:
    assert fetch_efforts(transposed, MENTIS, 1) == []
    first, *_ = fetch_missing(transposed, MENTIS, [1], QUICK)
    start = next(first.positions(MENTIS))
    found = [(first.places[0], first_moves(MENTIS, start))]
    keep_evaluations(transposed, MENTIS, QUICK, found)
    assert fetch_efforts(transposed, MENTIS, 1) == [], "only its start has been evaluated"
    evaluate(transposed)
    deep = Effort.of("tester 1", Limits(nodes=20))
    evaluate(transposed, effort=deep, lines=2)
    assert fetch_efforts(transposed, MENTIS, 1) == [deep, QUICK], "the most thorough first"


def test_efforts_have_words() -> None:
    limits = Limits(depth=4, nodes=2_000, seconds=1.5, lines=3)
    assert Effort.of("x 1", limits).limits == "depth 4, 2000 nodes, 1.5 seconds, 3 lines"


def test_an_evaluation_comes_back_as_it_was(transposed: Database) -> None:
    (one, _) = fetch_missing(transposed, MENTIS, [1, 2], QUICK)
    start = next(one.positions(MENTIS))
    first, second, third = MENTIS.legal_moves(start)[:3]
    lines = (Line((first, second), 1.0, 3), Line((second,), 0.25, None), Line((third,), 0.0, -2))
    keep_evaluations(transposed, MENTIS, QUICK, [(one.places[0], Analysis(start, lines, 7, 99))])
    found = fetch_evaluations(transposed, MENTIS, [1, 2], QUICK)
    assert found[1] == [Evaluation(lines, 7, 99), *[None] * 5]
    assert found[2] == [Evaluation(lines, 7, 99), *[None] * 6]
    best = rows(transposed)[0]
    assert best[5:] == (
        *(1, 1.0, 3, first.code),
        *([first.notation, second.notation], [first.code, second.code], 7, 99),
    )


def test_a_position_in_which_the_game_is_over_is_kept(transposed: Database) -> None:
    (one, _) = fetch_missing(transposed, MENTIS, [1, 2], QUICK)
    keep_evaluations(transposed, MENTIS, QUICK, [(one.places[5], Analysis(None, (), 0, 1))])
    assert fetch_evaluations(transposed, MENTIS, [1], QUICK)[1][5] == Evaluation((), 0, 1)
    assert count_positions(transposed, MENTIS, [1, 2], QUICK) == (9, 1)


def test_what_is_there_stays(evaluated: Database) -> None:
    before = rows(evaluated)
    key = before[0][2]
    keep_evaluations(evaluated, MENTIS, QUICK, [(Place("", key), Analysis(None, (), 9, 9))])
    assert rows(evaluated) == before


def test_settings_beside_a_position_tell_it_from_others(
    database: Database, load_text: LoadText
) -> None:
    game = find_game("mensaspiel")
    assert load_text(CASES["prisoners"]).stored == 2
    assert count_positions(database, game, [1, 2], QUICK) == (4, 0)
    missing = evaluate(database, game)
    assert [place.settings for each in missing for place in each.places.values()] == [
        *["FirstPlayer=W; Prisoners=3"] * 2,
        *["FirstPlayer=W; Prisoners=5"] * 2,
    ]
    assert count_positions(database, MENTIS, [1, 2], QUICK) == (0, 0)


def test_moves_whose_numbers_are_drawn_from_notations_come_back_where_nobody_has_met_them(
    database: Database, load_text: LoadText, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("antipode")
    load_text(STONES)
    long = parse_move("a2" + "-a4-a2" * 9)
    place = fetch_missing(database, game, [1], QUICK)[0].places[0]
    found = Analysis(None, (Line((long,), 0.5, None),), 1, 1)
    keep_evaluations(database, game, QUICK, [(place, found)])
    monkeypatch.setattr(named_move, "_notations", {})
    unpack.cache_clear()
    (kept, *_) = fetch_evaluations(database, game, [1], QUICK)[1]
    assert kept is not None
    assert kept.lines[0].moves == (long,)


def test_a_reader_without_the_table_finds_nothing(file: Path, transposed: Database) -> None:
    transposed.close()
    with open_database(file) as reader:
        assert count_positions(reader, MENTIS, [1, 2], QUICK) == (9, 0)
        assert set(fetch_evaluations(reader, MENTIS, [1], QUICK)[1]) == {None}
        assert len(fetch_missing(reader, MENTIS, [1, 2], QUICK)) == 2
        assert EVALUATIONS.name not in summarise_file(reader).rows
        with pytest.raises(StoreError, match="opened read-only"):
            keep_evaluations(reader, MENTIS, QUICK, [])


def test_rows_are_kept_all_together(evaluated: Database) -> None:
    before = rows(evaluated)
    bad = Analysis(None, (), 2**80, 0)
    with pytest.raises(StoreError):
        keep_evaluations(
            evaluated,
            MENTIS,
            QUICK,
            [(Place("", 8), Analysis(None, (), 0, 0)), (Place("", 16), bad)],
        )
    assert rows(evaluated) == before


def test_evaluations_outlive_games_and_vacuums(file: Path, evaluated: Database) -> None:
    before = rows(evaluated)
    delete_games(evaluated, select_ids([1]))
    assert rows(evaluated) == before
    evaluated.close()
    vacuum(file)
    with create_database(file) as again:
        assert rows(again) == before
        assert list(examine(again)) == []
        assert count_positions(again, MENTIS, [2], QUICK) == (7, 7)
        assert summarise_file(again).rows[EVALUATIONS.name] == 9
        assert evaluate(again) == []


DAMAGES = CASES["damages"]


@sampled("column", ((column,) for column in DAMAGES), 5)
def test_the_doctor_finds_what_makes_no_sense_and_has_it_made_again(
    evaluated: Database, column: str
) -> None:
    before = rows(evaluated)
    evaluated.connection.execute(
        f"update {EVALUATIONS.name} set {DAMAGES[column]} where key = {before[4][2]}"
    )
    found = list(examine(evaluated, is_repairing=True))
    assert found[0].what == f"{column}: no value, or none that makes sense"
    assert {each.table for each in found} == {EVALUATIONS.name}
    assert list(examine(evaluated)) == []
    assert sum(len(each.places) for each in evaluate(evaluated)) == 1
    assert rows(evaluated) == before


def test_the_doctor_finds_codes_that_are_no_moves_or_others(transposed: Database) -> None:
    evaluate(transposed, lines=2)
    run = transposed.connection.execute
    (first, second) = run(
        "select rowid, key from evaluations where rank = 1 order by rowid limit 2"
    ).fetchall()
    run("update evaluations set best = 7, line_codes = [7] where rowid = $1", [first[0]])
    run("update evaluations set line = ['Sa1'] where rowid = $1", [second[0]])
    wrongs = [(each.where, each.what) for each in examine(transposed, is_repairing=True)]
    assert len(wrongs) == 2
    assert (f"mentis, key {first[1]}", "line_codes: no move has the code 7") in wrongs
    assert any(what.startswith("line: Sa1 has the code of ") for _, what in wrongs)
    assert list(examine(transposed)) == []
    assert sum(len(each.places) for each in evaluate(transposed)) == 2


def test_the_doctor_finds_rows_that_come_again(evaluated: Database) -> None:
    evaluated.connection.execute("insert into evaluations from evaluations limit 1")
    (found,) = examine(evaluated, is_repairing=True)
    assert found.what == "row: there is another for the same line"
    assert list(examine(evaluated)) == []


def test_the_doctor_names_a_game_that_nobody_knows(evaluated: Database) -> None:
    evaluated.connection.execute("update evaluations set game = 'halma'")
    whats = {each.what for each in examine(evaluated)}
    assert whats == {"game: halma is not installed, and there is no record of it"}
