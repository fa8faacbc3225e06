"""Queries about CirKle Mind: the index and a replay, each against a plain reading of strings."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from game_query_kit import Collection, stored
from plain_reading import FACES, GAME, ONE_SHAPE, SQUARES, Seen, is_like, play, set_ups, zone

from mentis_records.core.capability import picture_of
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules.board import INDEX
from mentis_records.games.cirkle_mind.rules.move import Move, attack
from mentis_records.games.cirkle_mind.rules.piece import NUMBER
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL
from mentis_records.query.answer.evaluate import find_squares
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.replay import replay
from mentis_records.query.error import QueryError
from mentis_records.query.moment import Played
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.store.position.hits import fetch_plies
from mentis_records.store.record import fetch_records

USUAL_SETUPS = dict(zip(TAGS, USUAL, strict=True))
UNWRITTEN = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
LATE = "4mc3/2ko5/8/2yx5/1Gs6/8/3Mo4/1bt6/1yc6/4Yc3/G?6Gc M b7,c10 -"

Holds = Callable[[Seen], Any]


def turn(notation: str) -> Move:
    """Return an attack as it is written, with or without faces."""
    squares, _, faces = notation[:-1].partition(":")
    start, _, rest = squares.partition("-")
    end, _, victim = rest.partition("x")
    shown = (NUMBER[faces[:2]], NUMBER[faces[2:]]) if faces else (0, 0)
    return attack(INDEX[start], INDEX[end], INDEX[victim], notation[-1], shown)


def games(chance: random.Random) -> Iterator[tuple[dict[str, str], Move | None]]:
    """Yield the tags of games, and a first turn of some."""
    for tags in ({}, {"Level": "medium"}, {"Level": "super", "Layout": ONE_SHAPE}):
        yield {**tags, **USUAL_SETUPS}, None
        yield {**tags, **set_ups(chance)}, None
        yield {**tags, "FirstPlayer": "M", **set_ups(chance)}, None
        yield {**tags, **set_ups(chance, 8)}, None
    yield {"Position": LATE, "Level": "medium"}, None
    yield {"Position": LATE}, None
    for written in ("d5-d6xd7:YxBx+", "d5-d6xd7:YtKx<", "d5-d6xd7=", "d5-d6xd7<"):
        yield {"Position": UNWRITTEN}, turn(written)


def record(seen: list[Seen]) -> str:
    position: Any = seen[-1]
    result = {"G": "1-0", "M": "0-1"}.get(position.winner, "*")
    told = {"Game": "CirKle Mind", "Event": position.text, "Green": "Ann", "Mauve": "Bob"}
    told |= {"Result": result, **position.tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in told.items())
    return f"{head}\n{' '.join(each.turn for each in seen[1:])} {result}\n\n"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder, chance = tmp_path_factory.mktemp("cirkle_mind"), random.Random(40)
    played = [play(chance, tags, 40, first) for tags, first in games(chance)]
    with stored(GAME, folder, [(seen, record(seen)) for seen in played]) as collection:
        yield collection


def on(side: str, faces: str, *squares: str) -> Holds:
    return lambda at: at.on(side, faces, squares)


def own(faces: str, zones: Callable[[str], list[str]]) -> Holds:
    """Return whether such a piece is on its own side's zone."""
    return lambda at: any(at.on(side, faces, zones(side)) for side in "GM")


def enemy_zone(side: str) -> list[str]:
    return zone("M" if side == "G" else "G")


def set_up(side: str, faces: str, squares: list[str]) -> Holds:
    """Return whether a set-up has such a piece on some squares."""

    def tell(at: Seen) -> bool:
        for tag in TAGS:
            rows = at.tags.get(tag, "").split("/")
            if tag[0] not in side or len(rows) != 4:
                continue
            for row, cells in enumerate(rows):
                number = row + 1 if tag == "GreenSetup" else 11 - row
                for place, column in enumerate("abcdefgh"):
                    face = cells[2 * place : 2 * place + 2]
                    if face != ".." and f"{column}{number}" in squares and is_like(face, faces):
                        return True
        return False

    return tell


def row(*numbers: int) -> list[str]:
    return [f"{column}{number}" for number in numbers for column in "abcdefgh"]


NEUTRAL = row(5, 6, 7)

CASES: dict[str, Holds] = {
    "green Bo on d4": on("G", "Bo", "d4"),
    "green yx on row 5": on("G", "Yx", *row(5)),
    "mauve Kt on board": on("M", "Kt", *SQUARES),
    "any any on d7": on("GM", "*", "d7"),
    "green any on {a10, row 8, c6}": on("G", "*", "a10", "c6", *row(8)),
    "any any on a5:h7": on("GM", "*", *NEUTRAL),
    "any K? on neutral": on("GM", "K?", *NEUTRAL),
    "mauve ?c on column d": on("M", "?c", *[f"d{number}" for number in range(1, 12)]),
    "green g? on row 4": on("G", "G?", *row(4)),
    "green ?? on board": on("G", "??", *SQUARES),
    "mauve unknown on {row 6, row 9}": on("M", "??", *row(6, 9)),
    "any K? on attack": own("K?", enemy_zone),
    "any any on attack": own("*", enemy_zone),
    "green ?c in defence": on("G", "?c", *zone("G")),
    "mauve ?t on defence": on("M", "?t", *zone("M")),
    "mauve any on attack": on("M", "*", *zone("G")),
    "green any on defence mauve": on("G", "*", *zone("M")),
    "any Bx on {attack, neutral}": lambda at: any(
        at.on(side, "Bx", [*enemy_zone(side), *NEUTRAL]) for side in "GM"
    ),
    "not any Gc on defence": lambda at: not own("Gc", zone)(at),
    "empty d5": lambda at: "d5" not in at.board,
    "empty row 8": lambda at: any(square not in at.board for square in row(8)),
    "green stack Bo on d4": on("G", "Bo", "d4"),
    "any stack ?s on row 6": on("GM", "?s", *row(6)),
    "any stack ? on row 7": on("GM", "*", *row(7)),
    "mauve stack * on h8": on("M", "*", "h8"),
    "green height = 1 on e5": on("G", "*", "e5"),
    "mauve height = 1 on attack": on("M", "*", *zone("G")),
    "count(any K? on neutral) = 1": lambda at: at.on("GM", "K?", NEUTRAL) == 1,
    "count(green any on defence) <= 22": lambda at: at.on("G", "*", zone("G")) <= 22,
    "count(any any on attack) >= 2": lambda at: (
        sum(at.on(side, "*", enemy_zone(side)) for side in "GM") >= 2
    ),
    "count(any any on board) < 44": lambda at: at.on("GM", "*") < 44,
    "count(empty board) >= 45": lambda at: len(at.board) <= 43,
    "captured mauve >= 3": lambda at: at.captured("M") >= 3,
    "captured green = 0": lambda at: at.captured("G") == 0,
    "mauve captured ?c >= 1": lambda at: at.captured("M", "?c") >= 1,
    "captured green Kx = 1": lambda at: at.captured("G", "Kx") == 1,
    "captured green unknown >= 1": lambda at: at.captured("G", "??") >= 1,
    "captured mauve K? = 0": lambda at: at.captured("M", "K?") == 0,
    "green any shielded": lambda at: at.shielded("G", "*"),
    "any ?c shielded": lambda at: at.shielded("GM", "?c"),
    "mauve K? on row 9 shielded": lambda at: at.shielded("M", "K?", row(9)),
    "any any on attack shielded": lambda at: any(
        at.shielded(side, "*", enemy_zone(side)) for side in "GM"
    ),
    "count(green any shielded) >= 10": lambda at: at.shielded("G", "*") >= 10,
    "count(any ?o on defence shielded) = 1": lambda at: (
        sum(at.shielded(side, "?o", zone(side)) for side in "GM") == 1
    ),
    "some x: mauve any on row 8 and x shielded": lambda at: at.shielded("M", "*", row(8)),
    "some x: any K? on attack and x on {row 4, row 8}": lambda at: (
        at.on("G", "K?", row(8)) or at.on("M", "K?", row(4))
    ),
    "move attacks": lambda at: at.mark,
    "move wins": lambda at: at.mark == "+",
    "move loses": lambda at: at.mark == "<",
    "move fails": lambda at: at.mark == "=",
    "move captures": lambda at: at.taken,
    "move captures ?c": lambda at: at.taken and is_like(at.taken, "?c"),
    "move captures Gx": lambda at: at.taken == "Gx",
    "move captures unknown": lambda at: at.taken == "??",
    "move by any": lambda at: at.turn,
    "move by K?": lambda at: at.turn not in ("", "--") and is_like(at.faces[0], "K?"),
    "move by Ys": lambda at: at.faces[0] == "Ys",
    "move by ??": lambda at: at.faces[0] == "??",
    "move from row 4": lambda at: at.squares[0] in row(4),
    "move from defence mauve": lambda at: at.squares[0] in zone("M"),
    "move to neutral": lambda at: at.end in NEUTRAL,
    "move to {a5, row 8, h11}": lambda at: at.end in ("a5", *row(8), "h11"),
    'move "d5-d6xd7="': lambda at: at.turn == "d5-d6xd7=",
    'move "d5-d6xd7:YxBx+"': lambda at: at.turn == "d5-d6xd7:YxBx+",
    f'position "{LATE}"': lambda at: at.text == LATE,
    "to move mauve": lambda at: at.mover == "M",
    'level = "medium"': lambda at: at.tags.get("Level") == "medium",
    "setup green Gc on row 1": set_up("G", "Gc", row(1)),
    "setup mauve Mc on {row 11, row 10}": set_up("M", "Mc", row(10, 11)),
    "setup any K? on {d4, e8}": set_up("GM", "K?", ["d4", "e8"]),
    "setup green ?? on row 4": set_up("G", "??", row(4)),
    "setup mauve any on a8": set_up("M", "*", ["a8"]),
    "setup green Gc on defence": set_up("G", "Gc", zone("G")),
    "setup any Gc on defence": set_up("GM", "Gc", SQUARES),
    "setup green Yx on attack": lambda _: False,
}


@pytest.mark.parametrize("query", CASES)
def test_index_and_replay_find_what_the_strings_say(collection: Collection, query: str) -> None:
    expected = collection.expected(CASES[query])
    assert not ask(query, GAME).is_replayed
    assert collection.by_index(query) == collection.by_replay(query) == expected


def test_most_queries_find_something(collection: Collection) -> None:
    empty = [query for query, holds in CASES.items() if not collection.expected(holds)]
    assert empty == ["setup green Yx on attack"]


def test_sequences_and_whole_games(collection: Collection) -> None:
    for query in (
        "move wins then within 4 move loses",
        "captured green >= 1 for 5",
        "game(move captures ?c) and start",
        "not game(move attacks)",
        "move attacks then captured mauve >= 2",
    ):
        assert not ask(query, GAME).is_replayed
        assert collection.by_index(query) == collection.by_replay(query)
    assert collection.by_index("move wins then within 4 move loses")


def test_squares_that_make_a_query_true_are_pointed_out(collection: Collection) -> None:
    """Both zones are looked at for pieces of any side, each on its own."""
    (stored,) = fetch_records(collection.database, [14])
    question = ask("any any on defence", GAME)
    moment = replay(question, Played(14, stored, ""))[0]
    squares = {moment.words.squares[at] for at in find_squares(question.node, moment, ("G", "M"))}
    assert squares == {"a1", "h1", "e2", "e11", "c10", "c8"}
    assert {square.name for square in picture_of(GAME, moment.position, None).squares} == {*SQUARES}


def test_every_example_but_what_is_known_is_answered_by_the_index() -> None:
    language = language_of(GAME)
    forms = [*language.all_forms, *(each.form for each in language.functions.values())]
    assert len(forms) > 45
    replayed = [form for form in forms if ask(form, GAME).is_replayed]
    assert replayed == [
        "known a1",
        "count(known board) >= 2",
    ]  # what sides know is not in the index


def test_each_game_has_its_own_answers(collection: Collection) -> None:
    found = find_match(collection.database, ask("start", find_game("mentis")))
    assert fetch_plies(collection.database, found, range(1, 100)) == {1: {0}}
    assert collection.by_index("start").keys() == collection.games.keys()


@pytest.mark.parametrize("face", FACES)
def test_each_face_has_a_word_of_its_own(face: str) -> None:
    for written in (face, face.lower(), face.upper()):
        assert ask(f"green {written} on d4", GAME).node == ask(f"green {face} on d4", GAME).node


@pytest.mark.parametrize(
    ("query", "place", "message", "hint"),
    [
        ("green Yx on d12", "d12", "there is no square d12", "did you mean d2?"),
        ("green Kc on d4", "Kc", "", ""),
        ("green Z? on d4", "Z?", "there is no piece Z?", "such as Yt (yellow triangle), ?t, Y?"),
        ("any K? on row 12", "12", "rows are 1 to 11", "row 11"),
        ("any K? on attak", "attak", "no area attak", "attack"),
        ("empty attack", "attack", "attack needs a side", "attack green or attack mauve"),
        ("move to defence", "defence", "defence needs a side", "defence green or defence mauve"),
        ("any K? on neutral green", "green", "neutral belongs to no side", "write neutral"),
        ("captured mauve >= 25", ">= 25", "0 to 24", ">= 24"),
        ("captured mauve K? >= 5", ">= 5", "0 to 4", ">= 4"),
        ("captured any >= 1", "any", "a captured needs a side", "green or mauve"),
        ("move flees", "flees", "", "move "),
        ("setup green Gc", "", "ends too early", ""),
        ('move "d4-d6"', "d4-d6", "d4-d6 is not a move", "d5-d6xd7:YxBx+"),
        ('move "d5-d6xd7:GcBx+"', "d5-d6", "is not a move", "d4-d5"),
        ('position "8/8 G - -"', "8/8", "not a position of CirKle Mind", "such as"),
        ("mirror(green Yx on d4)", "mirror", "", "no mirror images"),
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
