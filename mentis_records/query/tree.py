"""The syntax tree of tests of the record; knows no field and no database."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Operator(StrEnum):
    """How a field is compared with a value."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    LIKE = "~"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a query: what it says, and the offsets of its first and after its last sign.

    ``query`` is all of the query's text.
    """

    query: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field compared with a value.

    ``is_tag`` tells that the field was named as a tag; ``is_quoted`` that the value was.
    """

    field: Spot
    operator: Operator
    operator_spot: Spot
    value: Spot
    is_tag: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class Not:
    """True where its part is false."""

    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    """True where all of its parts are."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """True where one of its parts is."""

    parts: tuple[Condition, ...]


Condition = Comparison | Not | And | Or
