"""Type checks of comparisons: field, kind of value, operator; makes no SQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mentis_records.core.date import Period, meant_date, parse_period
from mentis_records.core.query.number import Number, Operator
from mentis_records.core.text import encodable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tag.chess_side import meant_side
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.field import FIELDS, Field, Kind, fields_of, tag_field
from mentis_records.query.query_tree import Comparison, Spot
from mentis_records.store.schema import DESCRIPTION_OF, SIDE_TAGS

MAX_DIGITS = 18
"""Digits of a number."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A comparison that makes sense: a field, an operator of its kind, and a value of it."""

    field: Field
    operator: Operator
    value: str | int | Period


def check(comparison: Comparison, sole: Callable[[], str | None] = lambda: None) -> Requirement:
    """Return what a comparison means.

    Args:
        comparison: a field, an operator and a value, as they are written.
        sole: gives the slug of the game whose records are asked about, or None of several; it is
            asked where fields are not those of all games.

    Raises:
        QueryError: there is no such field or value, or they cannot be compared in this way.
    """
    field = _field(comparison, sole)
    if comparison.operator not in field.kind.operators:
        operators = " ".join(field.kind.operators)
        raise QueryError.at(
            comparison.operator_spot,
            f"{field.name} is {field.kind.words}, which {comparison.operator} cannot compare",
            f"it can be compared with {operators}",
        )
    value = _value(field, comparison)
    if field.kind is Kind.NUMBER:
        number = Number(comparison.operator, int(comparison.value.text))
        spot = replace(comparison.value, start=comparison.operator_spot.start)
        check_possible(number, field.name, field.least, None, spot)
    return Requirement(field, comparison.operator, value)


def _field(comparison: Comparison, sole: Callable[[], str | None]) -> Field:
    spot = comparison.field
    if comparison.is_tag:
        return tag_field(encodable(spot.text))
    found = FIELDS.get(spot.text.lower())
    if found is not None and not found.games:
        return found
    slug = sole()
    known = fields_of(slug)
    if spot.text.lower() in known:
        return known[spot.text.lower()]
    sides = SIDE_TAGS if slug is None else DESCRIPTION_OF[slug].sides
    first, *rest = spot.text.split()
    is_side = first.lower() in map(str.lower, sides)
    likely = " ".join([first if is_side else meant_side(first, sides) or first, *rest])
    near = nearest(likely, [field.name for field in known.values()])
    names = ", ".join(field.name for field in known.values())
    hint = f"did you mean {near}?" if near else f'there are {names}, and any tag as: tag "..."'
    raise QueryError.at(spot, f"there is no field {spot.text}", hint)


def _value(field: Field, comparison: Comparison) -> str | int | Period:
    spot = comparison.value
    if field.kind is Kind.NUMBER:
        return _number(field, spot)
    if field.kind is Kind.DATE:
        try:
            return parse_period(spot.text)
        except ValueError:
            such = meant_date(spot.text) or field.example
            hint = f"a date is a year, or year.month, or year.month.day, such as {such}"
            raise QueryError.at(spot, f"{spot.text} is not a date", hint) from None
    if field.kind is Kind.CHOICE:
        return _choice(field, spot)
    if not comparison.is_quoted and not spot.text[0].isdigit():
        raise QueryError.at(spot, "a text is written in quotes", f'write "{spot.text}"')
    return encodable(spot.text)


def _number(field: Field, spot: Spot) -> int:
    if not (spot.text.isascii() and spot.text.isdigit()):
        hint = f"such as: {field.name} = {field.example}"
        raise QueryError.at(spot, f"{field.name} is a number, which {spot.text} is not", hint)
    if len(spot.text) > MAX_DIGITS:
        raise QueryError.at(spot, f"a number of more than {MAX_DIGITS} digits")
    return int(spot.text)


def _choice(field: Field, spot: Spot) -> str:
    for choice in field.choices:
        if choice.lower() == spot.text.lower():
            return choice
    near = nearest(spot.text, field.choices)
    hint = f"did you mean {near}?" if near else f"choose one of {', '.join(field.choices)}"
    raise QueryError.at(spot, f"{field.name} is never {spot.text}", hint)


def check_possible(number: Number, what: str, least: int, most: int | None, spot: Spot) -> None:
    """Refuse a comparison that no number from ``least`` to ``most`` (or more) passes.

    Raises:
        QueryError: it never holds; ``spot`` is where it stands, ``what`` says what is compared.
    """
    if number.can_hold(least, most):
        return
    span = f"at least {least}" if most is None else f"{least} to {most}"
    near = least if number.value <= least or most is None else most
    if not Number(number.operator, near).can_hold(least, most):
        near = least + 1 if near == least else near - 1
    message = f"{what} is {span}, so {number.operator} {number.value} never holds"
    raise QueryError.at(spot, message, f"did you mean {number.operator} {near}?")
