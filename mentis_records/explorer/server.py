"""The server of the explorer: its socket, its address, its end, and clients that are slow."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mentis_records.explorer.application import Explorer, make_application
from mentis_records.explorer.guard import LOOPBACK, TOKEN, Entrance
from mentis_records.explorer.memory_bound import memory_bound
from mentis_records.fast.late_dataclass import dataclass

FIRST_PORT = 8421
"""The port that is taken if nobody names one, or the next one that is free."""

_PORTS = 20
_LOOK_SECONDS = 2.0
_ASKING_SECONDS = 10.0
_ANSWER_SECONDS = 60.0
_HEADER_BYTES = 16_384
_UNREAD_BYTES = 200_000_000
"""Answers that are kept for readers; beyond, those who do not take theirs are left."""

_LEAST_TAKEN = 100_000
"""Bytes that a reader takes between two looks, unless little is left."""

_CLIENTS = 500
"""Connections at once; further ones are told that it is busy."""


class ServerError(Exception):
    """The server cannot begin; the message is one line."""


class BoundedProtocol(H11Protocol):
    """HTTP with clients that must ask, and take the answer, within some time."""

    _seen: tuple[object, bool] = (None, False)
    _since = 0.0
    _unread = 0

    def connection_made(self, transport: Any) -> None:
        """Begin to look at a new connection."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self.loop.call_later(_LOOK_SECONDS, self._look)

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP, or just leave where an answer has begun already."""
        if self.cycle is None or self.cycle.response_complete:
            super().send_400_response(msg)
            return
        self.cycle.disconnected = True
        self.cycle.message_event.set()
        self.transport.close()

    def _look(self) -> None:
        """Close the connection if nothing has begun or ended on it for too long."""
        if self.transport.is_closing():
            return
        is_complete = self.cycle is not None and self.cycle.response_complete
        seen = (self.cycle, is_complete)
        if seen != self._seen:
            self._seen, self._since = seen, self.loop.time()
        is_asking = self.cycle is None or is_complete
        is_read = not self.transport.get_write_buffer_size()
        allowed = _ASKING_SECONDS if is_asking and is_read else _ANSWER_SECONDS
        if self.loop.time() - self._since > allowed or self._is_burden():
            self.transport.abort()
        else:
            self.loop.call_later(_LOOK_SECONDS, self._look)

    def _is_burden(self) -> bool:
        """Tell whether an answer is not taken while too much is kept."""
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        if self._unread <= _LEAST_TAKEN or before - self._unread >= _LEAST_TAKEN or not before:
            return False
        kept = sum(each.transport.get_write_buffer_size() for each in self.connections)
        return kept > _UNREAD_BYTES


@dataclass(frozen=True, slots=True)
class Place:
    """Where the explorer is found: its socket, and the address for the reader."""

    socket: socket.socket
    entrance: Entrance
    url: str


def take_place(host: str = "", port: int = 0) -> Place:
    """Return a socket that listens, by default on this machine alone.

    Args:
        host: a name or number of this machine by which others are to reach it; then a token is
            needed, which the address has.
        port: the port, or 0 for the first one that is free.

    Raises:
        ServerError: the port is taken, or there is no such host.
    """
    ports = [port] if port else [*range(FIRST_PORT, FIRST_PORT + _PORTS), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for number in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host or "127.0.0.1", number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            problem = error
            continue
        return _placed(listener, host)
    words = problem.strerror if problem else ""
    raise ServerError(f"{host or '127.0.0.1'}:{port}: {words or problem}")


def _placed(listener: socket.socket, host: str) -> Place:
    number = listener.getsockname()[1]
    if host in ("", "localhost", "127.0.0.1", "::1"):
        name = f"[{host}]" if ":" in host else host or "127.0.0.1"
        return Place(listener, Entrance(number), f"http://{name}:{number}/")
    own = socket.gethostname().lower()
    is_any = host in ("0.0.0.0", "::")  # noqa: S104 - asked for by the user
    shown = own if is_any else f"[{host}]" if ":" in host else host.lower()
    token = secrets.token_urlsafe(24)
    entrance = Entrance(number, LOOPBACK | {own, shown}, token)
    return Place(listener, entrance, f"http://{shown}:{number}/?{TOKEN}={token}")


class EndingServer(uvicorn.Server):
    """A server that ends the work on pages when it is to end."""

    def __init__(self, config: uvicorn.Config, explorer: Explorer) -> None:
        """Serve the pages of an explorer."""
        super().__init__(config)
        self._explorer = explorer

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        self._explorer.lookups.close()
        super().handle_exit(sig, frame)


def serve(
    databases: Mapping[str, Path],
    place: Place,
    memory_limit: int,
    seconds: float,
    started: Callable[[], None],
) -> None:
    """Serve the pages of some databases until Ctrl-C.

    Args:
        databases: the files by the names that addresses have for them.
        place: where.
        memory_limit: bytes that the program should use at most.
        seconds: how long one page may take.
        started: is called when pages can be asked for.
    """
    explorer = Explorer(databases, memory_limit, seconds)
    config = uvicorn.Config(
        make_application(explorer, place.entrance),
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_level="error" if "MENTIS_DEBUG" in os.environ else "critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CLIENTS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=_HEADER_BYTES,
    )
    server = EndingServer(config, explorer)

    async def run() -> None:
        task = asyncio.create_task(server.serve([place.socket]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            started()
        await task

    try:
        with memory_bound(memory_limit):
            asyncio.run(run())
    except KeyboardInterrupt:
        pass
    finally:
        explorer.lookups.close()
        place.socket.close()
