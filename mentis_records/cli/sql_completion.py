"""Tab completion of SQL: names of tables and columns, and keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from mentis_records.store.catalog import Catalog

_COMMANDS = (".columns", ".format", ".help", ".quit", ".tables")
_WORD = re.compile(r"\w+$")
_OWNED = re.compile(r"(\w+)\.(\w*)$")
_ALIAS = r"\b{table}\s+(?:as\s+)?{alias}\b"

_Entry = tuple[str, str]
"""A name and what it means."""


class SqlCompleter(Completer):
    """Completes what is typed: columns first, then tables, then words of SQL.

    After ``name.`` it gives the columns of that table, which may be named by its alias. Columns
    of tables that the text names come before others.
    """

    def __init__(self, catalog: Callable[[], Catalog]) -> None:
        """Keep the function that gives the catalog of today."""
        self._catalog = catalog

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """Yield what the word before the cursor may become."""
        before = document.text_before_cursor
        owned = _OWNED.search(before)
        if before.lstrip().startswith("."):
            word, entries = before.lstrip(), self._after_point(before.lstrip())
            word = word.rpartition(" ")[2]
        elif owned is not None:
            word, entries = owned[2], self._columns_of(owned[1], document.text)
        else:
            found = _WORD.search(before)
            word = found[0] if found else ""
            entries = self._all(document.text) if word else self._tables()
        seen: set[str] = set()
        for name, meaning in entries:
            if name.lower().startswith(word.lower()) and name not in seen:
                seen.add(name)
                yield Completion(name, -len(word), display_meta=meaning)

    def _after_point(self, text: str) -> Iterable[_Entry]:
        if text.startswith(".columns "):
            return self._tables()
        if text.startswith(".format "):
            return [(name, "") for name in ("csv", "json", "table")]
        return [(name, "") for name in _COMMANDS]

    def _tables(self) -> list[_Entry]:
        return [(table.name, table.comment) for table in self._catalog().tables]

    def _columns_of(self, owner: str, text: str) -> list[_Entry]:
        """Return the columns of a table, named by its name or by an alias in the text."""
        for table in self._catalog().tables:
            alias = _ALIAS.format(table=re.escape(table.name), alias=re.escape(owner))
            if table.name.lower() == owner.lower() or re.search(alias, text, re.IGNORECASE):
                return [(column.name, column.comment) for column in table.columns]
        return []

    def _all(self, text: str) -> Iterator[_Entry]:
        named = set(re.findall(r"\w+", text.lower()))
        tables = sorted(self._catalog().tables, key=lambda table: table.name not in named)
        for table in tables:
            if table.name in named:
                yield from ((column.name, column.comment) for column in table.columns)
        yield from self._tables()
        for table in tables:
            yield from (
                (column.name, f"{table.name}: {column.comment}") for column in table.columns
            )
        yield from ((word, "") for word in self._catalog().keywords)
