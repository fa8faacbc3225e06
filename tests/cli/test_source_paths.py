"""What path arguments name: folders, patterns, archives, JSON among other JSON, hostile names."""

import os
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, json_lines, mentis
from size_kit import sampled

import mentis_records

CASES = cases_of(__file__)

APGR = CASES["apgr"]
FOREIGN = CASES["foreign"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    (folder / "2024").mkdir(parents=True)
    (folder / "a.mgn").write_text(GOOD)
    (folder / "2024" / "b.TXT").write_text(GOOD.replace('"x"', '"y"'))
    (folder / "2024" / "c.json").write_text(APGR)
    (folder / "readme.md").write_text("nothing")
    for name, text in FOREIGN.items():
        (folder / name).write_text(text)
    return folder


def loaded(*paths: object, db: Path) -> list[str]:
    done = mentis("load", *paths, "--no-index", "--db", db, "--format", "json", code=0)
    rows = json_lines(done)
    assert all(row["records"] == row["stored"] == 1 for row in rows)
    return [row["source"] for row in rows]


def test_folders_take_records_and_name_what_they_leave_out(folder: Path, tmp_path: Path) -> None:
    done = mentis("load", folder, "--db", tmp_path / "x.duckdb", code=0)
    assert done.stdout.count("1 stored") == 3
    *told, total = done.stderr.splitlines()
    assert total == (
        "mentis: 3 files: 3 read = 3 stored + 0 duplicates + 0 quarantined; 0 warnings"
    )
    (readme,) = (line for line in told if "not read" in line)
    assert readme.startswith(f"mentis: 1 file not read: {folder / 'readme.md'}; ")
    assert sorted(line for line in told if line != readme) == [
        f"{folder / name}: left out: JSON, but not a game record" for name in sorted(FOREIGN)
    ]


def test_other_texts_of_a_folder_are_read_if_they_have_moves(folder: Path) -> None:
    for name in ("round-4.csv", ".hidden.csv"):
        (folder / name).write_text("Blue,Ann\n1,TSNd2,TSNd6\n2,Sc2,Se6\n")
    (folder / "game.pgn").write_text(GOOD)
    (folder / "table.csv").write_text("event,round,result,moves\nCup,1,1-0,1. TSNd2 TSNd6\n" * 3)
    (folder / "plan.md").write_text("We meet at 8 in the Crown.\n\nAnn brings d2.\n")
    (folder / "plan.docx").write_bytes(b"PK\3\4\0N\n\0N\n\0N\n")
    (folder / "photo.png").write_text(GOOD)
    (folder / "empty.mgn").write_text("")
    (folder / "excel.csv").write_text("1,TSNd2,TSNd6\n2,Sc2,Se6\n", encoding="utf-16")
    done = mentis("validate", folder)
    unread = ("plan.docx", "plan.md", "readme.md", "table.csv")
    named = ", ".join(str(folder / name) for name in unread)
    assert f"mentis: 1 hidden file not read: {folder / '.hidden.csv'}\n" in done.stderr
    assert (
        f"mentis: 4 files not read: {named}; to have one read, name it; {folder}/* reads all\n"
        in done.stderr
    )
    assert f"\n{folder / 'empty.mgn'}: no records\n" in done.stderr
    assert "7 records: 5 valid, 2 invalid" in done.stderr
    assert "excel.csv:1: record 1: INVALID" in done.stdout, "it is UTF-16"
    assert f"{folder / 'round-4.csv'}:" in done.stdout
    assert "8 files not read" in mentis("fmt", folder).stderr
    assert [each.is_valid for each in mentis_records.read(folder)].count(True) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
@pytest.mark.parametrize("command", ["validate", "fmt", "show", "load"])
@pytest.mark.parametrize("pattern", ["dead.mgn", "*.mgn"])
def test_links_to_nothing_are_told(tmp_path: Path, command: str, pattern: str) -> None:
    (tmp_path / "dead.mgn").symlink_to(tmp_path / "nothing")
    words = ("--db", tmp_path / "x.duckdb") if command == "load" else ()
    done = mentis(command, tmp_path / pattern, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{tmp_path / 'dead.mgn'}: No such file" in done.stderr


def test_json_that_is_asked_for_by_name_is_read(folder: Path, tmp_path: Path) -> None:
    done = mentis("load", folder / "package.json", "--db", tmp_path / "x.duckdb", code=1)
    assert "1 quarantined" in done.stdout


def test_patterns(folder: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert loaded(folder / "*.mgn", db=db) == [str(folder / "a.mgn")]
    assert loaded(folder / "**" / "[bc].*", db=db) == [
        str(folder / "2024" / name) for name in ("b.TXT", "c.json")
    ]
    other = tmp_path / "y.duckdb"
    assert loaded(folder / "20*", db=other) == [
        str(folder / "2024" / name) for name in ("b.TXT", "c.json")
    ]
    done = mentis("load", folder / "*.none", "--db", db)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no such file or folder" in done.stderr


def test_a_file_whose_name_looks_like_a_pattern(folder: Path, tmp_path: Path) -> None:
    (folder / "[a].mgn").write_text(GOOD.replace('"x"', '"z"'))
    assert loaded(folder / "[a].mgn", db=tmp_path / "x.duckdb") == [str(folder / "[a].mgn")]


def test_archives_with_json(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("a.mgn", "2024/c.json", "package.json", "readme.md"):
            archive.write(folder / name, name)
    done = mentis("load", path, "--db", tmp_path / "x.duckdb", code=1)
    assert "3 read = 2 stored + 0 duplicates + 1 quarantined" in done.stdout


HOSTILE = {
    b"a\nb.mgn": "a↵b.mgn",
    b"\x1b[31mred.mgn": "␛[31mred.mgn",
    b"caf\xe9.mgn": r"caf\xe9.mgn",
    b"o'x;--.mgn": "o'x;--.mgn",
    "\u202egpj.mgn".encode(): "<U+202E>gpj.mgn",
    b"-x.mgn": "-x.mgn",
    b"%s{0}$1.mgn": "%s{0}$1.mgn",
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@sampled("name", ((name,) for name in HOSTILE), 3)
def test_hostile_names(tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / "h"
    folder.mkdir()
    path = folder / os.fsdecode(name)
    path.write_text(GOOD)
    db = tmp_path / "x.duckdb"
    done = mentis("load", folder, "--no-index", "--db", db, code=0)
    assert done.stdout.startswith(f"{folder}/{HOSTILE[name]}: 1 read = 1 stored")
    assert "loaded before" in mentis("load", path, "--db", db).stdout
    path.unlink()
    done = mentis("load", path, "--db", db, code=2)
    assert done.stderr == f"mentis: {folder}/{HOSTILE[name]}: no such file or folder\n"
    for command in (("info",), ("games",), ("doctor",), ("export",)):
        assert mentis(*command, "--db", db).exit_code == 0


def test_a_database_is_no_record_file(tmp_path: Path) -> None:
    path, other = tmp_path / "good.mgn", tmp_path / "other.duckdb"
    path.write_text(GOOD)
    assert mentis("load", path, "--db", tmp_path / "club.duckdb").exit_code == 0
    mentis("load", tmp_path / "club.duckdb", "--db", other, code=1)
    (found,) = json_lines(mentis("quarantine", "show", "--format", "json", "--db", other))
    (said,) = found["diagnostics"]
    assert "a database, not a record file" in said["message"]
    path.write_text(GOOD.replace('[Event "', '[Event "DUCK', 1))
    assert mentis("load", path, "--db", other).exit_code == 0


# No command writes over what it reads, by whatever spelling of the path


def relative(path: Path) -> str:
    return os.path.relpath(path)


def dotted(path: Path) -> str:
    return f"{path.parent}/./{path.name}"


def linked(path: Path) -> str:
    link = path.with_name("link.mgn")
    link.symlink_to(path)
    return str(link)


def hard_linked(path: Path) -> str:
    link = path.with_name("hard.mgn")
    os.link(path, link)
    return str(link)


def through_folder(path: Path) -> str:
    link = path.parent / "below"
    link.symlink_to(path.parent)
    return str(link / path.name)


SPELLINGS = (str, relative, dotted, linked, hard_linked, through_folder)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.mgn"
    path.write_text(GOOD + "\n" + GOOD.replace('"x"', '"y"'))
    return path


def refused(path: Path, words: Sequence[object]) -> None:
    before = path.read_bytes()
    done = mentis(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(": it is read, and would be replaced\n")
    assert path.read_bytes() == before


@pytest.mark.parametrize("spell", SPELLINGS)
@pytest.mark.parametrize("option", ["--html", "--svg", "--png", "--gif"])
def test_show(club: Path, option: str, spell: Callable[[Path], str]) -> None:
    refused(club, ("show", club, option, spell(club)))


@pytest.mark.parametrize("spell", SPELLINGS)
def test_analyse_and_audit(club: Path, spell: Callable[[Path], str]) -> None:
    other = spell(club)
    refused(club, ("analyse", club, "--depth", 1, "--out", other))
    refused(club, ("analyse", club, "--depth", 1, "--certificates", other))
    refused(club, ("audit", club, "--certificates", other))


def test_show_of_a_folder_or_pattern(club: Path) -> None:
    refused(club, ("show", club.parent, "--svg", club))
    refused(club, ("show", club.parent / "c*.mgn", "--svg", club))


def test_quarantine_export(club: Path) -> None:
    club.write_text(GOOD + "\n" + BAD)
    db = club.with_name("x.duckdb")
    assert mentis("load", club, "--db", db).exit_code == 1
    refused(club, ("quarantine", "export", "--db", db, "--out", linked(club)))
    out = club.with_name("refused.mgn")
    assert mentis("quarantine", "export", "--db", db, "--out", out).exit_code == 0
    assert out.read_text() == BAD


def test_another_file_is_written(club: Path) -> None:
    out = club.with_name("page.html")
    assert mentis("show", club, "--html", out).exit_code == 0
    assert mentis("show", club, "--html", out).exit_code == 0
    assert out.read_text().startswith("<!")


@pytest.mark.parametrize("words", CASES["a_dash_is_no_file"])
def test_a_dash_is_no_file(
    club: Path, words: Sequence[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.parent)
    done = mentis(*(str(word).format(club=club) for word in words), code=2)
    assert " -: name a file" in done.stderr
    assert list(club.parent.iterdir()) == [club]
