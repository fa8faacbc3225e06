"""The scanner's entries, its refusals and its bounds."""

from array import array

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.syntax.record_syntax import Entries
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables.action import MAX_OPEN
from mentis_records.notation.tables.grammar_file import STARTS
from mentis_records.notation.tables.grammar_tables import load_tables

TABLES = load_tables(GAMES[0].description.grammar)
LISTING = STARTS.index("listing")
NAMES = (*TABLES.terminals, *TABLES.plies)


def scan(text: str, depth: int = 50, before: str = "", after: str = "") -> list[str] | None:
    """Return entries as words: the terminal and its text, or the ply and its entries."""
    data = Entries(TABLES, before + text + after).data
    begin, end = len(before.encode()), len(data) - len(after.encode())
    numbers = array("i", bytes(4 * 6 * (end - begin + 1)))
    count = Scanner(TABLES).scan_bytes(data, begin, end, LISTING, depth, numbers)
    if count < 0:
        return None
    found = []
    for at in range(count):
        kind, first, last = numbers[3 * at : 3 * at + 3]
        if kind < len(TABLES.terminals):
            found.append(f"{NAMES[kind]} {data[first:last].decode()}")
        else:
            found.append(f"{NAMES[kind]} {first}..{last}")
    return found


def test_entries() -> None:
    assert scan("1. d2 # # -d3 TSNd6\n(d7xd2) *") == [
        "NUMBER 1.",
        "SQUARE d2",
        "MARK # #",
        "DASH -",
        "SQUARE d3",
        "move 1..4",
        "DEPLOYMENT TSNd6",
        "deploy 6..6",
        "_NL \n",
        "VARIATION_OPEN (",
        "CAPTURE d7xd2",
        "capture 10..10",
        "VARIATION_CLOSE )",
        "RESULT *",
    ]


def test_the_last_ply_is_written() -> None:
    assert scan("d2-d3") == ["SQUARE d2", "DASH -", "SQUARE d3", "move 0..2"]


def test_only_the_stretch_is_read() -> None:
    assert scan("d2-d3", before="é Sd", after="-d4") == scan("d2-d3")
    assert scan("{é–}", before="×", after="x") == ["BRACE_COMMENT {é–}"]
    assert scan("") == []


@pytest.mark.parametrize(
    "text",
    [
        "d2",
        "d2-",
        "d2-d3-",
        "d2-d3)",
        "()",
        "(d2-d3)",
        "1. *",
        "d2-d3 $1 ! *",
        "{",
        "d2-d3 (d2-d4",
        "* d2-d3",
        "1",
        "\x00",
        "\udce2\udc80\udc90",
        "é",
    ],
)
def test_refusals(text: str) -> None:
    assert scan(text) is None


@pytest.mark.parametrize(
    ("apart", "touching"),
    [
        ("Sd2 d3-d4", "Sd2d3-d4"),
        ("d2-d3 *", "d2-d3*"),
        ("d2xd3 1. Sd2", "d2xd31. Sd2"),
        ("d2-d3 Sd4", "d2-d3Sd4"),
    ],
)
def test_plies_do_not_touch(apart: str, touching: str) -> None:
    assert scan(apart) is not None
    assert scan(touching) is None


def test_what_is_apart_may_touch() -> None:
    assert scan("d2-d3!$1{c}(d2-d4)$2;end") is not None


@pytest.mark.parametrize("depth", [0, 1, 50, MAX_OPEN])
def test_depth(depth: int) -> None:
    nested = "Sd2" + " (Sd2" * depth + ")" * depth
    assert scan(nested, depth) is not None
    assert scan("Sd2 (" + nested + ")", depth) is None


def test_no_deeper_than_the_stack() -> None:
    deep = MAX_OPEN + 1
    assert scan("Sd2" + " (Sd2" * deep + ")" * deep, 10 * MAX_OPEN) is None


def test_bounds_are_checked() -> None:
    scanner = Scanner(TABLES)
    room = array("i", bytes(4 * 6 * 6))
    assert scanner.scan_bytes(b"d2-d3", 0, 5, LISTING, 50, room) == 4
    for begin, end, start in [(0, 6, 0), (-1, 5, 0), (3, 2, 0), (0, 5, 2), (0, 5, -1)]:
        with pytest.raises(ValueError, match="no record"):
            scanner.scan_bytes(b"d2-d3", begin, end, start, 50, room)
    with pytest.raises(ValueError, match="room"):
        scanner.scan_bytes(b"d2-d3", 0, 5, LISTING, 50, room[:-1])


def test_step_by_step() -> None:
    data = b"1. d2-d3 d6-%"
    numbers = array("i", bytes(4 * 6 * (len(data) + 3)))
    kinds = {name: at for at, name in enumerate(NAMES)}
    scanner = Scanner(TABLES)
    scanner.begin(LISTING)
    scanner.advance(data, 0, 50, numbers)
    assert (scanner.at, scanner.kind, scanner.count) == (12, -1, 7)
    assert scanner.accepts(kinds["SQUARE"])
    assert scanner.shifts(kinds["SQUARE"])
    assert not scanner.accepts(kinds["INVALID_PLY"])
    assert not scanner.accepts(len(TABLES.terminals))
    assert scanner.unwind() == 5
    assert scanner.accepts(kinds["INVALID_PLY"])
    with pytest.raises(ValueError, match="open"):
        scanner.unwind()
    with pytest.raises(ValueError, match="taken"):
        scanner.feed(kinds["TAG_OPEN"], 9, 13, numbers)
    scanner.feed(kinds["INVALID_PLY"], 9, 13, numbers)
    assert scanner.finish(numbers) == 6
    assert [NAMES[kind] for kind in numbers[:18:3]] == [
        "NUMBER",
        "SQUARE",
        "DASH",
        "SQUARE",
        "move",
        "INVALID_PLY",
    ]
    with pytest.raises(ValueError, match="room"):
        scanner.advance(data, 14, 50, numbers)
