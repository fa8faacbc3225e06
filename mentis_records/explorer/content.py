"""What a page shows, and what it tells as JSON; and the registry of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from mentis_records.explorer.visit import Visit


@dataclass(frozen=True, slots=True)
class Content:
    """What a page shows: a template of its own, and the values that this one needs."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


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
    """A value that is told as JSON as a command does."""

    value: object


Told = Table | Value

PAGES: Mapping[str, str] = MappingProxyType(
    {
        "games": "Games",
        "tree": "Position",
    }
)
"""The pages of a database by name, with their titles.

Each is a module of ``explorer.page``, in which ``show`` gives what it shows and ``tell`` what it
tells as JSON.
"""


def page_function(page: str, name: str) -> Callable[[Visit], Any]:
    """Return what a page does."""
    module = import_module(f"mentis_records.explorer.page.{page}")
    found: Callable[[Visit], Any] = getattr(module, name)
    return found
