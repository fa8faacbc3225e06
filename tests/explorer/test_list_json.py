"""Pages of lists as JSON: what the command of the same name tells, byte for byte."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from explorer_kit import make_client, make_database
from hostile_kit import make_club, make_hostile
from starlette.testclient import TestClient

from mentis_records.core.game import AnyGame
from mentis_records.explorer.address import Address
from mentis_records.games import GAMES
from mentis_records.games.selfplay import Collection, generate
from mentis_records.games.selfplay.random_policy import policies_of

CASES = cases_of(__file__)

POSITIONAL = ("action", "statement")
FLAGS = ("with-unplayed", "with-unrated")
COMMON = CASES["common"]
OWN: dict[str, dict[str, tuple[str, ...]]] = CASES["own"]
"""Pages with the options of each, and their values."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lists")


@pytest.fixture(scope="module")
def databases(folder: Path) -> dict[str, Path]:
    every = folder / "every.mgn"
    found = {"club": make_club(folder), "hostile": make_hostile(folder)}
    texts = []
    for game in GAMES:
        own = "\n".join(played(game))
        source = folder / f"{game.description.slug}.mgn"
        source.write_text(own, encoding="utf-8")
        found[game.description.slug] = make_database(source.with_suffix(".duckdb"), source)
        texts.append(own)
    every.write_text("\n".join(texts), encoding="utf-8")
    return {**found, "every": make_database(every.with_suffix(".duckdb"), every)}


def played(game: AnyGame) -> Iterator[str]:
    """Yield records of a few short games."""
    policy = policies_of(game)[0]
    collection = Collection(game, policy, policy.players, {}, 4, 1)
    for texts in generate(collection, 6, 1):
        yield from texts


@pytest.fixture(scope="module")
def client(databases: dict[str, Path]) -> TestClient:
    return make_client(databases)


def states(name: str, seed: int, number: int) -> Iterator[Address]:
    """Yield addresses of a database with random options."""
    chance = random.Random(seed)
    for _ in range(number):
        page = chance.choice(list(OWN))
        pairs = [
            (option, chance.choice(values))
            for option, values in OWN[page].items()
            if chance.random() < 0.6
        ]
        if page == "sql":
            pairs = [("statement", chance.choice(OWN[page]["statement"]))]
        else:
            pairs += [("where", test) for test in COMMON if chance.random() < 0.12]
            if chance.random() < 0.2:
                pairs.append(("rules", chance.choice(GAMES).description.slug))
        yield Address(name, page, (), tuple(pairs), is_json=True)


def command(address: Address, file: Path) -> list[str]:
    """Return the words of the command that an address means."""
    words = [address.page]
    words += [value for name, value in address.parameters if name in POSITIONAL]
    words += [f"--{name}" for name, _ in address.parameters if name in FLAGS]
    for name, value in address.parameters:
        if name not in (*POSITIONAL, *FLAGS):
            words += [f"--{name}", value]
    return [*words, "--db", str(file), "--format", "json"]


@pytest.mark.parametrize("name", ["club", "hostile", "every", *(g.description.slug for g in GAMES)])
def test_json_is_that_of_the_command(
    client: TestClient, databases: dict[str, Path], name: str
) -> None:
    compared = 0
    for address in states(name, len(name), 10):
        words = command(address, databases[name])
        told = mentis(*words)
        answer = client.get(str(address))
        if answer.status_code == 200:
            assert answer.text == told.stdout, words
            compared += 1
        else:
            assert told.exit_code == 2, (words, answer.text)
            assert answer.status_code in (300, 400, 404), (words, answer.text)
            assert answer.json()["error"], words
    assert compared


def test_a_page_about_one_game_lets_choose_among_those_that_are_there(client: TestClient) -> None:
    answer = client.get("/every/compare?a=Result+%3D+1-0")
    assert answer.status_code == 300
    for game in GAMES:
        chosen = f"/every/compare?a=Result+%3D+1-0&amp;rules={game.description.slug}"
        assert chosen in answer.text
    assert "rules=" not in client.get("/club/games?where=plise+%3E+1").text
