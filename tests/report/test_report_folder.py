"""Folders of reports: files, formats, what is removed, and the index."""

import hashlib
import json
import re
import shutil
import webbrowser
from collections.abc import Sequence
from html import unescape
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import mentis

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document.index_page import read_groups, render_index, write_index
from mentis_records.report.document.manifest import ManifestError, read_manifest
from mentis_records.report.document.report_folder import ReportFiles
from mentis_records.report.registry import REPORTS
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database

CASES = cases_of(__file__)
RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook.mgn"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("folder") / "rulebook.duckdb"
    with create_database(file) as database:
        load(database, Reader(GAMES), str(RULEBOOK))
    return file


def build(db: Path, out: Path, formats: Sequence[str]) -> ReportFiles:
    with open_database(db) as database:
        return REPORTS["winrate"].build(database, GAMES[0], out, formats=formats)


def names_of(folder: Path) -> set[str]:
    files = (file for file in folder.rglob("*") if file.is_symlink() or file.is_file())
    return {file.relative_to(folder).as_posix() for file in files}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("formats", "endings"),
    [
        (["html"], {".html"}),
        (["pdf"], {".pdf"}),
        (["json", "csv"], {".csv", ".json"}),
        (["svg"], {".svg"}),
    ],
)
def test_formats(db: Path, tmp_path: Path, formats: list[str], endings: set[str]) -> None:
    files = build(db, tmp_path, formats)
    written = {file for file in tmp_path.rglob("*") if file.is_file()}
    index = {tmp_path / "index.html", tmp_path / "index.manifest"} if files.index else set()
    assert {file.suffix for file in written - index} == endings | {".manifest"}
    assert (tmp_path / "numbers" / "winrate.json").exists() == ("json" in formats)
    assert {*files.paths} == written - index
    assert (files.page is not None) == ("html" in formats)
    assert (files.index is not None) == bool({"html", "pdf"} & set(formats))
    folders = {".svg": "figures", ".csv": "numbers", ".json": "numbers"}
    for file in files.paths:
        assert file.parent == tmp_path / folders.get(file.suffix, "")


def test_page_links_what_was_written(db: Path, tmp_path: Path) -> None:
    build(db, tmp_path, ["html", "csv"])
    page = (tmp_path / "winrate.html").read_text(encoding="utf-8")
    assert 'href="numbers/winrate-overall.csv"' in page
    assert ".png" not in page
    build(db, tmp_path, ["html"])
    assert 'class="files"' not in (tmp_path / "winrate.html").read_text(encoding="utf-8")


def test_what_is_out_of_date_goes_and_the_rest_stays(db: Path, tmp_path: Path) -> None:
    build(db, tmp_path, ["html", "csv", "svg"])
    foreign = {
        "notes.txt": "mine",
        "numbers/winrate-mine.csv": "mine",
        "winrate-overall.csv": "mine",
        "numbers/opening-tree.csv": "mine",
        "numbers/winrate-overall.csv": "changed",
    }
    for name, text in foreign.items():
        (tmp_path / name).write_text(text)
    secret = tmp_path.parent / f"{tmp_path.name}-secret.svg"
    drawing = tmp_path / "figures" / "winrate-overall.svg"
    shutil.copy(drawing, secret)
    drawing.unlink()
    drawing.symlink_to(secret)
    files = build(db, tmp_path, ["json"])
    assert [file.name for file in files.left] == ["winrate-overall.svg", "winrate-overall.csv"]
    assert secret.exists()
    assert names_of(tmp_path) == {
        *foreign,
        "figures/winrate-overall.svg",
        "numbers/winrate.json",
        "numbers/winrate-overall.json",
        "numbers/winrate-histogram.json",
        "numbers/winrate-length.json",
        "winrate.manifest",
    }
    for name, text in foreign.items():
        assert (tmp_path / name).read_text() == text


@pytest.mark.parametrize("name", CASES["a_manifest_names_nothing_else"])
def test_a_manifest_names_nothing_else(db: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "x.csv").write_text("mine")
    manifest = out / "winrate.manifest"
    manifest.write_text(json.dumps({"report": "winrate", "files": {name: "0" * 64}}))
    with pytest.raises(ManifestError, match="not its report's"):
        read_manifest(manifest)
    if name.endswith(".csv") and ".." in name:
        with pytest.raises(FileExistsError, match="not from an earlier report"):
            build(db, out, ["csv"])
    assert (tmp_path / "x.csv").exists()
    assert [file.name for file in out.iterdir()] == ["winrate.manifest"]


@pytest.mark.parametrize(
    "name", ["winrate.html", "numbers/winrate-overall.csv", "winrate.manifest"]
)
def test_files_of_others_are_not_replaced(db: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    done = mentis(
        "report", "winrate", "--db", db, "--out", tmp_path, "--format", "html,csv", code=2
    )
    assert f"{tmp_path / name}: is not from an earlier report and is not replaced" in done.stderr
    assert names_of(tmp_path) == {name}
    assert (tmp_path / name).read_text() == "mine"


@pytest.mark.ci
def test_what_was_changed_by_hand_is_not_replaced(db: Path, tmp_path: Path) -> None:
    words = ("report", "winrate", "--db", db, "--out", tmp_path, "--format", "html,csv")
    mentis(*words, code=0)
    page = tmp_path / "winrate.html"
    before = (tmp_path / "numbers" / "winrate-overall.csv").read_bytes()
    page.write_text("changed")
    for _ in range(2):
        done = mentis(*words, code=0)
        left = "from an earlier report; left as it is, because it was changed since"
        assert f"{page}: {left}" in done.stderr
        assert str(page) not in done.stdout
        assert page.read_text() == "changed"
    assert (tmp_path / "numbers" / "winrate-overall.csv").read_bytes() == before
    page.unlink()
    assert str(page) in mentis(*words).stdout


def test_what_is_there_already_is_no_obstacle(db: Path, tmp_path: Path) -> None:
    """As after a run that was stopped before it wrote its manifest."""
    build(db, tmp_path, ["csv"])
    (tmp_path / "winrate.manifest").unlink()
    files = build(db, tmp_path, ["csv"])
    assert files.left == ()
    assert (tmp_path / "winrate.manifest").exists()


def test_files_that_an_older_run_wrote_on_top_go(db: Path, tmp_path: Path) -> None:
    kept, gone = tmp_path / "winrate-overall.svg", tmp_path / "winrate-overall.csv"
    for file in (kept, gone):
        file.write_bytes(b"old")
    digest = hashlib.sha256(b"old").hexdigest()
    content = {"report": "winrate", "files": {kept.name: digest, gone.name: digest}}
    (tmp_path / "winrate.manifest").write_text(json.dumps(content))
    kept.write_bytes(b"changed")
    files = build(db, tmp_path, ["csv"])
    assert files.left == (kept,)
    assert not gone.exists()
    assert (tmp_path / "numbers" / gone.name).exists()


def test_empty_folders_go(db: Path, tmp_path: Path) -> None:
    build(db, tmp_path, ["svg", "csv"])
    (tmp_path / "numbers" / "notes.txt").write_text("mine")
    build(db, tmp_path, ["html"])
    assert not (tmp_path / "figures").exists()
    assert (tmp_path / "numbers" / "notes.txt").read_text() == "mine"


@pytest.mark.ci
@pytest.mark.parametrize("is_link", [True, False])
def test_a_folder_that_leads_elsewhere_is_not_followed(
    db: Path, tmp_path: Path, is_link: bool
) -> None:
    """Nothing is written, hashed, swept or removed behind a symbolic link."""
    out, other = tmp_path / "out", tmp_path / "other"
    build(db, out, ["csv"])
    (out / "numbers").rename(other)
    (other / ".winrate-overall.csv.part").write_text("mine")
    if is_link:
        (out / "numbers").symlink_to(other)
    else:
        (out / "numbers").write_text("mine")
    before = {file.name: file.read_bytes() for file in other.iterdir()}
    with pytest.raises(NotADirectoryError, match="symbolic link"):
        build(db, out, ["csv"])
    done = mentis("report", "winrate", "--db", db, "--out", out, "--format", "csv", code=2)
    assert f"{out / 'numbers'}: is not a folder" in done.stderr
    assert build(db, out, ["html"]).left == ()
    assert {file.name: file.read_bytes() for file in other.iterdir()} == before
    assert (out / "numbers").is_symlink() == is_link


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "nonsense", '{"report": 1, "files": {}}', "[" * 100_000, "\udcff"]
)
def test_what_is_no_manifest(tmp_path: Path, text: str) -> None:
    file = tmp_path / "winrate.manifest"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ManifestError, match=r"winrate\.manifest"):
        read_manifest(file)


@pytest.mark.ci
def test_characters_that_the_font_lacks_are_told(tmp_path: Path) -> None:
    names = ["\u7530\u4e2d \u592a\u90ce", "\u200b\u202e", "Zo\xeb"]
    text = "".join(
        f'[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n[Round "{number}"]\n\n'
        f"1. TSNd2 TSNd6 {result}\n\n"
        for number, (blue, red, result) in enumerate(
            (blue, red, result)
            for blue, red in permutations(names, 2)
            for result in ["1-0", "0-1", "1/2-1/2"] * 2
        )
    )
    (tmp_path / "x.mgn").write_text(text, encoding="utf-8")
    db, out = tmp_path / "x.duckdb", tmp_path / "out"
    with create_database(db) as database:
        assert load(database, Reader(GAMES), str(tmp_path / "x.mgn")).stored == 36
    told = {}
    for formats in ("html,svg,json", "html,svg,json,png", "pdf"):
        done = mentis("report", "player", "--db", db, "--out", out, "--format", formats, code=0)
        told[formats] = [line for line in done.stderr.splitlines() if "boxes" in line]
        if "html" in formats:
            page = (out / "player.html").read_text(encoding="utf-8")
            drawing = (out / "figures" / "player-sides.svg").read_text(encoding="utf-8")
            for shown in (page, drawing):
                assert "\u7530\u4e2d \u592a\u90ce" in shown
                assert "&lt;U+200B&gt;&lt;U+202E&gt;" in shown
                assert "\u202e" not in shown
            assert '"<U+200B' not in (out / "numbers" / "player-sides.json").read_text(
                encoding="utf-8"
            )
    assert told["html,svg,json"] == []
    assert told["html,svg,json,png"] == [
        "PNG and PDF files show boxes for characters missing from their font, as in: "
        "\u7530\u4e2d \u592a\u90ce; HTML and SVG keep the text"
    ]
    assert len(told["pdf"]) == 1


TRAP = "</title><script>alert(1)</script><b>\u202e\" onmouseover='x'"


def plant(folder: Path, report: str, **facts: Any) -> None:
    """Write a page with its manifest, as a report would."""
    (folder / f"{report}.html").write_text("page")
    digest = hashlib.sha256(b"page").hexdigest()
    content = {"report": report, "facts": facts, "files": {f"{report}.html": digest}}
    (folder / f"{report}.manifest").write_text(json.dumps(content))


def links(page: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', page.replace('href="data:,"', ""))


@pytest.mark.ci
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
    mentis("report", "verify", tmp_path, "--db", db, code=2)
    (tmp_path / "index.html").write_text("changed")
    assert mentis("report", "winrate", *words, "--format", "json").exit_code == 0
    done = mentis("report", "verify", tmp_path, "--db", db)
    assert done.exit_code == 1
    assert "index.html: the file has been changed by hand" in done.stdout


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


@pytest.mark.ci
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
