"""Codes about turns written wrongly: read with a warning, or no turn at all."""

from mentis_records.core.diagnostic import Example, Severity
from mentis_records.games.antipode.code.entry import NOTATION, entry, plain, stated

_STONE = "7/7/7/G6/7/7/6s G 5/5 0/0 -,- pb 0"
_CAPTURE = "7/7/7/GS5/7/7/6s G 5/5 0/0 -,- pb 0"
_ANTIPODE = "7/7/7/1S1g2G/7/7/7 G 5/5 0/0 -,- pb 0"
_INFRACTION = "7/7/7/2GS3/7/G6/6s S 8/9 6/0 a1a2,- pt! 7"

LETTER_CASE = entry(
    801,
    "letters-miscased",
    "{found} has letters in the wrong case",
    "{expected}",
    "notation: Lenient reading",
    "write {expected}",
    """Columns and the x of a capture are lower case, the A of the Antipode and the P of a penalty
upper case. The turn is read all the same.""",
    (Example(plain("1. B2 *"), "B2"), Example(stated(_ANTIPODE, "1. ad4-d5 *"), "ad4-d5")),
    Severity.WARNING,
)
TYPOGRAPHIC = entry(
    802,
    "signs-typographic",
    "{found} has typographic signs",
    "{expected}",
    "notation: Lenient reading",
    "write {expected}",
    """Word processors turn -, x and ~ into other signs. They are read all the same.""",
    (
        Example(stated(_STONE, "1. a4\u2013a5 *"), "a4\u2013a5"),
        Example(stated(_CAPTURE, "1. a4\u00d7c4 *"), "a4\u00d7c4"),
    ),
    Severity.WARNING,
)
NO_SUCH_SPACE = entry(
    901,
    "no-such-space",
    "{found}: there is no space {space}",
    "a column a to g and a row 1 to 7",
    NOTATION,
    "",
    """The board has seven columns, a to g, and seven rows, 1 to 7.""",
    (Example(plain("1. h2 *"), "h2"), Example(stated(_STONE, "1. a4-a8 *"), "a8")),
)
SPACES_JOINED = entry(
    902,
    "spaces-joined",
    "{found} joins spaces without a sign",
    "-, x or ~ between the spaces",
    NOTATION,
    "",
    """The spaces of a turn are joined by signs: a4-a5, a4xc4, a4~c4.""",
    (
        Example(stated(_STONE, "1. a4a5 *"), "a4a5"),
        Example(stated(_ANTIPODE, "1. Ad4d5 *"), "Ad4d5"),
    ),
)
SIGN_TWICE = entry(
    903,
    "sign-twice",
    "{found} has one sign too many",
    "one sign between two spaces",
    NOTATION,
    "",
    """The spaces of a turn are joined by single signs.""",
    (Example(stated(_STONE, "1. a4--a5 *"), "--"), Example(stated(_CAPTURE, "1. a4-xc4 *"), "-x")),
)
CAPTURED_BY = entry(
    904,
    "capture-written",
    "{found} writes a capture with {sign}",
    "a small x and the landing space, such as a4xc4",
    NOTATION,
    "",
    """A capture is written with a small x before the space where the stone lands.""",
    (Example(stated(_CAPTURE, "1. a4:c4 *"), ":"), Example(stated(_CAPTURE, "1. a4*c4 *"), "*")),
)
PATH_OPEN = entry(
    905,
    "path-open",
    "{found} breaks off",
    "a space after the sign",
    NOTATION,
    "a turn is written without blanks, on one line",
    """After a sign the next space follows.""",
    (Example(stated(_STONE, "1. a4- *"), "a4-"), Example(stated(_CAPTURE, "1. a4x *"), "a4x")),
)
BLANKS_BETWEEN = entry(
    906,
    "blanks-between",
    "{found} has blanks inside",
    "a turn without blanks",
    NOTATION,
    "write {joined}",
    """A turn is one word.""",
    (
        Example(stated(_STONE, "1. a4- a5 *"), "a4- a5"),
        Example(stated(_INFRACTION, "1. Pa2: d4-d5 *"), "Pa2: d4-d5"),
    ),
)
STONE_NAMED = entry(
    907,
    "stone-named",
    "{found} names the stone",
    "spaces only, such as b4, b4-b5 or a2xc2",
    NOTATION,
    "",
    """A turn names spaces; whose stone it is the board shows. Only moves of the Antipode begin with
a letter of their own, A.""",
    (Example(plain("1. Gb2 *"), "Gb2"), Example(plain("1. b2 Sb6 *"), "Sb6")),
)
ANTIPODE_JUMPS = entry(
    908,
    "antipode-jumps",
    "{found}: the Antipode never jumps",
    "one straight move, such as Ad4-d7",
    "rulings R4",
    "",
    """The Antipode moves in one straight line. It never jumps and never captures.""",
    (
        Example(stated(_ANTIPODE, "1. Ad4xb4 *"), "Ad4xb4"),
        Example(stated(_ANTIPODE, "1. Ad4-d6-f6 *"), "Ad4-d6-f6"),
    ),
)
TURN_EMPTY = entry(
    909,
    "turn-empty",
    "{found} has no turn behind the penalty",
    "a turn after the colon, or no colon",
    NOTATION,
    "",
    """A colon stands between the penalty and the turn. A penalty that ends the round stands alone,
without one.""",
    (
        Example(stated(_INFRACTION, "1. Pa2: *"), "Pa2:"),
        Example(stated(_INFRACTION, "1. Pc4: *"), "Pc4:"),
    ),
)
PENALTY_JOINED = entry(
    910,
    "penalty-joined",
    "{found} does not part the penalty from the turn",
    "a colon, such as Pg6:b2-b3",
    NOTATION,
    "",
    """A penalty is a P and the space of the stone; a colon stands between it and the turn.""",
    (
        Example(stated(_INFRACTION, "1. Pa2d4-d5 *"), "Pa2d4-d5"),
        Example(stated(_INFRACTION, "1. Pa2-d4-d5 *"), "Pa2-d4-d5"),
    ),
)
PASS_WORD = entry(
    911,
    "pass-word",
    "{found} is not how a pass is written",
    "--",
    NOTATION,
    "",
    """A forced pass is written as two dashes.""",
    (Example(stated(_STONE, "1. pass *"), "pass"), Example(stated(_STONE, "1. --- *"), "---")),
)
