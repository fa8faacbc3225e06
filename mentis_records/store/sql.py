"""Run a user's statement in SQL; the database is sealed against everything but its own file.

In a database opened for reading only statements that ask are let through: a sealed DuckDB would
still write its own file's companions (``copy ... to '<database>.wal'``). In one opened for
writing those that change tables and rows are let through, too, each a transaction of its own;
other files, extensions and settings stay out of reach. As a query can change settings by a function
(``from enable_logging()``), perhaps one in a view, they are locked before the first one runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

import duckdb

from mentis_records.core.text import find_undecoded
from mentis_records.store.database import Database, asking
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.statement_rows import Parameters, Result

_EXPLAIN = re.compile(r"\s*explain(\s+analyze)?(\s*\([^()]*\))?", re.IGNORECASE)
_PLACE = re.compile(r"^LINE (\d+): (.*)\n( *)\^", re.MULTILINE)
_HINT = re.compile(r"^(?:Did you mean .*|Candidate bindings: .*)$", re.MULTILINE)
_CUT = "..."
_LOSSY = re.compile(
    r""" "(?:[^"]|"")*" | '(?:[^']|'')*'
    | \b(INTERVAL|DATE|TIME(?:STAMP)?(?:_\w+|[ ]WITH[ ]TIME[ ]ZONE)?)(?=[\[,)]|$)""",
    re.VERBOSE,
)
"""Names and texts within a type, and types of which Python's values have a part only.

Python knows no months, no infinite date, no year after 9999 and no nanoseconds.
"""

_KIND = duckdb.StatementType
_ASKING = frozenset({_KIND.SELECT})
_CHANGING = frozenset(
    {_KIND.INSERT, _KIND.UPDATE, _KIND.DELETE, _KIND.MERGE_INTO}
    | {_KIND.CREATE, _KIND.ALTER, _KIND.DROP}
)
_OF_THE_ENGINE = re.compile(
    r"alter database\b|(?:create|drop)(?: or replace)?(?: (?:temp|temporary|persistent))? secret\b"
)
"""How statements begin that are of the kind of others and change no table."""

_ENGINE_CALLS = frozenset(
    {"checkpoint", "force_checkpoint", "truncate_duckdb_logs", "write_log"}
    | {f"{word}_{what}" for word in ("enable", "disable") for what in ("logging", "profiling")}
    | {f"{word}_grammar_extension" for word in ("add", "remove")}
    | {f"{word}_external_resource" for word in ("create", "destroy", "register", "deregister")}
    | {"register_external_resource_type"}
)
"""Functions that do something to the engine within a query."""


def run_sql(
    database: Database, sql: str, parameters: Parameters = (), *, is_written: bool = False
) -> Result:
    """Run one statement and return its columns, and its rows as they are fetched.

    Args:
        database: where; it decides whether a statement may change anything.
        sql: the statement; ``?``, ``$1`` or ``$name`` stand for parameters.
        parameters: their values, in order or by name.
        is_written: the values are to be written: dates, times and intervals come as the texts
            that DuckDB has for them, since Python's values cannot hold each.

    Raises:
        StoreError: it is not exactly one statement that is allowed, or it fails. The message
            is one line, with the place in the statement where it is known.
    """
    if stray := find_undecoded(sql):
        *before, last = sql[: stray.start()].split("\n")
        place = f"line {len(before) + 1}, column {len(last) + 1}"
        raise StoreError(f"this is not UTF-8 ({place})")
    lines_before = 0
    with asking(database):
        cursor = database.cursor()
    try:
        statement = _allowed(cursor, sql, database.is_writable)
        if database.is_writable:
            _lock_settings(cursor)
        if is_written and (written := _written(cursor, statement, parameters)):
            with suppress(duckdb.BinderException):
                lines_before = 1
                return Result(database.cursor(), written, parameters)
            lines_before = 0
        return Result(cursor, statement, parameters)
    except duckdb.Error as error:
        cursor.close()
        raise StoreError(_placed(str(error), first_line(error), sql, lines_before)) from None
    except BaseException:
        cursor.close()
        raise


def is_complete(text: str) -> bool:
    """Tell whether a text ends with a semicolon that ends a statement: in no text or comment."""
    last, kind = next(reversed(_tokens(text)), ("", None))
    return kind == duckdb.token_type.operator and last.startswith(";")


def _allowed(cursor: duckdb.DuckDBPyConnection, sql: str, is_writing: bool) -> duckdb.Statement:
    """Return the only statement of a text, if it is of an allowed kind."""
    statements = cursor.extract_statements(sql)
    if len(statements) != 1:
        raise StoreError("no query" if not statements else "one query at a time, please")
    statement = statements[0]
    asked = statement
    if _kind(asked) == _KIND.EXPLAIN:
        explained = _EXPLAIN.sub("", statement.query, count=1)
        found = cursor.extract_statements(explained)
        asked = found[0] if len(found) == 1 else asked
    kind = _kind(asked)
    words = _words(asked.query)
    is_of_engine = _OF_THE_ENGINE.match(" ".join(words)) is not None
    if not is_of_engine and (kind in _ASKING or (is_writing and kind in _CHANGING)):
        if name := _engine_call(words):
            raise StoreError(f"{name} changes the engine, which is not allowed here")
        return statement
    if is_writing:
        allowed = "queries and changes of tables and rows are"
        raise StoreError(f"only {allowed} run here: not {_word(sql)}")
    hint = "; the database is read-only" if kind in _CHANGING else ""
    allowed = f"only queries are run here (select, describe, show): not {_word(sql)}"
    raise StoreError(allowed + hint)


def _written(
    cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement, parameters: Parameters
) -> str:
    """Return SQL with the same rows in which DuckDB writes what Python cannot hold, if needed.

    A statement that cannot be described has an error, which it shows when it is run as it is.
    """
    if _kind(statement) != _KIND.SELECT:
        return ""
    asked = _without_end(statement.query)
    values = dict(parameters) if isinstance(parameters, Mapping) else list(parameters)
    try:
        described = cursor.execute(f"describe\n{asked}", values).fetchall()
    except duckdb.Error:
        return ""
    columns, is_needed = [], False
    for number, (name, kind, *_) in enumerate(described, 1):
        text = _LOSSY.sub(lambda found: "VARCHAR" if found[1] else found[0], kind)
        is_needed = is_needed or text != kind
        value = f"#{number}" if text == kind else f"cast(#{number} as {text})"
        escaped = name.replace('"', '""')
        columns.append(f'{value} as "{escaped}"')
    # Line feeds: the statement may end in a comment, and its lines keep their columns.
    return f"select {', '.join(columns)} from (\n{asked}\n)" if is_needed else ""  # noqa: S608 - quoted names, a statement on its own


def _without_end(sql: str) -> str:
    """Return a statement without the semicolon that ends it, and what follows."""
    written = sql.encode("utf-8", "surrogatepass")
    for start, kind in reversed(duckdb.tokenize(sql)):
        if kind != duckdb.token_type.comment:
            ends = written[start : start + 1] == b";"
            return written[:start].decode("utf-8", "surrogatepass") if ends else sql
    return sql


def _kind(statement: duckdb.Statement) -> duckdb.StatementType | None:
    """Return a statement's kind; None for one that the engine does not name to Python."""
    try:
        return statement.type
    except ValueError:
        return None


def _engine_call(words: Sequence[str]) -> str:
    """Return the first function of the words that does something to the engine, or nothing."""
    called = (name.strip('"') for name, following in pairwise(words) if following == "(")
    return next((name for name in called if name in _ENGINE_CALLS), "")


def _lock_settings(cursor: duckdb.DuckDBPyConnection) -> None:
    """Let nothing change the engine's settings until the database is closed."""
    found = cursor.execute("select current_setting('lock_configuration')").fetchone()
    if found is None or not found[0]:
        cursor.execute("set lock_configuration = true")


def _words(sql: str) -> list[str]:
    """Return the words and signs of a statement in lower case, without comments."""
    return [text.lower() for text, _ in _tokens(sql)]


def _tokens(sql: str) -> list[tuple[str, duckdb.token_type]]:
    """Return the words and signs of a statement with their kinds, without comments."""
    written, tokens = sql.encode("utf-8", "surrogatepass"), duckdb.tokenize(sql)
    ends = [*(start for start, _ in tokens), len(written)][1:]
    return [
        (written[start:end].decode("utf-8", "replace").strip(), kind)
        for (start, kind), end in zip(tokens, ends, strict=True)
        if kind != duckdb.token_type.comment
    ]


def _word(sql: str) -> str:
    """Return the first word of a statement, for a message."""
    found = re.search(r"\w+", sql)
    return found[0].lower()[:20] if found else "this"


def _placed(message: str, line: str, sql: str, lines_before: int = 0) -> str:
    """Return the first line of the engine's message, with its hint and the place in one line."""
    hint = _HINT.search(message)
    if hint is not None:
        line = f"{line} {hint[0]}"
    place = _PLACE.search(message)
    if place is None:
        return line
    number, excerpt, blanks = int(place[1]), place[2], place[3]
    column = len(blanks) - len(f"LINE {number}: ")
    number -= lines_before
    written = sql.split("\n")
    if excerpt.startswith(_CUT) and number <= len(written):
        shown = excerpt[len(_CUT) :].removesuffix(_CUT)
        column += written[number - 1].find(shown) - len(_CUT)
    return f"{line} (line {number}, column {column + 1})"
