"""The policies of MensaSpiel: what they always do, and how well."""

import hashlib
import itertools
from typing import Any

import pytest

from mentis_records.fast.mix import derive_seed
from mentis_records.games import find_game
from mentis_records.games.selfplay import Collection

GAME = find_game("mensaspiel")
RANDOM, GREEDY = GAME.description.policies
HOT = 20.0


def parse(text: str, prisoners: str = "3") -> Any:
    return GAME.parse_position(text, {"Prisoners": prisoners})


def first_turns(position: Any, temperature: float, draws: int = 20) -> set[str]:
    """Return the first turns of greedy games from a position."""
    temperatures = (temperature, temperature)
    played = (GREEDY.play(position, temperatures, derive_seed(7, draw), 1) for draw in range(draws))
    return {GAME.decode_move(each.codes[0]).notation for each in played}


@pytest.mark.parametrize("temperature", [0.0, HOT])
@pytest.mark.parametrize(
    ("text", "wins"),
    [
        # Three steps make the third prisoner.
        ("b3:W,b5:BW,e4:B,g4:B W0.5.2/B1.3.0 W 3", {"b5-d4:1"}),
        # The last Black piece, with nothing behind it.
        ("a3:W,b3:W,c3:W,f5:B W0.6.0/B0.6.0 W 3", {"a3xf5"}),
    ],
)
def test_greedy_wins_where_it_can(text: str, wins: set[str], temperature: float) -> None:
    position = parse(text)
    found = {
        move.notation
        for move in GAME.legal_moves(position)
        if GAME.outcome(GAME.play(position, move)) is not None
    }
    assert found == wins
    assert first_turns(position, temperature) == wins


def loses_at_once(position: Any, move: Any) -> bool:
    """Tell whether the side that moves lets the other win with its reply."""
    after = GAME.play(position, move)
    return any(
        (outcome := GAME.outcome(GAME.play(after, reply))) is not None
        and outcome.result != "1/2-1/2"
        for reply in GAME.legal_moves(after)
    )


@pytest.mark.parametrize("temperature", [0.0, HOT])
def test_greedy_lets_the_enemy_win_only_when_it_must(temperature: float) -> None:
    allowed = 0
    for seed in range(4):
        position = GAME.start_position({"Prisoners": "2"})
        for code in GREEDY.play(position, (temperature, temperature), seed, 60).codes:
            move = GAME.decode_move(code)
            if loses_at_once(position, move):
                allowed += 1
                assert all(loses_at_once(position, other) for other in GAME.legal_moves(position))
            position = GAME.play(position, move)
    assert allowed


def score(policies: tuple[Any, Any], seed: int, temperatures: tuple[float, float]) -> float:
    """Return White's points in a game of two policies, which play a ply in turn."""
    position = GAME.start_position({"FirstPlayer": "WB"[seed % 2]})
    for ply in range(200):
        outcome = GAME.outcome(position)
        if outcome is not None:
            return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result, 0.5)
        played = policies[position.side].play(position, temperatures, derive_seed(seed, ply), 1)
        position = GAME.play(position, GAME.decode_move(played.codes[0]))
    return 0.5


def test_greedy_beats_random() -> None:
    points = 0.0
    for seed in range(6):
        points += score((GREEDY, RANDOM), seed, (0.0, 0.0))
        points += 1 - score((RANDOM, GREEDY), seed, (0.0, 0.0))
    assert points >= 11


@pytest.mark.ci
def test_each_strength_beats_the_one_below() -> None:
    heats = [player.temperature for player in GREEDY.players]
    assert heats == sorted(heats, reverse=True)
    assert len(heats) == 4
    for weak, strong in itertools.pairwise(heats):
        points = 0.0
        for seed in range(30):
            points += score((GREEDY, GREEDY), seed, (strong, weak))
            points += 1 - score((GREEDY, GREEDY), seed, (weak, strong))
        assert points > 36  # of 60


@pytest.mark.parametrize(
    ("policy", "digest"),
    [(RANDOM, "4fb1a858d32b11e5"), (GREEDY, "9a20203d17981dfb")],
    ids=["random", "greedy"],
)
def test_games_are_the_same_on_every_machine(policy: Any, digest: str) -> None:
    """What the sample of games in the repository rests on."""
    collection = Collection(GAME, policy, policy.players, {"FirstPlayer": "B"}, 200, 1)
    text = "\n".join(collection.records(range(1, 7)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
