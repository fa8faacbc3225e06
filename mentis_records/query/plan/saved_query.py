"""Saved queries: what may be saved under which name, and which of them a text names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from mentis_records.core.game import AnyGame
from mentis_records.query.error import QueryError
from mentis_records.query.parse.saved import Shelf, is_saved_name
from mentis_records.query.plan.question import ask

MAX_NAME = 60
"""Characters of a name."""


def check_saving(name: str, text: str, game: AnyGame, saved: Shelf) -> None:
    """Check that a query can be saved under a name and asked by it.

    Raises:
        QueryError: the name is none, or that of a test; the text is no query; or it asks for
            itself by the new name.
    """
    if len(name) > MAX_NAME:
        raise QueryError(f"a name of more than {MAX_NAME} characters", name, MAX_NAME, len(name))
    if not is_saved_name(name, game):
        message = f"a query cannot be named {name}"
        hint = "a name is letters, digits, _ and -, such as long-siege, but no word of queries"
        raise QueryError(message, name, 0, len(name), hint)
    ask(text, game, {**saved, name.lower(): text})
    ask(name, game, {**saved, name.lower(): text})


class NotingShelf(Mapping[str, str]):
    """Saved queries by name; notes which of them were read."""

    def __init__(self, shelf: Callable[[], Shelf]) -> None:
        """Take what gives the saved queries; it is asked when they are needed, once."""
        self._give = shelf
        self._noted: set[str] = set()

    @cached_property
    def _shelf(self) -> Shelf:
        return self._give()

    def __getitem__(self, name: str) -> str:
        text = self._shelf[name]
        self._noted.add(name)
        return text

    def __contains__(self, name: object) -> bool:
        return name in self._shelf

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)

    @property
    def noted(self) -> dict[str, str]:
        """Return the texts that were read, by name in order."""
        return {name: self._shelf[name] for name in sorted(self._noted)}
