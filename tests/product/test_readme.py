"""README is short, has the two commands, and all that it shows is so."""

import re
from pathlib import Path

import pytest
from site_kit import ROOT, answers, blocks_of, furnish, read_page, run_python

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
def test_links_lead_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
