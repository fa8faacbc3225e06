"""Records of every game, annotated with random lines: valid, and without them as before."""

import random
from typing import Any

import pytest

from mentis_records.analysis.annotate import Thresholds, annotate, unmarked
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.core.resource import resource_folder
from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis, Line
from mentis_records.notation.read import Reader
from mentis_records.notation.seen_record import replayed
from mentis_records.notation.write import format_record

NAME = "mentis-records 1.2.3, search 500 nodes"
COUNT = 1
PLIES = 6


def line(game: AnyGame, position: Any, choice: random.Random) -> Line:
    """Return random play from a position, worth a random score or a win."""
    moves = []
    for _ in range(PLIES):
        legal = game.legal_moves(position)
        if not legal or game.outcome(position) is not None:
            break
        moves.append(choice.choice(legal))
        position = game.play(position, moves[-1])
    return Line(tuple(moves), choice.random(), choice.choice([None, None, 3, -4]))


def analysis(game: AnyGame, position: Any, seed: int) -> Analysis:
    choice = random.Random(f"{position.key} {seed}")
    if not game.legal_moves(position):
        return Analysis(position, (), 0, 1)
    return Analysis(position, (line(game, position, choice), line(game, position, choice)), 5, 500)


def annotated(game: AnyGame, record: Record, seed: int) -> Record:
    found = [analysis(game, position, seed) for position in replayed(game, record)]
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
