"""SQL that tells positions apart, and how tests are joined; knows no game and no predicate.

A term is a condition on the rows of a source. Sources have a row a position, with ``game_id`` and
``ply``; a condition that reads nothing else fits all of them. Terms of different sources are
joined by asking whether a row's position is among those of the other. No condition is ever null.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from mentis_records.core.vocabulary import Sifted
from mentis_records.games import GAMES
from mentis_records.store.schema import FEATURE_TABLES, POSITIONS_BY_KEY, UNION_TABLES


class Source(Enum):
    """What a condition reads: nothing but the position's place, features and move, keys."""

    ANY = "any"
    FEATURES = "features"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class Term:
    """A condition on the rows of a source; ``positions`` is a query for what it is true of.

    ``sieve`` are two conditions of which it consists, and which are worth asking one by one.
    """

    source: Source
    condition: str
    positions: str = ""
    sieve: Sifted | None = None

    @classmethod
    def sifted(cls, condition: Sifted) -> Term:
        """Return a condition on features that may consist of two."""
        if not condition.sieve:
            return cls(Source.FEATURES, condition.rest)
        whole = f"({condition.sieve} and {condition.rest})"
        return cls(Source.FEATURES, whole, sieve=condition)


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
        return f"select game_id from {UNION_TABLES[slug].name} where {united}"  # noqa: S608
    return f"select game_id from ({positions})"  # noqa: S608


_LONGEST = 100
"""Conditions that stand in one row; the depth of long rows is bounded."""

_APART = "using sample 100 percent (system)"
"""All rows, but found before anything more is asked of them.

The engine would ask everything of them at once, a few rows at a time where few pass the first
condition. What has passed this is put together, and asking the rest costs a fifth.
"""

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
        if term.sieve:
            found = f"(from {self._table(term.source)} where {term.sieve.sieve} {_APART})"
            return f"select game_id, ply from {found} where {term.sieve.rest}"  # noqa: S608
        return f"select game_id, ply from {self._table(term.source)} where {term.condition}"  # noqa: S608

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
        joined = self._join(terms, " and ", _FIRST_OF_ALL)
        sieves = [term.sieve for term in terms if term.sieve]
        if len(sieves) != 1 or {term.source for term in terms} - {Source.ANY, Source.FEATURES}:
            return joined
        plain = [term.condition for term in terms if not term.sieve]
        sieve = Sifted(sieves[0].rest, _joined([*plain, sieves[0].sieve], " and "))
        return replace(joined, sieve=sieve)

    def one_of(self, terms: Sequence[Term]) -> Term:
        """Return that one of the terms is true."""
        known = [term for term in terms if term.positions]
        if not known:
            return self._join(terms, " or ", _FIRST_OF_ONE)
        others = [term for term in terms if not term.positions]
        parts = [term.positions for term in known]
        if others:
            parts.append(self.positions(self._join(others, " or ", _FIRST_OF_ONE)))
        if len(parts := list(dict.fromkeys(parts))) == 1:
            return self.among(parts[0])
        return self.among(" union ".join(f"(from ({part}))" for part in parts))

    def negation(self, term: Term) -> Term:
        """Return that a term is false."""
        return Term(term.source, f"not {term.condition}")

    def _join(self, terms: Sequence[Term], joint: str, order: Sequence[Source]) -> Term:
        """Join the terms of each source, then those of the other sources to the first one's."""
        by_source: dict[Source, list[str]] = {}
        for term in terms:
            by_source.setdefault(term.source, []).append(term.condition)
        main = next((source for source in order if source in by_source), Source.ANY)
        conditions = by_source.pop(main, [])
        conditions += by_source.pop(Source.ANY, [])
        for source, others in by_source.items():
            joined = Term(source, _joined(others, joint))
            conditions.append(self.among(self.positions(joined)).condition)
        return Term(main, _joined(conditions, joint))

    def _table(self, source: Source) -> str:
        if source is not Source.KEYS:
            return FEATURE_TABLES[self.slug].name
        if len(GAMES) == 1:
            return POSITIONS_BY_KEY.name
        own = f"select game_id from games where game = '{self.slug}'"  # noqa: S608
        return f"(from {POSITIONS_BY_KEY.name} where game_id in ({own}))"


def _joined(conditions: Sequence[str], joint: str) -> str:
    """Return conditions with a word between them, equal ones once, long rows in parts."""
    parts = list(dict.fromkeys(conditions))
    while len(parts) > _LONGEST:
        rows = [parts[at : at + _LONGEST] for at in range(0, len(parts), _LONGEST)]
        parts = [f"({joint.join(row)})" for row in rows]
    return f"({joint.join(parts)})"
