"""The pages of a search, of SQL and of opening trees: queries, boards, rows, errors and limits."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from case_kit import cases_of
from cli_kit import mentis
from explorer_kit import MEMORY, PORT, make_client, make_database
from hostile_kit import make_club
from program_kit import python
from size_kit import sampled
from starlette.testclient import TestClient

from mentis_records.core.setting import lasting_settings
from mentis_records.explorer.address import Address
from mentis_records.explorer.application import Explorer, make_application
from mentis_records.explorer.guard import Entrance
from mentis_records.explorer.pattern.marked_board import draw_query
from mentis_records.explorer.pattern.pattern_form import pattern_form
from mentis_records.explorer.pattern.query_part import add_term, split_query
from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.query.parse.language import language_of
from mentis_records.store.evaluation import Effort, Place, keep_evaluations
from mentis_records.store.open import amend_database, open_database
from mentis_records.store.record import fetch_record
from mentis_records.store.saved_query import save_query

CASES = cases_of(__file__)
RECORDS = CASES["records"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("query")
    (folder / "club.mgn").write_text(RECORDS)
    file = make_database(folder / "club.duckdb", folder / "club.mgn", is_indexed=True)
    with amend_database(file) as database:
        save_query(database, "trio", "blue stack TSN on d2")
    return file


@pytest.fixture(scope="module")
def client(place: Path) -> TestClient:
    return make_client({"club": place})


def texts_of(html: str) -> str:
    """Return the words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def show(client: TestClient, **parameters: Any) -> str:
    answer = client.get(f"/club/query?{urlencode(parameters, doseq=True)}")
    assert answer.status_code == 200, answer.text
    return answer.text


def marked(page: str) -> set[str]:
    """Return the squares that the board of a page marks."""
    return set(re.findall('class="marked" data-square="([^"]+)"', page))


def test_games_come_with_their_plies(client: TestClient) -> None:
    page = show(client, query="blue stack TSN on d2")
    assert "4 positions in 2 games" in texts_of(page)
    assert '<a href="/club/game/1?query=blue+stack+TSN+on+d2&amp;ply=1"' in page
    assert re.findall('aria-label="Game 1, ply ([^"]+)"', page) == ["1–2"]
    assert re.findall('aria-label="Game 2, ply ([^"]+)"', page) == ["3–4"]


def test_a_saved_query_is_a_link(client: TestClient) -> None:
    page = show(client)
    assert '<a href="/club/query?query=trio">trio</a>' in page
    assert "positions in 2 games" in texts_of(show(client, query="trio"))


def test_an_error_is_underlined_and_the_form_is_there(client: TestClient) -> None:
    page = show(client, query="blue N onn d4")
    assert "^^^" in page
    assert ">blue N onn d4</textarea>" in page
    assert 'aria-describedby="query-error"' in page
    told = client.get("/club/query.json?query=blue+N+onn+d4")
    assert told.status_code == 400
    assert "^^^" in told.json()["detail"]


def test_what_a_query_says_is_escaped(client: TestClient) -> None:
    page = show(client, query='event = "<script>alert(1)</script>"')
    assert "<script>alert" not in page


def test_a_query_marks_its_squares(client: TestClient) -> None:
    page = show(client, query="blue N on d4 and red any on row 5 and red any on board")
    assert marked(page) == {"d4", *(f"{column}5" for column in "abcdefg")}
    assert "<title>d4: blue N on d4</title>" in page
    assert "<title>a5: red any on row 5</title>" in page


def test_parts_can_be_removed(client: TestClient) -> None:
    page = show(client, query="blue N on d4 and red any on row 5")
    assert 'href="/club/query?query=red+any+on+row+5" aria-label="Remove blue N on d4"' in page


@pytest.mark.parametrize(("query", "fields", "made"), CASES["a_form_adds_a_term"])
def test_a_form_adds_a_term(
    client: TestClient, query: str, fields: dict[str, str], made: str
) -> None:
    sent = {"query": query, "where": "plies > 1", **fields, "add-area": "d4", "add": "square"}
    answer = client.get(f"/club/query?{urlencode(sent)}")
    assert answer.status_code == 303
    place = Address.parse(*answer.headers["location"].split("?"))
    assert place.parameters == (("where", "plies > 1"), ("query", made))
    assert client.get(answer.headers["location"]).status_code == 200


def test_a_form_adds_a_pool(client: TestClient) -> None:
    fields = {"add-pool": "blue hand", "add-held": "S", "add-sign": ">=", "add-number": "2"}
    answer = client.get(f"/club/query?{urlencode({**fields, 'add': 'pool'})}")
    found = client.get(answer.headers["location"])
    assert ">blue hand S &gt;= 2</textarea>" in found.text
    assert "positions in 2 games" in texts_of(found.text)


@pytest.mark.parametrize(("text", "parts"), CASES["queries_are_split_at_and"])
def test_queries_are_split_at_and(text: str, parts: list[str]) -> None:
    assert [part.text for part in split_query(text, GAMES[0], {})] == parts


def test_what_takes_in_all_behind_it_is_kept_together() -> None:
    text = "some x: blue N on board and x on d4"
    assert add_term(text, "start", GAMES[0]) == f"({text}) and start"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_game_has_a_form_and_a_board(game: Any, tmp_path: Path) -> None:
    slug = game.description.slug
    (tmp_path / "games.mgn").write_text(mentis("generate", "--rules", slug).stdout)
    file = make_database(tmp_path / "c.duckdb", tmp_path / "games.mgn", is_indexed=True)
    client = make_client({"club": file})
    form = pattern_form(game)
    assert form is not None
    page = show(client)
    assert page.count("data-square=") == len(game.description.vocabulary.squares)
    terms = [
        f"{side} {piece} on {area}"
        for side, _ in form.sides
        for piece, _ in form.pieces[:1]
        for area in form.areas[-1:]
    ]
    for term in (*terms, *language_of(game).all_forms):
        assert split_query(term, game, {}), term
        draw_query(game, split_query(term, game, {}))
    pool, _ = form.pools[-1]
    answer = client.get(f"/club/query?{urlencode({'add-pool': pool, 'add': 'pool'})}")
    assert 'role="alert"' not in client.get(answer.headers["location"]).text


def test_a_replay_is_told(client: TestClient) -> None:
    words = texts_of(show(client, query="blue stack TSN on d2", verify=1))
    assert "2 games replayed: no differences" in words


@pytest.mark.parametrize("option", ["", "count", "positions", "verify", "saved"])
def test_json_is_what_the_command_writes(client: TestClient, place: Path, option: str) -> None:
    query = [] if option == "saved" else ["blue stack TSN on d2"]
    given = {"query": query, **({option: "1"} if option else {})}
    told = client.get(f"/club/query.json?{urlencode(given, doseq=True)}").text
    options = [f"--{option}"] if option else []
    assert told == mentis("query", *query, "--db", place, *options, "--format", "json").stdout


def test_limits_and_orders_are_the_commands(client: TestClient, place: Path) -> None:
    told = client.get("/club/query.json?query=ply+%3E+0&sort=-matches&limit=1").text
    command = ("query", "ply > 0", "--sort", "-matches", "--limit", 1, "--format", "json")
    assert told == mentis(*command, "--db", place).stdout
    assert client.get("/club/query.json?query=start&sort=beauty").status_code == 400
    assert client.get("/club/query.json?query=start&count=1&verify=1").status_code == 400


def test_more_rows_have_a_link(client: TestClient) -> None:
    page = show(client, query="ply > 0", limit=1)
    assert "1 of 2: more of them" in texts_of(page)
    assert "limit=5" in page
    assert "All these games as a list" in texts_of(page)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {"club": make_club(tmp_path_factory.mktemp("sql"))}


@pytest.fixture(scope="module")
def sql_client(files: dict[str, Path]) -> TestClient:
    return make_client(files)


def sql_place(statement: str) -> Address:
    return Address("club", "sql", (), (("statement", statement),))


def shown(sql_client: TestClient, address: Address) -> str:
    answer = sql_client.get(str(address))
    assert answer.status_code == 200, answer.text
    return answer.text


def test_errors_of_a_statement_say_where(sql_client: TestClient) -> None:
    html = shown(sql_client, sql_place("select result\nfrom gomes"))
    assert "gomes" in html
    assert "(line 2, column 6)" in html
    assert "from gomes\n     ^" in html
    assert sql_client.get(str(sql_place("from gomes").as_json)).status_code == 400


def test_a_statement_gives_all_rows_page_by_page(sql_client: TestClient) -> None:
    statement = "select i from range(450) as t(i) order by i"
    found: list[int] = []
    address: str | None = str(sql_place(statement))
    while address:
        html = sql_client.get(address).text
        found += map(int, re.findall(r'<tr><td class="number"><bdi>(\d+)', html))
        following = re.findall(r'<a href="([^"]*)" rel="next"', html)
        address = unescape(following[0]) if following else None
    assert found == list(range(450))


def test_long_values_are_cut_with_a_word(sql_client: TestClient) -> None:
    html = shown(sql_client, sql_place("select repeat('ab', 5000) as long"))
    assert "(10,000 characters)" in html
    assert "ab" * 150 not in html


@sampled("statement", ((one,) for one in CASES["a_statement_reaches_nothing_but_its_database"]), 4)
def test_a_statement_reaches_nothing_but_its_database(
    sql_client: TestClient, statement: str
) -> None:
    assert 'role="alert"' in shown(sql_client, sql_place(statement))
    assert sql_client.get(str(sql_place(statement).as_json)).status_code == 400


@pytest.mark.parametrize("suffix", ["", ".json"])
def test_a_cross_join_ends_when_its_time_is_up(files: dict[str, Path], suffix: str) -> None:
    statement = "select count(*) from range(1000000000) a, range(1000000000) b"
    sql_client = make_client(files, seconds=0.3)
    answer = sql_client.get(f"/club/sql{suffix}", params={"statement": statement})
    assert answer.status_code == 503
    assert "takes longer than 0.3 seconds" in answer.text


def test_a_cross_join_ends_when_its_reader_has_left(files: dict[str, Path]) -> None:
    statement = "select count(*) from range(1000000000) a, range(1000000000) b"
    address = str(sql_place(statement).as_json)
    path, _, query = address.partition("?")
    host = f"127.0.0.1:{PORT}".encode()
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", host)],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    application = make_application(Explorer(files, MEMORY, 3_600), Entrance(PORT))
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 499


@pytest.mark.ci
def test_rows_without_end_are_refused_as_json_and_turned_over_as_a_page(
    sql_client: TestClient,
) -> None:
    endless = sql_place("select i, repeat('x', 100) from range(100000000) as t(i)")
    answer = sql_client.get(str(endless.as_json))
    assert answer.status_code == 400
    assert "more than 100,000 rows" in answer.json()["error"]
    assert "Rows 1 to 200, and there are more" in shown(sql_client, endless)


def test_a_statement_may_be_as_long_as_an_address(sql_client: TestClient) -> None:
    long = sql_place(f"select length('{'x' * 7_800}') as n")
    assert sql_client.get(str(long.as_json)).json() == [{"n": 7_800}]
    longer = sql_place(f"select length('{'x' * 8_000}') as n")
    assert sql_client.get(str(longer)).status_code == 414


# The page of a position, also in games of other distributions


DATA = Path(__file__).parents[2] / "data"
POSITION_RECORDS = CASES["records_of_tree_page"]


@pytest.fixture(scope="module")
def position_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    (folder / "club.mgn").write_text(POSITION_RECORDS)
    return make_database(folder / "club.duckdb", folder / "club.mgn")


@pytest.fixture(scope="module")
def tree_client(position_place: Path) -> TestClient:
    return make_client({"club": position_place})


def show_position(tree_client: TestClient, **parameters: object) -> str:
    answer = tree_client.get(f"/club/tree?{urlencode(parameters, doseq=True)}")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_moves_come_with_results_dates_and_addresses(tree_client: TestClient) -> None:
    page = show_position(tree_client)
    words = texts_of(page)
    assert "Reached 3 times in 3 games." in words
    assert "Blue 1 of 2, 0 drawn, Red 1, 1 unfinished: too few to tell" in words
    assert 'href="/club/tree?moves=TSNd2" data-notation="TSNd2"' in page
    assert "2023–2024" in words
    assert "1500 of 1" in words
    assert page.count('data-move="0"') == 2  # the row, and what it does on the board


def test_the_line_leads_to_every_position_on_it(tree_client: TestClient) -> None:
    page = show_position(tree_client, moves="1. TSNd2 TSNd6")
    assert '<a href="/club/tree?moves=TSNd2">TSNd2</a>' in page
    assert '<a href="/club/tree?moves=TSNd2+TSNd6" aria-current="page">TSNd6</a>' in page
    assert 'data-back="/club/tree?moves=TSNd2" data-last="TSNd6"' in page


def test_a_form_adds_a_move_to_the_line(tree_client: TestClient) -> None:
    page = show_position(tree_client, moves=["TSNd2", "TSNd6"])
    assert "Reached 1 time in 1 game." in texts_of(page)
    assert '<input type="hidden" name="moves" value="TSNd2 TSNd6">' in page
    told = tree_client.get("/club/tree.json?moves=TSNd2&moves=TSNd6").json()
    assert [row["move"] for row in told] == ["d2#-d3"]


def test_an_illegal_move_is_refused_in_words(tree_client: TestClient) -> None:
    answer = tree_client.get("/club/tree?moves=TSNd2&moves=a1-a2")
    assert answer.status_code == 400
    assert "ply 2, a1-a2" in texts_of(answer.text).lower()


@pytest.mark.parametrize(
    ("order", "moves"),
    [("", ["TSNd2", "TSNc2"]), ("move", ["TSNc2", "TSNd2"]), ("-blue", ["TSNd2", "TSNc2"])],
)
def test_moves_are_sorted(tree_client: TestClient, order: str, moves: list[str]) -> None:
    assert re.findall('data-notation="([^"]+)"', show_position(tree_client, order=order)) == moves


def test_an_unknown_order_is_refused(tree_client: TestClient) -> None:
    answer = tree_client.get("/club/tree?order=beauty")
    assert answer.status_code == 400
    assert "no column 'beauty'" in texts_of(answer.text)


def test_what_is_left_out_has_a_link(tree_client: TestClient) -> None:
    page = show_position(tree_client, limit=1)
    assert re.findall('data-notation="([^"]+)"', page) == ["TSNd2"]
    assert '<a href="/club/tree?limit=0">1 more move</a>' in page
    assert "1 more move" not in show_position(tree_client, limit=0)
    hidden = show_position(tree_client, **{"min-games": 2})
    assert '<a href="/club/tree">1 move of fewer than 2 games</a>' in hidden


def test_years_and_games_are_told(tree_client: TestClient) -> None:
    page = show_position(tree_client, moves="TSNd2", sort="date")
    words = texts_of(page)
    assert "2023 1 Blue 1 of 1" in words
    assert "2024 1 Blue 0 of 1" in words
    rows = re.findall(r'<a href="/club/game/(\d+)\?ply=(\d+)">', page)
    assert rows == [("1", "1"), ("2", "1")]
    assert "Bert &lt;b&gt;bold&lt;/b&gt;" in page
    assert "<b>bold" not in page
    assert "All games that reached this position" in words


def test_where_and_query_stay(tree_client: TestClient) -> None:
    page = show_position(tree_client, where='player = "Cleo"')
    assert "Reached 1 time in 1 game." in texts_of(page)
    assert 'href="/club/tree?where=player+%3D+%22Cleo%22&amp;moves=TSNc2"' in page


def test_the_last_position_of_a_game_says_how_it_ended(tree_client: TestClient) -> None:
    words = texts_of(show_position(tree_client, moves="TSNd2 TSNd6 d2#-d3 d6#-d5"))
    assert "Games that ended here Blue won" in words
    words = texts_of(show_position(tree_client, moves="TSNc2 TSNd6"))
    assert "Unfinished: 1" in words


def test_the_board_is_told_in_words(tree_client: TestClient) -> None:
    words = texts_of(show_position(tree_client, moves="TSNd2"))
    assert "Blue stack of 3, bottom to top Trenchmen, Spears, Nobles" in words
    assert "Red, hand: 3 Spears, 3 Trenchmen, 3 Nobles" in words


def test_an_evaluation_is_told_also_of_a_mirror_image(tmp_path: Path) -> None:
    (tmp_path / "club.mgn").write_text(POSITION_RECORDS)
    file = make_database(tmp_path / "club.duckdb", tmp_path / "club.mgn")
    game = GAMES[0]
    moves = {move.notation: move for move in game.legal_moves(game.start_position({}))}
    after = game.play(game.start_position({}), moves["TSNc2"])
    replies = {move.notation: move for move in game.legal_moves(after)}
    found = Analysis(after, (Line((replies["TSNc6"],), 0.25, None),), 3, 1_234)
    with amend_database(file) as database:
        effort = Effort.of("search 1", Limits(nodes=1_234))
        keep_evaluations(database, game, effort, [(Place("", after.key), found)])
    tree_client = make_client({"club": file})
    words = texts_of(show_position(tree_client, moves="TSNc2"))
    assert "0.75 for Blue, depth 3 : TSNc6" in words
    assert "search 1, 1234 nodes, 1,234 nodes." in words
    assert "0.75 for Blue, depth 3 : TSNe6" in texts_of(show_position(tree_client, moves="TSNe2"))


@sampled("game", ((one,) for one in GAMES), 3)
def test_a_game_is_followed_to_its_end(game: object, every_game: Path) -> None:
    slug = game.description.slug
    tree_client = make_client({"all": every_game})
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
        answer = tree_client.get(f"/all/tree?{urlencode(fields, doseq=True)}")
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


def test_json_of_a_position_is_what_the_command_writes(
    tree_client: TestClient, position_place: Path
) -> None:
    told = tree_client.get("/club/tree.json?moves=TSNd2&depth=2").text
    command = ("tree", "--db", position_place, "--moves", "TSNd2", "--depth", 2, "--format", "json")
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
