"""No CSV that the program writes has a cell that a spreadsheet takes for a formula."""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli_kit import mentis

NAMES = ["=HYPERLINK(A1)", "+1", "-1+2", "@SUM(A1)", "  =2", "'=3", "''@4", "－5"]
COMMANDS: list[tuple[str, ...]] = [
    ("games",),
    ("players",),
    ("players", "suggest"),
    ("players", "rate"),
    ("export",),
    ("duplicates", "--near"),
    ("info",),
    ("tree", "--depth", "2"),
    ("query", "any K on d1"),
    ("sql", "select blue as \"=blue\", -1.5 as number, '\t=x' as tabbed from mentis_games"),
]


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


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
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
