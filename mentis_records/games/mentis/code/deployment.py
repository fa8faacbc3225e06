"""Codes about deployments that the rules forbid."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.mentis.code.entry import DEPLOYMENT, WOLF, entry, plain, stated, with_wolf

NOT_DEPLOYMENT_SQUARE = entry(
    201,
    "deployment-square",
    "{side} cannot deploy on {square}",
    "{expected}",
    DEPLOYMENT,
    "",
    """Tiles are deployed on one of the five squares orthogonally adjacent to one's own hill.""",
    (Example(plain("1. TSNd3 *"), "TSNd3"), Example(plain("1. TSNd2 TSNd2 *"), "TSNd2")),
)
DEPLOYMENT_ON_ENEMY = entry(
    202,
    "deployment-on-enemy",
    "{owner}'s {tile} stands on {square}",
    "an empty square, or one with tiles of one's own",
    DEPLOYMENT,
    "",
    """Tiles are deployed on an empty square or on top of one's own tiles.""",
    (
        Example(stated("3k3/7/7/7/7/3n3/3K3 b S1/- 1", "1. Sd2 *"), "Sd2"),
        Example(stated("3k3/3N3/7/7/7/7/3K3 r -/t1 1", "1... Td6 *"), "Td6"),
    ),
)
DEPLOYMENT_BANNED = entry(
    203,
    "deployment-ban",
    "{owner}'s {tile} on {blocker} prevents deploying on {square}",
    "a square with no enemy tile next to it",
    "rulebook, Special Deployment Rule",
    "only the Wolf may be deployed there",
    """No tiles are deployed on a square orthogonally adjacent to an enemy tile.""",
    (
        Example(stated("3k3/7/7/7/3t3/7/3K3 b S1/- 1", "1. Sd2 *"), "Sd2"),
        Example(stated("3k3/7/3N3/7/7/7/3K3 r -/t2 1", "1... TTd6 *"), "TTd6"),
    ),
)
DEPLOYMENT_TOO_HIGH = entry(
    204,
    "deployment-too-high",
    "{count} tiles would stand on {square}",
    "at most 3 tiles on a square",
    DEPLOYMENT,
    "",
    """Tiles may be deployed on top of one's own tiles, up to three on a square.""",
    (
        Example(plain("1. TSNd2 TSNd6 2. Sd2 *"), "Sd2"),
        Example(plain("1. STd2 TSNd6 2. SSd2 *"), "SSd2"),
    ),
)
DEPLOYMENT_ON_WOLF = entry(
    205,
    "deployment-on-wolf",
    "the Wolf is on {square}",
    "a square without the Wolf",
    WOLF,
    "",
    """The Wolf is never part of a stack, so nothing is deployed on it.""",
    (
        Example(stated("3k3/7/7/7/7/3W3/3K3 b S1/- 1", "1. Sd2 *"), "Sd2"),
        Example(stated("3k3/3w3/7/7/7/7/3K3 r -/s1 1", "1... Sd6 *"), "Sd6"),
    ),
)
WOLF_NOT_ALONE = entry(
    206,
    "wolf-not-alone",
    "the Wolf deployed in a stack",
    "the Wolf alone",
    WOLF,
    "",
    """The Wolf is deployed by itself, never as part of a stack.""",
    (Example(with_wolf("1. SWd2 *"), "SWd2"), Example(with_wolf("1. WNd2 *"), "WNd2")),
)
WOLF_ON_STACK = entry(
    207,
    "wolf-on-stack",
    "the Wolf deployed on {square}, where there are tiles",
    "an empty square",
    WOLF,
    "",
    """The Wolf is deployed onto an empty square: it is never part of a stack.""",
    (
        Example(stated("3k3/7/7/7/7/3S3/3K3 b W1/- 1", "1. Wd2 *"), "Wd2"),
        Example(stated("3k3/3s3/7/7/7/7/3K3 r -/w1 1", "1... Wd6 *"), "Wd6"),
    ),
)
HAND_LACKS = entry(
    208,
    "hand-lacks",
    "{side} deploys {wanted} {tile} with {count} in hand",
    "tiles in hand: {hand}",
    DEPLOYMENT,
    "{hint}",
    """Only tiles in the hand can be deployed. Each side starts with three Spears, three Trenchmen
and three Nobles; with the Wolf expansion also one Wolf, when the record has the tag
[Variant "Wolf"].""",
    (Example(plain("1. Wd2 *"), "Wd2"), Example(plain("1. NNNd2 NNd6 2. Ne2 *"), "Ne2")),
)
