"""Views of a game do not change when facts that the side cannot see are exchanged."""

import pickle
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_kit import mentis
from explorer_kit import make_client, make_database
from size_kit import sampled

from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.notation.seen_record import replayed
from mentis_records.report.board import board_image
from mentis_records.report.board.board_shape import Drawing

pytestmark = pytest.mark.one_build

READER = Reader(GAMES)
LEVELS = ("easy", "medium", "super")
SIDES = {"mentis": ("blue", "red"), "cirkle_mind": ("green", "mauve")}
QUERIES = {
    "mentis": ("any S in d4 or plies > 0", "not known d4"),
    "cirkle_mind": ("plies > 0", "not known c8"),
}


@pytest.fixture(scope="module", autouse=True)
def _equal_pictures_are_drawn_once() -> Iterator[None]:
    """Draw equal pictures once: pixels are by far the longest part of all that is written."""
    draw, drawn = board_image._raster, {}

    def raster(drawing: Drawing, pixels: int) -> Any:
        key = pickle.dumps((drawing, pixels))
        if key not in drawn:
            drawn[key] = draw(drawing, pixels)
        return drawn[key].copy()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_image, "_raster", raster)
        yield


def generated(rules: str, seed: int, plies: int, *options: object) -> str:
    asked = ("generate", "--rules", rules, "--seed", seed, "--max-plies", plies)
    return mentis(*asked, *options, code=0).stdout


def cirkle_mind_game(chance: random.Random) -> str:
    level = f"Level={chance.choice(LEVELS)}"
    policy = chance.choice(("random", "greedy"))
    plies = chance.randint(2, 3)
    return generated(
        "cirkle_mind", chance.getrandbits(32), plies, "--policy", policy, "--setting", level
    )


def mentis_game(chance: random.Random) -> str:
    """Return a record that starts in the middle of a game, with stacks."""
    (reading,) = READER.read_text("-", generated("mentis", chance.getrandbits(32), 60))
    record = reading.record
    assert record is not None
    starts = range(4, min(30, len(record.plies) - 3))
    first = chance.choice(starts)
    game = find_game("mentis")
    start = game.format_position(replayed(game, record)[first])
    moves = " ".join(
        f"{ply.move_number}{'.' if ply.side == 0 else '...'} {ply.move.notation}"
        for ply in record.plies[first : first + 3]
    )
    return f'[Event "e"]\n[Blue "Ann"]\n[Red "Bob"]\n[Position "{start}"]\n\n{moves} *\n'


def with_marks_exchanged(text: str, view: str, chance: random.Random) -> str:
    """Return a record of CirKle Mind with two marks of the other side's set-up exchanged."""
    tag = "MauveSetup" if view == "green" else "GreenSetup"
    found = re.search(rf'\[{tag} "([^"]*)"\]', text)
    assert found is not None
    marks = [each.span() for each in re.finditer("[A-Z][a-z]", found[1])]
    return text.replace(found[1], exchanged(found[1], *chance.sample(marks, 2)))


def exchanged(text: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    """Return a text with two parts of it exchanged."""
    (a, b), (c, d) = sorted((one, other))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def with_tiles_exchanged(text: str, view: str, chance: random.Random) -> str:
    """Return a record of Mentis with two covered tiles, or one and one in a hand, exchanged."""
    found = re.search(r'\[Position "(\S+) ([br]) (\S*)/(\S*) (\d+)"\]', text)
    assert found is not None, text
    board, turn, *hands, number = found.groups()
    at = chance.randrange(2)
    case = "STN" if at == 0 else "stn"
    covered = [
        (start, start + 1)
        for each in re.finditer(rf"\(([{case}k]+)[{case}kK]\)", board, 0)
        for start in range(each.start(1), each.end(1))
    ]
    if len(covered) < 2:
        return text
    if at != list(SIDES["mentis"]).index(view) and chance.random() < 0.5:
        held = {kind: int(n) for kind, n in re.findall(r"(\w)(\d+)", hands[at])}
        place = chance.choice(covered)[0]
        kinds = [kind for kind in held if held[kind]]
        if not kinds or board[place] not in case:
            return text
        taken, put = chance.choice(kinds), board[place]
        board = board[:place] + taken + board[place + 1 :]
        held = {kind: held.get(kind, 0) + (kind == put) - (kind == taken) for kind in case}
        hands[at] = "".join(f"{kind}{n}" for kind, n in held.items() if n)
    else:
        board = exchanged(board, *chance.sample(covered, 2))
    position = f"{board} {turn} {'/'.join(hands)} {number}"
    return text[: found.start()] + f'[Position "{position}"]' + text[found.end() :]


def looks(text: str, view: str) -> list[str]:
    """Return what a side sees of each position of a record of Mentis, taken from its string."""
    (reading,) = READER.read_text("-", text)
    if reading.record is None:
        return []
    game, other = find_game("mentis"), 1 - SIDES["mentis"].index(view)
    seen = []
    for position in replayed(game, reading.record):
        board, turn, hands, number = game.format_position(position).split()
        held = hands.split("/")
        held[other] = str(sum(map(int, re.findall(r"\d", held[other]))))
        covered = re.sub(r"\((\w+)(\w)\)", lambda found: "?" * len(found[1]) + found[2], board)
        seen.append(f"{covered} {turn} {held} {number}")
    return seen


def is_open(text: str, changed: str, view: str) -> bool:
    """Return True if a side cannot know which of two records is that of the game."""
    if "[Green " not in text:
        return looks(changed, view) == looks(text, view) != []
    # An attack names the marks that it shows: the record has errors if they are exchanged.
    (reading,) = READER.read_text("-", changed)
    return reading.is_valid


def alike(rules: str, view: str, seed: int) -> tuple[str, str]:
    """Return two random records that look the same to a side."""
    chance = random.Random(seed)
    make, exchange = GAMES_OF[rules]
    while True:
        text = changed = make(chance)
        assert is_open(text, text, view), text
        for _ in range(20):
            tried = exchange(changed, view, chance)
            if is_open(text, tried, view):
                changed = tried
        if changed != text:
            return annotated(text, "Bo", "$1"), annotated(changed, "Yo", "$2")


GAMES_OF: dict[
    str, tuple[Callable[[random.Random], str], Callable[[str, str, random.Random], str]]
] = {
    "mentis": (mentis_game, with_tiles_exchanged),
    "cirkle_mind": (cirkle_mind_game, with_marks_exchanged),
}


def annotated(text: str, secret: str, mark: str) -> str:
    """Return a record with words and marks that tell a secret wherever the format has a place."""
    tags, _, moves = text.partition("\n\n")
    first, _, rest = moves.partition(" *")
    return (
        f'{tags}\n[SomeNote "secret {secret}"]\n\n'
        f"{{before: {secret}}} {first} {mark} {{after: {secret}}} *{rest}"
    )


def shown(
    text: str, view: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, has_all_pixels: bool
) -> Iterator[bytes]:
    """Yield each text, page, JSON, picture and export of a view of a record.

    ``mentis game`` draws pixels, which take longest, once: they are those of ``show``.
    """
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("a.mgn").write_text(text, encoding="utf-8")
    Path("wrong.mgn").write_text(text.replace("*", "z9-z9 *"), encoding="utf-8")
    rules = "cirkle_mind" if "[Green " in text else "mentis"
    database = make_database(folder / "d.duckdb", Path("a.mgn"), is_indexed=True)

    def written(*command: object, code: int | None = 0) -> Iterator[bytes]:
        told = mentis(*command, "--view", view, code=code)
        yield told.output.encode()
        for file in sorted(folder.glob("x.*")):
            yield file.read_bytes()
            file.unlink()

    files = [f"--{form}=x.{form}" for form in ("svg", "png", "gif", "html")]
    drawn = files[::3]
    plain = (*(files if has_all_pixels else drawn), "--no-caption")
    for command, last, first in (
        (["show", "a.mgn"], files, (*drawn, "--no-caption")),
        (["game", 1, "--db", database], drawn, plain),
    ):
        yield from written(*command, *last)
        yield from written(*command)
        yield from written(*command, "--ply", 0, *first)
        yield from written(*command, "--ply", 1)
    yield from written("show", "wrong.mgn", *files[::3], code=1)
    for form in ("text", "mgn", "json"):
        yield from written("game", 1, "--db", database, "--format", form)
    for query in QUERIES[rules]:
        yield from written("query", query, "--db", database, "--show", "--limit", 0)
        yield from written("query", query, "--db", database, "--page", "x.html")
    query = ("query", "plies > 0", "--db", database, "--rules", rules, "--show")
    yield from written(*query, "--where", 'tag "SomeNote" = "secret Bo"', code=2)
    if rules == "cirkle_mind":
        yield from written(*query, "--where", 'not MauveSetup = "Bo"', code=2)
        yield from written(*query, "--sort", "mauvesetup", code=2)
    client = make_client({"d": database})
    for rest in ("", ".json"):
        for query in ("", "&ply=0&sort=-plies&where=plies>0", "&ply=2&sort=date"):
            yield client.get(f"/d/game/1{rest}?view={view}{query}").content
    for secret in ("settings", "greensetup", "-mauvesetup"):
        yield client.get(f"/d/game/1?view={view}&sort={secret}").content
    for form in ("mgn", "svg", "png"):
        yield client.get(f"/d/game/1?view={view}&format={form}&ply=2").content
    for form in ("mgn", "svg"):
        yield client.get(f"/d/game/1?view={view}&format={form}&at=1&no-caption=1").content


@sampled(
    "rules, view, seed",
    [(rules, view, seed) for seed in range(3) for rules in SIDES for view in SIDES[rules]],
    12,
)
def test_views_of_games_that_look_the_same_are_equal(
    rules: str, view: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [
        [
            each.replace(bytes(tmp_path / str(at)), b"")
            for each in shown(
                text,
                view,
                tmp_path / str(at),
                monkeypatch,
                has_all_pixels=(view, seed) == ("red", 1),
            )
        ]
        for at, text in enumerate(alike(rules, view, seed))
    ]
    for at, (one, other) in enumerate(zip(*answers, strict=True)):
        assert one, at
        assert one == other, at


def test_a_view_does_not_tell_that_a_ply_is_irregular(tmp_path: Path) -> None:
    text = generated("cirkle_mind", 1, 20, "--policy", "greedy", "--setting", "Level=easy")
    changed = re.sub(r"x(\w+):\w+\+", r"x\1=", text, count=1)
    record, page = tmp_path / "a.mgn", tmp_path / "a.html"
    record.write_text(changed, encoding="utf-8")
    mentis("load", record, "--db", tmp_path / "d.duckdb", "--as-played", code=0)
    game = ("game", 1, "--db", tmp_path / "d.duckdb")
    told = []
    for view in ((), ("--view", "green"), ("--view", "mauve")):
        data = mentis(*game, *view, "--format", "json", code=0).stdout
        mentis(*game, *view, "--html", page, code=0)
        told.append(("irregular" in data, "against the rules" in page.read_text(encoding="utf-8")))
    assert told == [(True, True), (False, False), (False, False)]
