"""Marks of a search in a database: people read words, exports keep them, reports draw them."""

import json
from pathlib import Path

import pytest
from cli_kit import mentis

from mentis_records.collection.file_record import read

MARK = "[%eval #3,7] [%nag 4] allowed a forced win in 3 plies"
WORDS = "Blue wins in 3 plies, depth 7; allowed a forced win in 3 plies"
RECORD = f'[Event "x"]\n\n1. TSNd2 {{[%eval 0.62,7]}} TSNd6 $4 {{{MARK}}} 1-0\n'


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("marked") / "a.mgn"
    path.write_text(RECORD)
    assert mentis("load", path, "--db", path.with_suffix(".duckdb")).exit_code == 0
    return path


def shown(file: Path, *words: str) -> str:
    done = mentis("game", 1, "--db", file.with_suffix(".duckdb"), *words)
    assert done.exit_code == 0
    return done.stdout


def test_people_read_words(file: Path) -> None:
    text = " ".join(shown(file).split())
    assert f"1. TSNd2 {{0.62 for Blue, depth 7}} 1... TSNd6 $4 {{{WORDS}}} 1-0" in text
    (record,) = read(file)
    page = record._repr_html_()
    assert WORDS in " ".join(page.split())
    shown_words, has_copy, _ = page.partition("The record as text, to be copied")
    assert has_copy
    assert "[%" not in text + shown_words


def test_exports_keep_marks(file: Path) -> None:
    assert f"{{{MARK}}}" in " ".join(shown(file, "--format", "mgn").split())
    comments = json.loads(shown(file, "--format", "json"))["plies"][1]["comments"]
    assert [comment["text"] for comment in comments] == [MARK]


def test_a_report_shows_the_curve(file: Path, tmp_path: Path) -> None:
    done = mentis(
        *("report", "winrate", "--db", file.with_suffix(".duckdb"), "--out", tmp_path),
        *("--format", "html"),
    )
    assert done.exit_code == 0
    page = (tmp_path / "winrate.html").read_text(encoding="utf-8")
    assert 'class="course"' in page
    assert "[%" not in page
