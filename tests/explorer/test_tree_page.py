"""The page of a position, also in games of other distributions."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from case_kit import cases_of
from cli_kit import mentis
from explorer_kit import make_client, make_database
from program_kit import python
from size_kit import sampled
from starlette.testclient import TestClient

from mentis_records.core.setting import lasting_settings
from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.store.evaluation import Effort, Place, keep_evaluations
from mentis_records.store.open import amend_database, open_database
from mentis_records.store.record import fetch_record

CASES = cases_of(__file__)
DATA = Path(__file__).parents[2] / "data"
RECORDS = CASES["records"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    (folder / "club.mgn").write_text(RECORDS)
    return make_database(folder / "club.duckdb", folder / "club.mgn")


@pytest.fixture(scope="module")
def client(place: Path) -> TestClient:
    return make_client({"club": place})


def texts_of(html: str) -> str:
    """Return the words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def show(client: TestClient, **parameters: object) -> str:
    answer = client.get(f"/club/tree?{urlencode(parameters, doseq=True)}")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_moves_come_with_results_dates_and_addresses(client: TestClient) -> None:
    page = show(client)
    words = texts_of(page)
    assert "Reached 3 times in 3 games." in words
    assert "Blue 1 of 2, 0 drawn, Red 1, 1 unfinished: too few to tell" in words
    assert 'href="/club/tree?moves=TSNd2" data-notation="TSNd2"' in page
    assert "2023–2024" in words
    assert "1500 of 1" in words
    assert page.count('data-move="0"') == 2  # the row, and what it does on the board


def test_the_line_leads_to_every_position_on_it(client: TestClient) -> None:
    page = show(client, moves="1. TSNd2 TSNd6")
    assert '<a href="/club/tree?moves=TSNd2">TSNd2</a>' in page
    assert '<a href="/club/tree?moves=TSNd2+TSNd6" aria-current="page">TSNd6</a>' in page
    assert 'data-back="/club/tree?moves=TSNd2" data-last="TSNd6"' in page


def test_a_form_adds_a_move_to_the_line(client: TestClient) -> None:
    page = show(client, moves=["TSNd2", "TSNd6"])
    assert "Reached 1 time in 1 game." in texts_of(page)
    assert '<input type="hidden" name="moves" value="TSNd2 TSNd6">' in page
    told = client.get("/club/tree.json?moves=TSNd2&moves=TSNd6").json()
    assert [row["move"] for row in told] == ["d2#-d3"]


def test_an_illegal_move_is_refused_in_words(client: TestClient) -> None:
    answer = client.get("/club/tree?moves=TSNd2&moves=a1-a2")
    assert answer.status_code == 400
    assert "ply 2, a1-a2" in texts_of(answer.text).lower()


@pytest.mark.parametrize(
    ("order", "moves"),
    [("", ["TSNd2", "TSNc2"]), ("move", ["TSNc2", "TSNd2"]), ("-blue", ["TSNd2", "TSNc2"])],
)
def test_moves_are_sorted(client: TestClient, order: str, moves: list[str]) -> None:
    assert re.findall('data-notation="([^"]+)"', show(client, order=order)) == moves


def test_an_unknown_order_is_refused(client: TestClient) -> None:
    answer = client.get("/club/tree?order=beauty")
    assert answer.status_code == 400
    assert "no column 'beauty'" in texts_of(answer.text)


def test_what_is_left_out_has_a_link(client: TestClient) -> None:
    page = show(client, limit=1)
    assert re.findall('data-notation="([^"]+)"', page) == ["TSNd2"]
    assert '<a href="/club/tree?limit=0">1 more move</a>' in page
    assert "1 more move" not in show(client, limit=0)
    hidden = show(client, **{"min-games": 2})
    assert '<a href="/club/tree">1 move of fewer than 2 games</a>' in hidden


def test_years_and_games_are_told(client: TestClient) -> None:
    page = show(client, moves="TSNd2", sort="date")
    words = texts_of(page)
    assert "2023 1 Blue 1 of 1" in words
    assert "2024 1 Blue 0 of 1" in words
    rows = re.findall(r'<a href="/club/game/(\d+)\?ply=(\d+)">', page)
    assert rows == [("1", "1"), ("2", "1")]
    assert "Bert &lt;b&gt;bold&lt;/b&gt;" in page
    assert "<b>bold" not in page
    assert "All games that reached this position" in words


def test_where_and_query_stay(client: TestClient) -> None:
    page = show(client, where='player = "Cleo"')
    assert "Reached 1 time in 1 game." in texts_of(page)
    assert 'href="/club/tree?where=player+%3D+%22Cleo%22&amp;moves=TSNc2"' in page


def test_the_last_position_of_a_game_says_how_it_ended(client: TestClient) -> None:
    words = texts_of(show(client, moves="TSNd2 TSNd6 d2#-d3 d6#-d5"))
    assert "Games that ended here Blue won" in words
    words = texts_of(show(client, moves="TSNc2 TSNd6"))
    assert "Unfinished: 1" in words


def test_the_board_is_told_in_words(client: TestClient) -> None:
    words = texts_of(show(client, moves="TSNd2"))
    assert "Blue stack of 3, bottom to top Trenchmen, Spears, Nobles" in words
    assert "Red, hand: 3 Spears, 3 Trenchmen, 3 Nobles" in words


def test_an_evaluation_is_told_also_of_a_mirror_image(tmp_path: Path) -> None:
    (tmp_path / "club.mgn").write_text(RECORDS)
    file = make_database(tmp_path / "club.duckdb", tmp_path / "club.mgn")
    game = GAMES[0]
    moves = {move.notation: move for move in game.legal_moves(game.start_position({}))}
    after = game.play(game.start_position({}), moves["TSNc2"])
    replies = {move.notation: move for move in game.legal_moves(after)}
    found = Analysis(after, (Line((replies["TSNc6"],), 0.25, None),), 3, 1_234)
    with amend_database(file) as database:
        effort = Effort.of("search 1", Limits(nodes=1_234))
        keep_evaluations(database, game, effort, [(Place("", after.key), found)])
    client = make_client({"club": file})
    words = texts_of(show(client, moves="TSNc2"))
    assert "0.75 for Blue, depth 3 : TSNc6" in words
    assert "search 1, 1234 nodes, 1,234 nodes." in words
    assert "0.75 for Blue, depth 3 : TSNe6" in texts_of(show(client, moves="TSNe2"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_a_game_is_followed_to_its_end(game: object, every_game: Path) -> None:
    slug = game.description.slug
    client = make_client({"all": every_game})
    with open_database(every_game) as database:
        (number, start, ending), *_ = database.connection.execute(
            """
            select game_id, start_position, termination from games
            where game = $slug and result <> '*' order by ply_count limit 1
            """,
            {"slug": slug},
        ).fetchall()
        record = fetch_record(database, number)
    beside = lasting_settings(game.description.settings, record.tags)
    given = [f"{tag}={value}" for tag, value in beside.items() if value]
    line = [ply.move.notation for ply in record.plies]
    for at in sorted({*range(3), len(line) // 2, len(line)}):
        fields = {"rules": slug, "position": start, "setting": given, "moves": " ".join(line[:at])}
        answer = client.get(f"/all/tree?{urlencode(fields, doseq=True)}")
        assert answer.status_code == 200, answer.text
        if at < len(line):
            words = texts_of(answer.text).split("Moves Arrow")[1]
            assert line[at] in words
    words = texts_of(answer.text)
    assert "Games that ended here" in words
    assert ending in words


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("every")
    for number, game in enumerate(GAMES):
        slug = game.description.slug
        result = mentis("generate", "-n", 6, "--seed", number, "--rules", slug)
        (folder / f"{slug}.mgn").write_text(result.stdout)
    return make_database(folder / "all.duckdb", *sorted(folder.glob("*.mgn")))


def test_json_is_what_the_command_writes(client: TestClient, place: Path) -> None:
    told = client.get("/club/tree.json?moves=TSNd2&depth=2").text
    command = ("tree", "--db", place, "--moves", "TSNd2", "--depth", 2, "--format", "json")
    assert told == mentis(*command).stdout
    assert json.loads(told)


HERE = Path(__file__).parent
STRANGER = HERE.parent / "stranger"
SITES = tuple(STRANGER / name for name in ("site", "scenes", "full"))
PROGRAM = CASES["program"]


@sampled("slug", ((slug,) for slug in ("cairn", "annulus", "meadow", "corona")), 3)
def test_pages_of_other_games(slug: str, tmp_path: Path) -> None:
    records = tmp_path / "games.mgn"
    words = ("generate", "-n", 3, "--policy", "random", "--rules", slug, "--max-plies", 20)
    done = python("-m", "mentis_records.cli", *words, "--out", records, path=SITES)
    assert done.returncode == 0, done.stderr
    program = PROGRAM.format(here=str(HERE))
    done = python("-c", program, slug, records, tmp_path, path=SITES)
    assert done.returncode == 0, done.stderr
    told = unescape(re.sub(r"<[^>]+>", " ", done.stdout))
    assert re.findall(r"^\d{3}(?= |$)", done.stdout, re.MULTILINE)[:3] == ["200"] * 3, told[-900:]
    assert "games replayed: no differences" in " ".join(told.split())
    assert 'role="alert"' not in done.stdout
