"""The analyser: limits, lines, draws by repetition, wins that are forced."""

import time
from threading import Timer

import pytest

from mentis_records.core.game import AnyGame
from mentis_records.fast.kernel import IS_COMPILED
from mentis_records.fast.search.search import Search
from mentis_records.games import GAMES, find_game
from mentis_records.games.search.analyser import Analyser, analyse_all
from mentis_records.games.search.analysis import Analysis, Limits
from mentis_records.games.search.plain_board import PlainBoard
from mentis_records.games.search.prover import Prover
from tests.search.toy_game import toy

MENTIS = find_game("mentis")
BUSY = "3k3/2s1t2/1(nt)5/3S3/2N1n2/4T2/3K3 b S1N1/s1n1 12"
FEW = 2_000 if IS_COMPILED else 150


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return Analyser(MENTIS)


def position(text: str) -> object:
    return MENTIS.parse_position(text, {})


def told(analysis: Analysis) -> tuple[object, ...]:
    lines = [
        ([move.notation for move in line.moves], line.score, line.mate) for line in analysis.lines
    ]
    return lines, analysis.depth, analysis.nodes


def test_the_same_every_time(analyser: Analyser) -> None:
    found = [told(analyser.analyse(position(BUSY), Limits(nodes=FEW))) for _ in range(2)]
    assert found[0] == found[1] == told(Analyser(MENTIS).analyse(position(BUSY), Limits(nodes=FEW)))


def test_nothing_depends_on_jobs() -> None:
    starts = [position(BUSY), MENTIS.start_position({}), MENTIS.start_position({"Variant": "Wolf"})]
    limits = Limits(nodes=FEW)
    one, three = (list(map(told, analyse_all(MENTIS, starts, limits, jobs))) for jobs in (1, 3))
    assert one == three


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_lines_can_be_played(game: AnyGame) -> None:
    from mentis_records.core.start import starts_of

    start = starts_of(game)[0].position
    found = Analyser(game).analyse(start, Limits(depth=2, nodes=300, lines=3))
    assert len({line.moves[0].code for line in found.lines}) == 3
    assert [line.score for line in found.lines] == sorted(
        (line.score for line in found.lines), reverse=True
    )
    for line in found.lines:
        here = start
        for move in line.moves:
            assert move in game.legal_moves(here)
            here = game.play(here, move)


def test_nodes_are_not_exceeded(analyser: Analyser) -> None:
    first = analyser.analyse(position(BUSY), Limits(depth=1)).nodes
    for nodes in (first + 1, 2 * first, FEW + first):
        assert analyser.analyse(position(BUSY), Limits(nodes=nodes)).nodes <= nodes + first


def test_a_first_look_is_always_taken(analyser: Analyser) -> None:
    found = analyser.analyse(position(BUSY), Limits(nodes=1))
    assert found.depth == 1
    assert found.best in MENTIS.legal_moves(position(BUSY))


def test_seconds_end_it(analyser: Analyser) -> None:
    begin = time.monotonic()
    found = analyser.analyse(MENTIS.start_position({}), Limits(seconds=0.2))
    assert time.monotonic() - begin < 20
    assert found.best in MENTIS.legal_moves(MENTIS.start_position({}))


def test_it_can_be_stopped() -> None:
    analyser = Analyser(MENTIS)
    future = analyser.submit(MENTIS.start_position({}), Limits(depth=30))
    timer = Timer(0.1, analyser.stop)
    timer.start()
    assert future.result(60).best is not None
    timer.join()
    assert analyser.analyse(position(BUSY), Limits(depth=1)).depth == 1


def test_a_limit_is_needed(analyser: Analyser) -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        analyser.analyse(position(BUSY), Limits())


def test_a_game_that_is_over_has_no_best_move(analyser: Analyser) -> None:
    over = position("7/7/7/7/3s3/7/3K3 r S3T3N3/s2t3n3 9")
    found = analyser.analyse(over, Limits(depth=3))
    assert (found.lines, found.best, found.score, found.mate) == ((), None, None, None)
    assert not found.is_proven


@pytest.mark.skipif(not IS_COMPILED, reason="it takes too long")
@pytest.mark.parametrize(
    ("text", "limits", "plies"),
    [
        ("4k(st)1/7/(TN)1s4/1S1S1T1/5s1/S5t/T3K2 b W1/- 54", Limits(nodes=20_000), 5),
        ("4k2/6S/2(TS)2T1/7/1s5/T6/4K2 b -/- 52", Limits(nodes=3_000), 7),
    ],
)
def test_no_distance_is_told_but_the_shortest(
    analyser: Analyser, text: str, limits: Limits, plies: int
) -> None:
    """What the search sees first is a longer way to win."""
    assert analyser.analyse(position(text), limits).mate in (plies, None)
    assert Prover(MENTIS).prove(position(text), plies - 2) is None
    assert Prover(MENTIS).prove(position(text), plies) is not None


@pytest.mark.skipif(IS_COMPILED, reason="the table is not to be seen where it is compiled")
def test_a_draw_by_repetition_is_not_kept_for_another_way() -> None:
    """U is drawn only where P has been on the way; that P may come again is P's own affair."""
    game = toy({"R": (0, 0, "P"), "P": (1, 0, "U", "Z"), "U": (0, 0, "P"), "Z": (0, -1, "P")})
    search = Search(PlainBoard(game))
    for way, kept in (("R", "RP"), ("U", "U")):
        search.board.begin(game.place(way))
        search.forget()
        search.allow(1_000)
        search.find(4, 0)
        table = set(search._table_keys)
        assert "".join(name for name in "RPUZ" if game.place(name).key in table) == kept


def test_a_side_may_move_twice() -> None:
    game = toy(
        {
            "A": (0, 0, "B", "C"),
            "B": (0, 0, "D", "E"),
            "C": (1, 0, "D"),
            "D": (1, 0, "C"),
            "E": (1, 0, "F"),
            "F": (0, 0, "G"),
            "G": (1, 0),
        },
        {"G": "1-0"},
    )
    found = Analyser(game).analyse(game.place("A"), Limits(depth=6))
    assert (found.mate, [move.notation for move in found.lines[0].moves]) == (
        4,
        ["B", "E", "F", "G"],
    )


def test_the_side_that_loses_delays() -> None:
    game = toy(
        {"A": (1, 0, "B", "C"), "B": (0, 0, "W"), "C": (0, 0, "D"), "D": (1, 0, "B"), "W": (1, 0)},
        {"W": "1-0"},
    )
    found = Analyser(game).analyse(game.place("A"), Limits(depth=6, lines=2))
    assert [(line.moves[0].notation, line.mate, line.score) for line in found.lines] == [
        ("C", -4, 0.0),
        ("B", -2, 0.0),
    ]
