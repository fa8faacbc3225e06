"""Texts that are laid out in other ways, written as records: what they state, and nothing more."""

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
    written = propose_record(text, READER.games[0], READER.games).with_comment()
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


def test_a_heading_names_an_event_that_is_known() -> None:
    text = TABLE.replace("Autumn Cup", "# autumn cup, 14.11.2026")
    asked = (text, READER.games[0], READER.games)
    unknown = propose_record(*asked, ["Spring Cup"])
    assert ("Event" in unknown.text, unknown.left_out) == (False, ("autumn cup, 14.11.2026",))
    known = propose_record(*asked, ["Spring Cup", "Autumn Cup"])
    assert (known.left_out, '[Event "Autumn Cup"]' in known.text) == ((), True)


def lacking(text: str) -> tuple[str, ...]:
    return propose_record(text, READER.games[0], READER.games).left_out


@pytest.mark.parametrize(
    ("heading", "tags", "left"),
    [
        (
            "# Round 4: Ann Smith - Zoë Lévêque",
            {"Round": "4", "Blue": "Ann Smith", "Red": "Zoë Lévêque"},
            (),
        ),
        ("Ann vs Bob, 14.11.2026, result 1-0", {"Blue": "Ann", "Date": "2026.11.14"}, ()),
        ("Ann (Blue) vs Bob (Red), 7/11/26", {"Blue": "Ann", "Date": None}, None),
        ("Smith, Ann - Jones, Bob", {"Blue": None}, None),
        ("Club night - Autumn Cup", {"Blue": None}, None),
        ("Blue: Ann\nBlue: Eva", {"Blue": "Ann"}, ("Blue: Eva",)),
    ],
)
def test_a_heading_is_in_tags_or_in_a_comment(
    heading: str, tags: dict[str, str | None], left: tuple[str, ...] | None
) -> None:
    text = f"{heading}\n\n1) TSN d2, TSN d6\n"
    record = proposed(text)
    assert record is not None
    assert {name: record.tags.get(name) for name in tags} == tags
    kept = (heading,) if left is None else left
    assert lacking(text) == kept
    written = propose_record(text, READER.games[0], READER.games).with_comment()
    assert all(line in written for line in kept)


def test_how_a_game_ended_is_kept() -> None:
    record = proposed("Blue: Ann\nRed: Bob\n\n1) TSN d2, TSN d6\nRed resigns\n")
    assert record is not None
    assert (record.result, record.tags["Termination"]) == ("1-0", "resignation")


def test_names_and_days_in_front_of_moves_are_kept() -> None:
    first = "[14.11.26, 20:15:03] Blue: TSNd2"
    assert lacking(f"{first}\n[14.11.26, 20:16:11] Red: TSNd6\n") == (first,)
    assert lacking("Ann: TSNd2\nBob: TSNd6\n") == ("Ann: TSNd2", "Bob: TSNd6")


@pytest.mark.parametrize("name", ["J=C3=B6rg", "J=F6rg", "J=C3=\n=B6rg"])
def test_a_mail_is_decoded(name: str) -> None:
    record = proposed(f'> [Event "Cup"]\n> [Blue "Ann"]\n> [Red "{name}"]\n> 1. TSNd2 TSNd6 *\n')
    assert record is not None
    assert record.tags["Red"] == "Jörg"


def test_a_sound_text_stays_as_it_is() -> None:
    text = '[Event "a"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
    assert propose_record(text, READER.games[0], READER.games) == (text, ())


def test_most_messy_texts_have_a_proposal() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(MESSY.glob("*.txt"))]
    refused = [
        text for text in texts if not all(found.is_valid for found in READER.read_text("x", text))
    ]
    sound = [text for text in refused if proposed(text) is not None]
    assert len(sound) > 0.7 * len(refused) > 20
