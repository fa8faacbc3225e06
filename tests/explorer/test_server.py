"""The explorer as a program: its address, its end, slow clients, and others at the same file."""

import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from explorer_kit import make_database

DATA = Path(__file__).parents[2] / "data"
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
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("server") / "club.duckdb", DATA / "rulebook.mgn")


@pytest.fixture(scope="module")
def server(club: Path) -> Iterator[Server]:
    server = Server("--db", str(club))
    yield server
    code, said = server.end()
    assert code == 0
    assert said == "Ctrl-C ends it.\nmentis: the explorer has ended\n"


def load(club: Path, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / f"{name}.mgn"
    file.write_text(RECORD.format(name=name))
    command = [sys.executable, "-m", "mentis_records.cli", "load", str(file), "--db", str(club)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_new_games_are_there_on_the_next_page(server: Server, club: Path, tmp_path: Path) -> None:
    assert "Zoe" not in server.get("club/games")[1]
    asked: list[int] = []
    is_over = threading.Event()

    def read_on() -> None:
        while not is_over.is_set():
            asked.append(server.get("club/tree")[0])
            time.sleep(0.05)

    reader = threading.Thread(target=read_on)
    reader.start()
    done = load(club, "Zoe", tmp_path)
    is_over.set()
    reader.join()
    assert done.returncode == 0, done.stderr
    assert set(asked) <= {200, 503}
    assert "Zoe" in server.get("club/games")[1]


def test_while_another_program_writes(server: Server, club: Path) -> None:
    hold = (
        "import sys; from mentis_records.store.open import amend_database\n"
        "with amend_database(sys.argv[1]): print('held', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(club)],
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
        b"GET club HTTP/1.1\r\n\r\n",
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


def test_the_end_during_a_long_page(club: Path) -> None:
    server = Server("--db", str(club), "--seconds", "60")
    statement = "select+count(*)+from+range(1000000000000)+one,range(1000000)+two"
    request = f"GET /club/sql?statement={statement} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(f"{request}\r\n\r\n".encode())
        assert client.recv(1_000)
        assert server.end() == (0, "Ctrl-C ends it.\nmentis: the explorer has ended\n")


def test_a_port_that_is_taken(server: Server, club: Path) -> None:
    command = [sys.executable, "-m", "mentis_records.cli", "explore", "--no-open"]
    command += ["--db", str(club), "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mentis: 127.0.0.1:{server.port}: Address already in use\n"
