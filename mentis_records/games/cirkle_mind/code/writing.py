"""Codes about turns written in another way, or wrongly."""

from mentis_records.core.diagnostic import Severity
from mentis_records.games.cirkle_mind.code.entry import NOTATION, entry, stated

_MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"

LETTER_CASE = entry(
    701,
    "capitals-and-small",
    "{found} has letters in the wrong case",
    "{expected}",
    f"{NOTATION}; R1",
    "write {expected}",
    """Squares, shapes and x are small letters, the colours of faces capitals. Others are read all
the same.""",
    (stated(_MET, "D5-D6"), stated(_MET, "d5-d6xd7:yXbX+")),
    Severity.WARNING,
)
SIGN_TYPOGRAPHIC = entry(
    702,
    "sign-of-print",
    "{found} has a typographic sign",
    "{expected}",
    NOTATION,
    "write {expected}",
    """Word processors turn - and x into other signs. They are read all the same; the canonical form
has plain ones.""",
    (stated(_MET, "d5\u2013d6"), stated(_MET, "d5-d6\u00d7d7:YxBx+")),
    Severity.WARNING,
)
OFF_BOARD = entry(
    801,
    "beyond-board",
    "{found}: there is no square {square}",
    "a column a to h and a row 1 to 11",
    NOTATION,
    "",
    """The board has eight columns, a to h, and eleven rows, 1 to 11.""",
    (stated(_MET, "i5-i6", "i5"), stated(_MET, "d5-d12", "d12")),
)
NO_MARK = entry(
    802,
    "outcome-missing",
    "{found} does not say how the attack ends",
    "+ if it is won, = if both pieces stay, < if it is lost",
    NOTATION,
    "",
    """An attack ends with its outcome: + the attacker takes the square, = both stay, < the defender
takes the square of the attacker.""",
    (stated(_MET, "d5-d6xd7"), stated(_MET, "d5-d6xd7:YxBx")),
)
ONE_FACE = entry(
    803,
    "one-face",
    "{found} shows one face only",
    "both faces, the attacker's first, or none",
    NOTATION,
    "",
    """In an attack both faces are shown, and written: the attacker's, then the defender's. Where
they are not known, both are left out.""",
    (stated(_MET, "d5-d6xd7:Bx+"), stated(_MET, "d5-d6xe6:Yx<")),
)
NO_FACE = entry(
    804,
    "no-such-face",
    "{faces!r} are not two faces",
    "a colour Y, G, B, M or K and a shape t, s, x, o or c for each",
    f"{NOTATION}; R4",
    "",
    """A face is a colour and a shape: yellow, green, blue, mauve or black, and triangle, square,
cross, circle or target. There are no black targets.""",
    (stated(_MET, "d5-d6xd7:YxKc+", "YxKc"), stated(_MET, "d5-d6xd7:YxRx+", "YxRx")),
)
NO_SUCH_MARK = entry(
    805,
    "no-such-outcome",
    "{mark!r} is no outcome",
    "+, = or <",
    NOTATION,
    "",
    """An attack ends with one of three marks: + for won, = for failed, < for lost.""",
    (stated(_MET, "d5-d6xd7>", ">"), stated(_MET, "d5-d6xd7-", "-")),
)
BLANKS_INSIDE = entry(
    806,
    "turn-in-parts",
    "{found} has blanks inside",
    "a turn without blanks",
    f"{NOTATION}, Reading",
    "write {joined}",
    """A turn is written without blanks: d4-d5, d5-d6xd7:YxBx+.""",
    (stated(_MET, "d5 - d6"), stated(_MET, "d5-d6x d7:YxBx+")),
)
ATTACK_ALONE = entry(
    807,
    "attack-without-step",
    "{found} attacks without a step",
    "the step before the attack, such as d5-d6xd7+",
    f"{NOTATION}; R6",
    "no blank stands between the step and its attack",
    """Only the piece that has just moved may attack. The step stands first, then x and the square
that is attacked.""",
    (stated(_MET, "d5xe5+"), stated(_MET, "d5-d6 xd7:YxBx+", "xd7:YxBx+")),
)
DASH_MISSING = entry(
    808,
    "dash-missing",
    "{found} has no dash between its squares",
    "a dash between the squares of a step",
    NOTATION,
    "",
    """The squares of a step are joined by a dash: d4-d5.""",
    (stated(_MET, "d5d6"), stated(_MET, "a1a2")),
)
SQUARE_ALONE = entry(
    809,
    "step-unfinished",
    "{found} names only one square",
    "the square where the piece stands, and where it goes: d4-d5",
    NOTATION,
    "",
    """A step names two squares.""",
    (stated(_MET, "d6"), stated(_MET, "d5-")),
)
