"""A short record that comes again is examined once, and says the same as if it were alone."""

from typing import Any

import pytest
from notation_kit import read

from mentis_records.notation.explain import seen_records as memory
from mentis_records.notation.explain.reading import Reading

TEXTS = (
    '[Event "x"]\n\n1. d2-d3 *\n\n',
    '[Event "x"]\n\n1. TSNd2 (1. TSNc9) tsnd6 1-0\n\n',
    '[Event "x"]\n[Event "y"]\n\n*\n',
)
LISTINGS = "1. TSNd2 TSNd6\n", "2. TNNc2 TNNc6\n", "1. d2-d3\n", "2. Sb1 Sb7\n", "2. Sb1 Sb7\n"


def facts(reading: Reading, shift: int = 0) -> Any:
    """Return what a reading says, its lines counted from another one."""
    spans = [
        (found.span.line - shift, found.span.column, found.span.end_line - shift)
        for found in reading.diagnostics
    ]
    said = [(found.code.id, found.message, found.ply, found.move) for found in reading.diagnostics]
    ends = reading.plies, reading.result, reading.final_position, reading.is_valid
    return spans, said, ends, reading.record, reading.text


def test_repeated_records() -> None:
    order = [0, 1, 0, 2, 1, 0, 0, 2]
    readings = read("".join(TEXTS[number] for number in order))
    assert [reading.index for reading in readings] == list(range(1, len(order) + 1))
    for number, reading in zip(order, readings, strict=True):
        (alone,) = read(TEXTS[number])
        assert facts(reading, reading.line - 1) == facts(alone)


def test_listings_that_continue_are_examined_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(LISTINGS) + "".join(LISTINGS[:2])
    remembered = [facts(reading) for reading in read(text)]
    monkeypatch.setattr(memory, "_MAX_TEXT", -1)
    assert remembered == [facts(reading) for reading in read(text)]


def test_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MAX_KNOWN", 2)
    kept = memory.Memory(None)
    monkeypatch.setattr("mentis_records.notation.read.Memory", lambda search: kept)
    texts = [f'[Event "{at}"]\n\n1. d2-d3 *\n\n' for at in range(5)]
    assert [reading.line for reading in read("".join(texts))] == [1, 5, 9, 13, 17]
    assert not kept._known, "what has come once need not come again"
    assert [reading.line for reading in read("".join(texts))] == [1, 5, 9, 13, 17]
    assert len(kept._known) == 1
    long = f'[Event "{"x" * memory._MAX_TEXT}"]\n\n1. d2-d3 *\n'
    assert len(read(long)) == len(read(long)) == 1
    assert len(kept._known) == 1
    monkeypatch.setattr(memory, "_MAX_SEEN", 3)
    kept = memory.Memory(None)
    read("".join(texts))
    assert len(kept._seen) == 2
