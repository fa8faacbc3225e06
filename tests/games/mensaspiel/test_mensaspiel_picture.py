"""The board picture of MensaSpiel, from the rules' tables: colours, pips, pools, and walks."""

from itertools import pairwise

import naive_mensaspiel as naive

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.games.mensaspiel.game import GAME
from mentis_records.games.mensaspiel.picture import SHADES, picture
from mentis_records.games.mensaspiel.rules.board import COUNT, LONGEST, NAMES, REACH
from mentis_records.games.mensaspiel.rules.move import BY_NOTATION
from mentis_records.games.mensaspiel.rules.walk import walk_of
from mentis_records.report.board.board_shape import rgb

BOARD = {name: f"{naive.COLOUR[name]} {naive.WHITE_PIPS[name]}" for name in naive.COLOUR}
"""Colour and white pips of each square, from the rules; the others of its 4 pips are black."""

MANY = "a3:WBW,b5:WWBBBW,c3:BWB,e3:W W0.0.2/B0.1.0 W 3"


def by_name(board: BoardPicture) -> dict[str, SquarePicture]:
    return {square.name: square for square in board.squares}


def letters(square: SquarePicture) -> str:
    return "".join(piece.sign for piece in square.pieces)


def start() -> BoardPicture:
    return picture(GAME.start_position({}), None)


def after(position: str, notation: str) -> BoardPicture:
    """Return the picture after a legal turn."""
    before = GAME.parse_position(position, {})
    move = next(move for move in GAME.legal_moves(before) if move.notation == notation)
    return picture(GAME.play(before, move), move)


def is_walk(path: tuple[str, ...], length: int) -> bool:
    """Return True if a path is a walk of the rules, of so many steps (ruling R1)."""
    track = {*BOARD, "d4"}
    steps = [(ord(b[0]) - ord(a[0]), int(b[1]) - int(a[1])) for a, b in pairwise(path)]
    return (
        set(path) <= track
        and len(steps) == length
        and all(abs(across) + abs(up) == 1 for across, up in steps)
        and not any((-across, -up) == there for (across, up), there in pairwise(steps))
    )


def test_colours_and_pips() -> None:
    found = {
        square.name: f"{square.ground.name} {square.ground.pips[0]}"
        for square in start().squares
        if square.ground.pips
    }
    assert found == BOARD
    assert all(sum(square.ground.pips) == 4 for square in start().squares if square.ground.pips)


def test_squares_of_one_colour_have_one_sign() -> None:
    signs: dict[str, set[str]] = {}
    for square in start().squares:
        if square.ground.pips:
            signs.setdefault(square.ground.sign, set()).add(square.ground.name)
    assert sorted(signs) == ["Bl", "Cy", "Gr", "Ol", "Or", "Pu", "Re", "Ye"]
    assert all(len(colours) == 1 for colours in signs.values())


def test_shades_are_far_apart() -> None:
    shades = [rgb(shade) for shade in SHADES.values()]
    for at, one in enumerate(shades):
        for other in shades[:at]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 90


def test_bases_prisons_and_reserves() -> None:
    places = by_name(start())
    held = {name: letters(square) for name, square in places.items() if square.is_pool}
    assert held == {"b4": "WWW", "f4": "BBB", "b1": "W" * 6, "f1": "B" * 6, "a1": "", "g1": ""}
    words = {name: (places[name].ground.name, places[name].ground.side) for name in held}
    assert words == {
        "b4": ("base", 0),
        "f4": ("base", 1),
        "b1": ("reserve", 0),
        "f1": ("reserve", 1),
        "a1": ("prison", 0),
        "g1": ("prison", 1),
    }
    assert places["d4"].ground.name == "Transmitter"


def test_stacks_are_from_bottom_to_top_and_prisoners_are_the_enemys() -> None:
    places = by_name(picture(GAME.parse_position(MANY, {}), None))
    assert {name: letters(square) for name, square in places.items() if square.pieces} == {
        "a1": "BB",
        "a3": "WBW",
        "b5": "WWBBBW",
        "c3": "BWB",
        "e3": "W",
        "f1": "B",
    }
    assert {piece.side for piece in places["a1"].pieces} == {1}


def test_step_lengths_are_noted() -> None:
    assert picture(GAME.parse_position(MANY, {}), None).notes == ("step length 8", "step length 1")
    countered = GAME.parse_position("b3:W,e4:B W2.6.0/B2.6.0 W 2c@b3", {})
    assert picture(countered, None).notes == ("step length 1, may start anywhere", "step length 3")


def test_ring_capture_goes_all_round() -> None:
    board = after("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "a3xf5")
    assert is_walk(board.last_path, 8)
    assert board.last_path[0] == board.last_path[-1] == "a3"
    assert board.last_targets == ("f5",)
    assert board.lit == ("a3", "f5")


def test_long_walks_light_their_ends() -> None:
    board = after("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "c3-g3")
    assert is_walk(board.last_path, 8)
    assert board.lit == ("c3", "g3")


def test_walks_are_those_of_the_rules() -> None:
    for length in range(1, LONGEST + 1):
        for here in range(COUNT + 1):
            for there in range(COUNT + 1):
                walk = walk_of(here, there, length)
                assert (walk is not None) == bool(REACH[length][here] >> there & 1)
                if walk is not None:
                    path = tuple(NAMES[place] for place in walk)
                    assert is_walk(path, length)
                    assert (path[0], path[-1]) == (NAMES[here], NAMES[there])


def test_turn_that_no_walk_makes_is_a_straight_line() -> None:
    before = GAME.parse_position("b3:W,e4:B W2.6.0/B2.6.0 W 3", {})
    move = BY_NOTATION["b3-c5"]
    assert move not in GAME.legal_moves(before)
    assert picture(GAME.play(before, move), move).last_path == ("b3", "c5")
