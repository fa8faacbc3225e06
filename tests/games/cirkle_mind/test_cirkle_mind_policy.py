"""The policies of CirKle Mind: what they may know, what they always do, and how well."""

import hashlib
import random
from collections import Counter
from typing import Any

import pytest

from mentis_records.core.policy import Player
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, SHOWN_BIT, side_of
from mentis_records.games.cirkle_mind.rules.position import position_of
from mentis_records.games.cirkle_mind.selfplay.greedy_rank import rank, sight_of
from mentis_records.games.cirkle_mind.selfplay.policy import chooser
from mentis_records.games.selfplay import Collection

pytestmark = pytest.mark.one_build

GAME = find_game("cirkle_mind")
RANDOM, GREEDY = GAME.description.policies
LEVELS = ("easy", "medium", "super")


def begun(policy: Any, level: str, seed: int, heats: tuple[float, float]) -> Any:
    """Return the start of a game between players of two temperatures."""
    asked = {"Level": level, "FirstPlayer": "GM"[seed % 2]}
    players = [Player(f"player {heat}", heat) for heat in heats]
    return GAME.start_position({**policy.begin(asked, players, seed), **asked})


def permuted(position: Any, chance: random.Random) -> Any:
    """Return a position in which the hidden faces of the side not to move have changed places."""
    enemy = 1 - position.side
    cells = bytearray(position.cells)
    hidden = [
        at
        for at, piece in enumerate(cells)
        if piece and side_of(piece) == enemy and not piece & SHOWN_BIT
    ]
    faces = [cells[at] & FACE_BITS for at in hidden]
    chance.shuffle(faces)
    for at, face in zip(hidden, faces, strict=True):
        cells[at] = cells[at] & ~FACE_BITS | face
    found = position_of(bytes(cells), position.side, position.passes, -1, position.terms)
    return found._replace(move_number=position.move_number)


def squares_of(notation: str) -> str:
    """Return a turn as it is written without faces and outcome."""
    return notation.rstrip("+=<").partition(":")[0]


@pytest.mark.parametrize("level", LEVELS)
def test_greedy_knows_only_what_its_side_may_know(level: str) -> None:
    """Whatever the hidden faces are, every turn ranks alike, and the choice is the same."""
    chance = random.Random(17)
    position = begun(GREEDY, level, 3, (1.0, 0.3))
    changed = 0
    for ply, code in enumerate(GREEDY.play(position, (1.0, 0.3), 3, 120).codes):
        other = permuted(position, chance)
        turns, others = GAME.legal_moves(position), GAME.legal_moves(other)
        if ply % 4 == 0:
            sights = sight_of(position), sight_of(other)
            ranks, same = (
                {squares_of(turn.notation): rank(sight, turn) for turn in some}
                for sight, some in zip(sights, (turns, others), strict=True)
            )
            assert ranks == same
            chosen, again = (
                GAME.decode_move(chooser(0.5)(of, some, Stream(ply))).notation
                for of, some in ((position, turns), (other, others))
            )
            assert squares_of(chosen) == squares_of(again)
            changed += {turn.notation for turn in turns} != {turn.notation for turn in others}
        position = GAME.play(position, GAME.decode_move(code))
    assert changed > 3


@pytest.mark.parametrize("level", LEVELS)
def test_greedy_takes_a_target_that_it_sees(level: str) -> None:
    text = "8/8/8/8/3mc4/2m?3m?1/3Kx4/8/8/8/Gc7 G d7 -"
    position = GAME.parse_position(text, {"Level": level})
    for seed in range(10):
        (code,) = GREEDY.play(position, (0.3, 0.3), seed, 1).codes
        assert GAME.decode_move(code).notation == "d5-d6xd7:KxMc+"


def test_unknown_faces_are_left_to_chance() -> None:
    position = GAME.parse_position("7mc/8/8/8/3m?4/8/3Kx4/8/8/8/Gc7 G - -", {})
    marks = Counter(
        GAME.decode_move(GREEDY.play(position, (0.0, 0.0), seed, 1).codes[0]).mark
        for seed in range(60)
    )
    assert set(marks) == {"+", "=", "<"}
    assert min(marks.values()) > 8


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_set_ups_are_legal_and_their_own(policy: Any) -> None:
    """Each game has its own; in Super Mind the other player is named as who has set up."""
    players = (Player("one", 0.5), Player("two", 0.5))
    found = set()
    for seed, level in enumerate(LEVELS * 4):
        begin = policy.begin({"Level": level}, players, seed)
        assert begin == policy.begin({"Level": level}, players, seed)
        position = GAME.start_position({**begin, "Level": level})
        assert [own.bit_count() for own in position.owned] == [24, 24]
        found.add((begin["GreenSetup"], begin["MauveSetup"]))
        named = {tag: name for tag, name in begin.items() if tag.endswith("SetBy")}
        assert named == ({"GreenSetBy": "two", "MauveSetBy": "one"} if level == "super" else {})
    assert len(found) == 12


def test_random_set_ups_use_every_square_alike() -> None:
    """The victory target stands on each of 32 squares: 100 times in 3,200, give or take 5 sigma."""
    players = (Player("one"), Player("two"))
    places: Counter[int] = Counter()
    for seed in range(3_200):
        text = RANDOM.begin({}, players, seed)["GreenSetup"].replace("/", "")
        places[text.index("Gc") // 2] += 1
    assert len(places) == 32
    assert all(50 < number < 150 for number in places.values())


def test_asked_set_ups_hold() -> None:
    usual = GAME.description.usual_settings["GreenSetup"]
    asked = {"GreenSetup": usual, "Level": "medium"}
    (text,) = Collection(GAME, GREEDY, GREEDY.players, asked, 4, 1).records([1])
    assert f'[GreenSetup "{usual}"]' in text
    assert '[Level "medium"]' in text
    assert "MauveSetup" in text


def score(policies: tuple[Any, Any], level: str, seed: int, heats: tuple[float, float]) -> float:
    """Return Green's points in a game of two policies, which play a ply in turn."""
    position = begun(policies[seed % 2], level, seed, heats)
    for ply in range(300):
        outcome = GAME.outcome(position)
        if outcome is not None:
            return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result, 0.5)
        played = policies[position.side].play(position, heats, derive_seed(seed, ply), 1)
        position = GAME.play(position, GAME.decode_move(played.codes[0]))
    return 0.5


def test_greedy_beats_random() -> None:
    points = 0.0
    for seed in range(3):
        points += score((GREEDY, RANDOM), "easy", seed, (0.0, 0.0))
        points += 1 - score((RANDOM, GREEDY), "easy", seed, (0.0, 0.0))
    assert points >= 5


def test_strengths_go_from_the_weakest() -> None:
    heats = [player.temperature for player in GREEDY.players]
    assert heats == sorted(heats, reverse=True)
    assert len(heats) >= 3
    points = 0.0
    weak, strong = heats[0], heats[-1]
    for seed in range(4):
        points += score((GREEDY, GREEDY), "easy", seed, (strong, weak))
        points += 1 - score((GREEDY, GREEDY), "easy", seed, (weak, strong))
    assert points >= 6  # of 8


@pytest.mark.parametrize(
    ("policy", "digest"),
    [(RANDOM, "fe3ecca6b3fc7b7f"), (GREEDY, "6ee51ea6f40fd409")],
    ids=["random", "greedy"],
)
def test_games_are_the_same_on_every_machine(policy: Any, digest: str) -> None:
    """What the sample of games in the repository rests on."""
    collection = Collection(GAME, policy, policy.players, {"Level": "super"}, 40, 1)
    text = "\n".join(collection.records(range(1, 4)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
