"""No command writes over what it reads, by whatever spelling of the path."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli_kit import BAD, GOOD, mentis

pytestmark = pytest.mark.one_build


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


@pytest.mark.parametrize(
    "words",
    [
        ("show", "{club}", "--svg", "-"),
        ("generate", "--games", 1, "--out", "-"),
        ("analyse", "{club}", "--depth", 1, "--out", "-"),
        ("report", "collection", "--out", "-"),
        ("demo", "--out", "-"),
    ],
)
def test_a_dash_is_no_file(
    club: Path, words: Sequence[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.parent)
    done = mentis(*(str(word).format(club=club) for word in words))
    assert done.exit_code == 2
    assert " -: name a file" in done.stderr
    assert list(club.parent.iterdir()) == [club]
