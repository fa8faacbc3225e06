"""How records of CirKle Mind may begin: stated positions, set-ups beside them, and settings."""

import re

import naive_cirkle_mind as naive
import pytest
from cirkle_mind_kit import (
    COVERED,
    GAME,
    GREEN,
    HIDDEN,
    MAUVE,
    MET,
    codes,
    read,
    started,
    stated,
    words,
)

from mentis_records.core.game import PositionError
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "this is not a position"),
        (MET.replace(" G ", " g "), "this is not a position"),
        (MET.replace(" G ", "  G "), "this is not a position"),
        (MET[:-1], "this is not a position"),
        (MET + "x", "this is not a position"),
        (MET.replace("- -", "- Gp"), "a pass after the end of the game"),
        ("8" * 700, "this is not a position"),
        (MET.replace("7mc", "8mc"), "row 11 has 9 squares, not 8"),
        (MET.replace("7mc", "6mc"), "row 11 has 7 squares, not 8"),
        (MET.replace("7mc", "34mc"), "row 11 holds something else"),
        (MET.replace("7mc", "0mc"), "row 11 holds something else"),
        (MET.replace("7mc", "7mz"), "row 11 holds something else"),
        (MET.replace("7mc", "7y?"), "row 11 holds something else"),
        (MET.replace("- -", "i5 -"), "known square i5 is not on the board"),
        (MET.replace("- -", "a12 -"), "known square a12 is not on the board"),
        (MET.replace("- -", "a2 -"), "known square a2 is empty"),
        (MET.replace("- -", "a1,a1 -"), "known square a1 is named twice"),
        (MET.replace("7mc", "6gcmc").replace("3bx4", "3gc4"), "2 pieces Gc of Mauve"),
        ("m?m?m?m?m?m?m?m?/" * 3 + "m?7/8/8/8/8/8/8/Gc7 G - -", "25 pieces of Mauve, the set has"),
        (MET.replace("- -", "- G"), "Mauve's target stands, and the other side has won"),
        (MET.replace("Gc7", "8"), "Green's target is missing, and the other side has not won"),
        ("8/8/8/8/3yx4/8/3Yx4/8/8/8/8 G - M", "Mauve's target is missing"),
    ],
)
def test_refused_positions(position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        GAME.parse_position(position, {})


def test_all_reasons_are_told() -> None:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position("6gcgc/7mz/8/8/8/8/8/8/8/8/9 G - -", {})
    assert len(caught.value.reasons) == 2
    with pytest.raises(PositionError) as caught:
        GAME.parse_position("6gcgc/8/8/8/8/8/8/8/8/8/8 G a1,b12 -", {})
    assert len(caught.value.reasons) == 3


def test_the_position_of_the_message_is_one() -> None:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position("x", {})
    example = re.search(r"such as (.*?):", str(caught.value))[1]
    assert GAME.format_position(GAME.parse_position(example, {})) == example


def test_known_squares_are_written_in_order() -> None:
    text = "mx6mc/8/8/8/8/8/Yx7/8/8/8/Gc7 G a5,a11 -"
    ordered = text.replace("a5,a11", "a11,a5")
    assert GAME.format_position(GAME.parse_position(text, {})) == ordered


def test_a_winner_may_be_stated_where_the_target_may_be_gone() -> None:
    text = "8/8/8/2m?5/8/8/3Yx4/8/8/8/Gc7 M - G"
    assert GAME.format_position(GAME.parse_position(text, {})) == text
    assert GAME.outcome(GAME.parse_position(text, {})).result == "1-0"


@pytest.mark.parametrize(
    ("tags", "wrong"),
    [
        ((GREEN, MAUVE), ""),
        ((GREEN, MAUVE, '[FirstPlayer "G"]'), ""),
        ((GREEN,), ""),
        ((MAUVE, '[FirstPlayer "G"]'), ""),
        ((GREEN, MAUVE, '[FirstPlayer "M"]'), "with set-ups Mauve, the first player, is to move"),
        ((HIDDEN, MAUVE), "GreenSetup places Green's pieces otherwise"),
        ((GREEN, MAUVE.replace("KoKx", "KxKo")), "MauveSetup places Mauve's pieces otherwise"),
        ((GREEN.replace("....", "YcYc"),), "option-unknown"),
    ],
)
def test_set_ups_beside_a_position_must_give_it(tags: tuple[str, ...], wrong: str) -> None:
    position = naive.write(naive.start())
    text = stated(position, "1. a4-a5 *", *tags)
    assert codes(text) == (
        []
        if not wrong
        else ["option-unknown"]
        if wrong == "option-unknown"
        else ["position-refused"]
    )
    assert wrong in words(text) or wrong == "option-unknown"


def test_set_ups_beside_a_later_position_contradict_it() -> None:
    position = naive.write(naive.start()).replace(" G - -", " G a2 -")
    text = stated(position, "1. a4-a5 *", GREEN)
    assert codes(text) == ["position-refused"]
    assert "nothing is known yet" in words(text)


@pytest.mark.parametrize(
    ("tags", "wrong"),
    [
        ((), []),
        (('[Level "medium"]',), []),
        (('[Level "super"]', '[Shield "off"]'), []),
        (('[Level "super"]', '[Shield "on"]'), []),
        (('[Level "easy"]', '[Shield "off"]'), []),
        (('[Level "medium"]', '[Shield "on"]'), []),
        (('[Level "easy"]', '[Shield "on"]'), ["position-refused"]),
        (('[Shield "on"]',), ["position-refused"]),
        (('[Level "medium"]', '[Shield "off"]'), ["position-refused"]),
        (('[Level "hard"]',), ["option-unknown"]),
        (('[Shield "yes"]',), ["option-unknown"]),
        (('[FirstPlayer "B"]',), ["option-unknown"]),
        (('[GreenSetBy "Ann"]', '[MauveSetBy "Ben"]'), []),
    ],
)
def test_settings_are_checked(tags: tuple[str, ...], wrong: list[str]) -> None:
    assert codes(started("1. a4-a5 *", GREEN, MAUVE, *tags)) == wrong
    if "option-unknown" not in wrong:
        assert codes(stated(COVERED, "1. d5-d6 *", *tags)) == wrong


def test_shields_by_level() -> None:
    start = dict(zip(TAGS, USUAL, strict=True))
    shields = {
        (level, shield): GAME.start_position(
            {**start, "Level": level, **({"Shield": shield} if shield else {})}
        ).terms.has_shields
        for level, shield in (("easy", ""), ("medium", ""), ("super", ""), ("super", "off"))
    }
    assert [*shields.values()] == [False, True, True, False]


def test_a_layout_equal_to_the_default_is_written_so() -> None:
    layout = naive.default_layout()
    coded = "".join(layout[square] for square in naive.SQUARES if square in layout)
    text = started("1. a4-a5 *", GREEN, MAUVE, f'[Layout "{coded}"]')
    assert codes(text) == []
    assert read(text)[0].record.tags["Layout"] == "default"
