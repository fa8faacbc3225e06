"""The catalogue of diagnostics: every code is produced by its examples, with a true span."""

from __future__ import annotations

import gzip
import re
import string
from pathlib import Path
from typing import Any

import pytest
from notation_kit import read, spanned
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.core.diagnostic import Code, Severity
from mentis_records.games import GAMES, catalogue, find_code, find_game
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

FILES_ONLY = {"source-unreadable", "source-too-large", "no-record-file", "other-encoding"}
RUNNER = CliRunner()

ENTRIES = [pytest.param(code, id=f"{code.id}-{code.slug}") for code in catalogue()]
EXAMPLES = [
    pytest.param(code, example, id=f"{code.id}-{code.slug}-{number}")
    for code in catalogue()
    for number, example in enumerate(code.examples, 1)
]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def spot(text: str, reading: Any, found: Any) -> str:
    """Return what a diagnostic's span covers, in the source where the reading has other words."""
    if not reading.is_translated:
        return spanned(reading, found)
    (line,) = text.splitlines()
    return line[found.span.column - 1 : found.span.end_column - 1]


def test_ids_and_slugs_are_unique() -> None:
    ids = [code.id for code in catalogue()]
    slugs = [code.slug for code in catalogue()]
    assert len(set(ids)) == len(ids)
    assert len(set(slugs)) == len(slugs)


@pytest.mark.parametrize("code", ENTRIES)
def test_entry_is_whole(code: Code) -> None:
    assert re.fullmatch(r"[A-Z][0-9]{3}", code.id)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code.slug)
    assert code.severity in Severity
    assert code.message
    assert code.expected
    assert code.rule
    assert len(code.page.split()) >= 5
    assert len(code.examples) == (0 if code.slug in FILES_ONLY else 2)
    assert len({example.text for example in code.examples}) == len(code.examples)


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_example(code: Code, example: Any) -> None:
    hits = [
        (reading, found)
        for reading in read(example.text)
        for found in reading.diagnostics
        if found.code.id == code.id
    ]
    assert hits, "the example does not produce its code"
    assert example.spot in [spot(example.text, reading, found) for reading, found in hits]
    for reading, found in hits:
        assert found.severity is code.severity
        assert found.message
        assert found.expected
        for text in (found.message, found.expected, found.hint):
            assert not re.search(r"\{[a-z_]+\}|\{\}|None", text), text
            assert "\n" not in text
        assert reading.is_valid == (not any(one.is_error for one in reading.diagnostics))


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_example_is_about_one_thing(code: Code, example: Any) -> None:
    """An example shows its code, and no error that has nothing to do with it."""
    errors = [
        found
        for reading in read(example.text)
        for found in reading.diagnostics
        if found.is_error and found.code.id != code.id
    ]
    if code.slug in {"too-many-errors", "too-many-findings", "listing-empty", "variation-too-deep"}:
        return  # these need other defects
    if code.slug in {"repetition-not-claimed", "control-character", "path-breaks-off"}:
        return  # these contradict something else as well
    assert [found.code.id for found in errors] == []


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_strict_makes_warnings_errors(code: Code, example: Any) -> None:
    if code.severity is not Severity.WARNING:
        return
    hits = [
        (reading, found)
        for reading in read(example.text, strict=True)
        for found in reading.diagnostics
        if found.code.id == code.id
    ]
    assert hits
    for reading, found in hits:
        assert found.severity is Severity.ERROR
        assert not reading.is_valid
        assert reading.record is None


UNTOLD = {"result-missing", "direction-mark", "round-repeated", "text-around", "trial-size"}
"""What is gone from the canonical form, but should be looked at: is the record complete?"""


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_what_is_repaired_is_gone_from_the_canonical_form(code: Code, example: Any) -> None:
    if code.severity is Severity.ERROR:
        assert not code.is_repaired
        return
    for reading in read(example.text):
        if not any(found.code.id == code.id for found in reading.diagnostics):
            continue
        if reading.is_translated or reading.record is None or reading.preamble:
            assert not code.is_repaired
            continue
        game = find_game(reading.record.game).description
        again = read(format_record(reading.record, game))
        is_there = any(found.code.id == code.id for one in again for found in one.diagnostics)
        if code.is_repaired or code.slug not in UNTOLD:
            assert code.is_repaired != is_there


@pytest.mark.parametrize("code", ENTRIES)
def test_explain(code: Code) -> None:
    by_id = RUNNER.invoke(make_app(["explain"]), ["explain", code.id])
    by_slug = RUNNER.invoke(make_app(["explain"]), ["explain", code.slug])
    lower = RUNNER.invoke(make_app(["explain"]), ["explain", code.id.lower()])
    assert by_id.exit_code == 0
    assert by_id.stdout == by_slug.stdout == lower.stdout
    assert code.slug in by_id.stdout
    assert " ".join(code.page.split()) in " ".join(by_id.stdout.split())
    assert code.rule in by_id.stdout
    assert by_id.stdout.count("Example") == len(code.examples)
    assert len(by_id.stdout) < 5000


def test_explain_lists_all() -> None:
    result = RUNNER.invoke(make_app(["explain"]), ["explain"])
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line.startswith("  ")]
    assert len(lines) == len(catalogue())
    assert all(code.id in result.stdout and code.slug in result.stdout for code in catalogue())


def test_explain_unknown() -> None:
    result = RUNNER.invoke(make_app(["explain"]), ["explain", "imune"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "immune" in result.stderr


def test_find_code() -> None:
    assert all(find_code(code.id) is code and find_code(code.slug) is code for code in catalogue())
    with pytest.raises(KeyError):
        find_code("nothing")


def test_source_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "cut.mgn.gz"
    text = "".join(f'[Event "{at * 7919}"]\n\n1. TSNd2 *\n\n' for at in range(2000))
    path.write_bytes(gzip.compress(text.encode())[:-200])
    *sound, last = Reader(GAMES).read_path(str(path))
    assert sound
    assert all(reading.is_valid for reading in sound)
    assert not last.is_valid
    assert [found.code.slug for found in last.diagnostics] == ["source-unreadable"]


def test_source_too_large(tmp_path: Path) -> None:
    path = tmp_path / "bomb.mgn.gz"
    path.write_bytes(gzip.compress(b" " * (80 << 20), 9))
    *_, last = Reader(GAMES).read_path(str(path))
    assert not last.is_valid
    assert [found.code.slug for found in last.diagnostics] == ["source-too-large"]


def test_every_game_code_is_listed() -> None:
    for game in GAMES:
        assert set(game.description.codes) <= set(catalogue())


@pytest.mark.parametrize("code", ENTRIES)
def test_templates_parse(code: Code) -> None:
    for template in (code.message, code.expected, code.hint):
        assert all(re.fullmatch(r"[a-z_]+", name) for name in fields(template))
