"""A test of the record: ``result = 1-0``, ``player = "A"``; it holds at all of its positions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from mentis_records.core.outcome import RESULTS
from mentis_records.core.query.number import Operator
from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.check import Requirement, check
from mentis_records.query.field_comparison import compile_comparison
from mentis_records.query.query_tree import Comparison, Or
from mentis_records.query.record_value import is_like, passes

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.query.moment import Played

_RESULT = "Result"


@dataclass(frozen=True, slots=True)
class RecordTest(Predicate):
    """A field of the record, or a tag, compared with a value."""

    name: ClassVar[str] = "record"
    syntax: ClassVar[str] = ""
    forms: ClassVar[tuple[str, ...]] = (
        "result = 1-0",
        'termination = "{termination}"',
        'player = "A"',
        '{side} player = "A"',
        'Event = "Club evening"',
        "Date >= 2024.01",
        "plies > 40",
        '{setting} = "{value}"',
        'tag "Annotator" = "B"',
    )
    about: ClassVar[str] = "the record passes; it is then true at all of its positions"

    comparison: Comparison
    requirement: Requirement

    @classmethod
    def of(cls, comparison: Comparison, slug: str | None = None) -> Self:
        """Return the test of a comparison, with a field of a game's records or of any.

        Raises:
            QueryError: it makes no sense.
        """
        return cls(comparison, check(comparison, lambda: slug))

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the test of a comparison."""
        return cls.of(parts[0])

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the record passes."""
        condition = compile_comparison(self.requirement, binder.bind)
        games = f"select game_id from games where {condition}"  # noqa: S608 - the fields' columns
        return Term(Source.ANY, f"(game_id in ({games}))")

    def imaged(self, imager: WordImager) -> Node:
        """Return the test with the sides' players and wins of the image; else the same."""
        comparison = self.comparison
        words, value = comparison.field.text, comparison.value
        if words == _RESULT or (words.lower() == _RESULT.lower() and not comparison.is_tag):
            if comparison.operator is Operator.LIKE:
                results = [result for result in RESULTS if is_like(result, value.text)]
                tests = [self._image(words, imager.result(result)) for result in results]
                return Or(tuple(tests)) if tests else self
            return self._image(words, imager.result(value.text), comparison.operator)
        first, *rest = words.split(" ")
        is_player = not rest or [word.lower() for word in rest] == ["player"]
        if is_player and (first in imager.sides or not comparison.is_tag):
            words = " ".join([imager.side_name(first), *rest])
        return self._image(words, value.text, comparison.operator)

    def _image(self, field: str, value: str, sign: Operator = Operator.EQUAL) -> RecordTest:
        old = self.comparison
        new = replace(
            old,
            field=replace(old.field, text=field),
            operator=sign,
            value=replace(old.value, text=value),
        )
        return RecordTest.of(new)

    def holds(self, moment: Seen) -> bool:
        """Tell whether the record passes."""
        return passes(self.requirement, cast("Played", moment.played))
