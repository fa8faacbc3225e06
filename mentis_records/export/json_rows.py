"""Rows with the names of their columns as one JSON array, a row a line, written as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from math import isfinite
from typing import Any

from mentis_records.core.text import json_text


def json_rows(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the pieces of an array of objects; a name that comes again gets a number."""
    unique: list[str] = []
    for name in names:
        again = sum(name == other for other in names[: len(unique)])
        unique.append(f"{name}_{again}" if again else name)
    before = "[\n"
    for row in rows:
        yield before + json_text(dict(zip(unique, map(_value, row), strict=True)))
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def is_number(value: object) -> bool:
    """Tell whether a value is a number, of any kind that a database has."""
    from decimal import Decimal

    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _value(value: Any) -> Any:
    """Return a value as JSON has it: numbers as numbers, what it does not know as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_number(value):
        number = float(value)
        return number if isfinite(number) else None
    if isinstance(value, dict):
        return {str(name): _value(found) for name, found in value.items()}
    if isinstance(value, list | tuple):
        return [_value(found) for found in value]
    if isinstance(value, date | datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
