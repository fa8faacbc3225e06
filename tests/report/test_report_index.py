"""The index of a folder of reports: what it names, what it never overwrites, what it escapes."""

import hashlib
import json
import re
import webbrowser
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from cli_kit import mentis

from mentis_records.report.document.index_page import read_groups, render_index, write_index
from mentis_records.report.document.manifest import ManifestError, read_manifest
from mentis_records.report.registry import REPORTS

RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook.mgn"
TRAP = "</title><script>alert(1)</script><b>\u202e\" onmouseover='x'"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("index") / "rulebook.duckdb"
    assert mentis("load", RULEBOOK, "--db", file).exit_code == 0
    return file


def plant(folder: Path, report: str, **facts: Any) -> None:
    """Write a page with its manifest, as a report would."""
    (folder / f"{report}.html").write_text("page")
    digest = hashlib.sha256(b"page").hexdigest()
    content = {"report": report, "facts": facts, "files": {f"{report}.html": digest}}
    (folder / f"{report}.manifest").write_text(json.dumps(content))


def links(page: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', page.replace('href="data:,"', ""))


def test_it_leads_to_every_report(db: Path, tmp_path: Path) -> None:
    words = ("--db", db, "--out", tmp_path)
    assert mentis("report", "winrate", *words, "--format", "html,pdf").exit_code == 0
    assert mentis("report", "player", *words, "--format", "html").exit_code == 0
    assert mentis("report", "balance", *words, "--format", "csv").exit_code == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    found = links(page)
    assert found == ["player.html", "player.html", "winrate.html", "winrate.html", "winrate.pdf"]
    facts = read_manifest(tmp_path / "winrate.manifest").facts
    text = unescape(re.sub(r"<[^>]+>", "", page[page.index("<main") :]))
    for words_of in ("title", "summary", "made", "selection", "database"):
        assert facts[words_of].casefold() in text.casefold()
    assert "Win rates in Mentis" in text
    assert "2\xa0games: 0 won by Blue" in text
    assert page.count("<section") == 1
    back = (tmp_path / "player.html").read_text(encoding="utf-8")
    assert 'href="index.html"' in back
    assert "winrate.html" not in back
    assert mentis("report", "verify", tmp_path, "--db", db).exit_code == 2, "no numbers to compare"
    (tmp_path / "index.html").write_text("changed")
    assert mentis("report", "winrate", *words, "--format", "json").exit_code == 0
    done = mentis("report", "verify", tmp_path, "--db", db)
    assert (done.exit_code, "index.html: the file has been changed by hand" in done.stdout) == (
        1,
        True,
    )


def test_reports_on_other_games_stand_apart(db: Path, tmp_path: Path) -> None:
    words = ("--db", db, "--out", tmp_path, "--format", "html")
    assert mentis("report", "winrate", *words).exit_code == 0
    assert mentis("report", "player", *words, "--where", "plies > 30").exit_code == 0
    plant(tmp_path, "opening", title="Openings in Antipode", game="Antipode", selection="all")
    groups = read_groups(tmp_path)
    assert [(group.title, len(group.entries)) for group in groups] == [
        ("Antipode", 1),
        ("Mentis", 1),
        ("Mentis", 1),
    ]
    assert len({group.words for group in groups}) == 3
    assert any("plies > 30" in group.words for group in groups)


def test_there_is_none_where_there_is_nothing_to_read(db: Path, tmp_path: Path) -> None:
    words = ("report", "player", "--db", db, "--out", tmp_path, "--format")
    assert mentis(*words, "csv").exit_code == 0
    assert not list(tmp_path.glob("index*"))
    assert mentis(*words, "pdf").exit_code == 0
    assert links((tmp_path / "index.html").read_text()) == ["player.pdf", "player.pdf"]
    assert mentis(*words, "csv").exit_code == 0
    assert not list(tmp_path.glob("index*"))


def test_the_users_own_stays(db: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    for _ in range(2):
        done = mentis("report", "player", "--db", db, "--out", tmp_path, "--format", "html")
        assert (done.exit_code, done.stdout) == (0, f"{tmp_path / 'player.html'}\n")
        assert f"{tmp_path / 'index.html'}: not from a report; left as it is" in done.stderr
        assert (tmp_path / "index.html").read_text() == "mine"
        assert not (tmp_path / "index.manifest").exists()
    (tmp_path / "index.html").unlink()
    assert mentis("report", "player", "--db", db, "--out", tmp_path, "--format", "html")
    (tmp_path / "index.html").write_text("changed")
    done = mentis("report", "player", "--db", db, "--out", tmp_path, "--format", "html")
    assert (
        "index.html: from an earlier report; left as it is, because it was changed" in done.stderr
    )
    assert (tmp_path / "index.html").read_text() == "changed"


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    plant(tmp_path, "winrate", title="T")
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / "index.html").symlink_to(other)
    assert write_index(tmp_path).foreign == tmp_path / "index.html"
    assert other.read_text() == "mine"


def test_texts_of_manifests_are_escaped(tmp_path: Path) -> None:
    facts = dict.fromkeys(("title", "summary", "made", "game", "database", "selection"), TRAP)
    plant(tmp_path, "winrate", **facts)
    page = render_index(read_groups(tmp_path))
    assert "<script" not in page
    assert "<b>" not in page
    assert "onmouseover='" not in page
    assert "\u202e" not in page
    assert "alert(1)" in page


@pytest.mark.parametrize(
    "facts",
    [
        {"title": "x" * 601},
        {"title": 3},
        {"title": None},
        {f"fact {number}": "x" for number in range(21)},
    ],
)
def test_a_manifest_says_no_more_than_a_report_would(tmp_path: Path, facts: dict[str, Any]) -> None:
    plant(tmp_path, "winrate", **facts)
    with pytest.raises(ManifestError, match="facts"):
        read_manifest(tmp_path / "winrate.manifest")
    assert read_groups(tmp_path) == ()


def test_what_is_not_there_is_not_named(tmp_path: Path) -> None:
    plant(tmp_path, "winrate", title="T")
    plant(tmp_path, "player", title="U")
    (tmp_path / "winrate.html").unlink()
    (tmp_path / "weather.manifest").write_text("{")
    (tmp_path / "storm.manifest").mkdir()
    (group,) = read_groups(tmp_path)
    assert [entry.title for entry in group.entries] == ["U"]
    for number in range(150):
        plant(tmp_path, f"a{number}")
    assert sum(len(group.entries) for group in read_groups(tmp_path)) <= 100


def test_a_line_a_report(db: Path, tmp_path: Path) -> None:
    words = ("--db", db, "--out", tmp_path, "--format")
    done = mentis("report", "winrate", "player", "winrate", *words, "html")
    assert done.stdout == (
        f"winrate\tBlue won 0, Red 1\t{tmp_path / 'winrate.html'}\n"
        f"player\tNobody can be rated from these games\t{tmp_path / 'player.html'}\n"
    )
    done = mentis("report", "all", *words, "json")
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == [*REPORTS]
    assert {line.split("\t")[2] for line in done.stdout.splitlines()} == {str(tmp_path)}
    assert mentis("report", "winrate", *words, "svg").stdout == f"{tmp_path}\n"
    done = mentis("report", "winrate", *words, "svg,pdf")
    assert done.stdout == f"{tmp_path / 'winrate.pdf'}\n"
    done = mentis("report", "winrate", "weather", *words, "html")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"no report 'weather': choose from {', '.join(REPORTS)}, or all" in done.stderr


def test_it_is_opened(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", show)
    words = ("--db", db, "--out", tmp_path, "--open")
    assert mentis("report", "winrate", *words, "--format", "html").stderr == ""
    assert mentis("report", "winrate", "player", *words, "--format", "html").stderr == ""
    addresses = [(tmp_path / name).as_uri() for name in ("winrate.html", "index.html")]
    assert shown == addresses
    done = mentis("report", "winrate", *words, "--format", "pdf")
    assert (done.exit_code, "--format needs html" in done.stderr) == (2, True)

    def fail(address: str) -> bool:
        raise webbrowser.Error("no runnable browser")

    for stub in (lambda address: False, fail):
        monkeypatch.setattr(webbrowser, "open", stub)
        done = mentis("report", "winrate", *words, "--format", "html", code=0)
        assert f"no browser found: open {tmp_path / 'winrate.html'}" in done.stderr
