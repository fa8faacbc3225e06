"""Records of CirKle Mind: recorded games, set-ups, illegal turns, claims, and how games end."""

import re
from itertools import pairwise

import pytest
from cirkle_mind_kit import (
    BESIDE,
    CASES,
    COVERED,
    GAME,
    GREEN,
    HIDDEN,
    LAST,
    MAUVE,
    MET,
    codes,
    only_error,
    read,
    started,
    stated,
    verdict,
    words,
)

from mentis_records.games import GAMES
from mentis_records.games.cirkle_mind.rules import piece
from mentis_records.games.cirkle_mind.rules.setup import USUAL
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_recorded_games_replay(name: str) -> None:
    """Every outcome is verified, and canonical as it is written."""
    (reading,) = Reader(GAMES).read_path(str(CASES / f"{name}.mgn"))
    assert reading.is_valid
    assert [found.severity for found in reading.diagnostics] == ["note"]
    played = reading.record
    assert not any(ply.is_irregular or ply.is_warned for ply in played.plies)
    assert (len(played.plies), played.result, played.termination) == {
        "easy": (43, "1-0", "target"),
        "medium": (60, "0-1", "target"),
    }[name]
    source = (CASES / f"{name}.mgn").read_text(encoding="utf-8")
    turns = re.findall(r"\b[a-h]\d\S+", source.split("\n\n")[1])
    assert [ply.move.notation for ply in played.plies] == turns


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


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (USUAL[0].replace("Yc", ".."), "set-up needs exactly the 24 pieces, not 23: without Yc"),
        (USUAL[0].replace("..", "??", 1), "set-up needs exactly the 24 pieces, not one more"),
        (USUAL[0].replace("Yo", "Yx"), "set-up needs exactly the 24 pieces: Yx stands twice"),
        (USUAL[0].replace("Yc", "Kc"), "set-up row 2: eight cells of two characters"),
        (USUAL[0].replace("Bt", "B"), "set-up row 4: eight cells of two characters"),
        (USUAL[0].replace("/Yc", "Yc"), "a set-up has 4 rows, separated by /, not 3"),
        (USUAL[0].replace("Yc", "yc"), "set-up row 2: eight cells of two characters"),
    ],
)
def test_refused_set_ups(setup: str, reason: str) -> None:
    text = started("1. a4-a5 *", f'[GreenSetup "{setup}"]', MAUVE)
    assert codes(text) == ["option-unknown"]
    assert reason in words(text)


@pytest.mark.parametrize(
    ("old", "new", "spot"),
    [
        ("Yo", "Yx", "Yx"),
        ("Mo", "Gc", "Gc"),
        ("Gx", "Kc", "Kc"),
        ("Gx", r"\"\"", r"\"\""),
        ("YtYs", "Yt", "YtYxYoGtGsGxGo"),
        ("Mo", "M", "BtBsBxBoMtMsMxM"),
        ("/Yt", "//Yt", "BtBsBxBoMtMsMxMo"),
        ("Mo", "Mo/........", "........"),
        ("..", "??", "Mo"),
    ],
)
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


ILLEGAL = (
    "step-blocked",
    "not-one-step",
    "pass-with-steps",
    "wrong-outcome",
    "faces-disagree",
    "attack-to-rear",
    "ply-after-end",
    "wrong-outcome",
    "wrong-outcome",
    *["wrong-outcome"] * 8,
    "attack-after-backward",
    "attack-out-of-reach",
    "attack-out-of-reach",
    "no-opponent-there",
    "face-taken",
    "face-changed",
    "set-up needs exactly the 24 pieces",
    "set-up row 2: eight cells of two characters",
    "set-up needs exactly the 24 pieces",
    "set-up needs exactly the 24 pieces",
    "2 pieces Yx of Green, the set has one",
    "row 7 holds something else than pieces and digits",
    "Mauve's target is missing, and the other side has not won",
    "Mauve's target stands, and the other side has won",
    "known square d6 is empty",
    "not a position of CirKle Mind",
    "a record needs both set-ups or a Position",
    "Shield off contradicts level medium",
    "Layout is 'default' or 64 codes of a colour and a shape",
    "Layout is 'default' or 64 codes of a colour and a shape",
)
"""What is wrong with the blocks of the file: the code of a turn, or a reason."""


def illegal_blocks() -> list[tuple[str, str]]:
    """Return the tags and the turn of each block; no turn where the tags are refused."""
    text = (CASES / "illegal.txt").read_text(encoding="utf-8")
    blocks = [block for block in text.split("\n\n") if "[" in block]
    return [
        (
            "\n".join(re.findall(r"\[.*?\]", block)),
            (re.findall(r"^(\S+)  +\{", block, re.M) or [""])[0],
        )
        for block in blocks
    ]


@pytest.mark.parametrize(
    ("block", "wrong"), [*zip(illegal_blocks(), ILLEGAL, strict=True)], ids=range(1, 38)
)
def test_illegal_turns_and_refused_records(block: tuple[str, str], wrong: str) -> None:
    tags, turn = block
    if turn:
        number = "1..." if " M " in tags else "1."
        result = "1-0" if "after" in wrong else "*"
        assert codes(started(f"{number} {turn} {result}", tags)) == [wrong]
        return
    text = started("*", tags)
    assert {*codes(text)} <= {"position-refused", "option-unknown"}
    assert codes(text)
    assert wrong in words(text)


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


@pytest.mark.parametrize(
    ("turns", "wrong"),
    [
        ("1. d5-d6xd7:YxBt= c6-c5 2. d6-e6 d7-d6xe6:BtYx=", []),
        ("1. d5-d6xd7:YxBt= c6-c5 2. d6-e6 d7-d6xe6=", []),
        ("1. d5-d6xd7:YxBt= c6-c5 2. d6-e6 d7-d6xe6+", ["wrong-outcome"]),
        ("1. d5-d6xd7:YxBt= c6-c5 2. d6-e6 d7-d6xe6:BtYs=", ["face-changed"]),
        ("1. d5-d6xd7:YxBt= c6-c7 2. d6-c6xc7:YxBt=", ["face-taken"]),
        ("1. d5-d6xd7= c6-c5 2. d6-e6 d7-d6xe6:BtYs=", []),
    ],
)
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


@pytest.mark.parametrize(
    ("ending", "wrong"),
    [
        ('[Termination "target"] 1-0', []),
        ('[Termination "resignation"] 1-0', []),
        ('[Termination "target"] 0-1', ["termination-contradicts"]),
        ('[Termination "target"] 1/2-1/2', ["termination-contradicts"]),
        ('[Termination "both blocked"] 1/2-1/2', ["termination-contradicts"]),
        ('[Termination "target"] *', ["termination-contradicts"]),
    ],
)
def test_removed_unknown_pieces_may_have_been_the_target(ending: str, wrong: list[str]) -> None:
    """Ruling R19: the result is then a claim."""
    tag, result = ending.rsplit(" ", 1)
    position = "8/8/8/2m?5/3m?4/8/3Yx4/8/8/8/Gc7 G - -"
    assert codes(stated(position, f"1. d5-d6xd7+ {result}", tag)) == wrong
    (reading,) = read(stated(position, f"1. d5-d6xd7+ {result}", tag))
    assert reading.is_valid == (not wrong)


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        (LAST, "1. d5-d6 c8-c9 1-0"),
        (LAST, "1. d5-d6xd7+ c8-c9 1-0"),
        (LAST, "1. d5-d6xd7:YxBx+ 1-0"),
        ("7mc/8/8/8/3m?4/8/3Yx4/8/8/8/Gc7 G - -", "1. d5-d6xd7+ 1-0"),
        ("7mc/8/8/8/3kt4/8/3Yx4/8/8/8/G?7 G - -", "1. d5-d6xd7< 0-1"),
    ],
)
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


def test_two_passes_running_are_a_draw() -> None:
    blocked = "Gcmc6/gcyx6/8/8/8/8/8/8/8/8/8 G - -"
    position = GAME.parse_position(blocked, {})
    (move,) = GAME.legal_moves(position)
    assert move.notation == "--"
    after = GAME.play(position, move)
    assert GAME.format_position(after) == f"{blocked.split()[0]} M - -p"
    assert GAME.outcome(after) is None
    again = GAME.play(after, move)
    assert (GAME.outcome(again).result, GAME.outcome(again).termination) == (
        "1/2-1/2",
        "both blocked",
    )
    assert GAME.legal_moves(again) == []
    assert codes(stated(blocked, "1. -- *")) == []
