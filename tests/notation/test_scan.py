"""The scanner's entries, refusals and bounds; with recovery it agrees with Lark's parser."""

from __future__ import annotations

import random
from array import array
from bisect import bisect_right
from pathlib import Path

import pytest
from case_kit import cases_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark_tree import with_lark
from test_properties import mutate, record_texts

from mentis_records.games import GAMES
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block
from mentis_records.notation.syntax import recovery as parse
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.syntax.parser import ParserStack
from mentis_records.notation.syntax.record_syntax import Entries, LineSyntax, TurnIndex
from mentis_records.notation.syntax.recovery import parse_record
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables.action import MAX_OPEN
from mentis_records.notation.tables.grammar_file import STARTS, TAGGED
from mentis_records.notation.tables.grammar_tables import load_tables

CASES = cases_of(__file__)

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
        *("NUMBER 1.", "SQUARE d2", "MARK # #", "DASH -", "SQUARE d3", "move 1..4"),
        *("DEPLOYMENT TSNd6", "deploy 6..6", "_NL \n", "VARIATION_OPEN (", "CAPTURE d7xd2"),
        *("capture 10..10", "VARIATION_CLOSE )", "RESULT *"),
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
        *("d2", "d2-", "d2-d3-", "d2-d3)", "()", "(d2-d3)", "1. *", "d2-d3 $1 ! *", "{"),
        *("d2-d3 (d2-d4", "* d2-d3", "1", "\x00", "\udce2\udc80\udc90", "é"),
    ],
)
def test_refusals(text: str) -> None:
    assert scan(text) is None


@pytest.mark.parametrize(("apart", "touching"), CASES["plies_do_not_touch"])
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
    words = "NUMBER SQUARE DASH SQUARE move INVALID_PLY"
    assert " ".join(NAMES[kind] for kind in numbers[:18:3]) == words
    with pytest.raises(ValueError, match="room"):
        scanner.advance(data, 14, 50, numbers)


# The scanner, with and without recovery, agrees with Lark's lexer, parser and tree builder


ROOT = Path(__file__).parents[2]
FACTS = GAMES[0].description
SIGNS = 'abd24S#-x(){};%$!?*.[]" \n\t\\~–'
RICH = CASES["rich"]


def pieces() -> list[tuple[str, str]]:
    texts = [RICH]
    texts += [path.read_text() for path in sorted((ROOT / "data").glob("rulebook*"))]
    return [
        (piece.start, piece.text)
        for text in texts
        for found in cut([text.encode()], signs_of(FACTS))
        for piece in (found.pieces() if isinstance(found, Block) else (found,))
    ]


def both(text: str, start: str) -> tuple[object, object, int]:
    """Return the syntax by the direct run and by recovery, and how many faults recovery found.

    Lark accepts what the direct run accepts, and gives the same; plies that touch each other
    are the one thing that the direct run refuses by itself.
    """
    fast = parse.Parse(text, start, FACTS).accept()
    slow, faults = parse.Parse(text, start, FACTS).run()
    lark = with_lark(text, start, FACTS.grammar)
    assert fast is None or fast == lark, repr(text)
    if lark is not None and fast is None:
        assert slow != lark, repr(text)
    return fast, slow, len(faults)


@pytest.mark.parametrize(("start", "text"), pieces())
def test_sound_records(start: str, text: str) -> None:
    fast, slow, faults = both(text, start)
    assert fast is not None
    assert faults == 0
    assert fast == slow


@pytest.mark.parametrize("seed", range(40))
def test_mutated_records(seed: int) -> None:
    """The direct run accepts exactly what Lark accepts, and gives the same syntax."""
    rng = random.Random(seed)
    texts = pieces()
    refused = 0
    for _ in range(25):
        start, text = rng.choice(texts)
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(text))
            cut_off = at + rng.choice((0, 0, 1, 1, 2, 20))
            added = rng.choice(("", "", *SIGNS))
            text = text[:at] + added + text[cut_off:]
        fast, slow, faults = both(text, start)
        assert (fast is None) == (faults > 0), repr(text)
        if fast is not None:
            assert fast == slow, repr(text)
        refused += fast is None
    assert refused


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(record_texts(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_generated_records(text: str, rng: random.Random, damages: int) -> None:
    """As above, on drawn records: sound ones, and such as are damaged a few times."""
    for _ in range(damages):
        text = mutate(rng, text)
    fast, slow, faults = both(text, TAGGED)
    assert (fast is None) == (faults > 0)
    if fast is not None:
        assert fast == slow


def test_a_sound_tag_before_a_malformed_one_is_kept() -> None:
    syntax, faults = parse.parse_record('[Event "x"]\n[bad\n\n*\n', TAGGED, FACTS)
    assert [tag.name for tag in syntax.tags] == ["Event"]
    assert len(faults) == 1


@pytest.mark.parametrize(
    "text", ["", " ", '[Event "x"]', '[Event "x"]\n', '[Event "a]"][Site "b"]']
)
def test_tags_without_movetext(text: str) -> None:
    fast, slow, faults = both(text, TAGGED)
    assert (fast is None) == (faults > 0) == (not text.strip())
    if fast is not None:
        assert fast == slow


def test_depth_is_bounded() -> None:
    nested = '[Event "x"]\n\n1. Sd2 ' + "(1. Nd2 " * 3 + ")" * 3 + " *\n"
    assert ParserStack(FACTS.grammar, nested, TAGGED).accept(3) is not None
    assert ParserStack(FACTS.grammar, nested, TAGGED).accept(2) is None


# Which ply a place belongs to, against a sorted list of all places


def rows(line: LineSyntax, first: int) -> list[tuple[int, int, int, int]]:
    """Return the beginning, the number and the place of every turn, and the ends of variations."""
    found = []
    for ply, turn in enumerate(line.turns, first):
        begin, end, number = turn.start, turn.end, turn.number
        if number is not None:
            place = (begin, end) if begin < end else (number.start, number.end)
            found.append((number.start, ply, *place))
        elif begin < end:
            found.append((begin, ply, begin, end))
        for variation in turn.variations:
            found += [*rows(variation, ply), (variation.end, ply, begin, end)]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_places(seed: int) -> None:
    rng = random.Random(seed)
    start, text = rng.choice(pieces())
    for _ in range(3 * (seed % 7)):
        text = mutate(rng, text)
    syntax, _ = parse_record(text, start, FACTS)
    index = TurnIndex(syntax.line, 3)
    expected = sorted(rows(syntax.line, 3))
    for offset in range(len(text) + 1):
        at = bisect_right(expected, (offset, 1 << 60)) - 1
        assert index.find(offset, False) == (expected[at][1:] if at >= 0 else None)
        assert index.find(offset, True) == (expected[max(at, 0)][1:] if expected else None)


def test_variations_that_end_together() -> None:
    """Where the text breaks off inside of variations, the latest ply counts."""
    syntax, _ = parse_record('[Event "x"]\n\n1. d2-d3 (1. Sd2 Sd6 (1... Nd6', "tagged", FACTS)
    assert sorted(rows(syntax.line, 1)) != rows(syntax.line, 1)
    found = TurnIndex(syntax.line, 1).find(10_000, False)
    assert found[0] == 2
