"""How plies are miswritten, and what the notation's terminals are in words."""

from __future__ import annotations

from mentis_records.core.game import Malformation
from mentis_records.games.mentis import code

TERMINAL_WORDS = (
    ("SQUARE", "a square (d2-d3)"),
    ("DASH", "-"),
    ("DEPLOYMENT", "a deployment (NSTb1)"),
    ("CAPTURE", "a capture (d4xc4)"),
)
"""The notation's terminals in a reader's words."""

_GAP = r"[ \t]*"
_STEP = rf"[a-g][1-7]{_GAP}#?{_GAP}#?"
_PATH = rf"{_STEP}(?:{_GAP}[-\u00ad\u2010-\u2015\u2212]{_GAP}{_STEP})*"

MALFORMATIONS = (
    Malformation(r"[STNW]{1,3}[ \t]+[a-g][1-7](?![\w#-])", code.BLANKS_INSIDE, spans_blanks=True),
    Malformation(
        r"[a-g][1-7](?:[ \t]+x[ \t]*|x[ \t]+)[a-g][1-7](?!\w)",
        code.BLANKS_INSIDE,
        spans_blanks=True,
    ),
    Malformation(r"pass|-{2,3}|\u2014", code.NO_PASS),
    Malformation(r"[a-g][1-7](?P<sign>[X:*])[a-g][1-7]", code.CAPTURE_SIGN),
    Malformation(r"[STNWK](?:[a-g][1-7])[-x#].*", code.TILE_BEFORE_MOVE),
    Malformation(r"[a-g][1-7][-#a-g1-7]*?(-{2,})[a-g][1-7].*", code.DASH_TWICE),
    Malformation(rf"{_PATH}{_GAP}[-\u00ad\u2010-\u2015\u2212]\s*", code.PATH_BREAKS_OFF),
    Malformation(rf"{_STEP}", code.LONE_SQUARE),
    Malformation(rf".*?[a-g][1-7]{_GAP}(#(?:{_GAP}#){{2,}}).*", code.TOO_MANY_MARKS),
    Malformation(r"[STNWK]{4,}[a-g][1-7]", code.TOO_MANY_TILES),
    Malformation(r"[STNW]*(?P<letter>[A-Z])[A-Z]*[a-g][1-7]", code.NO_SUCH_TILE),
    Malformation(rf"(?:{_PATH}|[a-g][1-7])[x\u00d7].*", code.CAPTURE_MARKED),
    Malformation(rf"{_PATH}[a-g][1-7].*", code.STEP_MISSING_DASH),
    Malformation(
        r"[-#xSTNWa-g1-7]*?(?P<square>(?![a-g][1-7](?![0-9]))[A-Za-z][0-9]{1,2}).*",
        code.NO_SUCH_SQUARE,
    ),
)
"""Known miswritings, the first that matches counts."""
