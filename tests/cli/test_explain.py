"""explain: a diagnostic with its rule, and all of them by what they are about."""

import io
import re
import sys

import pytest
from cli_kit import json_lines, mentis

from mentis_records.cli.explain import explain
from mentis_records.games import GAMES, catalogue

ENTRIES = catalogue()


def test_a_line_for_each_code_under_what_it_is_about() -> None:
    lines = mentis("explain").stdout.splitlines()
    found: list[tuple[str, str]] = []
    heading = ""
    for before, line in zip(["", *lines], lines, strict=False):
        if not line.startswith(" ") and line:
            assert not before
            heading = line
        elif line:
            found.append((line.split()[0], heading))
    assert sorted(code for code, _ in found) == sorted(entry.id for entry in ENTRIES)
    headings = dict(found)
    assert headings["N201"] == "Every game: tags"
    assert headings["M305"] == "Mentis: captures"
    assert headings["K201"] == "CirKle Mind: attacks"
    (line,) = [each for each in lines if each.startswith("  M305 ")]
    assert line.split()[1] == "immune"
    assert "Spears cannot be captured by Nobles" in line


def test_warnings_and_notes_are_told_from_errors() -> None:
    lines = mentis("explain").stdout.splitlines()
    told = {line.split()[0]: line for line in lines if line.startswith("  ")}
    for entry in ENTRIES:
        mark = f" [{entry.severity}]"
        assert told[entry.id].endswith(mark) == (entry.severity != "error"), entry.id
    assert "make a record invalid" in mentis("explain").stderr


def test_every_code_of_ours_says_what_it_is_about() -> None:
    assert all(entry.about and entry.meaning for entry in ENTRIES)
    for entry in ENTRIES:
        assert "\n" not in entry.meaning
        assert " ".join(entry.page.split()).startswith(entry.meaning)


def test_codes_as_json() -> None:
    found = json_lines(mentis("explain", "--format", "json"))
    assert sorted(each["code"] for each in found) == sorted(entry.id for entry in ENTRIES)
    (hill,) = [each for each in found if each["code"] == "M108"]
    assert hill["slug"] == "hill"
    assert (hill["game"], hill["about"], hill["severity"]) == ("mentis", "moves", "error")
    assert hill["meaning"].endswith("hill.")
    (tag,) = [each for each in found if each["code"] == "N202"]
    assert tag["game"] is None
    assert {each["game"] for each in found} == {None, *(each.description.slug for each in GAMES)}


def test_one_code_as_json() -> None:
    (found,) = json_lines(mentis("explain", "hill", "--format", "json"))
    assert found["code"] == "M108"
    assert found["rule"] == "rulebook, Movement Rules"
    assert len(found["examples"]) == 2
    assert set(found["examples"][0]) == {"text", "spot"}
    assert found["page"].startswith(found["meaning"])


@pytest.mark.parametrize("code", ["hill", "tags-missing", "K201"])
def test_the_page_of_the_documentation_is_named(code: str) -> None:
    (found,) = json_lines(mentis("explain", code, "--format", "json"))
    assert re.fullmatch(r"reference/diagnostics/[a-z-]+\.html#[a-z0-9-]+", found["documentation"])
    assert f"\nDocumentation: {found['documentation']}\n" in mentis("explain", code).stdout


def test_unknown_format() -> None:
    done = mentis("explain", "--format", "csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "text, json" in done.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit_on_a_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdout", screen)
    explain()
    monkeypatch.undo()
    lines = re.sub(r"\x1b\[\dm", "", screen.getvalue()).splitlines()
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    assert all(entry.meaning in words for entry in ENTRIES)


def test_several_codes_are_explained_one_after_another() -> None:
    done = mentis("explain", "M305", "tags-missing", "immune")
    heads = re.findall(r"^([A-Z]\d+) [a-z-]+ \(", done.stdout, re.MULTILINE)
    assert (done.exit_code, heads) == (0, ["M305", "N203"])
    found = json_lines(mentis("explain", "M305", "N203", "--format", "json"))
    assert [each["code"] for each in found] == ["M305", "N203"]
