"""CirKle Mind's board, pieces and turns, and records: set-ups, claims of faces, how games end."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

import naive_cirkle_mind as naive
import pytest
import record_kit as kit
from case_kit import cases_of
from record_kit import codes, only_error, read, words

from mentis_records.core.game import PositionError
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules import board, piece
from mentis_records.games.cirkle_mind.rules.duel import level_of, outcome_of
from mentis_records.games.cirkle_mind.rules.piece import FACES, NUMBER
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL
from mentis_records.notation.syntax.ply_reader import read_ply
from mentis_records.notation.write import format_record

TABLES = cases_of(__file__)
GAME = find_game("cirkle_mind")
CASES = kit.CASES / "cirkle_mind"
GREEN, MAUVE = (f'[{tag} "{text}"]' for tag, text in zip(TAGS, USUAL, strict=True))
HIDDEN = '[GreenSetup "................/????????????????/????????????????/????????????????"]'
BESIDE = "3mc4/8/8/8/8/8/2yxBx4/8/8/8/3Gc4 G - -"
COVERED = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"
LAST = "8/8/8/2m?5/3m?4/8/3Yx4/8/8/8/Gc7 G - -"
verdict = partial(kit.verdict, "cirkle_mind")
started = partial(kit.record, "cirkle_mind")


def stated(position: str, turns: str, *tags: str) -> str:
    return started(turns, *tags, position=position)


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_every_changed_outcome_is_found_at_its_place(name: str) -> None:
    source = (CASES / f"{name}.mgn").read_text(encoding="utf-8")
    head, body = source.split("\n\n")
    found = list(re.finditer(r"(\S+x\S+)([+=<])", body))
    assert len(found) > 10
    for attack in found:
        for mark in {*"+=<"} - {attack[2]}:
            changed = f"{body[: attack.start(2)]}{mark}{body[attack.end(2) :]}"
            check_place(f"{head}\n\n{changed}", attack[1] + mark, {"wrong-outcome"})


def check_place(text: str, turn: str, slugs: set[str]) -> None:
    """Check that exactly the first error is about a turn, and of these kinds."""
    (reading,) = read(text)
    first = next(found for found in reading.diagnostics if found.is_error)
    assert first.code.slug in slugs
    assert first.move == turn
    line = text.split("\n")[first.span.line - 1]
    assert line[first.span.column - 1 : first.span.end_column - 1] == turn


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_every_changed_face_is_found_at_its_place(name: str) -> None:
    source = (CASES / f"{name}.mgn").read_text(encoding="utf-8")
    head, body = source.split("\n\n")
    for attack in re.finditer(r"(\S+x\w+:)(..)(..)([+=<])", body):
        for at in (2, 3):
            other = "Yx" if attack[at] != "Yx" else "Bs"
            changed = f"{body[: attack.start(at)]}{other}{body[attack.end(at) :]}"
            faces = [attack[2], attack[3]]
            faces[at - 2] = other
            turn = f"{attack[1]}{''.join(faces)}{attack[4]}"
            check_place(f"{head}\n\n{changed}", turn, {"faces-disagree", "face-changed"})


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_changed_set_ups_are_found(name: str) -> None:
    """Two pieces of a side change places: found where the first of them shows its face."""
    source = (CASES / f"{name}.mgn").read_text(encoding="utf-8")
    (original,) = read(source)
    changed = 0
    for side, tag in enumerate(("GreenSetup", "MauveSetup")):
        shown = {}  # each face of the side, and the turn that shows it first
        for ply in original.record.plies:
            for mover, face in zip((ply.side, 1 - ply.side), ply.move.faces, strict=True):
                if face and mover == side:
                    shown.setdefault(piece.face_name(face), ply.move.notation)
        setup = original.record.tags[tag]
        turns = [*dict.fromkeys(shown.values())]
        for one, other in pairwise(shown):
            swapped = setup.replace(one, "zz").replace(other, one).replace("zz", other)
            (reading,) = read(source.replace(setup, swapped))
            first = next(found for found in reading.diagnostics if found.is_error)
            assert first.code.slug == "faces-disagree"
            assert first.move == min(shown[one], shown[other], key=turns.index)
            changed += 1
    assert changed > 5


@pytest.mark.parametrize(("setup", "reason"), TABLES["refused"])
def test_refused_set_ups(setup: str, reason: str) -> None:
    text = started("1. a4-a5 *", f'[GreenSetup "{setup}"]', MAUVE)
    assert codes(text) == ["option-unknown"]
    assert reason in words(text)


@pytest.mark.parametrize(("old", "new", "spot"), TABLES["parts"])
def test_a_wrong_part_of_a_set_up_is_found_at_its_place(old: str, new: str, spot: str) -> None:
    setup = USUAL[0].replace(old, new, 1)
    found, line, marked = only_error(started("1. a4-a5 *", f'[GreenSetup "{setup}"]', MAUVE))
    assert marked == spot
    assert found.span.column - 1 == line.rindex(spot)
    assert found.message.startswith("GreenSetup cannot have ")
    assert "set-up" in found.message


@pytest.mark.parametrize(
    ("tags", "spot", "message"),
    [
        (('[Level "medium"]', '[Shield "off"]'), '"off"', "Shield off contradicts level medium"),
        (('[Level "easy"]', '[Shield "on"]'), '"on"', "Shield on contradicts level easy"),
        (('[Shield "on"]',), '"on"', "Shield on contradicts level easy"),
    ],
)
@pytest.mark.parametrize("begin", [(GREEN, MAUVE), (f'[Position "{BESIDE}"]',)])
def test_a_shield_that_contradicts_the_level_is_found_at_its_tag(
    tags: tuple[str, ...], spot: str, message: str, begin: tuple[str, ...]
) -> None:
    found, line, marked = only_error(started("1. a4-a5 *", *begin, *tags))
    assert line.startswith("[Shield")
    assert marked == spot
    assert found.message == f"the game cannot start: {message}"


def test_without_set_ups_no_game_starts() -> None:
    found, *_ = only_error(started("1. a4-a5 *", GREEN))
    assert found.message == "the game cannot start: a record needs both set-ups or a Position"


def test_no_attack_on_a_piece_that_is_neither_in_front_nor_beside() -> None:
    """The page's test position on rulings R6 and R7."""
    for turn in ("d5-d4xc5+", "d5-d6xc5+", "d5-e5xc5+"):
        assert not verdict(BESIDE, turn, Level="medium").is_legal


def test_marks_on_unknown_faces_are_claims() -> None:
    """The page's test position on ruling R19."""
    for turn in ("d5-d6xd7+", "d5-d6xd7=", "d5-d6xd7<", "d5-d6xd7:YxBx+"):
        assert verdict(COVERED, turn).is_legal
        assert verdict(COVERED, turn).move.notation == turn
    for turn in ("d5-d6xd7:YxBx=", "d5-d6xd7:GcBx+"):
        assert not verdict(COVERED, turn).is_legal


@pytest.mark.parametrize(("turns", "wrong"), TABLES["claims"])
def test_claims_agree_with_each_other(turns: str, wrong: list[str]) -> None:
    assert codes(stated(COVERED, f"{turns} *")) == wrong


def test_faces_of_removed_pieces_are_not_had_again() -> None:
    position = "7mc/8/8/2m?5/3m?4/8/3G?4/8/8/8/Gc7 G - -"
    assert codes(stated(position, "1. d5-d6xd7:YxBx+ c8-c7xd7:BxYx+ *")) == ["face-taken"]
    assert codes(stated(position, "1. d5-d6xd7:YxBx+ c8-c7xd7:BsYs+ *")) == ["face-changed"]
    assert codes(stated(position, "1. d5-d6xd7:YxBx+ c8-c7xd7:BsYx= *")) == []


def test_canonical_attacks_show_the_faces_that_are_known() -> None:
    assert verdict(MET, "d5-d6xd7+").move.notation == "d5-d6xd7:YxBx+"
    assert verdict(MET, "d5-d6xd7+").findings == ()
    text = stated(MET, "1. d5-d6xd7+ *")
    assert codes(text) == []
    written = format_record(read(text)[0].record, GAME.description)
    assert "\n1. d5-d6xd7:YxBx+ *\n" in written
    assert format_record(read(written)[0].record, GAME.description) == written


def test_record_of_hidden_set_ups() -> None:
    text = started("1. a4-a5 a8-a7 2. a5-a6xa7= *", HIDDEN, MAUVE)
    assert codes(text) == []
    position = read(text)[0].record.start
    assert "G?G?G?G?G?G?G?G?" in position


@pytest.mark.parametrize(("ending", "wrong"), TABLES["endings"])
def test_removed_unknown_pieces_may_have_been_the_target(ending: str, wrong: list[str]) -> None:
    """Ruling R19: the result is then a claim."""
    tag, result = ending.rsplit(" ", 1)
    position = "8/8/8/2m?5/3m?4/8/3Yx4/8/8/8/Gc7 G - -"
    assert codes(stated(position, f"1. d5-d6xd7+ {result}", tag)) == wrong
    (reading,) = read(stated(position, f"1. d5-d6xd7+ {result}", tag))
    assert reading.is_valid == (not wrong)


@pytest.mark.parametrize(("position", "turns"), TABLES["no_targets"])
def test_nothing_else_may_have_been_the_target(position: str, turns: str) -> None:
    found = codes(stated(position, turns, '[Termination "target"]'))
    assert found == ["termination-contradicts"]


def test_a_side_without_target_and_unknown_faces_has_lost() -> None:
    text = "8/8/8/8/3m?4/2yt5/3Yx4/8/8/8/Gc7 G - -"
    position = GAME.parse_position(text, {})
    after = GAME.play(position, verdict(text, "d5-d6xd7+").move)
    outcome = GAME.outcome(after)
    assert (outcome.result, outcome.termination) == ("1-0", "target")
    assert GAME.format_position(after).endswith(" M d7 G")
    assert GAME.legal_moves(after) == []


# How records of CirKle Mind may begin: stated positions, set-ups beside them, and settings


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


# The statements of CirKle Mind's rule sheet on board, pieces and turns


def test_the_board_is_that_of_the_rule_sheet() -> None:
    """88 squares, A to H and 1 to 11, in three zones of 32, 24 and 32; no square is black."""
    assert [*board.NAMES] == naive.SQUARES
    assert len(board.NAMES) == 88
    zones = [{board.NAMES[square] for square in zone} for zone in board.ZONES]
    assert [sorted({int(name[1:]) for name in zone}) for zone in zones] == [
        [1, 2, 3, 4],
        [8, 9, 10, 11],
    ]
    assert [len(zone) for zone in zones] == [32, 32]
    assert len({*board.NAMES} - zones[0] - zones[1]) == 24
    shown = board.layout_of("default")
    assert {code[:1] for code in shown if code} == {*"YGBM"}
    assert {name for name, code in zip(board.NAMES, shown, strict=True) if code} == {
        *zones[0],
        *zones[1],
    }


def test_every_piece_moves_one_square_the_target_too() -> None:
    """Rule sheet: one square forward, backward or sideways, including the target."""
    position = GAME.parse_position("7mc/8/8/8/8/3Gc4/8/8/8/8/8 G - -", {})
    assert [move.notation for move in GAME.legal_moves(position)] == [
        "d6-c6",
        "d6-d5",
        "d6-d7",
        "d6-e6",
    ]


def test_green_begins_unless_a_tag_says_otherwise() -> None:
    """Ruling R3."""
    start = dict(zip(TAGS, USUAL, strict=True))
    sides = [GAME.start_position({**start, **first}).side for first in ({}, {"FirstPlayer": "M"})]
    assert sides == [0, 1]


def test_attacking_is_not_compulsory() -> None:
    """Rule sheet: the player who has moved decides; the step alone is a turn as well."""
    legal = [move.notation for move in GAME.legal_moves(GAME.parse_position(MET, {}))]
    assert {"d5-d6", "d5-d6xd7:YxBx+", "d5-d6xc6:YxYo+", "d5-d6xe6:YxKt<"} < {*legal}


@pytest.mark.parametrize(
    ("turn", "after"),
    [
        ("d5-d6xd7+", "7mc/8/8/8/3Yx4/2yo1kt3/8/8/8/8/Gc7 M d7 -"),
        ("d5-d6xe6<", "7mc/8/8/8/3bx4/2yokt4/8/8/8/8/Gc7 M d6 -"),
    ],
)
def test_winners_take_places(turn: str, after: str) -> None:
    """Ruling R10: the defender takes the square from which it was attacked."""
    position = GAME.parse_position(MET, {})
    assert GAME.format_position(GAME.play(position, verdict(MET, turn).move)) == after


def test_both_stay_and_are_known_after_a_failed_attack() -> None:
    """Ruling R11."""
    text = MET.replace("3bx4", "3bt4")
    after = GAME.play(GAME.parse_position(text, {}), verdict(text, "d5-d6xd7=").move)
    assert GAME.format_position(after) == "7mc/8/8/8/3bt4/2yoYxkt3/8/8/8/8/Gc7 M d6,d7 -"


def test_one_attack_a_turn() -> None:
    """Ruling R8."""
    assert not read(stated(MET, "1. d5-d6xd7+xc6+ *"))[0].is_valid


def test_super_mind_changes_no_rule() -> None:
    """Ruling R17: who has set up a side is told by tags that change nothing."""
    position = "3mc4/8/8/3yc4/8/3Yx4/8/8/8/8/3Gc4 G - -"
    assert verdict(position, "d6-d7xd8<", Level="super").is_legal
    assert verdict(position, "d6-d7xd8+", Level="super", Shield="off").is_legal


def test_the_default_layout_is_that_of_the_page() -> None:
    shown = dict(zip(board.NAMES, board.layout_of("default"), strict=True))
    assert {square: code for square, code in shown.items() if code} == naive.default_layout()
    assert [shown[square] for square in ("d8", "a8", "b8")] == ["Yo", "Bx", "Ys"]
    for zone in board.ZONES:
        codes_there = [shown[board.NAMES[square]] for square in zone]
        assert sorted(codes_there) == sorted([c + s for c in "YGBM" for s in "tsxo"] * 2)


def test_pieces_are_those_of_the_page() -> None:
    """Ruling R4: 16 coloured, 4 black, 4 targets, every face once."""
    assert sorted(piece.FACES) == sorted(naive.FACES)
    assert piece.PIECES == 24
    assert [piece.face_name(face) for face in piece.VICTORY_TARGETS] == ["Gc", "Mc"]


# Turns of CirKle Mind as they are written: lenient reading, miswritings, what may stand behind


def test_a_rank_is_read_as_long_as_possible() -> None:
    ply = read_ply("a10-a11", GAME.description)
    assert [token.text for token in ply.tokens] == ["a10-a11"]
    assert codes(stated("7mc/Yx7/8/8/8/8/8/8/8/8/Gc7 G - -", "1. a10-a11 *")) == []


def test_games_begin_with_the_usual_set_ups() -> None:
    facts = GAME.description
    position = GAME.start_position(facts.usual_settings)
    assert GAME.format_position(position) == naive.write(naive.start())
    with pytest.raises(PositionError, match="both set-ups"):
        GAME.start_position({})


# Duels of CirKle Mind: every example of the rule sheet, as it stands there, and of the rulings


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
