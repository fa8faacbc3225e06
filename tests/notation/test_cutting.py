"""Where records begin: no text is cut into halves, none is glued, and text around them is told."""

import random
from itertools import product, repeat
from pathlib import Path

import pytest
from case_kit import cases_of
from notation_kit import GAME, places, read
from size_kit import sizes
from tag_section_law import check, in_bulk, make_text, plain

from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block, Piece
from mentis_records.notation.syntax.movetext_sign import signs_of

CASES = cases_of(__file__)
FIELD = Path(__file__).parents[1] / "cases"
MOVES = "1. TSNd2 TSNd6 2. d2#-d3 d6#-d5"
NAMED = '[Event "Club"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n'
OTHER = '[Event "Cup"]\n[Blue "Cid"]\n[Red "Dan"]\n[Result "0-1"]\n'


def case(folder: str, name: str) -> list[Reading]:
    """Return the readings of a case from the field."""
    return list(Reader(GAMES).read_path(str(FIELD / folder / f"{name}.mgn")))


def told(readings: list[Reading]) -> list[tuple[bool, str, int]]:
    """Return of each record whether it is sound, who plays Blue, and its plies."""
    return [
        (each.is_valid, each.partial.tags.get("Blue", "") if each.partial else "", each.plies)
        for each in readings
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("comment-between-tags", [(True, "A. Smith", 12)]),
        ("percent-line-between-tags", [(True, "A. Smith", 12)]),
        ("bad-tag-00", [(False, "A. Smith", 12)]),
        ("bad-tag-03", [(False, "A. Smith", 12)]),
        ("bad-tag-07", [(False, "A. Smith", 12)]),
        ("bad-tag-15", [(False, "A. Smith", 12)]),
        ("result-then-tag", [(True, "Ann", 12), (True, "Bob", 12), (True, "Cid", 12)]),
        ("two-records-one-line", [(True, "A. Smith", 4), (True, "Second", 12)]),
        ("html-page", [(True, "A. Smith", 4), (True, "Second", 12)]),
        ("unplayed-then-game", [(True, "A1", 0), (True, "C", 12)]),
    ],
)
def test_cases(name: str, expected: list[tuple[bool, str, int]]) -> None:
    assert told(case("cutting", name)) == expected


def test_case_of_tags() -> None:
    found = [places(each) for each in case("tags", "other-case")]
    codes = {word.split()[0] for each in found for word in each}
    assert {"N211", "N212"} <= codes


@pytest.mark.parametrize(
    "line",
    [
        "{arbiter: C. Lee}",
        "; arbiter: C. Lee",
        "% arbiter: C. Lee",
        "",
        ' [Mood "good"]',
        '{a} [Mood "good"] ; b',
    ],
)
@pytest.mark.parametrize("at", range(5))
def test_what_may_stand_among_tags(line: str, at: int) -> None:
    lines = NAMED.splitlines()
    lines.insert(at, line)
    (reading,) = read("\n".join(lines) + f"\n\n{MOVES} 1-0\n")
    assert reading.is_valid, places(reading)
    assert [reading.record.tags[name] for name in ("Blue", "Red")] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "line", ["[Weird-Tag x]", "<b>", "~~~", "]", '"', "(", "}", "[Tag", 'Tag "x"]', "No tag", "{"]
)
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_line_that_cannot_be_read_costs_one_record(line: str, at: int) -> None:
    lines = NAMED.splitlines()
    lines.insert(at, line)
    text = f"{OTHER}\n{MOVES} 0-1\n\n" + "\n".join(lines) + f"\n\n{MOVES} 1-0\n\n"
    readings = read(text + f"{OTHER}\n{MOVES} 0-1\n")
    assert [each.is_valid for each in readings] == [True, False, True]
    assert [each[1] for each in told(readings)][::2] == ["Cid", "Cid"]
    assert line == "{" or told(readings)[1][1] == "Ann"


@pytest.mark.parametrize("name", CASES["records"])
def test_where_records_begin(name: str, tmp_path: Path) -> None:
    """Both readers find the same records, whatever the parts of the text are."""
    case = CASES["records"][name]
    for first, second in product(case.get("part_1", [""]), case.get("part_2", [""])):
        text = case["text"].replace("$1", first).replace("$2", second)
        for word, meant in (("NAMED", NAMED), ("OTHER", OTHER), ("MOVES", MOVES)):
            text = text.replace(word, meant)
        readings = read(text)
        found = [
            f"{blue} {plies}".strip() if valid else "invalid"
            for valid, blue, plies in told(readings)
        ]
        assert found == case["found"], text
        assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings), text


def one_line(text: str) -> str:
    """Return a record on one line."""
    return " ".join(text.split())


@pytest.mark.parametrize("between", ["", " ", "  ", "\t", "{good} ", "\ufeff", " \ufeff", "\n"])
@pytest.mark.parametrize("is_wide", [True, False])
def test_as_many_records_on_a_line_as_one_likes(
    between: str, is_wide: bool, tmp_path: Path
) -> None:
    parts = [f"{NAMED}\n{MOVES} 1-0", f"{OTHER}\n0-1", f"{OTHER}\n{MOVES} 0-1", f"{NAMED}\n1-0"]
    if not is_wide:
        parts = list(map(one_line, parts))
    text = between.join(parts * 2)
    readings = read(f"{text}\n{NAMED}\n{MOVES} 1-0\n")
    expected = [(True, "Ann", 4), (True, "Cid", 0), (True, "Cid", 4), (True, "Ann", 0)]
    assert told(readings) == [*expected, *expected, (True, "Ann", 4)]
    bulk = in_bulk(tmp_path / "a.mgn", f"{text}\n{NAMED}\n{MOVES} 1-0\n")
    assert plain(bulk) == plain(readings)


@pytest.mark.parametrize("text", CASES["around"])
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_text_around_records_is_told_and_passed_over(text: str, place: int, blank: str) -> None:
    parts = [f"{NAMED}\n{MOVES} 1-0", f"{OTHER}\n{MOVES} 0-1"]
    parts.insert(place, text)
    whole = blank.join(parts) + "\n"
    readings = read(whole)
    assert told(readings) == [(True, "Ann", 4), (True, "Cid", 4)]
    found = [each for reading in readings for each in reading.diagnostics if each.code.id == "N119"]
    assert [each.severity.value for each in found] == ["warning"]
    assert found[0].span.line == whole[: whole.index(text)].count("\n") + 1
    strict = read(whole, strict=True)
    assert sum(reading.is_valid for reading in strict) == 1


@pytest.mark.parametrize("text", CASES["around"][:2])
def test_text_before_a_listing_is_passed_over(text: str) -> None:
    (reading,) = read(f"{text}\n\n1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n")
    assert (reading.is_valid, reading.plies, reading.line) == (True, 4, text.count("\n") + 3)
    assert [word.split()[0] for word in places(reading)] == ["N119"]


@pytest.mark.parametrize("text", ["Here is the game TSNd2", "3. d2-d3", "3. TS d2", "1/2"])
def test_text_with_movetext_behind_a_result_is_an_error(text: str) -> None:
    first, second = read(f"{NAMED}\n{MOVES} 1-0\n{text}\n\n{OTHER}\n{MOVES} 0-1\n")
    assert "N108" in " ".join(places(first))
    assert (first.is_valid, second.is_valid) == (False, True)


def test_a_listing_behind_a_tagged_record() -> None:
    text = f"{NAMED}\n{MOVES} 1-0\n\n1. TSNc2 TSNc6\n2. c2-c3 c6-c5\n\n{OTHER}\n{MOVES} 0-1\n"
    readings = read(text)
    assert [each.is_listing for each in readings] == [False, True, False]
    assert told(readings) == [(True, "Ann", 4), (True, "", 4), (True, "Cid", 4)]


@sizes("count", 120, 600)
def test_damaged_tag_sections(tmp_path: Path, count: int) -> None:
    """A sample of the law (``tag_section_law``)."""
    for number in range(count):
        text, names = make_text(random.Random(f"sample {number}"))
        readings = read(text)
        assert not check(names, readings), text
        bulk = [(line, *rest[1:]) for line, *rest in plain(in_bulk(tmp_path / "a.mgn", text))]
        assert bulk == [(line, *rest[1:]) for line, *rest in plain(readings)], text


def pieces(chunks: list[bytes]) -> list[Piece]:
    """Return what a text that comes in parts is cut into."""
    return [
        piece
        for found in cut(chunks, signs_of(GAME.description))
        for piece in (found.pieces() if isinstance(found, Block) else (found,))
    ]


def test_parts_make_no_difference() -> None:
    """However a text comes in parts, it is cut in the same places."""
    for number in range(300):
        source = random.Random(f"parts {number}")
        text = "".join(make_text(source)[0] + "\n" for _ in range(2)).encode("utf-8", "replace")
        at, chunks = 0, []
        while at < len(text):
            size = source.choice((1, 3, 17, 80, 400))
            chunks.append(text[at : at + size])
            at += size
        assert pieces(chunks) == pieces([text]), text.decode()


@pytest.mark.ci
def test_a_record_of_many_lines_is_held_in_part_only() -> None:
    """A tag section without end, and a text before the first record without end, are given up."""
    for line in (b'[A "b"]\n', b"text\n", b"{a}\n"):
        chunks = repeat(line * 20_000, 20)
        found = list(cut(chunks, signs_of(GAME.description)))
        assert found
        assert all(isinstance(each, Block) or len(each.text) <= 1_048_576 for each in found)
