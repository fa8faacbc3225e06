"""Files that are no record files, and texts in other encodings: told in one sentence."""

import random
from pathlib import Path
from zipfile import ZipFile

import pytest
from notation_kit import E, read_bytes
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

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
