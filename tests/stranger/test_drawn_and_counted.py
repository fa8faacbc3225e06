"""A game from outside with its own picture and sections, as the page on adding one has them."""

import json
import re
import shutil
from pathlib import Path

import pytest
from program_kit import ROOT, mentis

pytestmark = pytest.mark.one_build

HERE = Path(__file__).parent
GUIDE = ROOT / "docs" / "game-capabilities.md"
MORE = """
from dataclasses import replace
from types import SimpleNamespace


class Full(Annulus):
    description = replace(
        Annulus.description,
        capabilities={
            "tallies": SimpleNamespace(TALLIES=(STONES,), count=count),
            "sections": SimpleNamespace(sections=sections),
            "picture": SimpleNamespace(picture=picture),
        },
    )


GAME = Full()
"""
RECORD = """[Event "x"]
[Result "1-0"]
[Game "Annulus"]

1. a1 a3 2. b1 b3 3. c1 1-0
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The distribution, with what the page shows besides."""
    site = tmp_path_factory.mktemp("full") / "site"
    shutil.copytree(HERE / "site", site, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    shown = [block for block in blocks if re.search("^def (picture|sections)", block, re.MULTILINE)]
    assert len(shown) == 2
    game = site / "annulus" / "game.py"
    game.write_text(game.read_text(encoding="utf-8") + "\n" + "\n".join(shown) + MORE)
    (site / "a.mgn").write_text(RECORD)
    return site


def run(site: Path, *words: object) -> str:
    done = mentis(*words, path=[site])
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def test_its_board_is_drawn(site: Path) -> None:
    shown = run(site, "show", site / "a.mgn")
    assert " 3    b─────b─────•" in shown
    assert " 1    w─────w────[w]" in shown


def test_its_sections_are_in_the_report(site: Path, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    run(site, "load", site / "a.mgn", "--db", database)
    run(site, "report", "collection", "--db", database, "--out", tmp_path)
    report = json.loads((tmp_path / "numbers" / "collection.json").read_text(encoding="utf-8"))
    assert "collection-stones" in report["figures"]
    numbers = json.loads(
        (tmp_path / "numbers" / "collection-stones.json").read_text(encoding="utf-8")
    )
    assert {row["square"]: (row["White"], row["Black"]) for row in numbers["rows"]} == {
        **dict.fromkeys(("a1", "b1", "c1"), (1.0, 0.0)),
        **dict.fromkeys(("a2", "c2", "c3"), (0.0, 0.0)),
        **dict.fromkeys(("a3", "b3"), (0.0, 1.0)),
    }
    page = (tmp_path / "collection.html").read_text(encoding="utf-8")
    assert "replayer" in page
    assert not re.search("tile|King|Blue", re.sub("<(script|style).*?</\\1>", "", page, flags=re.S))
