"""What is counted of games of Antipode while they are replayed; ``tallier`` does it.

Position p of a game is that after p plies, and ply p leads to it.
"""

from __future__ import annotations

from mentis_records.core.tally import PHASES, Axis, Tally, counting_axis
from mentis_records.games.antipode.rules import ending
from mentis_records.games.antipode.rules.move import ANTIPODE, JUMP, PASS, PENALTY, PLACE, STEP
from mentis_records.games.antipode.rules.position import SIDES
from mentis_records.games.antipode.rules.square import NAMES

LAST_PLY = 200
"""Later plies are counted together with this one."""

MOST_TURNS = 400
"""More legal turns are counted together with these; there is no bound to the ways of jumps."""

MOST_LEGS, MOST_TAKEN, MOST_FLIPS = 6, 3, 5
"""More legs and captures of a jump, and flips of a game, are counted together with these."""

SIDE = Axis("side", SIDES)
PHASE = Axis("phase", PHASES)
PLY = counting_axis("ply", LAST_PLY, is_open=True)
CHOICE = counting_axis("legal moves", MOST_TURNS, is_open=True)

KIND = Axis("kind", ("placement", STEP, "Antipode", JUMP, "pass or penalty"))
"""Kinds of turns, the rarest together; a turn after a citation is of its own kind."""

KIND_OF = {PLACE: 0, STEP: 1, ANTIPODE: 2, JUMP: 3, PASS: 4, PENALTY: 4}
"""The index in ``KIND`` of each kind of turn."""

BASIC, ROUND, EXTRA = range(3)
MODE = Axis("mode", ("basic game", "round of a match", "extra round"))
"""What a record is: a single game, a round under tournament rules, or the extra round."""

ELSEWHERE = "not on the board"
END = Axis("end", (*ending.TERMINATIONS, ELSEWHERE))
"""How games end; not on the board ends what was resigned, agreed, forfeited or left unfinished."""

LEGS = Axis("legs", (*map(str, range(1, MOST_LEGS)), f"{MOST_LEGS} and more"), is_open=True)
TAKEN = counting_axis("captures", MOST_TAKEN, is_open=True)
FLIPS = counting_axis("flips", MOST_FLIPS, is_open=True)
FLIP = Axis("flip", ("won", "given away"))
SQUARE = Axis("square", NAMES)

ANSWER = Axis("answer", ("cited", "not cited", "last turn"))
"""What followed a turn that missed a mandatory move: the opponent cited it or played on, or there
is no further turn."""

PARTY = Axis("party", ("the winner", "the loser"))
SOURCE = Axis("source", ("captures", "Primes", "Antipode"))
"""What points of a round are for (rules, Tournament)."""

SHARE = Axis("points", ("more", "as many", "fewer"))

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
    Tally("captures", "Captures over time", (SIDE, PLY), "captured stones, summed over positions"),
    Tally("primes", "Primes over time", (SIDE, PLY), "stones on Primes, summed over positions"),
    Tally("ends", "Lengths by end", (MODE, END, PLY), "games by their end and their plies"),
    Tally("jumps", "Jumps by length", (LEGS, TAKEN), "jumps"),
    Tally("flips", "Flips per game", (FLIPS,), "games by how often the Antipode was flipped"),
    Tally("flipped", "Flips by side", (SIDE, FLIP), "legs that won or gave away the Antipode"),
    Tally(
        "antipode", "The Antipode at the end", (MODE, SIDE, SQUARE), "games that the board ended"
    ),
    Tally("infractions", "Missed mandatory moves", (SIDE, ANSWER), "turns of the side that missed"),
    Tally("points", "Points of rounds", (PARTY, SOURCE), "points in rounds that the board ended"),
    Tally("scored", "Points of the winner", (SHARE,), "scored rounds that one side won"),
)
