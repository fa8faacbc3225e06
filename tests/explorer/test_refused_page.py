"""The pages of refused records, of duplicates and of matches; their JSON is the commands'."""

import html
import re
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from club_kit import DATA, make_club
from explorer_kit import make_client, make_database
from starlette.testclient import TestClient

from mentis_records.explorer.marked_text import MarkedText

CASES = cases_of(__file__)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rounds") / "rounds.duckdb"
    return make_database(file, DATA / "antipode-match.mgn", DATA / "rulebook.mgn")


@pytest.fixture(scope="module")
def client(club: Path, rounds: Path) -> TestClient:
    return make_client({"club": club, "rounds": rounds})


@pytest.mark.parametrize(("address", "command"), CASES["json_is_the_commands"])
def test_json_is_the_commands(
    client: TestClient, club: Path, rounds: Path, address: str, command: str
) -> None:
    file = club if address.startswith("/club") else rounds
    told = mentis(*command.split(), "--db", file, "--format", "json").stdout
    assert client.get(address).text == told


def plain(text: str) -> str:
    """Return what a page says."""
    return html.unescape(" ".join(re.sub("<[^>]+>", " ", text).split()))


def test_a_selection_of_games_does_not_hold(client: TestClient) -> None:
    text = client.get("/club/quarantine?where=plies+>+900").text
    assert "3 refused records" in text
    assert "does not hold here" in text
    assert 'href="/club/quarantine.json">JSON' in text


def test_reasons_are_folded(client: TestClient) -> None:
    text = client.get("/club/quarantine").text
    assert "3 refused records" in text
    assert re.search(r'code=no-such-square">no-such-square</a></th><td class="number">2<', text)
    assert "seven columns, a to g" in text
    one = plain(client.get("/club/quarantine?code=tag-malformed").text)
    assert "1 refused record" in one
    assert "All refused records" in one


def test_findings_stand_at_their_places(client: TestClient) -> None:
    text = client.get("/club/quarantine/3.1").text
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


def test_a_long_line_is_cut_around_its_findings(client: TestClient) -> None:
    text = client.get("/club/quarantine/3.2").text
    assert len(text) < 20_000
    assert "<mark>x1</mark> *" in text
    whole = client.get("/club/quarantine/3.2?format=text")
    assert "x" * 100_000 in whole.text
    assert whole.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_long_record_has_pages(client: TestClient) -> None:
    first, second = (client.get(f"/club/quarantine/3.3?page={page}").text for page in (1, 2))
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
    assert [(part.text, part.is_marked) for part in first.parts] == [
        ("a", False),
        ("b", True),
        ("c", True),
        ("de", True),
    ]
    assert [(part.text, part.is_marked) for part in second.parts] == [
        ("f", True),
        ("gh", False),
        (" ", True),
    ]
    assert (first.findings, second.findings) == ((0, 1), (2,))


def test_duplicates_lead_to_games(client: TestClient) -> None:
    text = client.get("/club/duplicates").text
    assert "2 exact" in text
    assert '<a href="/club/game/3">3</a>' in text
    assert "0 possible duplicates" in client.get("/club/duplicates?near=1").text


def test_a_match_has_its_rounds(client: TestClient) -> None:
    assert 'href="/rounds/matches/1"' in client.get("/rounds/matches").text
    text = client.get("/rounds/matches/1").text
    assert '<a href="/rounds/game/1">game 1</a>' in text
    assert "Gold" in text


@pytest.mark.parametrize(("address", "status", "words"), CASES["what_is_not_there"])
def test_what_is_not_there(client: TestClient, address: str, status: int, words: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert words.lower() in html.unescape(answer.text).lower()
