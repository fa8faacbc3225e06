"""Codes about captures that the rules forbid."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.mentis.code.entry import CAPTURE, entry, plain, stated

TARGET_EMPTY = entry(
    301,
    "target-empty",
    "nothing to capture on {square}",
    "an enemy tile on {square}",
    CAPTURE,
    "a move to an empty square is written with -",
    """A capture takes the enemy's top (or only) tile on the square after the x.""",
    (Example(plain("1. Sd2 Sd6 2. d2xd5 *"), "d2xd5"), Example(plain("1. d1xe1 *"), "d1xe1")),
)
TARGET_OWN = entry(
    302,
    "target-own",
    "the {tile} on {square} is {side}'s own",
    "an enemy tile",
    CAPTURE,
    "",
    """Only enemy tiles are captured.""",
    (
        Example(plain("1. Nd2 Sd6 2. d2xd1 *"), "d2xd1"),
        Example(stated("3k3/7/7/7/7/3NT2/3K3 b -/- 1", "1. d2xe2 *"), "d2xe2"),
    ),
)
NOT_IN_LINE = entry(
    303,
    "not-in-line",
    "{square} is not in a straight line from {start}",
    "a target in the same column or row",
    CAPTURE,
    "",
    """Captures go orthogonally: forwards, backwards or sideways in a straight line. Only the Wolf
captures diagonally.""",
    (
        Example(stated("3k3/7/7/7/2s4/3N3/3K3 b -/- 1", "1. d2xc3 *"), "d2xc3"),
        Example(stated("3k3/7/7/2s4/7/3T3/3K3 b -/- 1", "1. d2xc4 *"), "d2xc4"),
    ),
)
OUT_OF_RANGE = entry(
    304,
    "out-of-range",
    "{tile} on {start} cannot reach {square}: the distance is {distance}",
    "a target at distance {expected}",
    "rulebook, Capture Summary Table",
    "",
    """The King, the Nobles and the Wolf capture at distance 1, the Trenchmen at 2, the Spears at
3: no more, no less.""",
    (
        Example(stated("3k3/7/7/7/3s3/3S3/3K3 b -/- 1", "1. d2xd3 *"), "d2xd3"),
        Example(stated("3k3/7/7/3n3/7/3N3/3K3 b -/- 1", "1. d2xd4 *"), "d2xd4"),
    ),
)
TARGET_IMMUNE = entry(
    305,
    "immune",
    "{victim} on {square} is immune to {tile}",
    "a target that is not immune",
    "rulebook, Capture Rules, Special Rule",
    "",
    """Spears cannot be captured by Nobles, Trenchmen not by Spears, Nobles not by
Trenchmen.""",
    (
        Example(stated("3k3/7/7/7/3s3/3N3/3K3 b -/- 1", "1. d2xd3 *"), "d2xd3"),
        Example(stated("3k3/7/3t3/7/7/3S3/3K3 b -/- 1", "1. d2xd5 *"), "d2xd5"),
    ),
)
CAPTURE_BLOCKED = entry(
    306,
    "blocked",
    "{owner}'s {blocking} on {blocker} blocks {tile} on {start}",
    "no enemy tile immune to {tile} in between",
    "rulebook, Blocking Attacks; rules R2",
    "",
    """An enemy tile between attacker and target blocks the capture if it is immune to the
attacker: Trenchmen block Spears, Nobles block Trenchmen. Only the top tile of a stack counts;
one's own tiles never block.""",
    (
        Example(stated("3k3/7/3s3/3t3/7/3S3/3K3 b -/- 1", "1. d2xd5 *"), "d2xd5"),
        Example(stated("3k3/7/7/3s3/3n3/3T3/3K3 b -/- 1", "1. d2xd4 *"), "d2xd4"),
    ),
)
