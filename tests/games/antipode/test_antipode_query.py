"""Queries about Antipode: the index and a replay, each against a plain reading of the strings."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from game_query_kit import Collection, stored
from ring import LONG, POSITION

from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import parse_move
from mentis_records.query.answer.match import find_match
from mentis_records.query.error import QueryError
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.store.position.hits import fetch_plies

GAME = find_game("antipode")
SQUARES = [column + row for column in "abcdefg" for row in "1234567"]
PRIME = [square for square in SQUARES if re.fullmatch("[b-f][2-6]", square) and square != "d4"]
PERIMETER = [square for square in SQUARES if square not in (*PRIME, "d4")]

ROUND = {"Rules": "tournament"}
LATER = {"FirstPlayer": "S", "GoldStones": "12", "SilverStones": "20"}
STARTS: tuple[dict[str, str], ...] = (
    {},
    {},
    ROUND,
    {"Match": "2"},
    {"Match": "2", "MatchRound": "2", **LATER},
    {"Match": "4", "MatchRound": "3", **LATER},
    {"Match": "2", "MatchRound": "3", **LATER},
    {"Position": "s6/7/7/7/3S3/1GG1G2/1S5 G 13/8 6/0 -,- pt 7"},
    {"Position": "s6/7/7/2S4/1GGS3/1GG1G2/1S5 S 11/8 6/5 -,- pt! 7"},
    {"Position": "7/1S1S3/1g1S1G1/2G1G2/1G1G1S1/7/1S5 G 4/5 1/2 -,- pb 0"},
    {"Position": "6s/7/7/1S5/G6/1GG4/7 G 10/12 3/4 -,c4c6 pb 7", "MatchRound": "3"},
)


@dataclass
class Seen:
    """A position as its string has it, the record's round, and the turn that led there."""

    board: dict[str, str]
    mover: str
    hands: tuple[int, int]
    captures: tuple[int, int]
    flags: str
    text: str
    turn: str
    round: int

    def on(self, signs: str, squares: Any = SQUARES) -> int:
        """Return how many of some squares have one of some signs of the position string."""
        return sum(self.board.get(square, "?") in signs for square in squares)

    @property
    def action(self) -> str:
        return re.sub("^P..(:|$)", "", self.turn)

    @property
    def legs(self) -> int:
        """Return the legs of a jump: moves over two squares."""
        stops = re.findall("[a-g][1-7]", self.action)
        if self.action.startswith("A") or len(stops) < 2:
            return 0
        across, up = ord(stops[1][0]) - ord(stops[0][0]), int(stops[1][1]) - int(stops[0][1])
        return len(stops) - 1 if abs(across) + abs(up) == 2 else 0


Holds = Callable[[Seen], Any]


def read(position: Any, turn: str, number: int) -> Seen:
    text = GAME.format_position(position)
    rows, mover, hands, captures, _, flags, _ = text.split()
    board: dict[str, str] = {}
    for row, line in zip("7654321", rows.split("/"), strict=True):
        cells = re.sub("[1-7]", lambda digit: "." * int(digit[0]), line)
        board |= {column + row: sign for column, sign in zip("abcdefg", cells, strict=True)}
    pairs = [tuple(map(int, pair.split("/"))) for pair in (hands, captures)]
    (gold, silver), (by_gold, by_silver) = pairs
    pieces = {square: sign for square, sign in board.items() if sign != "."}
    return Seen(pieces, mover, (gold, silver), (by_gold, by_silver), flags, text, turn, number)


def choose(chance: random.Random, position: Any) -> Any:
    """Return a turn, a citation before it now and then, and captures and flips often."""
    cited, after = "", position
    if "!" in GAME.format_position(position).split()[5] and chance.random() < 0.7:
        board = read(position, "", 0).board
        offender = "SG"[position.side]
        cited = "P" + chance.choice([at for at, sign in board.items() if sign == offender])
        after = GAME.play(position, parse_move(cited))
        if GAME.outcome(after) is not None:
            return parse_move(cited)
    moves = GAME.legal_moves(after)
    kind = chance.choice(sorted({move.kind for move in moves}))
    some = [move for move in moves if move.kind == kind]
    some = chance.choice((some, [move for move in some if {*move.signs} & {*"x~"}] or some))
    notation = chance.choice(some).notation
    return parse_move(f"{cited}:{notation}" if cited else notation)


def play(chance: random.Random, tags: dict[str, str], first: str = "") -> tuple[list[Seen], str]:
    """Return the positions of a game played at random, and its record."""
    settings = {tag: value for tag, value in tags.items() if tag != "Position"}
    position: Any = GAME.start_position(settings) if "Position" not in tags else None
    if position is None:
        position = GAME.parse_position(tags["Position"], settings)
    is_match = "Match" in tags or tags == ROUND or tags.get("Position", "").endswith("7")
    number = int(tags.get("MatchRound", "1")) if is_match else 0
    seen = [read(position, "", number)]
    while len(seen) < 60 and GAME.outcome(position) is None:
        move = parse_move(first) if first else choose(chance, position)
        first = ""
        position = GAME.play(position, move)
        seen.append(read(position, move.notation, number))
    outcome = GAME.outcome(position)
    result = outcome.result if outcome else "*"
    told = {
        "Game": "Antipode",
        "Event": seen[-1].text,
        "Gold": "Ann",
        "Silver": "Bob",
        "Result": result,
        **tags,
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in told.items())
    plies = " ".join(each.turn for each in seen[1:])
    return seen, f"{head}\n{plies} {result}\n\n"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder, chance = tmp_path_factory.mktemp("antipode"), random.Random(39)
    played = [play(chance, tags) for tags in (*STARTS, *STARTS[-5:])]
    played.append(play(chance, {"Position": POSITION}, LONG))
    played.append(play(chance, {"Position": MISSED}, "Pc2:c4xc2"))
    with stored(GAME, folder, played) as collection:
        yield collection


def on(squares: str, signs: str) -> Holds:
    return lambda at: at.on(signs, squares.split())


MISSED = "s6/7/1S5/2S1S2/1GGS3/1GG1G2/1S5 S 11/8 3/2 -,- pt! 7"
STATED = "7/1S1S3/1g1S1G1/2G1G2/1G1G1S1/7/1S5 G 4/5 1/2 -,- pb 0"

CASES: dict[str, Holds] = {
    "antipode on d4": on("d4", "gs"),
    "antipode on {d4, row 5}": lambda at: at.on("gs", ["d4", *(c + "5" for c in "abcdefg")]),
    "antipode gold": lambda at: at.on("g"),
    "antipode silver on perimeter": lambda at: at.on("s", PERIMETER),
    "antipode any on prime": lambda at: at.on("gs", PRIME),
    "gold antipode on prime": lambda at: at.on("g", PRIME),
    "any antipode on centre": on("d4", "gs"),
    "primes gold >= 3": lambda at: at.on("G", PRIME) >= 3,
    "silver primes = 0": lambda at: at.on("S", PRIME) == 0,
    "primes silver != 2": lambda at: at.on("S", PRIME) != 2,
    "captured silver >= 3": lambda at: at.captures[0] >= 3,
    "gold captured = 0": lambda at: at.captures[1] == 0,
    "captured gold > 5": lambda at: at.captures[1] > 5,
    "gold hand >= 4": lambda at: at.hands[0] >= 4,
    "silver hand stone < 8": lambda at: at.hands[1] < 8,
    "move jumps": lambda at: at.legs,
    "move legs >= 3": lambda at: at.legs >= 3,
    "move legs = 1": lambda at: at.legs == 1,
    "move legs > 20": lambda at: at.legs > 20,
    "move flips": lambda at: "~" in at.turn,
    "move cites": lambda at: "P" in at.turn,
    "move cites and move jumps": lambda at: "P" in at.turn and at.legs,
    "infraction": lambda at: "!" in at.flags,
    "round = 2": lambda at: at.round == 2,
    "round >= 3": lambda at: at.round >= 3,
    "round != 1": lambda at: at.round > 1,
    "not round = 1": lambda at: at.round != 1,
    "gold stone on b2": on("b2", "G"),
    "silver any on perimeter": lambda at: at.on("Ss", PERIMETER),
    "gold any on row 4": lambda at: at.on("Gg", [column + "4" for column in "abcdefg"]),
    "any stone on c3:e5": lambda at: at.on("GS", [c + r for c in "cde" for r in "345"]),
    "silver stone in column d": lambda at: at.on("S", ["d" + row for row in "1234567"]),
    "gold stack stone on prime": lambda at: at.on("G", PRIME),
    "any stack ? on centre": on("d4", "GSgs"),
    "silver height = 1 on g1": on("g1", "Ss"),
    "empty d4": lambda at: "d4" not in at.board,
    "count(empty prime) <= 16": lambda at: at.on("GSgs", PRIME) >= 8,
    "count(gold any on board) >= 6": lambda at: at.on("Gg") >= 6,
    "count(antipode on prime) = 1": lambda at: at.on("gs", PRIME),
    "some x: gold stone on prime and x on row 4": lambda at: at.on("G", ["b4", "c4", "e4", "f4"]),
    "move captures any": lambda at: "x" in at.turn or "P" in at.turn,
    "move captures stone and not move cites": lambda at: "x" in at.turn and "P" not in at.turn,
    "move by stone": lambda at: at.action[:1] in [*"abcdefg"],
    "move by antipode": lambda at: at.action.startswith("A"),
    "move by any": lambda at: at.turn,
    "move from {c3, row 2}": lambda at: re.match("A?(c3|[a-g]2)[-x~]", at.action),
    "move from d4": lambda at: re.match("A?d4[-x~]", at.action),
    "move to prime": lambda at: at.action[-2:] in PRIME,
    "move to a3": lambda at: at.action.endswith("a3"),
    f'move "{LONG}"': lambda at: at.turn == LONG,
    "to move silver": lambda at: at.mover == "S",
    "start and antipode silver": lambda at: not at.turn and at.on("s"),
    "infraction and silver captured >= 1": lambda at: "!" in at.flags and at.captures[0],
    f'position "{STATED}"': lambda at: at.text == STATED,
    "turn90(gold stone on b1)": on("b1 a6", "G"),
    "turn180(gold stone on b1)": on("b1 f7", "G"),
    "turn270(gold stone on b1)": on("b1 g2", "G"),
    "mirror(gold stone on b1)": on("b1 f1", "G"),
    "flip(gold stone on b1)": on("b1 b7", "G"),
    "diagonal(gold stone on b1)": on("b1 a2", "G"),
    "antidiagonal(gold stone on b1)": on("b1 g6", "G"),
    "turn90(turn90(gold stone on b1))": on("b1 a6 f7", "G"),
    "turn90(mirror(gold stone on b1))": on("b1 f1 a6 a2", "G"),
    "mirror(turn90(gold stone on b1))": on("b1 a6 f1 g6", "G"),
    "diagonal(mirror(flip(antipode gold on c3 and empty b1)))": lambda at: any(
        at.on("g", [square]) and empty not in at.board
        for square, empties in (("c3", "b1 a2"), ("e3", "f1 g2"), ("c5", "b7 a6"), ("e5", "f7 g6"))
        for empty in empties.split()
    ),
    "turn90(move from b2 and move to b3)": lambda at: re.fullmatch(
        "A?b2[-x~](.*[-x~])?b3|A?b6[-x~](.*[-x~])?c6", at.action
    ),
    'turn270(move "a4-b4" or move "Ad4-d6")': lambda at: (
        at.turn in ("a4-b4", "Ad4-d6", "d1-d2", "Ad4-b4")
    ),
    "swap(primes gold >= 4)": lambda at: max(at.on("G", PRIME), at.on("S", PRIME)) >= 4,
    "swap(captured gold >= 4 and to move gold)": lambda at: (
        (at.captures[1] >= 4 and at.mover == "G") or (at.captures[0] >= 4 and at.mover == "S")
    ),
    "swap(mirror(silver antipode on column a))": lambda at: at.on(
        "gs", [column + row for column in "ag" for row in "1234567"]
    ),
}


@pytest.mark.parametrize("query", CASES)
def test_index_and_replay_find_what_the_strings_say(collection: Collection, query: str) -> None:
    expected = collection.expected(CASES[query])
    assert expected
    assert collection.by_index(query) == expected
    assert collection.by_replay(query) == expected


def turned(text: str) -> str:
    """Return a position string without last moves, the board turned a quarter to the right."""
    rows, rest = text.split(" ", 1)
    cells = [re.sub("[1-7]", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
    columns = ["".join(column) for column in zip(*reversed(cells), strict=True)]
    return (
        "/".join(re.sub("[.]+", lambda gap: str(len(gap[0])), row) for row in columns) + f" {rest}"
    )


def swapped(text: str) -> str:
    """Return a position string without last moves, the sides exchanged."""
    rows, mover, hands, captures, rest = text.split(" ", 4)
    rows = rows.translate(str.maketrans("GSgs", "SGsg"))
    pairs = ["/".join(reversed(pair.split("/"))) for pair in (hands, captures)]
    return " ".join((rows, "SG"["GS".index(mover)], *pairs, rest))


def test_images_of_positions(collection: Collection) -> None:
    found = collection.expected(CASES[f'position "{STATED}"'])
    left = turned(turned(turned(STATED)))
    assert left != STATED
    assert turned(left) == STATED
    for query in (
        f'turn90(position "{left}")',
        f'turn270(position "{turned(STATED)}")',
        f'turn180(position "{turned(turned(STATED))}")',
        f'swap(position "{swapped(STATED)}")',
        f'swap(turn90(position "{swapped(left)}"))',
    ):
        assert collection.by_index(query) == collection.by_replay(query) == found
    query = f'turn90(position "{turned(STATED)}")'
    assert collection.by_index(query) == collection.by_replay(query) == {}


def test_sequences(collection: Collection) -> None:
    query = "infraction then within 1 move cites"
    before = collection.expected(CASES["infraction"])
    after = collection.expected(CASES["move cites"])
    expected = {
        number: plies
        for number, found in after.items()
        if (plies := {ply for ply in found if ply - 1 in before.get(number, set())})
    }
    assert expected == after
    assert collection.by_index(query) == collection.by_replay(query) == expected


def test_whole_games(collection: Collection) -> None:
    long = collection.expected(CASES["move legs > 20"])
    assert len(long) == 1
    found = collection.by_index("game(move legs > 20)")
    assert found == collection.by_replay("game(move legs > 20)")
    assert found == {number: {*range(len(collection.games[number]))} for number in long}


def test_every_example_is_answered_by_the_index() -> None:
    language = language_of(GAME)
    forms = [*language.all_forms, *(each.form for each in language.functions.values())]
    assert len(forms) > 50
    assert not [form for form in forms if ask(form, GAME).is_replayed]


def test_each_game_has_its_own_answers(collection: Collection) -> None:
    found = find_match(collection.database, ask("start", find_game("mentis")))
    assert fetch_plies(collection.database, found, range(1, 100)) == {1: {0}}
    assert collection.by_index("start").keys() == collection.games.keys()


@pytest.mark.parametrize(
    ("query", "place", "message", "hint"),
    [
        ("antipode on d8", "d8", "there is no square d8", "d"),
        ("antipode blue", "blue", "", "antipode"),
        ("gold stone on primes", "primes", "primes", "prime"),
        ("gold king on d4", "king", "", "stone"),
        ("primes any >= 1", "any", "a number of Primes needs a side", "gold or silver"),
        ("primes gold >= 26", ">= 26", "0 to 25", ">= 25"),
        ("captured gold ~ 3", "~", "is a number", "="),
        ("captured gold >= x", "x", "", ""),
        ("gold hand antipode >= 1", "antipode", "never in", "stone"),
        ("move legs < 1", "< 1", "at least 1, so < 1 never holds", ""),
        ("move legs = none", "none", "", ""),
        ("move hops", "hops", "", "move "),
        ("round = 6", "= 6", "1 to 5", "= 5"),
        ('round = "2"', "2", "round is a number here", 'tag "Round" = "2"'),
        ('move "a2-c4"', "a2-c4", "a2-c4 is not a move", "Ad4-d7"),
        ("turn45(gold stone on b1)", "turn45", "no function turn45", "turn90"),
        (
            'position "7/7/7/7/7/7/7 G 13/13 0/0 -,- pb 0"',
            "7/7",
            "0 Antipodes",
            "such as the start",
        ),
        ("any stack stone-stone on d4", "stone-stone", "", ""),
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
