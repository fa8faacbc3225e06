"""Sheets: where the plies of a record stand, and sheets without them."""

import random
from itertools import product
from pathlib import Path

import pytest
from notation_kit import movetext, random_game

from mentis_records.fast.kernel import IS_COMPILED
from mentis_records.games import GAMES
from mentis_records.notation.bulk import record_field
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet

TEXT = """\
[Event "A"]
[Position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"]

1. TSNd2 TSNd6 (1... Sd6 2. Sc2) *

[Event "B"]

1. Sd2 Sd6 2. d2-d3 {on the way} d6-d5 *

[Event "C"]

1. Sd2 Sd2 *

[Event "D"]
[Position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"]

*

[Event "E"]

1. NNd2 *

[Event "F, of the next sheet"]

*
"""

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
        assert record is not None
        rows = slice(firsts[at], firsts[at] + sizes[at] + 1)
        turns = [ply.move.code << 3 | ply.side for ply in record.plies]
        assert sheet.turns[rows].tolist() == [-1, *turns]
        assert sheet.keys[rows].tolist() == [record.start_key, *(ply.key for ply in record.plies)]
    assert firsts[0] > firsts[4]
    assert len(sheet.turns) == len(sheet.keys) == sum(sizes[at] + 1 for at in (0, 1, 3, 4))


def test_plies_that_have_been_met_before_are_read_the_same(tmp_path: Path) -> None:
    """Random games have many plies that begin alike, and each is met again and again."""
    games = [random_game(seed, 120) for seed in range(60 if IS_COMPILED else 6)]
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
