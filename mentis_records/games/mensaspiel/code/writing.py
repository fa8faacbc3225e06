"""Codes about turns written wrongly: read with a warning, or no turn at all."""

from mentis_records.core.diagnostic import Severity
from mentis_records.games.mensaspiel.code.entry import CAPTURE, NOTATION, entry, plain, stated

_STACK = "b3:B,c5:BW W0.6.0/B2.5.0 W 3"

LETTER_CASE = entry(
    701,
    "letter-case",
    "{found} has letters of the wrong case",
    "{expected}",
    f"{NOTATION}, Lenient reading",
    "write {expected}",
    """S and E are upper case, columns and x lower case. The turn is read all the same.""",
    (plain("1.", "sb3"), plain("1. Sb3 Se3 2.", "B3-C3")),
    Severity.WARNING,
)
SIGN_TYPOGRAPHIC = entry(
    702,
    "typographic-sign",
    "{found} has signs that are not the plain ones",
    "{expected}",
    f"{NOTATION}, Lenient reading",
    "write {expected}",
    """Word processors turn - and x into other signs. They are read all the same; the canonical form
has plain ones.""",
    (
        plain("1. Sb3 Se3 2.", "b3\u2013c3"),
        stated("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "a3\u00d7f5"),
    ),
    Severity.WARNING,
)
OFF_BOARD = entry(
    801,
    "off-board",
    "{found}: there is no square {square}",
    "a column a to g and a row 1 to 5",
    NOTATION,
    "",
    """The board has seven columns, a to g, and five rows, 1 to 5.""",
    (plain("1.", "Sh3", "h3"), plain("1. Sb3 Se3 2.", "b3-b6", "b6")),
)
NO_COUNT = entry(
    802,
    "transmitter-count",
    "{found} does not say what is done on d4",
    "d4:1 to d4:9 for a transport, d4=2 for the last man",
    NOTATION,
    "",
    """A transport ends with a colon and the number of prisoners that it makes, the return of the
last man with =2.""",
    (stated(_STACK, "c5-d4", "d4"), stated(_STACK, "c5-d4:0", "d4:0")),
)
COUNT_OFF_TRANSMITTER = entry(
    803,
    "count-off-transmitter",
    "{found} counts on {square}",
    "a count on d4 only, such as c5-d4:1",
    NOTATION,
    "",
    """Prisoners are made and the last man returns on the Transmitter, d4. No other square has a
count behind it.""",
    (stated(_STACK, "c5-b5:1", "b5"), stated(_STACK, "c5-b5=2", "b5")),
)
CAPTURE_WITH_MARK = entry(
    804,
    "capture-with-mark",
    "{found} marks a capture with +",
    "a capture without a mark, such as c5xe4",
    f"{CAPTURE}; R9",
    "",
    """A capture never makes a starter.""",
    (
        stated("c5:W,e4:B W2.6.0/B2.6.0 W 3", "c5xe4+"),
        stated("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "a3xf5+"),
    ),
)
RETURN_WITH_MARK = entry(
    805,
    "transmitter-with-mark",
    "{found} marks a turn to d4 with +",
    "a turn to d4 without +",
    f"{NOTATION}; R9",
    "",
    """The pieces that a transport or the last man brings back into the base are not generated.""",
    (stated(_STACK, "c5-d4:1+"), stated("c5:W,e4:B W0.6.0/B2.6.0 W 3", "c5-d4=2+")),
)
GAPS_INSIDE = entry(
    806,
    "gaps-inside",
    "{found} has blanks inside",
    "a turn without blanks",
    f"{NOTATION}, Reading",
    "write {joined}",
    """A turn is written without blanks: ESb3, a3-g3+, b3xg5.""",
    (plain("1.", "S b3"), plain("1. Sb3 Se3 2.", "b3 - c3")),
)
EXCHANGE_ALONE = entry(
    807,
    "exchange-alone",
    "{found}: an exchange without a start",
    "an exchange with its start, such as ESb3",
    f"{NOTATION}; R14",
    "",
    """An exchange and the start that follows are one turn, E and S before the square.""",
    (stated("b3:W,e4:B W0.6.1/B1.6.0 W 3", "E"), stated("b3:W,e4:B W0.6.1/B1.6.0 W 3", "Ea3")),
)
SQUARES_JOINED = entry(
    808,
    "signs-missing",
    "{found} has no sign between its squares",
    "- for a move, x for a capture",
    NOTATION,
    "",
    """The squares of a move are joined by a dash, those of a capture by x.""",
    (plain("1. Sb3 Se3 2.", "b3c3"), plain("1. Sb3 Se3 2.", "b3e4")),
)
SQUARE_ALONE = entry(
    809,
    "square-alone",
    "{found} names only one square",
    "a start (Sb3), a move (a3-g3) or a capture (b3xg5)",
    NOTATION,
    "a start has an S before its square",
    """A start has an S before its square; other turns name two squares.""",
    (plain("1.", "b3"), plain("1. Sb3 Se3 2.", "b3-")),
)
