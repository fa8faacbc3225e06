"""How the SQL of tests is joined; knows no game and no predicate.

A term is a condition on the rows of a source. Sources have a row a position, with ``game_id`` and
``ply``; a condition that reads nothing else fits all of them. Terms of different sources are
joined by asking whether a row's position is among those of the other. No condition is ever null.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import GAMES
from mentis_records.store.schema import (
    POSITIONS_BY_KEY,
    excerpt_of,
    excerpt_view,
    feature_table,
    union_table,
)

_BITS = re.compile(r"select game_id, ply from \w+_features where (\(+\w+ & \d+\)+ <> 0\)*)")
"""SQL for the positions in which some bits of one feature are set."""


def bits_of(positions: str) -> str:
    """Return SQL that some bits of a feature are set, if that is all a query for positions asks."""
    found = _BITS.fullmatch(positions)
    return found[1] if found else ""


def games_of(positions: str, united: str, slug: str) -> str:
    """Return the query for the games that have some of a query's positions.

    Args:
        positions: the query for them.
        united: SQL on the unions of games that tells the same, or "".
        slug: the game's.
    """
    if united:
        return f"select game_id from {union_table(slug).name} where {united}"  # noqa: S608
    return f"select game_id from ({positions})"  # noqa: S608


_LONGEST = 100
"""Conditions that stand in one row; the depth of long rows is bounded."""

_NAME = re.compile(r"[a-z]\w*")

_AND, _OR = " and ", " or "

_FIRST_OF_ALL = (Source.KEYS, Source.FEATURES)
_FIRST_OF_ONE = (Source.FEATURES, Source.KEYS)


@dataclass(frozen=True, slots=True)
class Algebra:
    """Joins terms on the positions of one game."""

    slug: str

    def positions(self, term: Term) -> str:
        """Return the query for the positions of which a term is true, by game and ply."""
        if term.positions:
            return term.positions
        found = f"select game_id, ply from {self._table(term.source)} where {term.condition}"  # noqa: S608
        if term.is_true_beyond:
            return f"{found} union all {self._beyond()}"
        return found

    def among(self, query: str) -> Term:
        """Return that a position is among those of a query."""
        return Term(Source.ANY, f"(game_id, ply) in ({query})", query)

    def all_of(self, terms: Sequence[Term]) -> Term:
        """Return that all terms are true."""
        known = [term for term in terms if term.positions]
        others = [term.condition for term in terms if not term.positions]
        if len(known) == 1 and all(term.source is Source.ANY for term in terms) and others:
            rows = f"select game_id, ply from ({known[0].positions})"  # noqa: S608
            return self.among(f"{rows} where {' and '.join(others)}")
        return self._join(self._narrowed(terms), _AND, _FIRST_OF_ALL)

    def one_of(self, terms: Sequence[Term]) -> Term:
        """Return that one of the terms is true."""
        known = [term for term in terms if term.positions]
        if not known:
            return self._join(terms, _OR, _FIRST_OF_ONE)
        others = [term for term in terms if not term.positions]
        parts = [term.positions for term in known]
        if others:
            parts.append(self.positions(self._join(others, _OR, _FIRST_OF_ONE)))
        if len(parts := list(dict.fromkeys(parts))) == 1:
            return self.among(parts[0])
        return self.among(" union ".join(f"(from ({part}))" for part in parts))

    def negation(self, term: Term) -> Term:
        """Return that a term is false."""
        is_beyond = term.source is Source.EXCERPT and not term.is_true_beyond
        return Term(term.source, f"not {term.condition}", is_true_beyond=is_beyond)

    def _join(self, terms: Sequence[Term], joint: str, order: Sequence[Source]) -> Term:
        """Join the terms of each source, then those of the other sources to the first one's."""
        by_source: dict[Source, list[Term]] = {}
        for term in terms:
            by_source.setdefault(term.source, []).append(term)
        if len(by_source) == 1:
            return _together(terms, joint)
        main = next((source for source in order if source in by_source), Source.ANY)
        own = [*by_source.pop(main, []), *by_source.pop(Source.ANY, [])]
        conditions = [term.condition for term in own]
        conditions += [self._looked_up(_together(some, joint)) for some in by_source.values()]
        return Term(main, _joined(conditions, joint))

    def _narrowed(self, terms: Sequence[Term]) -> Sequence[Term]:
        """Return terms that must all be true, asked of the excerpt alone where one is."""
        excerpted = [term for term in terms if term.source is Source.EXCERPT]
        if all(term.is_true_beyond for term in excerpted):
            return terms
        kept = {name for name, _ in excerpt_view(self.slug).columns}
        missing = {column.name for column in feature_table(self.slug).columns} - kept
        return [
            term
            if term.source is Source.KEYS or missing.intersection(_NAME.findall(term.condition))
            else replace(term, source=Source.EXCERPT, positions="")
            for term in terms
        ]

    def _looked_up(self, term: Term) -> str:
        """Return the condition of a term on the rows of any source."""
        if term.is_true_beyond:
            return f"(not {self._looked_up(self.negation(term))})"
        return self.among(self.positions(term)).condition

    def _beyond(self) -> str:
        """Return the query for the positions that are not in the excerpt."""
        features, wherever = self._table(Source.FEATURES), excerpt_of(self.slug).wherever
        return f"select game_id, ply from {features} where {wherever} = 0"  # noqa: S608

    def _table(self, source: Source) -> str:
        if source is Source.EXCERPT:
            return excerpt_view(self.slug).name
        if source is not Source.KEYS:
            return feature_table(self.slug).name
        if len(GAMES) == 1:
            return POSITIONS_BY_KEY.name
        own = f"select game_id from games where game = '{self.slug}'"  # noqa: S608
        return f"(from {POSITIONS_BY_KEY.name} where game_id in ({own}))"


def _together(terms: Sequence[Term], joint: str) -> Term:
    """Join terms of the same source."""
    beyond = [term.is_true_beyond for term in terms]
    condition = _joined([term.condition for term in terms], joint)
    is_beyond = all(beyond) if joint == _AND else any(beyond)
    return Term(terms[0].source, condition, is_true_beyond=is_beyond)


def _joined(conditions: Sequence[str], joint: str) -> str:
    """Return conditions with a word between them, equal ones once, long rows in parts."""
    parts = list(dict.fromkeys(conditions))
    while len(parts) > _LONGEST:
        rows = [parts[at : at + _LONGEST] for at in range(0, len(parts), _LONGEST)]
        parts = [f"({joint.join(row)})" for row in rows]
    return f"({joint.join(parts)})"
