"""Which ply a place belongs to, against a sorted list of all places."""

import random
from bisect import bisect_right

import pytest
from test_execute import pieces
from test_properties import mutate

from mentis_records.games import GAMES
from mentis_records.notation.syntax.record_syntax import LineSyntax, TurnIndex
from mentis_records.notation.syntax.recovery import parse_record

GAME = GAMES[0].description


def rows(line: LineSyntax, first: int) -> list[tuple[int, int, int, int]]:
    """Return the beginning, the number and the place of every turn, and the ends of variations."""
    found = []
    for ply, turn in enumerate(line.turns, first):
        begin, end, number = turn.start, turn.end, turn.number
        if number is not None:
            place = (begin, end) if begin < end else (number.start, number.end)
            found.append((number.start, ply, *place))
        elif begin < end:
            found.append((begin, ply, begin, end))
        for variation in turn.variations:
            found += [*rows(variation, ply), (variation.end, ply, begin, end)]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_places(seed: int) -> None:
    rng = random.Random(seed)
    start, text = rng.choice(pieces())
    for _ in range(3 * (seed % 7)):
        text = mutate(rng, text)
    syntax, _ = parse_record(text, start, GAME)
    index = TurnIndex(syntax.line, 3)
    expected = sorted(rows(syntax.line, 3))
    for offset in range(len(text) + 1):
        at = bisect_right(expected, (offset, 1 << 60)) - 1
        assert index.find(offset, False) == (expected[at][1:] if at >= 0 else None)
        assert index.find(offset, True) == (expected[max(at, 0)][1:] if expected else None)


def test_variations_that_end_together() -> None:
    """Where the text breaks off inside of variations, the latest ply counts."""
    syntax, _ = parse_record('[Event "x"]\n\n1. d2-d3 (1. Sd2 Sd6 (1... Nd6', "tagged", GAME)
    assert sorted(rows(syntax.line, 1)) != rows(syntax.line, 1)
    found = TurnIndex(syntax.line, 1).find(10_000, False)
    assert found is not None
    assert found[0] == 2
