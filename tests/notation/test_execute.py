"""The two executors of the grammar agree: Lark's tables run directly, and Lark itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation import parse
from mentis_records.notation.cut import TAGGED, cut
from mentis_records.notation.execute import execute, load_tables
from mentis_records.notation.grammar import load_parser, terminal_pattern

ROOT = Path(__file__).parents[2]
GAME = GAMES[0].description
SIGNS = 'abd24S#-x(){};%$!?*.[]" \n\t\\~–'
RICH = """[Event "A \\"quoted\\" name"]
[Site "x\\\\y"]

; first
{about the game} 1. TSNd2! $1 $14 TSNd6 {both}
(1... TSNc6 ; deep
 (1... TSNe6 {e} 2. d2 # -d3) 2. d2#-d3) 2. d2# -d3 - d4
%escaped
2... d6#-d5#-e5?! 3. TNNc2 *
{after}
% end
"""


def pieces() -> list[tuple[str, str]]:
    texts = [RICH]
    texts += [path.read_text() for path in sorted((ROOT / "data").glob("rulebook*"))]
    header = terminal_pattern(GAME.grammar, "HEADER")
    return [
        (piece.start, piece.text)
        for text in texts
        for piece in cut(text.splitlines(keepends=True), header)
    ]


def both(text: str, start: str) -> tuple[object, object, int]:
    fast = execute(text, start, GAME.grammar, parse.MAX_DEPTH)
    slow, faults = parse._Parse(text, start, GAME).run()
    return fast, slow, len(faults)


@pytest.mark.parametrize(("start", "text"), pieces())
def test_sound_records(start: str, text: str) -> None:
    fast, slow, faults = both(text, start)
    assert fast is not None
    assert faults == 0
    assert fast == slow


@pytest.mark.parametrize("seed", range(40))
def test_mutated_records(seed: int) -> None:
    """The direct run accepts exactly what Lark accepts, and gives the same syntax."""
    rng = random.Random(seed)
    texts = pieces()
    refused = 0
    for _ in range(25):
        start, text = rng.choice(texts)
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(text))
            cut_off = at + rng.choice((0, 0, 1, 1, 2, 20))
            added = rng.choice(("", "", *SIGNS))
            text = text[:at] + added + text[cut_off:]
        fast, slow, faults = both(text, start)
        assert (fast is None) == (faults > 0), repr(text)
        if fast is not None:
            assert fast == slow, repr(text)
        refused += fast is None
    assert refused


def test_tables_are_larks() -> None:
    """Every action of Lark's table is in the rows, and every terminal in the pattern."""
    tables = load_tables(GAME.grammar)
    lark = load_parser(GAME.grammar)
    table = lark.parser.parser.parser.parse_table  # type: ignore[attr-defined]
    assert len(tables.rows) == len(table.states)
    for state, actions in table.states.items():
        assert set(tables.rows[state]) == {str(symbol) for symbol in actions}
    names = {terminal.name for terminal in lark.terminals} - set(lark.ignore_tokens)
    assert set(tables.pattern.groupindex) == names


def test_depth_is_bounded() -> None:
    nested = '[Event "x"]\n\n1. Sd2 ' + "(1. Nd2 " * 3 + ")" * 3 + " *\n"
    assert execute(nested, TAGGED, GAME.grammar, 3) is not None
    assert execute(nested, TAGGED, GAME.grammar, 2) is None
