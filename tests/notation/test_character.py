"""Characters that no record should have: the first of each kind in a line, and how many."""

from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.code import CONTROL_CHARACTER, DIRECTION_MARK, NOT_UTF8
from mentis_records.notation.read import Reader

HEAD = b'[Event "x"]\n[Remark "%s"]\n\n1. d1-c1 {%s}\n%s*\n'


def _found(folder: Path, text: bytes) -> list[tuple[str, int, int]]:
    path = folder / "signs.mgn"
    path.write_bytes(text)
    (reading,) = Reader(GAMES).read_path(str(path))
    return [
        (each.message, each.span.line, each.span.column)
        for each in reading.diagnostics
        if each.code in (CONTROL_CHARACTER, DIRECTION_MARK, NOT_UTF8)
    ]


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ("\u200e".encode(), "invisible direction mark U+200E"),
        (b"\x07", "control character U+0007"),
        (b"\xff", "byte 0xff is not UTF-8"),
    ],
)
def test_many_in_a_line_are_one_finding(tmp_path: Path, sign: bytes, words: str) -> None:
    found = _found(tmp_path, HEAD % (b"a" + sign, (sign + b" ") * 1_200, b"{" + sign + b"} "))
    assert found == [
        (words, 2, 11),
        (f"{words} (the first of 1,200 in this line)", 4, 11),
        (words, 5, 2),
    ]


def test_each_kind_in_a_line_is_told(tmp_path: Path) -> None:
    found = _found(tmp_path, HEAD % (b"", "\u2066\x07\u2069\x08".encode(), b""))
    assert found == [
        ("invisible direction mark U+2066 (the first of 2 in this line)", 4, 11),
        ("control character U+0007 (the first of 2 in this line)", 4, 12),
    ]
