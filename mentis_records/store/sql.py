"""Run a user's statement in SQL; the database is sealed against everything but its own file.

In a database opened for reading only statements that ask are let through: a sealed DuckDB would
still write its own file's companions (``copy ... to '<database>.wal'``). In one opened for
writing those that change tables and rows are let through, too, each a transaction of its own;
other files, extensions and settings stay out of reach.
"""

from __future__ import annotations

import re

import duckdb

from mentis_records.core.text import find_undecoded
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.result import Parameters, Result

_EXPLAIN = re.compile(r"\s*explain(\s+analyze)?(\s*\([^()]*\))?", re.IGNORECASE)
_PLACE = re.compile(r"^LINE (\d+): (.*)\n( *)\^", re.MULTILINE)
_HINT = re.compile(r"^(?:Did you mean .*|Candidate bindings: .*)$", re.MULTILINE)
_CUT = "..."

_KIND = duckdb.StatementType
_ASKING = frozenset({_KIND.SELECT})
_CHANGING = frozenset(
    {_KIND.INSERT, _KIND.UPDATE, _KIND.DELETE, _KIND.MERGE_INTO}
    | {_KIND.CREATE, _KIND.ALTER, _KIND.DROP}
)


def run_sql(database: Database, sql: str, parameters: Parameters = ()) -> Result:
    """Run one statement and return its columns, and its rows as they are fetched.

    Args:
        database: where; it decides whether a statement may change anything.
        sql: the statement; ``?``, ``$1`` or ``$name`` stand for parameters.
        parameters: their values, in order or by name.

    Raises:
        StoreError: it is not exactly one statement that is allowed, or it fails. The message
            is one line, with the place in the statement where it is known.
    """
    if stray := find_undecoded(sql):
        *before, last = sql[: stray.start()].split("\n")
        place = f"line {len(before) + 1}, column {len(last) + 1}"
        raise StoreError(f"this is no UTF-8 ({place})")
    cursor = database.connection.cursor()
    try:
        statement = _allowed(cursor, sql, database.is_writable)
        return Result(cursor, statement, parameters)
    except duckdb.Error as error:
        cursor.close()
        raise StoreError(_placed(str(error), first_line(error), sql)) from None
    except BaseException:
        cursor.close()
        raise


def is_complete(text: str) -> bool:
    """Tell whether a text ends with a semicolon that ends a statement: in no text or comment."""
    tokens = duckdb.tokenize(text)
    kinds = duckdb.token_type
    left = [token for token in tokens if token[1] != kinds.comment]
    if not left or left[-1][1] != kinds.operator:
        return False
    return text[left[-1][0] :].lstrip().startswith(";")


def _allowed(cursor: duckdb.DuckDBPyConnection, sql: str, is_writing: bool) -> duckdb.Statement:
    """Return the only statement of a text, if it is of an allowed kind."""
    statements = cursor.extract_statements(sql)
    if len(statements) != 1:
        raise StoreError("no query" if not statements else "one query at a time, please")
    statement = statements[0]
    asked = statement
    if asked.type == _KIND.EXPLAIN:
        explained = _EXPLAIN.sub("", statement.query, count=1)
        found = cursor.extract_statements(explained)
        asked = found[0] if len(found) == 1 else asked
    if asked.type in _ASKING or (is_writing and asked.type in _CHANGING):
        return statement
    if is_writing:
        words = "queries and changes of tables and rows are"
        raise StoreError(f"only {words} run here: not {_word(sql)}")
    hint = "; the database is open for reading only" if asked.type in _CHANGING else ""
    words = f"only queries are run here (select, describe, show): not {_word(sql)}"
    raise StoreError(words + hint)


def _word(sql: str) -> str:
    """Return the first word of a statement, for a message."""
    found = re.search(r"\w+", sql)
    return found[0].lower()[:20] if found else "this"


def _placed(message: str, line: str, sql: str) -> str:
    """Return the first line of the engine's message, with its hint and the place in one line."""
    hint = _HINT.search(message)
    if hint is not None:
        line = f"{line} {hint[0]}"
    place = _PLACE.search(message)
    if place is None:
        return line
    number, excerpt, blanks = int(place[1]), place[2], place[3]
    column = len(blanks) - len(f"LINE {number}: ")
    written = sql.split("\n")
    if excerpt.startswith(_CUT) and number <= len(written):
        shown = excerpt[len(_CUT) :].removesuffix(_CUT)
        column += written[number - 1].find(shown) - len(_CUT)
    return f"{line} (line {number}, column {column + 1})"
