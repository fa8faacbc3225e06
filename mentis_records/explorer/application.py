"""The explorer as a web application: addresses to pages, errors to words, long work to progress."""

from __future__ import annotations

import asyncio
import os
import traceback
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from mentis_records.core.contract import GameError
from mentis_records.core.game import AnyGame, NotOfferedError, PositionError
from mentis_records.core.text import json_text, printable
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import (
    MAX_ROWS,
    NUMBERED,
    PAGES,
    Content,
    Elsewhere,
    File,
    Lines,
    Told,
    Value,
    check_parameters,
    page_function,
)
from mentis_records.explorer.guard import Entrance, Guard
from mentis_records.explorer.home import list_databases
from mentis_records.explorer.lookup import (
    BusyError,
    Lookup,
    Lookups,
    ReaderLeftError,
    TimeIsUpError,
)
from mentis_records.explorer.opened_database import opened
from mentis_records.explorer.page_frame import (
    draw_content,
    draw_elsewhere,
    draw_end,
    draw_failure,
    draw_home,
    draw_nowhere,
    draw_progress,
    draw_start,
    palette_css,
    read_static,
)
from mentis_records.explorer.visit import SeveralGamesError, Visit
from mentis_records.export.json_rows import json_rows
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.error import QueryError
from mentis_records.store.error import HeldError, StoreError

MAX_SIZE = 100_000_000
"""Characters that a page tells as JSON at once."""

_SHOWN_AFTER = 1.0
"""Seconds after which a reader sees how far the work has come, and between such words."""

_UNCACHED = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no page, for its reader; ``games`` are there to choose from."""

    status: int
    words: str
    detail: str = ""
    games: Sequence[AnyGame] = ()


class Explorer:
    """The pages of some databases.

    Args:
        databases: the files by the names that addresses have for them.
        memory_limit: bytes that the whole program should use at most.
        seconds: how long one page may take.
    """

    def __init__(
        self, databases: Mapping[str, Path], memory_limit: int, seconds: float = 5.0
    ) -> None:
        """Open nothing yet."""
        self.databases = databases
        self.memory_limit = memory_limit
        self.lookups = Lookups(seconds=seconds)

    async def home(self, request: Request) -> Response:
        """Answer with the list of databases, or with the way to the games of the only one."""
        if names := [*request.query_params]:
            words = f"this page has no parameter {names[0][:40]!r}; it has none"
            return HTMLResponse(draw_nowhere(words), 400, _UNCACHED)
        if len(self.databases) == 1:
            place = Address(next(iter(self.databases)), next(iter(PAGES)))
            return RedirectResponse(str(place), 303, _UNCACHED)
        lookup: Lookup[str] = Lookup(
            lambda lookup: draw_home(list_databases(self.databases, self.memory_limit, lookup))
        )
        try:
            page = await self.lookups.run(lookup, request.is_disconnected)
        except ReaderLeftError:
            return Response(status_code=499)
        except Exception as error:
            failure = failure_of(error)
            return HTMLResponse(draw_nowhere(failure.words), failure.status, _UNCACHED)
        return HTMLResponse(page, headers=_UNCACHED)

    async def page(self, request: Request) -> Response:
        """Answer with a page of a database."""
        try:
            address = self._address(request)
        except AddressError as error:
            return _nowhere(request, str(error))
        if not address.page:
            first = replace(address, page=next(iter(PAGES)))
            return RedirectResponse(str(first), headers=_UNCACHED)
        lookup: Lookup[Response | str] = Lookup(lambda lookup: self._answer(lookup, address))
        task = asyncio.create_task(self.lookups.run(lookup, request.is_disconnected))
        done, _ = await asyncio.wait({task}, timeout=_SHOWN_AFTER)
        if done or address.is_json or address.get("format") or request.method == "HEAD":
            return await self._whole(task, address)
        return StreamingResponse(
            self._stream(task, lookup, address), media_type="text/html", headers=_UNCACHED
        )

    def _address(self, request: Request) -> Address:
        query = request.scope["query_string"].decode("latin-1")
        address = Address.parse(request.scope["path"], query)
        if address.database not in self.databases:
            raise AddressError("there is no such database here")
        is_below = len(address.path) > (address.page in NUMBERED)
        if is_below or (address.page and address.page not in PAGES):
            raise AddressError("there is no such page")
        return address

    async def _whole(self, task: asyncio.Task[Response | str], address: Address) -> Response:
        try:
            answer = await task
        except ReaderLeftError:
            return Response(status_code=499)
        except Exception as error:
            failure = failure_of(error)
            if address.is_json:
                return _told_failure(failure)
            content = draw_failure(address, failure.words, failure.detail, failure.games)
            page = self._start(address) + content + draw_end()
            again = {"Retry-After": "2"} if failure.status == 503 else {}
            return HTMLResponse(page, failure.status, {**_UNCACHED, **again})
        if isinstance(answer, Response):
            return answer
        return HTMLResponse(self._start(address) + answer + draw_end(), headers=_UNCACHED)

    async def _stream(
        self, task: asyncio.Task[Response | str], lookup: Lookup[Response | str], address: Address
    ) -> AsyncIterator[str]:
        """Yield a page that is not ready: how far it has come, and then all of it."""
        try:
            yield self._start(address)
            while not task.done():
                yield draw_progress(lookup.progress.done, lookup.progress.total)
                await asyncio.wait({task}, timeout=_SHOWN_AFTER)
            try:
                answer = task.result()
            except ReaderLeftError:
                return
            except Exception as error:
                failure = failure_of(error)
                answer = draw_failure(address, failure.words, failure.detail, failure.games)
            yield answer if isinstance(answer, str) else draw_elsewhere(_place_of(answer, address))
            yield draw_end()
        finally:
            lookup.stop()
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    def _start(self, address: Address) -> str:
        return draw_start(address, list(self.databases))

    def _answer(self, lookup: Lookup[Response | str], address: Address) -> Response | str:
        """Return a page's content, or a whole answer; runs in a thread."""
        check_parameters(address)
        path = self.databases[address.database]
        with opened(path, self.memory_limit, lambda: not lookup.is_stopped) as database:
            lookup.hold(database)
            visit = Visit(address, database, list(self.databases), lookup.progress)
            if address.is_json:
                told: Told = page_function(address.page, "tell")(visit)
                return Response(
                    _json(told), 200, _UNCACHED, media_type="application/json; charset=utf-8"
                )
            content: Content | Elsewhere | File = page_function(address.page, "show")(visit)
            if isinstance(content, File):
                name = "".join(char for char in content.name if char.isalnum() or char in "-_.")
                disposition = f'inline; filename="{name}"'
                headers = {**_UNCACHED, "Content-Disposition": disposition}
                return Response(content.content, 200, headers, content.media_type)
            if isinstance(content, Elsewhere):
                return RedirectResponse(str(content.address), 303, headers=_UNCACHED)
            return draw_content(address, content)


def _place_of(answer: Response, address: Address) -> str:
    """Return where an answer leads, or where it is found if it leads nowhere."""
    return answer.headers.get("location", str(address))


def _json(told: Told) -> str:
    if isinstance(told, Value):
        return json_text(told.value, told.indent) + "\n"
    if isinstance(told, Lines):
        lines = (json_text(dict(zip(told.names, row, strict=True))) + "\n" for row in told.rows)
        return _joined(lines)
    return _joined(json_rows(told.names, told.rows))


def _joined(pieces: Iterable[str]) -> str:
    """Return the pieces of JSON together, if they are not too many or too long."""
    kept: list[str] = []
    size = 0
    for piece in pieces:
        kept.append(piece)
        size += len(piece)
        if len(kept) > MAX_ROWS + 1:
            raise AddressError(f"more than {MAX_ROWS:,} rows; take them by limit and page")
        if size > MAX_SIZE:
            raise AddressError(f"more than {MAX_SIZE:,} characters; select fewer rows or columns")
    return "".join(kept)


def failure_of(error: Exception) -> Failure:
    """Return what a reader is told of an error."""
    match error:
        case BusyError():
            return Failure(503, str(error))
        case TimeIsUpError():
            return Failure(503, str(error))
        case HeldError():
            return Failure(503, "The database is being changed by another program.")
        case QueryError():
            place = error.underlined().removeprefix(error.message).removeprefix("\n")
            return Failure(400, error.message, place)
        case SeveralGamesError():
            return Failure(300, str(error), games=error.games)
        case AddressError() | NotOfferedError() | PositionError():
            return Failure(400, printable(str(error)))
        case StoreError():
            return Failure(500, printable(str(error)))
        case GameError():
            return Failure(500, printable(str(error)))
        case KeyError():
            return Failure(404, printable(str(error.args[0] if error.args else error)))
        case ValueError():
            return Failure(400, printable(str(error)))
        case _ if _is_scarcity(error):
            return Failure(503, "There is not enough memory for this now; try again in a moment.")
    if "MENTIS_DEBUG" in os.environ:
        traceback.print_exception(error)
    words = f"An error of this program: {type(error).__name__}"
    return Failure(500, words, "Please report it; MENTIS_DEBUG=1 shows where it happened.")


def _is_scarcity(error: Exception) -> bool:
    """Tell whether an error says that there is no memory: for a value, or for one more thread."""
    is_thread = isinstance(error, RuntimeError) and "new thread" in str(error)
    return is_thread or isinstance(error, MemoryError)


def _told_failure(failure: Failure) -> Response:
    value = {"error": failure.words, "detail": failure.detail}
    return Response(json_text(value) + "\n", failure.status, _UNCACHED, "application/json")


def _nowhere(request: Request, words: str) -> Response:
    if request.scope["path"].endswith(".json"):
        return _told_failure(Failure(404, words))
    return HTMLResponse(draw_nowhere(words), 404, _UNCACHED)


def _plain(failure: Failure) -> Response:
    return PlainTextResponse(failure.words + "\n", failure.status, _UNCACHED)


async def static(request: Request) -> Response:
    """Answer with a style sheet or a script."""
    found = read_static(request.path_params["name"])
    if found is None:
        return _plain(Failure(404, "there is no such file"))
    content, media_type = found
    return Response(content, 200, {"Cache-Control": "max-age=600"}, media_type)


async def palette(request: Request) -> Response:
    """Answer with the colours of a game's sides as a style sheet."""
    content = palette_css(request.path_params["slug"])
    if content is None:
        return _plain(Failure(404, "there is no such game"))
    return Response(content, 200, {"Cache-Control": "max-age=600"}, "text/css")


def make_application(explorer: Explorer, entrance: Entrance) -> Guard:
    """Return the application that answers requests (ASGI)."""
    routes = [
        Route("/", explorer.home),
        Route("/-/static/{name}", static),
        Route("/-/palette/{slug}.css", palette),
        Route("/{path:path}", explorer.page),
    ]
    return Guard(Starlette(routes=routes), entrance)
