"""The pages of games, of refused records, of duplicates and of matches."""

import html
import re
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from club_kit import DATA, make_club
from explorer_kit import make_client, make_database
from starlette.testclient import TestClient

from mentis_records.explorer import application
from mentis_records.explorer.marked_text import MarkedText
from mentis_records.explorer.page import game as page

CASES = cases_of(__file__)
OTHERS = ("antipode-match.mgn", "cirkle_mind-medium.mgn", "mensaspiel-trial.mgn")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("others") / "others.duckdb"
    return make_database(file, *(DATA / name for name in OTHERS))


@pytest.fixture(scope="module")
def client(club: Path, others: Path) -> TestClient:
    return make_client({"club": club, "others": others})


def text_of(client: TestClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


def links(page: str) -> dict[str, str]:
    """Return the addresses of links by their words."""
    found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return {re.sub("<[^>]+>", "", words): html.unescape(place) for place, words in found}


@pytest.mark.parametrize("view", ["", "red"])
def test_json_is_the_commands(client: TestClient, club: Path, view: str) -> None:
    for number in (1, 2, 3):
        options = ["--view", view] if view else []
        told = mentis("game", number, "--db", club, *options, "--format", "json").stdout
        query = f"?view={view}&ply=1" if view else ""
        assert text_of(client, f"/club/game/{number}.json{query}") == told


def test_json_of_every_game(client: TestClient, others: Path) -> None:
    for number in (1, 2, 3):
        told = mentis("game", number, "--db", others, "--format", "json").stdout
        assert text_of(client, f"/others/game/{number}.json") == told


def test_files_are_the_commands(client: TestClient, club: Path, tmp_path: Path) -> None:
    told = mentis("game", 1, "--db", club, "--format", "mgn").stdout
    answer = client.get("/club/game/1?format=mgn")
    assert answer.text == told
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert 'filename="game-1.mgn"' in answer.headers["content-disposition"]
    for kind in ("svg", "png"):
        file = tmp_path / f"board.{kind}"
        mentis("game", 1, "--db", club, "--ply", 3, f"--{kind}", file)
        assert client.get(f"/club/game/1?ply=3&format={kind}").content == file.read_bytes()
    aside = client.get("/club/game/1?at=7&format=svg").text
    assert "1... Nc6" in aside


def test_a_file_that_takes_long_is_no_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "_SHOWN_AFTER", 0)
    assert client.get("/club/game/1?format=mgn").text.startswith("[Event")


def test_the_page_tells_the_game(client: TestClient) -> None:
    text = text_of(client, "/club/game/1")
    assert 'data-ply="2"' in text, "which decided it"
    for words in CASES["the_page_tells_the_game"]:
        assert words in text
    assert "Blue&#39;s expected points" in text
    assert "style=" not in text
    assert not re.search("<style|<script>|<script [^>]*>[^{<[]", text)
    there = links(text)
    for words in ("Ann", "Bert &#34;B&#34;", "Evening"):
        place = there[words]
        assert client.get(place).text.count("<tr>") == 2, words
    source = next(place for words, place in there.items() if "marked.mgn, record 1" in words)
    assert client.get(source).text.count("<tr>") == 2


def test_every_ply_has_an_address(client: TestClient) -> None:
    text = text_of(client, "/club/game/1?ply=0&where=plies+>+0")
    places = [html.unescape(place) for place in re.findall(r'<a class="ply" href="([^"]*)"', text)]
    assert len(places) == 9, "start, six plies, two of a variation"
    boards = set()
    for place in places:
        assert "plies" in place
        shown = text_of(client, place)
        label = re.search(r'<svg class="final"[^>]*aria-label="([^"]*)"', shown)
        assert label is not None
        boards.add(label[1])
        assert re.search(r'<a class="ply" href="[^"]*" aria-current="step"', shown)
    assert len(boards) == 9


@pytest.mark.ci
def test_the_tree_goes_on_from_each_position(client: TestClient) -> None:
    for database, number, last in (("club", 3, 24), ("others", 1, 3), ("others", 2, 3)):
        for ply in (0, 1, last):
            text = text_of(client, f"/{database}/game/{number}?ply={ply}")
            position = re.search(r'id="position-text"[^>]*>([^<]*)<', text)
            assert position is not None
            place = links(text)["This position in the tree"]
            answer = client.get(place)
            assert answer.status_code == 200, place
            assert position[1] in answer.text, place


def test_neighbours_are_those_of_the_list(client: TestClient) -> None:
    def around(query: str) -> tuple[str | None, str | None]:
        there = links(text_of(client, f"/club/game/3{query}"))
        return there.get("Game before"), there.get("Game after")

    assert around("") == ("/club/game/2", "/club/game/4")
    assert around("?sort=-plies") == ("/club/game/4?sort=-plies", "/club/game/1?sort=-plies")
    assert around("?where=plies+>+20") == (None, "/club/game/4?where=plies+>+20")
    assert around("?where=plies+<+20") == (None, None)


def test_evaluations_of_the_database(client: TestClient) -> None:
    text = text_of(client, "/club/game/3")
    assert "mentis-records search 1, 30 nodes, 2 lines" in text
    assert "expected points" in text
    assert "%eval" not in client.get("/club/game/3?format=mgn").text
    assert "expected points" not in text_of(client, "/club/game/3?view=blue")
    assert client.get("/club/game/3?limits=none").status_code == 400


def test_a_round_leads_to_its_match(client: TestClient) -> None:
    assert links(text_of(client, "/others/game/1"))["Round 1 of match 1"] == "/others/matches/1"


def test_a_game_without_pictures(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "is_drawn", lambda game: False)
    text = text_of(client, "/club/game/1?ply=2")
    there = links(text)
    assert there["TSNd6"].endswith("ply=2")
    assert there["This position in the tree"].endswith("/tree?moves=TSNd2+TSNd6")
    assert "why not" in text
    assert 'aria-current="step">TSNd6' in text
    assert "game.js" not in text


def test_text_means_no_harm(client: TestClient) -> None:
    text = text_of(client, "/club/game/2")
    assert not re.search("<(img|svg onload|b> |!--)", text)
    assert text.count("</script>") == text.count("<script "), "each is the page's own"
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in text
    assert not re.search('href="(?!/)', text.replace('href="data:,"', "").replace('href="#', ""))
    assert len(text) < 400_000
    assert "left out here" in text, "a comment of 100,000 characters is cut"
    assert client.get("/club/game/2?format=mgn").text.count("long") == 6_500


@pytest.mark.parametrize(("address", "status", "words"), CASES["what_is_not_there"])
def test_what_is_not_there(client: TestClient, address: str, status: int, words: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert words.lower() in html.unescape(answer.text).lower()


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rounds") / "rounds.duckdb"
    return make_database(file, DATA / "antipode-match.mgn", DATA / "rulebook.mgn")


@pytest.fixture(scope="module")
def refused_client(club: Path, rounds: Path) -> TestClient:
    return make_client({"club": club, "rounds": rounds})


@pytest.mark.parametrize(("address", "command"), CASES["json_is_the_commands"])
def test_json_is_the_commands_of_refused(
    refused_client: TestClient, club: Path, rounds: Path, address: str, command: str
) -> None:
    file = club if address.startswith("/club") else rounds
    told = mentis(*command.split(), "--db", file, "--format", "json").stdout
    assert refused_client.get(address).text == told


def plain(text: str) -> str:
    """Return what a page says."""
    return html.unescape(" ".join(re.sub("<[^>]+>", " ", text).split()))


def test_a_selection_of_games_does_not_hold(refused_client: TestClient) -> None:
    text = refused_client.get("/club/quarantine?where=plies+>+900").text
    assert "3 refused records" in text
    assert "does not hold here" in text
    assert 'href="/club/quarantine.json">JSON' in text


def test_reasons_are_folded(refused_client: TestClient) -> None:
    text = refused_client.get("/club/quarantine").text
    assert "3 refused records" in text
    assert re.search(r'code=no-such-square">no-such-square</a></th><td class="number">2<', text)
    assert "seven columns, a to g" in text
    one = plain(refused_client.get("/club/quarantine?code=tag-malformed").text)
    assert "1 refused record" in one
    assert "All refused records" in one


def test_findings_stand_at_their_places(refused_client: TestClient) -> None:
    text = refused_client.get("/club/quarantine/3.1").text
    assert "2. d2#-d3#-<mark>d9</mark> {" in text
    assert "3. <mark>zzz</mark> 1-0" in text
    assert 'href="/club/quarantine/3.1#line-4">Line 4, ply 3</a>' in text
    assert 'id="line-4"' in text
    assert "Hint: columns are lower-case letters" in plain(text)
    assert "Columns are lower case." in plain(text), "as it is explained"
    assert not re.search("<script>|<pre>", text)
    assert "&lt;/pre&gt;&lt;script&gt;alert(6)" in text
    assert "&lt;U+202E&gt;" in text
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in text


def test_a_long_line_is_cut_around_its_findings(refused_client: TestClient) -> None:
    text = refused_client.get("/club/quarantine/3.2").text
    assert len(text) < 20_000
    assert "<mark>x1</mark> *" in text
    whole = refused_client.get("/club/quarantine/3.2?format=text")
    assert "x" * 100_000 in whole.text
    assert whole.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_long_record_has_pages(refused_client: TestClient) -> None:
    first, second = (
        refused_client.get(f"/club/quarantine/3.3?page={page}").text for page in (1, 2)
    )
    assert 'id="line-12"' in first
    assert "zz250" not in first
    assert "zz250" in second
    assert re.search(r"\d+ more</summary>", first), "findings that are not listed at once"


def test_marks() -> None:
    def found(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
        return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}

    findings = [found(7, 2, 7, 4), found(7, 3, 8, 2), found(8, 4, 8, 4), found(3, 1, 3, 2), {}]
    text = MarkedText("abcde\nfgh\n", 7, findings)
    assert text.outside == (3, 4)
    first, second = text.lines(0, 9)
    assert [[part.text, part.is_marked] for part in first.parts] == CASES["marks"]
    assert [(part.text, part.is_marked) for part in second.parts] == [
        ("f", True),
        ("gh", False),
        (" ", True),
    ]
    assert (first.findings, second.findings) == ((0, 1), (2,))


def test_duplicates_lead_to_games(refused_client: TestClient) -> None:
    text = refused_client.get("/club/duplicates").text
    assert "2 exact" in text
    assert '<a href="/club/game/3">3</a>' in text
    assert "0 possible duplicates" in refused_client.get("/club/duplicates?near=1").text


def test_a_match_has_its_rounds(refused_client: TestClient) -> None:
    assert 'href="/rounds/matches/1"' in refused_client.get("/rounds/matches").text
    text = refused_client.get("/rounds/matches/1").text
    assert '<a href="/rounds/game/1">game 1</a>' in text
    assert "Gold" in text


@pytest.mark.parametrize(("address", "status", "words"), CASES["refused_what_is_not_there"])
def test_what_is_not_there_of_refused(
    refused_client: TestClient, address: str, status: int, words: str
) -> None:
    answer = refused_client.get(address)
    assert answer.status_code == status
    assert words.lower() in html.unescape(answer.text).lower()
