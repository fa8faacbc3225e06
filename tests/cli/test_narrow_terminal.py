"""The tables of all commands on terminals of every width: each value stands by its own name."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_kit import mentis

from mentis_records.cli import table

HERE = Path(__file__).parents[1]

COMMANDS = [
    ["games"],
    ["players"],
    ["players", "rate"],
    ["players", "suggest"],
    ["quarantine", "list"],
    ["duplicates"],
    ["matches"],
    ["standings", "--where", 'Event = "A very long event"'],
    ["tree", "--depth", "2"],
    ["query", "any K attacked or start"],
    ["query", "any K attacked", "--positions"],
    ["query", "start", "--count"],
    ["query", "--saved"],
    ["sql", "from games"],
    ["sql", "from sources"],
]

Table = tuple[list[str], list[list[str]], tuple[str, ...]]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database in which every command finds something, ``matches.duckdb`` beside it."""
    folder = tmp_path_factory.mktemp("narrow")
    db = folder / "club.duckdb"
    text = folder / "players.mgn"
    text.write_text(
        '[Event "A very long event"]\n[Blue "Jones, Ann"]\n[Red "Ann Jones"]\n[Result "1-0"]\n'
        '[BlueElo "1500"]\n[RedElo "1600"]\n[Date "2024.01.05"]\n[Round "3"]\n\n'
        "1. TSNd2 TSNd6 1-0\n\n"
        '[Event "Another"]\n[Blue "Jones, Ann"]\n[Red "Ann Jones"]\n[Result "0-1"]\n\n'
        "1. TSNd2 TSNd6 0-1\n"
    )
    sample = HERE / "store/sample.mgn"
    again = folder / "again.mgn"
    again.write_text(f"{text.read_text()}\n{sample.read_text(encoding='utf-8')}", encoding="utf-8")
    assert mentis("load", sample, text, HERE / "store/broken.mgn", again, "--db", db).exit_code == 1
    rounds = HERE.parent / "data/antipode-match.mgn"
    assert mentis("load", rounds, "--db", folder / "matches.duckdb").exit_code == 0
    assert mentis("query", "--save", "siege", "any K attacked for 2", "--db", db).exit_code == 0
    assert mentis("players", "merge", "Ada", "Bert", "--db", db).exit_code == 0
    return db


def written(db: Path, words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Return what a command writes as tables: names, values as text, and what may be left out."""
    found: list[Table] = []

    def keep(names: Sequence[str], rows: Any, droppable: Sequence[str]) -> list[str]:
        found.append((list(names), [list(row) for row in rows], tuple(droppable)))
        return []

    with monkeypatch.context() as patch:
        patch.setattr(table, "_write_table", keep)
        mentis(*words, "--db", db)
    return found


def on_terminal(width: int, shown: Table, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names, rows, droppable = shown
    screen = Terminal()
    with monkeypatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", str(width))
        patch.setattr(sys, "stdout", screen)
        table.write_rows("table", names, rows, droppable)
    return screen.getvalue().splitlines()


def told(lines: list[str]) -> list[list[tuple[str, str]]]:
    """Return each row that lines tell as pairs of name and value, be it a table or a list."""
    if not lines[0].startswith("-- 1"):
        spans = []
        at = 0
        for rule in lines[1].split("  "):
            spans.append(slice(at, at + len(rule)))
            at += len(rule) + 2
        names = [lines[0][span].strip() for span in spans]
        return [
            [(name, line[span].strip()) for name, span in zip(names, spans, strict=True)]
            for line in lines[2:]
        ]
    rows: list[list[tuple[str, str]]] = []
    wide = 0
    for line in lines:
        if line.startswith("-- "):
            rows.append([])
            continue
        wide = wide or len(line) - len(line.lstrip()) + len(line.lstrip().split("  ")[0])
        name, value = line[:wide].strip(), line[wide + 2 :].strip()
        if name:
            rows[-1].append((name, value))
        else:
            begun, text = rows[-1].pop()
            rows[-1].append((begun, f"{text} {value}"))
    return rows


def is_cut_of(shown: str, whole: str) -> bool:
    """Tell whether a text is shown whole, or its beginning or end with a sign for the rest."""
    whole = whole.strip()
    if shown.endswith("…"):
        return whole.startswith(shown[:-1].rstrip())
    return shown == whole or (shown.startswith("…") and whole.endswith(shown[1:].lstrip()))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_each_value_stands_by_its_name(
    db: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = written(
        db.with_name("matches.duckdb") if words == ["matches"] else db, words, monkeypatch
    )
    assert tables
    for shown in tables:
        names, rows, droppable = shown
        values = [
            {name: table._text(value) for name, value in zip(names, row, strict=True)}
            for row in rows
        ]
        for width in range(20, 101):
            found = told(on_terminal(width, shown, monkeypatch))
            for row, pairs in zip(values, found, strict=True):
                assert len(pairs) >= len(names) - len(droppable)
                for name, value in pairs:
                    meant = [whole for whole in names if is_cut_of(name, whole)]
                    assert any(is_cut_of(value, row[whole]) for whole in meant), (width, pairs)
