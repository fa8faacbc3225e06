"""Files: cut anywhere, in any dress, one broken record costing one."""

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from notation_kit import E, many, places, read

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("1. TSNd2 TSNd9 2. d2#-d3 *", id="typo"),
        pytest.param("1. TSNd2 {", id="brace"),
        pytest.param("1. TSNd2 ((((1. TSNc2", id="parenthesis"),
        pytest.param("1. TSNd2 TSNd6", id="no-result", marks=[]),
        pytest.param("1. TSNd2 TSNd6 2.", id="number-last"),
        pytest.param("1. TSNd2 TSNd6 2. d2-", id="cut-in-a-ply"),
        pytest.param("1. TSNd2 TSNd6 2. d2#", id="cut-behind-a-mark"),
        pytest.param("~" * 3000, id="garbage"),
        pytest.param("~ " * 3000, id="garbage-words"),
        pytest.param("{" + "a" * 1_100_000 + "}", id="too-large"),
        pytest.param("(" * 3000, id="deep"),
        pytest.param('; [Event "y"]\n* *', id="tag-in-comment"),
    ],
)
def test_game_7_of_50(broken: str) -> None:
    readings = read(many(50, {7: broken}))
    assert len(readings) == 50
    wrong = [reading.index for reading in readings if not reading.is_valid]
    assert wrong == ([] if broken == "1. TSNd2 TSNd6" else [7])
    assert [reading.index for reading in readings] == list(range(1, 51))
    assert all(reading.plies == 4 for reading in readings if reading.index != 7)
    lines = many(50, {7: broken}).split("\n")
    assert all(lines[reading.line - 1].startswith("[Event") for reading in readings)


def test_broken_tag_section_costs_one_record() -> None:
    text = many(2) + '[Event "a"\n[Site ]\n\n1. TSNd2 *\n\n' + many(2)
    readings = read(text)
    assert [reading.is_valid for reading in readings] == [True, True, False, True, True]


def test_records_without_blank_lines() -> None:
    text = '[Event "1"]\n1. TSNd2 *\n[Event "2"]\n[Site "s"]\n1. TSNd2 *\n[Event "3"]\n*\n'
    assert [reading.plies for reading in read(text)] == [1, 1, 0]
    assert all(reading.is_valid for reading in read(text))


def test_blank_lines_inside_tags() -> None:
    (reading,) = read('[Event "1"]\n\n[Site "s"]\n\n\n[Round "2"]\n1. TSNd2 *\n')
    assert reading.is_valid
    assert reading.record is not None
    assert reading.record.tags["Round"] == "2"


def test_a_tag_line_begins_a_record_even_inside_a_comment() -> None:
    first, second = read(E + '1. TSNd2 {\n[Event "y"]\n\n1. TSNd2 *\n')
    assert places(first) == ["N102 3:10"]
    assert second.is_valid
    assert second.line == 4


def test_a_tag_line_inside_a_line_is_text() -> None:
    (reading,) = read(E + '1. TSNd2 {a [Event "y"] b\n [Event "z"]} *\n')
    assert reading.is_valid


@pytest.mark.parametrize("step", range(0, 12))
def test_a_file_can_be_cut_anywhere(step: int) -> None:
    """Both halves of a cut file read; records apart from the one that is cut are unharmed."""
    text = many(3) + '[Event "v"]\n\n1. TSNd2 {a (b)} (1. TSNc2 $1) TSNd6! ; c\n2. d2#-d3 1-0\n\n'
    text += many(2)
    whole = [reading.final_position for reading in read(text)]
    for at in range(step, len(text), 12):
        head, tail = read(text[:at]), read(text[at:])
        assert [one.final_position for one in head[:-1]] == whole[: max(len(head) - 1, 0)]
        if len(tail) > 1:
            assert [one.final_position for one in tail[1:]] == whole[1 - len(tail) :]


FILE = many(3)


def bytes_variants() -> list[Any]:
    data = FILE.encode()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/a.mgn", data)
        archive.writestr("readme.pdf", b"no record")
    return [
        pytest.param("a.mgn", data, id="mgn"),
        pytest.param("a.txt", data, id="txt"),
        pytest.param("a.mgn", b"\xef\xbb\xbf" + data, id="bom"),
        pytest.param("a.mgn", data.replace(b"\n", b"\r\n"), id="crlf"),
        pytest.param("a.mgn", data.replace(b"\n", b"\r"), id="cr"),
        pytest.param("a.mgn", b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"), id="bom-crlf"),
        pytest.param("a.mgn", data.rstrip(b"\n"), id="no-last-line-end"),
        pytest.param("a.mgn.gz", gzip.compress(data), id="gz"),
        pytest.param("A.MGN.GZ", gzip.compress(data), id="gz-upper-case"),
        pytest.param("a.mgn.gz", gzip.compress(data[:50]) + gzip.compress(data[50:]), id="gz-two"),
        pytest.param("a.mgn.zst", zstandard.compress(data), id="zst"),
        pytest.param(
            "a.mgn.zst", zstandard.compress(data[:50]) + zstandard.compress(data[50:]), id="zst-two"
        ),
        pytest.param("a.zip", zipped.getvalue(), id="zip"),
    ]


@pytest.mark.parametrize(("name", "data"), bytes_variants())
def test_files(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    readings = list(Reader(GAMES).read_path(str(path)))
    assert [(one.index, one.line, one.is_valid, one.plies) for one in readings] == [
        (1, 1, True, 4),
        (2, 6, True, 4),
        (3, 11, True, 4),
    ]
    assert [places(one) for one in readings] == [[], [], []]


@pytest.mark.parametrize("char", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_other_line_separators_end_no_line(tmp_path: Path, char: str) -> None:
    """A text and a file with the same characters read alike, whatever Unicode calls a line."""
    text = f"1. TSNd2 TSNd6 ; a{char}1. x\n2. Sd9\n"
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8", newline="")
    from_file = [places(one) for one in Reader(GAMES).read_path(str(path))]
    assert [places(one) for one in read(text)] == from_file
