"""The rules of Mentis against tables made by hand and against the naive generator."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import naive
import pytest
from case_kit import cases_of
from rederived import differences

from mentis_records.core.game import PositionError
from mentis_records.games import GAMES
from mentis_records.games.perft import count_leaves
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader

TABLES = cases_of(__file__)

GAME = GAMES[0]
READER = Reader(GAMES)
HERE = Path(__file__).parent
WOLF = {"Variant": "Wolf"}
D2_LIMIT = 60_000
NAIVE_D2_LIMIT = 400


@dataclass(frozen=True)
class PerftRow:
    position: str
    counts: dict[int, int]
    remark: str


def read_perft_rows() -> list[Any]:
    rows: list[Any] = []
    for path in sorted((HERE / "perft").glob("*.perft")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            position, *fields = (part.strip() for part in line.split(";"))
            counts = {
                int(field.split()[0][1:]): int(field.split()[1])
                for field in fields
                if re.fullmatch(r"D\d \d+", field)
            }
            rows.append(
                pytest.param(PerftRow(position, counts, fields[-1]), id=f"{path.stem}:{number}")
            )
    return rows


ROWS = read_perft_rows()


def parse(text: str) -> Any:
    return GAME.parse_position(text, {})


def notations(position: Any) -> list[str]:
    return [move.notation for move in GAME.legal_moves(position)]


def read_one(text: str) -> Reading:
    (reading,) = READER.read_text("test", text)
    return reading


def read_ply(position: str, ply: str) -> Reading:
    number, side = position.split()[3], position.split()[1]
    dots = "." if side == "b" else "..."
    return read_one(f'[Position "{position}"]\n\n{number}{dots} {ply} *\n')


def error_codes(reading: Reading) -> list[str]:
    return [found.code.id for found in reading.diagnostics if found.is_error]


# Perft


def test_there_are_enough_perft_rows() -> None:
    assert len(ROWS) >= 30


@pytest.mark.parametrize("row", ROWS)
def test_perft(row: PerftRow) -> None:
    position = parse(row.position)
    assert count_leaves(GAME, position, 0) == 1
    assert count_leaves(GAME, position, 1) == row.counts[1]
    if row.counts[2] <= D2_LIMIT:
        assert count_leaves(GAME, position, 2) == row.counts[2]

    assert GAME.format_position(position) == row.position
    check_naive(row)


def check_naive(row: PerftRow) -> None:
    """Check that the naive generator counts the same turns."""
    position = naive.parse(row.position)
    expected = naive.legal_moves(position)
    assert len(expected) == row.counts[1]
    assert notations(parse(row.position)) == expected
    if row.counts[2] <= NAIVE_D2_LIMIT:
        assert naive.perft(position, 2) == row.counts[2]


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        pytest.param({}, [1, 197, 38_809], id="base"),
        pytest.param({"Variant": "Standard"}, [1, 197, 38_809], id="standard"),
        pytest.param(WOLF, [1, 202, 40_804], id="wolf"),
    ],
)
def test_start(options: dict[str, str], counts: list[int]) -> None:
    position = GAME.start_position(options)
    assert [count_leaves(GAME, position, depth) for depth in range(3)] == counts


def test_unknown_variant() -> None:
    with pytest.raises(ValueError, match="wolf"):
        GAME.start_position({"Variant": "wolf"})


# Random play


def random_positions(seed: int, games: int, plies: int, options: dict[str, str]) -> list[Any]:
    """Return positions of random games that rather move than deploy, and rarely take a King."""
    source = random.Random(seed)
    found: list[Any] = []
    for _ in range(games):
        position = GAME.start_position(options)
        for _ in range(plies):
            moves = GAME.legal_moves(position)
            if not moves:
                break
            kind = source.choice(sorted({move.kind for move in moves}))
            move = source.choice([move for move in moves if move.kind == kind])
            after = GAME.play(position, move)
            if GAME.outcome(after) is not None and source.random() < 0.8:
                break
            position = after
            found.append(position)
    return found


BASE_POSITIONS = random_positions(1, 12, 60, {})
WOLF_POSITIONS = random_positions(2, 12, 60, WOLF)
SAMPLE = random.Random(3).sample(BASE_POSITIONS, 160) + random.Random(4).sample(WOLF_POSITIONS, 160)
"""Some 300 positions with whatever random play brings: captures, full stacks, taken Kings."""


def test_random_play_agrees_with_naive() -> None:
    for position in SAMPLE:
        text = GAME.format_position(position)
        assert notations(position) == naive.legal_moves(naive.parse(text)), text


def test_random_play_leads_where_naive_leads() -> None:
    source = random.Random(5)
    for position in SAMPLE:
        moves = GAME.legal_moves(position)
        before = naive.parse(GAME.format_position(position))
        for move in source.sample(moves, min(6, len(moves))):
            after = GAME.format_position(GAME.play(position, move))
            assert after == naive.format_position(naive.play(before, move.notation)), move.notation


def test_position_strings_round_trip() -> None:
    for position in BASE_POSITIONS + WOLF_POSITIONS:
        text = GAME.format_position(position)
        assert parse(text) == position
        assert GAME.format_position(parse(text)) == text


def test_redundant_fields() -> None:
    for position in BASE_POSITIONS + WOLF_POSITIONS:
        assert differences(position) == []
        fresh = parse(GAME.format_position(position))
        assert fresh.key == position.key
        assert all(0 <= key < 1 << 63 for key in (position.key, position.canonical_key))


def mirror_text(text: str) -> str:
    """Return a position string mirrored, by its text alone."""
    board, rest = text.split(" ", 1)
    rows = [
        "".join(reversed(re.findall(r"\([A-Za-z]+\)|.", row_text))) for row_text in board.split("/")
    ]
    return f"{'/'.join(rows)} {rest}"


def mirror_notation(text: str) -> str:
    return re.sub(r"[a-g](?=[1-7])", lambda match: "gfedcba"["abcdefg".index(match[0])], text)


def test_mirror() -> None:
    (symmetry,) = GAME.description.symmetries
    for position in SAMPLE:
        text = GAME.format_position(position)
        mirrored = parse(mirror_text(text))
        assert mirrored.canonical_key == position.canonical_key
        assert (mirrored.key == position.key) == (mirror_text(text) == text)
        moves = GAME.legal_moves(position)
        expected = sorted(mirror_notation(move.notation) for move in moves)
        assert notations(mirrored) == expected
        for move in moves[::7]:
            there = symmetry.transform(move)
            assert there.notation == mirror_notation(move.notation)
            after = GAME.format_position(GAME.play(position, move))
            assert GAME.format_position(GAME.play(mirrored, there)) == mirror_text(after)


def test_keys_tell_positions_apart() -> None:
    keys: dict[int, str] = {}
    for position in BASE_POSITIONS + WOLF_POSITIONS:
        identity = GAME.format_position(position).rsplit(" ", 1)[0]
        assert keys.setdefault(position.key, identity) == identity


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        pytest.param("3 b -/- 1", "3 b -/- 77", True, id="number"),
        pytest.param("3 b -/- 1", "3 r -/- 1", False, id="side"),
        pytest.param("3 b S1/- 1", "3 b -/s1 1", False, id="hands"),
        pytest.param("3 b S1/- 1", "3 b T1/- 1", False, id="hand"),
    ],
)
def test_what_the_key_is_about(one: str, other: str, is_same: bool) -> None:
    first, second = (parse(f"3k3/7/7/7/7/7/3K{rest}") for rest in (one, other))
    assert (first.key == second.key) is is_same


def test_stack_order_is_part_of_the_key() -> None:
    one, other = (parse(f"3k3/7/7/3({tiles})3/7/7/3K3 b -/- 1") for tiles in ("ST", "TS"))
    assert one.key != other.key


def count_tiles(text: str) -> Counter[str]:
    board, _, hands, _ = text.split()
    tiles = Counter(letter for letter in board if letter.isalpha())
    for letter, count in re.findall(r"([A-Za-z])(\d)", hands):
        tiles[letter] += int(count)
    return tiles


def test_tiles_are_lost_by_capture_only() -> None:
    for position in SAMPLE:
        before = count_tiles(GAME.format_position(position))
        for move in GAME.legal_moves(position)[::5]:
            after = count_tiles(GAME.format_position(GAME.play(position, move)))
            lost = before - after
            assert after - before == Counter()
            assert sum(lost.values()) == (move.kind == "capture")
            assert all(letter.islower() == (position.side == 0) for letter in lost)


def test_move_codes_round_trip() -> None:
    for position in SAMPLE:
        moves = GAME.legal_moves(position)
        codes = [move.code for move in moves]
        assert len(set(codes)) == len(codes)
        assert all(0 <= code < 1 << 40 for code in codes)
        assert [GAME.decode_move(code) for code in codes] == moves


@pytest.mark.parametrize("code", [-1, 1, 3, 7, 1 << 40, 1 << 63, (1 << 62) + 5])
def test_no_move_has_this_code(code: int) -> None:
    with pytest.raises(ValueError, match="no move"):
        GAME.decode_move(code)


def test_random_codes_decode_or_fail_cleanly() -> None:
    source = random.Random(6)
    for _ in range(5000):
        code = source.getrandbits(source.choice((12, 20, 38, 64)))
        try:
            move = GAME.decode_move(code)
        except ValueError:
            continue
        assert move.code == code


# Legal exactly if listed


def random_ply(source: random.Random) -> str:
    def near(square: str) -> str:
        columns, rows = "abcdefg", "1234567"
        column, row = columns.index(square[0]), rows.index(square[1])
        step = source.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (0, 2)))
        return (
            columns[max(0, min(6, column + step[0]))] + rows[max(0, min(6, row + step[1]))]
            if source.random() < 0.97
            else square
        )

    square = source.choice("abcdefg") + source.choice("1234567")
    kind = source.random()
    if kind < 0.2:
        tiles = "".join(source.choice("STNW") for _ in range(source.randint(1, 3)))
        return tiles + source.choice(("b1", "c2", "d2", "e2", "f1", "d6", "c6", "b7", square))
    if kind < 0.4:
        column, row = square
        other = source.choice("abcdefg") + row if kind < 0.3 else column + source.choice("1234567")
        return f"{square}x{other}"
    path = square + source.choice(("", "", "#", "##"))
    for _ in range(source.choice((1, 1, 2, 2, 3, 3, 4))):
        square = near(square)
        path += f"-{square}" + source.choice(("", "", "", "#", "##"))
    return path


def own_square_ply(source: random.Random, position: Any) -> str:
    """Return a legal move, a damaged one, or a random ply: often nearly legal."""
    moves = GAME.legal_moves(position)
    if not moves or source.random() < 0.4:
        return random_ply(source)
    ply = source.choice(moves).notation
    if source.random() < 0.4:
        return ply
    at = source.randrange(len(ply))
    old = ply[at]
    pool = next((pool for pool in ("abcdefg", "1234567", "STNW") if old in pool), "")
    if pool:
        return ply[:at] + source.choice(pool) + ply[at + 1 :]
    return ply.replace("#", "##", 1) if "##" not in ply else ply.replace("##", "#", 1)


def test_legal_exactly_if_listed() -> None:
    source = random.Random(7)
    verdicts: Counter[bool] = Counter()
    for position in SAMPLE[::3]:
        text = GAME.format_position(position)
        listed = set(notations(position))
        for _ in range(12):
            ply = own_square_ply(source, position)
            reading = read_ply(text, ply)
            is_legal = not error_codes(reading)
            assert is_legal == (ply in listed), f"{ply} in {text}"
            assert reading.plies == is_legal, f"{ply} in {text}"
            verdicts[is_legal] += 1
    assert min(verdicts.values()) > 100, "the test tries too few legal or illegal plies"


def test_mirrored_plies_have_mirrored_verdicts() -> None:
    source = random.Random(8)
    for position in SAMPLE[::4]:
        text = GAME.format_position(position)
        for _ in range(8):
            ply = own_square_ply(source, position)
            here = error_codes(read_ply(text, ply))
            there = error_codes(read_ply(mirror_text(text), mirror_notation(ply)))
            assert here == there, f"{ply} in {text}"


def test_mirrored_games_replay_mirrored() -> None:
    data = Path(__file__).parents[3] / "data" / "rulebook.mgn"
    text = data.read_text(encoding="utf-8")
    mirrored = mirror_notation(text)
    for here, there in zip(
        READER.read_text("a", text), READER.read_text("b", mirrored), strict=True
    ):
        assert here.record is not None
        assert there.record is not None
        assert here.final_position is not None
        assert there.final_position == mirror_text(here.final_position)
        keys = [ply.canonical_key for ply in here.record.plies]
        assert [ply.canonical_key for ply in there.record.plies] == keys
        assert here.record.plies[0].key == there.record.plies[0].key  # both onto d2


# moves.txt


def read_move_rows() -> dict[str, list[tuple[str, bool]]]:
    """Return the plies of each position, and whether they are legal."""
    rows: dict[str, list[tuple[str, bool]]] = {}
    position = ""
    for line in (HERE / "moves.txt").read_text(encoding="utf-8").splitlines():
        name, _, rest = line.partition(": ")
        if name == "position":
            position = rest.strip()
        elif name in ("legal", "illegal"):
            plies = rows.setdefault(position, [])
            plies += [(ply, name == "legal") for ply in rest.split()]
    return rows


@pytest.mark.parametrize(("position", "plies"), read_move_rows().items())
def test_listed_moves(position: str, plies: list[tuple[str, bool]]) -> None:
    for ply, is_legal in plies:
        reading = read_ply(position, ply)
        errors = [found for found in reading.diagnostics if found.is_error]
        if is_legal:
            assert [found for found in errors if found.code.id != "N401"] == [], ply
            assert reading.plies == 1
        else:
            assert errors, ply
            assert reading.plies == 0
            assert errors[0].ply == 1
            assert errors[0].move == ply
            assert errors[0].position == position


# What illegal plies are called


@pytest.mark.parametrize(("position", "ply", "slug", "words"), TABLES["faults"])
def test_names_of_faults(position: str, ply: str, slug: str, words: list[str]) -> None:
    reading = read_ply(position, ply)
    (found,) = (found for found in reading.diagnostics if found.is_error)
    assert found.code.slug == slug
    missing = [word for word in words if not re.search(rf"\b{word}\b", found.message)]
    assert not missing, found.message


# Position strings: what is read, how it is written, and every reason for a refusal


START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"


def reasons_of(text: str, options: dict[str, str] | None = None) -> tuple[str, ...]:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(text, options or {})
    assert str(caught.value) == "; ".join(caught.value.reasons)
    return caught.value.reasons


@pytest.mark.parametrize("text", TABLES["fixpoints"])
def test_fixpoint(text: str) -> None:
    position = GAME.parse_position(text, {})
    assert GAME.format_position(position) == text
    assert differences(position) == []


def test_start_is_the_start() -> None:
    assert GAME.parse_position(START, {}) == GAME.start_position({})
    assert GAME.format_position(GAME.start_position({})) == START


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3k3/7/7/3(S)3/7/7/3K3 b -/- 1", "3k3/7/7/3S3/7/7/3K3 b -/- 1"),
        ("3k3/7/7/3(s)(W)2/7/7/3K3 b -/- 1", "3k3/7/7/3sW2/7/7/3K3 b -/- 1"),
        ("3(k)3/7/7/7/7/7/3(K)3 b -/- 1", "3k3/7/7/7/7/7/3K3 b -/- 1"),
    ],
)
def test_lone_tile_in_parentheses(text: str, canonical: str) -> None:
    assert GAME.format_position(GAME.parse_position(text, {})) == canonical


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("7/7/7/3S3/7/7/3K3 r S1/s1 1", 0),
        ("3k3/7/7/3s3/7/7/7 b S1/s1 1", 0),
        ("3k3/7/7/7/7/7/3K3 b -/- 1", 2),
    ],
)
def test_side_to_move_may_lack_its_king(text: str, moves: int) -> None:
    position = GAME.parse_position(text, {})
    assert len(GAME.legal_moves(position)) == moves
    assert (GAME.outcome(position) is not None) == (moves == 0)


@pytest.mark.parametrize(
    "text",
    [
        "3k3/7/7/3W3/7/7/3K3 b -/- 1",
        "3k3/7/7/3w3/7/7/3K3 b -/- 1",
        "3k3/7/7/7/7/7/3K3 b W1/- 1",
        "3k3/7/7/7/7/7/3K3 b -/w1 1",
    ],
)
def test_wolf_in_standard(text: str) -> None:
    assert any("Wolf" in reason for reason in reasons_of(text, {"Variant": "Standard"}))
    for options in ({}, {"Variant": "Wolf"}):
        assert GAME.format_position(GAME.parse_position(text, options)) == text


def test_wolf_in_standard_beside_other_reasons() -> None:
    reasons = reasons_of("3k3/7/7/3W3/7/7/2KK3 b -/- 1", {"Variant": "Standard"})
    assert any("2 Kings" in reason for reason in reasons)
    assert any("Wolf" in reason for reason in reasons)
