"""Certificates of forced wins hold, the checker refuses all others, and proofs are true."""

from __future__ import annotations

import ast
import copy
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from certificate_law import mistakes, true_certificates
from forced_position import FORCED, QUIET
from mutation import JUNK
from plain_prover import PlainProver, play_out
from proof_law import SLUGS, faults
from size_kit import sizes

from mentis_records.games import GAMES, find_game
from mentis_records.games.search import checker
from mentis_records.games.search.certificate import CertificateError, CertificateWriter, certify
from mentis_records.games.search.checker import find_flaw


@pytest.mark.parametrize(("slug", "settings", "text", "mate"), FORCED)
def test_a_forced_win_gets_a_certificate_that_holds(
    slug: str, settings: Mapping[str, str], text: str, mate: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    prover = PlainProver(game)
    assert prover.mate(position, abs(mate)) == mate
    found = certify(game, position, mate, prover, settings)
    assert (found.game, found.position, found.distance) == (slug, text, abs(mate))
    winner = position.side if mate > 0 else 1 - position.side
    assert found.winner == game.description.sides[winner]
    assert settings.items() <= found.settings.items()
    value = json.loads(found.line())
    assert play_out(value) == (abs(mate), value["moves"].keys())
    assert find_flaw(value, GAMES) is None


@pytest.mark.parametrize(("slug", "settings", "text", "mate"), FORCED)
def test_there_is_none_of_a_shorter_win_nor_of_the_other_side(
    slug: str, settings: Mapping[str, str], text: str, mate: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    prover = PlainProver(game)
    with pytest.raises(CertificateError):
        certify(game, position, (abs(mate) - 1) * (1 if mate > 0 else -1), prover)
    with pytest.raises(CertificateError):
        certify(game, position, -2 if mate > 0 else 1, prover)


def test_a_win_that_is_said_to_be_longer_gets_its_own_distance() -> None:
    slug, settings, text, mate = FORCED[3]
    game = find_game(slug)
    position = game.parse_position(text, settings)
    assert certify(game, position, mate + 2, PlainProver(game)).distance == mate


@pytest.mark.parametrize(("slug", "settings", "text", "plies"), QUIET)
def test_there_is_none_where_nothing_is_forced(
    slug: str, settings: Mapping[str, str], text: str, plies: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    for mate in (*range(1, plies + 1), *range(-plies, 0)):
        with pytest.raises(CertificateError):
            certify(game, position, mate, PlainProver(game))


def test_a_position_is_written_once() -> None:
    lines: list[str] = []
    writer = CertificateWriter(lines.append)
    for slug, settings, text, mate in [*FORCED[:4], *FORCED[2:5]]:
        game = find_game(slug)
        position = game.parse_position(text, settings)
        writer.add(game, position, mate, PlainProver(game), settings)
    assert writer.count == len(lines) == 5
    assert [json.loads(line)["position"] for line in lines] == [each[2] for each in FORCED[:5]]


# The checker of certificates: what it refuses and why; ``certificate_law`` tries more


Certificate = dict[str, Any]
THREE = {
    "game": "mentis",
    "settings": {},
    "position": "T2k3/7/7/3(TT)S2/4(tt)2/7/3K2(SS) b -/- 93",
    "winner": "Blue",
    "distance": 3,
    "moves": {},
}


@pytest.fixture(scope="module")
def certificates() -> list[Certificate]:
    return true_certificates()


@pytest.fixture
def three(certificates: list[Certificate]) -> Certificate:
    """Return a certificate of a win in three plies, by Blue, who is to move."""
    (found,) = (each for each in certificates if each["position"] == THREE["position"])
    return copy.deepcopy(found)


def test_true_ones_hold(certificates: list[Certificate]) -> None:
    assert [find_flaw(each, GAMES) for each in certificates] == [None] * len(certificates)
    assert {each["game"] for each in certificates} == {game.description.slug for game in GAMES[:4]}


def _change(**members: Any) -> Callable[[Certificate], None]:
    return lambda spoilt: spoilt.update(members)


def _drop_answer(spoilt: Certificate) -> None:
    del spoilt["moves"][next(text for text in spoilt["moves"] if text != spoilt["position"])]


def _answer_otherwise(move: str) -> Callable[[Certificate], None]:
    def change(spoilt: Certificate) -> None:
        spoilt["moves"][spoilt["position"]] = move

    return change


REFUSED: list[tuple[Callable[[Certificate], None], str]] = [
    (_drop_answer, "no legal move, or none stated"),
    (_answer_otherwise("d1-d3"), "no legal move, or none stated"),
    (_answer_otherwise("d1-c1"), "no legal move, or none stated"),
    (_change(distance=1), "not won within the distance"),
    (_change(distance=2), "not won within the distance"),
    (_change(distance=4), "the longest line has 3 plies, not 4"),
    (_change(distance=0), "the distance is not a number of plies"),
    (_change(distance=100), "the distance is not a number of plies"),
    (_change(distance=True), "distance has the wrong type"),
    (_change(distance=3.0), "distance has the wrong type"),
    (_change(winner="Red"), "no legal move, or none stated"),
    (_change(winner="White"), "the winner is not a side"),
    (_change(game="chess"), "there is no such game"),
    (_change(position="x"), "there is no such position"),
    (_change(settings={"Colour": "x"}), "the game has no such setting"),
    (_change(settings={"Variant": "Fox"}), "a setting has no such value"),
    (_change(settings={"Variant": 1}), "settings has a value that is not a text"),
    (_change(moves={}), "no legal move, or none stated"),
    (_change(moves=[]), "moves has the wrong type"),
    (lambda spoilt: spoilt["moves"].update({"x": "a1"}), "a position that does not arise"),
    (lambda spoilt: spoilt.update({"proof": 1}), "not a JSON object with the members game,"),
    (lambda spoilt: spoilt.pop("moves"), "not a JSON object with the members game,"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED)
def test_it_says_why_it_refuses(
    three: Certificate, change: Callable[[Certificate], None], reason: str
) -> None:
    change(three)
    assert reason in (find_flaw(three, GAMES) or "")


def test_a_reply_that_wins_for_the_other_side_is_a_reply() -> None:
    """Blue lets its King be captured, and would capture Red's after every other reply."""
    game = find_game("mentis")
    text = "1t2k(tst)1/1T5/S3T2/2sS3/4T2/2s4/3K3 b -/- 53"
    start = game.parse_position(text, {})
    (first,) = (move for move in game.legal_moves(start) if move.notation == "d1-c1")
    after = game.play(start, first)
    moves = {text: first.notation}
    captured = 0
    for reply in game.legal_moves(after):
        position = game.play(after, reply)
        if game.outcome(position) is None:
            win = PlainProver(game).prove(position, 1)
            moves[game.format_position(position)] = win.notation
        else:
            captured += 1
    assert captured == 1
    flaw = find_flaw({**THREE, "position": text, "moves": moves}, GAMES)
    assert flaw == "not won within the distance: 1t2k(tst)1/1T5/S3T2/2sS3/4T2/2s4/7 b -/- 54"


def test_a_game_that_is_over_is_not_won_by_force(three: Certificate) -> None:
    over = {**three, "position": "7/7/7/7/7/7/3K3 r -/- 1", "moves": {}}
    assert find_flaw({**over, "distance": 1}, GAMES) == "the longest line has 0 plies, not 1"
    lost = find_flaw({**over, "winner": "Red"}, GAMES)
    assert lost.startswith("not won")


@pytest.mark.parametrize("member", [None, *THREE])
def test_nothing_makes_it_fail(three: Certificate, member: str | None) -> None:
    for junk in JUNK:
        value = junk if member is None else {**three, member: junk}
        if member is None or value != three:
            assert find_flaw(value, GAMES) is not None, value


def test_a_sample_of_the_law(certificates: list[Certificate]) -> None:
    told: Counter[str] = Counter()
    assert list(mistakes(certificates, 150, 3, told)) == []
    assert told["accepted"]
    assert told["refused"] > 100


def test_it_is_short_and_knows_the_rules_alone() -> None:
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 102
    imported = {
        node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)
    }
    assert {name for name in imported if name and name.startswith("mentis_records")} == {
        "mentis_records.core.capability",
        "mentis_records.core.game",
        "mentis_records.core.outcome",
        "mentis_records.core.setting",
    }


# A sample of the law that what is called proven holds against every reply and hidden face


@sizes("count", 10, 200)
@pytest.mark.parametrize("slug", SLUGS)
def test_proofs_hold(slug: str, count: int) -> None:
    told: Counter[str] = Counter()
    assert list(faults(find_game(slug), count, 7, told)) == []
    assert told["proven"]
