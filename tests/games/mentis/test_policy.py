"""The policies of Mentis: what they always do, and how well."""

import hashlib
from collections import Counter
from typing import Any

import pytest

from mentis_records.fast.mix import derive_seed
from mentis_records.games import GAMES
from mentis_records.games.mentis.selfplay.played_game import (
    GreedyChooser,
    RandomChooser,
    play_choosers,
)
from mentis_records.games.selfplay import Collection

GAME = GAMES[0]
RANDOM, GREEDY = GAME.description.policies
HOT = 20.0


def parse(text: str) -> Any:
    return GAME.parse_position(text, {})


def first_moves(policy: Any, position: Any, temperature: float, draws: int) -> list[Any]:
    """Return the first moves of games from a position."""
    return [
        GAME.decode_move(
            policy.play(position, (temperature, temperature), derive_seed(7, draw), 1).codes[0]
        )
        for draw in range(draws)
    ]


THREE_KINDS = parse("3k3/7/7/2s4/2S4/2T4/3K3 b S1T1/- 1")


def test_random_is_uniform_over_kinds_then_moves() -> None:
    draws = 6000
    moves = GAME.legal_moves(THREE_KINDS)
    of_kind = Counter(move.kind for move in moves)
    assert len(of_kind) == 3
    found = Counter(move.notation for move in first_moves(RANDOM, THREE_KINDS, 0.0, draws))
    deviation = 0.0
    for move in moves:
        expected = draws / 3 / of_kind[move.kind]
        deviation += (found[move.notation] - expected) ** 2 / expected
    freedom = len(moves) - 1
    assert deviation < freedom + 4 * (2 * freedom) ** 0.5
    assert sum(found.values()) == draws


KINGS_TO_TAKE = [
    "3k3/3N3/7/7/7/7/3K3 b S3/s3 1",
    "3k3/7/3T3/7/7/2n4/3K3 b -/- 1",
    "3k3/7/7/3S3/3n3/3t3/3K3 b -/t1 1",
    "3k3/7/7/3S3/3t3/7/3K3 r -/- 1",
    "2k4/3W3/7/7/7/7/2K4 b S3/- 1",
    "3k3/3N3/7/7/7/3n3/3K3 r S3T3/s3 1",
]


@pytest.mark.parametrize("text", KINGS_TO_TAKE)
@pytest.mark.parametrize("temperature", [0.0, HOT])
def test_greedy_takes_the_king(text: str, temperature: float) -> None:
    position = parse(text)
    ends = {
        move.notation
        for move in GAME.legal_moves(position)
        if GAME.outcome(GAME.play(position, move)) is not None
    }
    assert ends
    moves = first_moves(GREEDY, position, temperature, 20)
    assert {move.notation for move in moves} <= ends


def leaves_king(position: Any, move: Any) -> bool:
    """Tell whether the King of the side that moves can be taken next."""
    after = GAME.play(position, move)
    return any(GAME.outcome(GAME.play(after, reply)) for reply in GAME.legal_moves(after))


KINGS_TO_SAVE = [
    "3k3/7/7/3s3/7/7/3K3 b T3N3/- 1",
    "3k3/7/3T3/7/7/7/3K3 r -/s1t1 1",
    "2k4/2N4/7/7/7/7/3K3 r -/s3t3n3 9",
    "3k3/7/7/7/7/3w3/3K3 b S1/- 1",
]


@pytest.mark.parametrize("text", KINGS_TO_SAVE)
def test_greedy_saves_its_king(text: str) -> None:
    position = parse(text)
    moves = GAME.legal_moves(position)
    safe = {move.notation for move in moves if not leaves_king(position, move)}
    assert 0 < len(safe) < len(moves)
    found = {move.notation for move in first_moves(GREEDY, position, HOT, 50)}
    assert found <= safe


@pytest.mark.parametrize("options", [{}, {"Variant": "Wolf"}], ids=["Standard", "Wolf"])
@pytest.mark.parametrize("temperature", [0.0, HOT])
def test_greedy_leaves_its_king_only_when_it_must(
    options: dict[str, str], temperature: float
) -> None:
    for seed in range(2):
        position = GAME.start_position(options)
        for code in GREEDY.play(position, (temperature, temperature), seed, 60).codes:
            move = GAME.decode_move(code)
            if leaves_king(position, move):
                assert all(leaves_king(position, other) for other in GAME.legal_moves(position))
            position = GAME.play(position, move)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("3k3/7/6s/7/7/6S/3K3 b -/- 1", "g2xg5"),
        ("3k3/6t/7/6T/7/7/3K3 b -/- 1", "g4xg6"),
        ("3k3/7/7/n6/N6/7/3K3 r -/- 1", "a4xa3"),
        ("3k3/7/7/1n5/2W4/7/3K3 b -/- 1", "c3xb4"),
    ],
)
def test_greedy_takes_what_is_free(text: str, best: str) -> None:
    assert {move.notation for move in first_moves(GREEDY, parse(text), 0.0, 20)} == {best}


def test_greedy_wins_where_the_king_cannot_be_saved() -> None:
    """Some move threatens the King beyond help; the game is over with the next ply but one."""
    position = parse("3k3/2N1N2/7/2S4/7/7/3K3 b -/- 1")
    for seed in range(10):
        played = GREEDY.play(position, (0.0, 0.0), seed, 3)
        assert played.outcome is not None
        assert played.outcome.result == "1-0"


def test_ties_are_broken_at_random() -> None:
    moves = first_moves(GREEDY, parse("3k3/7/7/7/7/7/3K3 b -/- 1"), 0.0, 200)
    assert {move.notation for move in moves} == {"d1-c1", "d1-e1"}
    assert 60 < sum(move.notation == "d1-c1" for move in moves) < 140


def score(blue: Any, red: Any, seed: int) -> float:
    """Return Blue's points in one game."""
    played = play_choosers(GAME.start_position({}), blue, red, seed, 200)
    result = played.outcome.result if played.outcome is not None else "*"
    return {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)


def test_greedy_beats_random() -> None:
    points = 0.0
    for seed in range(10):
        points += score(GreedyChooser(0.0), RandomChooser(), seed)
        points += 1 - score(RandomChooser(), GreedyChooser(0.0), seed)
    assert points >= 18


def test_stronger_beats_weaker() -> None:
    temperatures = [player.temperature for player in GREEDY.players]
    assert temperatures == sorted(temperatures, reverse=True)
    assert len(set(temperatures)) == len(GREEDY.players) >= 4
    weak, strong = temperatures[0], temperatures[-1]
    points = 0.0
    for seed in range(6):
        points += score(GreedyChooser(strong), GreedyChooser(weak), seed)
        points += 1 - score(GreedyChooser(weak), GreedyChooser(strong), seed)
    assert points >= 9


@pytest.mark.parametrize(
    ("policy", "variant", "digest"),
    [
        (RANDOM, "Standard", "b2e854126a9851f8"),
        (RANDOM, "Wolf", "1efc0ee9a4a3bbc4"),
        (GREEDY, "Standard", "e6ebe0e5e9eaffb1"),
        (GREEDY, "Wolf", "dd27f59bb76800ee"),
    ],
)
def test_games_are_the_same_in_every_build(policy: Any, variant: str, digest: str) -> None:
    collection = Collection(GAME, policy, policy.players, {"Variant": variant}, 80, 11)
    text = "".join(collection.records(range(1, 5)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
