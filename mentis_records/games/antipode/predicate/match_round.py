"""The predicate of the rounds of matches: ``round = 2``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.rules.setting import NO_MATCH

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader

_ROUNDS = range(1, 6)
"""A match has four rounds at most, and an extra one."""


@dataclass(frozen=True, slots=True)
class MatchRound(Predicate):
    """The record is such a round of a match."""

    name: ClassVar[str] = "match_round"
    syntax: ClassVar[str] = '"round"i OPERATOR (BARE | STRING)'
    forms: ClassVar[tuple[str, ...]] = ("round = 2", "round >= 3")
    about: ClassVar[str] = (
        "the record is this round of a match, the extra round counted as the next after the last; "
        'the tag is `tag "Round"`'
    )

    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a comparison."""
        sign, value = parts
        if value.type == "STRING":
            hint = f'for the tag write tag "Round" {sign} {value}, else a number without quotes'
            reader.refuse(value, "round is a number here: that of a round of a match", hint)
        first, last = _ROUNDS[0], _ROUNDS[-1]
        return cls(reader.comparison(sign, value, "the round of a match", first, last))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the record is such a round."""
        rounds = [binder.setting("MatchRound", str(each)) for each in self.number.passing(_ROUNDS)]
        is_single = binder.setting("Match", NO_MATCH)
        return Term(Source.ANY, f"(not {is_single} and ({' or '.join(rounds) or 'false'}))")

    def imaged(self, imager: WordImager) -> MatchRound:
        """Return the same."""
        return self

    def holds(self, moment: Seen) -> bool:
        """Tell whether the record is such a round."""
        played = moment.played
        if played.setting("Match") == NO_MATCH:
            return False
        return self.number.holds(int(played.setting("MatchRound")))
