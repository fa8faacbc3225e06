"""Texts that are laid out in other ways, written as records: what they state, and nothing more."""

from __future__ import annotations

from pathlib import Path

import pytest

from mentis_records.cli.option import make_reader
from mentis_records.core.record import Record
from mentis_records.notation.layout.proposal import propose_record

MESSY = Path(__file__).parents[1] / "cases/messy"
READER = make_reader("", "", [], False, False)

TABLE = (
    "Autumn Cup\n\n| no. | Blue | Red |\n|---|---|---|\n| 1 | TSNd2 | TSNd6 |\n"
    "| 2 | d2-d3-d4-d3 | |\n"
)


def proposed(text: str) -> Record | None:
    """Return the record that is proposed for a text, or None if it is not sound."""
    written = propose_record(text, READER.games[0], READER.games)
    found = list(READER.read_text("x", written))
    return found[0].record if len(found) == 1 else None


@pytest.mark.parametrize(
    ("text", "tags", "plies", "result"),
    [
        (
            "Blue: Ann\nRed: Bob\nDate: 14.11.2026\n\n1) TSN d2, TSN d6\nBlue wins\n",
            {"Blue": "Ann", "Red": "Bob", "Date": "2026.11.14"},
            2,
            "1-0",
        ),
        (
            '> [Blue "Ann"]\n> [Red "Bob"]\n>\n> 1. TSNd2 TSNd6 1-0\n',
            {"Blue": "Ann", "Red": "Bob"},
            2,
            "1-0",
        ),
        (
            "Blue,Ann\nRed,Bob\n\nNo,Blue,Red\n1,TSNd2,TSNd6\n",
            {"Blue": "Ann", "Red": "Bob"},
            2,
            "*",
        ),
        (
            "Ann (Blue) vs Bob (Red)\n\n1. TSNd2 TSNd6\nRed resigns\n",
            {"Blue": "Ann", "Red": "Bob"},
            2,
            "1-0",
        ),
        (TABLE, {}, 3, "*"),
    ],
)
def test_what_a_text_states_is_in_the_record(
    text: str, tags: dict[str, str], plies: int, result: str
) -> None:
    record = proposed(text)
    assert record is not None
    asked = ("Event", "Blue", "Red", "Date")
    assert {name: record.tags[name] for name in asked if name in record.tags} == tags
    assert (len(record.plies), record.result) == (plies, result)


def test_a_sound_text_stays_as_it_is() -> None:
    text = '[Event "a"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
    assert propose_record(text, READER.games[0], READER.games) == text


def test_most_messy_texts_have_a_proposal() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(MESSY.glob("*.txt"))]
    refused = [
        text for text in texts if not all(found.is_valid for found in READER.read_text("x", text))
    ]
    sound = [text for text in refused if proposed(text) is not None]
    assert len(sound) > 0.7 * len(refused) > 20
