"""What is counted of games of Mentis while they are replayed; ``tallier`` does it.

Position p of a game is that after p plies, and ply p leads to it. A tile stands on a square
wherever it is in the stack there.
"""

from __future__ import annotations

from mentis_records.core.tally import PHASES, Axis, Tally, counting_axis, offsets, total_size
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.rules.move import KINDS
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.tile import NAMES, TYPES

LAST_PLY = 200
"""Later plies are counted together with this one."""

SIDE = Axis("side", ("Blue", "Red"))
TILE = Axis("tile", tuple(NAMES[code] for code in TYPES))
CAPTURED = Axis("captured", TILE.labels)
SQUARE = Axis("square", square.NAMES)
PHASE = Axis("phase", PHASES)
KIND = Axis("kind", KINDS)
PLY = counting_axis("ply", LAST_PLY, is_open=True)
CHOICE = counting_axis("legal moves", MAX_MOVES, is_open=False)
ACCOUNT = Axis(
    "account", ("in hand at the start", "on board at the start", "in hand", "on board", "captured")
)
WALK = Axis("walk", ("led", "carried", "squares"))
BLOCK = Axis("block", ("turns", "captures"))

TALLIES: tuple[Tally, ...] = (
    Tally("balance", "Games", (Axis("balance", ("even", "uneven")),), "games whose tiles add up"),
    Tally("accounts", "Tiles", (SIDE, TILE, ACCOUNT), "tiles at the start and at the end"),
    Tally(
        "deployments",
        "Deployments by place",
        (SIDE, TILE, PHASE, SQUARE),
        "tiles deployed, each for itself",
    ),
    Tally("deployment_plies", "Deployments by ply", (SIDE, TILE, PLY), "tiles deployed"),
    Tally(
        "walks",
        "Movements",
        (SIDE, TILE, PHASE, WALK),
        "moves that a tile led; times that one was carried by another; squares that either went",
    ),
    Tally(
        "captures",
        "Captures",
        (SIDE, TILE, CAPTURED, PHASE),
        "captures by a side's tile of an enemy tile",
    ),
    Tally(
        "blocks",
        "Blocks",
        (SIDE, TILE, PHASE, BLOCK),
        "enemy turns at which a tile alone prevented a capture, and the captures so prevented",
    ),
    Tally("turns", "Turns by phase", (SIDE, KIND, PHASE), "plies"),
    Tally("turn_plies", "Turns by ply", (KIND, PLY), "plies"),
    Tally("positions", "Positions", (PLY,), "positions, the last one of a game included"),
    Tally("hands", "Hands over time", (SIDE, TILE, PLY), "tiles in hand, summed over positions"),
    Tally("boards", "Boards over time", (SIDE, TILE, PLY), "tiles on board, over positions"),
    Tally("occupancy", "Occupancy", (SIDE, TILE, SQUARE), "tiles there, summed over positions"),
    Tally(
        "attacks",
        "Attacks",
        (SIDE, TILE, SQUARE),
        "such top tiles that could capture an enemy tile there, whoever is to move, summed over"
        " positions",
    ),
    Tally("choices", "Legal moves", (PLY, CHOICE), "positions in which a ply was played"),
    Tally(
        "recurrence",
        "Repetition",
        (Axis("occurrences", ("once", "twice", "three times or more")),),
        "games by how often the position came up that came up most",
    ),
)

OFFSETS = offsets(TALLIES)
"""Where each table begins in the row of all."""

SIZE = total_size(TALLIES)
"""The length of the row."""
