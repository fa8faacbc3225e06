"""The kernel of Mentis against the game's own functions, ply by ply, on whatever is written."""

import hashlib
import random
import re
from array import array
from typing import Any

import naive
import pytest
from case_kit import cases_of
from rederived import differences

from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.fast.kernel import IS_COMPILED, MAX_PERFT_DEPTH, Kernel
from mentis_records.fast.mix import mix
from mentis_records.games import GAMES
from mentis_records.games.mentis.rules import square, stack, tile
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES, legal_codes
from mentis_records.games.mentis.rules.position import BLUE, Position
from mentis_records.games.mentis.rules.state import HANDS
from mentis_records.notation.bulk import make_kernel

TABLES = cases_of(__file__)

GAME = GAMES[0]
WOLF = {"Variant": "Wolf"}
TERMINALS = ("STRING", "CAPTURE", "DASH", "DEPLOYMENT", "MARK", "NUMBER", "SQUARE")
KINDS = {"SQUARE": "move", "DEPLOYMENT": "deploy", "CAPTURE": "capture"}

TOKEN = re.compile(
    r"[ \t]*(?:(?P<DEPLOYMENT>[STNWstnw]{1,3}[a-g][1-7])|(?P<CAPTURE>[a-g][1-7][x×][a-g][1-7])"
    r"|(?P<SQUARE>[a-g][1-7])|(?P<MARK>#(?:[ \t]*#)?)|(?P<DASH>[-‐-―−]))"
)
PLY = re.compile(
    r"[STNWstnw]{1,3}[a-g][1-7]|[a-g][1-7][x×][a-g][1-7]"
    r"|[a-g][1-7][ \t]*(#([ \t]*#)?)?([ \t]*[-‐-―−][ \t]*[a-g][1-7][ \t]*(#([ \t]*#)?)?)+"
)


def tokenize(ply: str) -> list[Token]:
    assert PLY.fullmatch(ply), ply
    found: list[Token] = []
    at = 0
    while at < len(ply) and (match := TOKEN.match(ply, at)):
        name = str(match.lastgroup)
        found.append(Token(name, match[name], match.start(name), match.end(name)))
        at = match.end()
    return found


def play(kernel: Kernel, ply: str, before: str = "1. ") -> int:
    """Play a ply that stands behind other tokens in a text."""
    tokens = array("i", [TERMINALS.index("NUMBER"), 0, len(before)])
    for token in tokenize(ply):
        begin = len((before + ply[: token.start]).encode())
        end = begin + len(token.text.encode())
        tokens.extend((TERMINALS.index(token.type), begin, end))
    return kernel.play_bytes((before + ply).encode(), tokens, 1, len(tokens) // 3 - 1)


def kernel_at(position: Any, terminals: tuple[str, ...] = TERMINALS) -> Kernel:
    kernel = make_kernel(GAME, terminals)
    kernel.reserve(1)
    kernel.fill(0, position)
    kernel.restore_slot(0)
    return kernel


def facts(kernel: Kernel) -> tuple[int, ...]:
    return (kernel.key, kernel.side, kernel.move_number, kernel.show_outcome())


def expected_facts(position: Any) -> tuple[int, ...]:
    outcome = GAME.outcome(position)
    code = 0 if outcome is None else {"1-0": 1, "0-1": 2}[outcome.result]
    return position.key, position.side, position.move_number, code


def is_flawless(position: Any, ply: str) -> bool:
    """Return True if the ply may be played, with no remark to be made."""
    tokens = tuple(tokenize(ply))
    verdict = GAME.resolve(position, PlySyntax(KINDS[tokens[0].type], tokens))
    return verdict.move is not None and not verdict.findings and GAME.outcome(position) is None


def damaged(source: random.Random, ply: str) -> str:
    """Return a ply that is nearly this one, by the grammar."""
    for _ in range(20):
        at = source.randrange(len(ply))
        pool = next(
            (
                pool
                for pool in ("abcdefg", "1234567", "STNWstnw", "x×", "-–−", "#")
                if ply[at] in pool
            ),
            "",
        )
        changes = [ply[:at] + source.choice(pool) + ply[at + 1 :], ply[:at] + "#" + ply[at:]]
        changes += [ply[:at] + " " + ply[at:], ply + "#", f"{ply}-{source.choice(SQUARES)}"]
        change = source.choice(changes)
        if PLY.fullmatch(change):
            return change
    return ply


SQUARES = [column + row for column in "abcdefg" for row in "1234567"]


def random_ply(source: random.Random) -> str:
    kind = source.random()
    square = source.choice(SQUARES)
    if kind < 0.2:
        return "".join(source.choices("STNW", k=source.randint(1, 3))) + square
    if kind < 0.4:
        return f"{square}x{source.choice(SQUARES)}"
    steps = source.choice((1, 2, 3, 4, 9))
    return "-".join(
        source.choice(SQUARES) + "#" * source.choice((0, 0, 1, 2)) for _ in range(steps + 1)
    )


@pytest.mark.parametrize(
    ("options", "seed"), [pytest.param({}, 1, id="base"), pytest.param(WOLF, 2, id="wolf")]
)
def test_plays_what_the_game_plays(options: dict[str, str], seed: int) -> None:
    source = random.Random(seed)
    played = refused = 0
    for _ in range(12):
        position = GAME.start_position(options)
        kernel = kernel_at(position)
        for _ in range(60):
            moves = GAME.legal_moves(position)
            written = [source.choice(moves).notation for _ in range(3)] if moves else []
            for ply in [random_ply(source), *(damaged(source, ply) for ply in written)]:
                if not is_flawless(position, ply):
                    assert play(kernel, ply) == -1, ply
                    assert facts(kernel) == expected_facts(position), ply
                    refused += 1
            if not moves:
                break
            kind = source.choice(sorted({move.kind for move in moves}))
            move = source.choice([move for move in moves if move.kind == kind])
            assert is_flawless(position, move.notation)
            assert play(kernel, move.notation) == move.code
            position = GAME.play(position, move)
            assert facts(kernel) == expected_facts(position), move.notation
            assert differences(position) == []
            played += 1
    assert played > 300
    assert refused > 300


@pytest.mark.parametrize("options", [pytest.param({}, id="base"), pytest.param(WOLF, id="wolf")])
def test_every_legal_move(options: dict[str, str]) -> None:
    source = random.Random(3)
    position = GAME.start_position(options)
    for _ in range(50):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        kernel = kernel_at(position)
        assert kernel.perft(1) == len(moves) <= MAX_MOVES
        for move in moves:
            assert play(kernel, move.notation) == move.code
            assert facts(kernel) == expected_facts(GAME.play(position, move)), move.notation
            kernel.restore_slot(0)
        kind = source.choice(sorted({move.kind for move in moves}))
        position = GAME.play(position, source.choice([m for m in moves if m.kind == kind]))


NOBLES = "3k3/7/7/2(STN)1(TSN)2/7/3N3/3K3 b S1T1/- 4"
"""Stacks with more ways to go than elsewhere."""

CROWD = "3k3/3n3/1s1(ST)1t1/2n(STN)s2/1t1(TN)1s1/3N3/3K3 r -/t1 9"


@pytest.mark.parametrize(
    ("position", "ply", "is_played"),
    [
        *((NOBLES, *row) for row in TABLES["nobles"]),
        *((CROWD, *row) for row in TABLES["crowd"]),
        pytest.param(NOBLES, "c4" + "-c5-c4" * 40, False, id="eighty-steps"),
        pytest.param(NOBLES, "c4#" + "-c5#-c4#" * 40 + "-c5", False, id="eighty-marks"),
    ],
)
def test_what_is_played(position: str, ply: str, is_played: bool) -> None:
    before = GAME.parse_position(position, {})
    kernel = kernel_at(before)
    assert is_flawless(before, ply) == is_played
    assert (play(kernel, ply) >= 0) == is_played
    if not is_played:
        assert facts(kernel) == expected_facts(before)


def test_other_terminals_are_refused() -> None:
    position = GAME.start_position({})
    tokens = array("i", [TERMINALS.index("NUMBER"), 0, 4, 99, 0, 4])
    for kernel in (kernel_at(position), kernel_at(position, ())):
        for at in (0, 1):
            assert kernel.play_bytes(b"STd2", tokens, at, at) == -1
        assert facts(kernel) == expected_facts(position)


@pytest.mark.parametrize(
    "kinds",
    [
        ("SQUARE",),
        ("SQUARE", "DASH"),
        ("SQUARE", "MARK"),
        ("SQUARE", "DASH", "MARK"),
        ("SQUARE", "SQUARE"),
        ("SQUARE", "MARK", "MARK", "DASH", "SQUARE"),
        ("SQUARE", "DASH", "DASH", "SQUARE"),
        ("SQUARE", "DASH", "NUMBER"),
    ],
)
def test_tokens_that_make_no_ply_are_refused(kinds: tuple[str, ...]) -> None:
    position = GAME.parse_position(NOBLES, {})
    kernel = kernel_at(position)
    texts = {"SQUARE": "c4", "DASH": "-", "MARK": "#", "NUMBER": "1."}
    text, tokens = "", array("i")
    for kind in kinds:
        tokens.extend((TERMINALS.index(kind), len(text), len(text + texts[kind])))
        text += texts[kind]
    assert kernel.play_bytes(text.encode(), tokens, 0, len(kinds) - 1) == -1
    assert facts(kernel) == expected_facts(position)


def test_nothing_is_played_after_a_kings_capture() -> None:
    position = GAME.parse_position("3k3/3N3/7/7/7/7/3K3 b S3/s3 7", {})
    kernel = kernel_at(position)
    assert kernel.show_outcome() == 0
    kernel.reserve(2)
    assert play(kernel, "d6xd7") >= 0
    assert kernel.show_outcome() == 1
    assert kernel.perft(1) == kernel.perft(3) == 0
    kernel.save_slot(1)
    for ply in ("Sb7", "d6-d5", "Sb1"):
        assert play(kernel, ply) == -1
    kernel.restore_slot(0)
    assert kernel.show_outcome() == 0
    kernel.restore_slot(1)
    assert kernel.show_outcome() == 1
    assert play(kernel, "Sb7") == -1


def test_red_wins() -> None:
    kernel = kernel_at(GAME.parse_position("3k3/7/7/7/7/3n3/3K3 r S3/s3 7", {}))
    assert play(kernel, "d2xd1") >= 0
    assert facts(kernel)[1:] == (0, 8, 2)


def test_slots_keep_positions() -> None:
    kernel = kernel_at(GAME.start_position({}))
    assert kernel.slots == 1
    kernel.reserve(3)
    kernel.reserve(2)
    assert kernel.slots == 3
    start = facts(kernel)
    assert play(kernel, "TSNd2") >= 0
    kernel.save_slot(2)
    second = facts(kernel)
    assert play(kernel, "TSNd6") >= 0
    kernel.reserve(50)
    kernel.fill(49, GAME.start_position(WOLF))
    kernel.restore_slot(0)
    assert facts(kernel) == start
    kernel.restore_slot(2)
    assert facts(kernel) == second
    assert play(kernel, "Wd6") == -1
    assert play(kernel, "TSNd6") >= 0
    kernel.restore_slot(49)
    assert facts(kernel) == expected_facts(GAME.start_position(WOLF))
    assert play(kernel, "Wd2") >= 0


@pytest.mark.parametrize("slot", [-1, 1, 1000])
def test_there_is_no_such_slot(slot: int) -> None:
    position = GAME.start_position({})
    kernel = kernel_at(position)
    for act in (kernel.save_slot, kernel.restore_slot):
        with pytest.raises(IndexError, match=str(slot)):
            act(slot)
    with pytest.raises(IndexError, match=str(slot)):
        kernel.fill(slot, position)
    assert facts(kernel) == expected_facts(position)


@pytest.mark.parametrize("text", [NOBLES, CROWD])
def test_perft(text: str) -> None:
    position = GAME.parse_position(text, {})
    kernel = kernel_at(position)
    assert kernel.perft(0) == 1
    assert kernel.perft(2) == naive.perft(naive.parse(text), 2)
    moves = [GAME.play(position, move) for move in GAME.legal_moves(position)[::40]]
    assert kernel_at(moves[0]).perft(2) == sum(
        kernel_at(GAME.play(moves[0], move)).perft(1) for move in GAME.legal_moves(moves[0])
    )
    assert facts(kernel) == expected_facts(position)


@pytest.mark.parametrize("depth", [-1, MAX_PERFT_DEPTH + 1])
def test_perft_has_its_limits(depth: int) -> None:
    with pytest.raises(ValueError, match=str(depth)):
        kernel_at(GAME.start_position({})).perft(depth)


@pytest.mark.skipif(not IS_COMPILED, reason="takes long in plain Python")
def test_perft_three_from_the_start() -> None:
    assert kernel_at(GAME.start_position({})).perft(3) == 8_393_973


def test_perft_of_a_game_that_is_over_at_any_depth() -> None:
    position = GAME.parse_position("7/7/7/7/7/7/3K3 r -/- 1", {})
    assert kernel_at(position).perft(MAX_PERFT_DEPTH) == 0


def test_key_numbers_are_splitmix64() -> None:
    # The first output of SplitMix64 for the seed 0 (Vigna's splitmix64.c), cut to 63 bits.
    assert mix(0) == 0xE220A8397B1DCDAF & (1 << 63) - 1


def test_signature() -> None:
    """Keys and codes stay what databases hold; compiled and plain kernels agree on them."""
    source = random.Random(4)
    digest = hashlib.sha256()
    for game in range(20):
        position = GAME.start_position(WOLF if game % 2 else {})
        kernel = kernel_at(position)
        for _ in range(60):
            moves = GAME.legal_moves(position)
            if not moves:
                break
            kind = source.choice(sorted({move.kind for move in moves}))
            move = source.choice([move for move in moves if move.kind == kind])
            code = play(kernel, move.notation)
            position = GAME.play(position, move)
            digest.update(f"{code} {kernel.key}\n".encode())
    assert digest.hexdigest()[:16] == "3b36c71528b6a9db"


def test_more_tiles_than_there_are_have_room_for_their_moves() -> None:
    """As a damaged game may lead to: Nobles on every square but the hills."""
    cells = list(GAME.start_position({}).cells)
    for place in range(square.COUNT):
        if not square.ON_HILL[place]:
            cells[place] = stack.pack((tile.NOBLES,), BLUE)
    crowded = Position.of(tuple(cells), (0, 0), BLUE, 1)
    codes = legal_codes(crowded)
    assert len(codes) == len(set(codes)) > MAX_MOVES
    kernel = kernel_at(crowded)
    assert sorted(kernel.legal_codes()) == sorted(codes)


def test_what_no_board_can_follow_stays_within_the_tables() -> None:
    """As damaged games have it: deployments from an empty hand, and more dropped than stands."""
    start = position = GAME.start_position({})
    deployment = next(move for move in GAME.legal_moves(start) if move.notation.startswith("TSN"))
    for move in (deployment, GAME.legal_moves(GAME.play(start, deployment))[0]):
        position = GAME.play(position, move)
    dropping = [move.code for move in GAME.legal_moves(position) if "##" in move.notation]
    assert dropping
    kernel = kernel_at(start)
    for codes in ([deployment.code] * 50_000, dropping * 100, [*dropping, deployment.code] * 1_000):
        state = kernel.position_after(0, array("q", codes)).state()
        assert all(0 <= hand < 1 << tile.HAND_BITS for hand in state[HANDS : HANDS + 2])
        assert all(0 <= cell < 2 * stack.RED_BIT for cell in state[: square.COUNT])
