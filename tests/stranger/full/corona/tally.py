"""What is counted of games of Corona: common tallies, and where stones lie at the end."""

from collections import Counter

from corona.board import POINTS
from corona.game import GAME, SIDES
from mentis_records.core.tally import PHASES, Axis, Tally, counting_axis

LAST = 60
"""Later plies are counted together with this one."""

SIDE = Axis("side", SIDES)
PLY = counting_axis("ply", LAST, is_open=True)
KIND = Axis("kind", ("place", "step"))
OFTEN = Axis("occurrences", ("once", "twice", "three times or more"))

TALLIES = (
    Tally("choices", "Legal moves", (PLY, counting_axis("legal moves", 8, is_open=False)), ""),
    Tally("positions", "Positions", (PLY,), "positions, the last one of a game included"),
    Tally("turns", "Turns by phase", (SIDE, KIND, Axis("phase", PHASES)), "plies"),
    Tally("turn_plies", "Turns by ply", (KIND, PLY), "plies"),
    Tally("recurrence", "Repetition", (OFTEN,), "games by the most that a position came up"),
    Tally("hands", "Hands", (SIDE, PLY), "stones in hand, summed over positions"),
    Tally("stones", "Stones", (SIDE, Axis("point", POINTS)), "stones at the end"),
)


def count(positions, moves):
    """Yield what a game adds: a slug, the index on each axis, and a number."""
    for at, position in enumerate(positions):
        ply = min(at, LAST)
        yield "positions", (ply,), 1
        for side, held in enumerate(position.hands):
            yield "hands", (side, ply), held
    for at, move in enumerate(moves):
        before, kind = positions[at], KIND.labels.index(move.kind)
        yield "choices", (min(at, LAST), len(GAME.legal_moves(before))), 1
        yield "turns", (before.side, kind, 3 * at // len(moves)), 1
        yield "turn_plies", (kind, min(at + 1, LAST)), 1
    most = max(Counter(position.key for position in positions).values())
    yield "recurrence", (min(most, 3) - 1,), 1
    for point, stone in enumerate(positions[-1].stones):
        if stone != ".":
            yield "stones", ("wb".index(stone), point), 1
