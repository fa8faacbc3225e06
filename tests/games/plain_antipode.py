"""Antipode's positions as their strings have them, games played at random, and queries."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import naive_antipode as naive
from naive_antipode import PRIME, SQUARES

from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import parse_move

GAME = find_game("antipode")

# A jump of 23 legs: once around the Perimeter, flipping the Antipode, and nearly once more.
RING = ("a1", "c1", "e1", "g1", "g3", "g5", "g7", "e7", "c7", "a7", "a5", "a3")
BOARD = "1G1G1G1/G5G/7/G5G/7/g5G/GG1G1G1"
POSITION = f"{BOARD} G 1/13 0/0 -,- pb 0"
LONG = "-".join(RING) + "~" + "-".join(RING)
AFTER = "1G1G1G1/G5G/7/G5G/G6/s5G/1G1G1G1 S 1/13 0/0 -,- pb 0"
RECORD = f'[Game "Antipode"]\n[Position "{POSITION}"]\n\n1. {LONG} d4 *\n'

AREAS = {"board": SQUARES, "prime": PRIME, "perimeter": naive.EDGE}
FEATURES = [
    (text, dict[str, str]())
    for text in (
        "7/7/7/3s3/7/7/7 G 13/13 0/0 -,- sb 0",
        "s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7",
        "g6/7/7/7/7/7/3G3 G 12/13 0/0 a4a7,- pb 0",
        "6g/7/7/2SGS2/2G1G2/2SGS2/G5S S 14/1 0/6 -,g2g1 pb- 7",
        POSITION,
        AFTER,
    )
]
"""Positions whose features are compared, besides those of games; each with its settings."""

ROUND = {"Rules": "tournament"}
LATER = {"FirstPlayer": "S", "GoldStones": "12", "SilverStones": "20"}
STARTS: tuple[dict[str, str], ...] = (
    {},
    {},
    ROUND,
    {"Match": "2"},
    {"Match": "2", "MatchRound": "2", **LATER},
    {"Match": "4", "MatchRound": "3", **LATER},
    {"Match": "2", "MatchRound": "3", **LATER},
    {"Position": "s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7"},
    {"Position": "s6/7/7/2S4/1GGS3/1GG1G2/1S5 S 11/8 6/5 -,- pt! 7"},
    {"Position": "7/1S1S3/1g1S1G1/2G1G2/1G1G1S1/7/1S5 G 4/5 1/2 -,- pb 0"},
    {"Position": "6s/7/7/1S5/G6/1GG4/7 G 10/12 3/4 -,c4c6 pb 7", "MatchRound": "3"},
)


@dataclass
class Seen:
    """A position as its string has it, the record's tags and round, and the turn that led there."""

    position: Any
    tags: dict[str, str]
    board: dict[str, str]
    mover: str
    hand: dict[str, int]
    captured: dict[str, int]
    is_infraction: bool
    text: str
    turn: str
    round: int

    def on(self, signs: str, squares: Any = SQUARES) -> int:
        """Return how many of some squares have one of some signs of the position string."""
        return sum(self.board.get(square, "?") in signs for square in squares)

    @property
    def action(self) -> str:
        return re.sub("^P..(:|$)", "", self.turn)

    @property
    def legs(self) -> int:
        """Return the legs of a jump: moves over two squares."""
        stops = re.findall("[a-g][1-7]", self.action)
        if self.action.startswith("A") or len(stops) < 2:
            return 0
        across, up = ord(stops[1][0]) - ord(stops[0][0]), int(stops[1][1]) - int(stops[0][1])
        return len(stops) - 1 if abs(across) + abs(up) == 2 else 0


Holds = Callable[[Seen], Any]


def read(position: Any, tags: dict[str, str], turn: str = "", number: int = 0) -> Seen:
    """Return what a position's string says."""
    text = GAME.format_position(position)
    state = naive.read(text)
    facts = (state.board, state.turn, state.hand, state.captured, state.is_infraction)
    return Seen(position, tags, *facts, text, turn, number)


def read_features(at: Seen) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""

    def squares(signs: str, area: Any = SQUARES) -> int:
        return sum(
            1 << place
            for place, square in enumerate(SQUARES)
            if square in area and at.board.get(square, ".") in signs
        )

    return {
        "gold": squares("G"),
        "silver": squares("S"),
        "antipode": squares("gs"),
        "side": "GS".index(at.mover),
        "face": int("s" in at.board.values()),
        "infraction": int(at.is_infraction),
        "gold_hand": at.hand["G"],
        "silver_hand": at.hand["S"],
        "captured_gold": at.captured["S"],
        "captured_silver": at.captured["G"],
        "gold_primes": squares("G", PRIME),
        "silver_primes": squares("S", PRIME),
        "empty": squares("."),
    }


def choose(chance: random.Random, position: Any) -> Any:
    """Return a turn, a citation before it now and then, and captures and flips often."""
    cited, after = "", position
    state = naive.read(GAME.format_position(position))
    if state.is_infraction and chance.random() < 0.7:
        cited = "P" + chance.choice(state.stones(naive.OTHER[state.turn]))
        after = GAME.play(position, parse_move(cited))
        if GAME.outcome(after) is not None:
            return parse_move(cited)
    moves = GAME.legal_moves(after)
    kind = chance.choice(sorted({move.kind for move in moves}))
    some = [move for move in moves if move.kind == kind]
    some = chance.choice((some, [move for move in some if {*move.signs} & {*"x~"}] or some))
    notation = chance.choice(some).notation
    return parse_move(f"{cited}:{notation}" if cited else notation)


def play(chance: random.Random, tags: dict[str, str], first: str = "") -> list[Seen]:
    """Return the positions of a game played at random, with a first turn if one is given."""
    settings = {tag: value for tag, value in tags.items() if tag != "Position"}
    position: Any = GAME.start_position(settings) if "Position" not in tags else None
    if position is None:
        position = GAME.parse_position(tags["Position"], settings)
    is_match = "Match" in tags or tags == ROUND or tags.get("Position", "").endswith("7")
    number = int(tags.get("MatchRound", "1")) if is_match else 0
    seen = [read(position, tags, "", number)]
    while len(seen) < 60 and GAME.outcome(position) is None:
        move = parse_move(first) if first else choose(chance, position)
        first = ""
        position = GAME.play(position, move)
        seen.append(read(position, tags, move.notation, number))
    return seen


def games() -> Iterator[list[Seen]]:
    """Yield games that all that is asked occurs in."""
    chance = random.Random(39)
    for tags in (*STARTS, *STARTS[-5:]):
        yield play(chance, tags)
    yield play(chance, {"Position": POSITION}, LONG)
    yield play(chance, {"Position": MISSED}, "Pc2:c4xc2")


MISSED = "s6/7/1S5/2S1S2/1GGS3/1GG1G2/1S5 S 11/8 3/2 -,- pt! 7"
STATED = "7/1S1S3/1g1S1G1/2G1G2/1G1G1S1/7/1S5 G 4/5 1/2 -,- pb 0"

CASES: dict[str, Holds] = {
    "antipode on {d4, row 5}": lambda at: at.on("gs", ["d4", *(c + "5" for c in "abcdefg")]),
    "primes gold >= 3": lambda at: at.on("G", PRIME) >= 3,
    "silver primes = 0": lambda at: at.on("S", PRIME) == 0,
    "primes silver != 2": lambda at: at.on("S", PRIME) != 2,
    "captured silver >= 3": lambda at: at.captured["G"] >= 3,
    "gold captured = 0": lambda at: at.captured["S"] == 0,
    "captured gold > 5": lambda at: at.captured["S"] > 5,
    "gold hand >= 4": lambda at: at.hand["G"] >= 4,
    "silver hand stone < 8": lambda at: at.hand["S"] < 8,
    "move jumps": lambda at: at.legs,
    "move legs >= 3": lambda at: at.legs >= 3,
    "move legs = 1": lambda at: at.legs == 1,
    "move legs > 20": lambda at: at.legs > 20,
    "move cites and move jumps": lambda at: "P" in at.turn and at.legs,
    "infraction": lambda at: at.is_infraction,
    "round = 2": lambda at: at.round == 2,
    "round >= 3": lambda at: at.round >= 3,
    "round != 1": lambda at: at.round > 1,
    "not round = 1": lambda at: at.round != 1,
    "gold any on row 4": lambda at: at.on("Gg", [column + "4" for column in "abcdefg"]),
    "any stone on c3:e5": lambda at: at.on("GS", [c + r for c in "cde" for r in "345"]),
    "silver stone in column d": lambda at: at.on("S", ["d" + row for row in "1234567"]),
    "empty d4": lambda at: "d4" not in at.board,
    "count(empty prime) <= 16": lambda at: at.on("GSgs", PRIME) >= 8,
    "count(gold any on board) >= 6": lambda at: at.on("Gg") >= 6,
    "move captures any": lambda at: "x" in at.turn or "P" in at.turn,
    "move captures stone and not move cites": lambda at: "x" in at.turn and "P" not in at.turn,
    "move by stone": lambda at: at.action[:1] in [*"abcdefg"],
    "move by antipode": lambda at: at.action.startswith("A"),
    "move from {c3, row 2}": lambda at: re.match("A?(c3|[a-g]2)[-x~]", at.action),
    "move from d4": lambda at: re.match("A?d4[-x~]", at.action),
    "move to prime": lambda at: at.action[-2:] in PRIME,
    "move to a3": lambda at: at.action.endswith("a3"),
    f'move "{LONG}"': lambda at: at.turn == LONG,
    "to move silver": lambda at: at.mover == "S",
    "start and antipode silver": lambda at: not at.turn and at.on("s"),
    "infraction and silver captured >= 1": lambda at: at.is_infraction and at.captured["G"],
    f'position "{STATED}"': lambda at: at.text == STATED,
    "diagonal(mirror(flip(antipode gold on c3 and empty b1)))": lambda at: any(
        at.on("g", [square]) and empty not in at.board
        for square, empties in (("c3", "b1 a2"), ("e3", "f1 g2"), ("c5", "b7 a6"), ("e5", "f7 g6"))
        for empty in empties.split()
    ),
    "turn90(move from b2 and move to b3)": lambda at: re.fullmatch(
        "A?b2[-x~](.*[-x~])?b3|A?b6[-x~](.*[-x~])?c6", at.action
    ),
    'turn270(move "a4-b4" or move "Ad4-d6")': lambda at: (
        at.turn in ("a4-b4", "Ad4-d6", "d1-d2", "Ad4-b4")
    ),
    "swap(primes gold >= 4)": lambda at: max(at.on("G", PRIME), at.on("S", PRIME)) >= 4,
    "swap(captured gold >= 4 and to move gold)": lambda at: (
        (at.captured["S"] >= 4 and at.mover == "G") or (at.captured["G"] >= 4 and at.mover == "S")
    ),
    "swap(mirror(silver antipode on column a))": lambda at: at.on(
        "gs", [column + row for column in "ag" for row in "1234567"]
    ),
}
