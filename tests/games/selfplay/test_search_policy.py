"""Play by search: the same games again, openings by chance, and no repetition that it regrets."""

import pytest

from mentis_records.core.game import AnyGame
from mentis_records.fast.mix import Stream
from mentis_records.games import GAMES
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits
from mentis_records.games.selfplay import Collection, generate, search_policy
from mentis_records.games.selfplay.search_policy import SearchChooser
from mentis_records.notation.read import Reader

NODES = 40
MENTIS = GAMES[0]


def texts(seed: int, jobs: int, games: int = 9) -> list[str]:
    policy = search_policy(MENTIS, NODES)
    collection = Collection(MENTIS, policy, policy.players, {}, 7, seed)
    return [text for some in generate(collection, games, jobs) for text in some]


def test_same_seed_same_games_whatever_the_threads() -> None:
    once = texts(1, 1)
    assert texts(1, 3) == once
    assert texts(2, 1, 1) != once[:1]
    assert len(set(once)) == len(once)
    assert '[Blue "search 40 nodes"]' in once[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_game_can_be_played(game: AnyGame) -> None:
    policy = search_policy(game, 20)
    (text,) = Collection(game, policy, policy.players, {}, 10, 3).records([1])
    (reading,) = Reader((game,)).read_text("", text)
    assert reading.is_valid
    assert reading.plies == 10 or reading.result != "*"


def test_after_the_opening_it_plays_the_best() -> None:
    policy = search_policy(MENTIS, NODES, 3)
    position = MENTIS.start_position({})
    played = policy.play(position, (0.0, 0.0), 5, 6)
    other = policy.play(position, (0.0, 0.0), 6, 6)
    assert list(played.codes[:3]) != list(other.codes[:3])
    analyser = Analyser(MENTIS)
    for number, code in enumerate(played.codes):
        if number >= 3:
            assert analyser.analyse(position, Limits(nodes=NODES)).best.code == code
        position = MENTIS.play(position, MENTIS.decode_move(code))


def test_without_an_opening_all_games_are_one() -> None:
    policy = search_policy(MENTIS, NODES, 0)
    start = MENTIS.start_position({})
    first, second = (policy.play(start, (0.0, 0.0), seed, 8) for seed in (1, 2))
    assert list(first.codes) == list(second.codes)


def test_it_knows_what_has_come_up() -> None:
    """A side that is ahead leaves the position that would come up a third time."""
    position = MENTIS.parse_position("3k3/7/1s5/7/3N1N1/7/3K3 b -/- 1", {})
    analyser = Analyser(MENTIS)
    chooser = SearchChooser(analyser, 300, 0)
    best = MENTIS.decode_move(chooser(position, MENTIS.legal_moves(position), Stream(1)))
    after = MENTIS.play(position, best)
    warned = SearchChooser(analyser, 300, 0)
    for _ in range(2):
        warned.see(after)
    other = MENTIS.decode_move(warned(position, MENTIS.legal_moves(position), Stream(1)))
    assert MENTIS.play(position, other).key != after.key
