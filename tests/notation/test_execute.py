"""Lark's tables run directly, with and without recovery, agree with Lark itself."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from lark.exceptions import UnexpectedInput

from mentis_records.core.syntax import Token
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


def with_lark(text: str, start: str) -> object:
    """Return what Lark's own lexer, parser and tree builder make of a text, or None."""
    parser: Any = load_parser(GAME.grammar).parse_interactive(text, start=start)
    state = parser.parser_state
    try:
        for found in parser.lexer_thread.lex(state):
            at = found.start_pos
            state.feed_token(Token(found.type, str(found), at, at + len(found)))
        return state.feed_token(Token("$END", "", len(text), len(text)), True)
    except UnexpectedInput:
        return None


def both(text: str, start: str) -> tuple[object, object, int]:
    """Return the syntax by the direct run and by recovery, and how many faults recovery found.

    Lark accepts what the direct run accepts, and gives the same; plies that touch each other
    are the one thing that the direct run refuses by itself.
    """
    fast = execute(text, start, GAME.grammar, parse.MAX_DEPTH)
    slow, faults = parse._Parse(text, start, GAME).run()
    lark = with_lark(text, start)
    assert fast is None or fast == lark, repr(text)
    if lark is not None and fast is None:
        assert slow != lark, repr(text)
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
