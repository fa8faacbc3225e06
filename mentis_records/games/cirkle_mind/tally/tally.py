"""What is counted of games of CirKle Mind while they are replayed; ``tallier`` does it.

Position p of a game is that after p plies, and ply p leads to it. Duels count whose faces are both
known.
"""

from __future__ import annotations

from mentis_records.core.tally import PHASES, Axis, Tally, counting_axis
from mentis_records.games.cirkle_mind.rules import board, ending
from mentis_records.games.cirkle_mind.rules.duel import FAILED, LOST, WON
from mentis_records.games.cirkle_mind.rules.piece import PIECES
from mentis_records.games.cirkle_mind.rules.terms import LEVEL_NAMES
from mentis_records.games.cirkle_mind.tally.sort import ROLES, SORTS

LAST_PLY = 300
"""Later plies are counted together with this one."""

MOST_TURNS = 200
"""Positions with more legal turns are counted together with those that have so many."""

LEVEL = Axis("level", LEVEL_NAMES)
SIDE = Axis("side", board.SIDES)
SQUARE = Axis("square", board.NAMES)
PHASE = Axis("phase", PHASES)
PLY = counting_axis("ply", LAST_PLY, is_open=True)
CHOICE = counting_axis("legal moves", MOST_TURNS, is_open=True)

KIND = Axis("kind", ("step", "attack won", "attack failed", "attack lost", "pass"))
"""Kinds of turns, attacks by what became of them."""

OUTCOME = Axis("outcome", ("won", "failed", "lost"))
OUTCOME_OF = {WON: 0, FAILED: 1, LOST: 2}
"""The index in ``OUTCOME`` of each mark, for the attacker."""

ELSEWHERE = "not on the board"
END = Axis("end", (ending.TARGET, ending.BOTH_BLOCKED, ELSEWHERE))
"""How games end; not on the board ends what was resigned, agreed, forfeited or left unfinished."""

CHANCE = Axis("turn", ("attacked", "could attack", "could not"))
ATTACKED, COULD, COULD_NOT = range(len(CHANCE))

AIM = Axis("target", ROLES[:2])
KNOWN = counting_axis("known", PIECES, is_open=False)
WAY = Axis("way", ("as attacker", "as defender"))

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
    Tally("pieces", "Pieces over time", (SIDE, PLY), "on the board, summed over positions"),
    Tally("shown", "Known pieces over time", (SIDE, PLY), "of these, known to the other side"),
    Tally("levels", "Games by level", (LEVEL,), "games"),
    Tally("ends", "Lengths by end", (LEVEL, END, PLY), "games by their end and their plies"),
    Tally(
        "setups",
        "Set-ups",
        (LEVEL, Axis("role", ROLES), SQUARE),
        "pieces at the start of games that begin from set-ups without unknown faces",
    ),
    Tally("set_up", "Games from set-ups", (LEVEL,), "games in which set-ups were counted"),
    Tally(
        "duels",
        "Duels",
        (LEVEL, Axis("attacker", SORTS), Axis("defender", SORTS), OUTCOME),
        "attacks, by what became of them",
    ),
    Tally(
        "shields",
        "Duels with and without shields",
        (LEVEL, Axis("without", OUTCOME.labels), OUTCOME),
        "attacks, by what the same faces bring without shields, and what became of them",
    ),
    Tally("attacks", "Attacks", (LEVEL, PHASE, CHANCE), "turns, by whether an attack was legal"),
    Tally("places", "Where duels are", (LEVEL, SQUARE), "attacks by the defender's square"),
    Tally("captures", "Captured targets", (LEVEL, AIM, PLY), "captures of targets"),
    Tally("targets", "Targets at the start", (LEVEL, AIM), "known targets"),
    Tally(
        "knowledge",
        "What the winner knew",
        (LEVEL, KNOWN),
        "games that the board ends, by how many of the loser's pieces had been shown",
    ),
    Tally(
        "captors",
        "What captures the victory target",
        (LEVEL, WAY, Axis("captor", SORTS)),
        "captures of a victory target",
    ),
)
