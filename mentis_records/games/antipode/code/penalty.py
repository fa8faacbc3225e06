"""Codes about mandatory moves and the penalty for missing one."""

from mentis_records.core.diagnostic import Example, Severity
from mentis_records.games.antipode.code.entry import entry, stated

_INFRACTION = "7/7/7/2GS3/7/G6/6s S 8/9 6/0 a1a2,- pt! 7"

NO_INFRACTION = entry(
    601,
    "no-infraction",
    "the turn before has missed no mandatory move",
    "a turn without a citation",
    "rulings R16",
    "",
    """A stone is taken as a penalty only right after a turn that has missed a mandatory move.""",
    (
        Example(stated("7/7/7/2GS3/7/G6/G5s G 8/9 6/0 -,- pt 7", "1. Pd4:a1-b1 *"), "Pd4:a1-b1"),
        Example(stated("7/7/7/2GS3/7/G6/G5s G 8/9 6/0 -,- pt 7", "1. Pd4 *"), "Pd4"),
    ),
)
NO_STONE_TO_CITE = entry(
    602,
    "no-stone-to-cite",
    "no opposing stone on {space}",
    "a space with a stone of {owner}",
    "rulings R4, R16",
    "",
    """The penalty takes a stone of the offender off the board. The Antipode cannot be taken.""",
    (
        Example(stated(_INFRACTION, "1. Pg1:d4-d5 *"), "Pg1:d4-d5"),
        Example(stated(_INFRACTION, "1. Pd4:d4-d5 *"), "Pd4:d4-d5"),
    ),
)
PENALTY_ENDED = entry(
    603,
    "penalty-ended",
    "the penalty on {space} has ended the round",
    "P{space}",
    "rulings R16",
    "",
    """A stone taken as a penalty counts as captured. When it is the seventh, or leaves the offender
fewer than seven pieces, the round is over without a further turn.""",
    (
        Example(stated("s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7", "1. Pa2:b2-b3 *"), "Pa2:b2-b3"),
        Example(stated("s6/7/7/7/7/GS5/7 S 6/15 0/0 -,- pt! 7", "1. Pa2:b2-b3 *"), "Pa2:b2-b3"),
    ),
)
TURN_MISSING = entry(
    604,
    "turn-missing",
    "the penalty on {space} does not end the round",
    "a turn behind it, such as P{space}:{turn}",
    "rulings R16",
    "",
    """Who has taken a stone as a penalty makes his turn, unless the penalty has ended the
round.""",
    (
        Example(stated(_INFRACTION, "1. Pa2 *"), "Pa2"),
        Example(stated(_INFRACTION, "1. Pc4 *"), "Pc4"),
    ),
)
MANDATORY_MISSED = entry(
    701,
    "mandatory-missed",
    "{found} misses a mandatory move, which would have ended the round",
    "{expected}",
    "rulings R16, R17, R18",
    "the opponent may take a stone as a penalty before the next turn",
    """In a tournament round a player must end the round if a single placement, move by one space
or jump of one leg does so, and must go on with a jump when one more capture ends it. Who does not
may be cited: the turn stands, and the opponent may take any one stone of the offender before the
next turn. The game is kept with this warning.""",
    (
        Example(stated("s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "1. b2-d2 *"), "b2-d2"),
        Example(stated("s6/7/7/7/7/1GS4/7 G 15/6 6/0 -,- pt 7", "1. b2-b3 *"), "b2-b3"),
    ),
    Severity.WARNING,
)
