"""Files: cut anywhere, in any dress, of other kinds and encodings; a broken record costs one."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import zstandard
from notation_kit import E, many, places, read, read_bytes
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.games import GAMES
from mentis_records.notation.code import CONTROL_CHARACTER, DIRECTION_MARK, NOT_UTF8
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


# Files that are no record files, and texts in other encodings: told in one sentence


RECORD = '[Event "Café"]\n[Blue "René"]\n[Red "Müller"]\n\n1. TSNd2 TSNd6 *\n'
NOISE = random.Random(42).randbytes(9_000)
KINDS = {
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00": "a JPEG picture",
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"GIF89a": "a GIF picture",
    b"\x00\x00\x00\x18ftypheic": "a HEIC picture",
    b"%PDF-1.7\n": "a PDF document",
    b"{\\rtf1\\ansi": "a formatted text (RTF)",
    b"\xd0\xcf\x11\xe0": "a document of Word, Excel or Outlook",
    b"PK\x03\x04....[Content_Types].xml....word/document.xml": "a Word document",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b\x08": "packed by gzip",
    b"SQLite format 3\x00": "a database of another program",
    b"\x01\x02\x03\x04": "a file that is no text",
}


@pytest.mark.parametrize(("beginning", "what"), KINDS.items(), ids=KINDS.values())
def test_a_file_of_another_kind_is_one_finding(tmp_path: Path, beginning: bytes, what: str) -> None:
    (reading,) = read_bytes(tmp_path, beginning + NOISE)
    (found,) = reading.diagnostics
    assert found.message == f"{what}, not a record file"
    assert found.code.slug == "no-record-file"
    assert found.hint
    assert not reading.is_valid


def test_an_archive_without_records_names_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "holiday.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("all/one.jpg", "x")
        archive.writestr("all/two.jpg", "x")
    (reading,) = Reader(GAMES).read_path(str(path))
    (found,) = reading.diagnostics
    assert found.message == "an archive of 2 files such as one.jpg, not a record file"
    (tmp_path / "a.mgn").write_text(E + "1. TSNd2 *\n")
    done = CliRunner().invoke(make_app(["validate"]), ["validate", str(tmp_path)])
    assert done.exit_code == 0
    assert f"{path}: left out: an archive without record files" in done.stderr


@pytest.mark.parametrize("text", ["", "x", E + "1. TSNd2 *\n", "\ufeff" + E + "*\n", "\n" * 50])
def test_texts_are_none_of_them(tmp_path: Path, text: str) -> None:
    for reading in read_bytes(tmp_path, text.encode()):
        codes = {found.code.slug for found in reading.diagnostics}
        assert not codes & {"no-record-file", "other-encoding"}


@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be"])
def test_two_bytes_a_character_are_told_and_read(tmp_path: Path, name: str) -> None:
    (reading,) = read_bytes(tmp_path, RECORD.encode(name))
    (found,) = reading.diagnostics
    assert found.message == f"the text is {name.upper()}"
    assert found.hint == f"add --encoding {name}"
    (again,) = Reader(GAMES, encoding=name).read_path(str(tmp_path / "a.mgn"))
    assert again.is_valid
    assert again.text == RECORD


@pytest.mark.parametrize("name", ["cp1252", "latin-1", "mac-roman", "cp850"])
def test_one_byte_a_character_is_read_as_told_and_never_guessed(tmp_path: Path, name: str) -> None:
    (reading,) = read_bytes(tmp_path, RECORD.encode(name))
    assert not reading.is_valid
    assert {found.code.slug for found in reading.diagnostics} >= {"not-utf8"}
    (again,) = Reader(GAMES, encoding=name).read_path(str(tmp_path / "a.mgn"))
    assert again.is_valid
    assert again.text == RECORD


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        ("René".encode("latin-1"), "if it should be René, the text is windows-1252: add"),
        ("O\u2019Neill".encode("cp1252"), "if it should be O\u2019Neill, the text is windows-1252"),
        ("M\u00fcller".encode("cp850"), "add --encoding NAME, the encoding in which it was saved"),
        ("René ".encode() + b"\xe9", "the rest of the record is UTF-8: type this letter again"),
    ],
)
def test_advice(tmp_path: Path, data: bytes, hint: str) -> None:
    (reading,) = read_bytes(tmp_path, b'[Blue "' + data + b'"]\n\n1. TSNd2 *\n')
    (found,) = [found for found in reading.diagnostics if found.is_error]
    assert found.hint.startswith(hint)


def test_a_wrong_encoding_ends_the_reading_behind_what_is_right(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_bytes((E + "1. TSNd2 *\n\n").encode() + RECORD.encode("cp1252"))
    sound, *_, last = Reader(GAMES, encoding="ascii").read_path(str(path))
    assert sound.is_valid
    (found,) = last.diagnostics
    assert found.message == "byte 0xe9 is no character of ascii"


def test_a_byte_that_is_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_bytes(RECORD.encode("utf-16-le")[:-1])
    *_, last = Reader(GAMES, encoding="utf-16-le").read_path(str(path))
    assert last.diagnostics[0].code.slug == "other-encoding"


def test_members_of_an_archive_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "club.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("photo.mgn", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + NOISE)
        archive.writestr("letter.txt", b"PK\x03\x04....word/document.xml" + NOISE)
        archive.writestr("old.zip", b"PK\x03\x04" + NOISE)
        archive.writestr("windows.mgn", RECORD.encode("utf-16"))
        archive.writestr("games.mgn", RECORD)
    readings = list(Reader(GAMES).read_path(str(path)))
    assert [each.diagnostics[0].message for each in readings if not each.is_valid] == [
        "a JPEG picture, not a record file",
        "a Word document, not a record file",
        "an archive within an archive, not a record file",
        "the text is UTF-16",
    ]
    assert sum(each.is_valid for each in readings) == 1
    done = CliRunner().invoke(
        make_app(["load"]), ["load", str(path), "--db", str(tmp_path / "x.duckdb")]
    )
    assert done.exit_code == 1
    assert f"{path}:photo.mgn: a JPEG picture, not a record file; type its moves" in done.stderr
    assert f"{path}:windows.mgn: the text is UTF-16; add --encoding utf-16" in done.stderr


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"blue": "Ann", "moves": ["TSNd2"]}', "JSON of another kind"),
        ('["TSNd2", "TSNd6"]', "JSON of another kind"),
        ("Event;Date;Blue;Red;Result\nClub;;Ann;Bob;1-0\n", "a table of games"),
        ("Round\tWhite\tBlack\tResult\n", "a table of games"),
        ('{"Blue" resigns} 1. TSNd2 TSNd6 *\n', ""),
        ("Event, date and round are unknown, the result is not\n", ""),
        ("Round 1, Ann, Bob, 1-0\n", ""),
    ],
)
def test_texts_of_other_programs(tmp_path: Path, text: str, what: str) -> None:
    codes = [
        each for reading in read_bytes(tmp_path, text.encode()) for each in reading.diagnostics
    ]
    told = [each.message for each in codes if each.code.slug == "no-record-file"]
    assert told == ([f"{what}, not a record file"] if what else [])


# Characters that no record should have: the first of each kind in a line, and how many


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
