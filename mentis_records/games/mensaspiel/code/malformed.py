"""Malformed trials of Ludii for the catalogue entries of the notation, by code."""

from mentis_records.core.diagnostic import Example

_SET_UP = "".join(
    f"Move=[Move:mover=0,from={site},to={site},actions="
    f"[Add:type=Cell,to={site},level={level},what={what},stack=true]]\n"
    for site, what, count in ((13, 3, 3), (17, 4, 3), (1, 5, 6), (3, 6, 6))
    for level in range(count)
)
_START = (
    "Move=[Move:mover=1,from=13,to=8,levelMin=2,levelMax=2,actions="
    "[SetVar:name=StartS,value=0],[SetVar:name=CntrAttack,value=0],"
    "[Move:typeFrom=Cell,from=13,typeTo=Cell,to=8,decision=true],[Promote:type=Cell,to=8,what=7],"
    "[SetVar:name=StartS,value=1],[SetVar:name=St1Pos,value=8],"
    "[SetValue:type=Cell,to=8,value=1],[SetScore:player=1,score=3,add=true]]\n"
)
_TRIAL = (
    "game=../Common/res/lud/board/war/MensaSpiel.lud\n"
    "START GAME OPTIONS\nEND GAME OPTIONS\n"
    "RNG internal state=113,67,80,-93,-40,-33,46,-109\n"
    f"{_SET_UP}{_START}"
    "LEGAL MOVES LIST SIZE = 8\n"
    "numInitialPlacementMoves=18\n"
    "rankings=0.0,0.0,0.0\nSANDBOX=false\nLUDII_VERSION=1.3.10\n"
)
"""A trial of one turn."""


def _edited(old: str, new: str, spot: str | None = None) -> Example:
    """Return the trial with a text in place of its last ``old``, which is to blame."""
    before, _, after = _TRIAL.rpartition(old)
    return Example(f"{before}{new}{after}", new if spot is None else spot)


_FILE = "game=../Common/res/lud/board/war/MensaSpiel.lud"
_PLACED = "numInitialPlacementMoves=18"
_RANKS = "rankings=0.0,0.0,0.0"
_NINE, _NOBODY = "End Rules/Get 9 Prisoners", "Start Order/Nobody begins"
_OPTIONS = "END GAME OPTIONS"
_HEAD = "mover=1,from=13,to=8,levelMin=2,levelMax=2"
_SIZE = "LEGAL MOVES LIST SIZE = 8"
_LAST_PLACED = "[Add:type=Cell,to=3,level=5,what=6,stack=true]"
_FIRST_PLACED = "[Add:type=Cell,to=13,level=0,what=3,stack=true]"

EXAMPLES: dict[str, tuple[Example, Example]] = {
    "N011": (
        _edited(_FILE, "game=../Common/res/lud/board/space/Go.lud"),
        _edited(_FILE, "game=Chess.lud"),
    ),
    "N012": (
        _edited(",46,-109", ",46,-190", "113,67,80,-93,-40,-33,46,-190"),
        _edited(_RANKS, "rank=0.0,0.0,0.0"),
    ),
    "N013": (
        Example(_TRIAL.partition("SANDBOX")[0], ""),
        Example(_TRIAL.partition("[Promote")[0], ""),
    ),
    "N014": (
        _edited(_PLACED, "numInitialPlacementMoves=17"),
        _edited(_SIZE, "LEGAL MOVES LIST SIZE = 7\nLEGAL MOVES LIST SIZE = 8", _SIZE),
    ),
    "N015": (
        _edited(_RANKS, "rankings=0.0,1.0,2.0"),
        _edited(_RANKS, "winner=0\nendtype=NaturalEnd\nrankings=0.0,1.5,1.5", "endtype=NaturalEnd"),
    ),
    "N016": (
        _edited(_OPTIONS, f"{_NINE}\n{_OPTIONS}", _NINE),
        _edited(_OPTIONS, f"{_NOBODY}\n{_OPTIONS}", _NOBODY),
    ),
    "N017": (
        _edited(_LAST_PLACED, "[Add:type=Cell,to=3,level=5,what=4,stack=true]"),
        _edited(_FIRST_PLACED, "[Add:type=Cell,to=13,level=1,what=3,stack=true]"),
    ),
    "N018": (_edited("mover=1", "mover=2"), _edited("mover=1", "mover=3")),
    "N019": (_edited(_HEAD, "mover=1,from=13,to=2"), _edited(_HEAD, "mover=1,from=5,to=8")),
    "N020": (
        _edited("[SetScore:player=1,score=3,add=true]", "[SetScore:player=1,score=4,add=true]"),
        _edited("[Promote:type=Cell,to=8,what=7]", "[Promote:type=Cell,to=8,what=5]"),
    ),
    "N021": (
        _edited(_SIZE, "LEGAL MOVES LIST SIZE = 9"),
        _edited(_SIZE, "LEGAL MOVES LIST SIZE = 0"),
    ),
}
