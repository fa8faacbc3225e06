"""Comments keep their place among the variations of a ply."""

from __future__ import annotations

import pytest
from notation_kit import GAME, E, read_one

from mentis_records.notation.write import format_record


@pytest.mark.parametrize(
    "movetext",
    [
        "1. TSNd2 TSNd6 {a} (1... TSNe6) {b} 2. d2#-d3 *",
        "1. TSNd2 (1. TSNc2 {x} (1. TSNe2) {y}) {a} (1. Sb1) {b} {c} 1... TSNd6 *",
        "1. TSNd2 {a} (1. TSNc2) (1. TSNe2) {b} *",
    ],
)
def test_a_comment_stays_behind_its_variation(movetext: str) -> None:
    reading = read_one(f"{E}{movetext}\n")
    assert reading.record is not None, reading.diagnostics
    once = format_record(reading.record, GAME.description)
    assert " ".join(once.rpartition("\n\n")[2].split()) == movetext
    again = read_one(once)
    assert again.record is not None
    assert format_record(again.record, GAME.description) == once
