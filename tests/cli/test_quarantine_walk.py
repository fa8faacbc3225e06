"""``quarantine edit`` without an id: every record is shown, asked about and decided."""

import json
import sys
from pathlib import Path

import pytest
from cli_kit import mentis

SOUND = '[Event "{}"]\n[Blue "René"]\n[Red "Müller"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a database with texts in two encodings, a picture and a broken game in quarantine."""
    (tmp_path / "1.mgn").write_bytes(SOUND.format("latin").encode("cp1252"))
    (tmp_path / "2.mgn").write_bytes(SOUND.format("wide").encode("utf-16"))
    (tmp_path / "3.mgn").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01")
    (tmp_path / "4.mgn").write_text(SOUND.format("broken").replace("TSNd6", "TSNd5"))
    for place in ("quarantine", "quarantine_change"):
        monkeypatch.setattr(f"mentis_records.cli.{place}.is_answered", lambda: True)
    monkeypatch.delenv("VISUAL", raising=False)
    editor = tmp_path / "editor.py"
    editor.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "(path.parent.parent / 'seen').write_text(path.read_text())\n"
        "path.write_text(path.read_text().replace('TSNd5', 'TSNd6'))\n"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    path = tmp_path / "x.duckdb"
    assert mentis("load", *sorted(tmp_path.glob("*.mgn")), "--db", path).exit_code == 1
    return path


def left(db: Path) -> list[tuple[str, str]]:
    found = json.loads(mentis("quarantine", "--db", db, "--format", "json").stdout)
    return [(row["id"], row["codes"]) for row in found]


def load_prose(db: Path) -> None:
    """Load one more file, whose game is refused as 5.1: it has its tags in a sentence."""
    path = db.parent / "5.txt"
    path.write_text("Ann (Blue) vs Bob (Red), 7/11/26\n\n1) TSN d2, TSN d6\nBlue wins\n")
    assert mentis("load", path, "--db", db).exit_code == 1


def test_every_record_is_decided(db: Path) -> None:
    done = mentis("quarantine", "edit", "--db", db, text="\nr\nd\ne\n")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "1.1: 1 record stored",
        "2.1: 1 record stored",
        f"3.1  {db.parent / '3.mgn'}:1  a JPEG picture, not a record file",
        "1 record discarded",
        "4.1: stored as game 3",
    ]
    assert "1 of 4: 1.1" in done.stderr
    assert "(r read as windows-1252, e edit, d discard, s skip, q quit) [r]" in done.stderr
    assert "(r read as utf-16, s skip, d discard, q quit) [r]" in done.stderr
    assert "all are decided" in done.stderr
    assert left(db) == []
    seen = (db.parent / "seen").read_text()
    assert seen.startswith("%! line 8: Red cannot deploy on d5\n%!   expected: ")
    assert seen.splitlines()[7].startswith("1. TSNd2 TSNd5")
    games = json.loads(mentis("games", "--db", db, "--format", "json").stdout)
    assert {game["red"] for game in games} == {"Müller"}


def test_an_editor_that_nobody_has_chosen_tells_how_it_is_left(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = db.parent / "vi"
    editor.write_text(f'#!/bin/sh\nexec {sys.executable} {db.parent / "editor.py"} "$1"\n')
    editor.chmod(0o755)
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", str(db.parent))
    done = mentis("quarantine", "edit", "4.1", "3.1", "--db", db, text="e\nx\n\n")
    first, second, *rest = (db.parent / "seen").read_text().splitlines()
    assert first.startswith("%! in vi: i to write; Esc and :wq")
    assert second == "%! line 9: Red cannot deploy on d5"
    assert [first, second, *rest][8].startswith("1. TSNd2 TSNd5")
    assert "answer s, d, q, or Enter for s" in done.stderr
    assert ("3.1", "no-record-file") in left(db), "Enter discards nothing"


def test_what_is_skipped_stays(db: Path) -> None:
    done = mentis("quarantine", "edit", "4.1", "2.1", "--db", db, text="s\nq\n")
    assert done.exit_code == 1
    assert "2 records still in quarantine" in done.stderr
    assert len(left(db)) == 4


def test_a_wrong_encoding_takes_no_reasons_away(db: Path) -> None:
    before = left(db)
    assert mentis("quarantine", "retry", "--encoding", "cp850", "2.1", "3.1", "--db", db).exit_code
    assert [codes for _, codes in left(db)] == [codes for _, codes in before]


def test_load_reads_again_what_its_encoding_kept_out(db: Path) -> None:
    paths = sorted(db.parent.glob("*.mgn"))
    done = mentis("load", *paths, "--encoding", "windows-1252", "--db", db)
    assert done.stdout.splitlines()[0].startswith(f"{paths[0]}: 1 read = 1 stored")
    done = mentis("load", paths[1], "--encoding", "utf-16", "--db", db)
    assert done.stdout.startswith(f"{paths[1]}: 1 read = 1 stored")
    assert next(codes for _, codes in left(db)) == "no-record-file"
    assert mentis("doctor", "--db", db).exit_code == 0


def test_what_no_tag_can_say_is_kept_as_a_comment(db: Path) -> None:
    load_prose(db)
    done = mentis("quarantine", "edit", "5.1", "4.1", "--db", db, text="t\nq\n")
    assert "kept as a comment: Ann (Blue) vs Bob (Red), 7/11/26\n" in done.stderr
    assert "s skip, q quit) [t]" in done.stderr
    stored = mentis("game", "1", "--db", db, "--format", "mgn").stdout
    assert '[Red "Bob"]' in stored
    assert "{Ann (Blue) vs Bob (Red), 7/11/26}" in stored


def test_it_is_told_what_a_proposal_does_not_say(db: Path) -> None:
    load_prose(db)
    done = mentis("quarantine", "edit", "5.1", "4.1", "--db", db, text="q\n")
    assert "  it does not say: Event, Date\n" in done.stderr
    mentis("quarantine", "edit", "5.1", "4.1", "--db", db, text="e\nq\n")
    seen = (db.parent / "seen").read_text()
    assert '\n[Event "?"]\n[Date "?"]\n[Blue "Ann"]\n' in seen, "the lines to fill in"


def test_a_text_that_is_only_looked_at_is_asked_about_again(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    done = mentis("quarantine", "edit", "4.1", "2.1", "--db", db, text="e\nd\nq\n")
    assert "4.1: nothing was changed" in done.stderr
    assert done.stderr.count("What now?") == 3
    assert ("4.1", "deployment-square") not in left(db)
    assert len(left(db)) == 3
