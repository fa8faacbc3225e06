"""Queries of games without an index of their words: each against a count on the positions.

Cairn has what Mentis has not: a hole, points and pieces with names of words, pieces of nobody's,
stacks of mixed owners, two pools a side and one in common. Meadow has 88 points. Annulus, which has
no scenes, is asked for what every game offers.
"""

import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from case_kit import cases_of
from program_kit import python

from mentis_records.core.vocabulary import PieceType, Pool, Scene, Turn, Vocabulary
from mentis_records.query.answer.evaluate import evaluate
from mentis_records.query.moment import Moment
from mentis_records.query.plan.question import ask

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SITES = (HERE / "site", HERE / "scenes")
sys.path[:0] = map(str, SITES)

from annulus.game import GAME as ANNULUS  # noqa: E402
from cairn.game import GAME as CAIRN  # noqa: E402
from cairn.game import POINTS  # noqa: E402
from meadow.game import GAME as MEADOW  # noqa: E402

CASES = cases_of(__file__)

PLAYED = 15

Holds = Callable[[Any, str], bool]
"""Whether something is true of a position and of the move, as it is written, that led there."""


_run = partial(python, path=SITES)
mentis = partial(_run, "-m", "mentis_records.cli")


def _play(game: Any, number: int, most: int) -> tuple[list[tuple[Any, str]], str]:
    """Return the positions of a random game, each with the move that led there, and a record."""
    chance = random.Random(f"{game.description.slug} {number}")
    position = game.start_position({})
    seen, written = [(position, "")], []
    while len(written) < most and (moves := game.legal_moves(position)):
        move = chance.choice(moves)
        position = game.play(position, move)
        seen.append((position, move.notation))
        written.append(move.notation)
    outcome = game.outcome(position)
    result = outcome.result if outcome else "*"
    first, second = game.description.sides
    tags = {
        "Event": "x",
        "Date": "2025.03.04",
        first: ("Ann", "Bob")[number % 2],
        second: ("Ann", "Bob")[1 - number % 2],
        "Result": result,
        "Game": game.description.title,
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return seen, f"{head}\n{' '.join([*written, result])}\n\n"


class Stored:
    """Random games of one game, in a database and as positions."""

    def __init__(self, game: Any, folder: Path, most: int) -> None:
        self.game = game
        self.db = folder / "x.duckdb"
        games = [_play(game, number, most) for number in range(PLAYED)]
        self.games = [seen for seen, _ in games]
        path = folder / "x.mgn"
        path.write_text("".join(text for _, text in games), encoding="utf-8")
        done = mentis("load", path, "--db", self.db)
        assert f"{PLAYED} stored" in done.stdout + done.stderr, done.stderr

    def columns(self, holds: Holds) -> list[list[bool]]:
        return [[holds(position, move) for position, move in seen] for seen in self.games]

    def check(self, cases: Sequence[tuple[str, list[list[bool]]]]) -> None:
        """Ask all queries, and compare the positions with those of the counts."""
        wanted = {"db": str(self.db), "rules": self.game.description.slug}
        asked = json.dumps(wanted | {"queries": [query for query, _ in cases]})
        done = _run(HERE / "ask_all.py", stdin=asked)
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        hits = 0
        for query, columns in cases:
            expected = {
                str(number): plies
                for number, column in enumerate(columns, 1)
                if (plies := [ply for ply, holds in enumerate(column) if holds])
            }
            assert answer["found"][query] == expected, query
            hits += bool(expected)
        assert hits > len(cases) * 0.8
        assert all("{" not in form for form in answer["forms"])


@pytest.fixture(scope="module")
def annulus(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    return Stored(ANNULUS, tmp_path_factory.mktemp("annulus"), 9)


@pytest.fixture(scope="module")
def cairn(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    return Stored(CAIRN, tmp_path_factory.mktemp("cairn"), 40)


@pytest.fixture(scope="module")
def meadow(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    return Stored(MEADOW, tmp_path_factory.mktemp("meadow"), 60)


def _tops(position: Any, signs: str, *names: str) -> int:
    """Return how many of some points of Cairn have one of some pieces on top."""
    stacks = [position.stacks[POINTS.index(name)] for name in names or POINTS]
    return sum(stack[-1:] in signs and stack != "" for stack in stacks)


def _holds(position: Any, signs: str, *names: str) -> bool:
    return any(sign in position.stacks[POINTS.index(name)] for name in names for sign in signs)


def _moved(position: Any, move: str) -> str:
    """Return what a move put on the board or moved: the name of its type, or its sign."""
    if "@" in move:
        return move.partition("@")[0]
    last = re.split("[>x]", move)[-1]
    return position.stacks[POINTS.index(last)][-1] if last in POINTS else ""


CORNERS = ("northeast", "southeast", "southwest", "northwest")
WORDS: tuple[tuple[str, Holds], ...] = (
    ("white stone on north", lambda p, _: _tops(p, "S", "north") > 0),
    ("WHITE Stone ON north", lambda p, _: _tops(p, "S", "north") > 0),
    ("black any on row high", lambda p, _: _tops(p, "sp", "northwest", "north", "northeast") > 0),
    (
        "any pebble on column left",
        lambda p, _: _tops(p, "Pp", "northwest", "west", "southwest") > 0,
    ),
    ("neutral marker on {north, corner}", lambda p, _: _tops(p, "m", "north", *CORNERS) > 0),
    ("neutral any in home black", lambda p, _: _holds(p, "m", "north")),
    ("white stone in west:southeast", lambda p, _: _holds(p, "S", *POINTS[2:7])),
    ("black pebble in board", lambda p, _: _holds(p, "p", *POINTS)),
    (
        "any stack marker-*-stone on board",
        lambda p, _: any(stack[:1] == "m" and stack[-1:] in ("S", "s") for stack in p.stacks),
    ),
    (
        "black stack ?-? on board",
        lambda p, _: any(len(stack) == 2 and stack[-1] in "sp" for stack in p.stacks),
    ),
    (
        "white height >= 2 on board",
        lambda p, _: any(len(stack) >= 2 and stack[-1] in "SP" for stack in p.stacks),
    ),
    (
        "neutral height = 2 on board",
        lambda p, _: any(len(stack) == 2 and stack[-1] == "m" for stack in p.stacks),
    ),
    ("empty {east, west}", lambda p, _: p.stacks[2] == "" or p.stacks[6] == ""),
    ("count(any any on board) >= 5", lambda p, _: _tops(p, "SPspm") >= 5),
    (
        "count(white stone in corner) = 2",
        lambda p, _: sum("S" in p.stacks[POINTS.index(name)] for name in CORNERS) == 2,
    ),
    ("white hand stone <= 1", lambda p, _: p.hands[0][0] <= 1),
    ("black hand = 4", lambda p, _: sum(p.hands[1]) == 4),
    ("black prison pebble = 1", lambda p, _: p.prisons[1][1] == 1),
    ("white prison >= 1", lambda p, _: sum(p.prisons[0]) >= 1),
    ("bank = 0", lambda p, _: p.bank == 0),
    ("bank marker != 0", lambda p, _: p.bank == 1),
    ("to move black", lambda p, _: p.side == 1),
    (
        "white outnumbers",
        lambda p, _: (
            sum(sign in "SP" for sign in "".join(p.stacks))
            > sum(sign in "sp" for sign in "".join(p.stacks))
        ),
    ),
    ("move by pebble", lambda p, m: _moved(p, m) in ("P", "p", "pebble")),
    ("move by marker", lambda p, m: _moved(p, m) in ("m", "marker")),
    ("move by any", lambda _, m: m != ""),
    ("move from {north, south}", lambda _, m: m.split(">")[0].split("x")[0] in ("north", "south")),
    ("move to corner", lambda _, m: m.endswith(CORNERS)),
    ("move captures any", lambda _, m: "x" in m),
    ('move "stone@north"', lambda _, m: m == "stone@north"),
    (
        "some x: white any on board and any pebble in x and not x on corner",
        lambda p, _: any(
            stack[-1:] in ("S", "P") and {*stack} & {*"Pp"}
            for name, stack in zip(POINTS, p.stacks, strict=True)
            if name not in CORNERS
        ),
    ),
    (
        "not some x: any height >= 2 on board and some y: any height >= 2 on board and not y on x",
        lambda p, _: sum(len(stack) >= 2 for stack in p.stacks) < 2,
    ),
    (
        "some x: any any on board and move to x and empty north",
        lambda p, m: p.stacks[0] == "" and m.endswith(POINTS),
    ),
    ('move "pass"', lambda _, m: m == "pass"),
    ('position "m/-/-/-/-/-/-/- w 32/32 00/00 1"', lambda _, m: m == ""),
)


def test_every_common_word_of_scenes(cairn: Stored) -> None:
    cases = [(query, cairn.columns(holds)) for query, holds in WORDS]
    known = dict(cases)
    stone, empty = known["white stone on north"], known["empty {east, west}"]
    by_pebble = known["move by pebble"]
    pairs = list(zip(stone, empty, strict=True))
    cases += [
        (
            "white stone on north and empty {east, west}",
            [[a and b for a, b in zip(x, y, strict=True)] for x, y in pairs],
        ),
        ("not white stone on north", [[not a for a in x] for x in stone]),
        (
            "white stone on north for 3",
            [[at > 1 and all(x[at - 2 : at + 1]) for at in range(len(x))] for x in stone],
        ),
        (
            "move by pebble then within 2 white stone on north",
            [
                [y[at] and any(x[max(0, at - 2) : at]) for at in range(len(x))]
                for x, y in zip(by_pebble, stone, strict=True)
            ],
        ),
        (
            "game(black prison pebble = 1)",
            [[any(x)] * len(x) for x in known["black prison pebble = 1"]],
        ),
        (
            "mirror(white stone on northeast)",
            cairn.columns(lambda p, _: _tops(p, "S", "northeast", "northwest") > 0),
        ),
        (
            'mirror(move "stone@east")',
            cairn.columns(lambda _, m: m in ("stone@east", "stone@west")),
        ),
        (
            "swap(white prison >= 1 and to move white)",
            cairn.columns(lambda p, _: sum(p.prisons[p.side]) >= 1),
        ),
        (
            'player = "Ann" and white = "Ann" and bank = 0',
            [
                [number % 2 == 0 and holds for holds in x]
                for number, x in enumerate(known["bank = 0"])
            ],
        ),
    ]
    cairn.check(cases)


def test_a_board_of_88_points(meadow: Stored) -> None:
    points = [f"{column}{row}" for row in "12345678" for column in "abcdefghijk"]

    def planted(position: Any, sides: Sequence[int], letters: str, rows: str) -> int:
        wanted = {at for at, name in enumerate(points) if name[0] in letters and name[1] in rows}
        return sum(len(position.planted[side] & wanted) for side in sides)

    every = "abcdefghijk"
    cases: tuple[tuple[str, Holds], ...] = (
        ("lily F on row 8", lambda p, _: planted(p, [0], every, "8") > 0),
        ("rose any on k7", lambda p, _: planted(p, [1], "k", "7") > 0),
        ("any F on h6:k8", lambda p, _: planted(p, [0, 1], "hijk", "678") > 0),
        ("count(any F on column k) >= 2", lambda p, _: planted(p, [0, 1], "k", "12345678") >= 2),
        ("empty k7", lambda p, _: planted(p, [0, 1], "k", "7") == 0),
        ("move to row 8", lambda _, m: m.endswith("8")),
        ('position "- - l"', lambda _, m: m == ""),
    )
    meadow.check([(query, meadow.columns(holds)) for query, holds in cases])


def test_what_every_game_offers(annulus: Stored) -> None:
    start = annulus.columns(lambda _, m: m == "")
    a1 = annulus.columns(lambda _, m: m == "a1")
    number = [[*range(len(x))] for x in a1]
    end = [[ply == len(x) - 1 for ply in x] for x in number]
    white_won = [[x[-1][0].stones.count("w") > 0 and _won(x)] * len(x) for x in annulus.games]
    cases = [
        ("start", start),
        ("end", end),
        ("ply <= 3", [[ply <= 3 for ply in x] for x in number]),
        ("plies = 7", [[len(x) == 8] * len(x) for x in number]),
        ("result = 1-0", white_won),
        ('white player = "Ann"', [[at % 2 == 0] * len(x) for at, x in enumerate(number)]),
        ('move "a1"', a1),
        ("to move black", annulus.columns(lambda p, _: p.side == 1)),
        ('position ".../.-./w.. b"', annulus.columns(lambda p, _: p.stones == "w.......")),
        ('position ".../.-./w.. b 1"', annulus.columns(lambda p, _: p.stones == "w.......")),
        (
            'move "a1" then end',
            [
                [ends and any(x[:ply]) for ply, ends in enumerate(y)]
                for x, y in zip(a1, end, strict=True)
            ],
        ),
        (
            'move "a1" then within 2 to move white',
            [
                [p.side == 0 and any(x[max(0, ply - 2) : ply]) for ply, (p, _) in enumerate(seen)]
                for x, seen in zip(a1, annulus.games, strict=True)
            ],
        ),
        (
            '(not move "a1") for 3',
            [[ply > 1 and not any(x[ply - 2 : ply + 1]) for ply in range(len(x))] for x in a1],
        ),
        ("ply = 2 or end", [[ply in (2, len(x) - 1) for ply in x] for x in number]),
        (
            'game(move "b1") and start',
            [
                [ply == 0 and any(m == "b1" for _, m in seen) for ply in range(len(seen))]
                for seen in annulus.games
            ],
        ),
    ]
    annulus.check(cases)


def _won(seen: list[tuple[Any, str]]) -> bool:
    outcome = ANNULUS.outcome(seen[-1][0])
    return outcome is not None and outcome.result == "1-0"


def test_commands_take_queries_that_are_replayed(cairn: Stored) -> None:
    text = "neutral marker on south"
    columns = cairn.columns(lambda p, _: _tops(p, "m", "south") > 0)
    games = [number for number, column in enumerate(columns, 1) if any(column)]
    assert 0 < len(games) < PLAYED
    done = mentis("query", text, "--db", cairn.db, "--count", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["games"], found["positions"]) == (len(games), sum(map(sum, columns)))
    done = mentis("query", text, "--db", cairn.db, "--positions", "--format", "json")
    assert [(row["game"], row["ply"]) for row in json.loads(done.stdout)] == [
        (number, ply)
        for number, column in enumerate(columns, 1)
        for ply, holds in enumerate(column)
        if holds
    ]
    done = mentis("query", text, "--db", cairn.db, "--where", "game <= 9", "--format", "json")
    assert [row["game"] for row in json.loads(done.stdout)] == [one for one in games if one <= 9]
    done = mentis("query", text, "--db", cairn.db, "--verify")
    assert (done.returncode, done.stdout) == (0, f"{PLAYED} games replayed, 0 differences\n")
    done = mentis("query", text, "--db", cairn.db, "--explain")
    assert done.stdout == "The games are replayed: the positions index cannot answer this.\n"
    assert mentis("query", "--save", "marked", text, "--db", cairn.db).returncode == 0
    done = mentis("games", "--where", "not marked", "--db", cairn.db, "--format", "json")
    others = [row["game"] for row in json.loads(done.stdout)]
    assert others == [number for number in range(1, PLAYED + 1) if number not in games]
    done = mentis("tree", "--query", text, "--db", cairn.db, "--format", "json")
    assert sum(row["games"] for row in json.loads(done.stdout)) == len(games)


@pytest.mark.parametrize(("text", "words"), CASES["wrong_words"])
def test_what_means_nothing_is_said(cairn: Stored, text: str, words: str) -> None:
    done = mentis("query", text, "--db", cairn.db)
    assert done.returncode == 2
    assert words in done.stderr, done.stderr


@pytest.mark.parametrize(
    "text",
    [
        *("white stone on a1", "empty a1", "count(any any on a1) = 1", "move to a1", "empty"),
        *("any stack * on board", "move captures any", "black height = 1 on a1"),
    ],
)
def test_words_of_scenes_are_not_offered_by_all(annulus: Stored, text: str) -> None:
    done = mentis("query", text, "--db", annulus.db)
    assert done.returncode == 2
    assert "Annulus has no tests of squares and pieces" in done.stderr


def test_plies_of_several_words_are_no_text_around_records() -> None:
    """No word of the second record is a ply by itself; the words before it stay words."""
    told = "Then come two more, the first in 3 plies.\n\n"
    text = f'[Event "x"]\n\n1. stone@north *\n\n{told}1. stone @ north pebble @ south *\n'
    done = mentis("validate", "--rules", "cairn", "--format", "json", "-", stdin=text)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["valid"], each["plies"]) for each in found] == [(True, 1), (True, 2)]
    (around,) = [one for one in found[0]["diagnostics"] if one["code"] == "N119"]
    assert around["message"].endswith("Then come two more, the first in 3 plies.")


def test_the_page_on_adding_a_game_has_queries_that_work() -> None:
    page = (ROOT / "docs" / "game-capabilities.md").read_text(encoding="utf-8")
    found: dict[str, Any] = {"__name__": __name__}
    for block in re.findall(r"```python\n(.*?)```", page.partition("\n## Queries\n")[2], re.DOTALL):
        exec(block, found)  # the page's own text
    description = replace(
        ANNULUS.description,
        capabilities={
            "vocabulary": SimpleNamespace(VOCABULARY=found["VOCABULARY"]),
            "predicates": SimpleNamespace(PREDICATES=(found["Leads"],)),
        },
    )
    game = type("Shown", (type(ANNULUS),), {"description": description})()
    position = game.parse_position("..w/b-./w.. b 2", {})
    move = game.decode_move(0)
    moment = Moment(found["VOCABULARY"], None, 1, 1, position, move, None)  # type: ignore[arg-type]
    for text, holds in (
        ("white stone on a1", True),
        ("black stone on a1", False),
        ("count(any any on row 1) >= 2", False),
        ("empty b1:c3", True),
        ("move to column a", True),
        ("move to column b", False),
        ("white leads", True),
        ("black leads", False),
    ):
        question = ask(text, game)
        assert question.is_replayed
        assert evaluate(question.node, [moment], description.sides) == [holds], text


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ({"squares": ("a1", "a1")}, "a1"),
        ({"squares": ("a 1",)}, "a 1"),
        ({"squares": ("a1", "b:1")}, "b:1"),
        ({"pieces": (PieceType("a-b", "x"),)}, "a-b"),
        ({"pieces": (PieceType("S", "x"), PieceType("S", "y"))}, "S"),
        ({"pools": (Pool("in hand"),)}, "in hand"),
        ({"areas": {"the hill": (frozenset([0]),)}}, "the hill"),
        ({"rows": {"a?": frozenset([0])}}, "a?"),
    ],
)
def test_names_that_queries_cannot_have(words: dict[str, Any], name: str) -> None:
    known: dict[str, Any] = {"squares": ("a1",), "pieces": (PieceType("S", "x"),)}
    with pytest.raises(ValueError, match=re.escape(f"queries cannot have the names {name!r}")):
        Vocabulary(**known | words, scene=lambda _: Scene(()), turn=lambda *_: Turn())
