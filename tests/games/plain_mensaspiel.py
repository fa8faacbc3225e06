"""MensaSpiel's positions as their strings have them, games played at random, and queries."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import naive_mensaspiel as naive

from mentis_records.games import find_game

GAME = find_game("mensaspiel")
SQUARES = sorted(naive.COLOUR)
LEFT, RIGHT = naive.RING["W"], naive.RING["B"]
AREAS = {"board": SQUARES, "left": LEFT, "right": RIGHT}
STATED = (
    "a3:B,a4:B,a5:B,b3:B,b5:B,c3:B,c4:B,c5:B W0.8.1/B0.0.0 W 3",
    "b5:W,e3:BBWB W0.5.1/B0.3.1 W 3",
    "c3:WWBWWBBW,f3:BWBBW W0.1.0/B1.2.1 B 3",
    "a4:WBW,g4:B W0.6.1/B1.5.0 W 3",
)
FEATURES = [
    (text, dict[str, str]())
    for text in (
        "- W3.6.0/B3.6.0 W 0",
        "a3:BBBBBBBBBWWWWWWWWW W0.0.0/B0.0.0 B 3",
        "e5:WBWBWBWBWBWBWBWBWB W0.0.0/B0.0.0 W 3",
        "b3:WBB,g5:BWWWBBW W0.2.1/B1.0.2 B 3",
        "c4:W W0.0.8/B0.1.8 W 1@c4",
    )
]
"""Positions whose features are compared, besides those of games; each with its settings."""


@dataclass
class Seen:
    """A position as its string has it, the record's tags, and the turn that led there."""

    position: Any
    tags: dict[str, str]
    stacks: dict[str, str]
    base: dict[str, int]
    reserve: dict[str, int]
    prison: dict[str, int]
    mover: str
    text: str
    turn: str
    acted: str

    def on(self, letters: str, squares: Any = SQUARES) -> int:
        """Return how many of some squares have one of some letters on top."""
        return sum(self.stacks.get(square, "?")[-1] in letters for square in squares)

    def steps(self, side: str) -> int:
        owned = [square for square, stack in self.stacks.items() if stack[-1] == side]
        return sum(naive.pips(side, square) for square in owned)

    def like(self, pattern: str, squares: Any = SQUARES) -> int:
        """Return how many of some squares have a stack that a regular expression matches."""
        stacks = (self.stacks.get(square, "") for square in squares)
        return sum(re.fullmatch(pattern, stack) is not None for stack in stacks)


Holds = Callable[[Seen], Any]


def read(position: Any, tags: dict[str, str], turn: str = "", acted: str = "") -> Seen:
    """Return what a position's string says."""
    text = GAME.format_position(position)
    state = naive.read(text)
    pools = (state["base"], state["reserve"], state["prison"])
    return Seen(position, tags, state["stacks"], *pools, state["turn"], text, turn, acted)


def read_features(at: Seen) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""

    def squares(letter: str, *depths: int) -> int:
        return sum(
            1 << SQUARES.index(square)
            for square, stack in at.stacks.items()
            if letter in [stack[-1 - depth] for depth in depths if depth < len(stack)]
        )

    found = {"side": "WB".index(at.mover), "empty": 0xFFFF & ~(squares("W", 0) | squares("B", 0))}
    found["high"] = squares("W", *range(1, 18)) | squares("B", *range(1, 18))
    for side, letter in (("white", "W"), ("black", "B")):
        found[side] = squares(letter, 0)
        found[f"covered_{side}"] = squares(letter, *range(1, 18))
        for first in range(1, 18, 3):
            found[f"{side}_below{first}"] = sum(
                squares(letter, first + place) << 16 * place for place in range(3)
            )
        found[f"{side}_base"] = at.base[letter]
        found[f"{side}_reserve"] = at.reserve[letter]
        found[f"{side}_prison"] = at.prison[letter]
        found[f"{side}_steps"] = at.steps(letter)
    return found


def play(chance: random.Random, start: str) -> list[Seen]:
    """Return the positions of a game played at random."""
    position: Any = GAME.parse_position(start, {}) if start else GAME.start_position({})
    tags = {"Position": start} if start else {}
    tags |= {"FirstPlayer": "B"} if position.side else {}
    seen = [read(position, tags)]
    while len(seen) < 70 and (moves := GAME.legal_moves(position)):
        kind = chance.choice(sorted({move.kind for move in moves}))
        some = moves if chance.random() < 0.6 else [move for move in moves if move.kind == kind]
        move, acted = chance.choice(some), "WB"[position.side]
        position = GAME.play(position, move)
        seen.append(read(position, tags, move.notation, acted))
    return seen


def games() -> Iterator[list[Seen]]:
    """Yield games that all that is asked occurs in."""
    chance = random.Random(38)
    for start in (*[""] * 10, *STATED * 2):
        yield play(chance, start)


CASES: dict[str, Holds] = {
    "white steps = 5": lambda at: at.steps("W") == 5,
    "steps black >= 12": lambda at: at.steps("B") >= 12,
    "steps white = 0": lambda at: at.steps("W") == 0,
    "white base >= 1": lambda at: at.base["W"] >= 1,
    "base black = 0": lambda at: at.base["B"] == 0,
    "reserve black = 0": lambda at: at.reserve["B"] == 0,
    "white reserve W < 3": lambda at: at.reserve["W"] < 3,
    "prison white >= 2": lambda at: at.prison["W"] >= 2,
    "black prison W = 1": lambda at: at.prison["B"] == 1,
    "any any on d4": lambda _: False,
    "any B in c3": lambda at: "B" in at.stacks.get("c3", ""),
    "any any in rings": lambda at: at.stacks,
    "empty b5": lambda at: "b5" not in at.stacks,
    "empty transmitter": lambda _: True,
    "count(empty board) = 9": lambda at: len(at.stacks) == 8,
    "count(empty ring white) < 4": lambda at: at.on("WB", LEFT) > 4,
    "count(white any on ring black) >= 2": lambda at: at.on("W", RIGHT) >= 2,
    "count(any any on board) != 4": lambda at: len(at.stacks) != 4,
    "count(any holds any on rings) = 1": lambda at: at.like(".+.") == 1,
    "white stack WB on rings": lambda at: False,
    "white stack W on c3": lambda at: at.stacks.get("c3") == "W",
    "count(any height > 4 on board) = 1": lambda at: at.like(".{5,}") == 1,
    "move captures W": lambda at: "x" in at.turn and at.acted == "B",
    "move by W": lambda at: at.acted == "W" and at.turn != "--",
    "move from ring white": lambda at: at.turn[:2] in LEFT,
    "to move black": lambda at: at.mover == "B",
    "start and reserve white = 6": lambda at: not at.turn and at.reserve["W"] == 6,
    "move exchanges and move starts and prison white = 0": lambda at: (
        "E" in at.turn and at.prison["W"] == 0
    ),
    f'position "{STATED[1]}"': lambda at: at.text == STATED[1],
}
