"""What a page shows, and what it tells as JSON; and the registry of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from mentis_records.explorer.address import LASTING, Address, AddressError
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """What a page shows: a template of its own, and the values that this one needs."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another address, which has what was asked for."""

    address: Address


@dataclass(frozen=True, slots=True)
class File:
    """A file that is made for a reader, such as a drawing or a record."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with the names of their columns, told as a JSON array as the commands do."""

    names: Sequence[str]
    rows: Iterable[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is told as JSON as a command does, indented so far a level if it is."""

    value: object
    indent: int | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Rows with the names of their columns, told as a JSON object a line."""

    names: Sequence[str]
    rows: Iterable[Sequence[Any]]


Told = Table | Lines | Value

MAX_ROWS = 100_000
"""Rows that a page tells as JSON at once."""

PAGES: Mapping[str, str] = MappingProxyType(
    {
        "games": "Games",
        "tree": "Position",
        "query": "Search",
        "game": "Game",
        "players": "Players",
        "standings": "Events",
        "matches": "Matches",
        "duplicates": "Duplicates",
        "quarantine": "Quarantine",
        "compare": "Compare",
        "sql": "SQL",
        "info": "Info",
    }
)
"""The pages of a database by name, with their titles.

Each is a module of ``explorer.page``, in which ``show`` gives what it shows and ``tell`` what it
tells as JSON.
"""

_START = ("position", "setting", "variant")

PARAMETERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "games": (*_START, "sort", "limit", "page", "facet"),
        "tree": (
            *(*_START, "moves", "sort", "order", "limit", "facets"),
            *("depth", "min-games", "max-positions"),
        ),
        "query": (
            *("count", "positions", "verify", "saved", "sort", "limit"),
            *("add", "add-area", "add-side", "add-piece", "add-how", "add-stack"),
            *("add-pool", "add-held", "add-sign", "add-number"),
        ),
        "game": ("ply", "at", "view", "format", "no-caption", "limits", "sort"),
        "players": ("player", "action", "sort", "with-unplayed", "with-unrated", "page"),
        "standings": ("system", "tie-breaks", "page"),
        "matches": ("page",),
        "duplicates": ("near", "page"),
        "quarantine": ("code", "source", "format", "page"),
        "compare": ("a", "b"),
        "sql": ("statement", "page"),
        "info": (),
    }
)
"""The parameters of each page, besides those that last."""

UNLISTED = frozenset({"game"})
"""Pages to which no way leads from all others: they are about what has a number."""

NUMBERED = frozenset({"game", "matches", "quarantine"})
"""Pages that have others below them, each about what has a number."""


def check_parameters(address: Address) -> None:
    """Check that a page has the parameters that its address names.

    Raises:
        AddressError: it does not have one of them.
    """
    known = (*LASTING, *PARAMETERS[address.page])
    for name in (*(name for name, _ in address.parameters), *address.blank):
        if name not in known:
            there = ", ".join(known)
            raise AddressError(f"this page has no parameter {name[:40]!r}; it has {there}")


def page_function(page: str, name: str) -> Callable[[Visit], Any]:
    """Return what a page does."""
    module = import_module(f"mentis_records.explorer.page.{page}")
    found: Callable[[Visit], Any] = getattr(module, name)
    return found
