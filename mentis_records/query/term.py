"""SQL that tells positions apart, and how tests are joined; knows no game and no predicate.

A term is a condition on the rows of a source. Sources have a row a position, with ``game_id`` and
``ply``; a condition that reads nothing else fits all of them. Terms of different sources are
joined by asking whether a row's position is among those of the other. No condition is ever null.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mentis_records.games import GAMES
from mentis_records.store.schema import FEATURE_TABLES, POSITIONS_BY_KEY


class Source(Enum):
    """What a condition reads: nothing but the position's place, features, moves, keys."""

    ANY = "any"
    FEATURES = "features"
    TURNS = "turns"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class Term:
    """A condition on the rows of a source; ``positions`` is a query for what it is true of."""

    source: Source
    condition: str
    positions: str = ""


_FIRST_OF_ALL = (Source.KEYS, Source.FEATURES, Source.TURNS)
_FIRST_OF_ONE = (Source.FEATURES, Source.TURNS, Source.KEYS)


@dataclass(frozen=True, slots=True)
class Algebra:
    """Joins terms on the positions of one game."""

    slug: str

    def positions(self, term: Term) -> str:
        """Return the query for the positions of which a term is true, by game and ply."""
        if term.positions:
            return term.positions
        return f"select game_id, ply from {self._table(term.source)} where {term.condition}"  # noqa: S608

    def among(self, query: str) -> Term:
        """Return that a position is among those of a query."""
        return Term(Source.ANY, f"(game_id, ply) in ({query})", query)

    def all_of(self, terms: Sequence[Term]) -> Term:
        """Return that all terms are true."""
        return self._join(terms, " and ", _FIRST_OF_ALL)

    def one_of(self, terms: Sequence[Term]) -> Term:
        """Return that one of the terms is true."""
        return self._join(terms, " or ", _FIRST_OF_ONE)

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
            joined = Term(source, f"({joint.join(others)})")
            conditions.append(self.among(self.positions(joined)).condition)
        return Term(main, f"({joint.join(conditions)})")

    def _table(self, source: Source) -> str:
        if source is Source.TURNS:
            columns = "game_id, ply, turn >> 3 as move_code"
            return f"(select {columns} from position_keys{self._own_games()})"  # noqa: S608
        if source is Source.KEYS:
            return f"(from {POSITIONS_BY_KEY.name}{self._own_games()})"
        return FEATURE_TABLES[self.slug].name

    def _own_games(self) -> str:
        """Return the condition that a position is one of this game's, if there are others."""
        if len(GAMES) == 1:
            return ""
        return f" where game_id in (select game_id from games where game = '{self.slug}')"  # noqa: S608
