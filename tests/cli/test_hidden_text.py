"""No text of a file reaches a terminal as a control, or a spreadsheet as a formula."""

import csv
import io
import json
import os
import pty
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from case_kit import cases_of
from cli_kit import mentis
from program_kit import python
from size_kit import sampled

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

CASES = cases_of(__file__)

HIDDEN = "\x1b[31mred\x9b32m\x1b]0;title\x07\x7f"
MARKED = "\u202eevil\u200f"
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
UNSEEN = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
RECORDS = (
    f'[Event "{MARKED}"]\n[Blue "Ann"]\n\n1. TSNd2 {{{MARKED}}} TSNd6 1-0\n\n'
    f'[Event "x{HIDDEN}"]\n\n1. TSNd2 {{{HIDDEN}}} TSN{HIDDEN}d6 2. {HIDDEN} *\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file and a database of it, both with a name of hidden signs."""
    (tmp_path / f"a{HIDDEN}.mgn").write_text(RECORDS, encoding="utf-8")
    path = tmp_path / "a.duckdb"
    with create_database(path) as database:
        load(database, Reader(GAMES), str(tmp_path / f"a{HIDDEN}.mgn"))
    return tmp_path


ON_TERMINAL = CASES["on_terminal"]


def on_terminal(folder: Path, *words: str) -> str:
    """Return all that a command writes to a terminal."""
    master, slave = pty.openpty()
    written = bytearray()

    def read() -> None:
        with suppress(OSError):  # the terminal is closed when nobody holds it any more
            while part := os.read(master, 65_536):
                written.extend(part)

    reading = Thread(target=read)
    reading.start()
    done = python("-c", ON_TERMINAL, os.ttyname(slave), *words, cwd=folder)
    os.close(slave)
    reading.join()
    os.close(master)
    assert done.returncode in (0, 1, 2)
    assert (done.stdout, done.stderr) == ("", "")
    told = written.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    assert "Traceback" not in told, told
    return told


FILE = f"a{HIDDEN}.mgn"
DB = ("--db", "a.duckdb")
COMMANDS = [
    ("fmt", FILE),
    ("fmt", "--check", FILE),
    ("fmt", "--write", FILE),
    ("fmt", "--to", "json", FILE),
    ("fmt", f"no{HIDDEN}.mgn"),
    *(("validate", "--format", name, FILE) for name in ("full", "concise", "json", "sarif")),
    ("validate", "--format", "github", FILE),
    ("load", FILE, *DB),
    ("load", FILE, "--db", f"b{HIDDEN}.duckdb"),
    ("quarantine", "export", *DB),
    *(("quarantine", "list", "--format", name, *DB) for name in ("table", "csv", "json")),
    *(("quarantine", "show", "--format", name, *DB) for name in ("table", "json")),
    *(("export", "--format", name, *DB) for name in ("mgn", "json", "csv")),
    *(("game", "1", "--format", name, *DB) for name in ("text", "mgn", "json")),
    *(("games", "--format", name, *DB) for name in ("table", "csv", "json")),
    ("sql", "select chr(27) || '[31m', chr(155) as \"\x1b[31m\"", *DB),
    ("show", FILE, "--ply", "1"),
]


@sampled("words", ((words,) for words in COMMANDS), 3)
def test_nothing_hidden_reaches_a_terminal(folder: Path, words: tuple[str, ...]) -> None:
    written = on_terminal(folder, *words)
    assert written
    assert CONTROL.search(written) is None, ascii(written)


@pytest.mark.parametrize("name", ["full", "concise", "json", "sarif", "github"])
def test_nothing_hidden_is_in_what_a_report_repeats(folder: Path, name: str) -> None:
    done = mentis("validate", "--format", name, folder / FILE, code=1)
    assert CONTROL.search(done.output) is None, ascii(done.output)
    assert UNSEEN.search(done.output) is None, ascii(done.output)


def test_json_means_what_it_meant(folder: Path) -> None:
    done = mentis("export", "--format", "json", *DB[:1], folder / "a.duckdb")
    assert UNSEEN.search(done.stdout) is None
    value = json.loads(done.stdout)
    assert value["tags"]["Event"] == MARKED
    assert value["plies"][0]["comments"][0]["text"] == MARKED
    (first, second) = map(
        json.loads, mentis("validate", "--format", "json", folder / FILE).stdout.splitlines()
    )
    assert first["source"] == second["source"] == str(folder / FILE)


def test_files_and_pipes_get_the_bytes(folder: Path) -> None:
    """What is written into a file is what stood there, so that nothing is lost."""
    done = python("-m", "mentis_records.cli", "quarantine", "export", *DB, cwd=folder)
    assert HIDDEN in done.stdout
    assert CONTROL.search(done.stderr) is None


NAMES = ["=HYPERLINK(A1)", "+1", "-1+2", "@SUM(A1)", "  =2", "'=3", "''@4", "－5"]
CSV_COMMANDS: list[tuple[str, ...]] = CASES["csv_commands"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("csv")
    text = "\n".join(
        f'[Event "{name}"]\n[Site "{name}"]\n[Date "2024.01.01"]\n[Round "-"]\n[Blue "{name}"]\n'
        f'[Red "{NAMES[at - 1]}"]\n[Result "1-0"]\n[BlueElo "-5"]\n[Annotator "{name}"]\n\n'
        f"1. TSNd2 TSNd6 1-0\n"
        for at, name in enumerate(NAMES)
    )
    source = folder / "=club.mgn"
    source.write_text(text, encoding="utf-8")
    db = folder / "club.duckdb"
    assert mentis("load", source, "--db", db).exit_code == 0
    return db


def check(text: str) -> list[list[str]]:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for cell in (cell for row in rows for cell in row):
        is_plain = not re.match("[\\s\0]*[=+\\-@＝＋－＠]|\t|\r", cell)
        assert is_plain or cell == "-" or re.fullmatch(r"-[0-9]+(\.[0-9]+)?", cell), cell
    return rows


@pytest.mark.parametrize("command", CSV_COMMANDS, ids=" ".join)
def test_commands(club: Path, command: Sequence[str]) -> None:
    result = mentis(*command, "--db", club, "--format", "csv")
    assert result.exit_code in (0, 1)
    assert len(check(result.stdout)) > 1 or command[-1] in ("suggest", "--near")


def test_names_come_back(club: Path) -> None:
    header, *rows = check(mentis("games", "--db", club, "--format", "csv").stdout)
    written = [row[header.index("blue")] for row in rows]
    assert written == [f"'{name}" for name in NAMES]
    assert {row[header.index("round")] for row in rows} == {"-"}


def test_reports(club: Path, tmp_path: Path) -> None:
    for kind in ("player", "collection", "winrate", "balance", "opening"):
        out = tmp_path / kind
        assert mentis("report", kind, "--db", club, "--out", out, "--format", "csv").exit_code == 0
        files = list(out.glob("numbers/*.csv"))
        assert files
        for file in files:
            check(file.read_text(encoding="utf-8"))
