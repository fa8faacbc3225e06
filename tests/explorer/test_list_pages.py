"""The pages of lists, and their JSON, which is what the commands write."""

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from explorer_kit import make_client, make_database
from hostile_kit import HOSTILE, make_club, make_hostile
from size_kit import sampled, sizes
from starlette.testclient import TestClient

from mentis_records.core.game import AnyGame
from mentis_records.explorer.address import Address
from mentis_records.explorer.content import PAGES
from mentis_records.games import GAMES
from mentis_records.games.selfplay import Collection, generate
from mentis_records.games.selfplay.random_policy import policies_of

LISTS = ("games", "players", "standings", "compare", "sql", "info")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    return {"club": make_club(folder), "hostile": make_hostile(folder)}


@pytest.fixture(scope="module")
def client(files: dict[str, Path]) -> TestClient:
    return make_client(files)


def place(page: str, db: str = "club", **parameters: str | list[str]) -> Address:
    return Address(db, page).have(**parameters)


def shown(client: TestClient, address: Address) -> str:
    answer = client.get(str(address))
    assert answer.status_code == 200, answer.text
    return answer.text


def words(html: str) -> str:
    """Return the text of a page on one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def links(html: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/[^"-][^"]*)"', html)]


def test_home_has_every_database_with_its_games_and_dates(client: TestClient) -> None:
    told = words(client.get("/").text)
    assert re.search(r"club 48 Mentis 2020-01-01 to 2021-12-01 \d\.\d MB", told)
    assert re.search(r"hostile 21 Mentis 2020-05-01 to 2022-05-31 \d\.\d MB", told)


def test_home_of_one_database_is_its_games(files: dict[str, Path]) -> None:
    answer = make_client({"a club": files["club"]}).get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/a%20club/games")


def test_home_says_which_database_cannot_be_read(files: dict[str, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.duckdb"
    broken.write_bytes(b"nothing of the kind" * 1_000)
    told = words(make_client({"club": files["club"], "broken": broken}).get("/").text)
    assert "club 48 Mentis" in told
    assert "broken cannot be read" in told
    assert str(tmp_path) not in told


def test_facets_count_the_selection_that_is_there(client: TestClient) -> None:
    rows = client.get(str(place("games", facet="player").as_json)).json()
    every = {row["player"]: row["games"] for row in rows}
    some = {
        row["player"]: row["games"]
        for row in client.get(
            str(place("games", facet="player", where="Date = 2020").as_json)
        ).json()
    }
    assert sum(every.values()) == 2 * 48
    assert sum(some.values()) == 2 * 24
    assert every.keys() == some.keys() == {"Ann", "Bob", "Cid"}


@sizes("step", 5, 2)
@pytest.mark.parametrize("db", ["club", "hostile"])
@pytest.mark.parametrize(
    "facet", ["player", "blue", "red", "year", "event", "result", "termination", "variant"]
)
def test_every_value_of_a_facet_has_as_many_games_as_it_says(
    client: TestClient, db: str, facet: str, step: int
) -> None:
    rows = client.get(str(place("games", db, facet=facet).as_json)).json()
    assert rows
    for row in rows[::step]:
        if row["test"] is None or len(row["test"]) > 5_000:
            assert row["test"] is None or row[facet].startswith("xxx")
            continue
        html = shown(client, place("games", db, where=row["test"]))
        games = "1 game" if row["games"] == 1 else f"{row['games']} games"
        assert f"<h1>{games}</h1>" in html, row
        assert "Remove where" in html


def test_a_position_has_the_facets_of_the_selection(client: TestClient) -> None:
    html = shown(client, place("tree", moves="TSNd2"))
    asked = next(link for link in links(html) if "facets=yes" in link)
    html = client.get(asked.partition("#")[0]).text
    chosen = next(link for link in links(html) if "where=Date+%3D+2020" in link)
    assert "moves=TSNd2" in chosen
    assert "Remove where Date = 2020" in client.get(chosen).text


def test_a_facet_that_does_not_tell_games_apart_is_not_shown(client: TestClient) -> None:
    html = shown(client, place("games"))
    heads = re.findall(r"<summary><h3>(.*?)</h3>", html)
    assert heads == ["Player", "Blue", "Red", "Year", "Event", "Result", "Termination"]
    assert "Termination" not in words(shown(client, place("games", where="plies = 0"))).split()[:50]


def test_a_chosen_value_is_removed_by_its_link(client: TestClient) -> None:
    html = shown(client, place("games", where=["Result = 1-0", 'player = "Ann"']))
    removing = re.findall(r'<a href="([^"]*)" aria-current="true"><bdi>([^<]*)', html)
    assert {words(name): unescape(link) for link, name in removing} == {
        "Ann": "/club/games?where=Result+%3D+1-0",
        "Blue won": "/club/games?where=player+%3D+%22Ann%22",
    }


def test_facets_count_the_games_that_match_a_query(client: TestClient) -> None:
    query = "blue N on c2"
    html = shown(client, place("games", query=query))
    games = re.findall(r"<h1>(\d+) games</h1>", html)
    rows = client.get(str(place("games", query=query, facet="year").as_json)).json()
    assert [sum(row["games"] for row in rows)] == [int(number) for number in games]


def test_a_name_too_long_for_an_address_is_told_without_a_link(client: TestClient) -> None:
    html = shown(client, place("games", "hostile", facet="player"))
    assert "(no test can say this)" in html
    assert "xxxx…" in html
    assert "x" * 100 not in html


def test_hostile_texts_are_only_text(client: TestClient) -> None:
    for page in LISTS:
        for parameters in ({}, {"where": 'player = "' + HOSTILE[0] + '"'}):
            html = shown(client, place(page, "hostile", **parameters))
            assert "<script>alert" not in html
            assert "<img" not in html
            assert "\u202e" not in html


@pytest.mark.parametrize("name", [name for name in HOSTILE if len(name) < 100])
def test_a_hostile_name_has_its_page(client: TestClient, name: str) -> None:
    html = shown(client, place("players", "hostile", player=name))
    assert "Games 6" in words(html)
    games = next(
        link for link in links(html) if re.match(r"/hostile/games\?where=player[^&]*$", link)
    )
    assert "<h1>6 games</h1>" in client.get(games).text


def test_a_player_is_told_by_side_year_and_opponent(client: TestClient) -> None:
    rows = client.get(str(place("players", player="Ann").as_json)).json()
    total = rows[0]
    assert (total["by"], total["value"]) == ("all", "Ann")
    for by in ("side", "year", "opponent"):
        own = [row for row in rows if row["by"] == by]
        for column in ("games", "won", "drawn", "lost", "open"):
            assert sum(row[column] for row in own) == total[column]
    assert client.get(str(place("players", player="Zoe"))).status_code == 404


def test_players_are_sorted_by_a_column(client: TestClient) -> None:
    html = shown(client, place("players", sort="-won"))
    won = [int(row) for row in re.findall(r"<tr>.*?</tr>", html, re.S) for row in won_of(row)]
    assert won == sorted(won, reverse=True)
    assert len(won) == 3
    assert client.get(str(place("players", sort="height"))).status_code == 400


def won_of(row: str) -> list[str]:
    cells = re.findall(r'<td class="number">\s*(?:<bdi>)?([^<]*)', row)
    return cells[2:3]


def test_events_lead_to_their_tables(client: TestClient) -> None:
    html = shown(client, place("standings"))
    assert "2 events" in words(html)
    link = next(link for link in links(html) if "Spring" in link)
    told = words(client.get(link).text)
    assert "Players 3" in told
    assert "Crosstable" in told
    assert "System as the pairings tell" in told


def test_events_of_one_name_have_a_table_each(tmp_path: Path) -> None:
    events = Path(__file__).parents[1] / "cases" / "events"
    years = make_client({"years": make_database(tmp_path / "y.duckdb", events / "two-years.mgn")})
    html = shown(years, place("standings", "years"))
    assert "2 events" in words(html)
    tables = [words(years.get(link).text) for link in links(html) if "championship" in link]
    assert ["Ann" in table for table in tables] == [True, False]
    assert all("Players 4" in table for table in tables)


def test_ambiguous_names_are_listed(tmp_path: Path) -> None:
    people = Path(__file__).parents[1] / "cases" / "people"
    club = make_client({"people": make_database(tmp_path / "p.duckdb", people / "names.mgn")})
    told = words(shown(club, place("players", "people", action="suggest")))
    assert "A. Smith is ambiguous: Ann Smith or Arne Smith; left as it is" in told


def test_tie_breaks_are_put_first_by_a_link(client: TestClient) -> None:
    spring = place("standings", where='Event = "Spring"')
    html = shown(client, spring)
    link = next(link for link in links(html) if "tie-breaks=koya" in link)
    assert "Tie-breaks in order: koya" in words(client.get(link).text)
    assert client.get(str(spring.have(tie_breaks="luck"))).status_code == 400
    assert client.get(str(spring.have(system="knockout"))).status_code == 400


def test_two_selections_differ_by_what_their_games_say(client: TestClient) -> None:
    address = place("compare", a="Date = 2020", b="Date = 2021")
    told = client.get(str(address.as_json)).json()
    games = [told[name]["games"] + told[name]["unplayed"] for name in "ab"]
    assert (told["both"], games) == (0, [24, 24])
    assert told["a"]["is_too_few"]
    for name in ("points", "drawn_share", "winner_share", "plies"):
        value, low, high = told["difference"][name]
        assert low <= value <= high
        assert value == pytest.approx(told["b"][name][0] - told["a"][name][0], abs=2e-6)
    assert "too few games" in words(shown(client, address))
    twice = place("compare", a="plies > 0", b="Date = 2021")
    assert client.get(str(twice.as_json)).json()["both"] == 24 - told["b"]["unplayed"]
    assert "are in both" in words(shown(client, twice))


def test_nothing_is_compared_of_too_few_games(client: TestClient) -> None:
    told = client.get(str(place("compare", a="plies > 1000").as_json)).json()
    assert told["difference"] is None
    assert told["a"]["points"] is None
    assert shown(client, place("compare", a="plies > 1000"))


def test_the_games_of_a_selection_are_compared_with_the_others(client: TestClient) -> None:
    html = shown(client, place("games", where=["Date = 2020", "Result = 1-0"]))
    link = next(link for link in links(html) if "/compare?a=" in link)
    told = client.get(link.replace("/compare?", "/compare.json?")).json()
    assert told["b"]["tests"] == ["not ((Date = 2020) and (Result = 1-0))"]
    assert told["both"] == 0
    total = sum(told[name]["games"] + told[name]["unplayed"] for name in "ab")
    assert total == 48


def test_nonsense_is_refused_in_words(client: TestClient) -> None:
    chance = random.Random(7)
    names = ("where", "query", "rules", "sort", "page", "limit", "facet", "position", "player")
    names += ("action", "a", "b", "statement", "tie-breaks", "system", "setting", "variant")
    values = (
        *(name[:50] for name in HOSTILE),
        "-1",
        "0",
        "9" * 30,
        "\n",
        "Result = 1-0",
        "💥",
        "%",
    )
    for _ in range(40):
        pairs = tuple((chance.choice(names), chance.choice(values)) for _ in range(3))
        address = Address(chance.choice(("club", "hostile")), chance.choice(LISTS), (), pairs)
        for one in (address, address.as_json):
            answer = client.get(str(one))
            assert answer.status_code in (200, 300, 400, 404), (str(one), answer.text)
            assert "Traceback" not in answer.text
            assert "an error of this program" not in answer.text


def pages_of(html: str) -> Iterator[str]:
    yield from re.findall(r"/club/(\w+)", html)


def test_all_lists_are_in_the_navigation(client: TestClient) -> None:
    assert {*LISTS} <= {*pages_of(shown(client, place("info")))}
    assert {*LISTS} <= set(PAGES)


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
def json_client(databases: dict[str, Path]) -> TestClient:
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


@sampled(
    "name", ((n,) for n in ("hostile", "every", "club", *(g.description.slug for g in GAMES))), 5
)
def test_json_is_that_of_the_command(
    json_client: TestClient, databases: dict[str, Path], name: str
) -> None:
    """A sample of ``python -m tests.explorer.same_answers``."""
    compared = 0
    for address in states(name, len(name), 5):
        words = command(address, databases[name])
        told = mentis(*words)
        answer = json_client.get(str(address))
        if answer.status_code == 200:
            assert answer.text == told.stdout, words
            compared += 1
        else:
            assert told.exit_code == 2, (words, answer.text)
            assert answer.status_code in (300, 400, 404), (words, answer.text)
            assert answer.json()["error"], words
    assert compared


def test_a_page_about_one_game_lets_choose_among_those_that_are_there(
    json_client: TestClient,
) -> None:
    answer = json_client.get("/every/compare?a=Result+%3D+1-0")
    assert answer.status_code == 300
    for game in GAMES:
        chosen = f"/every/compare?a=Result+%3D+1-0&amp;rules={game.description.slug}"
        assert chosen in answer.text
    assert "rules=" not in json_client.get("/club/games?where=plise+%3E+1").text
