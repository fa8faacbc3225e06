"""Queries about MensaSpiel: the index and a replay, each against a plain reading of the strings."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from game_query_kit import Collection, stored

from mentis_records.games import find_game
from mentis_records.query.answer.match import find_match
from mentis_records.query.error import QueryError
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.store.position.hits import fetch_plies

GAME = find_game("mensaspiel")
COLOURS = {
    "cyan": ("a5", 3, "e4", 1),
    "blue": ("b5", 2, "e3", 2),
    "olive": ("c5", 2, "f3", 2),
    "purple": ("a4", 2, "e5", 2),
    "green": ("c4", 3, "g3", 1),
    "red": ("a3", 4, "f5", 0),
    "orange": ("b3", 1, "g5", 3),
    "yellow": ("c3", 3, "g4", 1),
}
"""The square in each ring, with White's pips there."""

PIPS = {at: pips for a, m, b, n in COLOURS.values() for at, pips in ((a, m), (b, n))}
LEFT = [square for square in PIPS if square[0] in "abc"]
RIGHT = [square for square in PIPS if square[0] in "efg"]
STATED = (
    "a3:B,a4:B,a5:B,b3:B,b5:B,c3:B,c4:B,c5:B W0.8.1/B0.0.0 W 3",
    "b5:W,e3:BBWB W0.5.1/B0.3.1 W 3",
    "c3:WWBWWBBW,f3:BWBBW W0.1.0/B1.2.1 B 3",
    "a4:WBW,g4:B W0.6.1/B1.5.0 W 3",
)


@dataclass
class Seen:
    """A position as its string has it, and the turn that led there."""

    stacks: dict[str, str]
    base: tuple[int, ...]
    reserve: tuple[int, ...]
    prison: tuple[int, ...]
    mover: str
    text: str
    turn: str
    acted: str

    def topped(self, letters: str, squares: Any = PIPS) -> int:
        """Return how many of some squares have one of some letters on top."""
        return sum(self.stacks.get(square, "?")[-1] in letters for square in squares)

    def steps(self, side: str) -> int:
        owned = [square for square, stack in self.stacks.items() if stack[-1] == side]
        return sum(PIPS[square] if side == "W" else 4 - PIPS[square] for square in owned)

    def like(self, pattern: str, squares: Any = PIPS) -> int:
        """Return how many of some squares have a stack that a regular expression matches."""
        stacks = (self.stacks.get(square, "") for square in squares)
        return sum(re.fullmatch(pattern, stack) is not None for stack in stacks)


Holds = Callable[[Seen], Any]


def read(text: str, turn: str, acted: str) -> Seen:
    stacks, pools, mover, _ = text.split()
    pairs = [part.split(":") for part in stacks.split(",") if ":" in part]
    base, reserve, prison = zip(
        *(map(int, each[1:].split(".")) for each in pools.split("/")), strict=True
    )
    return Seen(dict(pairs), base, reserve, prison, mover, text, turn, acted)


def play(chance: random.Random, start: str) -> tuple[list[Seen], str]:
    """Return the positions of a game played at random, and its record."""
    position: Any = GAME.parse_position(start, {}) if start else GAME.start_position({})
    seen, first = [read(GAME.format_position(position), "", "")], position.side
    while len(seen) < 70 and (moves := GAME.legal_moves(position)):
        kind = chance.choice(sorted({move.kind for move in moves}))
        some = moves if chance.random() < 0.6 else [move for move in moves if move.kind == kind]
        move, acted = chance.choice(some), "WB"[position.side]
        position = GAME.play(position, move)
        seen.append(read(GAME.format_position(position), move.notation, acted))
    outcome = GAME.outcome(position)
    result = outcome.result if outcome else "*"
    tags = {"Game": "MensaSpiel", "White": "Ann", "Black": "Bob", "Result": result}
    if first:
        tags["FirstPlayer"] = "B"
    if start:
        tags["Position"] = start
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    plies = " ".join(each.turn for each in seen[1:])
    return seen, f"{head}\n{plies} {result}\n\n"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder, chance = tmp_path_factory.mktemp("mensaspiel"), random.Random(38)
    played = [play(chance, start) for start in (*[""] * 10, *STATED * 2)]
    with stored(GAME, folder, played) as collection:
        yield collection


CASES: dict[str, Holds] = {
    "white steps = 5": lambda at: at.steps("W") == 5,
    "steps black >= 12": lambda at: at.steps("B") >= 12,
    "steps white = 0": lambda at: at.steps("W") == 0,
    "white base >= 1": lambda at: at.base[0] >= 1,
    "base black = 0": lambda at: at.base[1] == 0,
    "reserve black = 0": lambda at: at.reserve[1] == 0,
    "white reserve W < 3": lambda at: at.reserve[0] < 3,
    "prison white >= 2": lambda at: at.prison[0] >= 2,
    "black prison W = 1": lambda at: at.prison[1] == 1,
    "white W on a3": lambda at: at.topped("W", ["a3"]),
    "any B on ring white": lambda at: at.topped("B", LEFT),
    "black any on {e5, column g}": lambda at: at.topped("B", ["e5", "g3", "g4", "g5"]),
    "any any on a3:b5": lambda at: at.topped("WB", ["a3", "a4", "a5", "b3", "b5"]),
    "white any on row 4": lambda at: at.topped("W", ["a4", "c4", "e4", "g4"]),
    "white any on cyan": lambda at: at.topped("W", ["a5", "e4"]),
    "black any on Red": lambda at: at.topped("B", ["a3", "f5"]),
    "any any on d4": lambda _: False,
    "any B in c3": lambda at: "B" in at.stacks.get("c3", ""),
    "white any in ring black": lambda at: at.like(".*W.*", RIGHT),
    "any any in rings": lambda at: at.stacks,
    "empty b5": lambda at: "b5" not in at.stacks,
    "empty transmitter": lambda _: True,
    "count(empty board) = 9": lambda at: len(at.stacks) == 8,
    "count(empty ring white) < 4": lambda at: at.topped("WB", LEFT) > 4,
    "count(white any on ring black) >= 2": lambda at: at.topped("W", RIGHT) >= 2,
    "count(any any on board) != 4": lambda at: len(at.stacks) != 4,
    "count(any holds any on rings) = 1": lambda at: at.like(".+.") == 1,
    "black stack WB on rings": lambda at: at.like("WB"),
    "white stack WB on rings": lambda at: False,
    "white stack W on c3": lambda at: at.stacks.get("c3") == "W",
    "any stack * on column f": lambda at: at.topped("WB", ["f3", "f5"]),
    "white stack ?? on board": lambda at: at.like(".W"),
    "any stack ??? on board": lambda at: at.like("..."),
    "any stack *B*W on board": lambda at: at.like(".*B.*W"),
    "any stack B*W*? on board": lambda at: at.like("B.*W.*."),
    "any stack ??*W on ring white": lambda at: at.like("...*W", LEFT),
    "count(white stack *BW on board) >= 1": lambda at: at.like(".*BW"),
    "any stack W*B*W*B* on board": lambda at: at.like("W.*B.*W.*B.*"),
    "white height = 1 on board": lambda at: at.like("W"),
    "any height >= 3 on board": lambda at: at.like("....*"),
    "black height != 2 on ring black": lambda at: at.like("B|..+B", RIGHT),
    "count(any height > 4 on board) = 1": lambda at: at.like(".{5,}") == 1,
    "white holds B on board": lambda at: at.like(".*B.*W"),
    "white holds W on board": lambda at: at.like(".*W.*W"),
    "any holds W on ring black": lambda at: at.like(".*W.+", RIGHT),
    "black holds any on rings": lambda at: at.like(".+B"),
    "some x: white any on board and x on green and white holds B on x": lambda at: at.like(
        ".*B.*W", ["c4", "g3"]
    ),
    "move starts": lambda at: "S" in at.turn,
    "move starts at b3": lambda at: "Sb3" in at.turn,
    "move starts at {ring black, column a}": lambda at: re.search("S[aefg]", at.turn),
    "move generates": lambda at: "+" in at.turn,
    "move captures": lambda at: "x" in at.turn,
    "move captures any": lambda at: "x" in at.turn,
    "move captures W": lambda at: "x" in at.turn and at.acted == "B",
    "move transports": lambda at: ":" in at.turn,
    "move exchanges": lambda at: "E" in at.turn,
    "move returns": lambda at: "=" in at.turn,
    "move passes": lambda at: at.turn == "--",
    "move by W": lambda at: at.acted == "W" and at.turn != "--",
    "move by any": lambda at: at.turn,
    "move from b3": lambda at: at.turn.startswith("b3"),
    "move from ring white": lambda at: at.turn[:2] in LEFT,
    "move to g5": lambda at: re.search("[-xS]g5", at.turn),
    "move to d4": lambda at: "-d4" in at.turn,
    "move to yellow": lambda at: re.search("[-xS](c3|g4)", at.turn),
    'move "Sb3"': lambda at: at.turn == "Sb3",
    "to move black": lambda at: at.mover == "B",
    "start and reserve white = 6": lambda at: not at.turn and at.reserve[0] == 6,
    "move exchanges and move starts and prison white = 0": lambda at: (
        "E" in at.turn and at.prison[0] == 0
    ),
    f'position "{STATED[1]}"': lambda at: at.text == STATED[1],
}
NEVER = {"any any on d4", "white stack WB on rings"}


@pytest.mark.parametrize("query", CASES)
def test_index_and_replay_find_what_the_strings_say(collection: Collection, query: str) -> None:
    expected = collection.expected(CASES[query])
    assert bool(expected) == (query not in NEVER)
    assert collection.by_index(query) == expected
    assert collection.by_replay(query) == expected


def test_sequences(collection: Collection) -> None:
    query = "move captures then within 2 (move transports or move generates)"
    captures = collection.expected(CASES["move captures"])
    later = collection.expected(lambda at: re.search("[:+]", at.turn))
    expected = {
        number: plies
        for number, found in later.items()
        if (plies := {ply for ply in found if captures.get(number, set()) & {ply - 1, ply - 2}})
    }
    assert expected
    assert collection.by_index(query) == collection.by_replay(query) == expected


def test_only_patterns_with_many_gaps_are_replayed() -> None:
    replayed = {query for query in CASES if ask(query, GAME).is_replayed}
    assert replayed == {"any stack W*B*W*B* on board"}


def test_every_example_is_answered_by_the_index() -> None:
    forms = language_of(GAME).all_forms
    assert len(forms) > 40
    assert not [form for form in forms if ask(form, GAME).is_replayed]


def test_each_game_has_its_own_answers(collection: Collection) -> None:
    found = find_match(collection.database, ask("start", find_game("mentis")))
    assert fetch_plies(collection.database, found, range(1, 100)) == {1: {0}}
    assert collection.by_index("start").keys() == collection.games.keys()


@pytest.mark.parametrize(
    ("query", "place", "message", "hint"),
    [
        ("white W on d3", "d3", "there is no square d3", "a3, a4, a5"),
        ("white any on b4", "b4", "there is no square b4", "White's base: write white base >= 1"),
        ("move to g1", "g1", "there is no square g1", "Black's prison: write black prison"),
        ("white any on row 2", "2", "rows are 3 to 5", "row 3"),
        ("white any on ring", "ring", "ring needs a side", "ring white or ring black"),
        ("white any on pink", "pink", "no area pink", "such as"),
        ("any stack WX on c3", "WX", "there is no piece X", "W, B"),
        ("white B on c3", "B", "no black piece is white's", "W, any"),
        ("black W in c3", "W", "no white piece is black's", "B, any"),
        ("white prison W >= 1", "W", "never in White's prison", "B, or nothing"),
        ("black base W = 1", "W", "never in Black's base", "B, or nothing"),
        ("base white >= 10", ">= 10", "0 to 9", ">= 9"),
        ("any base = 1", "any", "a base needs a side", "white or black"),
        ("steps any = 1", "any", "a step length needs a side", "white or black"),
        ("white steps = 25", "= 25", "0 to 24", "= 24"),
        ("white steps ~ 5", "~", "is a number", "="),
        ("white height = 19 on c3", "= 19", "1 to 18", "= 18"),
        ("any stack ?WWWWWWWWWWWWWWWWWW on c3", "?WW", "at most 18 pieces", "did you mean"),
        ('move "a3-b4"', "a3-b4", "a3-b4 is not a move", "Sb3"),
        ("move fumbles", "fumbles", "does not belong here", "move "),
        ("mirror(white W on c3)", "mirror", "no function mirror", "no mirror images"),
        ('position "a3:W"', "a3:W", "position", "such as the start: -"),
    ],
)
def test_errors_say_where_and_what_to_write(
    query: str, place: str, message: str, hint: str
) -> None:
    with pytest.raises(QueryError) as caught:
        ask(query, GAME)
    error = caught.value
    assert error.text[error.start : error.end].strip('"').startswith(place)
    assert message in error.message
    assert hint in error.hint
