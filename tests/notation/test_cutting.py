"""Where records begin: no text is cut into halves, none is glued, and text around them is told."""

import random
from itertools import repeat
from pathlib import Path

import pytest
from notation_kit import GAME, places, read
from size_kit import sizes
from tag_section_law import check, in_bulk, make_text, plain

from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block, Piece
from mentis_records.notation.syntax.movetext_sign import signs_of

CASES = Path(__file__).parents[1] / "cases"
MOVES = "1. TSNd2 TSNd6 2. d2#-d3 d6#-d5"
NAMED = '[Event "Club"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n'
OTHER = '[Event "Cup"]\n[Blue "Cid"]\n[Red "Dan"]\n[Result "0-1"]\n'


def case(folder: str, name: str) -> list[Reading]:
    """Return the readings of a case from the field."""
    return list(Reader(GAMES).read_path(str(CASES / folder / f"{name}.mgn")))


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
    assert reading.record is not None
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


@pytest.mark.parametrize(
    "damaged",
    ['[Red\n"Bob"]', '\t[=Red "Bob"]', 'Red "Bob"]', '[Red "Bob', '\u200b[Red Bob"]', 'Red "Bob"'],
)
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_an_open_comment_that_a_later_one_closes_hides_no_name(damaged: str, blank: str) -> None:
    section = f'[Event "Club"]\n[Blue "Ann"]\n{{\n{damaged}{blank}'
    assert [each.is_valid for each in read(section + "{both ready} 1. TSNd2 TSNd6 *\n")] == [False]


@pytest.mark.parametrize("before", ["", f"{OTHER}\n{MOVES} 0-1", f"{OTHER}\n{MOVES} 0-1\n\n"])
@pytest.mark.parametrize("end", ["{two\nlines}", "}"])
def test_an_open_comment_between_records_hides_no_name(
    before: str, end: str, tmp_path: Path
) -> None:
    text = f'{before}{{\n [Red "Bob"]\n{end}\n[Event "Club"]\n[Blue "Ann"]\n\n1. TSNd2 *\n'
    readings = read(text)
    assert [each.is_valid for each in readings] == [*([True] if before else []), False]
    assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings)


@pytest.mark.parametrize("sign", [";", "% ", "{"])
def test_a_tag_in_a_comment_is_not_found_in_the_record_behind(sign: str) -> None:
    end = "}" if sign == "{" else ""
    text = f'{sign}[Red "Bob"]{end}\n[Blue "Ann"]\n{MOVES} 1-0\n{OTHER}\n{MOVES} 0-1\n'
    assert [each.is_valid for each in read(text)] == [False, True]


@pytest.mark.parametrize(
    "damaged",
    ['; [Red "Bob"/', '%[Red "Bob"', '{Red "Bob" }', ',Red (Bob" ', "Red Bob]", 'R>d (Bob"'],
)
@pytest.mark.parametrize("before", ["", "On Monday Ann wrote:\n", f"{OTHER}\n{MOVES} 0-1\n\n"])
def test_what_was_a_tag_above_a_record_without_a_name(
    damaged: str, before: str, tmp_path: Path
) -> None:
    text = f'{before}{damaged}\n[Blue "Ann"]\n{MOVES} 1-0\n{OTHER}\n{MOVES} 0-1\n'
    readings = read(text)
    assert [each.is_valid for each in readings][-2:] == [False, True]
    assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings)


@pytest.mark.parametrize("before", ["", f"{OTHER}\n{MOVES} 0-1\n\n"])
@pytest.mark.parametrize(
    "hidden", ['{\n[Red \\Bob"]\n[,Blue "Ann"]\n\n{ready} ', '; [Red "Bob"]\n', '{[Blue "Ann"]}\n']
)
def test_a_comment_above_plies_hides_no_name(before: str, hidden: str, tmp_path: Path) -> None:
    text = f"{before}{hidden}{MOVES} 1-0\n"
    readings = read(text)
    assert [each.is_valid for each in readings] == [*([True] if before else []), False]
    assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings)


@pytest.mark.parametrize("above", ['At the "Open', "He said [sic", 'In the "Open" of May', "{Red}"])
@pytest.mark.parametrize("section", [NAMED, '[Blue "Ann"]\n'])
def test_text_a_line_above_a_record_costs_nothing(above: str, section: str) -> None:
    blank = "\n" if section != NAMED else ""
    assert [each.is_valid for each in read(f"{above}\n{blank}{section}{MOVES} 1-0\n")] == [True]


def test_what_a_damaged_tag_names_is_not_repeated() -> None:
    text = f'[Red "Bob"]\n[Mood"a"]\n\n[Mood "a"]\n[Blue "Ann"]\n\n{MOVES} 1-0\n'
    assert [each.is_valid for each in read(text)] == [False]


@pytest.mark.parametrize("end", ["1-0On Monday Ann wrote:", "1-0", "1-0 <p>", "1-0x", "", "1-0,"])
@pytest.mark.parametrize("between", ["", "<pre>\n", "On Monday\n", '[R>nd "1"]\n'])
def test_a_damaged_tag_belongs_to_the_record_below(end: str, between: str, tmp_path: Path) -> None:
    below = f'[B>ue "Ann"]\n{between}[Red "Bob"]\n\n{MOVES} 1-0\n'
    text = f"{OTHER}\n{MOVES} {end}\n{below}"
    readings = read(text)
    assert told(readings)[-1][0] is False
    assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings)


@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_a_comment_that_quotes_stays_where_it_was(blank: str) -> None:
    text = f'{OTHER}\n{MOVES} 0-1 {{played\nat "Lee" [sic]}}{blank}{NAMED}\n{MOVES} 1-0\n'
    assert told(read(text)) == [(True, "Cid", 4), (True, "Ann", 4)]


def test_a_stray_brace_hides_no_name() -> None:
    text = '[Event "Club"]\n[Blue "Ann"]\n{\n[=Red "Bob"]\n}\n\n1. TSNd2 TSNd6 *\n'
    assert [each.is_valid for each in read(text)] == [False]


@pytest.mark.parametrize(
    "comment",
    [
        '{arbiter:\n"Lee" of [Rome]\nand others}',
        '{played at\nthe "Club"\n[sic] in Rome}',
        "{a { brace\nand a line}",
    ],
)
def test_a_comment_of_many_lines_may_quote(comment: str) -> None:
    (reading,) = read(f"{NAMED}\n{comment}\n\n{MOVES} 1-0\n")
    assert reading.is_valid, places(reading)


@pytest.mark.parametrize("between", ["", " ", "  ", "{good} "])
def test_a_tag_behind_a_result_begins_a_record(between: str) -> None:
    text = f"{NAMED}\n{MOVES} 1-0{between}{OTHER}\n{MOVES} 0-1\n"
    assert told(read(text)) == [(True, "Ann", 4), (True, "Cid", 4)]


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


def test_an_unplayed_game_with_an_open_result_is_joined_to_another() -> None:
    text = '[Event "Club"]\n[Blue "Ann"]\n[Result "*"]\n*'
    assert told(read(f"{text}{text}\n\n{text}")) == [(True, "Ann", 0)] * 3


def test_a_list_mark_is_no_result() -> None:
    text = '[Event "Club"]\n* [Blue "Ann"]\n* [Red "Bob"]\n\n1. TSNd2 *\n'
    assert [each.is_valid for each in read(text)] == [False]


def test_a_spoilt_result_keeps_the_names_behind_it() -> None:
    text = f'{NAMED}\n{MOVES} 1-0y[Blue "Cid"]\n[Red "Dan"]\n[Result "0-1"]\n\n{MOVES} 0-1\n'
    assert told(read(text))[1] == (True, "Cid", 4)


@pytest.mark.parametrize("sign", [";", "{"])
def test_a_tag_that_became_a_comment_behind_a_result(sign: str) -> None:
    text = f'{NAMED}\n{MOVES} 1-0{sign}Blue "Cid"]\n[Red "Dan"]\n\n{MOVES} 0-1\n'
    assert [each[1] for each in told(read(text)) if each[0]] == ["Ann"]


def test_a_tag_within_movetext_begins_none() -> None:
    readings = read(f'{NAMED}\n1. TSNd2 [Event "x"] TSNd6 1-0\n\n{OTHER}\n{MOVES} 0-1\n')
    assert [each.is_valid for each in readings] == [False, True]


def test_unplayed_games_stand_beside_each_other() -> None:
    readings = read(f"{NAMED}\n{OTHER}\n{NAMED}\n{MOVES} 1-0\n\n{OTHER}\n{NAMED}")
    assert told(readings) == [
        (True, "Ann", 0),
        (True, "Cid", 0),
        (True, "Ann", 4),
        (True, "Cid", 0),
        (True, "Ann", 0),
    ]
    assert [each.result for each in readings] == ["1-0", "0-1", "1-0", "0-1", "1-0"]


AROUND = [
    "Spring league, round 2",
    "<html><body><pre>",
    "</pre></body></html>",
    "[/pgn]",
    "[pgn]",
    "> Ann wrote:\n> here are the games",
    "From: Ann\nSubject: our game\n\nHere it is:",
    "=======",
    "Round 2.",
    "2. Runde: Ann - Bob",
    "Ann 1-0 Bob",
    "* Ann beat Bob 1:0",
    "Fig. 1. The end, ½ : ½",
]


@pytest.mark.parametrize("text", AROUND)
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


@pytest.mark.parametrize("text", AROUND[:2])
def test_text_before_a_listing_is_passed_over(text: str) -> None:
    (reading,) = read(f"{text}\n\n1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n")
    assert (reading.is_valid, reading.plies, reading.line) == (True, 4, text.count("\n") + 3)
    assert [word.split()[0] for word in places(reading)] == ["N119"]


@pytest.mark.parametrize("text", ["Here is the game TSNd2", "3. d2-d3", "3. TS d2", "1/2"])
def test_text_with_movetext_behind_a_result_is_an_error(text: str) -> None:
    first, second = read(f"{NAMED}\n{MOVES} 1-0\n{text}\n\n{OTHER}\n{MOVES} 0-1\n")
    assert "N108" in " ".join(places(first))
    assert (first.is_valid, second.is_valid) == (False, True)


def test_text_alone_is_no_record() -> None:
    (reading,) = read("Dear Ann,\n\nthanks for the game.\n")
    assert not reading.is_valid


def test_a_listing_behind_a_tagged_record() -> None:
    text = f"{NAMED}\n{MOVES} 1-0\n\n1. TSNc2 TSNc6\n2. c2-c3 c6-c5\n\n{OTHER}\n{MOVES} 0-1\n"
    readings = read(text)
    assert [each.is_listing for each in readings] == [False, True, False]
    assert told(readings) == [(True, "Ann", 4), (True, "", 4), (True, "Cid", 4)]


def test_a_listing_continues_the_tagged_record_before_it(tmp_path: Path) -> None:
    text = (
        f"{NAMED}\n{MOVES} 1-0\n\n{OTHER}\n1. TSNc2 TSNc6 0-1\n\nBlue Moves  Red Moves\n2. c2-c3\n"
    )
    readings = read(text)
    assert told(readings)[2] == (True, "", 3)
    assert plain(in_bulk(tmp_path / "a.mgn", text)) == plain(readings)


def test_the_number_above_the_last_begins_no_listing() -> None:
    (reading,) = read(f"{NAMED}\n1. TSNd2 TSNd6 1-0\n2. d2#-d3 d6#-d5 1-0\n")
    assert not reading.is_valid


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
