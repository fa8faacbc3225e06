"""The rules of MensaSpiel against the naive generator, on played and on stated positions."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import naive_mensaspiel as naive
import pytest

from mentis_records.core.game import PositionError
from mentis_records.core.setting import Choice
from mentis_records.games import find_game
from mentis_records.games.mensaspiel.rules import board
from mentis_records.games.mensaspiel.rules.move import BY_CODE, BY_NOTATION
from mentis_records.games.perft import count_leaves
from mentis_records.notation.syntax.ply_reader import read_ply

GAME = find_game("mensaspiel")
PLAYED, STATED = 1_200, 1_200
MAX_PLIES = 400

PERFT = {1: 8, 2: 56, 3: 635, 4: 5_943}
"""Sequences of turns from the start, counted by the naive generator."""


def parse(text: str, **settings: str) -> Any:
    return GAME.parse_position(text, settings)


def random_games(games: int, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the positions of random games with their legal moves."""
    chooser = random.Random(seed)
    for number in range(games):
        settings = {"FirstPlayer": "WB"[number % 2], "Prisoners": str(1 + number % 7)}
        position = GAME.start_position(settings)
        for _ in range(MAX_PLIES):
            moves = GAME.legal_moves(position)
            yield position, moves
            if not moves:
                break
            position = GAME.play(position, chooser.choice(moves))


@cache
def played_positions() -> tuple[tuple[Any, list[Any]], ...]:
    every = list(random_games(60, seed=11))
    return tuple(random.Random(3).sample(every, PLAYED))


@cache
def stated_positions() -> tuple[tuple[Any, list[Any]], ...]:
    """Return sound positions of stacks thrown together, with their legal moves."""
    chooser, found = random.Random(5), []
    while len(found) < STATED:
        try:
            position = parse(random_text(chooser))
        except PositionError:
            continue
        found.append((position, GAME.legal_moves(position)))
    return tuple(found)


def random_text(chooser: random.Random) -> str:
    """Return a position string, often sound: nine pieces a side, thrown about."""
    stacks: dict[str, str] = {}
    pools = {side: [0, 0, 0] for side in "WB"}
    squares = chooser.sample([*naive.COLOUR], chooser.randint(1, 9))
    for side in chooser.sample([*"WWWWWWWWWBBBBBBBBB"], 18):
        where = chooser.choice((0, 1, 1, 2, 3, 3, 3, 3))
        if where == 3:
            square = chooser.choice(squares)
            stacks[square] = stacks.get(square, "") + side
        elif where < 2:
            pools[side][where] += 1
        elif chooser.random() < 0.2:
            pools[naive.OTHER[side]][2] += 1
    digit = chooser.choice("012333333") if stacks else "0"
    opening = digit
    opening += "c" if digit == "2" and chooser.random() < 0.5 else ""
    opening += "x" if chooser.random() < 0.1 else ""
    opening += "p" if chooser.random() < 0.1 else ""
    opening += f"@{chooser.choice(squares)}" if digit in "12" else ""
    board_text = ",".join(f"{square}:{stacks[square]}" for square in sorted(stacks)) or "-"
    counts = "/".join(f"{side}{'.'.join(map(str, pools[side]))}" for side in "WB")
    return f"{board_text} {counts} {chooser.choice('WB')} {opening}"


def compare(position: Any, moves: list[Any]) -> None:
    """Compare legal turns, what comes of them and how the game ends with the naive rules."""
    state = naive.read(GAME.format_position(position), position.goal)
    state["passes"] = position.passes
    assert naive.write(state) == GAME.format_position(position)
    assert [move.notation for move in moves] == sorted(naive.turns(state))
    end = naive.outcome(state)
    outcome = GAME.outcome(position)
    assert (outcome is None) == (end is None)
    if outcome is not None:
        winner, termination = end
        result = {"W": "1-0", "B": "0-1", None: "1/2-1/2"}[winner]
        assert (outcome.result, outcome.termination) == (result, termination)
    for move in moves:
        after = GAME.play(position, move)
        assert GAME.format_position(after) == naive.write(naive.play(state, move.notation))


def test_played_positions_agree() -> None:
    for position, moves in played_positions():
        compare(position, moves)


def test_stated_positions_agree() -> None:
    for position, moves in stated_positions():
        compare(position, moves)


def test_positions_are_of_all_kinds() -> None:
    listed = [*played_positions(), *stated_positions()]
    assert len(listed) >= 2_000
    assert {move.kind for _, moves in listed for move in moves} == {*GAME.description.kinds}
    for flag in ("has_counter", "must_start", "passes"):
        assert {bool(getattr(position, flag)) for position, _ in listed} == {False, True}
    assert {position.starts for position, _ in listed} == {0, 1, 2, 3}


@pytest.mark.parametrize("depth", PERFT)
def test_perft(depth: int) -> None:
    position = GAME.start_position({})
    assert count_leaves(GAME, position, depth) == PERFT[depth] == naive.perft(naive.start(), depth)


def test_listed_exactly_if_resolved_as_legal() -> None:
    syntaxes = {text: read_ply(text, GAME.description) for text in BY_NOTATION}
    assert None not in syntaxes.values()
    for position, moves in [*played_positions()[:80], *stated_positions()[:80]]:
        if GAME.outcome(position) is not None:
            continue
        verdicts = {text: GAME.resolve(position, ply) for text, ply in syntaxes.items()}
        legal = sorted(text for text, verdict in verdicts.items() if verdict.is_legal)
        assert legal == [move.notation for move in moves]
        assert all(verdicts[move.notation].move == move for move in moves)


def test_what_follows_an_illegal_turn_can_be_stated() -> None:
    chooser = random.Random(17)
    syntaxes = [read_ply(text, GAME.description) for text in BY_NOTATION]
    for position, _ in stated_positions()[:300]:
        for ply in chooser.sample(syntaxes, 60):
            verdict = GAME.resolve(position, ply)
            if verdict.move is not None and not position.must_start:
                after = GAME.play(position, verdict.move)
                text = GAME.format_position(after)
                assert GAME.format_position(parse(text)) == text


def test_what_follows_from_stacks_is_kept_up_to_date() -> None:
    for position, _ in played_positions():
        settings = {"FirstPlayer": "WB"[position.first_player], "Prisoners": str(position.goal)}
        fresh = parse(GAME.format_position(position), **settings)
        fields = {"move_number": position.move_number, "passes": position.passes}
        assert fresh._replace(**fields) == position


def test_keys_are_equal_where_positions_are() -> None:
    keys: dict[int, str] = {}
    texts: set[str] = set()
    for position, _ in [*random_games(60, seed=11), *stated_positions()]:
        text = GAME.format_position(position)
        assert keys.setdefault(position.key, text) == text
        assert 0 <= position.key < 1 << 63
        assert position.key & 7 == 0
        assert position.canonical_key == position.key
        texts.add(text)
    assert len(keys) == len(texts)


def test_no_transform_keeps_colours_and_pips() -> None:
    """A map of the track onto itself that keeps steps must keep pips, or it changes the rules."""
    neighbours, start = board.NEIGHBOURS, board.TRANSMITTER
    images = [{start: start}]
    while len(images[0]) < len(board.NAMES):
        known = images[0]
        square = next(s for s in range(17) if s not in known and {*neighbours[s]} & {*known})
        images = [
            {**image, square: there}
            for image in images
            for there in range(17)
            if there not in image.values()
            and all((image[n] in neighbours[there]) == (n in neighbours[square]) for n in image)
        ]
    assert len(images) == 8  # each ring mirrored or not, and the rings exchanged or not
    same_for_both = [
        image
        for image in images
        if any(
            all(board.PIPS[side][image[s]] == board.PIPS[0][s] for s in range(16))
            for side in (0, 1)
        )
        and all(image[board.SAME[s]] == board.SAME[image[s]] for s in range(16))
    ]
    assert [all(image[s] == s for s in image) for image in same_for_both] == [True]


def test_codes_are_those_of_turns() -> None:
    assert len(BY_CODE) == len(BY_NOTATION)
    for move in BY_NOTATION.values():
        assert GAME.decode_move(move.code) is move
        assert 0 <= move.code < 1 << 60
    for code in [*range(-10, 1 << 13), 1 << 16, 1 << 59]:
        if code not in BY_CODE:
            with pytest.raises(ValueError, match="no move"):
                GAME.decode_move(code)


def test_the_board_is_that_of_the_page() -> None:
    ring = board.NAMES[: board.COUNT]
    assert set(ring) == set(naive.COLOUR)
    for place, name in enumerate(ring):
        assert board.COLOURS[place] == naive.COLOUR[name]
        assert board.PIPS[0][place] == naive.WHITE_PIPS[name]
        assert ring[board.SAME[place]] == naive.same(name)
        assert board.RING_SETS[name in naive.RING["B"]] >> place & 1
    assert board.LONGEST == 24


def test_walks_end_where_the_page_says() -> None:
    for steps in range(board.LONGEST + 1):
        for place, name in enumerate(board.NAMES):
            reached = {board.NAMES[at] for at in board.squares_of(board.REACH[steps][place])}
            assert reached == naive.reach(name, steps), (name, steps)


def test_closed_walks_are_those_of_ruling_6() -> None:
    rings = (*board.NAMES[: board.COUNT],)
    closed = {
        steps: {name for at, name in enumerate(rings) if board.REACH[steps][at] >> at & 1}
        for steps in range(1, 21)
    }
    some = {12: {"c4", "e4"}, 14: {"c3", "c5", "e3", "e5"}, 18: {"a3", "a5", "g3", "g5"}}
    assert {steps: names for steps, names in closed.items() if names} == {
        **{steps: {*rings} for steps in (8, 16, 20)},
        **some,
    }


def test_settings() -> None:
    facts = {setting.tag: setting for setting in GAME.description.settings}
    assert facts["FirstPlayer"].kind == Choice(("W", "B"), names=("White first", "Black first"))
    assert GAME.start_position({}) == GAME.start_position({"FirstPlayer": "W", "Prisoners": "3"})
    assert GAME.start_position({"FirstPlayer": "B"}).side == 1
    won = "b3:W,e4:B W0.4.2/B2.4.0 B 3"
    assert GAME.outcome(parse(won)) is None
    assert GAME.outcome(parse(won, Prisoners="2")).termination == "prisoners"
    assert GAME.legal_moves(parse(won, Prisoners="2")) == []
