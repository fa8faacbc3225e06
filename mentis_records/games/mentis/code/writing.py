"""Codes about plies written wrongly: read with a warning, or no ply at all."""

from mentis_records.core.diagnostic import Example, Severity
from mentis_records.games.mentis.code.entry import (
    CAPTURE,
    DEPLOYMENT,
    NOTATION,
    entry,
    plain,
    stated,
)

TILE_LOWER_CASE = entry(
    401,
    "tile-lower-case",
    "{found} has lower-case tile letters",
    "{expected}",
    "notation: Lenient reading",
    "write {expected}",
    """Tile letters are upper case, columns lower case. The ply is read all the same; the
canonical form is as shown under expected.""",
    (Example(plain("1. tsnd2 *"), "tsnd2"), Example(plain("1. TSNd2 TsNd6 *"), "TsNd6")),
    Severity.WARNING,
)
SIGN_TYPOGRAPHIC = entry(
    402,
    "sign-typographic",
    "{found} is not the plain sign",
    "{expected}",
    "notation: Lenient reading",
    "write {expected}",
    """Word processors turn - and x into other signs. They are read all the same; the canonical
form has plain ones.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2\u2013d3 *"), "\u2013"),
        Example(stated("3k3/7/7/7/3n3/3N3/3K3 b -/- 1", "1. d2\u00d7d3 *"), "d2\u00d7d3"),
    ),
    Severity.WARNING,
)
NO_SUCH_SQUARE = entry(
    501,
    "no-such-square",
    "{found}: there is no square {square}",
    "a column a to g and a row 1 to 7",
    NOTATION,
    "columns are lower-case letters",
    """The board has seven columns, a to g, and seven rows, 1 to 7. Columns are lower case.""",
    (Example(plain("1. Sd2 Sd6 2. d2-d9 *"), "d9"), Example(plain("1. TSNh2 *"), "h2")),
)
NO_SUCH_TILE = entry(
    502,
    "no-such-tile",
    "{found}: there is no tile {letter}",
    "S, T, N or W before a square",
    NOTATION,
    "the King is on the board from the start and is never deployed",
    """Deployments name Spears (S), Trenchmen (T), Nobles (N) and the Wolf (W).""",
    (Example(plain("1. TXNd2 *"), "X"), Example(plain("1. Kd2 *"), "K")),
)
TOO_MANY_TILES = entry(
    503,
    "too-many-tiles",
    "{found} deploys more than three tiles",
    "one to three tiles",
    DEPLOYMENT,
    "",
    """One to three tiles are deployed in a turn, all on one square.""",
    (Example(plain("1. TSNSd2 *"), "TSNSd2"), Example(plain("1. TSNd2 TTTTTd6 *"), "TTTTTd6")),
)
TOO_MANY_MARKS = entry(
    504,
    "too-many-marks",
    "{found} leaves more than two tiles",
    "# or ##",
    NOTATION,
    "",
    """A stack has three tiles at most and the top one goes on, so at most two can be left.""",
    (
        Example(plain("1. TSNd2 Sd6 2. d2###-d3 *"), "###"),
        Example(plain("1. TSNd2 Sd6 2. d2-d3####-d4 *"), "####"),
    ),
)
LONE_SQUARE = entry(
    505,
    "lone-square",
    "{found} names only one square",
    "a path (d2-d3), a capture (d4xc4) or a deployment (NSTb1)",
    NOTATION,
    "",
    """A move names at least two squares; a deployment has tile letters before its square.""",
    (Example(plain("1. d2 *"), "d2"), Example(plain("1. TSNd2 Sd6 2. d2# *"), "d2#")),
)
PATH_BREAKS_OFF = entry(
    506,
    "path-breaks-off",
    "{found} breaks off",
    "a square after -",
    NOTATION,
    "a move is written on one line",
    """After a dash the next square follows, on the same line.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2- *"), "d2-"),
        Example(plain("1. Nd2 Sd6 2. d2-d3-\nd4 *"), "d2-d3-"),
    ),
)
STEP_MISSING_DASH = entry(
    507,
    "squares-joined",
    "{found} joins squares without a dash",
    "- between the squares of a path",
    NOTATION,
    "",
    """The squares of a move are joined by dashes: d2-d3-d4.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2d3 *"), "d2d3"),
        Example(plain("1. Nd2 Sd6 2. d2-d3d4 *"), "d2-d3d4"),
    ),
)
BLANKS_INSIDE = entry(
    509,
    "blanks-inside",
    "{found} has blanks inside",
    "no blanks between tiles and square, nor around x",
    "notation: Exact reading",
    "write {joined}: blanks are allowed only around - and before #",
    """A deployment is written without blanks (TSNd2), and so is a capture (d4xc4). Blanks are
read only around a dash and before a mark.""",
    (Example(plain("1. TSN d2 *"), "TSN d2"), Example(plain("1. Sd2 Sd6 2. d2 x d5 *"), "d2 x d5")),
)
CAPTURE_SIGN = entry(
    510,
    "capture-sign",
    "{found} writes a capture with {sign}",
    "a small x, such as d4xc4",
    NOTATION,
    "",
    """A capture is written with a small x between the square of the attacker and that of its
target.""",
    (Example(plain("1. Sd2 Sd6 2. d2Xd5 *"), "X"), Example(plain("1. Sd2 Sd6 2. d2:d5 *"), ":")),
)
TILE_BEFORE_MOVE = entry(
    511,
    "tile-before-move",
    "{found} names the tile that moves",
    "squares only, such as d2-d3 or d4xc4",
    NOTATION,
    "only deployments name tiles",
    """Moves and captures name squares; the tile is the one that is there. Only deployments
have tile letters.""",
    (Example(plain("1. Nd2 Sd6 2. Nd2-d3 *"), "Nd2-d3"), Example(plain("1. Kd1-c1 *"), "Kd1-c1")),
)
DASH_TWICE = entry(
    512,
    "dash-twice",
    "{found} has one dash too many",
    "one - between two squares",
    NOTATION,
    "",
    """The squares of a path are joined by single dashes.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2--d3 *"), "--"),
        Example(plain("1. Nd2 Sd6 2. d2-d3---d4 *"), "---"),
    ),
)
NO_PASS = entry(
    513,
    "no-pass",
    "{found}: there is no passing in Mentis",
    "a move, a deployment or a capture",
    "rules: A turn is exactly one of: move, deploy, capture",
    "a King on its hill always has a move",
    """A turn is a move, a deployment or a capture. There is no passing, and it is never needed.""",
    (Example(plain("1. pass *"), "pass"), Example(plain("1. TSNd2 -- *"), "--")),
)
CAPTURE_MARKED = entry(
    508,
    "capture-marked",
    "{found} mixes a capture with a move",
    "a capture alone, such as d4xc4",
    CAPTURE,
    "a turn is a move or a deployment or a capture; an attacker does not move",
    """A turn is exactly one of move, deployment and capture. The capturing tile stays where it
is, leaves nothing behind and captures once.""",
    (
        Example(plain("1. Nd2 Sd6 2. d2#xd3 *"), "d2#xd3"),
        Example(plain("1. Nd2 Sd6 2. d2-d3xd4 *"), "d2-d3xd4"),
    ),
)
