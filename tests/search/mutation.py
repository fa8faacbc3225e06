"""Certificates spoilt in many ways: what they state, their moves, and what JSON they are."""

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

from plain_prover import NotWonError, play_out

from mentis_records.games import find_game

Certificate = dict[str, Any]
Mutation = Callable[[Certificate, random.Random, Sequence[Certificate]], Any]


def _position(certificate: Certificate, text: str | None = None) -> Any:
    game = find_game(certificate["game"])
    return game, game.parse_position(text or certificate["position"], certificate["settings"])


def _other_move(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State another legal move."""
    text = rng.choice(list(spoilt["moves"]))
    game, position = _position(spoilt, text)
    spoilt["moves"][text] = rng.choice(game.legal_moves(position)).notation


def _other_root_move(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State another first move, if the winner has one."""
    game, position = _position(spoilt)
    if spoilt["position"] in spoilt["moves"]:
        spoilt["moves"][spoilt["position"]] = rng.choice(game.legal_moves(position)).notation
    else:
        _other_move(spoilt, rng, ())


def _illegal_move(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State a move of another position."""
    text, other = (rng.choice(list(spoilt["moves"])) for _ in range(2))
    spoilt["moves"][text] = rng.choice([spoilt["moves"][other], "", "a1", other])


def _missing(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Leave out what answers one reply."""
    del spoilt["moves"][rng.choice(list(spoilt["moves"]))]


def _many_missing(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Leave out many."""
    kept = {text: move for text, move in spoilt["moves"].items() if rng.random() < 0.5}
    spoilt["moves"] = kept


def _surplus(spoilt: Certificate, rng: random.Random, others: Sequence[Certificate]) -> None:
    """State moves for positions of another certificate."""
    spoilt["moves"] = {**rng.choice(others)["moves"], **spoilt["moves"]}


def _swapped(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Let two positions change their moves."""
    moves = spoilt["moves"]
    one, two = (rng.choice(list(moves)) for _ in range(2))
    moves[one], moves[two] = moves[two], moves[one]


def _distance(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State another distance."""
    spoilt["distance"] += rng.choice([-3, -2, -1, 1, 2, 1_000_000])


def _winner(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State the other side, or none."""
    sides = find_game(spoilt["game"]).description.sides
    spoilt["winner"] = rng.choice([*(side for side in sides if side != spoilt["winner"]), "", "x"])


def _played_on(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State the position after a ply, which is often won, too, and sooner."""
    game, position = _position(spoilt)
    stated = spoilt["moves"].get(spoilt["position"])
    moves = game.legal_moves(position)
    chosen = [move for move in moves if move.notation == stated] or [rng.choice(moves)]
    spoilt["position"] = game.format_position(game.play(position, chosen[0]))
    spoilt["distance"] -= rng.choice([0, 1, 1])


def _shown_already(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State the position after a ply or two, and of the moves those that it needs."""
    for _ply in range(rng.choice([1, 2])):
        _played_on(spoilt, rng, ())
    for text in spoilt["moves"].keys() - play_out(spoilt)[1]:
        del spoilt["moves"][text]


def _other_position(spoilt: Certificate, rng: random.Random, others: Sequence[Certificate]) -> None:
    """State the position of another certificate, or the start's."""
    spoilt["position"] = rng.choice([*others, *others, {"position": ""}])["position"]


def _text(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Change a character of the position."""
    text = spoilt["position"]
    at = rng.randrange(len(text))
    spoilt["position"] = text[:at] + rng.choice([*"/1Kkbr -(\x00\ud800", ""]) + text[at + 1 :]


def _other_moves(spoilt: Certificate, rng: random.Random, others: Sequence[Certificate]) -> None:
    """State the moves of another certificate."""
    spoilt["moves"] = dict(rng.choice(others)["moves"])


def _game(spoilt: Certificate, rng: random.Random, others: Sequence[Certificate]) -> None:
    """State another game, or none."""
    spoilt["game"] = rng.choice([*(each["game"] for each in others), "chess", ""])


def _settings(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """State other settings, good or bad."""
    game = find_game(spoilt["game"]).description
    tags = [*(setting.tag for setting in game.settings), "Colour", "Position"]
    values = [value for setting in game.settings for value in setting.values]
    spoilt["settings"] = {rng.choice(tags): rng.choice([*values, "1", "", "x", "\ud800"])}


JUNK = (
    *(None, True, False, 0, -1, 1, 3.0, 1e308, float("nan"), 10**40, "", "x", "\ud800", "\x00"),
    *([], [[]], ["a1"], {}, {"": ""}, {"a": None}, {"a": {"b": []}}),
)
"""Values of all kinds that JSON can have."""


def _junk_member(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Put something else in place of a member."""
    spoilt[rng.choice(list(spoilt))] = copy.deepcopy(rng.choice(JUNK))


def _junk_entry(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Put something else in place of a move."""
    spoilt["moves"][rng.choice([*spoilt["moves"], "", "x"])] = copy.deepcopy(rng.choice(JUNK))


def _without_member(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> None:
    """Leave out a member."""
    del spoilt[rng.choice(list(spoilt))]


def _junk(spoilt: Certificate, rng: random.Random, _: Sequence[Certificate]) -> Any:
    """Be something else altogether, or have a member that is none."""
    return rng.choice([*JUNK, [spoilt], {**spoilt, "proof": True}])


MUTATIONS: tuple[Mutation, ...] = (
    *(_other_move, _other_root_move, _illegal_move, _missing, _many_missing, _surplus, _swapped),
    *(_distance, _winner, _played_on, _shown_already, _other_position, _text, _other_moves),
    *(_game, _settings),
    *(_junk_member, _junk_entry, _without_member, _junk),
)


def mutate(certificate: Certificate, rng: random.Random, others: Sequence[Certificate]) -> Any:
    """Return a certificate after one to three mutations; sometimes it is the same."""
    spoilt = copy.deepcopy(certificate)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        try:
            instead = rng.choice(MUTATIONS)(spoilt, rng, others)
        except (AttributeError, LookupError, NotWonError, TypeError, ValueError):
            continue  # what is spoilt already cannot be spoilt in every way
        if instead is not None:
            return instead
    return spoilt
