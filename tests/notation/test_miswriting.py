"""Known miswritings: one expression for all says what the first of them says alone."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mentis_records.core.game import Malformation
from mentis_records.games import GAMES
from mentis_records.notation.syntax.miswriting import Miswritings, miswritings_of

GAME = GAMES[0].description
PARTS = (
    "a2",
    "d3",
    "h9",
    "b",
    "-",
    "--",
    "\u2014",
    "#",
    "##",
    "###",
    "x",
    "X",
    ":",
    "*",
    "S",
    "TSN",
)
PARTS += ("STNK", "W", "Q", "K", "pass", "1", "88", "z", " ")
WORDS = st.lists(st.sampled_from(PARTS), max_size=7).map("".join)


def first(text: str) -> object:
    """Return what the first pattern that matches a whole text says of it."""
    for malformation in GAME.malformations:
        match = re.fullmatch(malformation.pattern, text)
        if match:
            details = {name: value or "" for name, value in match.groupdict().items()}
            return malformation.code, details, *match.span(1 if match.re.groups else 0)
    return None


@settings(max_examples=400, deadline=None)
@given(WORDS)
def test_one_expression_says_what_the_first_does(text: str) -> None:
    found = miswritings_of(GAME).find(text)
    said = found and (found.code, found.details, found.start, found.end)
    assert said == first(text)
    ends = [
        match.end()
        for each in GAME.malformations
        if each.spans_blanks and (match := re.match(each.pattern, text))
    ]
    assert miswritings_of(GAME).reach(text) == (ends[0] if ends else 0)


def test_no_malformations() -> None:
    nothing = Miswritings(())
    assert nothing.find("a2--a3") is None
    assert nothing.reach("TSN d2") == 0


def test_parts_to_blame() -> None:
    code = GAME.malformations[0].code
    known = Miswritings((Malformation(r"a(b+)", code), Malformation(r"(?P<sign>x)y|z", code)))
    found = known.find("abb")
    assert found is not None
    assert (found.start, found.end, found.details) == (1, 3, {})
    found = known.find("z")
    assert found is not None
    assert found.details == {"sign": ""}
