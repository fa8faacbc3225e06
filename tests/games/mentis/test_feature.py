"""The features of positions against a naive reading of their position strings."""

import random
from array import array
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

import naive
import pytest

from mentis_records.fast.kernel import fill_columns, is_ordered
from mentis_records.games import GAMES
from mentis_records.games.mentis.rules.square import BOARD_SET, INDEX
from mentis_records.games.mentis.rules.tile import NOBLES
from mentis_records.notation.bulk import make_kernel

GAME = GAMES[0]
FEATURES = GAME.description.features
EXCERPT = GAME.description.excerpt
DESCRIBED = (*FEATURES, *EXCERPT.features)
SIGHTINGS = GAME.description.sightings
DERIVED = GAME.description.derived_features
EXPRESSIONS = {each.name: compile(each.expression, each.name, "eval") for each in DERIVED}
WOLF = {"Variant": "Wolf"}
COLOURS = {"blue": "b", "red": "r"}
START_TURN = -1

WAYS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
"""The directions of a straight line: columns, rows."""

TALLIES = (0, 2, 4, 6, 7)
"""Where a side's tally has its Spears, Trenchmen, Nobles, King and Wolf."""


def read_features(text: str) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""
    position = naive.parse(text)
    board = position.squares.items()
    stacks = {square: "".join(letter for _, letter in tiles) for square, tiles in board}
    colours = {square: tiles[0][0] for square, tiles in board}

    def squares(*conditions: Any) -> int:
        return sum(
            1 << 7 * naive.ROWS.index(square[1]) + naive.COLUMNS.index(square[0])
            for square, stack in stacks.items()
            if all(condition(square, stack[::-1]) for condition in conditions)
        )

    found = {
        name: squares(lambda square, _, colour=colour: colours[square] == colour)
        for name, colour in COLOURS.items()
    }
    for letter in "STN":
        low = letter.lower()
        for depth, level in enumerate(("top", "second", "third")):
            found[f"{level}_{low}"] = squares(
                lambda _, stack, letter=letter, depth=depth: stack[depth : depth + 1] == letter
            )
        found[f"any_{low}"] = squares(lambda _, stack, letter=letter: letter in stack)
    for row in naive.ROWS:
        found[f"row{row}"] = sum(
            1 << 8 * at + plane
            for at, column in enumerate(naive.COLUMNS)
            if column + row in stacks
            for plane in planes_of(colours[column + row], stacks[column + row])
        )
    found["kings"] = squares(lambda _, stack: stack == "K")
    found["wolves"] = squares(lambda _, stack: stack == "W")
    found["height2"] = squares(lambda _, stack: len(stack) >= 2)
    found["height3"] = squares(lambda _, stack: len(stack) >= 3)
    found["side"] = "br".index(position.side)
    found["state_code"] = found["side"] << 24
    for colour, (name, short) in enumerate(COLOURS.items()):
        owned = [stacks[square] for square in stacks if colours[square] == short]
        own = "".join(owned)
        census = [
            (25 + 8 * colour + at, own.count(tile))
            for at, tile in zip(TALLIES, "STNKW", strict=True)
        ]
        tops, heights = {stack[-1] for stack in owned}, {len(stack) for stack in owned}
        census += [(41 + 3 * colour + at, tile in tops) for at, tile in enumerate("STN")]
        census.append((53 + 4 * colour, len(own)))
        census += [(47 + 3 * colour + at, at + 1 in heights) for at in range(3)]
        found["state_code"] += sum(number << bit for bit, number in census)
        for at, letter in enumerate("STNW"):
            held = position.hands[short][letter]
            found[f"{name}_hand_{letter.lower()}"] = held
            found["state_code"] += held << 12 * colour + 3 * at
        for letter in "STN":
            held = position.hands[short][letter]
            found[f"{name}_lost_{letter.lower()}"] = 3 - held - own.count(letter)
    captures = capture_pairs(position)
    attacked = {target for _, target in captures}
    wolves = {place for place in stacks if stacks[place] == "W"}
    ways = {(place, direction(place, target)) for place, target in captures if place not in wolves}
    tops = {square: "STNKW".index(stack[-1]) for square, stack in stacks.items()}
    found["captures"] = sum(
        1 << 10 * tile + 5 * "br".index(colour) + target
        for colour, tile, target in {
            (colours[attacker], tops[attacker], tops[target]) for attacker, target in captures
        }
    )
    found["attacked"] = squares(lambda square, _: square in attacked)
    for name, way in WAYS.items():
        found[f"attacking_{name}"] = squares(lambda square, _, way=way: (square, way) in ways)
    found["wolf_squares"] = found["wolves"]
    found["wolf_attackers"] = squares(
        lambda square, _: any((square, wolf) in captures for wolf in wolves)
    )
    found["wolf_targets"] = squares(
        lambda square, _: any((wolf, square) in captures for wolf in wolves)
    )
    found["blocking"] = squares(
        lambda square, _: any(
            colours[target] == colours[square] and target != square
            for _, target in capture_pairs(lift(position, square)) - captures
        )
    )
    return found


def planes_of(colour: str, stack: str) -> list[int]:
    """Return the planes that a square with a stack is in."""
    found = ["br".index(colour)]
    for level, tile in enumerate(reversed(stack)):
        found += [2 + 2 * level] * (tile in "SN") + [3 + 2 * level] * (tile in "TN")
    return found


def capture_pairs(position: naive.Naive) -> set[tuple[str, str]]:
    """Return what either side could capture, were it to move."""
    sides = [replace(position, side=colour) for colour in "br"]
    return {
        (attacker, target)
        for own in sides
        for attacker in position.squares
        for target in position.squares
        if naive._may_capture(own, attacker, target)
    }


def direction(place: str, target: str) -> tuple[int, int]:
    """Return in which direction one square lies of another: columns, rows, each -1, 0 or 1."""
    ends = [
        (naive.COLUMNS.index(square[0]), naive.ROWS.index(square[1])) for square in (place, target)
    ]
    across, up = (after - before for before, after in zip(*ends, strict=True))
    return (across > 0) - (across < 0), (up > 0) - (up < 0)


def lift(position: naive.Naive, square: str) -> naive.Naive:
    """Return the position without the top tile of a square, which captures nothing meanwhile."""
    squares = dict(position.squares)
    squares[square] = squares[square][:-1]
    if not squares[square]:
        del squares[square]
    return replace(position, squares=squares)


def derive(row: dict[str, int]) -> dict[str, int]:
    """Return a row of features with those that follow from them."""
    for name, expression in EXPRESSIONS.items():
        row[name] = eval(expression, dict(row))
    return row


def kernel_of(*starts: Any) -> Any:
    """Return a kernel with a slot for each of some positions, at the first."""
    kernel = make_kernel(GAME, ())
    kernel.reserve(len(starts))
    for slot, start in enumerate(starts):
        kernel.fill(slot, start)
    kernel.restore_slot(0)
    return kernel


def describe(kernel: Any, position: Any) -> dict[str, int]:
    kernel.reserve(1)
    kernel.fill(0, position)
    kernel.restore_slot(0)
    return dict(zip((feature.name for feature in DESCRIBED), kernel.features(), strict=True))


def stated_position(source: random.Random) -> str:
    """Return a position that might be stated: full stacks, Wolves, missing Kings."""
    squares: dict[str, list[naive.Tile]] = {}
    hands = {}
    side = source.choice("br")
    free = [square for square in naive.SQUARES if square not in naive.ALL_HILLS]
    source.shuffle(free)
    for colour in "br":
        if colour != side or source.random() < 0.9:
            squares[source.choice(sorted(naive.HILL[colour]))] = [(colour, "K")]
        tiles = source.sample("SSSTTTNNN", source.randint(0, 9))
        held = source.randint(0, len(tiles))
        hands[colour] = {letter: tiles[:held].count(letter) for letter in "STN"}
        hands[colour]["W"] = 0
        wolf = source.randrange(3)
        if wolf == 1:
            hands[colour]["W"] = 1
        elif wolf == 2:
            squares[free.pop()] = [(colour, "W")]
        left = tiles[held:]
        while left:
            height = source.randint(1, min(3, len(left)))
            squares[free.pop()] = [(colour, left.pop()) for _ in range(height)]
    return naive.format_position(naive.Naive(squares, side, hands, source.randint(1, 90)))


def random_game(source: random.Random, start: Any, plies: int) -> tuple[list[Any], list[int]]:
    """Return the positions of a random game, and what led to each."""
    position, found, turns = start, [start], [START_TURN]
    for _ in range(plies):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        kind = source.choice(sorted({move.kind for move in moves}))
        move = source.choice([move for move in moves if move.kind == kind])
        turns.append(move.code << 3 | position.side)
        position = GAME.play(position, move)
        found.append(position)
    return found, turns


def read_sightings(features: dict[str, int]) -> dict[str, int]:
    """Return which squares are to be seen in a position, by its features, derived ones included."""
    found = {"empty": BOARD_SET & ~(features["blue"] | features["red"])}
    heights = (
        BOARD_SET & ~features["height2"],
        features["height2"] & ~features["height3"],
        features["height3"],
    )
    for side in ("blue", "red"):
        own = features[side]
        for tile in "stn":
            found[f"{side}_{tile}"] = own & features[f"top_{tile}"]
            found[f"{side}_any_{tile}"] = own & features[f"any_{tile}"]
        found[f"{side}_others"] = own & (features["kings"] | features["wolves"])
        for height, squares in enumerate(heights, 1):
            found[f"{side}_height{height}"] = own & squares
    return found


UNITED = (*FEATURES, *SIGHTINGS)
"""What is kept of a whole game, in order."""


def test_names_of_features_are_unique_and_commented() -> None:
    features = (*UNITED, *EXCERPT.features, *DERIVED)
    names = [feature.name for feature in features]
    assert len(set(names)) == len(names)
    assert all(feature.comment for feature in features)


def test_stated_positions() -> None:
    source = random.Random(5)
    kernel = make_kernel(GAME, ())
    heights, ways = 0, set[str]()
    for _ in range(700):
        text = stated_position(source)
        row = describe(kernel, GAME.parse_position(text, {}))
        assert derive(row) == read_features(text), text
        assert all(row[feature.name] < 1 << feature.bits for feature in DESCRIBED)
        ways |= {feature.name for feature in EXCERPT.features if row[feature.name]}
        heights += derive(row)["height3"] > 0
    assert heights > 170
    assert ways == {feature.name for feature in EXCERPT.features}


@pytest.mark.parametrize("options", [{}, WOLF], ids=["standard", "wolf"])
def test_positions_of_games(options: dict[str, str]) -> None:
    source = random.Random(6)
    starts = [GAME.start_position(options)]
    starts += [GAME.parse_position(stated_position(source), {}) for _ in range(7)]
    kernel = kernel_of(*starts)
    slots = array("i", [*range(len(starts)), *[0] * 4])
    games = [random_game(source, starts[slot], 60) for slot in slots]
    texts = [GAME.format_position(position) for found, _ in games for position in found]
    turns = array("q", [turn for _, found in games for turn in found])
    columns = array("q", bytes(8 * len(turns) * len(DESCRIBED)))
    seen = array("q", [-1]) * (len(slots) * len(UNITED))
    fill_columns(kernel, slots, turns, columns, seen)
    assert len(texts) > 400
    rows = []
    for at, text in enumerate(texts):
        row = {feature.name: columns[n * len(turns) + at] for n, feature in enumerate(DESCRIBED)}
        assert derive(row) == read_features(text), text
        rows.append(row | read_sightings(row))
    first = 0
    for number, (found, _) in enumerate(games):
        of_game = seen[number * len(UNITED) : (number + 1) * len(UNITED)]
        own = rows[first : first + len(found)]
        first += len(found)
        expected = [reduce(or_, (row[feature.name] for row in own)) for feature in UNITED]
        assert list(of_game) == expected


def test_columns_that_do_not_fit_are_refused() -> None:
    kernel = kernel_of(GAME.start_position({}))
    room = array("q", bytes(8 * len(DESCRIBED)))
    seen = array("q", bytes(16 * len(UNITED)))
    start = array("q", [START_TURN])
    fill_columns(kernel, array("i", [0]), start, room, seen)
    with pytest.raises(ValueError, match=f"no room for {len(DESCRIBED)} columns of 1"):
        fill_columns(kernel, array("i", [0]), start, room[1:], seen)
    with pytest.raises(ValueError, match=f"no room for {len(UNITED)} of 1 games"):
        fill_columns(kernel, array("i", [0]), start, room, seen[len(UNITED) + 1 :])
    with pytest.raises(ValueError, match="as many games"):
        fill_columns(kernel, array("i", [0]), array("q", [8]), room, seen)
    with pytest.raises(ValueError, match="as many games"):
        fill_columns(kernel, array("i", [0, 0]), start, room, seen)
    with pytest.raises(IndexError):
        fill_columns(kernel, array("i", [1]), start, room, seen)


def played(text: str, *turns: int) -> dict[str, int]:
    """Return the features after the last of some turns."""
    kernel = kernel_of(GAME.parse_position(text, {}))
    columns = array("q", bytes(8 * len(DESCRIBED) * (1 + len(turns))))
    seen = array("q", bytes(8 * len(UNITED)))
    fill_columns(kernel, array("i", [0]), array("q", [START_TURN, *turns]), columns, seen)
    lasts = columns[len(turns) :: 1 + len(turns)]
    return {feature.name: last for feature, last in zip(DESCRIBED, lasts, strict=True)}


LONELY = "3k3/7/7/7/7/7/(SN)2K3 b S2T3N2/s3t3n3 5"


def movement(*path: str) -> int:
    """Return the turn of Blue's Nobles along a path, nothing dropped."""
    code = NOBLES << 2 | len(path) - 1 << 11
    for at, square in enumerate(path):
        code |= INDEX[square] << 5 + 8 * at
    return code << 3


def test_illegal_plies_that_were_played_are_followed() -> None:
    """A stack of two goes one square or two, not three; behind it all is legal again."""
    far = movement("a1", "a2", "a3", "a4")
    after = "3k3/7/7/(SN)6/7/7/3K3 r S2T3N2/s3t3n3 5"
    assert played(LONELY, far) == played(after)
    deployed = next(move for move in GAME.legal_moves(GAME.parse_position(after, {})))
    behind = GAME.play(GAME.parse_position(after, {}), deployed)
    assert played(LONELY, far, deployed.code << 3 | 1) == played(GAME.format_position(behind))


@pytest.mark.parametrize(
    "turns",
    [
        [movement("b1", "b2")],
        [movement("a1", "a2") | 1],
        [movement("a1", "a2"), movement("a2", "a3")],
        [movement("a1", "b1", "c1", "d1")],
        [23405 << 3] * 2_000,
    ],
    ids=["nothing there", "not its turn", "twice", "onto a hill", "from an empty hand"],
)
def test_moves_that_no_board_can_follow_are_refused(turns: list[int]) -> None:
    with pytest.raises(ValueError, match="cannot follow"):
        played(LONELY, *turns)


@pytest.mark.parametrize(
    ("games", "plies", "expected"),
    [
        ([], [], True),
        ([1, 1, 3], [0, 1, 0], True),
        ([1, 1, 1], [0, 1, 0], False),
        ([2, 1], [0, 0], False),
        ([1, 1], [0, 2], False),
        ([1, 2], [0, 1], False),
        ([1], [1], False),
    ],
)
def test_order(games: list[int], plies: list[int], expected: bool) -> None:
    assert is_ordered(array("i", games), array("i", plies)) is expected
