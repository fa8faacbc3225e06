"""The interactive prompt of ``mentis sql``, with history and completion."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import ColorDepth
from pygments.lexers.sql import SqlLexer

from mentis_records.cli import output
from mentis_records.cli.sql_completion import SqlCompleter
from mentis_records.cli.table import FORMATS, write_rows
from mentis_records.store.catalog import fetch_catalog
from mentis_records.store.error import StoreError
from mentis_records.store.sql import is_complete, run_sql

if TYPE_CHECKING:
    from mentis_records.store.database import Database

_HELP = """\
A statement ends with ; and may run over many lines. Tab completes names, Up recalls statements.
Ctrl-C clears the line or stops the running query; Ctrl-D quits.

.tables           the tables and views (also \\d)
.columns TABLE    its columns (also \\d TABLE)
.format FORMAT    answer as table, csv or json
.help             this text (also \\?)
.quit             quit (also \\q)"""
_SHORT = {"\\?": ".help", "\\q": ".quit", ".exit": ".quit", "\\dt": ".tables"}


class Shell:
    """A conversation with a database in SQL."""

    def __init__(self, database: Database, format_name: str) -> None:
        """Begin one, its answers in one of ``table.FORMATS``."""
        self._database = database
        self._format = format_name
        self._catalog = fetch_catalog(database)
        self._prompt: PromptSession[str] = PromptSession(
            history=_open_history(),
            completer=SqlCompleter(lambda: self._catalog),
            complete_while_typing=False,
            lexer=PygmentsLexer(SqlLexer),
            multiline=True,
            key_bindings=_bind_keys(),
            prompt_continuation=lambda width, number, is_soft: "...> ".rjust(width),
            color_depth=None if output.has_colour() else ColorDepth.DEPTH_1_BIT,
        )

    def run(self) -> None:
        """Read and run statements until the end of input."""
        mode = "; statements may change it" if self._database.is_writable else ""
        output.talk(f"{self._database.path}{mode}. .help lists the commands, Ctrl-D quits.")
        while True:
            try:
                text = self._prompt.prompt("sql> ").strip()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return
            if not text:
                continue
            try:
                if not text.startswith((".", "\\")):
                    self._ask(text)
                elif not self._obey(text):
                    return
            except StoreError as error:
                output.talk(str(error))
            except KeyboardInterrupt:
                output.talk("\ncancelled")

    def _ask(self, text: str) -> None:
        with run_sql(self._database, text, is_written=True) as found:
            if found.names:
                write_rows(self._format, found.names, found)
        if self._database.is_writable:
            self._catalog = fetch_catalog(self._database)

    def _obey(self, text: str) -> bool:
        """Do what a line with a point or backslash says; tell whether to go on."""
        word, _, argument = text.rstrip("; ").partition(" ")
        argument = argument.strip()
        if word == "\\d":
            word = ".columns" if argument else ".tables"
        word = _SHORT.get(word, word)
        if word == ".quit":
            return False
        if word == ".help":
            output.write(_HELP)
        elif word == ".tables":
            rows = [(table.name, table.comment) for table in self._catalog.tables]
            write_rows(self._format, ["name", "what it holds"], rows)
        elif word == ".columns":
            self._describe(argument)
        elif word == ".format" and argument in FORMATS:
            self._format = argument
        elif word == ".format":
            output.talk(f"no format {argument!r}: choose one of {', '.join(FORMATS)}")
        else:
            output.talk(f"no command {word!r}: .help lists them")
        return True

    def _describe(self, name: str) -> None:
        try:
            table = self._catalog.find(name)
        except KeyError:
            output.talk(f"no table {name!r}: .tables lists them")
            return
        rows = [(column.name, column.type, column.comment) for column in table.columns]
        write_rows(self._format, ["column", "type", "meaning"], rows)


def _open_history() -> History:
    """Return the history that is kept in the user's state folder, or one that is not kept."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    file = base / "mentis-records" / "sql-history"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.open("ab").close()
    except OSError:
        return InMemoryHistory()
    return FileHistory(file)


def _bind_keys() -> KeyBindings:
    """Let Enter end what is complete, and begin a new line in what is not."""
    keys = KeyBindings()

    @keys.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        text = buffer.text.strip()
        if not text or text.startswith((".", "\\")) or is_complete(text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return keys
