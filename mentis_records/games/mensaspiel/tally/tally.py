"""What is counted of games of MensaSpiel while they are replayed; ``tallier`` does it.

Position p of a game is that after p plies, and ply p leads to it.
"""

from __future__ import annotations

from mentis_records.core.tally import PHASES, Axis, Tally, counting_axis
from mentis_records.games.mensaspiel.rules import board, ending
from mentis_records.games.mensaspiel.rules.move import (
    CAPTURE,
    EXCHANGE,
    LAST_MAN,
    MOVE,
    PASS,
    START,
    TRANSPORT,
)

LAST_PLY = 200
"""Later plies are counted together with this one."""

MOST_TURNS = 80
"""More legal turns than any position has.

Each of n own stacks has at most 17 - n, and there are at most 16 - n starts.
"""

MOST_MADE = 4
"""More generations or transports of a side in a game are counted together with these."""

SIDE = Axis("side", board.SIDES)
SQUARE = Axis("square", board.NAMES[: board.COUNT])
PHASE = Axis("phase", PHASES)
PLY = counting_axis("ply", LAST_PLY, is_open=True)
CHOICE = counting_axis("legal moves", MOST_TURNS, is_open=False)

KIND = Axis("kind", (START, MOVE, CAPTURE, TRANSPORT, "return or pass"))
"""Kinds of turns, some of them together."""

KIND_OF = {START: 0, EXCHANGE: 0, MOVE: 1, CAPTURE: 2, TRANSPORT: 3, LAST_MAN: 4, PASS: 4}
"""The index in ``KIND`` of each kind of turn."""

ELSEWHERE = "not on the board"
END = Axis("end", (ending.PRISONERS, ending.EXTINCTION, ending.BOTH_BLOCKED, ELSEWHERE))
"""How games end; not on the board ends what was resigned, agreed, forfeited or left unfinished."""

DOING = Axis("doing", ("generations", "transports"))
MADE = counting_axis("times", MOST_MADE, is_open=True)

RARITY = Axis("turn", ("counter-attack", "last man", "exchange"))
"""Turns that a side may seldom make: they are listed with whether it did."""

USE = Axis("use", ("made", "possible only", "never possible"))

CHANCE = Axis("turns", ("all", "without a choice", "forced passes"))

TALLIES: tuple[Tally, ...] = (
    Tally("choices", "Legal turns", (PLY, CHOICE), "positions in which a ply was played"),
    Tally("positions", "Positions", (PLY,), "positions, the last one of a game included"),
    Tally("turns", "Turns by phase", (SIDE, KIND, PHASE), "plies"),
    Tally("turn_plies", "Turns by ply", (KIND, PLY), "plies"),
    Tally(
        "recurrence",
        "Repetition",
        (Axis("occurrences", ("once", "twice", "three times or more")),),
        "games by how often the position came up that came up most",
    ),
    Tally("steps", "Step lengths over time", (SIDE, PLY), "step length, summed over positions"),
    Tally("starters", "Starters over time", (SIDE, PLY), "in the base, summed over positions"),
    Tally("prisoners", "Prisoners over time", (SIDE, PLY), "in the prison, over positions"),
    Tally("ends", "Lengths by end", (END, PLY), "games by their end and their plies"),
    Tally("starts", "Starts by square", (SIDE, SQUARE), "starts, those after an exchange too"),
    Tally("doings", "Generations, transports", (DOING, SIDE, MADE), "games by how many there were"),
    Tally("made", "Sums of these", (DOING, SIDE), "generations and transports"),
    Tally("rarities", "Rarer turns", (RARITY, SIDE, USE), "games"),
    Tally("chances", "Choice", (SIDE, CHANCE), "turns"),
)
