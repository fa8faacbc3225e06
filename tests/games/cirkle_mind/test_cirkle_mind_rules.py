"""The rules of CirKle Mind against the naive generator, on played and on stated positions."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import naive_cirkle_mind as naive
import pytest

from mentis_records.core.game import PositionError
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules import board, move
from mentis_records.games.cirkle_mind.rules.duel import MARKS
from mentis_records.games.cirkle_mind.rules.piece import FACES
from mentis_records.games.cirkle_mind.rules.setup import USUAL
from mentis_records.games.perft import count_leaves
from mentis_records.notation.syntax.ply_reader import read_ply

pytestmark = pytest.mark.one_build

GAME = find_game("cirkle_mind")
PLAYED, STATED = 500, 450
MAX_PLIES = 160

MIDDLE = "3mc4/2G?5/8/ysyo1kxBx3/1YxYo1bx3/3m?4/2Bo5/2gs1G?3/8/8/3Gc4 G c4,d6 -"

PERFT = {1: 16, 2: 256, 3: 5_384}
"""Sequences of turns from the usual set-ups, counted by the naive generator at both levels."""

CODED = "".join("YGBM"[at % 4] + "tsxo"[at // 3 % 4] for at in range(64))
"""A layout other than the default."""


def parse(text: str, **settings: str) -> Any:
    return GAME.parse_position(text, settings)


def random_setup(chooser: random.Random, unknown: float) -> str:
    """Return a set-up; so large a part of its faces are not known."""
    cells = [face if chooser.random() >= unknown else "??" for face in naive.FACES] + [".."] * 8
    chooser.shuffle(cells)
    return "/".join("".join(cells[at : at + 8]) for at in range(0, 32, 8))


def random_settings(chooser: random.Random, number: int) -> dict[str, str]:
    level = ("easy", "medium", "super")[number % 3]
    return {
        "Level": level,
        **({"Shield": chooser.choice(("on", "off"))} if level == "super" else {}),
        "FirstPlayer": "GM"[number // 2 % 2],
        **({"Layout": CODED} if number % 5 == 0 else {}),
        "GreenSetup": random_setup(chooser, (0, 0.3, 1)[number // 3 % 3]),
        "MauveSetup": random_setup(chooser, (0, 0.3)[number // 4 % 2]),
    }


def shielded(settings: dict[str, str]) -> bool:
    return settings.get("Level", "easy") != "easy" and settings.get("Shield") != "off"


def layout(settings: dict[str, str]) -> dict[str, str] | None:
    return naive.coded_layout(CODED) if "Layout" in settings else None


def random_games(games: int, seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Yield the positions of random games: ours, the naive one's state, and the legal turns.

    Attacks come often, and sides go forward, so that games get somewhere.
    """
    chooser = random.Random(seed)
    for number in range(games):
        settings = random_settings(chooser, number)
        position = GAME.start_position(settings)
        state = naive.start(
            settings["GreenSetup"],
            settings["MauveSetup"],
            settings["FirstPlayer"],
            shielded(settings),
            layout(settings),
        )
        for _ in range(MAX_PLIES):
            moves = GAME.legal_moves(position)
            yield position, state, moves
            if not moves:
                break
            attacks = [each for each in moves if each.kind == "attack"]
            forward = 8 if position.side == 0 else -8
            ahead = [each for each in moves if each.target - each.origin == forward]
            turn = chooser.choice(
                chooser.choice((attacks or ahead or moves, ahead or moves, moves))
            )
            text = turn.notation
            if turn.kind == "attack" and ":" not in text and chooser.random() < 0.5:
                text = claimed(chooser, position, state, turn) or text
            ply = read_ply(text, GAME.description)
            verdict = GAME.resolve(position, ply)
            assert verdict.is_legal
            position, state = GAME.play(position, verdict.move), naive.play(state, text)


def claimed(chooser: random.Random, position: Any, state: Any, turn: Any) -> str:
    """Return an attack with faces that may be, if some tries find any."""
    for _ in range(20):
        text = with_faces(chooser, state, turn.notation)
        if naive.is_claim_legal(state, text):
            return text
    return ""


def with_faces(chooser: random.Random, state: Any, notation: str) -> str:
    """Return an attack without faces with some, those that are known where they are."""
    words, mark = notation[:-1], notation[-1]
    origin, target = notation.split("-")[0], words.split("x")[-1]
    faces = [
        state["board"][square]["face"] or chooser.choice(naive.FACES) for square in (origin, target)
    ]
    return f"{words}:{''.join(faces)}{mark}"


@cache
def played_positions() -> tuple[tuple[Any, Any, list[Any]], ...]:
    every = list(random_games(36, seed=11))
    return tuple(random.Random(3).sample(every, PLAYED))


@cache
def stated_positions() -> tuple[tuple[Any, Any, list[Any]], ...]:
    """Return sound positions of pieces thrown about, with their legal turns."""
    chooser, found = random.Random(5), []
    while len(found) < STATED:
        text = random_text(chooser)
        level = chooser.choice(("easy", "medium"))
        try:
            position = parse(text, Level=level)
        except PositionError:
            continue
        state = naive.read(text, shield=level == "medium")
        found.append((position, state, GAME.legal_moves(position)))
    return tuple(found)


def random_text(chooser: random.Random) -> str:
    """Return a position string, often sound: pieces close to each other."""
    state = naive.start()
    rows = chooser.sample(range(1, 12), chooser.randint(1, 5))
    squares = [square for square in naive.SQUARES if int(square[1:]) in rows]
    board = {}
    for side in "GM":
        for face in chooser.sample(naive.FACES, chooser.randint(1, 16)):
            shown = None if chooser.random() < 0.15 else face
            known = chooser.random() < 0.3
            board[chooser.choice(squares)] = {"side": side, "face": shown, "known": known}
    state["turn"] = chooser.choice("GM")
    if chooser.random() < 0.1:
        wall_in(chooser, board, state["turn"])
    state["board"] = board
    state["winner"] = chooser.choice([None] * 8 + ["G", "M"])
    state["passes"] = int(chooser.random() < 0.1 and state["winner"] is None)
    return naive.write(state)


def wall_in(chooser: random.Random, board: dict[str, Any], side: str) -> None:
    """Leave a side one piece, in a corner without a way out."""
    for square in [square for square, piece in board.items() if piece["side"] == side]:
        del board[square]
    corner = chooser.choice(("a1", "h1", "a11", "h11"))
    ways = ("forward", "backward", "left", "right")
    near = [square for way in ways if (square := naive.beside(corner, "G", way))]
    board[corner] = {"side": side, "face": chooser.choice(naive.FACES), "known": True}
    for square in near:
        board[square] = {"side": naive.OTHER[side], "face": None, "known": False}


def compare(position: Any, state: Any, moves: list[Any]) -> None:
    """Compare legal turns, what comes of some and how the game ends with the naive rules."""
    assert naive.write(state) == GAME.format_position(position)
    assert [turn.notation for turn in moves] == sorted(naive.turns(state))
    end = naive.outcome(state)
    outcome = GAME.outcome(position)
    assert (outcome is None) == (end is None)
    if outcome is not None:
        winner, termination = end
        result = {"G": "1-0", "M": "0-1", None: "1/2-1/2"}[winner]
        assert (outcome.result, outcome.termination) == (result, termination)
    for turn in random.Random(position.key).sample(moves, min(12, len(moves))):
        after = GAME.play(position, turn)
        assert GAME.format_position(after) == naive.write(naive.play(state, turn.notation))


def test_played_positions_agree() -> None:
    for position, state, moves in played_positions():
        compare(position, state, moves)


def test_stated_positions_agree() -> None:
    for position, state, moves in stated_positions():
        compare(position, state, moves)


def test_positions_are_of_all_kinds() -> None:
    listed = [*played_positions(), *stated_positions()]
    assert len(listed) == PLAYED + STATED
    moves = [turn for _, _, moves in listed for turn in moves]
    assert {turn.kind for turn in moves} == {*GAME.description.kinds}
    assert {turn.mark for turn in moves} == {"", *MARKS}
    assert {bool(turn.faces[0]) for turn in moves if turn.kind == "attack"} == {False, True}
    assert {position.winner for position, _, _ in listed} == {-1, 0, 1}
    assert {position.passes for position, _, _ in listed} >= {0, 1}
    assert {position.claimed for position, _, _ in listed} == {-1, 0, 1}
    assert {position.terms.level for position, _, _ in listed} == {"easy", "medium", "super"}


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("depth", PERFT)
def test_perft(level: str, depth: int) -> None:
    settings = {"Level": level, "GreenSetup": USUAL[0], "MauveSetup": USUAL[1]}
    assert count_leaves(GAME, GAME.start_position(settings), depth) == PERFT[depth]


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_perft_by_the_naive_generator(level: str) -> None:
    shield = level == "medium"
    assert naive.perft(naive.start(shield=shield), 2) == PERFT[2]
    for depth in (1, 2, 3):
        position, state = parse(MIDDLE, Level=level), naive.read(MIDDLE, shield=shield)
        assert count_leaves(GAME, position, depth) == naive.perft(state, depth)


def every_turn() -> Iterator[str]:
    """Yield every turn that shows no face, and steps that none can make."""
    yield "--"
    for here in naive.SQUARES:
        for way in ("forward", "backward", "left", "right"):
            there = naive.beside(here, "G", way)
            if there is None:
                continue
            yield f"{here}-{there}"
            for aim in ("forward", "backward", "left", "right"):
                target = naive.beside(there, "G", aim)
                if target is not None:
                    yield from (f"{here}-{there}x{target}{mark}" for mark in MARKS)
        yield f"{here}-{here}"
        yield f"{here}-{'a1' if here != 'a1' else 'h11'}"


def test_listed_exactly_if_resolved_as_legal() -> None:
    """Faces may be left out: they are then those that are known."""
    syntaxes = {text: read_ply(text, GAME.description) for text in every_turn()}
    assert None not in syntaxes.values()
    for position, _, moves in [*played_positions()[:40], *stated_positions()[:40]]:
        if GAME.outcome(position) is not None:
            continue
        verdicts = {text: GAME.resolve(position, ply) for text, ply in syntaxes.items()}
        legal = {text: verdict.move for text, verdict in verdicts.items() if verdict.is_legal}
        assert {re.sub(":....", "", turn.notation): turn for turn in moves} == legal
        for turn in moves:
            verdict = GAME.resolve(position, read_ply(turn.notation, GAME.description))
            assert (verdict.move, verdict.findings) == (turn, ())


def test_claims_are_legal_where_the_page_says() -> None:
    chooser, found = random.Random(23), {False: 0, True: 0}
    for position, state, moves in [*played_positions(), *stated_positions()]:
        attacks = [turn for turn in moves if turn.kind == "attack" and ":" not in turn.notation]
        for turn in chooser.sample(attacks, min(6, len(attacks))):
            text = with_faces(chooser, state, turn.notation)
            verdict = GAME.resolve(position, read_ply(text, GAME.description))
            is_legal = naive.is_claim_legal(state, text)
            assert verdict.is_legal == is_legal, (GAME.format_position(position), text)
            found[is_legal] += 1
            if is_legal:
                assert verdict.move.notation == text
                after = GAME.format_position(GAME.play(position, verdict.move))
                assert after == naive.write(naive.play(state, text))
                assert GAME.format_position(parse(after)) == after
    assert min(found.values()) > 200


def test_faces_decide_no_legality() -> None:
    """A position with its faces hidden has the same steps and attacks, apart from outcomes."""
    for position, _, moves in stated_positions()[:300]:
        if GAME.outcome(position) is not None:
            continue
        hidden = re.sub("[YGBMK][tsxoc]", "G?", GAME.format_position(position).split()[0])
        hidden = re.sub("[ygbmk][tsxoc]", "m?", hidden)
        text = " ".join([hidden, *GAME.format_position(position).split()[1:]])
        bare = {re.sub("(:....)?[+=<]", "", turn.notation) for turn in moves}
        blind = {re.sub("[+=<]", "", turn.notation) for turn in GAME.legal_moves(parse(text))}
        assert blind == bare


def test_what_follows_an_illegal_turn_can_be_stated() -> None:
    chooser = random.Random(17)
    syntaxes = [read_ply(text, GAME.description) for text in every_turn()]
    followed = 0
    for position, state, moves in stated_positions()[:400]:
        if GAME.outcome(position) is not None:
            continue
        attacks = [turn.notation for turn in moves if turn.kind == "attack"]
        texts = [re.sub(":....", "", text)[:-1] + chooser.choice(MARKS) for text in attacks]
        texts += [with_faces(chooser, state, text) for text in texts]
        plies = [read_ply(text, GAME.description) for text in texts]
        for ply in [*plies, *chooser.sample(syntaxes, 100)]:
            verdict = GAME.resolve(position, ply)
            if verdict.move is not None:
                after = GAME.play(position, verdict.move)
                text = GAME.format_position(after)
                assert GAME.format_position(parse(text)) == text
                assert GAME.decode_move(verdict.move.code) == verdict.move
                followed += not verdict.is_legal
    assert followed > 200


def test_what_follows_from_pieces_is_kept_up_to_date() -> None:
    for position, _, _ in played_positions():
        terms = position.terms
        settings = {"FirstPlayer": "GM"[terms.first_player], "Level": terms.level}
        settings |= {"Layout": terms.layout}
        if terms.level == "super":
            settings["Shield"] = "on" if terms.has_shields else "off"
        fresh = parse(GAME.format_position(position), **settings)
        fields = ("move_number", "passes", "claimed", "used")
        kept = fresh._replace(**{name: getattr(position, name) for name in fields})
        assert kept == position
        for side in (0, 1):
            assert fresh.used[side] & ~position.used[side] == 0


def test_keys_are_equal_where_positions_are() -> None:
    keys: dict[int, str] = {}
    texts: set[str] = set()
    for position, _, _ in [*random_games(20, seed=12), *stated_positions()]:
        text = GAME.format_position(position)
        assert keys.setdefault(position.key, text) == text
        assert 0 <= position.key < 1 << 63
        assert position.key & 7 == 0
        assert position.canonical_key == position.key
        texts.add(text)
    assert len(keys) == len(texts)


@pytest.mark.parametrize(
    "other",
    [
        "7mc/8/8/8/3bo4/2m?5/3Yt4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3G?4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3yx4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/2Yx5/8/8/8/Gc7 G c5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 M d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -p",
    ],
)
def test_all_that_a_position_says_is_in_the_key(other: str) -> None:
    assert parse("7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -").key != parse(other).key


def test_a_winner_is_in_the_key() -> None:
    text = "3m?4/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -"
    assert parse(text).key != parse(f"{text[:-1]}G").key


def test_level_and_layout_are_not_in_the_key() -> None:
    settings = {"Level": "medium", "Layout": CODED}
    assert parse(MIDDLE).key == parse(MIDDLE, **settings).key


def test_codes_are_those_of_turns() -> None:
    codes = set()
    for text in every_turn():
        ply = re.fullmatch(r"--|(\w+)-(\w+?)(?:x(\w+)([+=<]))?", text)
        assert ply is not None
        if text == "--":
            codes.add(move.PASSED.code)
            continue
        here, there = board.INDEX[ply[1]], board.INDEX[ply[2]]
        if (here, there) in move.BY_SQUARES and not ply[3]:
            codes.add(move.BY_SQUARES[here, there].code)
        elif ply[3] and ply[3] != ply[1]:
            turn = move.attack(here, there, board.INDEX[ply[3]], ply[4])
            assert turn.notation == text
            codes.add(turn.code)
    for code in codes:
        assert GAME.decode_move(code).code == code
        assert 0 <= code < 1 << 60
    for code in [*range(-10, 1 << 15), 1 << 25, 1 << 59]:
        if code not in codes:
            with pytest.raises(ValueError, match="no move"):
                GAME.decode_move(code)


def test_codes_with_faces() -> None:
    """Those that no duel can have are no moves: an attack on a target never fails in Easy."""
    here, there, at = (board.INDEX[name] for name in ("d5", "d6", "d7"))
    bare = move.attack(here, there, at, "+").code
    for own in range(32):
        for other in range(32):
            for place, mark in enumerate(MARKS):
                code = bare | place << 13 | own << 15 | other << 20
                is_faced = 0 < own <= len(FACES) and 0 < other <= len(FACES)
                levels = range(3)
                ends = (
                    {
                        naive.medium(FACES[own - 1], FACES[other - 1], la, ld)
                        for la in levels
                        for ld in levels
                        if can_be(FACES[own - 1], la) and can_be(FACES[other - 1], ld)
                    }
                    if is_faced
                    else {*MARKS}
                    if own == other == 0
                    else set()
                )
                if mark in ends:
                    assert GAME.decode_move(code).code == code
                else:
                    with pytest.raises(ValueError, match="no move"):
                        GAME.decode_move(code)


def can_be(face: str, level: int) -> bool:
    """Tell whether a piece can have a level on some square."""
    squares = [colour + shape for colour in "YGBM" for shape in "tsxo"]
    return level in {0, *(naive.level(face, "a1", {"a1": square}) for square in squares)}
