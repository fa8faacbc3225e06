"""Annotated records: marks, better lines, the work of people left as it is; of every game."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from case_kit import cases_of

from mentis_records.analysis.annotate import Thresholds, annotate, annotator_name, unmarked
from mentis_records.analysis.judgement import rival_of
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Comment, CommentKind, Ply, Record
from mentis_records.core.resource import resource_folder
from mentis_records.core.start import stored_position
from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.notation.line import read_line
from mentis_records.notation.read import Reader
from mentis_records.notation.seen_record import replayed
from mentis_records.notation.write import format_record

CASES = cases_of(__file__)
GAME = GAMES[0]
START = "3k3/3N3/7/7/7/7/3K3 b -/- 1"
"""Blue takes the King by d6xd7."""


SHUFFLED = "3k3/N5n/7/7/7/7/3K3 b -/- 1"
NAME = "mentis-records 1.2.3, search 500 nodes"
Found = list[tuple[str, float, int | None]]
"""Lines, each with its score and mate, as a search finds them."""
Lines = list[list[Any]]


def read(text: str) -> Record:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None, [str(found) for found in reading.diagnostics]
    return reading.record


def lines_of(lines: Lines) -> Found:
    """Return lines of the TOML file, which have a mate only if there is one."""
    return [(text, score, mate[0] if mate else None) for text, score, *mate in lines]


def analyses(record: Record, *found: Found) -> list[Analysis]:
    """Return analyses of a record's positions that have found this."""
    made = []
    for position, lines in zip(replayed(GAME, record), found, strict=True):
        told = [
            Line(tuple(read_line(GAME, position, text)), score, mate) for text, score, mate in lines
        ]
        made.append(Analysis(position, tuple(told), 5, 500))
    return made


def marked(record: Record, *found: Found, thresholds: Thresholds | None = None) -> Record:
    return annotate(GAME, record, analyses(record, *found), thresholds or Thresholds(), NAME)


def shown(ply: Ply) -> list[str]:
    """Return the better lines of a ply with their marks."""
    return [
        " ".join([variation.comments[0].text, *(each.move.notation for each in variation.plies)])
        for variation in ply.variations
    ]


def record_of(movetext: str, *tags: str) -> Record:
    return read("\n".join(['[Event "x"]', f'[Position "{START}"]', *tags, "", movetext, ""]))


QUIET = ("d6-d5", 0.5, None)
WIN = ("d6xd7", 1.0, 1)
STAY = "1. d6-d5 *"


@pytest.mark.parametrize(
    ("before", "after", "comment", "nag", "line"), CASES["judged"].values(), ids=CASES["judged"]
)
def test_judged(before: Lines, after: Lines, comment: str, nag: int, line: str) -> None:
    (ply,) = marked(record_of(STAY), lines_of(before), lines_of(after)).plies
    assert [each.text for each in ply.comments] == [comment]
    assert ply.nags == ((nag,) if nag else ())
    assert shown(ply) == ([line] if line else [])


@pytest.mark.parametrize(
    ("before", "after", "rival", "comment", "line"),
    CASES["compared"].values(),
    ids=CASES["compared"],
)
def test_compared(before: float, after: float, rival: Lines, comment: str, line: str) -> None:
    record = record_of(STAY)
    made = analyses(record, [("d6-c6", before, None)], [("d7-c7", 1 - after, None)])
    other = rival_of(GAME, record.plies[0].move, made[0])
    told = [Line(tuple(read_line(GAME, other, text)), *value) for text, *value in lines_of(rival)]
    rivals = {0: Analysis(other, tuple(told), 5, 500)}
    (ply,) = annotate(GAME, record, made, Thresholds(), NAME, rivals).plies
    assert [each.text for each in ply.comments] == [comment]
    assert shown(ply) == ([line] if line else [])


@pytest.mark.parametrize(
    ("before", "is_asked"),
    [([("d6-c6", 0.6, None)], True), ([QUIET], False), ([WIN], False), ([], False)],
)
def test_when_moves_are_compared(before: Found, is_asked: bool) -> None:
    record = record_of(STAY)
    found = analyses(record, before, [])
    rival = rival_of(GAME, record.plies[0].move, found[0])
    assert (rival is not None) == is_asked


def test_no_move_is_blamed_where_the_best_loses_too() -> None:
    record = record_of(STAY)
    found = analyses(record, [("d6-c6", 0.6, None)], [("d7-c7", 1.0, 3)])
    other = rival_of(GAME, record.plies[0].move, found[0])
    lost = Analysis(other, (Line(tuple(read_line(GAME, other, "d7-c7")), 1.0, 3),), 5, 500)
    (ply,) = annotate(GAME, record, found, Thresholds(), NAME, {0: lost}).plies
    assert [each.text for each in ply.comments] == ["[%eval #-3,5]"]
    assert not ply.variations


def test_red_is_told_from_the_side_of_blue() -> None:
    record = record_of("1. d6-d5 d7-c7 *")
    lost = [("d5-d6", 1.0, 5)]
    first, second = marked(record, [QUIET], [("d7-e7", 0.7, None)], lost).plies
    assert first.comments[0].text == "[%eval 0.30,5]"
    assert second.comments[0].text == "[%eval #5,5] [%nag 4] allowed a forced win in 5 plies"
    assert second.variations[0].comments[0].text == "[%eval 0.30,5] better line"
    assert second.variations[0].plies[0].side == 1


def test_the_end_on_the_board() -> None:
    record = record_of("1. d6xd7 1-0")
    (ply,) = marked(record, [WIN, QUIET], []).plies
    assert ply.comments[0].text == "[%eval 1.00,0] only move to win"


def test_a_win_thrown_away_by_repetition() -> None:
    shuffle = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7 1/2-1/2"
    record = read(f'[Event "x"]\n[Position "{SHUFFLED}"]\n\n{shuffle}\n')
    quiet = [[(ply.move.notation, 0.5, None)] for ply in record.plies[:-1]]
    *_, last = marked(record, *quiet, [("g6-g5", 1.0, 3)], [("d1-c1", 1.0, 3)]).plies
    assert last.comments[0].text == "[%eval 0.50,0] [%nag 4] missed a forced win in 3 plies"


def test_a_line_ends_where_a_position_repeats() -> None:
    shuffle = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 g6-g5 *"
    record = read(f'[Event "x"]\n[Position "{SHUFFLED}"]\n\n{shuffle}\n')
    quiet = [[(ply.move.notation, 0.5, None)] for ply in record.plies[:-1]]
    better = [("c7-d7 d1-c1 d7-c7", 0.9, None)]
    *_, last = marked(record, *quiet, better, [("d1-c1", 0.9, None)]).plies
    (variation,) = last.variations
    assert [ply.move.notation for ply in variation.plies] == ["c7-d7"]


def test_thresholds() -> None:
    found = [("d6-c6", 0.6, None)], [("d7-c7", 0.5, None)]
    assert marked(record_of(STAY), *found, thresholds=Thresholds(0.2, 0.3, 0.4)).plies[0].nags == ()
    assert marked(record_of(STAY), *found, thresholds=Thresholds(0.1, 0.2, 0.3)).plies[0].nags == (
        6,
    )
    assert marked(record_of(STAY), *found, thresholds=Thresholds(0, 0, 0.1)).plies[0].nags == (4,)


BAD = [("d6-c6 d7-e7", 0.6, None)], [("d7-c7", 0.6, None)]
"""What makes of the ply d6-d5 a blunder."""
WRITTEN = CASES["written"]


@pytest.mark.parametrize("movetext", WRITTEN)
def test_what_people_wrote_stays(movetext: str) -> None:
    record = record_of(movetext, '[Annotator "Ann; Bob"]')
    once = marked(record, *BAD)
    assert once.tags["Annotator"] == f"Ann; Bob; {NAME}"
    assert unmarked(once) == record
    is_rated = any(sign in movetext for sign in ("?", "$4"))
    assert once.plies[0].nags == record.plies[0].nags + (() if is_rated else (4,))
    assert once.plies[0].variations[:-1] == record.plies[0].variations


@pytest.mark.parametrize("movetext", WRITTEN)
def test_again(movetext: str) -> None:
    record = record_of(movetext)
    text = format_record(marked(record, *BAD), GAME.description)
    assert format_record(marked(read(text), *BAD), GAME.description) == text
    now_good = [QUIET], [("d7-c7", 0.5, None)]
    rejudged = [marked(each, *now_good) for each in (read(text), record)]
    assert len({format_record(each, GAME.description) for each in rejudged}) == 1


@pytest.mark.parametrize("annotator", [None, "Ann", "Ann; a search"])
def test_an_earlier_analysis_is_replaced_whatever_the_tag_says(annotator: str | None) -> None:
    once = marked(record_of(STAY), *BAD)
    tags = {name: value for name, value in once.tags.items() if name != "Annotator"}
    retagged = replace(once, tags=tags | ({"Annotator": annotator} if annotator else {}))
    now_good = [QUIET], [("d7-c7", 0.5, None)]
    for analyses in (BAD, now_good):
        fresh, again = marked(record_of(STAY), *analyses), marked(retagged, *analyses)
        assert again.plies == fresh.plies
        assert again.tags["Annotator"] == "; ".join(filter(None, (annotator, NAME)))


@pytest.mark.parametrize("movetext", WRITTEN)
def test_of_several_earlier_analyses_nothing_stays(movetext: str) -> None:
    """Two analyses of one ply, as programs leave them that keep what they do not know."""
    record = record_of(movetext)
    one = marked(record, *BAD).plies[0]
    now_fair = [("d6-e6", 0.62, None)], [("d7-c7", 0.5, None)]
    other = marked(record, *now_fair).plies[0]
    assert one.comments[0] != other.comments[0]
    assert one.variations[-1] != other.variations[-1]
    own = record.plies[0]
    both = replace(
        own,
        nags=(*one.nags, *other.nags[len(own.nags) :]),
        comments=(*one.comments, other.comments[0]),
        variations=(one.variations[-1], *other.variations),
    )
    twice = replace(record, plies=(both, *record.plies[1:]))
    assert unmarked(twice) == record
    for analyses in (BAD, now_fair):
        assert marked(twice, *analyses).plies == marked(record, *analyses).plies


def test_comments_keep_their_place_among_variations() -> None:
    written = "1. d6-d5 (1. d6-e6) {after a line} {and more} *"
    record = record_of(written)
    text = format_record(marked(record, *BAD), GAME.description)
    behind = text.replace("d7-e7)", "d7-e7) {about it}")
    assert behind != text
    plain = format_record(unmarked(read(behind)), GAME.description)
    assert "1. d6-d5 (1. d6-e6) {after a line} {and more} {about it} *" in plain
    assert format_record(unmarked(read(text)), GAME.description) == format_record(
        record, GAME.description
    )


def test_marks_that_were_edited_are_of_people() -> None:
    ply = marked(record_of(STAY), *BAD).plies[0]
    said = replace(ply.comments[0], text=ply.comments[0].text + " but brave")
    record = replace(record_of(STAY), plies=(replace(ply, comments=(said,)),))
    again = marked(record, *BAD).plies[0]
    assert again.comments[1:] == (said,)
    assert again.nags == (4,)
    assert again.comments[0].text == "[%eval 0.40,5]"


def test_a_line_of_an_escape_is_no_mark() -> None:
    record = record_of(STAY)
    escape = Comment(CommentKind.ESCAPE, "[%eval 0.40,5]")
    kept = replace(record, plies=(replace(record.plies[0], comments=(escape,)),))
    assert unmarked(marked(kept, *BAD)) == kept


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", NAME),
        ("?", NAME),
        ("Ann", f"Ann; {NAME}"),
        ("mentis-records 0.1, search depth 3", NAME),
        ("mentis-records 0.1, search depth 3; Ann", f"Ann; {NAME}"),
        ("mentis-records by hand", f"mentis-records by hand; {NAME}"),
    ],
)
def test_names(before: str, after: str) -> None:
    assert marked(record_of(STAY, f'[Annotator "{before}"]'), *BAD).tags["Annotator"] == after


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(nodes=100_000), "100000 nodes"),
        (Limits(depth=6), "depth 6"),
        (Limits(6, 1000, 0.5), "depth 6, 1000 nodes, 0.5 seconds"),
    ],
)
def test_name_of_a_search(limits: Limits, words: str) -> None:
    assert annotator_name("1.2.3", limits) == f"mentis-records 1.2.3, search {words}"


def test_no_plies() -> None:
    record = read('[Event "x"]\n[Result "*"]\n\n*\n')
    position = stored_position(GAME, record.start, record.tags)
    assert annotate(GAME, record, [Analysis(position, (), 1, 1)], Thresholds(), NAME) == record


# Records of every game, annotated with random lines: valid, and without them as before


COUNT = 1
PLIES = 6


def random_line(game: AnyGame, position: Any, choice: random.Random) -> Line:
    """Return random play from a position, worth a random score or a win."""
    moves = []
    for _ in range(PLIES):
        legal = game.legal_moves(position)
        if not legal or game.outcome(position) is not None:
            break
        moves.append(choice.choice(legal))
        position = game.play(position, moves[-1])
    return Line(tuple(moves), choice.random(), choice.choice([None, None, 3, -4]))


def random_analysis(game: AnyGame, position: Any, seed: int) -> Analysis:
    choice = random.Random(f"{position.key} {seed}")
    if not game.legal_moves(position):
        return Analysis(position, (), 0, 1)
    return Analysis(
        position, (random_line(game, position, choice), random_line(game, position, choice)), 5, 500
    )


def annotated(game: AnyGame, record: Record, seed: int) -> Record:
    found = [random_analysis(game, position, seed) for position in replayed(game, record)]
    return annotate(game, record, found, Thresholds(), NAME)


def records(game: AnyGame) -> list[Record]:
    """Return the first records of a game's bundled files."""
    found = []
    for sample in game.description.samples:
        for index, reading in enumerate(
            Reader(GAMES).read_path(str(resource_folder("bundled") / sample))
        ):
            if index == COUNT:
                break
            assert reading.record is not None
            found.append(reading.record)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_they_read_back(game: AnyGame) -> None:
    found = records(game)
    assert found
    for record in found:
        plain = format_record(record, game.description)
        made = annotated(game, record, 1)
        assert any(ply.variations for ply in made.plies)
        text = format_record(made, game.description)
        (reading,) = Reader(GAMES).read_text("test", text)
        assert reading.record is not None, [str(each) for each in reading.diagnostics]
        assert format_record(unmarked(reading.record), game.description) == plain
        assert format_record(annotated(game, reading.record, 1), game.description) == text
        again = annotated(game, reading.record, 2)
        assert format_record(unmarked(again), game.description) == plain
