"""A deliberately naive legal move generator for Mentis: the tests' second opinion.

Written from the rulebook and the rules page alone, and sharing no code with the package. It
enumerates candidate actions and puts each to `is_legal`, which restates the rules one sentence
at a time. Nothing here is meant to be fast or clever; it is meant to be easy to check by eye.

Squares are their names (`d4`). A tile is `(colour, letter)`, colour `b` or `r`, letter one of
K S T N W. A stack is a list of tiles, bottom to top.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

COLUMNS = "abcdefg"
ROWS = "1234567"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
XY = {square: (COLUMNS.index(square[0]), ROWS.index(square[1])) for square in SQUARES}

HILL = {"b": {"c1", "d1", "e1"}, "r": {"c7", "d7", "e7"}}
ALL_HILLS = HILL["b"] | HILL["r"]
ENEMY = {"b": "r", "r": "b"}

Tile = tuple[str, str]


def _orthogonal(one: str, other: str) -> bool:
    (x1, y1), (x2, y2) = XY[one], XY[other]
    return abs(x1 - x2) + abs(y1 - y2) == 1


def _touching(one: str, other: str) -> bool:
    (x1, y1), (x2, y2) = XY[one], XY[other]
    return max(abs(x1 - x2), abs(y1 - y2)) == 1


BESIDE = {one: [other for other in SQUARES if _orthogonal(one, other)] for one in SQUARES}
AROUND = {one: [other for other in SQUARES if _touching(one, other)] for one in SQUARES}

# "The square must be orthogonally adjacent to a square on your King's hill."
# A hill square itself is not one: no tile but a King ever stands on a hill.
DEPLOYMENT = {
    colour: {
        square
        for square in SQUARES
        if square not in ALL_HILLS and any(near in HILL[colour] for near in BESIDE[square])
    }
    for colour in "br"
}

# "Range of attack": exactly so many squares, no more, no less.
ATTACK_RANGE = {"K": 1, "N": 1, "T": 2, "S": 3, "W": 1}

# (target, attacker): Spears are immune to Nobles, Trenchmen to Spears, Nobles to Trenchmen.
# The King and the Wolf are immune to nothing, and nothing is immune to them.
IMMUNE = {("S", "N"), ("T", "S"), ("N", "T")}

LONGEST_MOVE = {"K": 1, "S": 1, "T": 2, "N": 3, "W": 1}


@dataclass
class Naive:
    """A position: squares that hold tiles, the side to move, both hands, the move number."""

    squares: dict[str, list[Tile]]
    side: str
    hands: dict[str, dict[str, int]]
    number: int


class Deploy(NamedTuple):
    """Tiles from the hand, bottom to top, onto one square."""

    letters: str
    square: str


class Capture(NamedTuple):
    """An attacker's square and a target's square."""

    attacker: str
    target: str


class Move(NamedTuple):
    """A path, its start included, and how many tiles are left behind on each square of it."""

    path: tuple[str, ...]
    marks: tuple[int, ...]


Action = Deploy | Capture | Move


def parse(text: str) -> Naive:
    """Read a position string (`BOARD SIDE HANDS MOVE`); it is taken to be a valid one."""
    board, side, hands, number = text.split()
    squares: dict[str, list[Tile]] = {}
    rows = board.split("/")
    if len(rows) != 7 or side not in ("b", "r"):
        raise ValueError(text)
    for row_text, row in zip(rows, reversed(ROWS), strict=True):
        column = 0
        for part in re.findall(r"\d|\([A-Za-z]+\)|[A-Za-z]|.", row_text):
            if part.isdigit():
                column += int(part)
                continue
            letters = part.strip("()")
            squares[COLUMNS[column] + row] = [
                ("b" if letter.isupper() else "r", letter.upper()) for letter in letters
            ]
            column += 1
        if column != 7:
            raise ValueError(text)
    in_hand: dict[str, dict[str, int]] = {}
    for colour, hand in zip("br", hands.split("/"), strict=True):
        counts = {letter.upper(): int(count) for letter, count in re.findall(r"(\w)(\d)", hand)}
        in_hand[colour] = {letter: counts.get(letter, 0) for letter in "STNW"}
    return Naive(squares, side, in_hand, int(number))


def format_position(position: Naive) -> str:
    """Write a position as a position string."""
    rows = []
    for row in reversed(ROWS):
        text = ""
        empty = 0
        for column in COLUMNS:
            stack = position.squares.get(column + row, [])
            if not stack:
                empty += 1
                continue
            if empty:
                text += str(empty)
                empty = 0
            letters = "".join(
                letter if colour == "b" else letter.lower() for colour, letter in stack
            )
            text += letters if len(letters) == 1 else f"({letters})"
        rows.append(text + (str(empty) if empty else ""))
    blue, red = (
        "".join(f"{letter}{count}" for letter, count in position.hands[colour].items() if count)
        for colour in "br"
    )
    hands = f"{blue or '-'}/{red.lower() or '-'}"
    return f"{'/'.join(rows)} {position.side} {hands} {position.number}"


def read_action(text: str) -> Action | None:
    """Read an action in canonical notation; None if it is not written as one at all."""
    if match := re.fullmatch(r"([STNW]{1,3})([a-g][1-7])", text):
        return Deploy(match[1], match[2])
    if match := re.fullmatch(r"([a-g][1-7])x([a-g][1-7])", text):
        return Capture(match[1], match[2])
    if re.fullmatch(r"[a-g][1-7]#{0,2}(-[a-g][1-7]#{0,2})+", text):
        parts = text.split("-")
        return Move(tuple(part[:2] for part in parts), tuple(len(part) - 2 for part in parts))
    return None


def write_action(action: Action) -> str:
    """Write an action in canonical notation."""
    if isinstance(action, Deploy):
        return action.letters + action.square
    if isinstance(action, Capture):
        return f"{action.attacker}x{action.target}"
    return "-".join(
        square + "#" * mark for square, mark in zip(action.path, action.marks, strict=True)
    )


def _king_is_gone(position: Naive) -> bool:
    kings = sum(tile[1] == "K" for stack in position.squares.values() for tile in stack)
    return kings < 2


def is_legal(position: Naive, action: Action) -> bool:
    """Whether the side to move may do this."""
    # "You win the game by capturing the enemy King": nothing follows that (R14).
    if _king_is_gone(position):
        return False
    return _allowed(position, action)


def _allowed(position: Naive, action: Action) -> bool:
    # "On your turn you can do one of, and only one of: move, deploy, capture."
    if isinstance(action, Deploy):
        return _may_deploy(position, action.letters, action.square)
    if isinstance(action, Capture):
        return _may_capture(position, action.attacker, action.target)
    return _may_move(position, action.path, action.marks)


def _may_deploy(position: Naive, letters: str, square: str) -> bool:
    own = position.side
    enemy = ENEMY[own]
    stack = position.squares.get(square, [])

    # "You can deploy 1 to 3 tiles from your hand to the board."
    if not 1 <= len(letters) <= 3:
        return False
    for letter in letters:
        if letters.count(letter) > position.hands[own].get(letter, 0):
            return False

    # "To a single square, orthogonally adjacent to a square on your King's hill."
    if square not in DEPLOYMENT[own]:
        return False

    # "Onto an empty square or a square already occupied by any of your tiles": not on enemies.
    if any(colour == enemy for colour, _ in stack):
        return False

    # The Wolf "cannot be deployed as part of a stack": alone, and onto an empty square.
    if "W" in letters and (len(letters) > 1 or stack):
        return False

    # The Wolf is never in a stack: nothing is deployed on it.
    if any(letter == "W" for _, letter in stack):
        return False

    # "As long as they form a stack no more than 3 tiles high."
    if len(stack) + len(letters) > 3:
        return False

    # "You cannot deploy any tiles onto a square which is orthogonally adjacent to a square
    # occupied by one or more enemy tiles" (an enemy Wolf counts: R10) ...
    beside_enemy = any(
        colour == enemy for near in BESIDE[square] for colour, _ in position.squares.get(near, [])
    )
    # ... "except that, unlike regular tiles, the Wolf can be".
    return letters == "W" or not beside_enemy


def _may_capture(position: Naive, attacker: str, target: str) -> bool:
    own = position.side
    enemy = ENEMY[own]
    attackers = position.squares.get(attacker, [])
    targets = position.squares.get(target, [])

    # "You can only capture with a tile on its own in a square or on the top of a stack", and
    # only "an opponent's tile on the top of a stack or sitting on its own".
    if not attackers or attackers[-1][0] != own:
        return False
    if not targets or targets[-1][0] != enemy:
        return False
    by = attackers[-1][1]
    taken = targets[-1][1]

    # The Wolf captures at distance 1 orthogonally or diagonally, any type; nothing blocks it.
    if by == "W":
        return target in AROUND[attacker]

    # "Tiles can only capture orthogonally ... in a straight line" (a Wolf target too: R10).
    (x1, y1), (x2, y2) = XY[attacker], XY[target]
    if x1 != x2 and y1 != y2:
        return False

    # "Range of Attack": "no more, no less".
    distance = abs(x1 - x2) + abs(y1 - y2)
    if distance != ATTACK_RANGE[by]:
        return False

    # Immunity.
    if (taken, by) in IMMUNE:
        return False

    # "Immunity also allows that tile to block ... by standing between": only an enemy tile
    # blocks, and of a stack only its top tile counts (R2). A hill in between is nothing (R3).
    for step in range(1, distance):
        x = x1 + (x2 - x1) // distance * step
        y = y1 + (y2 - y1) // distance * step
        between = position.squares.get(COLUMNS[x] + ROWS[y], [])
        if between and between[-1][0] == enemy and (between[-1][1], by) in IMMUNE:
            return False
    return True


def _may_move(position: Naive, path: tuple[str, ...], marks: tuple[int, ...]) -> bool:
    own = position.side
    enemy = ENEMY[own]
    stack = position.squares.get(path[0], [])

    # One moves one's own tiles.
    if not stack or stack[-1][0] != own:
        return False

    # "Only the tile on the top of a stack dictates the move."
    leader = stack[-1][1]
    steps = len(path) - 1

    # King 1 square, Spears 1, Wolf 1, Trenchmen exactly 2, Nobles 1, 2 or 3.
    if leader in ("K", "S", "W") and steps != 1:
        return False
    if leader == "T" and steps != 2:
        return False
    if leader == "N" and steps not in (1, 2, 3):
        return False

    # One square at a time, orthogonally; only the Wolf "can move diagonally" (past the corner
    # of a hill or of other tiles as well: R10).
    reach = AROUND if leader == "W" else BESIDE
    for here, there in pairwise(path):
        if there not in reach[here]:
            return False

    # Trenchmen "cannot change direction".
    if leader == "T":
        (x1, y1), (x2, y2), (x3, y3) = (XY[square] for square in path)
        if (x2 - x1, y2 - y1) != (x3 - x2, y3 - y2):
            return False

    for square in path[1:]:
        # "The King can only move on the Hill (of their colour) and nowhere else."
        if leader == "K" and square not in HILL[own]:
            return False
        # "No tile, other than the King, can move either on or across either King's Hill."
        if leader != "K" and square in ALL_HILLS:
            return False
        there_now = position.squares.get(square, [])
        # "No tile can occupy or move over a square occupied by an opponent's tile."
        if any(colour == enemy for colour, _ in there_now):
            return False
        # The Wolf enters no occupied square ...
        if leader == "W" and there_now:
            return False
        # ... and no tile moves onto or across it.
        if any(letter == "W" for _, letter in there_now):
            return False

    # A marked last square is illegal: nothing goes on from there (R11).
    if marks[-1] != 0:
        return False

    # Walk the path. Only heights matter: tiles are left behind from the bottom only, so the
    # leader always stays on top.
    height = {square: len(position.squares.get(square, [])) for square in path}
    moving = height[path[0]]
    height[path[0]] = 0
    left_with = 0
    for place, square in enumerate(path):
        # "A Nobles tile can only return to the square it started on if it drops or picks up a
        # piece on the way": the moving stack, as it arrives, must have another number of tiles
        # than when it left, also where the path goes on afterwards (R4).
        if place > 0 and square == path[0] and moving == left_with:
            return False
        # "No square contains more than three tiles, either during or at the conclusion."
        together = height[square] + moving
        if together > 3:
            return False
        if place == len(path) - 1:
            break
        # `#` leaves the bottom tile, `##` the bottom two; some tile must go on (R12).
        if marks[place] >= together:
            return False
        height[square] = marks[place]
        moving = together - marks[place]
        if place == 0:
            left_with = moving
    return True


def _candidates(position: Naive) -> Iterator[Action]:
    """Yield what may be written, without what breaks a rule at a glance."""
    own = position.side
    hand = position.hands[own]
    in_hand = [letter for letter in "STNW" if hand[letter]]
    for count in (1, 2, 3):
        for letters in product(in_hand, repeat=count):
            # Safe: no more of a letter than the hand holds.
            if all(letters.count(letter) <= hand[letter] for letter in letters):
                # Safe: deployment squares only.
                for square in DEPLOYMENT[own]:
                    yield Deploy("".join(letters), square)
    mine = [square for square, stack in position.squares.items() if stack[-1][0] == own]
    theirs = [square for square, stack in position.squares.items() if stack[-1][0] != own]
    for attacker in mine:
        for target in theirs:
            yield Capture(attacker, target)
    for start in mine:
        leader = position.squares[start][-1][1]
        # Safe: only a Wolf steps diagonally, nothing ever enters an enemy's square, and no
        # tile but a King a hill.
        closed = set(theirs) | (set() if leader == "K" else ALL_HILLS)
        reach = AROUND if leader == "W" else BESIDE
        paths: list[tuple[str, ...]] = [(start,)]
        # Safe: no path longer than the leader's longest move.
        for _ in range(LONGEST_MOVE[leader]):
            paths = [(*path, to) for path in paths for to in reach[path[-1]] if to not in closed]
            for path in paths:
                # Safe: what is left behind on a square is fewer than all tiles met so far.
                choices = []
                for place in range(len(path) - 1):
                    met = sum(len(position.squares.get(at, ())) for at in set(path[: place + 1]))
                    choices.append(range(min(3, met)))
                for marks in product(*choices):
                    yield Move(path, (*marks, 0))


def legal_moves(position: Naive) -> list[str]:
    """Return all legal actions in canonical notation, sorted."""
    if _king_is_gone(position):
        return []
    actions = (action for action in _candidates(position) if _allowed(position, action))
    return sorted(map(write_action, actions))


def play(position: Naive, text: str) -> Naive:
    """Return the position after a legal action; raises ValueError on any other."""
    action = read_action(text)
    if action is None or not is_legal(position, action):
        raise ValueError(f"{text!r} is not legal in {format_position(position)}")
    own = position.side
    squares = {square: list(stack) for square, stack in position.squares.items()}
    hands = {colour: dict(hand) for colour, hand in position.hands.items()}
    if isinstance(action, Deploy):
        for letter in action.letters:
            hands[own][letter] -= 1
            squares.setdefault(action.square, []).append((own, letter))
    elif isinstance(action, Capture):
        # "An attacking tile does NOT move when it captures."
        squares[action.target].pop()
    else:
        moving: list[Tile] = []
        for square, mark in zip(action.path, action.marks, strict=True):
            # The moving tiles stand on top of what is there and form one stack with it.
            together = squares.get(square, []) + moving
            squares[square], moving = together[:mark], together[mark:]
        # On the last square everything stays.
        squares[action.path[-1]] = squares[action.path[-1]] + moving
    squares = {square: stack for square, stack in squares.items() if stack}
    return Naive(squares, ENEMY[own], hands, position.number + (own == "r"))


def perft(position: Naive, depth: int) -> int:
    """Count the action sequences of this length, every distinct notation for itself (R9)."""
    return _perft(position, depth, {})


def _perft(position: Naive, depth: int, known: dict[tuple[str, int], int]) -> int:
    if depth == 0:
        return 1
    # The move number plays no part in what is legal.
    key = (format_position(position).rsplit(" ", 1)[0], depth)
    if key not in known:
        moves = legal_moves(position)
        known[key] = (
            len(moves)
            if depth == 1
            else sum(_perft(play(position, move), depth - 1, known) for move in moves)
        )
    return known[key]
