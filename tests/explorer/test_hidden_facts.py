"""Views of a game do not change when facts that the side cannot see are exchanged."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from explorer_kit import make_client, make_database
from size_kit import sampled

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build

GAME = Path(__file__).parents[1] / "cases" / "views" / "cirkle_mind.mgn"
OPENING = GAME.read_text(encoding="utf-8").split("4. d6")[0] + "*\n"  # short: it is drawn often

MENTIS = CASES["mentis"]
ALIKE = CASES["alike"]
"""Stacks and hands that look the same to a side."""


def swapped(text: str, tag: str, chance: random.Random) -> str:
    """Return a record with two marks of a set-up exchanged."""
    found = re.search(rf'\[{tag} "([^"]*)"\]', text)
    assert found is not None
    marks = [each.span() for each in re.finditer("[A-Z][a-z]", found[1])]
    one, other = sorted(chance.sample(marks, 2))
    setup = found[1]
    setup = (
        setup[: one[0]]
        + setup[slice(*other)]
        + setup[one[1] : other[0]]
        + setup[slice(*one)]
        + setup[other[1] :]
    )
    return text.replace(found[1], setup)


def exchanged(text: str, tag: str, seed: int) -> str:
    """Return a record with hidden facts exchanged that its moves leave open."""
    chance, reader, changed = random.Random(seed), Reader(GAMES), text
    for _ in range(8):
        tried = swapped(changed, tag, chance)
        (reading,) = reader.read_text("-", tried)
        # Marks that an attack has shown cannot be exchanged: the record then has errors.
        if reading.is_valid:
            changed = tried
    assert changed != text
    return changed


def shown(text: str, view: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[bytes]:
    """Yield each page, JSON, picture and export of a view of a record."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("a.mgn").write_text(text, encoding="utf-8")
    database = make_database(folder / "d.duckdb", Path("a.mgn"), is_indexed=True)
    files = [f"{option}=x{option[1:]}" for option in ("--svg", "--png", "--html")]
    for command in (["show", "a.mgn"], ["game", 1, "--db", database]):
        told = mentis(*command, "--view", view, *files)
        yield told.output.encode()
        for file in sorted(folder.glob("x-*")):
            yield file.read_bytes()
        yield mentis(*command, "--view", view, "--ply", 0).output.encode()
    for form in ("text", "mgn", "json"):
        told = mentis("game", 1, "--db", database, "--view", view, "--format", form)
        yield told.output.encode()
    asked = ["query", "plies > 0", "--db", database, "--view", view]
    yield mentis(*asked, "--show").output.encode()
    mentis(*asked, "--page", "page.html")
    yield Path("page.html").read_bytes()
    client = make_client({"d": database})
    for rest in ("", ".json"):
        for query in ("", "&ply=0&sort=-plies&where=plies>0"):
            yield client.get(f"/d/game/1{rest}?view={view}{query}").content
    for secret in ("settings", "greensetup", "-mauvesetup"):
        yield client.get(f"/d/game/1?view={view}&sort={secret}").content
    for form in ("mgn", "svg", "png"):
        yield client.get(f"/d/game/1?view={view}&format={form}&ply=2").content


def assert_same(
    first: str, second: str, view: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [
        [
            each.replace(bytes(folder / name), b"")
            for each in shown(text, view, folder / name, monkeypatch)
        ]
        for name, text in (("one", first), ("other", second))
    ]
    for at, (one, other) in enumerate(zip(*answers, strict=True)):
        assert one, at
        assert one == other, at


@sampled("view, tag", [("green", "MauveSetup"), ("mauve", "GreenSetup")], 2)
def test_views_of_set_ups_that_look_the_same_are_equal(
    view: str, tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = exchanged(OPENING, tag, seed=6).replace("secret Bo", "secret Yo")
    assert_same(OPENING, other, view, tmp_path, monkeypatch)


@sampled("view", ((view,) for view in ALIKE), 2)
def test_views_of_covered_tiles_that_look_the_same_are_equal(
    view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (
        MENTIS.format(red=red, blue=blue, hands=hands) for red, blue, hands in ALIKE[view]
    )
    assert_same(one, other, view, tmp_path, monkeypatch)
