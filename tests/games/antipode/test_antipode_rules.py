"""Antipode against the tables of its page: positions, illegal turns, whole records, settings."""

import re
from pathlib import Path

import pytest
from ring import LONG, RECORD

from mentis_records.core.diagnostic import Severity
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

GAME = find_game("antipode")
READER = Reader(GAMES)
CASES = Path(__file__).parents[2] / "cases" / "antipode"

ENDED = re.compile(r"(1-0|0-1) (captures|pieces)")
TABLE = (
    ("s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "b2-d2xd4", "1-0 captures"),
    ("s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "b2-d2", "P701"),
    ("s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "b2-d2-f2", "P701"),
    ("s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7", "b2-b3", ""),
    ("s6/7/7/7/3S1S1/1GG1G2/1S5 G 13/7 6/0 -,- pt 7", "b2-d2-f2xf4", "1-0 captures"),
    ("s6/7/7/7/7/1GS4/7 G 15/6 6/0 -,- pt 7", "b2xd2", "1-0 pieces"),
    ("6s/7/7/1S5/G6/1GG4/7 G 13/15 0/0 -,- pt 7", "c2-a2-a4xc4", "P405"),
    ("6s/7/7/1S5/G6/1GG4/7 G 10/12 0/0 -,- pb 0", "c2-a2-a4xc4", ""),
    ("7/7/7/7/1G5/G1G4/Gg5 G 9/13 0/0 -,- pb 0", "a1~c1-c3-a3-a1", ""),
    ("6g/7/7/7/1G5/G1G4/GG5 G 8/13 0/0 -,- pb 0", "a1-c1-c3-a3-a1", "P406"),
    ("g6/7/7/7/7/7/3G3 G 12/13 0/0 a4a7,- pb 0", "Aa7-a4", "P206"),
    ("g6/7/7/7/7/7/3G3 G 12/13 0/0 a4a7,- pb 0", "Aa7-a3", ""),
    ("s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7", "Pa2", "0-1 captures"),
    ("s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7", "Pa2:b2-b3", "P603"),
)
"""Positions, turns, and how the round ends, or what is found."""


def read(text: str) -> Reading:
    (reading,) = READER.read_text("test", text)
    return reading


def ids(reading: Reading, *severities: Severity) -> list[str]:
    wanted = severities or (Severity.ERROR, Severity.WARNING)
    return [found.code.id for found in reading.diagnostics if found.severity in wanted]


@pytest.mark.parametrize(("position", "turn", "answer"), TABLE)
def test_positions_of_the_page(position: str, turn: str, answer: str) -> None:
    side = "1." if " G " in position else "1..."
    ended = ENDED.fullmatch(answer)
    result = ended[1] if ended else "*"
    reading = read(f'[Game "Antipode"]\n[Position "{position}"]\n\n{side} {turn} {result}\n')
    assert ids(reading) == ([] if ended or not answer else [answer])
    assert reading.is_valid == (answer in ("", "P701") or ended is not None)
    if ended:
        assert (reading.result, reading.termination) == ended.groups()


def test_records_are_sound() -> None:
    (single,) = READER.read_text("a", (CASES / "basic_captures.mgn").read_text())
    assert ids(single) == []
    assert (single.plies, single.result, single.termination) == (50, "0-1", "captures")
    rounds = [*READER.read_text("a", (CASES / "match_2_rounds.mgn").read_text())]
    assert [ids(each) for each in rounds] == [["P701"], []]
    assert [each.record.points for each in rounds if each.record] == [(0, 6), (5, 0)]
    assert [ply.is_warned for ply in rounds[0].record.plies].index(True) == 49  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ('FirstPlayer "S"', 'FirstPlayer "G"'),
        ('GoldStones "9"', 'GoldStones "6"'),
        ('SilverStones "15"', 'SilverStones "26"'),
        ('Floor "7"', 'Floor "0"'),
        ('Rules "tournament"', 'Rules "basic"'),
        ('Match "2"', 'Match "3"'),
        ('MatchRound "2"', 'MatchRound "3"'),
    ],
)
def test_a_setting_of_a_round_cannot_be_another(tag: str, value: str) -> None:
    text = (CASES / "match_2_rounds.mgn").read_text()
    at = text.rindex(f"[{tag}]")
    readings = [*READER.read_text("a", text[:at] + f"[{value}]" + text[at + len(tag) + 2 :])]
    assert readings[0].is_valid
    assert not readings[1].is_valid


@pytest.mark.parametrize(
    ("flags", "number", "is_round"),
    [("pt", 3, False), ("pb", 2, False), ("pb", 3, True), ("pt", 2, True)],
)
def test_the_extra_round_alone_has_a_position_under_basic_rules(
    flags: str, number: int, is_round: bool
) -> None:
    position = f"7/7/7/G6/7/7/6s G 15/16 0/0 -,- {flags} 7"
    tags = f'[Match "2"]\n[MatchRound "{number}"]\n[Position "{position}"]'
    reading = read(f'[Game "Antipode"]\n{tags}\n\n1. a4-a5 *\n')
    assert reading.is_valid == is_round
    assert is_round or ids(reading, Severity.ERROR) == ["N206"]


def test_a_jump_of_many_legs_is_read_and_written() -> None:
    reading = read(RECORD)
    assert ids(reading) == []
    assert reading.record is not None
    assert f"\n1. {LONG} d4 *" in format_record(reading.record, GAME.description)


MATCH = (CASES / "match_2_rounds.mgn").read_text()


@pytest.mark.parametrize(
    ("number", "tag", "other", "code"),
    [
        (0, 'RoundScore "0:6"', "0:5", "P611"),
        (0, 'RoundScore "0:6"', "-", "P611"),
        (0, 'MatchScore "0:6"', "6:0", "P611"),
        (0, 'FirstPlayer "G"', "S", "P101"),
        (0, 'SilverStones "16"', "17", "P613"),
        (1, 'RoundScore "5:0"', "5:6", "P611"),
        (1, 'MatchScore "5:6"', "5:0", "P611"),
        (1, 'MatchResult "0-1"', "1-0", "P612"),
        (1, 'GoldStones "9"', "10", "P613"),
        (1, 'SilverStones "15"', "16", "P613"),
        (1, 'MatchRound "2"', "1", "N206"),
    ],
)
def test_a_wrong_claim_of_a_match_is_an_error(number: int, tag: str, other: str, code: str) -> None:
    at = MATCH.index(f"[{tag}]") if not number else MATCH.rindex(f"[{tag}]")
    changed = f'[{tag.split()[0]} "{other}"]'
    text = MATCH[:at] + changed + MATCH[at + len(tag) + 2 :]
    found = [ids(each, Severity.ERROR) for each in READER.read_text("a", text)]
    if code == "N206":  # another round that begins like this
        assert any(found)
    elif code == "P613" and not number:
        assert found == [[], ["P613"]]
    elif code == "P101":
        assert found[0]
    else:
        assert found[number] == [code]


def test_rounds_alone_or_out_of_order_are_told() -> None:
    first, second = MATCH.split("\n\n[Game")
    second = "[Game" + second
    assert ids(read(second)) == ["P615"]
    turned = [ids(each) for each in READER.read_text("a", f"{second}\n\n{first}\n")]
    assert turned == [["P615"], ["P701"]]
    twice = [ids(each) for each in READER.read_text("a", f"{MATCH}\n{second}")]
    assert twice == [["P701"], [], ["P616"]]
    single = (CASES / "basic_captures.mgn").read_text()
    parted = [ids(each) for each in READER.read_text("a", f"{first}\n\n{single}\n{second}")]
    assert parted == [["P701"], [], ["P615"]]
