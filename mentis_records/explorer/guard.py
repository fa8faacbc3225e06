"""Who may ask the explorer, and how: names, origins, methods, sizes; and what answers forbid.

Any page that the reader has open elsewhere can make the browser send requests to this machine, and
a name that is somebody else's can be made to mean this machine. So the ``Host`` must be one that
the explorer is known by, and a request that another site has caused is refused, whatever it asks.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mentis_records.fast.late_dataclass import dataclass

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names of this machine that nobody else can mean."""

MAX_ADDRESS = 8_000
"""Bytes of a path with its query."""

COOKIE = "mentis_explorer"
TOKEN = "token"  # noqa: S105 - the name of a parameter

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"x-frame-options", b"DENY"),
)


@dataclass(frozen=True, slots=True)
class Entrance:
    """By which names and port readers come in, and with which token.

    With a token, addresses of machines in numbers are names as well: they mean no other machine.
    """

    port: int
    names: frozenset[str] = LOOPBACK
    token: str = ""

    def knows(self, host: str) -> bool:
        """Tell whether a request is meant for the explorer by its ``Host``."""
        name, colon, port = host.lower().rpartition(":")
        if not colon or port.endswith("]"):
            name, port = host.lower(), "80"
        if not (port.isascii() and port.isdigit() and len(port) < 6 and int(port) == self.port):
            return False
        return name in self.names or bool(self.token and _is_number(name))

    def is_own(self, origin: str) -> bool:
        """Tell whether a page with such an ``Origin`` is the explorer's."""
        scheme, colon, host = origin.partition("://")
        return bool(colon) and scheme == "http" and self.knows(host)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """Lets requests through to an application that may ask it; the others get a line."""

    def __init__(self, application: ASGIApp, entrance: Entrance) -> None:
        """Stand before an application."""
        self._application = application
        self._entrance = entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI)."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._application(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = dict(message)
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        status, words, more = self._judge(scope)
        if status:
            await _refuse(send_safely, status, words, more)
            return
        await self._application(scope, receive, send_safely)

    def _judge(self, scope: Scope) -> tuple[int, str, list[tuple[bytes, bytes]]]:
        """Return status, words and headers of a refusal; status 0 lets a request through."""
        headers = _headers(scope)
        entrance = self._entrance
        hosts = headers.get("host", [])
        if len(hosts) != 1 or not entrance.knows(hosts[0]):
            return 421, "This is not the place that you asked for.", []
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "Here is nothing but to read.", [(b"allow", b"GET, HEAD")]
        if headers.get("content-length", ["0"]) != ["0"] or "transfer-encoding" in headers:
            return 413, "A question here has no body.", [(b"connection", b"close")]
        if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_ADDRESS:
            return 414, f"An address has at most {MAX_ADDRESS:,} bytes.", []
        origins = headers.get("origin", [])
        sites = headers.get("sec-fetch-site", [])
        if any(site not in ("same-origin", "none") for site in sites) or not all(
            map(entrance.is_own, origins)
        ):
            words = "Another site has asked for this. To see it, type the address yourself."
            return 403, words, []
        if entrance.token:
            return self._check_token(scope, headers)
        return 0, "", []

    def _check_token(
        self, scope: Scope, headers: MutableMapping[str, list[str]]
    ) -> tuple[int, str, list[tuple[bytes, bytes]]]:
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if TOKEN in query:
            if not self._is_token(query.pop(TOKEN)[-1]):
                return 403, "This token does not open anything here.", []
            path = scope["raw_path"].decode("latin-1")
            rest = urlencode(query, doseq=True)
            place = "/" + path.lstrip("/") + (f"?{rest}" if rest else "")
            cookie = f"{COOKIE}={self._entrance.token}; HttpOnly; SameSite=Strict; Path=/"
            return 303, "", [(b"location", place.encode()), (b"set-cookie", cookie.encode())]
        if not any(self._is_token(value) for value in _cookies(headers.get("cookie", []))):
            return 403, "Open the address that the program showed when it began.", []
        return 0, "", []

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._entrance.token.encode())


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _cookies(values: Iterable[str]) -> Iterable[str]:
    for value in values:
        try:
            jar: SimpleCookie = SimpleCookie(value)
        except CookieError:
            continue
        if COOKIE in jar:
            yield jar[COOKIE].value


async def _refuse(
    send: Any, status: int, words: str, headers: Iterable[tuple[bytes, bytes]]
) -> None:
    body = (words + "\n").encode() if words else b""
    fixed = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": body})
