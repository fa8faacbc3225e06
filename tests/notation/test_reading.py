"""What a reading says: whose comments and findings are whose, endings, repeated records."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from notation_kit import KILL, SHUFFLE, E, places, read, read_one

from mentis_records.core.date import tomorrow
from mentis_records.core.record import CommentKind
from mentis_records.games import GAMES
from mentis_records.notation.explain import seen_records as memory
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.explain.replay import Replayer
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.syntax.recovery import parse_record

CASES = cases_of(__file__)


def texts(comments: Any) -> list[str]:
    return [comment.text for comment in comments]


def test_owners_of_comments() -> None:
    text = (
        E + "{r1} ; r2\n% r3\n1. {r4} TSNd2 {a1} $1 {a2} ({v0} 1. {v1} TSNc2 {v2}) {a3} "
        "1... {a4} TSNd6 {b1} * {c1} ; c2\n%c3\n"
    )
    record = read_one(text).record
    assert texts(record.comments) == ["r1", "r2", " r3", "r4"]
    assert texts(record.plies[0].comments) == ["a1", "a2", "a3", "a4"]
    assert texts(record.plies[1].comments) == ["b1"]
    assert texts(record.closing_comments) == ["c1", "c2", "c3"]
    (variation,) = record.plies[0].variations
    assert texts(variation.comments) == ["v0", "v1"]
    assert texts(variation.plies[0].comments) == ["v2"]
    assert [comment.kind for comment in record.comments] == [
        CommentKind.BRACE,
        CommentKind.LINE,
        CommentKind.ESCAPE,
        CommentKind.BRACE,
    ]


def test_comment_keeps_wide_blanks() -> None:
    record = read_one(E + "1. TSNd2 {一　二\u00a0三} *").record
    assert texts(record.plies[0].comments) == ["一　二\u00a0三"]


def test_tag_values() -> None:
    record = read_one('[Event "a \\"b\\" \\\\ c\\\\"]\n[Site "\\\\\\""]\n\n*').record
    assert record.tags["Event"] == 'a "b" \\ c\\'
    assert record.tags["Site"] == '\\"'


def test_first_of_repeated_tags_counts() -> None:
    reading = read_one('[Result "1-0"]\n[Result "0-1"]\n\n1. TSNd2\n')
    assert reading.result == "1-0"
    assert not reading.is_valid


@pytest.mark.parametrize(
    ("text", "code", "ply", "move"), CASES["ply_and_move"].values(), ids=CASES["ply_and_move"]
)
def test_ply_and_move(text: str, code: str, ply: int, move: str) -> None:
    """A finding outside of the movetext has neither."""
    (found,) = (one for one in read_one(text).diagnostics if one.code.id == code)
    assert (found.ply, found.move or "") == (ply or None, move)


def test_position_of_a_diagnostic() -> None:
    reading = read_one(E + "1. TSNd2 TSNd3 *")
    (found,) = (one for one in reading.diagnostics if one.is_error)
    assert found.position == "3k3/7/7/7/7/3(TSN)3/3K3 r S2T2N2/s3t3n3 1"
    assert reading.final_position == found.position


# What a ply means is asked of the position itself, also where two positions share a key


GAME = GAMES[0]
TEXT = '[Event "x"]\n\n1. d2-d4 *'
"""A ply that is illegal in both positions, for another reason in each."""


def judged(position: Any) -> tuple[int, list[str]]:
    """Replay the text from a position; return the plies and what was found."""
    report = Report(TEXT, 1, 1, is_strict=False)
    syntax, _ = parse_record(TEXT, "tagged", GAME.description)
    done = Replayer(GAME, report, [position.key]).replay(syntax.line, position)
    return len(done.codes), [each.code.id for each in report.diagnostics]


def test_positions_with_one_key_get_their_own_verdicts() -> None:
    held = GAME.parse_position("3k3/7/7/7/7/3T3/3K3 b -/- 1", {})
    empty = GAME.parse_position("3k3/7/7/7/7/T6/3K3 b -/- 1", {})
    alike = replace(empty, sum=held.sum, mirror_sum=held.mirror_sum, _state=None)
    assert alike.key == held.key
    assert judged(held) == (0, ["M104"])
    assert judged(alike) == judged(empty) == (0, ["M101"])


# A short record that comes again is examined once, and says the same as if it were alone


TEXTS = (
    '[Event "x"]\n\n1. d2-d3 *\n\n',
    '[Event "x"]\n\n1. TSNd2 (1. TSNc9) tsnd6 1-0\n\n',
    '[Event "x"]\n[Event "y"]\n\n*\n',
)
LISTINGS = "1. TSNd2 TSNd6\n", "2. TNNc2 TNNc6\n", "1. d2-d3\n", "2. Sb1 Sb7\n", "2. Sb1 Sb7\n"


def facts(reading: Reading, shift: int = 0) -> Any:
    """Return what a reading says, its lines counted from another one."""
    spans = [
        (found.span.line - shift, found.span.column, found.span.end_line - shift)
        for found in reading.diagnostics
    ]
    said = [(found.code.id, found.message, found.ply, found.move) for found in reading.diagnostics]
    ends = reading.plies, reading.result, reading.final_position, reading.is_valid
    return spans, said, ends, reading.record, reading.text


def test_repeated_records() -> None:
    order = [0, 1, 0, 2, 1, 0, 0, 2]
    readings = read("".join(TEXTS[number] for number in order))
    assert [reading.index for reading in readings] == list(range(1, len(order) + 1))
    for number, reading in zip(order, readings, strict=True):
        (alone,) = read(TEXTS[number])
        assert facts(reading, reading.line - 1) == facts(alone)


def test_listings_that_continue_are_examined_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(LISTINGS) + "".join(LISTINGS[:2])
    remembered = [facts(reading) for reading in read(text)]
    monkeypatch.setattr(memory, "_MAX_TEXT", -1)
    assert remembered == [facts(reading) for reading in read(text)]


def test_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MAX_KNOWN", 2)
    kept = memory.Memory(None)
    monkeypatch.setattr("mentis_records.notation.read.Memory", lambda search: kept)
    texts = [f'[Event "{at}"]\n\n1. d2-d3 *\n\n' for at in range(5)]
    assert [reading.line for reading in read("".join(texts))] == [1, 5, 9, 13, 17]
    assert not kept._known, "what has come once need not come again"
    assert [reading.line for reading in read("".join(texts))] == [1, 5, 9, 13, 17]
    assert len(kept._known) == 1
    long = f'[Event "{"x" * memory._MAX_TEXT}"]\n\n1. d2-d3 *\n'
    assert len(read(long)) == len(read(long)) == 1
    assert len(kept._known) == 1
    monkeypatch.setattr(memory, "_MAX_SEEN", 3)
    kept = memory.Memory(None)
    read("".join(texts))
    assert len(kept._seen) == 2


# Terminations and repetitions against what the board shows


BOARD_ENDS = ("king captured", "repetition")


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
@pytest.mark.parametrize(
    ("word", "results"),
    [
        ("resignation", {"1-0", "0-1"}),
        ("time forfeit", {"1-0", "0-1"}),
        ("agreement", {"1/2-1/2"}),
        ("adjudication", {"1-0", "0-1", "1/2-1/2"}),
        ("unterminated", {"*"}),
        ("king captured", set()),
        ("repetition", set()),
    ],
)
def test_termination(word: str, results: set[str], result: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 {result}\n')
    assert places(reading) == ([] if result in results else ["N404 1:14"])
    assert reading.termination == word


@pytest.mark.parametrize(
    ("board", "end"),
    [(KILL + "\n1. d6xd7 1-0", "king captured"), (E + SHUFFLE + " 1/2-1/2", "repetition")],
)
@pytest.mark.parametrize(
    "word",
    [*BOARD_ENDS, "resignation", "agreement", "adjudication", "time forfeit", "unterminated"],
)
def test_termination_against_the_board(board: str, end: str, word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n{board}')
    assert [place for place in places(reading) if "N407" not in place] == (
        [] if word == end else ["N404 1:14"]
    )


@pytest.mark.parametrize("word", ["coffee", "Resignation", "", "king  captured"])
def test_termination_unknown_is_kept(word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 *\n')
    assert places(reading) == ["N208 1:14"]
    assert reading.is_valid
    assert reading.termination == word


@pytest.mark.parametrize(
    ("text", "termination"),
    [
        (KILL + "\n1. d6xd7 1-0", "king captured"),
        (E + SHUFFLE + " 1/2-1/2", "repetition"),
        (E + "1. TSNd2 *", "unterminated"),
        (E + "1. TSNd2 1-0", None),
    ],
)
def test_termination_without_tag(text: str, termination: str | None) -> None:
    assert read_one(text).termination == termination


def test_repetition_names_its_plies() -> None:
    for text, expected in (
        (E + SHUFFLE + " 1-0", "0, 4, 8"),
        (
            E + "1. Sd2 Sd6 2. d1-c1 d7-c7 3. c1-d1 c7-d7 4. d1-c1 d7-c7 5. c1-d1 c7-d7 *",
            "2, 6, 10",
        ),
    ):
        (note,) = (one for one in read_one(text).diagnostics if one.code.id == "N407")
        assert expected in note.message


# Games that were not played because a player was absent: the termination forfeit


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("result", ["1-0", "0-1", "*"])
@pytest.mark.parametrize("word", ["forfeit", "forfeit: absent after 15 minutes"])
def test_a_forfeit_is_known(word: str, result: str, strict: bool) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n{result}\n', strict=strict)
    assert places(reading) == []
    assert (reading.result, reading.termination) == (result, word)


@pytest.mark.parametrize(("word", "result", "found"), CASES["what_does_not_go_with_it"])
def test_what_does_not_go_with_it(word: str, result: str, found: list[str]) -> None:
    assert places(read_one(f'[Termination "{word}"]\n\n{result}\n')) == found


def test_how_a_double_forfeit_is_written() -> None:
    reading = read_one('[Result "0-0"]\n\n0-0\n')
    hints = [found.hint for found in reading.diagnostics if found.is_error]
    assert hints == [
        'if both forfeit, write [Result "*"] and [Termination "forfeit"]',
        'if both forfeit, write * and the tag [Termination "forfeit"]',
    ]


# The bulk reader and the single one agree on which dates need a warning


def test_both_readers_warn_of_the_same_dates(tmp_path: Path) -> None:
    source = random.Random(7)
    day = tomorrow()
    years = [1000, 1899, 1900, 1901, day.year - 1, day.year, day.year + 1, 9999]
    dates = ["?", "-", "????.??.??", f"{day:%Y.%m.%d}"]
    for _ in range(400):
        year, month, date = source.choice(years), source.randint(0, 13), source.randint(0, 32)
        parts = [f"{year}", f"{month:02}" if month else "??", f"{date:02}" if date else "??"]
        dates.append(".".join(parts))
    path = tmp_path / "a.mgn"
    tags = "".join(f'[{name} "x"]\n' for name in ("Event", "Site", "Round", "Blue", "Red"))
    path.write_text(
        "".join(f'{tags}[Date "{text}"]\n[Result "*"]\n\n1. TSNd2 *\n\n' for text in dates)
    )
    reader = Reader(GAMES)
    singly = [
        [found.code.slug for found in reading.diagnostics]
        for reading in reader.read_path(str(path))
    ]
    together: list[list[str]] = []
    for sheet in reader.read_sheets(str(path)):
        assert isinstance(sheet, Sheet)
        together += [
            [found.code.slug for found in reading.diagnostics] for reading in sheet.readings(False)
        ]
    assert together == singly
    assert 0 < sum("date-unlikely" in found for found in singly) < len(dates)
