"""Translate the tree of a query into SQL for the positions at which it is true.

Every value of the query is a parameter; what else stands in the SQL comes from the schema, the
predicates and the game's vocabulary. Sequences are computed game by game from the positions of
their parts: memory is bounded by what the parts find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node, Predicate, SquarePredicate
from mentis_records.core.query.scene_sql import SceneSql, SquareSet
from mentis_records.core.query.term import Source, Term, UnindexedError
from mentis_records.query.algebra import Algebra, bits_of, games_of
from mentis_records.query.bound import part_on
from mentis_records.query.image import Imager, find_image
from mentis_records.query.parse.transform import imaged
from mentis_records.query.plan.size import size_of
from mentis_records.query.query_tree import (
    And,
    Imaged,
    Lasting,
    Not,
    Or,
    SeenBy,
    Some,
    Somewhere,
    Then,
)
from mentis_records.store.schema import setting_sql

MAX_TESTS = 1_000
"""Tests of one query, those of images and saved queries included."""

MAX_LEVELS = 150
"""How deep the parts of a query may stand within each other, those of saved queries included."""

MAX_NAMES = 3
"""How many pieces may be named within each other: each is looked for with each of the others."""

MAX_PLACED = 10_000
"""Tests of named pieces, each on every square where it may stand; more are left to a replay."""

MAX_LOOKUPS = 100
"""How often one query may look up other rows; the time to plan grows with the third power."""

_LOOKUP = re.compile(r"\b(?:in|join) \(")

_NEVER = Term(Source.ANY, "false")
"""What is true of no position."""

_STRETCH = 1_024
"""Plies of a game that are looked through at once, at least."""


class TooLargeError(ValueError):
    """A tree with more tests, levels or lookups than are allowed."""


def bind(parameters: dict[str, object], prefix: str, value: object) -> str:
    """Add a parameter with a value, and return its name in SQL."""
    name = f"{prefix}_{len(parameters)}"
    parameters[name] = value
    return f"${name}"


class Translator:
    """Translates trees; ``parameters`` are the values of the SQL's, by name."""

    def __init__(
        self, game: AnyGame, prefix: str, parameters: dict[str, object] | None = None
    ) -> None:
        """Translate for a game; the names of parameters are the prefix and a number.

        New ``parameters`` are added to those that are given.
        """
        self.slug: str = game.description.slug
        self.parameters = {} if parameters is None else parameters
        self._game = game
        self._prefix = prefix
        self._algebra = Algebra(self.slug)
        self._tests = 0
        self._placed = 0
        self._lookups = 0

    @property
    def scene_sql(self) -> SceneSql:
        """Return what answers the words of the game's scenes.

        Raises:
            UnindexedError: its index has nothing of them.
        """
        found = self._game.description.scene_sql
        if found is None:
            raise UnindexedError
        return found

    def bind(self, value: object) -> str:
        """Return the name of a parameter with this value."""
        return bind(self.parameters, self._prefix, value)

    def setting(self, tag: str, value: str) -> str:
        """Return the SQL that a setting of the record has a value."""
        column = setting_sql(tag)
        return f"(game_id in (select game_id from games where {column} = {self.bind(value)}))"  # noqa: S608

    def positions(self, node: Node) -> str:
        """Return the query for the positions at which a tree is true, by game and ply.

        Raises:
            TooLargeError: it, with what was translated before, is larger than is allowed.
            UnindexedError: the game's index does not tell.
        """
        size = size_of(node)
        self._tests += size.tests
        if self._tests > MAX_TESTS:
            raise TooLargeError(f"more than {MAX_TESTS:,} tests, mirror images included")
        if size.levels > MAX_LEVELS:
            raise TooLargeError(f"nested deeper than {MAX_LEVELS} with the saved queries in it")
        if size.names > MAX_NAMES:
            raise TooLargeError(f"more than {MAX_NAMES} named pieces within each other")
        query = self._positions(node)
        self._lookups += len(_LOOKUP.findall(query))
        if self._lookups > MAX_LOOKUPS:
            if size.names:
                raise UnindexedError
            what = "tests of records and ends, attacks beside others, written moves and sequences"
            raise TooLargeError(f"more than {MAX_LOOKUPS} {what}, mirror images included")
        return query

    def games(self, node: Node) -> str:
        """Return the query for the games in some position of which a tree is true.

        Raises:
            TooLargeError: it, with what was translated before, is larger than is allowed.
        """
        positions = self.positions(node)
        return games_of(positions, self.united(node, positions), self.slug)

    def united(self, node: Node, positions: str) -> str:
        """Return SQL on the union of a game's positions that a tree is true in one of them.

        Args:
            node: the tree.
            positions: the query for its positions.

        Returns:
            "" if the unions do not tell.
        """
        return self._seen(node) or bits_of(positions)

    def _seen(self, node: Node) -> str:
        """Return SQL on a game's sightings that a tree is true in some position, or ""."""
        if isinstance(node, SquarePredicate):
            return node.seen(self.scene_sql)
        if isinstance(node, Or | Imaged):
            seen = [self._seen(part) for part in self.ways(node)]
            return f"({' or '.join(seen)})" if all(seen) else ""
        return ""

    def ways(self, node: Or | Imaged) -> tuple[Node, ...]:
        """Return the trees of which one must be true."""
        if isinstance(node, Or):
            return node.parts
        description = self._game.description
        words = description.vocabulary
        imager = Imager(find_image(node.slug, words), description.sides)
        return (node.part, imaged(node.part, imager, words))

    def _positions(self, node: Node) -> str:
        return self._algebra.positions(self.term(node))

    def term(self, node: Node) -> Term:
        """Return the SQL that a tree is true of a position.

        Raises:
            UnindexedError: the index does not tell, as of what a side sees.
        """
        if isinstance(node, SeenBy):
            raise UnindexedError
        if isinstance(node, Predicate):
            return node.term(self)
        if isinstance(node, And):
            return self._algebra.all_of(self._terms(node.parts))
        if isinstance(node, Or | Imaged):
            return self._algebra.one_of(self._terms(self.ways(node)))
        if isinstance(node, Not):
            return self._algebra.negation(self.term(node.part))
        if isinstance(node, Somewhere):
            positions = self._positions(node.part)
            games = games_of(positions, self.united(node.part, positions), self.slug)
            return Term(Source.ANY, f"(game_id in ({games}))")
        if isinstance(node, Then):
            return self._algebra.among(self._then(node))
        if isinstance(node, Lasting):
            return self._algebra.among(self._lasting(node))
        if isinstance(node, Some):
            return self._some(node)
        raise TypeError(f"{type(node).__name__} is not a part of a query")

    def _terms(self, parts: Sequence[Node]) -> list[Term]:
        return [self.term(part) for part in parts]

    def _some(self, node: Some) -> Term:
        """Return the SQL that a named piece is on one of its squares.

        Raises:
            UnindexedError: the index does not tell, or not in so many tests as are allowed.
        """
        passing = node.piece.passing(self.scene_sql)
        found = (self._some_on(node, square, passing) for square in sorted(node.piece.area))
        ways = [self._algebra.all_of(terms) for terms in found if terms]
        return self._algebra.one_of(ways) if ways else _NEVER

    def _some_on(self, node: Some, square: int, passing: SquareSet) -> list[Term]:
        """Return what must be true if a named piece is on a square; nothing if it never is."""
        # An excerpt repeats what top pieces are counted by, not what one square is asked of.
        count = passing.count_of(frozenset([square]))
        if count == "0":
            return []
        terms = [Term(node.piece.source, f"({count} > 0)")]
        part = part_on(node, square)
        for each in part.parts if isinstance(part, And) else (part,):
            self._placed += 1
            if self._placed > MAX_PLACED:
                raise UnindexedError
            terms.append(self.term(each))
            if terms[-1].condition == _NEVER.condition:
                return []
        return terms

    def _then(self, node: Then) -> str:
        """Return the positions of the second part after one of the first."""
        first, second = self._positions(node.first), self._positions(node.second)
        if node.within is None:
            return f"""
                select later.game_id, later.ply
                from ({second}) as later
                join (select game_id, min(ply) as ply from ({first}) group by game_id) as earlier
                    on earlier.game_id = later.game_id and earlier.ply < later.ply
                """  # noqa: S608
        # Within stretches of plies, so that the time stays bounded where games are very long: a
        # hit counts in its own stretch, and in the next one if it is near enough to its end.
        plies = self.bind(node.within)
        stretch = self.bind(max(node.within, _STRETCH))
        return f"""
            with hits as materialized ({first})
            select later.game_id, later.ply
            from ({second}) as later
            semi join (
                select game_id, ply // {stretch}::integer as stretch, ply from hits
                union all
                select game_id, ply // {stretch}::integer + 1, ply from hits
                where ply % {stretch}::integer + {plies}::integer >= {stretch}::integer
            ) as earlier
                on earlier.game_id = later.game_id
                and earlier.stretch = later.ply // {stretch}::integer
                and earlier.ply < later.ply and earlier.ply >= later.ply - {plies}::integer
            """  # noqa: S608

    def _lasting(self, node: Lasting) -> str:
        """Return the positions that are the last of so many successive ones."""
        positions = self._positions(node.part)
        if node.positions == 1:
            return positions
        before = self.bind(node.positions - 1)
        return f"""
            select game_id, ply
            from (
                select game_id, ply,
                    lag(ply, {before}::integer) over (partition by game_id order by ply) as begun
                from ({positions})
            )
            where begun = ply - {before}::integer
            """  # noqa: S608
