"""Who may ask the explorer: hosts, origins, methods, sizes, tokens; and what answers forbid."""

from pathlib import Path

import pytest
from explorer_kit import PORT, make_client, make_database
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mentis_records.explorer.guard import LOOPBACK, MAX_ADDRESS, Entrance

DATA = Path(__file__).parents[2] / "data"
PAGE = "/club/games"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("guard") / "club.duckdb", DATA / "rulebook.mgn")


@pytest.fixture(scope="module")
def client(club: Path) -> TestClient:
    return make_client({"club": club})


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_names_of_this_machine(client: TestClient, host: str) -> None:
    assert client.get(PAGE, headers={"Host": f"{host}:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        f"localhost.evil.example:{PORT}",
        f"127.0.0.1.evil.example:{PORT}",
        "127.0.0.1",
        "127.0.0.1:80",
        f"127.0.0.1:{PORT}x",
        f"127.0.0.1:0{PORT}0",
        f"127.0.0.2:{PORT}",
        f"192.168.0.1:{PORT}",
        f"evil@127.0.0.1:{PORT}",
        f"127.0.0.1:{PORT}, evil.example",
        f"[::1%25eth0]:{PORT}",
        "",
    ],
)
def test_other_names(client: TestClient, host: str) -> None:
    answer = client.get(PAGE, headers={"Host": host})
    assert answer.status_code == 421
    assert "rulebook" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": f"http://127.0.0.1:{PORT}@evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "same-origin, cross-site"},
        {"Sec-Fetch-Site": ""},
    ],
)
@pytest.mark.parametrize("path", ["/", PAGE, "/club/tree.json", "/-/static/style.css"])
def test_other_sites(client: TestClient, headers: dict[str, str], path: str) -> None:
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": f"http://127.0.0.1:{PORT}"},
    ],
)
def test_its_own_pages(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get(PAGE, headers=headers).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_there_is_nothing_but_to_read(client: TestClient, method: str) -> None:
    assert client.request(method, PAGE).status_code == 405


def test_a_question_has_no_body(client: TestClient) -> None:
    assert client.request("GET", PAGE, content=b"x" * 10).status_code == 413
    chunks = iter([b"x" * 10] * 3)
    assert client.request("GET", PAGE, content=chunks).status_code == 413


def test_long_addresses(client: TestClient) -> None:
    assert client.get(PAGE + "?where=" + "x" * MAX_ADDRESS).status_code == 414


def test_web_sockets(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(PAGE):
        pass


@pytest.mark.parametrize(
    "path", ["/", PAGE, "/club/nothing", "/-/static/style.css", "/x/../../etc"]
)
def test_what_answers_forbid(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_head_is_a_page_without_its_body(client: TestClient) -> None:
    answer = client.head(PAGE)
    assert (answer.status_code, answer.content) == (200, b"")


TOKEN = "s3cret-token"


@pytest.fixture
def guest(club: Path) -> TestClient:
    entrance = Entrance(PORT, LOOPBACK | {"club.example"}, TOKEN)
    return make_client({"club": club}, entrance=entrance)


def test_others_need_the_token(guest: TestClient) -> None:
    for path in ("/", PAGE, "/-/static/style.css"):
        assert guest.get(path).status_code == 403
    assert guest.get(f"{PAGE}?token=wrong").status_code == 403
    answer = guest.get(f"{PAGE}?sort=date&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?sort=date")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Strict" in answer.headers["set-cookie"]
    assert guest.get(PAGE).status_code == 200
    assert TOKEN not in guest.get(PAGE).text


@pytest.mark.parametrize("cookie", ["", "mentis_explorer", "mentis_explorer=x", "a=b; \xe9=1"])
def test_other_cookies(guest: TestClient, cookie: str) -> None:
    headers = {b"Cookie": cookie.encode("latin-1")}
    assert guest.get(PAGE, headers=headers).status_code == 403


def test_the_token_leads_nowhere_else(guest: TestClient) -> None:
    answer = guest.get(f"http://127.0.0.1:{PORT}//evil.example/x?token={TOKEN}")
    assert answer.headers["location"].startswith("/evil.example")


def test_by_a_number_of_the_machine(guest: TestClient) -> None:
    link = f"{PAGE}?token={TOKEN}"
    for host, status in (("192.168.0.9", 303), ("club.example", 303), ("evil.example", 421)):
        assert guest.get(link, headers={"Host": f"{host}:{PORT}"}).status_code == status
