"""Entered games are what a strict reader reads; lines of plies are read as people type them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES, find_game
from mentis_records.notation.entry.entered_game import EnteredGame
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.line import LineError, read_line
from mentis_records.notation.read import Reader

STRICT = Reader(GAMES, {}, is_strict=True)


def begun(slug: str = "mentis", **tags: str) -> EnteredGame:
    game = find_game(slug)
    return EnteredGame.begun(game, GAMES, beginning_settings(game.description, tags))


def read(entered: EnteredGame) -> Any:
    (reading,) = STRICT.read_text("entered", entered.text)
    assert reading.is_valid, reading.diagnostics
    return reading.record


def moves(entered: EnteredGame) -> list[str]:
    return [ply.move.notation for ply in read(entered).plies]


def reasons(entered: EnteredGame, text: str) -> str:
    before = entered.text
    with pytest.raises(EntryError) as caught:
        entered.enter(text)
    assert entered.text == before
    return "\n".join(caught.value.lines)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_are_read_as_they_were_entered(game: Any, seed: int) -> None:
    source = random.Random(seed)
    entered = begun(game.description.slug)
    texts = [entered.text]
    for _ in range(25):
        legal = game.legal_moves(entered.position)
        if not legal:
            break
        notation = source.choice(legal).notation
        entered.enter(notation if source.random() < 0.5 else notation.lower())
        if source.random() < 0.3:
            entered.mark(source.choice(["!", "??", "!?"]))
            entered.add_comment(source.choice(["so", "a } b", "[not a tag]", '[Event "x"]']))
        texts.append(entered.text)
        record = read(entered)
        assert record.plies == entered.record.plies
        again = EnteredGame.resumed(game, GAMES, record)
        assert again.text == entered.text
    while entered.record.plies:
        entered.undo()
        read(entered)
    assert entered.text == texts[0]


def test_what_is_typed_may_be_lenient() -> None:
    entered = begun()
    entered.enter("1. tsnd2 1... TSNd6 2. d2# - d3 #-d4")
    assert moves(entered) == ["TSNd2", "TSNd6", "d2#-d3#-d4"]


def test_a_line_is_entered_whole_or_not_at_all() -> None:
    told = reasons(begun(), "TSNd2 TSNd6 a1-a2")
    assert "a1 is empty [M101]" in told
    assert "expected: a square with a tile of one's own" in told
    assert "rule: rulebook, Movement Rules" in told


def test_turns_like_what_cannot_be_read_are_named() -> None:
    assert "turns like it: TSNb1, TSNc2, TSNd2" in reasons(begun(), "TSN")


def test_another_turn_in_the_middle_is_a_variation() -> None:
    entered = begun()
    entered.enter("TSNd2 TSNd6 Ne2")
    entered.go(1)
    entered.enter("TSNe6 {why not} Nc2")
    assert entered.depth == 1
    entered.go(1)
    entered.enter("Nb1")
    assert entered.depth == 2
    entered.leave()
    entered.leave()
    assert (entered.depth, entered.count) == (0, 2)
    (variation,) = read(entered).plies[1].variations
    assert [ply.move.notation for ply in variation.plies] == ["TSNe6", "Nc2"]
    assert [each.plies[0].move.notation for each in variation.plies[1].variations] == ["Nb1"]
    entered.go(1)
    entered.enter("TSNd6")
    assert (entered.depth, entered.count) == (0, 2)
    entered.go(1)
    entered.enter("TSNe6")
    assert entered.depth == 1
    assert entered.delete() == 2
    assert not read(entered).plies[1].variations


def test_undo_and_redo_go_through_all_changes() -> None:
    entered = begun()
    texts = [entered.text]
    for act in (
        lambda: entered.enter("TSNd2"),
        lambda: entered.mark("!"),
        lambda: entered.mark(None, 14),
        lambda: entered.add_comment("first"),
        lambda: entered.enter("TSNd6"),
        lambda: entered.set_tag("Blue", "Ann"),
        lambda: entered.set_result("1-0", "resignation"),
        lambda: entered.delete(),
    ):
        act()
        texts.append(entered.text)
    assert len(set(texts)) == len(texts)
    for text in reversed(texts[:-1]):
        entered.undo()
        assert entered.text == text
    for text in texts[1:]:
        entered.redo()
        assert entered.text == text
    with pytest.raises(EntryError):
        entered.redo()


def test_the_board_decides() -> None:
    entered = begun(Position="3k3/3N3/7/7/7/7/3K3 b S3T3N2/s3t3n3 9")
    entered.enter("d6xd7")
    record = read(entered)
    assert (record.result, record.termination) == ("1-0", "king captured")
    assert "the game is already over" in reasons(entered, "Td6")
    with pytest.raises(EntryError, match="the board says 1-0, king captured"):
        entered.set_result("0-1")
    entered.undo()
    assert read(entered).result == "*"


def test_a_third_occurrence_is_a_draw() -> None:
    entered = begun()
    entered.enter("d1-c1 d7-c7 c1-d1 c7-d7 d1-c1 d7-c7 c1-d1 c7-d7")
    record = read(entered)
    assert (record.result, record.termination) == ("1/2-1/2", "repetition")
    assert "the game is already over" in reasons(entered, "d1-c1")


def test_a_turn_more_takes_the_result_back() -> None:
    entered = begun()
    entered.enter("TSNd2")
    entered.set_result("0-1", "resignation")
    entered.enter("TSNd6")
    assert (entered.result, read(entered).termination) == ("*", "unterminated")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("Date", "soon", "'soon' is not a date"),
        ("blue", "Ann", "the tag blue should be Blue"),
        ("BlueElo", "many", "BlueElo 'many' is not a number"),
        ("Variant", "Wolf", "Variant is chosen before the first turn"),
        ("Result", "1-0", "Result: enter the result"),
        ("no tag", "x", "'no tag' is not a tag name"),
        ("Blue", "A\nB", "the tag Blue has a line break"),
    ],
)
def test_tags_are_checked_as_on_reading(name: str, value: str, told: str) -> None:
    entered = begun()
    before = entered.text
    with pytest.raises(EntryError) as caught:
        entered.set_tag(name, value)
    assert caught.value.lines[0].startswith(told)
    assert entered.text == before


def test_a_result_and_its_termination_must_agree() -> None:
    entered = begun()
    for result, termination in (("1-0", "agreement"), ("1-0", "king captured"), ("2-0", "")):
        with pytest.raises(EntryError):
            entered.set_result(result, termination)
    entered.set_result("1/2-1/2", "agreement")
    assert read(entered).termination == "agreement"


def test_what_was_wrong_with_a_record_does_not_stop_it() -> None:
    text = '[Event "x"]\n[Date "soon"]\n[Result "*"]\n\n1. TSNd2 *\n'
    (reading,) = Reader(GAMES).read_text("", text)
    assert reading.record is not None
    entered = EnteredGame.resumed(find_game("mentis"), GAMES, reading.record)
    entered.enter("TSNd6")
    with pytest.raises(EntryError):
        entered.set_tag("BlueElo", "many")
    entered.undo()
    entered.undo()
    assert not entered.record.plies


# A line of plies as people type it


GAME = GAMES[0]
START = GAME.start_position({})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("TSNd2", ["TSNd2"]),
        ("1. TSNd2 TSNd6 2. d2#-d3 #-d4!", ["TSNd2", "TSNd6", "d2#-d3#-d4"]),
        ("{first} tsnd2 $1 7... TSNd6", ["TSNd2", "TSNd6"]),
    ],
)
def test_moves(text: str, expected: list[str]) -> None:
    assert [move.notation for move in read_line(GAME, START, text)] == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("TSNd2 TSNd2", "ply 2, TSNd2: Red cannot deploy on d2; expected b7"),
        ("TSNd2 nonsense", "ply 2, nonsense: nonsense cannot be read; expected"),
        ("TSNd2 {never ends", "ply 2, {: a comment begins here and never ends; expected }"),
        ("TSNd2 (Nd2)", "ply 1: a variation"),
        ("TSNd2 0-1 TSNd6", "after ply 1: tags or a result"),
        ("Nd2 Nd6 e9-e8", "ply 3, e9: e9-e8: there is no square e9"),
    ],
)
def test_what_is_wrong_with_which_ply(text: str, words: str) -> None:
    with pytest.raises(LineError) as caught:
        read_line(GAME, START, text)
    assert str(caught.value).startswith(words)


def test_nothing_follows_the_end_of_the_game() -> None:
    position = GAME.parse_position("3k3/3N3/7/7/7/7/3K3 b S3T3N2/s3t3n3 1", {})
    with pytest.raises(LineError, match="ply 2, d7-c7: the game is over"):
        read_line(GAME, position, "d6xd7 d7-c7")
