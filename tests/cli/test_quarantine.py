"""Quarantine: what was refused is shown, retried, edited and taken out, and the sums agree."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_lines, json_of, mentis

from mentis_records.store.open import create_database, open_database

CASES = cases_of(__file__)

SOUND = '[Event "a"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
PLAYED = '[Event "b"]\n[Result "*"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 *\n'
BROKEN = '[Event "c"]\n[Result "*"]\n\n1. TSNd2 {never closed *\n'
LATIN = b'[Event "x"]\n\n1. TSNd2 {\xe9 \\xe9} TSNd6 *\n'
PLIES = "select notation from plies where ply > 0 order by ply"
WOLF = '[Event "d"]\n[Result "*"]\n\n1. Wb1 *\n'


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two files and a database of them."""
    folder = tmp_path_factory.mktemp("quarantine")
    text, latin = folder / "all.mgn", folder / "latin.mgn"
    text.write_text("\n".join([SOUND, PLAYED, BROKEN, WOLF, PLAYED.replace("b", "?", 1)]))
    latin.write_bytes(LATIN)
    assert mentis("load", text, latin, "--db", folder / "x.duckdb").exit_code == 1
    return folder


@pytest.fixture
def db(loaded: Path, tmp_path: Path) -> Path:
    return shutil.copytree(loaded, tmp_path, dirs_exist_ok=True) / "x.duckdb"


def sums(db: Path) -> list[tuple[int, ...]]:
    with open_database(db) as database:
        run = database.connection.execute
        rows = run(
            """
            select records, stored, duplicates, quarantined,
                (select count(*) from games where games.source_id = sources.source_id),
                (select count(*) from duplicates as d where d.source_id = sources.source_id),
                (select count(*) from quarantine as q where q.source_id = sources.source_id)
            from sources order by source_id
            """
        ).fetchall()
    for records, *counts in rows:
        assert records == sum(counts[:3])
        assert counts[:3] == counts[3:]
    return [row[:4] for row in rows]


def test_what_is_loaded_again_says_what_waits(db: Path) -> None:
    path = db.parent / "all.mgn"
    done = mentis("load", path, "--db", db)
    waiting = f"4 records in quarantine; to read again: mentis quarantine retry --db {db}"
    assert done.stdout == f"{path}: loaded before, nothing to do; {waiting}; in {db}\n"
    assert done.exit_code == 1
    (value,) = json_lines(mentis("load", path, "--db", db, "--format", "json"))
    assert (value["known"], value["refused"]) == (True, 4)


def test_list_and_show(db: Path) -> None:
    found = json_of("quarantine", "list", "--db", db)
    assert [row["id"] for row in found] == ["1.2", "1.3", "1.4", "1.5", "2.1"]
    assert all(row["codes"] and row["reason"] for row in found)
    assert "comment-not-closed" in found[1]["codes"]
    (value,) = json_lines(mentis("quarantine", "show", "1.3", "--db", db, "--format", "json"))
    assert value["text"].startswith(BROKEN)
    shown = mentis("quarantine", "show", "1.3", "1.4", "--db", db).stdout
    assert "== 1.3" in shown
    assert '    [Event "d"]' in shown


def test_retry_moves_what_is_sound_now(db: Path) -> None:
    assert sums(db) == [(5, 1, 0, 4), (1, 0, 0, 1)]
    same = mentis("quarantine", "retry", "--db", db, code=1)
    assert same.stdout == "5 tried = 0 stored + 0 duplicates + 5 still quarantined\n"
    assert sums(db) == [(5, 1, 0, 4), (1, 0, 0, 1)]
    done = mentis("quarantine", "retry", "1.4", "--db", db, "--variant", "wolf", code=0)
    assert sums(db) == [(5, 2, 0, 3), (1, 0, 0, 1)]
    done = mentis("quarantine", "retry", "--db", db, "--as-played")
    assert done.stdout == "4 tried = 1 stored + 1 duplicates + 2 still quarantined\n"
    assert sums(db) == [(5, 3, 1, 1), (1, 0, 0, 1)]
    left = json_of("quarantine", "--db", db)
    assert [row["id"] for row in left] == ["1.3", "2.1"]
    with open_database(db) as database:
        places = database.connection.execute(
            "select source_index, source_line from games order by game_id"
        ).fetchall()
    assert places == [(1, 1), (4, 16), (2, 6)]


def test_diagnostics_keep_their_lines(db: Path) -> None:
    before = json_lines(mentis("quarantine", "show", "--db", db, "--format", "json"))
    mentis("quarantine", "retry", "--db", db)
    assert json_lines(mentis("quarantine", "show", "--db", db, "--format", "json")) == before


def test_export_gives_the_texts_back(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "bad.mgn"
    done = mentis("quarantine", "export", "--db", db, "--out", out)
    assert (done.exit_code, done.stderr) == (0, f"{out}: 5 records\n")
    again = tmp_path / "again.duckdb"
    assert mentis("load", out, "--db", again).exit_code == 1
    assert sums(again) == [(5, 0, 0, 5)]
    one = mentis("quarantine", "export", "1.2", "--db", db).stdout
    assert one.strip() == PLAYED.strip()


@pytest.mark.parametrize("name", ["bad.mgn", "bad.mgn.gz", "-"])
def test_bytes_that_are_no_utf8_come_out_as_they_went_in(
    db: Path, tmp_path: Path, name: str
) -> None:
    words = [sys.executable, "-m", "mentis_records.cli", "quarantine", "export", "2.1", "--db", db]
    path = tmp_path / name
    if name != "-":
        words += ["--out", path]
    done = subprocess.run(words, capture_output=True, check=True)
    data = done.stdout if name == "-" else path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    assert data == LATIN
    (value,) = json_lines(mentis("quarantine", "show", "2.1", "--db", db, "--format", "json"))
    assert value["text"].encode() == LATIN.replace(b"\xe9", rb"\xe9")


def test_it_is_told_of_which_records_not_all_is_kept(tmp_path: Path) -> None:
    db, text, out = tmp_path / "x.duckdb", tmp_path / "large.mgn", tmp_path / "out.mgn"
    large = '[Event "l"]\n\n{' + "a " * 600_000 + "}\n*\n\n"
    text.write_text(large + BROKEN)
    assert mentis("load", text, "--db", db).exit_code == 1
    told = "mentis: 1 record kept only in part (1.1): the rest is still in the source\n"
    assert mentis("quarantine", "show", "--db", db).stderr == told
    assert mentis("quarantine", "export", "--db", db, "--out", out).stderr.startswith(told)
    assert mentis("quarantine", "show", "1.2", "--db", db).stderr == ""
    values = json_lines(mentis("quarantine", "show", "--db", db, "--format", "json"))
    assert [value["is_whole"] for value in values] == [False, True]


def test_after_another_try_they_are_there_as_before(db: Path) -> None:
    def kept() -> list[tuple[object, ...]]:
        with open_database(db) as database:
            return database.connection.execute("from quarantine order by all").fetchall()

    before = kept()
    assert [row[-1] for row in before] == [None, None, None, None, LATIN]
    assert mentis("quarantine", "retry", "--db", db).exit_code == 1
    assert kept() == before


@pytest.mark.parametrize(
    "words", [("nonsense",), ("show", "1"), ("show", "9.9"), ("list", "x.y"), ("retry", "1.1")]
)
def test_wrong_use(db: Path, words: tuple[str, ...]) -> None:
    done = mentis("quarantine", *words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")


def test_nothing_in_quarantine(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    create_database(db).close()
    assert mentis("quarantine", "list", "--db", db, "--format", "csv").stdout.count("\n") == 1
    assert mentis("quarantine", "retry", "--db", db).exit_code == 0
    assert mentis("quarantine", "export", "--db", db).stdout == ""


def test_a_source_whose_name_is_no_utf_8(tmp_path: Path) -> None:
    db, path = tmp_path / "x.duckdb", tmp_path / "caf\udce9.mgn"
    path.write_text(BROKEN)
    assert mentis("load", path, "--db", db).exit_code == 1
    assert [
        row["id"] for row in json_of("quarantine", "list", "--source", path.name, "--db", db)
    ] == ["1.1"]


def sound(db: Path) -> None:
    mentis("doctor", "--db", db, code=0)


def test_edit_stores_a_record_that_is_sound_now(db: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.mgn"
    new.write_bytes(b'[Event "c"]\r\n[Result "*"]\r\n\r\n1. TSNd2 {closed} *\r\n')
    done = mentis("quarantine", "edit", "1.3", "--text", new, "--db", db)
    assert (done.exit_code, done.stdout) == (0, "1.3: stored as game 2\n")
    assert sums(db) == [(5, 2, 0, 3), (1, 0, 0, 1)]
    done = mentis("quarantine", "edit", "2.1", "--db", db, "--format", "json", text=SOUND, code=0)
    told = {"id": "2.1", "game": 1, "is_duplicate": True, "is_kept": False}
    (value,) = json_lines(done)
    assert value.pop("codes") == ["tags-missing"]
    assert value == told
    assert sums(db) == [(5, 2, 0, 3), (1, 0, 1, 0)]
    sound(db)


def test_edit_keeps_an_unsound_text_only_if_asked(db: Path) -> None:
    text = BROKEN.replace("TSNd2", "TSNd3")
    done = mentis("quarantine", "edit", "1.3", "--db", db, text=text, code=1)
    assert "comment-not-closed" in done.stdout
    assert "still in quarantine, as it was" in done.stdout
    assert mentis("quarantine", "export", "1.3", "--db", db).stdout.strip() == BROKEN.strip()
    done = mentis("quarantine", "edit", "1.3", "--keep", "--db", db, text=text, code=1)
    assert mentis("quarantine", "export", "1.3", "--db", db).stdout.strip() == text.strip()
    assert sums(db) == [(5, 1, 0, 4), (1, 0, 0, 1)]
    sound(db)


def test_edit_in_an_editor(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "editor.py"
    script.write_text(CASES["edit_in_an_editor"])
    monkeypatch.setattr("mentis_records.cli.quarantine_change.is_answered", lambda: True)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    done = mentis("quarantine", "edit", "1.3", "--db", db, text="e\n")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "1.3: stored as game 2")
    assert "What now?" in done.stderr
    monkeypatch.setenv("EDITOR", f"{sys.executable} -c pass")
    done = mentis("quarantine", "edit", "1.2", "--db", db)
    assert (done.exit_code, done.stderr) == (1, "1.2: nothing was changed\n")
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    assert mentis("quarantine", "edit", "1.2", "--db", db).exit_code == 2


@pytest.mark.parametrize("text", [SOUND + "\n" + PLAYED, " \n"])
def test_edit_wants_one_record(db: Path, text: str) -> None:
    mentis("quarantine", "edit", "1.3", "--db", db, text=text, code=2)
    assert sums(db) == [(5, 1, 0, 4), (1, 0, 0, 1)]


def test_discard_says_what_and_asks(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = mentis("quarantine", "discard", "1.3", "--db", db, code=2)
    assert done.stdout.startswith("1.3  ")
    assert "give --yes" in done.stderr
    monkeypatch.setattr("mentis_records.cli.consent.is_answered", lambda: True)
    assert mentis("quarantine", "discard", "1.3", "--db", db, text="n\n").exit_code == 1
    assert sums(db) == [(5, 1, 0, 4), (1, 0, 0, 1)]
    assert mentis("quarantine", "discard", "1.3", "--db", db, text="y\n").exit_code == 0
    left = json_of("quarantine", "--db", db)
    assert [row["id"] for row in left] == ["1.2", "1.4", "1.5", "2.1"]
    done = mentis("quarantine", "discard", "--source", "latin.mgn", "--yes", "--db", db, code=0)
    assert done.stderr == "nothing is left of 1 file, which may be loaded again\n"
    sound(db)
    done = mentis("quarantine", "discard", "--all", "--yes", "--db", db, "--format", "json")
    assert json_lines(done) == [{"discarded": 3, "sources": 0}]
    assert json_of("quarantine", "--db", db) == []
    sound(db)
    assert mentis("load", db.parent / "latin.mgn", "--db", db).exit_code == 1


@pytest.mark.parametrize("words", CASES["wrong_use_of_changes"])
def test_wrong_use_of_changes(db: Path, words: tuple[str, ...]) -> None:
    done = mentis("quarantine", *words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")


PROSE = "Ann (Blue) vs Bob (Red)\n\n1. TSNd2 TSNd6 1-0\n"


def test_names_in_front_of_a_refused_record_are_kept_with_it(tmp_path: Path) -> None:
    path, db = tmp_path / "a.txt", tmp_path / "x.duckdb"
    path.write_text(PROSE)
    assert mentis("load", path, "--db", db).exit_code == 1
    assert "Ann (Blue) vs Bob (Red)" in mentis("quarantine", "show", "1.1", "--db", db).stdout
    retried = mentis("quarantine", "retry", "--db", db)
    assert "0 stored + 0 duplicates + 1 still quarantined" in retried.stdout
    assert "tag-prose" in mentis("quarantine", "list", "--db", db).stdout
    assert PROSE in mentis("quarantine", "export", "--db", db).stdout


def test_tags_behind_moves_are_no_game(tmp_path: Path) -> None:
    path, db = tmp_path / "a.txt", tmp_path / "x.duckdb"
    tags = '[Event "x"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n'
    path.write_text(f"1. TSNd2 TSNd6 1-0\n\n{tags}")
    done = mentis("load", path, "--db", db)
    assert "2 read = 1 stored + 0 duplicates + 1 quarantined" in done.stdout
    assert "tags-behind-moves" in mentis("quarantine", "list", "--db", db).stdout
    forfeit = tmp_path / "b.mgn"
    forfeit.write_text(tags)
    assert "1 read = 1 stored" in mentis("load", forfeit, "--db", db).stdout


WALK_SOUND = '[Event "{}"]\n[Blue "René"]\n[Red "Müller"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'


def answer_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("quarantine", "quarantine_change"):
        monkeypatch.setattr(f"mentis_records.cli.{place}.is_answered", lambda: True)
    monkeypatch.delenv("VISUAL", raising=False)


@pytest.fixture
def walk_db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a database with texts in two encodings, a picture and a broken game in quarantine."""
    (tmp_path / "1.mgn").write_bytes(WALK_SOUND.format("latin").encode("cp1252"))
    (tmp_path / "2.mgn").write_bytes(WALK_SOUND.format("wide").encode("utf-16"))
    (tmp_path / "3.mgn").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01")
    (tmp_path / "4.mgn").write_text(WALK_SOUND.format("broken").replace("TSNd6", "TSNd5"))
    answer_questions(monkeypatch)
    editor = tmp_path / "editor.py"
    editor.write_text(CASES["walk_db"])
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    path = tmp_path / "x.duckdb"
    assert mentis("load", *sorted(tmp_path.glob("*.mgn")), "--db", path).exit_code == 1
    return path


def left(walk_db: Path) -> list[tuple[str, str]]:
    found = json_of("quarantine", "--db", walk_db)
    return [(row["id"], row["codes"]) for row in found]


def load_prose(walk_db: Path) -> None:
    """Load one more file, whose game is refused as 5.1: it has its tags in a sentence."""
    path = walk_db.parent / "5.txt"
    path.write_text("Ann (Blue) vs Bob (Red), 7/11/26\n\n1) TSN d2, TSN d6\nBlue wins\n")
    assert mentis("load", path, "--db", walk_db).exit_code == 1


def test_every_record_is_decided(walk_db: Path) -> None:
    done = mentis("quarantine", "edit", "--db", walk_db, text="\nr\nd\ne\n", code=0)
    assert done.stdout.splitlines() == [
        "1.1: 1 record stored",
        "2.1: 1 record stored",
        f"3.1  {walk_db.parent / '3.mgn'}:1  a JPEG picture, not a record file",
        "1 record discarded",
        "4.1: stored as game 3",
    ]
    assert "1 of 4: 1.1" in done.stderr
    assert "(r read as windows-1252, e edit, d discard, s skip, q quit) [r]" in done.stderr
    assert "(r read as utf-16, s skip, d discard, q quit) [r]" in done.stderr
    assert "all are decided" in done.stderr
    assert left(walk_db) == []
    seen = (walk_db.parent / "seen").read_text()
    assert seen.startswith("%! line 8: Red cannot deploy on d5\n%!   expected: ")
    assert seen.splitlines()[7].startswith("1. TSNd2 TSNd5")
    games = json_of("games", "--db", walk_db)
    assert {game["red"] for game in games} == {"Müller"}


def test_an_editor_that_nobody_has_chosen_tells_how_it_is_left(
    walk_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = walk_db.parent / "vi"
    editor.write_text(f'#!/bin/sh\nexec {sys.executable} {walk_db.parent / "editor.py"} "$1"\n')
    editor.chmod(0o755)
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", str(walk_db.parent))
    done = mentis("quarantine", "edit", "4.1", "3.1", "--db", walk_db, text="e\nx\n\n")
    first, second, *rest = (walk_db.parent / "seen").read_text().splitlines()
    assert first.startswith("%! in vi: i to write; Esc and :wq")
    assert second == "%! line 9: Red cannot deploy on d5"
    assert [first, second, *rest][8].startswith("1. TSNd2 TSNd5")
    assert "answer s, d, q, or Enter for s" in done.stderr
    assert ("3.1", "no-record-file") in left(walk_db), "Enter discards nothing"


def test_what_is_skipped_stays(walk_db: Path) -> None:
    done = mentis("quarantine", "edit", "4.1", "2.1", "--db", walk_db, text="s\nq\n", code=1)
    assert "2 records still in quarantine" in done.stderr
    assert len(left(walk_db)) == 4


def test_a_wrong_encoding_takes_no_reasons_away(walk_db: Path) -> None:
    before = left(walk_db)
    assert mentis(
        "quarantine", "retry", "--encoding", "cp850", "2.1", "3.1", "--db", walk_db
    ).exit_code
    assert [codes for _, codes in left(walk_db)] == [codes for _, codes in before]


def test_load_reads_again_what_its_encoding_kept_out(walk_db: Path) -> None:
    paths = sorted(walk_db.parent.glob("*.mgn"))
    done = mentis("load", *paths, "--encoding", "windows-1252", "--db", walk_db)
    assert done.stdout.splitlines()[0].startswith(f"{paths[0]}: 1 read = 1 stored")
    done = mentis("load", paths[1], "--encoding", "utf-16", "--db", walk_db)
    assert done.stdout.startswith(f"{paths[1]}: 1 read = 1 stored")
    assert next(codes for _, codes in left(walk_db)) == "no-record-file"
    assert mentis("doctor", "--db", walk_db).exit_code == 0


def test_what_no_tag_can_say_is_kept_as_a_comment(walk_db: Path) -> None:
    load_prose(walk_db)
    done = mentis("quarantine", "edit", "5.1", "4.1", "--db", walk_db, text="t\nq\n")
    assert "kept as a comment: Ann (Blue) vs Bob (Red), 7/11/26\n" in done.stderr
    assert "s skip, q quit) [t]" in done.stderr
    stored = mentis("game", "1", "--db", walk_db, "--format", "mgn").stdout
    assert '[Red "Bob"]' in stored
    assert "{Ann (Blue) vs Bob (Red), 7/11/26}" in stored


def test_it_is_told_what_a_proposal_does_not_say(walk_db: Path) -> None:
    load_prose(walk_db)
    done = mentis("quarantine", "edit", "5.1", "4.1", "--db", walk_db, text="q\n")
    assert "  it does not say: Event, Date\n" in done.stderr
    mentis("quarantine", "edit", "5.1", "4.1", "--db", walk_db, text="e\nq\n")
    seen = (walk_db.parent / "seen").read_text()
    assert '\n[Event "?"]\n[Date "?"]\n[Blue "Ann"]\n' in seen, "the lines to fill in"


@pytest.mark.parametrize(("name", "plies"), CASES["enter_takes_what_is_settled"])
def test_enter_takes_what_is_settled(
    tmp_path: Path, name: str, plies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anything else is opened in the editor, and stays as it is if nothing is changed."""
    monkeypatch.setenv("EDITOR", "true")
    answer_questions(monkeypatch)
    db, text = tmp_path / "x.duckdb", Path(__file__).parents[1] / "cases" / "settled" / name
    mentis("load", text, "--rules", "antipode", "--db", db, code=1)
    words = ("quarantine", "edit", "--rules", "antipode", "--db", db)
    mentis(*words, text="\nq\n", code=0 if plies else 1)
    assert [row["notation"] for row in json_of("sql", PLIES, "--db", db)] == plies.split()


def test_a_text_that_is_only_looked_at_is_asked_about_again(
    walk_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    done = mentis("quarantine", "edit", "4.1", "2.1", "--db", walk_db, text="e\nd\nq\n")
    assert "4.1: nothing was changed" in done.stderr
    assert done.stderr.count("What now?") == 3
    assert ("4.1", "deployment-square") not in left(walk_db)
    assert len(left(walk_db)) == 3
