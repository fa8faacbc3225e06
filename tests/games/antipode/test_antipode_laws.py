"""Antipode against a second, naive one, and the laws that every position keeps."""

import random
from collections.abc import Iterator

import naive_antipode as naive
import pytest
from ring import AFTER, LONG, POSITION

from mentis_records.core.game import canonical
from mentis_records.core.named_move import FIRST_NAMED, code_of
from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import Move, parse_move
from mentis_records.games.antipode.rules.position import Position
from mentis_records.games.antipode.rules.square import COUNT, IMAGES, square_set, squares_of
from mentis_records.games.perft import count_leaves
from mentis_records.notation.syntax.ply_reader import read_ply

GAME = find_game("antipode")
START = "7/7/7/3s3/7/7/7 G 13/13 0/0 -,- sb 0"
ROUND = "7/7/7/3g3/7/7/7 S 9/15 0/0 -,- st 7"

pytestmark = pytest.mark.one_build

WON = {"G": "1-0", "S": "0-1", "-": "1/2-1/2"}


@pytest.fixture(scope="module", params=[600, pytest.param(2_000, marks=pytest.mark.ci)])
def positions(request: pytest.FixtureRequest) -> tuple[Position, ...]:
    """Return positions of random play from several starts, citations included."""
    return tuple(_walk(random.Random(39), request.param))


def _walk(source: random.Random, left: int) -> Iterator[Position]:
    while True:
        position = _start(source)
        for _ in range(60):
            yield position
            left -= 1
            if not left:
                return
            moves = _choices(source, position)
            if not moves:
                break
            position = GAME.play(position, source.choice(moves))


def _start(source: random.Random) -> Position:
    kind = source.randrange(4)
    if kind < 2:
        return GAME.parse_position((START, ROUND)[kind], {})
    while True:
        try:
            return GAME.parse_position(random_setup(source), {})
        except ValueError:
            continue


def _choices(source: random.Random, position: Position) -> list[Move]:
    """Return turns to choose from: citations or jumps more often than they would come up."""
    shown = naive.read(GAME.format_position(position))
    cited = sorted(naive.citations(shown)) if source.random() < 0.5 else []
    if cited:
        return [parse_move(text) for text in cited]
    moves = GAME.legal_moves(position)
    jumps = [move for move in moves if move.kind == "jump"]
    return jumps if jumps and source.random() < 0.6 else moves


def random_setup(source: random.Random) -> str:
    """Return the string of a random position in play."""
    weights = (source.uniform(0.5, 3), source.uniform(0.5, 3), 8)
    cells = source.choices("GS.", weights, k=COUNT)
    cells[source.randrange(COUNT)] = source.choice("gs")
    board = "/".join("".join(cells[at : at + 7]) for at in range(0, COUNT, 7))
    for digit in range(7, 0, -1):
        board = board.replace("." * digit, str(digit))
    rules, floor = source.choice((("b", 0), ("t", 7), ("b", 7), ("t", 7)))
    hands = f"{source.randint(0, 6)}/{source.randint(0, 6)}"
    taken = f"{source.randint(0, 6)}/{source.randint(0, 6)}"
    mark = "!" if rules == "t" and source.random() < 0.3 else ""
    return f"{board} {source.choice('GS')} {hands} {taken} -,- p{rules}{mark} {floor}"


def resolved(position: Position, text: str) -> Move | None:
    ply = read_ply(text, GAME.description)
    assert ply is not None, text
    verdict = GAME.resolve(position, ply)
    return verdict.move if verdict.is_legal else None


def imaged(position: Position, images: tuple[int, ...]) -> Position:
    """Return a position after the squares have become others."""
    gold, silver = (square_set(images[at] for at in squares_of(each)) for each in position.stones)
    first, second = (tuple(images[at] for at in last) for last in position.lasts)
    return Position.of(
        (gold, silver),
        images[position.token],
        position.face,
        position.hands,
        position.captures,
        (first, second),
        position.flags,
        position.side,
        position.opener,
        position.move_number,
    )


def test_turns_and_what_they_lead_to_are_those_of_the_naive_game(
    positions: tuple[Position, ...],
) -> None:
    seen = {"jump": 0, "cited": 0, "infraction": 0, "over": 0}
    for position in positions:
        text = GAME.format_position(position)
        state = naive.read(text)
        assert naive.write(state) == text
        end, outcome = naive.ended(state), GAME.outcome(position)
        assert end == (outcome and (_winner(outcome.result), outcome.termination)), text
        moves = GAME.legal_moves(position)
        assert {move.notation for move in moves} == naive.turns(state), text
        cited = naive.citations(state)
        for turn in [*(move.notation for move in moves[::5]), *sorted(cited)[::7]]:
            after = GAME.play(position, parse_move(turn))
            assert GAME.format_position(after) == naive.write(naive.play(state, turn)), turn
        seen["jump"] += any(move.kind == "jump" for move in moves)
        seen["cited"] += bool(cited)
        seen["infraction"] += state.is_infraction
        seen["over"] += end is not None
    assert min(seen.values()) > 5, seen


def _winner(result: str) -> str:
    return next(side for side, won in WON.items() if won == result)


def test_a_turn_is_listed_exactly_if_it_is_legal(positions: tuple[Position, ...]) -> None:
    source = random.Random(7)
    texts = sorted({move.notation for each in positions for move in GAME.legal_moves(each)[::9]})
    for position in positions[::5]:
        listed = {move.notation for move in GAME.legal_moves(position)}
        asked = {*listed, *source.sample(texts, 60)}
        if GAME.outcome(position) is None:
            assert {text for text in asked if resolved(position, text)} == listed


def test_citations_are_legal_exactly_if_the_naive_game_has_them(
    positions: tuple[Position, ...],
) -> None:
    for position in positions:
        state = naive.read(GAME.format_position(position))
        if GAME.outcome(position) is not None or not state.is_infraction:
            continue
        legal = naive.citations(state)
        asked = {f"P{name}" for name in naive.SQUARES}
        asked |= {f"P{name}:{turn}" for name in naive.SQUARES[::4] for turn in naive.turns(state)}
        assert {text for text in asked if resolved(position, text)} == legal & asked
        assert all(resolved(position, text) for text in sorted(legal)[::9])


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        (START, 2),
        (ROUND, 2),
        ("S1S1G2/6S/1G5/3s1G1/7/G1S3G/4S2 G 8/8 0/0 -,- pb 0", 2),
        ("s6/7/7/7/3S1S1/1GG1G2/1S5 G 13/7 6/0 -,- pt 7", 2),
        ("7/7/7/7/1G5/G1G4/Gg5 G 9/13 0/0 -,- pb 0", 2),
    ],
)
def test_perft_is_that_of_the_naive_game(text: str, depth: int) -> None:
    position = GAME.parse_position(text, {})
    assert count_leaves(GAME, position, depth) == naive.perft(naive.read(text), depth)


def test_keys_are_equal_exactly_if_positions_are(positions: tuple[Position, ...]) -> None:
    texts: dict[int, str] = {}
    for position in positions:
        text = GAME.format_position(position)
        again = GAME.parse_position(text, {})
        assert again._replace(opener=position.opener, move_number=position.move_number) == position
        assert texts.setdefault(position.key, text) == text
        assert position.canonical_key == canonical(position.key)
    assert len(set(texts.values())) == len(texts)


def test_images_share_a_key_and_are_played_alike(positions: tuple[Position, ...]) -> None:
    for position in positions[::10]:
        whole = {imaged(position, images): images for images in IMAGES}
        assert len({each.key for each in whole}) == len(whole)
        assert {each.canonical_key for each in whole} == {position.canonical_key}
        moves = GAME.legal_moves(position)
        for symmetry, images in zip(GAME.description.symmetries, IMAGES[1:], strict=True):
            other = imaged(position, images)
            there = {symmetry.transform(move) for move in moves}
            assert there == {*GAME.legal_moves(other)}
            for move in moves[::11]:
                played = imaged(GAME.play(position, move), images)
                assert GAME.play(other, symmetry.transform(move)) == played


def test_codes_are_those_of_moves_alone(positions: tuple[Position, ...]) -> None:
    source = random.Random(2)
    moves = {move for each in positions for move in GAME.legal_moves(each)}
    moves |= {move._replace(cited=source.randrange(COUNT)) for move in sorted(moves)[::3]}
    moves |= {*GAME.legal_moves(GAME.parse_position(POSITION, {}))}
    assert any(move.code >= FIRST_NAMED for move in moves)
    codes = {move.code: move for move in moves}
    assert len(codes) == len(moves)
    for code, move in codes.items():
        assert 0 <= code < 1 << 60
        assert GAME.decode_move(code) == move == parse_move(move.notation)
    for code in [*(source.getrandbits(60) for _ in range(2_000)), *range(2_000), -1, 1 << 60]:
        try:
            found = GAME.decode_move(code)
        except ValueError:
            continue
        assert found.code == code
        assert parse_move(found.notation) == found


def test_a_name_that_is_no_jump_has_no_move() -> None:
    for text in ("a1-c5", "a1-c1-c2", "b4", "nonsense"):
        code = code_of(text)
        with pytest.raises(ValueError, match=r"is no turn|no move has the code"):
            GAME.decode_move(code)


def test_a_jump_of_many_legs_is_one_turn() -> None:
    position = GAME.parse_position(POSITION, {})
    listed = {move.notation: move for move in GAME.legal_moves(position)}
    assert listed.keys() == naive.turns(naive.read(POSITION))
    assert max(len(move.signs) for move in listed.values()) == 23
    assert resolved(position, LONG) == listed[LONG]
    assert GAME.format_position(GAME.play(position, listed[LONG])) == AFTER
    assert resolved(position, f"{LONG}~a1") is None
