"""The scanner, with and without recovery, agrees with Lark's lexer, parser and tree builder."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark_tree import with_lark
from test_properties import mutate, record_texts

from mentis_records.games import GAMES
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block
from mentis_records.notation.syntax import recovery as parse
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.syntax.parser import ParserStack
from mentis_records.notation.tables.grammar_file import TAGGED

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
    return [
        (piece.start, piece.text)
        for text in texts
        for found in cut([text.encode()], signs_of(GAME))
        for piece in (found.pieces() if isinstance(found, Block) else (found,))
    ]


def both(text: str, start: str) -> tuple[object, object, int]:
    """Return the syntax by the direct run and by recovery, and how many faults recovery found.

    Lark accepts what the direct run accepts, and gives the same; plies that touch each other
    are the one thing that the direct run refuses by itself.
    """
    fast = parse.Parse(text, start, GAME).accept()
    slow, faults = parse.Parse(text, start, GAME).run()
    lark = with_lark(text, start, GAME.grammar)
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


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(record_texts(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_generated_records(text: str, rng: random.Random, damages: int) -> None:
    """As above, on drawn records: sound ones, and such as are damaged a few times."""
    for _ in range(damages):
        text = mutate(rng, text)
    fast, slow, faults = both(text, TAGGED)
    assert (fast is None) == (faults > 0)
    if fast is not None:
        assert fast == slow


def test_a_sound_tag_before_a_malformed_one_is_kept() -> None:
    syntax, faults = parse.parse_record('[Event "x"]\n[bad\n\n*\n', TAGGED, GAME)
    assert [tag.name for tag in syntax.tags] == ["Event"]
    assert len(faults) == 1


@pytest.mark.parametrize(
    "text", ["", " ", '[Event "x"]', '[Event "x"]\n', '[Event "a]"][Site "b"]']
)
def test_tags_without_movetext(text: str) -> None:
    fast, slow, faults = both(text, TAGGED)
    assert (fast is None) == (faults > 0) == (not text.strip())
    if fast is not None:
        assert fast == slow


def test_depth_is_bounded() -> None:
    nested = '[Event "x"]\n\n1. Sd2 ' + "(1. Nd2 " * 3 + ")" * 3 + " *\n"
    assert ParserStack(GAME.grammar, nested, TAGGED).accept(3) is not None
    assert ParserStack(GAME.grammar, nested, TAGGED).accept(2) is None
