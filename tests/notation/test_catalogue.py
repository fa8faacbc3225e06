"""The catalogue of diagnostics: every code is produced by its examples, with a true span."""

import re
import string

import pytest
from notation_kit import read, spanned
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.core.diagnostic import Code, Diagnostic, Example, Severity
from mentis_records.games import GAMES, catalogue, find_code, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.write import format_record

WITHOUT_EXAMPLE = {
    *("source-unreadable", "source-too-large", "no-record-file", "other-encoding"),
    "game-fault",  # no bundled game has it
}
RUNNER = CliRunner()

ENTRIES = [pytest.param(code, id=f"{code.id}-{code.slug}") for code in catalogue()]
EXPLAIN = make_app(["explain"])


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def spot(text: str, reading: Reading, found: Diagnostic) -> str:
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
def test_entry(code: Code) -> None:
    """An entry is whole, and ``explain`` shows all of it by its id and by its slug."""
    assert re.fullmatch(r"[A-Z][0-9]{3}", code.id)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code.slug)
    assert code.severity in Severity
    assert code.message
    assert code.expected
    assert code.rule
    assert len(code.page.split()) >= 5
    assert len(code.examples) == (0 if code.slug in WITHOUT_EXAMPLE else 2)
    assert len({example.text for example in code.examples}) == len(code.examples)
    for template in (code.message, code.expected, code.hint):
        assert all(re.fullmatch(r"[a-z_]+", name) for name in fields(template))
    by_id, by_slug, lower = (
        RUNNER.invoke(EXPLAIN, ["explain", name]) for name in (code.id, code.slug, code.id.lower())
    )
    assert by_id.exit_code == 0
    assert by_id.stdout == by_slug.stdout == lower.stdout
    assert code.slug in by_id.stdout
    assert " ".join(code.page.split()) in " ".join(by_id.stdout.split())
    assert code.rule in by_id.stdout
    assert by_id.stdout.count("Example") == len(code.examples)
    assert len(by_id.stdout) < 5000


RELATED = {
    *("too-many-errors", "too-many-findings", "listing-empty", "variation-too-deep"),
    *("repetition-not-claimed", "control-character", "path-breaks-off"),
}
"""Codes whose examples need other errors, or contradict something else as well."""

UNTOLD = {"result-missing", "direction-mark", "round-repeated", "text-around", "trial-size"}
"""What is gone from the canonical form, but should be looked at: is the record complete?"""


def hits(code: Code, readings: list[Reading]) -> list[tuple[Reading, Diagnostic]]:
    """Return the findings of a code, each with the reading that has it."""
    return [
        (reading, found)
        for reading in readings
        for found in reading.diagnostics
        if found.code.id == code.id
    ]


@pytest.mark.parametrize("code", ENTRIES)
def test_examples(code: Code) -> None:
    for example in code.examples:
        readings = read(example.text)
        check_produced(code, example, readings)
        check_strict(code, example)
        check_repaired(code, readings)


def check_produced(code: Code, example: Example, readings: list[Reading]) -> None:
    """Check that an example shows its code at its spot, and no error of another kind."""
    found_here = hits(code, readings)
    assert found_here, "the example does not produce its code"
    assert example.spot in [spot(example.text, reading, found) for reading, found in found_here]
    for reading, found in found_here:
        assert found.severity is code.severity
        assert found.message
        assert found.expected
        for text in (found.message, found.expected, found.hint):
            assert not re.search(r"\{[a-z_]+\}|\{\}|None", text), text
            assert "\n" not in text
        assert reading.is_valid == (not any(one.is_error for one in reading.diagnostics))
    if code.slug not in RELATED:
        others = [found for reading in readings for found in reading.diagnostics if found.is_error]
        assert [found.code.id for found in others if found.code.id != code.id] == []


def check_strict(code: Code, example: Example) -> None:
    """Check that a warning is an error in strict mode."""
    if code.severity is not Severity.WARNING:
        return
    found_here = hits(code, read(example.text, strict=True))
    assert found_here, "strict mode loses the finding"
    for reading, found in found_here:
        assert found.severity is Severity.ERROR
        assert not reading.is_valid
        assert reading.record is None


def check_repaired(code: Code, readings: list[Reading]) -> None:
    """Check that the canonical form lacks what the catalogue calls repaired, and nothing else."""
    if code.severity is Severity.ERROR:
        assert not code.is_repaired
        return
    for reading, _ in hits(code, readings):
        if reading.is_translated or reading.record is None or reading.preamble:
            assert not code.is_repaired
            continue
        game = find_game(reading.record.game).description
        is_there = bool(hits(code, read(format_record(reading.record, game))))
        if code.is_repaired or code.slug not in UNTOLD:
            assert code.is_repaired != is_there, "in the canonical form"


def test_explain_lists_all() -> None:
    result = RUNNER.invoke(EXPLAIN, ["explain"])
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line.startswith("  ")]
    assert len(lines) == len(catalogue())
    assert all(code.id in result.stdout and code.slug in result.stdout for code in catalogue())


def test_explain_unknown() -> None:
    result = RUNNER.invoke(EXPLAIN, ["explain", "imune"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "immune" in result.stderr


def test_find_code() -> None:
    assert all(find_code(code.id) is code and find_code(code.slug) is code for code in catalogue())
    with pytest.raises(KeyError):
        find_code("nothing")


def test_every_game_code_is_listed() -> None:
    for game in GAMES:
        assert set(game.description.codes) <= set(catalogue())
