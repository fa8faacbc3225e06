"""Records of MensaSpiel: the page's positions, illegal turns, claims, numbers, lenient reading."""

import re
from pathlib import Path
from typing import Any

import pytest

from mentis_records.core.game import PositionError
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.syntax.ply_reader import read_ply
from mentis_records.notation.write import format_record

GAME = find_game("mensaspiel")
CASES = Path(__file__).parents[2] / "cases" / "mensaspiel"
STRICT = Reader(GAMES, is_strict=True)

FULL = "a3:WB,a4:W,a5:W,b3:W,b5:W,c3:W,c4:W,c5:W W0.1.1/B0.7.0 W 3"
TAKEN = "a3:B,a4:B,a5:B,b3:B,b5:B,c3:B,c4:B,c5:B W0.8.1/B0.0.0 W 3"
EIGHT = "a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3"
OCCUPIED = "b3:W,c3:B,g4:B W2.6.0/B1.6.0 W 3"
COUNTER = "b3:W,e4:B W2.6.0/B2.6.0 W 2c@b3"
LAPSED = "f5:W,e4:B W0.6.0/B2.6.0 W 2c@f5"
EXCHANGED = "b3:W W1.6.1/B0.8.1 B 1@b3"
LAST = "a3:W,g3:WWWWWWB W0.0.0/B2.6.2 W 3"
PAST = "e4:B,f5:W W0.6.0/B2.6.0 B 2p@f5"


def read(text: str) -> list[Reading]:
    return list(Reader(GAMES).read_text("", text))


def record(position: str, turns: str, *tags: str) -> str:
    lines = ['[Game "MensaSpiel"]', f'[Position "{position}"]', *tags]
    return "\n".join([*lines, "", f"{turns} *"]) + "\n"


def codes(text: str) -> list[str]:
    """Return the slugs of errors and warnings about a text."""
    return [
        found.code.slug
        for reading in read(text)
        for found in reading.diagnostics
        if found.severity != "note"
    ]


def verdict(position: str, turn: str) -> Any:
    ply = read_ply(turn, GAME.description)
    assert ply is not None
    return GAME.resolve(GAME.parse_position(position, {}), ply)


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        (TAKEN, "--"),
        (EIGHT, "a3-e3 a3-e5 a3-g3 a3xf5 b3-e4 b3-g4+ b3xg5 c3-g3"),
        (LAPSED, "--"),
        (EXCHANGED, "ESe3 ESe4 ESe5 ESf3 ESf5 ESg3 ESg4"),
        (LAST, "a3-c5"),
    ],
)
def test_exactly_these_turns_are_legal(position: str, turns: str) -> None:
    legal = GAME.legal_moves(GAME.parse_position(position, {}))
    assert [move.notation for move in legal] == turns.split()


def test_further_positions_of_the_page() -> None:
    assert len(GAME.legal_moves(GAME.parse_position(FULL, {}))) == 22
    for turn in ("ESa3", "--"):
        assert not verdict(FULL, turn).is_legal
    assert not verdict(OCCUPIED, "b3xg4").is_legal
    assert verdict(COUNTER, "Sg5").is_legal
    assert not verdict(COUNTER, "Sg5+").is_legal
    position = GAME.parse_position(LAPSED, {})
    after = GAME.play(position, GAME.legal_moves(position)[0])
    assert GAME.format_position(after) == PAST


ILLEGAL = (
    "pass-with-turns",
    "no-ring-square",
    "starter-mark",
    "start-outside-ring",
    "out-of-steps",
    "contact-out-of-steps",
    "own-square",
    "prisoner-count",
    "last-man-no-reserve",
    "not-last-man",
    "exchange-no-reserve",
    "exchange-blocked",
    "pass-with-turns",
    "start-copied",
    "start-outside-ring",
    "transmitter-count",
    "count-off-transmitter",
    "capture-with-mark",
    "no-enemy-there",
    "contact-occupied",
    "10 pieces of White; the set has 9",
    "10 pieces of White; the set has 9",
    "d4 is not a coloured square",
    "b3 is named twice",
    "this is not a position of MensaSpiel",
    "the opening digit is 0 exactly while the rings are empty",
    "the first start's square, @, stands with opening digit 1 or 2 only",
    "the counter-attack right, c, belongs to the first piece's owner",
    "a start is due, x, but White has no single starter",
)
"""What is wrong with the blocks of the file: the code of a turn, or a reason."""


def illegal_blocks() -> list[tuple[str, str]]:
    text = (CASES / "illegal.txt").read_text(encoding="utf-8")
    found = re.findall(r'\[Position "(.*)"\]\n(?:(\S+) +)?\{', text)
    return [(position, turn) for position, turn in found]


@pytest.mark.parametrize(
    ("block", "wrong"), [*zip(illegal_blocks(), ILLEGAL, strict=True)], ids=range(1, 30)
)
def test_illegal_turns_and_positions(block: tuple[str, str], wrong: str) -> None:
    position, turn = block
    if turn:
        assert GAME.format_position(GAME.parse_position(position, {})) == position
        number = "1." if " W " in position else "1..."
        assert codes(record(position, f"{number} {turn}")) == [wrong]
        return
    with pytest.raises(PositionError, match=re.escape(wrong)):
        GAME.parse_position(position, {})
    assert codes(record(position, "")) == ["position-refused"]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "this is not a position"),
        ("-  W3.6.0/B3.6.0 W 0", "this is not a position"),
        ("- W3.6/B3.6.0 W 0", "this is not a position"),
        ("- W3.6.0/B3.6.0 w 0", "this is not a position"),
        ("b3:WX W3.6.0/B3.6.0 W 3", "this is not a position"),
        ("- W\u0663.6.0/B3.6.0 W 0", "this is not a position"),
        ("b3:" + "W" * 500 + " W0.0.0/B3.6.0 W 3", "this is not a position"),
        ("b3:WW W2.5.0/B3.6.0 W 3", "a stack of White without an enemy in it"),
        ("b4:W W2.6.0/B3.6.0 W 3", "b4 is not a coloured square"),
        ("b3:W W-1.6.0/B3.6.0 W 3", "-1 pieces in the base of White"),
        ("b3:W W2.6.0/B3.6.-2 W 3", "-2 pieces in the prison of Black"),
        ("b3:W W2.6.1/B3.6.0 W 3", "10 pieces of Black"),
        ("b3:W W2.6.0/B3.6.0 W 0", "the opening digit is 0 exactly while the rings are empty"),
        ("b3:W W2.6.0/B3.6.0 W 3@b3", "stands with opening digit 1 or 2 only"),
        ("- W3.6.0/B3.6.0 W 0@b3", "stands with opening digit 1 or 2 only"),
        ("b3:W W2.6.0/B3.6.0 B 1@b4", "the first start on b4"),
        ("b3:W,e4:B W2.6.0/B2.6.0 W 3c", "the counter-attack right"),
        ("b3:W W2.6.0/B3.6.0 W 1c@b3", "the counter-attack right"),
        ("b3:W W2.6.0/B3.6.0 W 3x", "has no single starter"),
    ],
)
def test_refused_positions(position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        GAME.parse_position(position, {})


def test_all_reasons_are_told() -> None:
    text = "b4:W,b3:WW,b3:B W2.-1.0/B3.6.0 W 3@d4"
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(text, {})
    assert len(caught.value.reasons) == 5


def test_fewer_than_nine_pieces_may_be_stated() -> None:
    text = "b3:W W0.0.0/B0.0.0 B 3"
    position = GAME.parse_position(text, {})
    assert GAME.format_position(position) == text
    assert GAME.outcome(position).termination == "extinction"
    assert GAME.legal_moves(position) == []


def test_stacks_are_written_in_order() -> None:
    text = "e4:B,b3:W W2.6.0/B2.6.0 W 3"
    assert GAME.format_position(GAME.parse_position(text, {})) == ("b3:W,e4:B W2.6.0/B2.6.0 W 3")


def test_the_recorded_game_replays() -> None:
    (reading,) = Reader(GAMES).read_path(str(CASES / "trial_0.mgn"))
    assert reading.is_valid
    assert [found.severity for found in reading.diagnostics] == ["note"]
    played = reading.record
    assert len(played.plies) == 99
    assert (played.result, played.termination) == ("1-0", "extinction")
    assert not any(ply.is_irregular for ply in played.plies)


def test_two_passes_running_are_a_draw() -> None:
    position = GAME.parse_position("f5:W,a3:B W0.8.0/B0.8.0 W 3", {})
    for _ in range(2):
        assert GAME.outcome(position) is None
        (move,) = GAME.legal_moves(position)
        assert move.notation == "--"
        position = GAME.play(position, move)
    assert GAME.outcome(position).result == "1/2-1/2"
    assert GAME.outcome(position).termination == "both blocked"
    assert GAME.legal_moves(position) == []


@pytest.mark.parametrize(
    ("position", "turn", "meant", "slug"),
    [
        ("- W3.6.0/B3.6.0 W 0", "sb3", "Sb3", "letter-case"),
        ("- W3.6.0/B3.6.0 W 0", "SB3", "Sb3", "letter-case"),
        (EXCHANGED, "esE3", "ESe3", "letter-case"),
        (EIGHT, "A3-g3", "a3-g3", "letter-case"),
        (EIGHT, "a3Xf5", "a3xf5", "letter-case"),
        ("e4:BW,g5:B W0.5.1/B2.4.0 W 3", "E4-D4:1", "e4-d4:1", "letter-case"),
        (EIGHT, "a3\u2013g3", "a3-g3", "typographic-sign"),
        (EIGHT, "a3\u2212g3", "a3-g3", "typographic-sign"),
        (EIGHT, "a3\u00d7f5", "a3xf5", "typographic-sign"),
        (TAKEN, "\u2014", "--", "typographic-sign"),
        (TAKEN, "\u2013\u2013", "--", "typographic-sign"),
    ],
)
def test_lenient_reading(position: str, turn: str, meant: str, slug: str) -> None:
    number = "1." if " W " in position else "1..."
    text = record(position, f"{number} {turn}")
    (reading,) = read(text)
    assert codes(text) == [slug]
    assert reading.is_valid
    (strict,) = STRICT.read_text("", text)
    assert not strict.is_valid
    written = format_record(reading.record, GAME.description)
    assert f" {meant} *" in written
    assert codes(written) == []


@pytest.mark.parametrize(
    ("turn", "slug"),
    [
        ("S b3", "gaps-inside"),
        ("E Sb3", "gaps-inside"),
        ("b3 - c3", "gaps-inside"),
        ("b3x e4", "gaps-inside"),
        ("c5-d4", "transmitter-count"),
        ("c5-d4:", "transmitter-count"),
        ("c5-d4:12", "transmitter-count"),
        ("c5-d4=3", "transmitter-count"),
        ("c5-d4:1+", "transmitter-with-mark"),
        ("c5-d4+", "transmitter-with-mark"),
        ("c5-b5:1", "count-off-transmitter"),
        ("c5xe4+", "capture-with-mark"),
        ("E", "exchange-alone"),
        ("Eb3", "exchange-alone"),
        ("b3c3", "signs-missing"),
        ("b3", "square-alone"),
        ("b3-", "square-alone"),
        ("Sb6", "off-board"),
        ("Sh3", "off-board"),
        ("b3-c10", "off-board"),
        ("b3xi5", "off-board"),
    ],
)
def test_miswritings_have_codes(turn: str, slug: str) -> None:
    assert codes(record("b3:W,c5:BW,e4:B W1.6.0/B2.5.0 W 3", f"1. {turn}")) == [slug]


@pytest.mark.parametrize("turn", ["Sb3Se4", "Sb3+1.", "b3-c3-c4", "b3-d4:1x", "Sb33", "--b3"])
def test_a_turn_ends_where_its_word_does(turn: str) -> None:
    (reading,) = read(f'[Game "MensaSpiel"]\n\n1. {turn} *\n')
    assert not reading.is_valid


@pytest.mark.parametrize("behind", [" ", "\n", "!", "{x}", " {x}", " $1 ", "; x\n", " (1. Sa3)"])
def test_what_may_stand_behind_a_turn(behind: str) -> None:
    assert codes(f'[Game "MensaSpiel"]\n\n1. Sb3{behind} *\n') == []


@pytest.mark.parametrize(
    ("tags", "turns"),
    [
        ((), "1... Se4 2. Sa3 Sf5"),
        (('[FirstPlayer "W"]',), "1... Se4 2. Sa3 Sf5"),
        (('[FirstPlayer "B"]',), "1. Se4 Sa3 2. Sf5"),
    ],
)
def test_the_first_player_numbers_the_turns(tags: tuple[str, ...], turns: str) -> None:
    text = record("b3:W W2.6.0/B3.6.0 B 1@b3", turns, *tags)
    assert codes(text) == []
    (reading,) = read(text)
    written = format_record(reading.record, GAME.description)
    assert written.endswith(f"\n\n{turns} *\n")
    assert codes(written) == []
    misnumbered = record("b3:W W2.6.0/B3.6.0 B 1@b3", re.sub(r" 2\. ", " ", turns), *tags)
    assert codes(misnumbered) == ["number-missing"]


def test_black_may_begin() -> None:
    text = '[Game "MensaSpiel"]\n[FirstPlayer "B"]\n\n1. Se4 Sb3 2. Se5 *\n'
    assert codes(text) == []
    (reading,) = read(text)
    assert [(ply.side, ply.move_number) for ply in reading.record.plies] == [(1, 1), (0, 1), (1, 2)]
    assert codes(text.replace('[FirstPlayer "B"]\n', "")) != []


CLAIMS = (
    ('[Prisoners "8"]', "option-unknown"),
    ('[Prisoners "0"]', "option-unknown"),
    ('[FirstPlayer "White"]', "option-unknown"),
    ('[Termination "prisoners"]', "termination-contradicts"),
    ('[Termination "both blocked"]', "termination-contradicts"),
    ('[PlyCount "3"]', "plycount-wrong"),
)


@pytest.mark.parametrize(("tag", "slug"), CLAIMS)
def test_claims_are_checked(tag: str, slug: str) -> None:
    assert codes(f'[Game "MensaSpiel"]\n{tag}\n\n1. Sb3 *\n') == [slug]


@pytest.mark.parametrize(
    ("prisoners", "ending", "slugs"),
    [
        ("3", "*", []),
        ("2", "1-0", []),
        ("2", "*", ["result-contradicts-board"]),
        ("2", "0-1", ["result-contradicts-board"]),
        ("2", "g5-f5 1-0", ["ply-after-end"]),
        ("3", "1-0", []),
    ],
)
def test_prisoners_win_as_the_tag_says(prisoners: str, ending: str, slugs: list[str]) -> None:
    stack = "e4:BW,g5:B W0.5.1/B2.4.0 W 3"
    text = f'[Game "MensaSpiel"]\n[Prisoners "{prisoners}"]\n[Position "{stack}"]\n\n'
    assert codes(f"{text}1. e4-d4:1 {ending}\n") == slugs
