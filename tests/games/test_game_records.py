"""Records of each game: positions, illegal turns, lenient reading, miswritings, numbers, claims."""

import re
from typing import Any

import pytest
from case_kit import cases_of
from record_kit import CASES, STRICT, codes, first_turn, illegal_blocks, read, record, words

from mentis_records.core.game import PositionError
from mentis_records.games import GAMES, find_game
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

TABLES = cases_of(__file__)
SETUPS = [f'[{tag} "{text}"]' for tag, text in zip(TAGS, USUAL, strict=True)]
MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"
STACKS = "b3:W,c5:BW,e4:B W1.6.0/B2.5.0 W 3"


def rows(table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table, each after the name of its game."""
    return [
        (slug, *row) if isinstance(row, list) else (slug, row)
        for slug, found in TABLES[table].items()
        for row in found
    ]


def stated(slug: str, position: str, turn: str, *tags: str) -> str:
    return record(slug, f"{first_turn(slug, position, turn)} *", *tags, position=position)


@pytest.mark.parametrize(
    ("slug", "block", "row"),
    [
        (slug, block, row)
        for slug, found in TABLES["illegal"].items()
        for block, row in zip(illegal_blocks(slug), found, strict=True)
    ],
)
def test_illegal_turns_and_refused_records(
    slug: str, block: tuple[str, str], row: list[str]
) -> None:
    tags, turn = block
    position = re.findall(r'\[Position "(.*?)"\]', tags)
    if turn and position:
        settings = dict(re.findall(r'\[(?!Position)(\w+) "(.*?)"\]', tags))
        game = find_game(slug)
        assert game.format_position(game.parse_position(position[0], settings)) == position[0]
    numbered = first_turn(slug, "".join(position), turn) if turn else ""
    result = "1-0" if row[0] == "ply-after-end" else "*"
    text = record(slug, f"{numbered} {result}".strip(), tags)
    assert " ".join(codes(text)) == row[0]
    assert row[1] in words(text)
    assert not read(text)[0].is_valid


@pytest.mark.parametrize(("slug", "row"), [(slug, row) for slug, *row in rows("refused")])
def test_refused_positions(slug: str, row: list[str]) -> None:
    text, *patterns = row
    with pytest.raises(PositionError) as caught:
        find_game(slug).parse_position(text, {})
    left = list(caught.value.reasons)
    assert str(caught.value) == "; ".join(left)
    for pattern in patterns:
        found = [reason for reason in left if re.search(pattern, reason, re.DOTALL)]
        assert found, f"no reason like {pattern!r} in {caught.value.reasons}"
        left.remove(found[0])
    assert left == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
@pytest.mark.parametrize("text", ["(" * 100_000, "3k3/" * 100_000, "8" * 700, "\x00" * 50])
def test_garbage_is_refused_shortly(game: Any, text: str) -> None:
    start = "b3:W W2.6.0/B3.6.0 W 3"
    for garbage in (text, f"b3:{'W' * 500} W0.0.0/B3.6.0 W 3", start + " " * 100_000):
        with pytest.raises(PositionError) as caught:
            game.parse_position(garbage, {})
        assert sum(len(reason) for reason in caught.value.reasons) < 1_000


@pytest.mark.parametrize(("slug", "position", "turn", "meant", "said"), rows("lenient"))
def test_lenient_reading(slug: str, position: str, turn: str, meant: str, said: str) -> None:
    text = stated(slug, position, turn)
    (reading,) = read(text)
    assert " ".join(codes(text)) == said
    assert reading.record is not None
    assert reading.record.plies[0].move.notation == meant
    (strict,) = STRICT.read_text("", text)
    assert not strict.is_valid
    written = format_record(reading.record, find_game(slug).description)
    assert f" {meant} *" in written
    assert codes(written) == []


@pytest.mark.parametrize(("slug", "turn", "code"), rows("miswritten"))
def test_miswritings_have_codes(slug: str, turn: str, code: str) -> None:
    position = {"cirkle_mind": MET, "mensaspiel": STACKS}[slug]
    assert codes(stated(slug, position, turn)) == [code]


@pytest.mark.parametrize(("slug", "turn"), rows("joined"))
def test_a_turn_ends_where_its_word_does(slug: str, turn: str) -> None:
    (reading,) = read(stated(slug, {"cirkle_mind": MET, "mensaspiel": ""}[slug], turn))
    assert not reading.is_valid


@pytest.mark.parametrize("behind", [" ", "\n", "!", "{x}", " {x}", " $1 ", "; x\n", " (1. ~)"])
@pytest.mark.parametrize(
    ("slug", "position", "turn", "other"),
    [
        ("cirkle_mind", MET, "d5-d6", "d5-c5"),
        ("cirkle_mind", MET, "d5-d6xd7:YxBx+", "d5-c5"),
        ("mensaspiel", "", "Sb3", "Sa3"),
    ],
)
def test_what_may_stand_behind_a_turn(
    slug: str, position: str, turn: str, other: str, behind: str
) -> None:
    assert codes(stated(slug, position, turn + behind.replace("~", other))) == []


@pytest.mark.parametrize(("slug", "tags", "position", "turns"), rows("numbered"))
def test_the_first_player_numbers_the_turns(
    slug: str, tags: str, position: str, turns: str
) -> None:
    text = record(slug, f"{turns} *", tags, position=position)
    assert codes(text) == []
    (reading,) = read(text)
    assert reading.record is not None
    written = format_record(reading.record, find_game(slug).description)
    assert written.endswith(f"\n\n{turns} *\n")
    assert codes(written) == []
    assert codes(text.replace(" 2. ", " ")) == ["number-missing"]


@pytest.mark.parametrize(
    ("slug", "setups", "first", "turns"),
    [
        ("cirkle_mind", SETUPS, '[FirstPlayer "M"]', "1. a8-a7 a4-a5 2. b8-b7 *"),
        ("mensaspiel", [], '[FirstPlayer "B"]', "1. Se4 Sb3 2. Se5 *"),
    ],
)
def test_the_second_side_may_begin(slug: str, setups: list[str], first: str, turns: str) -> None:
    text = record(slug, turns, *setups, first)
    assert codes(text) == []
    (reading,) = read(text)
    assert reading.record is not None
    assert [(ply.side, ply.move_number) for ply in reading.record.plies] == [(1, 1), (0, 1), (1, 2)]
    assert codes(text.replace(first + "\n", "")) != []


@pytest.mark.parametrize(("slug", "tags", "code"), rows("claims"))
def test_claims_are_checked(slug: str, tags: str, code: str) -> None:
    if slug == "mensaspiel":
        assert codes(record(slug, "1. Sb3 *", tags)) == [code]
        return
    assert codes(record(slug, "1. a4-a5 *", *SETUPS, tags)) == code.split()
    if code != "option-unknown":
        assert codes(stated(slug, MET, "d5-c5", tags)) == code.split()


@pytest.mark.parametrize(
    ("slug", "name", "plies", "result", "termination"),
    [
        ("antipode", "basic_captures.mgn", 50, "0-1", "captures"),
        ("cirkle_mind", "easy.mgn", 43, "1-0", "target"),
        ("cirkle_mind", "medium.mgn", 60, "0-1", "target"),
        ("mensaspiel", "trial_0.mgn", 99, "1-0", "extinction"),
    ],
)
def test_recorded_games_replay(
    slug: str, name: str, plies: int, result: str, termination: str
) -> None:
    """Every turn is verified, and canonical as it is written."""
    (reading,) = Reader(GAMES).read_path(str(CASES / slug / name))
    played = reading.record
    assert played is not None
    assert codes((CASES / slug / name).read_text(encoding="utf-8")) == []
    assert (len(played.plies), played.result, played.termination) == (plies, result, termination)
    assert not any(ply.is_irregular or ply.is_warned for ply in played.plies)
    source = (CASES / slug / name).read_text(encoding="utf-8").split("\n\n")[1]
    turns = [word for word in source.split() if not re.fullmatch(r"\d+\.|[01/2]+-[01/2]+", word)]
    assert [ply.move.notation for ply in played.plies] == turns


@pytest.mark.parametrize(
    ("slug", "position"),
    [
        ("antipode", "7/7/7/3s3/7/7/7 G 0/0 0/0 -,- pb 0"),
        ("cirkle_mind", "Gcmc6/gcyx6/8/8/8/8/8/8/8/8/8 G - -"),
        ("mensaspiel", "f5:W,a3:B W0.8.0/B0.8.0 W 3"),
    ],
)
def test_two_passes_running_are_a_draw(slug: str, position: str) -> None:
    game = find_game(slug)
    assert codes(stated(slug, position, "--")) == []
    before = game.parse_position(position, {})
    (move,) = game.legal_moves(before)
    assert move.notation == "--"
    after = game.play(before, move)
    assert game.outcome(after) is None
    again = game.play(after, move)
    outcome = game.outcome(again)
    assert (outcome.result, outcome.termination) == ("1/2-1/2", "both blocked")
    assert game.legal_moves(again) == []
