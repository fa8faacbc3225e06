"""A scanner with a memory writes what the scanner writes; sheets have the plies in place."""

from __future__ import annotations

import random
from array import array
from itertools import pairwise, product
from pathlib import Path

import numpy
import pytest
from case_kit import cases_of
from notation_kit import movetext, random_game

from mentis_records.fast.kernel import IS_COMPILED
from mentis_records.games import GAMES
from mentis_records.notation.bulk import make_kernel, record_field, word_scan
from mentis_records.notation.bulk.word_scan import END, WordScanner
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables.grammar_file import STARTS
from mentis_records.notation.tables.grammar_tables import load_tables

CASES = cases_of(__file__)

TABLES = load_tables(GAMES[0].description.grammar)
WIDTH = len(TABLES.terminals)
LISTING, TAGGED = STARTS.index("listing"), STARTS.index("tagged")
KERNEL = make_kernel(GAMES[0], TABLES.terminals)
PLAIN = Scanner(TABLES)
TAIL = " { enough behind the last word }\n"
Outline = list[tuple[int, int]] | None


def remembering() -> WordScanner:
    return WordScanner(Scanner(TABLES), KERNEL, TABLES.terminals, remembers=True)


def outline(scanner: Scanner | WordScanner, text: str, start: int) -> Outline:
    """Return terminals and where they end, plies being one each, and what kind a ply is of."""
    data = text.encode()
    numbers = array("i", bytes(24 * (len(data) + 1)))
    count = scanner.scan_bytes(data, 0, len(data), start, 50, numbers)
    if count < 0:
        return None
    found: list[tuple[int, int]] = []
    for at in range(count):
        kind, first, last = numbers[3 * at : 3 * at + 3]
        if kind >= WIDTH:
            del found[len(found) - (last - first + 1) :]
            found.append((TABLES.terminals.index(END), numbers[3 * last + 2]))
            last = 0
        found.append((kind, last))
    return found


def check(scanner: WordScanner, text: str, start: int) -> bool:
    """Check that both write the same; return whether the text is accepted."""
    expected = outline(PLAIN, text, start)
    assert outline(scanner, text, start) == expected, text
    return expected is not None


PLIES = CASES["plies"]
LONG = ("d2##-d3##-d4-d5", "d2##-d3##-d4#-d5", "d2##-d3##-d4##-d5", "d2##-d3##-d4##-d6")
ODD = CASES["odd"]
GLUED = ("!", "?!", "$1", "{c}", "(", ")", "(d2-d3)", ";c", "*", "1-0", "1.", "2...", "")
OTHERS = CASES["others"]
VARIATIONS = ("( d2-d3 )", "( d2-d3 ( Sd6 ) )", "( d2-d3 ( Sd6 ) ( b1-b2 ) Sd6 )", "( Sd6 ) )")
GAPS = (" ", " ", " ", "\n", "  ", "\t", "\n\n", " \n", "\n ", "\n%escaped\n")
TAGS = ('[Event "a b"]', '[Site "[x]"]', '[Event "a"] [Site "b"]', "[Event]", '[Event "a"')


def soup(source: random.Random) -> str:
    """Return words that make sense more often than not."""
    words: list[str] = []
    for number in range(source.randint(1, 12)):
        if source.random() < 0.7:
            words.append(f"{number + 1}." + source.choice((" ", " ", "")) + source.choice(PLIES))
            words.append(source.choice((*PLIES, *PLIES, *LONG)))
        elif source.random() < 0.9:
            words.append(source.choice(("$7", "{a b}", "d2-d3!", "Sd6!?", "d4xc4$1", *VARIATIONS)))
        else:
            word = source.choice((*PLIES, *LONG, *ODD, *OTHERS))
            words.append(word + source.choice(GLUED))
    return "".join(word + source.choice(GAPS) for word in words)


@pytest.mark.parametrize("seed", range(8))
def test_soups_of_words(seed: int) -> None:
    source, scanner = random.Random(seed), remembering()
    accepted = 0
    for _ in range(600 if IS_COMPILED else 100):
        text = soup(source)
        if source.random() < 0.3:
            tags = [source.choice((*TAGS[:3], *TAGS[:3], *TAGS)) for _ in range(3)]
            text = "".join(tag + source.choice(("\n", "\n", " \n", " ")) for tag in tags) + text
        for start in (LISTING, TAGGED):
            accepted += check(scanner, text + source.choice(("", TAIL)), start)
    assert accepted > 20


@pytest.mark.parametrize("gap", sorted(set(GAPS)))
def test_words_side_by_side(gap: str) -> None:
    scanner = remembering()
    for first, second in pairwise((*PLIES, *LONG, *ODD, *OTHERS, *PLIES)):
        for text in (f"1. {first}{gap}{second}", f"1. {second}{gap}{first}{gap}*"):
            for glued in GLUED:
                for _ in range(2):
                    check(scanner, f"{text}{glued}{gap}{TAIL}", LISTING)


def test_what_follows_a_line_feed_is_a_part_of_the_word() -> None:
    scanner = remembering()
    for after in (
        *("2. d2-d3", "%escaped", "%escaped more", ";c", ";c d", ";c\td", "{c}", "d2-d3", "\x01"),
        *("[", " 2.", "\n2."),
    ):
        for _ in range(2):
            check(scanner, f"1. Sd2 Sd6\n{after}\n{TAIL}", LISTING)


def test_more_words_than_it_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    per_text, texts = 2_000, 130
    if not IS_COMPILED:
        monkeypatch.setattr(word_scan, "_MOST_WORDS", 40)
        monkeypatch.setattr(word_scan, "_MOST_MISSED", 60)
        per_text, texts = 30, 8
    scanner = remembering()
    room = array("i", bytes(1 << 20))

    def text(first: int) -> str:
        numbers = range(first * per_text, (first + 1) * per_text)
        return "".join(f"{number}. b1-b2 Sd{number % 7 + 1} " for number in numbers) + TAIL

    for index in range(texts):
        data = text(index).encode()
        assert scanner.scan_bytes(data, 0, len(data), LISTING, 50, room) > 0
    for index in (0, 1, 0, 1, texts - 1, texts):
        assert check(scanner, text(index), LISTING)


FIRST_FACTOR, SECOND_FACTOR, SHIFT = map(
    numpy.uint64, (0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 48)
)


def places(words: list[str]) -> list[int]:
    """Return where the words are looked for first."""
    data = [word.encode().ljust(16, b"\0") for word in words]
    numbers = numpy.frombuffer(b"".join(data), "uint64").reshape(-1, 2)
    mixed = numbers[:, 0] ^ numbers[:, 1] * FIRST_FACTOR
    found: list[int] = (mixed * SECOND_FACTOR >> SHIFT).tolist()
    return found


def test_words_that_are_looked_for_in_one_place() -> None:
    numbers = numpy.arange(1_000_000, 6_000_000, dtype="uint64")
    words = numpy.full(len(numbers), ord(".") << 56, "uint64")
    for index in range(7):
        digit = numbers // numpy.uint64(10 ** (6 - index)) % numpy.uint64(10)
        words |= digit + numpy.uint64(48) << numpy.uint64(8 * index)
    found = (words * SECOND_FACTOR >> SHIFT).astype("int64")
    crowded = [f"{number}." for number in numbers[found == numpy.bincount(found).argmax()]]
    assert len(crowded) > 64
    assert len(set(places(crowded))) == 1
    scanner = remembering()
    for _ in range(2):
        text = "".join(f"{number} b1-b2 Sd6 " for number in crowded)
        assert check(scanner, text + TAIL, LISTING)


def test_plies_that_begin_alike_and_are_looked_for_in_one_place() -> None:
    """Each keeps what the kernel has read in it: the square that it ends on."""
    squares = [file + row for file in "abcdefg" for row in "1234567"]
    pairs: list[tuple[str, str]] = []
    for first, second in product(squares, squares):
        plies = [
            f"{first}-{second}-d4{mark}-{last}" for mark in ("", "#", "##") for last in squares
        ]
        seen: dict[int, str] = {}
        for ply, place in zip(plies, places(plies), strict=True):
            pairs.extend([(seen[place], ply)] if place in seen else [])
            seen[place] = ply
    assert len(pairs) > 100
    for pair in pairs[: 500 if IS_COMPILED else 50]:
        scanner = remembering()
        text = f"1. {pair[0]} {pair[1]} 2. {pair[0]} {pair[1]} {TAIL}".encode()
        entries = array("i", bytes(24 * (len(text) + 1)))
        count = scanner.scan_bytes(text, 0, len(text), LISTING, 50, entries)
        met = [at for at in range(count) if entries[3 * at] == TABLES.terminals.index(END)]
        codes = [scanner.values[at] for at in met]
        assert [squares_of(code) for code in codes] == [ply.replace("#", "") for ply in pair]


def squares_of(code: int) -> str:
    """Return the path of a movement of three steps."""
    numbers = [code >> shift & 63 for shift in (5, 13, 21, 29)]
    return "-".join("abcdefg"[number % 7] + "1234567"[number // 7] for number in numbers)


# Sheets: where the plies of a record stand, and sheets without them


TEXT = CASES["sheet"]
GOING_ON = ("d2-d3-d4", "d2-d3 -d4", "d2-d3\t-d4", "d2-d3 - d4", "d2 -d3-d4")


def read_sheet(path: Path, keeps_plies: bool) -> Sheet:
    sheet = next(Reader(GAMES).read_sheets(str(path), keeps_plies=keeps_plies))
    assert isinstance(sheet, Sheet)
    assert sheet.count == 5
    return sheet


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "x.mgn"
    place.write_text(TEXT)
    return place


def test_the_plies_of_a_record_stand_together(path: Path) -> None:
    """Also of one that was read a second time, when its stated position was known."""
    sheet = read_sheet(path, True)
    firsts, sizes = sheet.column("first_row"), sheet.column("plies")
    readings = list(Reader(GAMES).read_path(str(path)))[: sheet.count]
    for at, reading in enumerate(readings):
        assert reading.is_valid == (at != 2)
        if not reading.is_valid:
            continue
        record = reading.record
        rows = slice(firsts[at], firsts[at] + sizes[at] + 1)
        turns = [ply.move.code << 3 | ply.side for ply in record.plies]
        assert sheet.turns[rows].tolist() == [-1, *turns]
        assert sheet.keys[rows].tolist() == [record.start_key, *(ply.key for ply in record.plies)]
    assert firsts[0] > firsts[4]
    assert len(sheet.turns) == len(sheet.keys) == sum(sizes[at] + 1 for at in (0, 1, 3, 4))


def test_plies_that_have_been_met_before_are_read_the_same(tmp_path: Path) -> None:
    """Random games have many plies that begin alike, and each is met again and again."""
    games = [random_game(seed, 120) for seed in range(30 if IS_COMPILED else 6)]
    path = tmp_path / "x.mgn"
    texts = [f'[Event "{at}"]\n\n{movetext(moves)} *\n\n' for at, moves in enumerate(games)]
    path.write_text("".join(texts) + '[Event "of the next sheet"]\n\n*\n')
    sheet = next(Reader(GAMES).read_sheets(str(path)))
    assert isinstance(sheet, Sheet)
    assert set(sheet.column("status")) == {record_field.NOTED}
    for first, moves in zip(sheet.column("first_row"), games, strict=True):
        turns = sheet.turns[first : first + len(moves) + 1].tolist()
        assert [turn >> 3 for turn in turns[1:]] == [move.code for move in moves]


def test_plies_that_have_been_met_before_are_checked_each_time(tmp_path: Path) -> None:
    """Which tile plays them is another one each time, and so is what stands in the way."""
    squares = [file + row for file in "cde" for row in "1234"]
    lines = [(first, last) for first, last in product(squares, squares)]
    words = [
        *(f"d2{mark}-{place}" for place in squares for mark in ("", "#")),
        *(f"d2-{first}-{last}" for first, last in lines),
        *(f"d2-d3-{first}-{last}" for first, last in lines),
        *(f"{sign}{place}" for sign in ("S", "TT", "d2x") for place in squares),
    ]
    texts = [
        f'[Event "{at}"]\n\n1. {before} Sd6 2. {word} {{far from the end}} *\n\n'
        for at, (word, before) in enumerate(
            product(words, ("Sd2", "Td2", "Nd2", "TSd2", "SSNd2", "Sc2", "d1-e1"))
        )
    ]
    source = random.Random(1)
    source.shuffle(texts)
    path = tmp_path / "x.mgn"
    path.write_text("".join(texts if IS_COMPILED else texts[:300]))
    taken = [
        status != record_field.REFUSED
        for sheet in Reader(GAMES).read_sheets(str(path))
        if isinstance(sheet, Sheet)
        for status in sheet.column("status")
    ]
    assert taken == [reading.is_valid for reading in Reader(GAMES).read_path(str(path))]
    assert len(set(taken)) == 2


def test_plies_that_go_on_behind_a_word_that_has_been_met(tmp_path: Path) -> None:
    before = "1. Nd2 Sd6 2. d2-d3 d6-d5 3. d3-d2 d5-d6 4. "
    texts = [
        f'[Event "{at}"]\n\n{before}{last} {{far from the end}} *\n\n'
        for at, last in enumerate(GOING_ON)
    ]
    path = tmp_path / "x.mgn"
    path.write_text("".join(texts) + '[Event "of the next sheet"]\n\n*\n')
    sheet = next(Reader(GAMES).read_sheets(str(path)))
    assert isinstance(sheet, Sheet)
    assert set(sheet.column("status")) == {record_field.NOTED}
    ends = [first + 7 for first in sheet.column("first_row")]
    assert len({sheet.turns[end] for end in ends}) == 1
    assert sheet.column("first_row").tolist() == [8 * at for at in range(len(GOING_ON))]
    assert [sheet.tag(at, 0) for at in range(sheet.count)] == list("01234")


def test_without_plies_all_else_is_the_same(path: Path) -> None:
    whole, lean = read_sheet(path, True), read_sheet(path, False)
    for name in ("turns", "keys", "contents", "openings", "variations", "variation_turns"):
        assert len(getattr(whole, name)) > 0
        assert len(getattr(lean, name)) == 0
    assert lean.column("status") == whole.column("status")
    assert lean.remarks == whole.remarks

    for one, other in zip(lean.readings(False), whole.readings(False), strict=True):
        assert (one.text, one.is_valid, one.plies) == (other.text, other.is_valid, other.plies)
        assert (one.result, one.diagnostics) == (other.result, other.diagnostics)
