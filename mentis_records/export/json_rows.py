"""Values of columns as CSV, tables and JSON write them, and rows as one JSON array.

There is one way to write a value: numbers with all their digits, ``true`` and ``false``, bytes in
hexadecimal, lists and structures as JSON, dates and times as DuckDB writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import isfinite
from typing import Any

from mentis_records.core.text import json_text


def json_rows(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the pieces of an array of objects; a name that is repeated gets a number."""
    unique = unique_names(names)
    before = "[\n"
    for row in rows:
        yield before + value_json(dict(zip(unique, row, strict=True)))
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names with a number after each that is repeated, which makes no other name of them."""
    taken, found = set(names), list[str]()
    for at, name in enumerate(names):
        number, unique = 0, name
        while unique in (taken if number else names[:at]):
            number += 1
            unique = f"{name}_{number}"
        taken.add(unique)
        found.append(unique)
    return found


def is_number(value: object) -> bool:
    """Return True if a value is a number, of any kind that a database has."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def value_text(value: Any) -> str:
    """Return a value as CSV and tables have it: nothing for None, texts without quotes."""
    if value is None:
        return ""
    if type(value) in (str, int, float):  # most values
        return str(value)
    if type(value) is Decimal:
        return _plain(value)
    return value_json(value) if _has_own_json(value) else _plain(value)


def value_json(value: Any) -> str:
    """Return a value as JSON on one line."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        parts = (
            f"{json_text(value_text(name))}: {value_json(each)}" for name, each in value.items()
        )
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_json, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    # Python's json would round decimals, so numbers are written here.
    return _plain(value) if _has_own_json(value) else json_text(_plain(value))


def _has_own_json(value: Any) -> bool:
    """Return True if a value is no text in JSON; infinity is one, for JSON has no such number."""
    if isinstance(value, float):
        return isfinite(value)
    return is_number(value) or isinstance(value, bool | dict | list | tuple)


def _plain(value: Any) -> str:
    """Return a number with all its digits, bytes in hexadecimal, or what else is a text."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    return str(value)
