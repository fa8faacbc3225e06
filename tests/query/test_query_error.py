"""Queries that cannot be read or mean nothing: the place, what was expected, the nearest form."""

from typing import Any

import pytest

from mentis_records.games import GAMES
from mentis_records.query.error import QueryError
from mentis_records.query.parse.parse import MAX_DEPTH, MAX_LENGTH
from mentis_records.query.plan.question import ask


def refusal(text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        ask(text, GAMES[0])
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("bleu N on d4", "bleu", "does not belong here", "did you mean blue?"),
        ("blue n on d4", "n", "does not belong here", "did you mean N?"),
        ("blue spear on d4", "spear", "does not belong here", "did you mean Spears?"),
        ("move 'd4", "'d4", "does not end", "a text ends with '; inside it, write \\'"),
        ("mirror start", "mirror", "does not belong here", "such as: mirror(blue N on c3)"),
        (
            "some x: blue N on board",
            "",
            "it ends too early",
            "such as: some x: blue N on board and",
        ),
        ("some x: blue N on d4 and start", "x", "never asked about", "such as: some x: blue N"),
        ("some x: to move red and x attacked", "to", "does not belong here", "a side, any"),
        ("some x blue N on d4 and x attacked", "blue", "does not belong here", "expected: :"),
        ("some x: blue N on d4 or x attacked", "or", "does not belong here", "such as: some x:"),
        ("some x: blue N on d4 and x", "x", "x names a tile; it is no test", "such as: x on a1"),
        ("some x: blue N on d4 and x attcked", "attcked", "not belong here", "mean attacked?"),
        ("some x: blue N on d4 and any K on x red", "red", "x is one square", "write x"),
        ("some n: blue N on d4 and n attacked", "n", "n is the name of a tile", "such as x"),
        ("some king: any K on d1 and king attacked", "king", "the name of a tile", "such as x"),
        ("some row: blue N on d4 and row attacked", "row", "a word of queries", "such as x"),
        ("some flip: blue N on d4 and flip attacked", "flip", "a word of queries", "such as x"),
        ("some date: blue N on d4 and date attacked", "date", "a word of queries", "such as x"),
        ("some hill: blue N on d4 and hill attacked", "hill", "a word of queries", "such as x"),
        ("some Blue: any N on d4 and x attacked", "Blue", "Blue is a side", "such as x"),
        ("some d4: any N on d4 and d4 attacked", "d4", "written like a square", "such as x"),
        ("some x9: any N on d4 and x9 attacked", "x9", "written like a square", "such as x"),
        ("x attacked", "x", "no tile is named x", "name it first: some x: ..."),
        ("some x: any N on d4 and y attacks x", "y", "no tile is named y", "some y: ..."),
        ("bleu attacked", "bleu", "no tile is named bleu", "did you mean blue?"),
        ("blue N on x", "x", "there is no area x", "such as d4"),
        (
            "some x: any N on d4 and x attacked or empty x",
            "x",
            "x has no meaning here",
            "some x: ... and (... or ...)",
        ),
        (
            "some x: any N on d4 and some X: any K on d1 and x attacked",
            "X",
            "X already names another tile",
            "such as y",
        ),
        (
            "some x: any N on d4 and (x attacked then end)",
            "x",
            "inside then",
            "write (some x: ...) then ...",
        ),
        ("some x: any N on d4 and x attacked for 3", "x", "inside for", "(some x: ...) for 3"),
        ("some x: any N on d4 and flip(empty x)", "x", "inside flip(...)", "flip(some x: ...)"),
        ("start and game end", "game", "does not belong here", "such as: game(blue K attacked)"),
        ("start mirror(end)", "mirror", "does not belong here", "expected: and, or"),
        ("blue Q on d4", "Q", "there is no tile Q", "K (King)"),
        ("blue N d4", "d4", "d4 does not belong here", "such as: blue N on d4"),
        ("blue N on d9", "d9", "there is no square d9", "a1 to g7"),
        ("blue N on D4", "D4", "there is no square D4", "did you mean d4?"),
        ("empty row 8", "8", "there is no row 8", "did you mean row 7?"),
        ("empty column h", "h", "there is no column h", "did you mean column g?"),
        ("empty hil red", "hil", "there is no area hil", "did you mean hill?"),
        ("empty hill", "hill", "hill needs a side", "hill blue or hill red"),
        ("empty board red", "red", "board belongs to no side", "write board"),
        ("blue stack TSNT on d2", "TSNT", "at most 3 tiles, not 4", "did you mean 'TSN'?"),
        ("blue stack tsn on d2", "tsn", "there is no tile t", "did you mean 'TSN'?"),
        ("blue hand K >= 1", "K", "the King is never in a hand", "blue hand S >= 2"),
        ("white N on d4", "white", "white does not belong here", "did you mean blue?"),
        ("to move Black", "Black", "Black does not belong here", "did you mean red?"),
        ("any S attacks white N", "white", "does not belong here", "did you mean blue?"),
        ("empty hill black", "black", "black does not belong here", "did you mean red?"),
        ('white player = "A"', "white player", "no field white player", "Blue player?"),
        ("any hand S >= 1", "any", "a hand needs a side", "blue or red"),
        ("to move any", "any", "a turn needs a side", "blue or red"),
        ("blue hand S >= 4", ">= 4", "0 to 3, so >= 4 never holds", "did you mean >= 3?"),
        ("blue hand S > 3", "> 3", "never holds", "did you mean > 2?"),
        ("blue height = 0 on d4", "= 0", "1 to 3", "did you mean = 1?"),
        ("blue height ~ 2 on d4", "~", "which ~ cannot compare", "= !="),
        ("blue height on d4", "on", "on does not belong here", "blue height >= 2 on c2"),
        ("count(blue any on row 4) >= 9", ">= 9", "0 to 7", "did you mean >= 7?"),
        ("count(to move red) >= 1", "to", "to does not belong here", "a side, any, a name, empty"),
        ("red lost N = 4", "= 4", "0 to 3", "did you mean = 3?"),
        ("red tiles < 0", "< 0", "never holds", "did you mean < 1?"),
        ("ply < 0", "< 0", "a ply is at least 0", "did you mean < 1?"),
        ("ply <= 2.5", "2.5", "a whole number", "such as 4"),
        ("ply = 1234567890", "1234567890", "more than 9 digits", ""),
        ("red attacked", "attacked", "does not belong here", "such as: red K attacked"),
        ("red T on b3 block", "block", "does not belong here", "did you mean blocks?"),
        ("move capture K", "capture", "does not belong here", "did you mean captures?"),
        ('move "d2d3"', '"d2d3"', "d2d3 is not a move", "a3-a4, NSTb1 or d4xc4"),
        ('position "3k3/7 b -/-"', '"3k3/7 b -/-"', "rows instead of 7", "such as the start"),
        ("start then within 0 end", "0", "at least 1", "did you mean 1?"),
        ("start for 0", "0", "at least 1", "did you mean 1?"),
        ("start for x", "x", "x does not belong here", "a number"),
        ("mirorr(start)", "mirorr", "no function mirorr", "did you mean mirror(...)?"),
        ("reslt = 1-0", "reslt", "there is no field reslt", "did you mean Result?"),
        ("result < 1-0", "<", "which < cannot compare", "= !="),
        ('blue plyer = "A"', "blue plyer", "no field blue plyer", "Blue player?"),
        ("Date >= 2024.13", "2024.13", "2024.13 is not a date", "year.month"),
        ("Date = 2024.??.05", "2024.??.05", "2024.??.05 is not a date", "year.month"),
        ("\u017ftart", "\u017f", "means nothing here", ""),
        ("plies", "", "it ends too early", "plies = 40"),
        ("nonsense", "nonsense", "no saved query, and no test, nonsense", "such as:"),
        ("strat", "strat", "no saved query, and no test, strat", "did you mean start?"),
        ("and", "and", "and does not belong here", "such as:"),
        ("start or mirror", "mirror", "mirror of what?", "mirror(blue N on c3)"),
        ("blue stack WS on d2", "WS", "the Wolf is never in a stack", "did you mean W?"),
        ("any stack *?K on board", "*?K", "the King is never in a stack", "did you mean K?"),
        ("move deploys *K", "*K", "the King is never deployed", "move deploys TSN at d2"),
        ("plies < 0", "< 0", "plies is at least 0", "did you mean < 1?"),
        ("game = 0", "= 0", "game is at least 1", "did you mean = 1?"),
        ("blue elo < 0", "< 0", "never holds", "did you mean < 1?"),
        ("count(blue any on row 4)", "", "it ends too early", "count(blue any on row 4) >= 2"),
        ("blue N on d4 and", "", "it ends too early", "such as:"),
        ("(blue N on d4", "", "it ends too early", "expected: )"),
        ("blue N on d4)", ")", "does not belong here", ""),
        ("blue N on d4; drop table games", ";", "means nothing here", ""),
        ('player = "x', '"x', "does not end", '\\"'),
        ("", "", "nothing to test", "such as: blue N on d4"),
    ],
)
def test_place_and_hint(text: str, place: str, message: str, hint: str) -> None:
    error = refusal(text)
    assert message in error.message
    assert text[error.start : error.end] == place
    assert hint in error.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * (MAX_DEPTH + 1) + "start" + ")" * (MAX_DEPTH + 1), "nested deeper"),
        ("not " * (MAX_DEPTH + 1) + "start", "nested deeper"),
        ("start then " * (MAX_DEPTH + 1) + "start", "nested deeper"),
        ("start" + " for 2" * (MAX_DEPTH + 1), "nested deeper"),
        (
            "".join(f"some {name}: any any on board and " for name in "abcd")
            + "empty {a, b, c, d}",
            "more than 3 named pieces",
        ),
        ("some x: any any on board and (" * 51 + "x attacked" + ")" * 51, "nested deeper"),
        ("mirror(" * 51 + "start" + ")" * 51, "nested deeper"),
        ("start or " * 1_000 + "start", "more than 1,000 tests"),
        ("mirror(start or " * 12 + "start" + ")" * 12, "more than 1,000 tests"),
        ("x" * (MAX_LENGTH + 1), "10,001 characters"),
    ],
    ids=lambda value: value[:20],
)
def test_bounds(text: str, message: str) -> None:
    assert message in refusal(text).message


@pytest.mark.parametrize("one", ["not start", "not (start)", "not not (not start)"])
@pytest.mark.parametrize("joint", [" and ", " or "])
def test_what_stands_side_by_side_is_not_nested(one: str, joint: str) -> None:
    ask(joint.join([one] * 3 * MAX_DEPTH), GAMES[0])


@pytest.mark.parametrize("text", ["\udcff", "blue \u202e", 'player = "\x1b[31m', "💣" * 99])
def test_hostile_text_is_shown_harmless(text: str) -> None:
    shown = refusal(text).underlined()
    assert all(line.isprintable() and len(line) < 200 for line in shown.splitlines())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("blue Spears on d4", "blue S on d4"),
        ("red king attacked", "red K attacked"),
        ("any NOBLES attacks any wolf", "any N attacks any W"),
        ("blue hand Trenchmen >= 2", "blue hand T >= 2"),
        ("move 'TSNd2'", 'move "TSNd2"'),
    ],
)
def test_tiles_by_their_names_and_texts_in_single_quotes(written: str, meant: str) -> None:
    assert ask(written, GAMES[0]).node == ask(meant, GAMES[0]).node


@pytest.mark.parametrize("text", ["blue N on board d4", "Spears", "King King", "and", "blue blue"])
def test_what_is_typed_is_not_suggested(text: str) -> None:
    with pytest.raises(QueryError) as caught:
        ask(text, GAMES[0])
    assert caught.value.hint
    assert f"did you mean {text.split()[-1]}?" not in caught.value.hint


def test_quotes_within_quotes() -> None:
    node: Any = ask(r"""Event = 'It\'s "so" \\'""", GAMES[0]).node
    assert node.comparison.value.text == 'It\'s "so" \\'
