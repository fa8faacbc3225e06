"""The policies of each game: what they always do, what they may know, and how well they play."""

import hashlib
import itertools
import random
import re
from collections import Counter
from typing import Any

import pytest
from plain_cirkle_mind import with_other_faces

from mentis_records.core.policy import Player
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.selfplay.greedy_rank import rank, sight_of
from mentis_records.games.cirkle_mind.selfplay.policy import chooser
from mentis_records.games.selfplay import Collection

HOT = 20.0
RANDOM, GREEDY = 0, 1
LEVELS = ("easy", "medium", "super")


def policies_of(slug: str) -> Any:
    return find_game(slug).description.policies


def parse(slug: str, text: str, **settings: str) -> Any:
    return find_game(slug).parse_position(text, settings)


def first_turns(slug: str, policy: int, position: Any, heat: float, draws: int) -> list[str]:
    """Return the first turns of games from a position."""
    game, play = find_game(slug), policies_of(slug)[policy].play
    played = (play(position, (heat, heat), derive_seed(7, draw), 1) for draw in range(draws))
    return [game.decode_move(each.codes[0]).notation for each in played]


WINS = [
    ("mentis", "3k3/3N3/7/7/7/7/3K3 b S3/s3 1", ""),
    ("mentis", "3k3/7/3T3/7/7/2n4/3K3 b -/- 1", ""),
    ("mentis", "3k3/7/7/3S3/3n3/3t3/3K3 b -/t1 1", ""),
    ("mentis", "3k3/7/7/3S3/3t3/7/3K3 r -/- 1", ""),
    ("mentis", "2k4/3W3/7/7/7/7/2K4 b S3/- 1", ""),
    ("mentis", "3k3/3N3/7/7/7/3n3/3K3 r S3T3/s3 1", ""),
    # Three steps make the third prisoner; the last Black piece, with nothing behind it.
    ("mensaspiel", "b3:W,b5:BW,e4:B,g4:B W0.5.2/B1.3.0 W 3", "b5-d4:1"),
    ("mensaspiel", "a3:W,b3:W,c3:W,f5:B W0.6.0/B0.6.0 W 3", "a3xf5"),
    # The longer way captures.
    ("antipode", "s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "b2-d2xd4"),
    ("antipode", "s6/7/7/7/7/1GS4/7 G 15/6 6/0 -,- pt 7", "b2xd2"),
]
"""Positions with turns that win, and these where there is one alone."""


@pytest.mark.parametrize(
    ("slug", "text", "win", "heat"),
    [(*row, heat) for row in WINS for heat in (0.0, HOT) if not heat or row[0] != "antipode"],
)
def test_greedy_wins_where_it_can(slug: str, text: str, win: str, heat: float) -> None:
    game, position = find_game(slug), parse(slug, text)
    wins = {
        move.notation
        for move in game.legal_moves(position)
        if game.outcome(game.play(position, move)) is not None
    }
    assert wins
    assert not win or wins == {win}
    assert {*first_turns(slug, GREEDY, position, heat, 20)} <= wins


def loses_at_once(game: Any, position: Any, move: Any) -> bool:
    """Return True if the side that moves lets the other win with its reply."""
    after = game.play(position, move)
    outcomes = (game.outcome(game.play(after, reply)) for reply in game.legal_moves(after))
    return any(outcome and outcome.result != "1/2-1/2" for outcome in outcomes)


@pytest.mark.parametrize(
    ("slug", "settings", "games"),
    [("mentis", {}, 2), ("mentis", {"Variant": "Wolf"}, 2), ("mensaspiel", {"Prisoners": "2"}, 4)],
)
@pytest.mark.parametrize("heat", [0.0, HOT])
def test_greedy_lets_the_enemy_win_only_when_it_must(
    slug: str, settings: dict[str, str], games: int, heat: float
) -> None:
    game, allowed = find_game(slug), 0
    for seed in range(games):
        position = game.start_position(settings)
        for code in policies_of(slug)[GREEDY].play(position, (heat, heat), seed, 60).codes:
            move = game.decode_move(code)
            if loses_at_once(game, position, move):
                allowed += 1
                others = game.legal_moves(position)
                assert all(loses_at_once(game, position, other) for other in others)
            position = game.play(position, move)
    assert allowed or slug == "mentis"


def begun(
    slug: str, policy: Any, seed: int, heats: tuple[float, float], level: str = "easy"
) -> Any:
    """Return the start of a game between players of two temperatures, each side first in turn."""
    game = find_game(slug)
    asked = {"FirstPlayer": game.description.sides[seed % 2][0]} if slug != "mentis" else {}
    if policy.begin is not None:
        asked["Level"] = level
        players = [Player(f"player {heat}", heat) for heat in heats]
        asked = {**policy.begin(asked, players, seed), **asked}
    return game.start_position(asked)


def score(slug: str, policies: tuple[int, int], seed: int, heats: tuple[float, float]) -> float:
    """Return the first side's points in a game of two policies, which play a ply in turn."""
    game, both = find_game(slug), [policies_of(slug)[policy] for policy in policies]
    position = begun(slug, both[seed % 2], seed, heats)
    for ply in range(300):
        outcome = game.outcome(position)
        if outcome is not None:
            return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result, 0.5)
        played = both[position.side].play(position, heats, derive_seed(seed, ply), 1)
        position = game.play(position, game.decode_move(played.codes[0]))
    return 0.5


def points(slug: str, games: int, own: tuple[int, float], other: tuple[int, float]) -> float:
    """Return the points of a policy at a temperature against another, on both sides in turn."""
    (policy, heat), (rival, rival_heat) = own, other
    return sum(
        score(slug, (policy, rival), seed, (heat, rival_heat))
        + 1
        - score(slug, (rival, policy), seed, (rival_heat, heat))
        for seed in range(games)
    )


@pytest.mark.parametrize(
    ("slug", "games", "least"),
    [
        ("mentis", 10, 18),
        pytest.param("cirkle_mind", 3, 5, marks=pytest.mark.one_build),
        ("mensaspiel", 6, 11),
    ],
)
def test_greedy_beats_random(slug: str, games: int, least: int) -> None:
    assert points(slug, games, (GREEDY, 0.0), (RANDOM, 0.0)) >= least


@pytest.mark.parametrize(
    ("slug", "games", "least"),
    [
        ("mentis", 6, 9),
        pytest.param("cirkle_mind", 4, 6, marks=pytest.mark.one_build),
        ("mensaspiel", 4, 6),
    ],
)
def test_strengths_go_from_the_weakest(slug: str, games: int, least: int) -> None:
    players = policies_of(slug)[GREEDY].players
    heats = [player.temperature for player in players]
    assert heats == sorted(heats, reverse=True)
    assert len({*heats}) == len(players) >= 3
    assert points(slug, games, (GREEDY, heats[-1]), (GREEDY, heats[0])) >= least


@pytest.mark.ci
def test_each_strength_of_mensaspiel_beats_the_one_below() -> None:
    heats = [player.temperature for player in policies_of("mensaspiel")[GREEDY].players]
    assert len(heats) == 4
    for weak, strong in itertools.pairwise(heats):
        assert points("mensaspiel", 30, (GREEDY, strong), (GREEDY, weak)) > 36  # of 60


@pytest.mark.parametrize(
    ("slug", "settings", "limit", "seed", "games", "digests"),
    [
        ("mentis", {"Variant": "Standard"}, 80, 11, 4, ["27b483bf45f5ae20", "ce645a5208aa9b95"]),
        ("mentis", {"Variant": "Wolf"}, 80, 11, 4, ["0374d19b1222102a", "3783cfddf7812c89"]),
        ("mensaspiel", {"FirstPlayer": "B"}, 200, 1, 6, ["4fb1a858d32b11e5", "9a20203d17981dfb"]),
        pytest.param(
            *("cirkle_mind", {"Level": "super"}, 40, 1, 3),
            ["fe3ecca6b3fc7b7f", "6ee51ea6f40fd409"],
            marks=pytest.mark.one_build,
        ),
    ],
)
@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_games_are_the_same_on_every_machine(
    slug: str,
    settings: dict[str, str],
    limit: int,
    seed: int,
    games: int,
    digests: list[str],
    policy: int,
) -> None:
    """What the samples of games in the repository rest on."""
    own = policies_of(slug)[policy]
    collection = Collection(find_game(slug), own, own.players, settings, limit, seed)
    text = "\n".join(collection.records(range(1, games + 1)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digests[policy]


# Antipode


@pytest.mark.parametrize(("policy", "heat"), [(RANDOM, 0.0), (GREEDY, 0.0), (GREEDY, HOT)])
def test_who_may_cite_does(policy: int, heat: float) -> None:
    """A penalty that ends the round stands alone; another is followed by a turn."""
    for text, pattern in (
        ("s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7", "Pa2"),
        ("s6/7/7/7/7/GS2G2/7 S 9/15 0/2 -,- pt! 7", "P(a2|e2):.*"),
    ):
        found = first_turns("antipode", policy, parse("antipode", text), heat, 12)
        assert all(re.fullmatch(pattern, each) for each in found)


# Mentis


def test_random_is_uniform_over_kinds_then_moves() -> None:
    position, draws = parse("mentis", "3k3/7/7/2s4/2S4/2T4/3K3 b S1T1/- 1"), 6000
    moves = find_game("mentis").legal_moves(position)
    of_kind = Counter(move.kind for move in moves)
    assert len(of_kind) == 3
    found = Counter(first_turns("mentis", RANDOM, position, 0.0, draws))
    deviation = 0.0
    for move in moves:
        expected = draws / 3 / of_kind[move.kind]
        deviation += (found[move.notation] - expected) ** 2 / expected
    freedom = len(moves) - 1
    assert deviation < freedom + 4 * (2 * freedom) ** 0.5
    assert {*found} <= {move.notation for move in moves}


@pytest.mark.parametrize(
    "text",
    [
        "3k3/7/7/3s3/7/7/3K3 b T3N3/- 1",
        "3k3/7/3T3/7/7/7/3K3 r -/s1t1 1",
        "2k4/2N4/7/7/7/7/3K3 r -/s3t3n3 9",
        "3k3/7/7/7/7/3w3/3K3 b S1/- 1",
    ],
)
def test_greedy_saves_its_king(text: str) -> None:
    game, position = find_game("mentis"), parse("mentis", text)
    moves = game.legal_moves(position)
    safe = {move.notation for move in moves if not loses_at_once(game, position, move)}
    assert 0 < len(safe) < len(moves)
    assert {*first_turns("mentis", GREEDY, position, HOT, 50)} <= safe


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
    assert {*first_turns("mentis", GREEDY, parse("mentis", text), 0.0, 20)} == {best}


def test_greedy_wins_where_the_king_cannot_be_saved() -> None:
    """Some move threatens the King beyond help; the game is over with the next ply but one."""
    position = parse("mentis", "3k3/2N1N2/7/2S4/7/7/3K3 b -/- 1")
    for seed in range(10):
        played = policies_of("mentis")[GREEDY].play(position, (0.0, 0.0), seed, 3)
        assert played.outcome is not None
        assert played.outcome.result == "1-0"


def test_ties_are_broken_at_random() -> None:
    position = parse("mentis", "3k3/7/7/7/7/7/3K3 b -/- 1")
    found = Counter(first_turns("mentis", GREEDY, position, 0.0, 200))
    assert {*found} == {"d1-c1", "d1-e1"}
    assert 60 < found["d1-c1"] < 140


# CirKle Mind

MIND = find_game("cirkle_mind")
RANDOM_MIND, GREEDY_MIND = MIND.description.policies


def squares_of(notation: str) -> str:
    """Return a turn as it is written without faces and outcome."""
    return notation.rstrip("+=<").partition(":")[0]


@pytest.mark.one_build
@pytest.mark.parametrize("level", LEVELS)
def test_greedy_knows_only_what_its_side_may_know(level: str) -> None:
    """Whatever the hidden faces are, every turn ranks alike, and the choice is the same."""
    chance = random.Random(17)
    position = begun("cirkle_mind", GREEDY_MIND, 3, (1.0, 0.3), level)
    changed = 0
    for ply, code in enumerate(GREEDY_MIND.play(position, (1.0, 0.3), 3, 120).codes):
        other = with_other_faces(position, position.side, chance)
        turns, others = MIND.legal_moves(position), MIND.legal_moves(other)
        if ply % 4 == 0:
            sights = sight_of(position), sight_of(other)
            ranks, same = (
                {squares_of(turn.notation): rank(sight, turn) for turn in some}
                for sight, some in zip(sights, (turns, others), strict=True)
            )
            assert ranks == same
            chosen, again = (
                MIND.decode_move(chooser(0.5)(of, some, Stream(ply))).notation
                for of, some in ((position, turns), (other, others))
            )
            assert squares_of(chosen) == squares_of(again)
            changed += {turn.notation for turn in turns} != {turn.notation for turn in others}
        position = MIND.play(position, MIND.decode_move(code))
    assert changed > 3


@pytest.mark.one_build
@pytest.mark.parametrize("level", LEVELS)
def test_greedy_takes_a_target_that_it_sees(level: str) -> None:
    text = "8/8/8/8/3mc4/2m?3m?1/3Kx4/8/8/8/Gc7 G d7 -"
    position = MIND.parse_position(text, {"Level": level})
    for seed in range(10):
        (code,) = GREEDY_MIND.play(position, (0.3, 0.3), seed, 1).codes
        assert MIND.decode_move(code).notation == "d5-d6xd7:KxMc+"


@pytest.mark.one_build
def test_unknown_faces_are_left_to_chance() -> None:
    position = MIND.parse_position("7mc/8/8/8/3m?4/8/3Kx4/8/8/8/Gc7 G - -", {})
    marks = Counter(
        MIND.decode_move(GREEDY_MIND.play(position, (0.0, 0.0), seed, 1).codes[0]).mark
        for seed in range(60)
    )
    assert set(marks) == {"+", "=", "<"}
    assert min(marks.values()) > 8


@pytest.mark.one_build
@pytest.mark.parametrize("policy", [RANDOM_MIND, GREEDY_MIND], ids=["random", "greedy"])
def test_set_ups_are_legal_and_their_own(policy: Any) -> None:
    """Each game has its own; in Super Mind the other player is named as who has set up."""
    players = (Player("one", 0.5), Player("two", 0.5))
    found = set()
    for seed, level in enumerate(LEVELS * 4):
        begin = policy.begin({"Level": level}, players, seed)
        assert begin == policy.begin({"Level": level}, players, seed)
        position = MIND.start_position({**begin, "Level": level})
        assert [own.bit_count() for own in position.owned] == [24, 24]
        found.add((begin["GreenSetup"], begin["MauveSetup"]))
        named = {tag: name for tag, name in begin.items() if tag.endswith("SetBy")}
        assert named == ({"GreenSetBy": "two", "MauveSetBy": "one"} if level == "super" else {})
    assert len(found) == 12


@pytest.mark.one_build
def test_random_set_ups_use_every_square_alike() -> None:
    """The victory target stands on each of 32 squares: 100 times in 3,200, give or take 5 sigma."""
    players = (Player("one"), Player("two"))
    places: Counter[int] = Counter()
    for seed in range(3_200):
        text = RANDOM_MIND.begin({}, players, seed)["GreenSetup"].replace("/", "")
        places[text.index("Gc") // 2] += 1
    assert len(places) == 32
    assert all(50 < number < 150 for number in places.values())


@pytest.mark.one_build
def test_asked_set_ups_hold() -> None:
    usual = MIND.description.usual_settings["GreenSetup"]
    asked = {"GreenSetup": usual, "Level": "medium"}
    (text,) = Collection(MIND, GREEDY_MIND, GREEDY_MIND.players, asked, 4, 1).records([1])
    assert f'[GreenSetup "{usual}"]' in text
    assert '[Level "medium"]' in text
    assert "MauveSetup" in text
