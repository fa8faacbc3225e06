"""Pages of the documentation: what they show is so, and their commands run in order."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from event_kit import record_text, swiss
from site_kit import ROOT, answers, blocks_of, furnish, read_page, run, run_python, written_pages
from typer.testing import CliRunner

from mentis_records.analysis.analysis_value import analysis_value
from mentis_records.analysis.mark import Remark, format_mark, parse_mark
from mentis_records.cli.entry_help import help_text
from mentis_records.cli.main import app_for
from mentis_records.cli.search_option import DEFAULT_NODES
from mentis_records.games import GAMES, find_game
from mentis_records.games.search.analysis import Analysis
from mentis_records.statistics.event.tie_break import DIRECT, SHORT, TIE_BREAKS

OWN = (
    *("entering.md", "analysis.md", "events.md", "mending.md", "explorer.md", "lake.md"),
    *("games/", "evaluation.md", "tutorials/club-evening.md"),
)
"""Pages whose commands have tests of their own, take an hour, or do not end."""
RUN = [place for place in written_pages() if not place.startswith(OWN)]


@pytest.mark.ci
@pytest.mark.parametrize("place", RUN)
def test_what_pages_show_is_so(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = list(blocks_of(read_page(place)))
    if not blocks:
        return
    furnish(tmp_path, monkeypatch)
    for block in blocks:
        if block.kind == "console":
            assert answers(block.text) == block.text
        elif block.kind == "sh":
            for line in block.text.splitlines():
                if line.startswith("mentis "):
                    done = run(line)
                    assert done.exit_code == 0, f"{line}\n{done.stderr}"
    examples = "\n".join(block.text for block in blocks if block.kind == "pycon")
    assert not run_python(place, examples)


def commands_of(page: str) -> list[str]:
    text = "".join(block.text for block in blocks_of(page) if block.kind == "sh")
    return text.splitlines()


def run_commands(page: str) -> None:
    for line in commands_of(page):
        done = run(line)
        assert done.exit_code == 0, f"{line}\n{done.stderr}"


MENDING_PAGE = read_page("mending.md")


@pytest.mark.ci
def test_commands_of_mending_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"^```\n(\[Event.*?)^```", MENDING_PAGE, re.MULTILINE | re.DOTALL)
    Path("evening.mgn").write_text(text)
    Path("mended.mgn").write_text(text.partition("\n\n[Event")[0].replace("TSNd3", "TSNd6"))
    result = None
    for line in commands_of(MENDING_PAGE):
        words = line.split()
        result = run(line)
        assert result.exit_code == (1 if words[1] == "load" else 0), f"{line}\n{result.stderr}"
        if words[2:3] == ["edit"]:
            assert result.stdout == "1.1: stored as game 4\n"
    assert result is not None
    assert result.output.strip() == "0 differences"


ENTERING_PAGE = read_page("entering.md")


@pytest.mark.ci
def test_commands_of_entering_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_commands(ENTERING_PAGE)
    written = (tmp_path / "evening.mgn").read_text()
    assert written.count("[Event ") == 2
    assert '[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]' in written


@pytest.mark.parametrize("width", [38, 79])
def test_help_and_page_tell_the_same_words(width: int) -> None:
    told = set(re.findall(r"\w+", help_text(width).lower()))
    rows = re.findall(r"^\| (`.*?) \|", ENTERING_PAGE, re.MULTILINE)
    words = {word for row in rows for word in re.findall(r"`([a-z]+)", row)}
    assert len(words) > 20
    assert words - {"help"} <= told
    assert max(map(len, help_text(width).splitlines())) <= width


EVENTS_PAGE = read_page("events.md")


@pytest.mark.ci
def test_commands_in_order_of_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = swiss(["Ann-Bob 1, Cid-Eve =", "Cid-Ann 0, Bob-bye 1"])
    Path("club.mgn").write_text(record_text("Club evening", games))
    assert run("mentis load club.mgn --db club.duckdb").exit_code == 0
    monkeypatch.setenv("MENTIS_DB", "club.duckdb")
    run_commands(EVENTS_PAGE)


def test_every_tie_break_is_told() -> None:
    rows = re.findall(r"^\| (`[^|]*) \| ([^|]*) \| [^|]* \|$", EVENTS_PAGE, re.MULTILINE)[1:]
    told = {
        name: head
        for names, heads in rows
        for name, head in zip(re.findall(r"`([a-z0-9-]+)`", names), heads.split(", "), strict=True)
    }
    assert told == {**{name: SHORT[name] for name in TIE_BREAKS}, DIRECT: SHORT[DIRECT]}


@pytest.mark.parametrize(
    "kind", ["doubled", "missing", "open", "unknown", "absent", "unplayed", "sides"]
)
def test_every_kind_of_finding_is_told(kind: str) -> None:
    assert f"`{kind}`" in EVENTS_PAGE


ANALYSIS_PAGE = read_page("analysis.md")
RUNNER = CliRunner()


@pytest.mark.ci
def test_commands_in_order_of_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    assert sum(block.kind == "sh" for block in blocks_of(ANALYSIS_PAGE)) == 2
    run_commands(ANALYSIS_PAGE)


def test_every_key_is_told() -> None:
    position = GAMES[0].start_position({})
    keys = list(analysis_value(GAMES[0], "", Analysis(position, (), 0, 1), 2))
    assert re.findall(r"^\| `(\w+)` \|", ANALYSIS_PAGE, re.MULTILINE) == keys


def test_marks_are_marks() -> None:
    marks = re.findall(r"(?<![(\[])\{(\[%eval .*?)\}", ANALYSIS_PAGE)
    assert len(marks) > 3
    for text in marks:
        mark = parse_mark(text)
        assert mark is not None
        assert format_mark(mark) == text


@pytest.mark.parametrize("remark", Remark)
def test_remarks_are_told(remark: Remark) -> None:
    pattern = re.escape(remark).replace(r"\{\}", r"\d plies")
    assert re.search(f"`{pattern}`", ANALYSIS_PAGE)


def test_the_default_is_told() -> None:
    assert f"; {DEFAULT_NODES:,} if no limit is given" in ANALYSIS_PAGE


FOLDER = ROOT / "docs" / "games"
SLUGS = sorted(page.stem for page in FOLDER.glob("*.md"))
MAX_BYTES = 130_000


def page(slug: str) -> str:
    return (FOLDER / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.ci
@pytest.mark.parametrize("slug", SLUGS)
def test_commands_draw_the_pictures(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.svg"))
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    run_commands(page(slug))
    for picture in (FOLDER / slug).glob("*.svg"):
        drawn = tmp_path / "docs" / "games" / slug / picture.name
        assert drawn.read_bytes() == picture.read_bytes(), picture.name
        assert picture.stat().st_size < MAX_BYTES, picture.name


@pytest.mark.ci
@pytest.mark.parametrize("slug", SLUGS)
def test_tests_of_queries_are_answered(slug: str, tmp_path: Path) -> None:
    database = str(tmp_path / "games.duckdb")
    words = ["load", str(FOLDER / slug / "games.mgn"), "--db", database]
    assert RUNNER.invoke(app_for(words), words).exit_code == 0
    (table,) = re.findall(r"^\| test \|.*\n((?:\|.*\n)+)", page(slug), re.MULTILINE)
    tests = [
        test for row in table.splitlines() for test in re.findall("`(.+?)`", row.split(" | ")[0])
    ]
    assert tests
    for test in tests:
        words = ["query", test, "--rules", slug, "--db", database]
        done = RUNNER.invoke(app_for(words), words)
        assert done.exit_code == 0, f"{test}\n{done.stderr}"


@pytest.mark.parametrize("slug", SLUGS)
def test_links_lead_somewhere(slug: str) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", page(slug))
    assert links
    for link in links:
        assert (FOLDER / link).exists(), link
    assert f"docs/games/{slug}.md" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_page_has_the_names_of_its_game(slug: str) -> None:
    description = find_game(slug).description
    assert page(slug).startswith(f"# {description.title}\n")
    for word in (*(setting.tag for setting in description.settings), *description.terminations):
        assert f"`{word}`" in page(slug), word


SMALL_PAGE = read_page("tutorials/small-game.md")
COMMANDS = re.findall(r"^\$ (.*mentis .*)$", SMALL_PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page and nothing else."""
    place = tmp_path_factory.mktemp("small")
    facts, entry = re.findall(
        r"^```text\n((?:Metadata|\[mentis).*?)^```", SMALL_PAGE, re.M | re.DOTALL
    )
    files = {
        "annulus/annulus.lark": re.findall(r"^```lark\n(.*?)^```", SMALL_PAGE, re.M | re.DOTALL)[0],
        "annulus/game.py": re.findall(r"^```python\n(.*?)^```", SMALL_PAGE, re.M | re.DOTALL)[0],
        "annulus/__init__.py": "",
        "annulus-1.0.dist-info/METADATA": facts,
        "annulus-1.0.dist-info/entry_points.txt": entry,
    }
    for name, text in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


def run_in_folder(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    *printed, command = line.split(" | ")
    text = shlex.split(printed[0])[1].replace("\\n", "\n") if printed else ""
    words = [sys.executable, "-m", "mentis_records.cli", *shlex.split(command)[1:]]
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        words,
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.mark.ci
def test_it_goes_through_the_commands(folder: Path) -> None:
    *sound, broken = COMMANDS
    assert len(sound) >= 6
    told = []
    for line in sound:
        done = run_in_folder(folder, line)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        told.append(done.stdout)
    assert told[0].split() == sorted(("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"))
    assert told[1].strip() == "56"
    done = run_in_folder(folder, broken)
    assert done.returncode == 1
    assert "A102 point-taken: a1 has a stone already" in done.stdout


@pytest.mark.ci
def test_it_is_the_game_of_the_tests() -> None:
    site = ROOT / "tests/stranger/site/annulus"
    for name in ("game.py", "annulus.lark"):
        assert (site / name).read_text(encoding="utf-8").strip() in SMALL_PAGE


README = read_page("README.md")
BLOCKS = list(blocks_of(README))


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_the_two_commands_are_there() -> None:
    first, second = (block.text.strip() for block in BLOCKS if block.kind == "sh")
    assert first.endswith("mentis demo")
    assert "pytest" in second
    assert README.index(second) < 2_000
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    pattern = re.search(r"sed -n 's/\^\\\((.*?)\\\)\$/", run)
    assert pattern is not None
    assert re.fullmatch(pattern[1], second)


def test_the_tour_can_be_typed() -> None:
    tour = README.partition("## A tour")[2]
    before, shown, _ = tour.partition("```console")
    assert shown
    assert ". .venv/bin/activate" in before
    assert ".venv/bin/mentis" in before


def test_what_it_shows_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    furnish(tmp_path, monkeypatch)
    shown = [block.text for block in BLOCKS if block.kind == "console"]
    assert sum(text.count("$ mentis") + text.count("$ printf") for text in shown) > 7
    for text in shown:
        assert answers(text) == text
    examples = "\n".join(block.text for block in BLOCKS if block.kind == "pycon")
    assert examples.count(">>>") >= 6
    assert not run_python("README", examples)


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http)([^)]+)\)", README))
def test_links_lead_somewhere_of_readme(path: str) -> None:
    assert (ROOT / path).exists()
