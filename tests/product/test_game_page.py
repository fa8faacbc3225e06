"""The pages of games: their commands run and draw their pictures, their links lead somewhere."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.games import find_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "games"
SLUGS = sorted(page.stem for page in FOLDER.glob("*.md"))
MAX_BYTES = 130_000
RUNNER = CliRunner()


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
    blocks = re.findall(r"^```sh\n(.*?)^```", page(slug), re.MULTILINE | re.DOTALL)
    for line in "".join(blocks).splitlines():
        words = shlex.split(line)
        assert words[0] == "mentis"
        done = RUNNER.invoke(app_for(words[1:]), words[1:])
        assert done.exit_code == 0, f"{line}\n{done.stderr}"
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
