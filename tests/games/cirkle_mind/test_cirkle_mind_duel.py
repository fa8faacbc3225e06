"""Duels of CirKle Mind: every example of the rule sheet, as it stands there, and of the rulings."""

import pytest
from case_kit import cases_of

from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules.duel import level_of, outcome_of
from mentis_records.games.cirkle_mind.rules.piece import FACES, NUMBER
from mentis_records.notation.syntax.ply_reader import read_ply

TABLES = cases_of(__file__)

GAME = find_game("cirkle_mind")
COLOURED = [face for face in FACES if face[0] != "K" and face[1] != "c"]
BLACK = [face for face in FACES if face[0] == "K"]
TARGETS = [face for face in FACES if face[1] == "c"]


def easy(attacker: str, defender: str) -> str:
    return outcome_of(NUMBER[attacker], NUMBER[defender])


def medium(attacker: str, defender: str, own: str = "", other: str = "") -> str:
    """Return the outcome of an attack from a square that shows one thing on one that shows another.

    A square shows nothing in the neutral rows; a shape alone is one of another colour.
    """
    levels = [
        level_of(face, "-" + shown if len(shown) == 1 else shown)
        for face, shown in ((attacker, own), (defender, other))
    ]
    return outcome_of(NUMBER[attacker], NUMBER[defender], *levels)


@pytest.mark.parametrize(
    ("place", "attacker", "defender", "own", "other", "mark"), TABLES["examples"]
)
def test_examples_of_the_rule_sheet(
    place: str, attacker: str, defender: str, own: str, other: str, mark: str
) -> None:
    assert medium(attacker, defender, own, other) == mark, place


def test_rules_one_to_seven_of_the_rule_sheet() -> None:
    for attacker in COLOURED:
        for defender in COLOURED:  # rules 1 and 2: by shape, by colour, and by nothing else
            alike = attacker[0] == defender[0] or attacker[1] == defender[1]
            assert easy(attacker, defender) == ("+" if alike else "=")
        for defender in BLACK:  # rules 4 and 7: a black piece by its own shape, else it takes over
            assert easy(attacker, defender) == ("+" if attacker[1] == defender[1] else "<")
    for defender in FACES:
        for attacker in BLACK:  # rule 3: black against all others
            assert easy(attacker, defender) == "+"
    for attacker in FACES:
        for defender in TARGETS:  # rules 5 and 6: all pieces against targets
            assert easy(attacker, defender) == "+"


def test_a_target_attacks_by_its_colour_alone() -> None:
    for target in TARGETS:  # R9: its shape is not the circle
        for defender in COLOURED:
            assert easy(target, defender) == ("+" if target[0] == defender[0] else "=")
        for defender in BLACK:
            assert easy(target, defender) == "<"


def test_levels() -> None:
    assert [level_of("Yx", square) for square in ("Yx", "Yt", "Bx", "Bt", "")] == [2, 1, 1, 0, 0]
    assert [level_of("Kx", square) for square in ("Yx", "Bx", "Bt", "")] == [2, 2, 0, 0]
    assert [level_of("Yc", square) for square in ("Yo", "Yx", "Bo", "")] == [1, 1, 0, 0]


def test_shields_change_nothing_where_there_are_none() -> None:
    for attacker in FACES:
        for defender in FACES:
            assert medium(attacker, defender) == easy(attacker, defender)


def test_shields_protect_targets_too() -> None:
    """Ruling R12."""
    assert medium("Yx", "Yc", "", "Yo") == "<"
    assert medium("Bx", "Yc", "", "Yo") == "="
    assert medium("Kx", "Yc", "", "Yo") == "+"


def test_a_failed_attack_is_answered_only_by_what_could_capture() -> None:
    """Ruling R15, and Medium example 4 of the rule sheet: both stay."""
    for attacker in FACES:
        for defender in FACES:
            for own in (0, 1, 2):
                for other in (0, 1, 2):
                    mark = outcome_of(NUMBER[attacker], NUMBER[defender], own, other)
                    if mark == "<":
                        captures = easy(defender, attacker) == "+"
                        assert captures or easy(attacker, defender) == "<"


def test_two_super_shields_do_not_beat_black() -> None:
    """Ruling R13 does not extend to black defenders of another shape."""
    assert medium("Mx", "Ko", "Mx", "Go") == "<"


@pytest.mark.parametrize(("level", "position", "turn"), TABLES["positions"])
def test_positions_of_the_page(level: str, position: str, turn: str) -> None:
    stated = GAME.parse_position(position, {"Level": level})
    for mark in "+=<":
        verdict = GAME.resolve(stated, read_ply(turn[:-1] + mark, GAME.description))
        assert verdict.is_legal == (mark == turn[-1])
        if not verdict.is_legal:
            assert [found.code.slug for found in verdict.findings] == ["wrong-outcome"]
            assert verdict.move.mark == turn[-1]


def test_an_attacking_target_that_loses_ends_the_game() -> None:
    level, position, turn = TABLES["positions"][-1]
    stated = GAME.parse_position(position, {"Level": level})
    verdict = GAME.resolve(stated, read_ply(turn, GAME.description))
    outcome = GAME.outcome(GAME.play(stated, verdict.move))
    assert (outcome.result, outcome.termination) == ("0-1", "target")
