"""Requests: who may ask, work in threads for a limited time, and the bound on memory."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from explorer_kit import PORT, make_client, make_database
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mentis_records.explorer.application import failure_of
from mentis_records.explorer.guard import LOOPBACK, MAX_ADDRESS, Entrance
from mentis_records.explorer.lookup import (
    BusyError,
    Lookup,
    Lookups,
    ReaderLeftError,
    TimeIsUpError,
)
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.open import open_database
from mentis_records.store.sql import run_sql

CASES = cases_of(__file__)
DATA = Path(__file__).parents[2] / "data"
ENDLESS = "select count(*) from range(1000000000000) one, range(1000000) two"


async def stays() -> bool:
    return False


async def leaves() -> bool:
    return True


def run(lookups: Lookups, work: Callable[[Lookup[Any]], Any], has_left: Any = stays) -> Any:
    async def ask() -> Any:
        return await lookups.run(Lookup(work), has_left)

    return asyncio.run(ask())


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return open_database(make_database(tmp_path / "club.duckdb", DATA / "rulebook.mgn"))


def test_an_answer() -> None:
    assert run(Lookups(), lambda lookup: 3) == 3


def test_an_error() -> None:
    def fail(lookup: Lookup[int]) -> int:
        raise LookupError("no such game")

    with pytest.raises(LookupError, match="no such game"):
        run(Lookups(), fail)


def endless(database: Database, ended: list[str]) -> Callable[[Lookup[Any]], Any]:
    def work(lookup: Lookup[Any]) -> Any:
        lookup.hold(database)
        try:
            return list(run_sql(database, ENDLESS))
        except StoreError as error:
            ended.append(str(error))
            raise

    return work


@pytest.mark.parametrize(
    ("seconds", "has_left", "error"), [(0.2, stays, TimeIsUpError), (60, leaves, ReaderLeftError)]
)
def test_a_statement_ends(
    database: Database,
    seconds: float,
    has_left: Callable[[], Awaitable[bool]],
    error: type[Exception],
) -> None:
    ended: list[str] = []
    with pytest.raises(error):
        run(Lookups(seconds=seconds), endless(database, ended), has_left)
    assert len(ended) == 1
    assert "nterrupted" in ended[0]
    with pytest.raises(StoreError, match="interrupted"):
        run_sql(database, "select 1")


def test_steps_end() -> None:
    def work(lookup: Lookup[int]) -> int:
        step = 0
        while True:
            lookup.progress(step := step + 1, None)

    with pytest.raises(TimeIsUpError, match=r"longer than 0\.1 seconds"):
        run(Lookups(seconds=0.1), work)


def test_the_queue() -> None:
    """One works, two wait; when another comes, the one who waits longest goes, and it is next."""
    gate = threading.Event()
    order: list[str] = []

    async def crowd() -> None:
        lookups = Lookups(at_once=1, queue=2)
        tasks = []
        for name in ("works", "goes", "waits", "comes"):

            def work(lookup: Lookup[None], name: str = name) -> None:
                gate.wait(10)
                order.append(name)

            tasks.append(asyncio.create_task(lookups.run(Lookup(work), stays)))
            await asyncio.sleep(0.02)
        with pytest.raises(BusyError, match="too many"):
            await tasks.pop(1)
        gate.set()
        await asyncio.gather(*tasks)
        assert await lookups.run(Lookup(lambda lookup: 3), stays) == 3

    asyncio.run(crowd())
    assert order == ["works", "comes", "waits"]


def test_patience_ends() -> None:
    gate = threading.Event()

    async def crowd() -> None:
        lookups = Lookups(at_once=1, patience=0.1)
        first = asyncio.create_task(lookups.run(Lookup(lambda lookup: gate.wait(10)), stays))
        await asyncio.sleep(0.02)
        with pytest.raises(BusyError, match="others are being served"):
            await lookups.run(Lookup(lambda lookup: 1), stays)
        with pytest.raises(ReaderLeftError):
            await lookups.run(Lookup(lambda lookup: 1), leaves)
        gate.set()
        assert await first

    asyncio.run(crowd())


def test_a_task_that_is_cancelled_ends_its_work(database: Database) -> None:
    ended: list[str] = []

    async def begin() -> None:
        task = asyncio.create_task(Lookups().run(Lookup(endless(database, ended)), stays))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(begin())
    assert len(ended) == 1


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


@pytest.mark.parametrize("host", CASES["other_names"])
def test_other_names(client: TestClient, host: str) -> None:
    answer = client.get(PAGE, headers={"Host": host})
    assert answer.status_code == 421
    assert "rulebook" not in answer.text


@pytest.mark.parametrize("headers", CASES["other_sites"])
@pytest.mark.parametrize("path", ["/", PAGE, "/club/tree.json", "/-/static/style.css"])
def test_other_sites(client: TestClient, headers: dict[str, str], path: str) -> None:
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize("headers", CASES["its_own_pages"])
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


PROGRAM = CASES["program"]
LARGE = CASES["large"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program owns")
def test_memory_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program owns")
def test_no_more_memory_is_given_than_the_bound() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.stdout == "too much\nenough\n", done.stderr


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't start new thread")])
def test_scarcity_is_told_as_such(error: Exception) -> None:
    assert failure_of(error).status == 503


# The explorer as a program: its address, its end, slow clients, and others at the same file


RECORD = '[Blue "{name}"]\n[Red "Bob"]\n\n1. TSNd2 TSNd6 1-0\n'


class Server:
    """An explorer of one database in a process of its own."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "mentis_records.cli", "explore", "--no-open", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", self.url)
        assert found, self.process.stderr and self.process.stderr.read()
        self.port = int(found[1])

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def end(self) -> tuple[int, str]:
        """End it as Ctrl-C does; return its exit code and what it said."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said

    @property
    def memory(self) -> int:
        """Return the bytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("server") / "club.duckdb", DATA / "rulebook.mgn")


@pytest.fixture(scope="module")
def server(library: Path) -> Iterator[Server]:
    server = Server("--db", str(library))
    yield server
    code, said = server.end()
    assert code == 0
    assert said == "Ctrl-C ends it.\nmentis: the explorer has ended\n"


def load(library: Path, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / f"{name}.mgn"
    file.write_text(RECORD.format(name=name))
    command = [sys.executable, "-m", "mentis_records.cli", "load", str(file), "--db", str(library)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_new_games_are_there_on_the_next_page(
    server: Server, library: Path, tmp_path: Path
) -> None:
    assert "Zoe" not in server.get("club/games")[1]
    asked: list[int] = []
    is_over = threading.Event()

    def read_on() -> None:
        while not is_over.is_set():
            asked.append(server.get("club/tree")[0])
            time.sleep(0.05)

    reader = threading.Thread(target=read_on)
    reader.start()
    done = load(library, "Zoe", tmp_path)
    is_over.set()
    reader.join()
    assert done.returncode == 0, done.stderr
    assert set(asked) <= {200, 503}
    assert "Zoe" in server.get("club/games")[1]


def test_while_another_program_writes(server: Server, library: Path) -> None:
    hold = (
        "import sys; from mentis_records.store.open import amend_database\n"
        "with amend_database(sys.argv[1]): print('held', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(library)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "held\n"
        status, page = server.get("club/games")
        writer.communicate("\n")
    assert status == 503
    assert "being changed by another program" in page
    assert server.get("club/games")[0] == 200


def test_a_hundred_slow_clients(server: Server) -> None:
    """Requests a letter at a time, and answers not read: others are served, memory is bounded."""
    assert server.get("club/games")[0] == 200
    before = server.memory
    beginnings = (
        b"GET /club/tree HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " % server.port,
        b"GET /club/tree HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port,
    )
    clients = []
    for number in range(100):
        client = socket.create_connection(("127.0.0.1", server.port))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.sendall(beginnings[number % 2])
        clients.append(client)
    try:
        for _ in range(5):
            for client in clients[::2]:
                with suppress(OSError):  # one that was too slow has been left
                    client.sendall(b"x")
            assert server.get("club/games")[0] == 200
        assert server.memory < before + 200_000_000
    finally:
        for client in clients:
            client.close()
    assert server.get("club/games")[0] == 200


def test_long_headers(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " % server.port)
        try:
            for _ in range(100):
                client.sendall(b"x" * 10_000)
            answer = client.recv(100)
        except (BrokenPipeError, ConnectionResetError):
            answer = b"HTTP/1.1 400"
    assert answer.startswith(b"HTTP/1.1 400")


def test_no_sense(server: Server) -> None:
    for words in (
        b"\x16\x03\x01 no HTTP at all\r\n\r\n",
        b"GET library HTTP/1.1\r\n\r\n",
        b"\x00" * 50,
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
            client.sendall(words)
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(1_000)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4")


def test_a_body_that_is_no_http(server: Server) -> None:
    """The answer has begun then: nothing is said on standard error, as the fixture checks."""
    request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(request % server.port)
        while client.recv(1_000):
            pass
    assert server.get("club/games")[0] == 200


@pytest.mark.ci
def test_the_end_during_a_long_page(library: Path) -> None:
    server = Server("--db", str(library), "--seconds", "60")
    statement = "select+count(*)+from+range(1000000000000)+one,range(1000000)+two"
    request = f"GET /club/sql?statement={statement} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(f"{request}\r\n\r\n".encode())
        assert client.recv(1_000)
        assert server.end() == (0, "Ctrl-C ends it.\nmentis: the explorer has ended\n")


def test_a_port_that_is_taken(server: Server, library: Path) -> None:
    command = [sys.executable, "-m", "mentis_records.cli", "explore", "--no-open"]
    command += ["--db", str(library), "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mentis: 127.0.0.1:{server.port}: Address already in use\n"
