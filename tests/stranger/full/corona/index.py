"""The index of Corona: where stones are, and where one more would make a row.

Sets of points are numbers with a bit for each.
"""

from corona.board import bits, completing, points_with
from mentis_records.core.feature import Excerpt, ExcerptPart, Feature

FEATURES = (
    Feature("white", 8, "points with White's stones"),
    Feature("black", 8, "points with Black's stones"),
    Feature("hands", 6, "stones in hand: White's, plus 8 times Black's", is_steady=True),
    Feature("mover", 1, "the side to move"),
    Feature("threats", 4, "points on which a stone would make a row"),
)
EXCERPT = Excerpt(
    name="threat",
    comment="Where rows could be made",
    wherever="threats",
    parts=(
        ExcerptPart("threat_single", "on one point", 1),
        ExcerptPart("threat_several", "on several points", 2),
    ),
    features=(
        Feature("white_rows", 8, "points on which a stone would make a row of White's"),
        Feature("black_rows", 8, "points on which a stone would make a row of Black's"),
    ),
    repeated=("mover",),
)
SIGHTINGS = (
    Feature("white_threatens", 8, "points on which a stone would have made a row of White's"),
    Feature("black_threatens", 8, "points on which a stone would have made a row of Black's"),
)


def see(position):
    """Return the bits of ``SIGHTINGS``."""
    return [bits(completing(position.stones, stone)) for stone in "wb"]


def describe(position):
    """Return the numbers of ``FEATURES``, and behind them those of ``EXCERPT``."""
    rows = see(position)
    return (
        *(bits(points_with(position.stones, stone)) for stone in "wb"),
        position.hands[0] + 8 * position.hands[1],
        position.side,
        (rows[0] | rows[1]).bit_count(),
        *rows,
    )
