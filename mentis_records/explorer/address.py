"""Addresses of pages: which database, which page, and its parameters; each state is one.

A page is named like the command that tells the same, and its parameters are named and written as
the command's options are: ``/club/games?where=player = "Ann"&sort=-date`` is ``mentis games --db
club.duckdb --where 'player = "Ann"' --sort -date``. With ``.json`` behind the page's name it
answers what the command does with ``--format json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self
from urllib.parse import parse_qsl, quote, urlencode

from mentis_records.fast.late_dataclass import dataclass

Parameters = tuple[tuple[str, str], ...]
"""Names and values in order; a name may come several times."""

LASTING = ("rules", "where", "query")
"""Parameters that stay from page to page: the game, and the selection of records."""

MAX_PARAMETERS = 100
"""Parameters of one address."""

_SAFE = ",:;<>'()*@!$-._~"
"""Signs that an address shows as they are, beside letters and digits, with + for blanks."""


class AddressError(ValueError):
    """An address that leads nowhere; the message is for the reader."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a reader is: ``path`` are the parts below the page, such as a game's number.

    ``blank`` are the names of parameters without a value, which mean nothing.
    """

    database: str
    page: str
    path: tuple[str, ...] = ()
    parameters: Parameters = ()
    is_json: bool = False
    blank: tuple[str, ...] = ()

    @classmethod
    def parse(cls, path: str, query: str) -> Self:
        """Return the address of a path, which is decoded, and a query, which is not.

        Raises:
            AddressError: it is no text, or has too many parameters.
        """
        try:
            pairs = parse_qsl(
                query, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS
            )
        except UnicodeDecodeError:
            raise AddressError("this address is no UTF-8") from None
        except ValueError:
            raise AddressError(f"an address has at most {MAX_PARAMETERS} parameters") from None
        if "\x00" in path or any("\x00" in name + value for name, value in pairs):
            raise AddressError("this address has a character that no text has")
        parts = path.strip("/").split("/")
        is_json = parts[-1].endswith(".json") and len(parts) > 1
        if is_json:
            parts[-1] = parts[-1].removesuffix(".json")
        database, page, *below = parts if len(parts) > 1 else [*parts, ""]
        given = tuple((name, value) for name, value in pairs if value.strip())
        blank = tuple(name for name, value in pairs if not value.strip())
        return cls(database, page, tuple(below), given, is_json, blank)

    def all(self, name: str) -> Sequence[str]:
        """Return the values of a parameter."""
        return [value for key, value in self.parameters if key == name]

    def get(self, name: str, default: str = "") -> str:
        """Return the last value of a parameter."""
        return next((value for key, value in reversed(self.parameters) if key == name), default)

    def number(self, name: str, default: int, least: int = 0, most: int = 1 << 31) -> int:
        """Return the value of a parameter that is a whole number.

        Raises:
            AddressError: it is none, or out of bounds.
        """
        text = self.get(name)
        if not text:
            return default
        if not (text.isascii() and text.isdigit() and least <= int(text[:12]) <= most):
            bounds = f"at least {least}" if most == 1 << 31 else f"from {least} to {most}"
            raise AddressError(f"{name}: {text[:40]!r} is no whole number {bounds}")
        return int(text)

    def have(self, **values: str | Sequence[str] | int | None) -> Address:
        """Return the same address with some parameters changed; None leaves one out.

        Names with ``_`` stand for ``-``: ``min_games`` is the parameter ``min-games``.
        """
        changed = {name.replace("_", "-"): value for name, value in values.items()}
        kept = [pair for pair in self.parameters if pair[0] not in changed]
        for name, value in changed.items():
            if isinstance(value, str | int):
                kept.append((name, str(value)))
            elif value is not None:
                kept += [(name, each) for each in value]
        return replace(self, parameters=tuple(kept))

    def lack(self, name: str, value: str) -> Address:
        """Return the same address without one parameter of this value."""
        kept = list(self.parameters)
        kept.remove((name, value))
        return replace(self, parameters=tuple(kept))

    def go(self, page: str, *path: object) -> Address:
        """Return the address of another page with the game and the selection of this one."""
        lasting = tuple(pair for pair in self.parameters if pair[0] in LASTING)
        return Address(self.database, page, tuple(map(str, path)), lasting)

    @property
    def bare(self) -> Address:
        """Return the same address without parameters: where a form sends its own."""
        return replace(self, parameters=())

    @property
    def as_json(self) -> Address:
        """Return the address of the same in JSON."""
        return replace(self, is_json=True)

    def __str__(self) -> str:
        """Return the address as a link has it."""
        parts = [part for part in (self.database, self.page, *self.path) if part]
        path = "/" + "/".join(quote(part, safe="") for part in parts)
        path += ".json" if self.is_json else ""
        query = urlencode(self.parameters, safe=_SAFE)
        return f"{path}?{query}" if query else path
