"""What goes in is stored, kept or named: refused records, damaged archives, files of folders."""

import io
import tarfile
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, json_of, mentis

from mentis_records.cli import fmt, lake_add
from mentis_records.core.verdict import Verdict
from mentis_records.games import find_game
from tests.cli import lost_law
from tests.lake.lake_kit import pool

CASES = cases_of(__file__)

FOLDER = Path(__file__).parents[1] / "cases"
ANTIPODE = '[Game "Antipode"]\n[Event "{event}"]\n[Result "*"]\n\n{moves} *\n'


def refused(db: Path) -> list[str]:
    rows = json_of("quarantine", "--db", db)
    return [row["id"] for row in rows]


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of two records, for the first of which the game has no answer."""
    game = find_game("antipode")
    resolve = game.resolve

    def give_up(position: Any, ply: Any) -> Any:
        return Verdict(None) if ply.tokens[0].text == "D7" else resolve(position, ply)

    monkeypatch.setattr(game, "resolve", give_up)
    path = tmp_path / "a.mgn"
    records = [
        ANTIPODE.format(event="faulty", moves="1. a7 d1 2. D7 g1 3. c4 a1"),
        ANTIPODE.format(event="sound", moves="1. a7 d1"),
    ]
    path.write_text("\n".join(records))
    return path


def test_a_game_without_an_answer_stores_nothing(faulty: Path) -> None:
    words = "the game Antipode gives neither a move nor a finding for D7"
    done = mentis("validate", faulty, code=3)
    assert words in done.stdout
    assert "2 records: 1 valid, 1 invalid" in done.stderr
    db = faulty.with_name("x.duckdb")
    done = mentis("load", faulty, "--db", db, code=3)
    assert "2 read = 1 stored + 0 duplicates + 1 quarantined" in done.stdout
    assert refused(db) == ["1.1"]


@pytest.mark.parametrize(
    "words", [("analyse", "--depth", 1), ("audit",), ("standings",), ("show",), ("fmt",)]
)
def test_every_command_blames_the_game(faulty: Path, words: tuple[object, ...]) -> None:
    mentis(*words, faulty, code=3)


def test_nor_does_it_lose_plies_of_a_file(faulty: Path) -> None:
    before = faulty.read_text()
    assert mentis("fmt", "--write", faulty).exit_code == 3
    assert "1. a7 d1 2. D7 g1 3. c4 a1 *" in faulty.read_text()
    assert faulty.read_text() != before


def test_a_file_is_not_replaced_by_other_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(GOOD)
    format_ = fmt._Formatting._format

    def lose(self: Any, reading: Any, record: Any) -> str | None:
        text = format_(self, reading, record)
        return text and text.replace(" TSNd6", "")

    monkeypatch.setattr(fmt._Formatting, "_format", lose)
    done = mentis("fmt", "--write", path, code=3)
    assert "not rewritten: record 1 would not stay the same" in done.stderr
    assert path.read_text() == GOOD


@pytest.mark.parametrize(("movetext", "after"), CASES["numbers_that_are_evidence"])
@pytest.mark.parametrize("option", [(), ("--lenient",)])
def test_numbers_that_are_evidence_stay(
    tmp_path: Path, movetext: str, after: str, option: tuple[str, ...]
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(f'[Event "x"]\n\n{movetext} *\n')
    mentis("fmt", "--write", *option, path)
    assert after in path.read_text()


def test_numbers_that_contradict_the_plies_are_refused_and_stay(tmp_path: Path) -> None:
    path = FOLDER / "settled" / "numbers.mgn"
    done = mentis("load", path, "--db", tmp_path / "x.duckdb", code=1)
    assert "4 read = 0 stored + 0 duplicates + 4 quarantined" in done.stdout
    assert mentis("fmt", path, code=1).stdout == path.read_text()


def test_lenient_records_are_stored(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text('[Event "x"]\n\n1. TSNd2 TSNd6 3. d2#-d3 *\n')
    assert mentis("validate", path).exit_code == 1
    assert mentis("validate", "--lenient", path).exit_code == 0
    assert mentis("load", path, "--db", db).exit_code == 1
    done = mentis("quarantine", "retry", "--lenient", "--db", db)
    assert (done.exit_code, done.stdout.split(" + ")[0]) == (0, "1 tried = 1 stored")


def test_a_refused_record_is_not_another_game(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert mentis("load", FOLDER / "settled" / "1-refused.mgn", "--db", db).exit_code == 1
    assert mentis("load", FOLDER / "settled" / "2-another-game.mgn", "--db", db).exit_code == 0
    assert refused(db) == ["1.1"]
    text = (FOLDER / "settled" / "1-refused.mgn").read_text()
    corrected = tmp_path / "corrected.mgn"
    corrected.write_text(text.replace("c6-c9", "c6-c5"))
    assert mentis("load", corrected, "--db", db).exit_code == 0
    assert refused(db) == []


@pytest.mark.parametrize(("name", "valid", "words"), CASES["damaged_archives"])
def test_damaged_archives(tmp_path: Path, name: str, valid: int, words: str) -> None:
    done = mentis("validate", FOLDER / "damaged" / name, code=1)
    assert words in done.stdout
    assert f"{valid + 1} record{'s' if valid else ''}: {valid} valid, 1 invalid" in done.stderr
    done = mentis("load", FOLDER / "damaged" / name, "--db", tmp_path / "x.duckdb")
    assert f"{valid} stored + 0 duplicates + 1 quarantined" in done.stdout


def test_a_wrong_checksum_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.mgn", GOOD)
        archive.writestr("b.mgn", GOOD)
        archive.writestr("notes.pdf", b"%PDF-")
    data = path.read_bytes()
    at = data.index(b'"x"')
    path.write_bytes(data[:at] + b'"z"' + data[at + 3 :])
    done = mentis("validate", path, code=1)
    assert "3 records: 2 valid, 1 invalid" in done.stderr
    assert f"{path}: 1 file in it not read: notes.pdf\n" in done.stderr


@pytest.mark.parametrize("size", [None, 460])
def test_tar_archives_are_refused_whatever_their_name(tmp_path: Path, size: int | None) -> None:
    """So are those that break off in their first header."""
    path = tmp_path / "club.txt"
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        info = tarfile.TarInfo("a.mgn")
        info.size = len(GOOD)
        archive.addfile(info, io.BytesIO(GOOD.encode()))
    path.write_bytes(path.read_bytes()[:size])
    done = mentis("validate", path)
    assert "a tar archive, not a record file" in done.stdout
    assert "1 record: 0 valid" in done.stderr


def test_every_file_of_a_folder_is_read_or_named(tmp_path: Path) -> None:
    for name in ("game", "notes.org", "UPPER.TEXT"):
        (tmp_path / name).write_text(GOOD)
    for name in ("a.png", "b.bin", "c.pdf", "README"):
        (tmp_path / name).write_bytes(b"\0\1nothing")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("[core]\n")
    done = mentis("validate", tmp_path)
    assert "3 records: 3 valid" in done.stderr
    names = ", ".join(str(tmp_path / name) for name in ("README", "a.png", "b.bin", "c.pdf"))
    assert f"mentis: 4 files not read: {names};" in done.stderr
    assert f"mentis: 1 hidden file not read: {tmp_path / '.git' / 'config'}\n" in done.stderr


UNKNOWN = CASES["unknown"]


@pytest.mark.parametrize(("name", "line"), CASES["records_of_unknown_games_are_one_line_a_file"])
def test_records_of_unknown_games_are_one_line_a_file(tmp_path: Path, name: str, line: str) -> None:
    path, db = tmp_path / name, tmp_path / "x.duckdb"
    path.write_text(UNKNOWN[name])
    done = mentis("validate", path)
    assert (done.exit_code, done.stdout) == (1, line.format(path) + "\n")
    done = mentis("load", path, "--db", db, code=1)
    assert line.partition("{}")[2].removeprefix(": ") in done.stderr
    count = len(refused(db))
    assert count == (2 if name == "tak.mgn" else 1)
    assert json_of("quarantine", "retry", "--db", db)["quarantined"] == count == len(refused(db))


def test_refused_records_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(BAD + "\n" + UNKNOWN["tak.mgn"])
    done = mentis("validate", "--format", "concise", path)
    assert [line.split()[2] for line in done.stdout.splitlines() if " error " in line] == [
        *("M201", "N204", "N204")
    ]


def test_the_law_for_random_folders(tmp_path: Path) -> None:
    """A sample of ``python -m tests.cli.lost_law``."""
    for seed in range(6):
        assert lost_law.check(seed, tmp_path / str(seed)) == []


def test_quarantine_reports_a_game_without_an_answer(faulty: Path) -> None:
    db = faulty.with_name("x.duckdb")
    mentis("load", faulty, "--db", db, code=3)
    done = mentis("quarantine", "retry", "--db", db, code=3)
    assert "1 tried = 0 stored + 0 duplicates + 1 still quarantined" in done.stdout
    assert mentis("quarantine", "edit", "1.1", "--text", faulty, "--db", db).exit_code == 2
    one = faulty.with_name("one.mgn")
    one.write_text(faulty.read_text().split("\n\n[Game")[0])
    mentis("quarantine", "edit", "1.1", "--text", one, "--db", db, code=3)
    assert refused(db) == ["1.1"]
    assert "game-fault" in mentis("quarantine", "show", "--db", db, code=0).stdout


def test_so_does_a_lake(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lake_add, "worker_pool", lambda *_: nullcontext(pool()))
    lake = faulty.with_name("lake")
    done = mentis("lake", "add", faulty, "--lake", lake, code=3)
    assert "2 read = 1 stored + 0 duplicates + 1 quarantined" in done.stdout
    assert "1 record in quarantine" in done.stderr
    mentis("lake", "add", faulty, "--lake", lake, code=1)  # known: nothing was read
