"""Turns of CirKle Mind as they are written: lenient reading, miswritings, what may stand behind."""

import naive_cirkle_mind as naive
import pytest
from cirkle_mind_kit import GAME, GREEN, MAUVE, MET, STRICT, codes, read, started, stated

from mentis_records.core.game import PositionError
from mentis_records.notation.syntax.ply_reader import read_ply
from mentis_records.notation.write import format_record


@pytest.mark.parametrize(
    ("position", "turn", "meant", "slug"),
    [
        (MET, "D5-D6", "d5-d6", "capitals-and-small"),
        (MET, "d5-d6Xd7:YxBx+", "d5-d6xd7:YxBx+", "capitals-and-small"),
        (MET, "d5-d6xd7:yXBX+", "d5-d6xd7:YxBx+", "capitals-and-small"),
        (MET, "d5\u2013d6", "d5-d6", "sign-of-print"),
        (MET, "d5-d6\u00d7d7:YxBx+", "d5-d6xd7:YxBx+", "sign-of-print"),
        ("Gcmc6/gcyx6/8/8/8/8/8/8/8/8/8 G - -", "\u2014", "--", "sign-of-print"),
    ],
)
def test_lenient_reading(position: str, turn: str, meant: str, slug: str) -> None:
    text = stated(position, f"1. {turn} *")
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
        ("d5 - d6", "turn-in-parts"),
        ("d5- d6", "turn-in-parts"),
        ("d5-d6x d7+", "turn-in-parts"),
        ("d5-d6 xd7+", "attack-without-step"),
        ("d5xd7+", "attack-without-step"),
        ("d5xd7:YxBx+", "attack-without-step"),
        ("d5-d6xd7", "outcome-missing"),
        ("d5-d6xd7:YxBx", "outcome-missing"),
        ("d5-d6xd7:Yx+", "one-face"),
        ("d5-d6xd7:Yx", "one-face"),
        ("d5-d6xd7:YxKc+", "no-such-face"),
        ("d5-d6xd7:+", "no-such-face"),
        ("d5-d6xd7>", "no-such-outcome"),
        ("d5-d6xd7-", "no-such-outcome"),
        ("d5-d12", "beyond-board"),
        ("d0-d1", "beyond-board"),
        ("i5-i6", "beyond-board"),
        ("d5-d6xd12+", "beyond-board"),
        ("d5d6", "dash-missing"),
        ("d5", "step-unfinished"),
        ("d5-", "step-unfinished"),
    ],
)
def test_miswritings_have_codes(turn: str, slug: str) -> None:
    assert codes(stated(MET, f"1. {turn} *")) == [slug]


@pytest.mark.parametrize(
    "turn", ["d5-d6d7", "d5-d61.", "d5-d6-d7", "d5-d6xd7++", "--d5", "d5-d111"]
)
def test_a_turn_ends_where_its_word_does(turn: str) -> None:
    (reading,) = read(stated(MET, f"1. {turn} *"))
    assert not reading.is_valid


def test_a_rank_is_read_as_long_as_possible() -> None:
    ply = read_ply("a10-a11", GAME.description)
    assert [token.text for token in ply.tokens] == ["a10-a11"]
    assert codes(stated("7mc/Yx7/8/8/8/8/8/8/8/8/Gc7 G - -", "1. a10-a11 *")) == []


@pytest.mark.parametrize("behind", [" ", "\n", "!", "{x}", " {x}", " $1 ", "; x\n", " (1. d5-c5)"])
def test_what_may_stand_behind_a_turn(behind: str) -> None:
    assert codes(stated(MET, f"1. d5-d6{behind} *")) == []
    assert codes(stated(MET, f"1. d5-d6xd7:YxBx+{behind} *")) == []


@pytest.mark.parametrize(
    ("first", "turns"),
    [
        ((), "1... d7-d8 2. d5-d4 d8-d7"),
        (('[FirstPlayer "G"]',), "1... d7-d8 2. d5-d4 d8-d7"),
        (('[FirstPlayer "M"]',), "1. d7-d8 d5-d4 2. d8-d7"),
    ],
)
def test_the_first_player_numbers_the_turns(first: tuple[str, ...], turns: str) -> None:
    text = stated(MET.replace(" G ", " M "), f"{turns} *", *first)
    assert codes(text) == []
    (reading,) = read(text)
    written = format_record(reading.record, GAME.description)
    assert written.endswith(f"\n\n{turns} *\n")


def test_mauve_may_begin() -> None:
    text = started("1. a8-a7 a4-a5 2. b8-b7 *", GREEN, MAUVE, '[FirstPlayer "M"]')
    assert codes(text) == []
    (reading,) = read(text)
    assert [(ply.side, ply.move_number) for ply in reading.record.plies] == [(1, 1), (0, 1), (1, 2)]
    assert codes(text.replace('[FirstPlayer "M"]\n', "")) != []


def test_games_begin_with_the_usual_set_ups() -> None:
    facts = GAME.description
    position = GAME.start_position(facts.usual_settings)
    assert GAME.format_position(position) == naive.write(naive.start())
    with pytest.raises(PositionError, match="both set-ups"):
        GAME.start_position({})
