"""Which ply decided a game, by the marks of an analysis."""

import pytest

from mentis_records.analysis.decisive import decisive_ply
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

TURNS = ("1. TSNd2", "TSNd6", "2. d2#-d3#-d4", "d6#-d5#-e5")


@pytest.mark.parametrize(
    ("marks", "ply"),
    [
        ((), None),
        (("0.50,3", "0.45,3", "0.50,3", "0.52,3"), None),
        (("0.50,3", "0.45,3", "0.80,3", "0.60,3"), 3),
        (("0.20,3", "0.60,3", "0.20,3", "0.21,3"), 3),
        (("0.90,3", "", "0.10,3", "0.30,3"), 4),
        (("0.95,3", "0.05,3", "#3,5] [%nag 4] allowed a forced win in 3 plies", "0.60,3"), 3),
        (("#5,5", "0.50,3] missed a forced win in 4 plies", "0.50,3", "0.1,3"), 2),
        (("#5,5", "#4,5", "#3,5] delayed a forced win to 5 plies, from 3 plies", "#2,5"), None),
    ],
)
def test_decisive_ply(marks: tuple[str, ...], ply: int | None) -> None:
    comments = [
        f"{{[%eval {mark}{'' if ']' in mark else ']'}}}" if mark else ""
        for mark in marks or ("",) * 4
    ]
    text = " ".join(f"{turn} {said}" for turn, said in zip(TURNS, comments, strict=True))
    (reading,) = Reader(GAMES).read_text("test", f"{text} *\n")
    assert reading.record is not None
    assert decisive_ply(reading.record) == ply
