"""A question: a query's text made into SQL for the positions at which it is true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from mentis_records.core.game import AnyGame
from mentis_records.core.start import starts_of
from mentis_records.core.vocabulary import Scene
from mentis_records.games import find_game
from mentis_records.query.error import QueryError
from mentis_records.query.predicate.base import SquarePredicate
from mentis_records.query.saved import Library, Shelf
from mentis_records.query.succession import succession_of
from mentis_records.query.term import bits_of
from mentis_records.query.translate import TooLargeError, Translator
from mentis_records.query.tree import Node
from mentis_records.store.match import Match
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class Question:
    """A query and what answers it.

    ``positions`` is SQL for columns ``game_id`` and ``ply``, each position once, with
    ``parameters``; ``node`` is the tree.
    """

    text: str
    game: AnyGame
    node: Node
    positions: str
    parameters: Mapping[str, object]

    def match(self, selection: Selection = EVERY_GAME) -> Match:
        """Return what the database answers it by, in the selected games."""
        slug, node = self.game.description.slug, self.node
        starts: tuple[int, ...] = ()
        if isinstance(node, SquarePredicate):
            starts = tuple(key for key, scene in _starts(slug).items() if node.found(scene))
        bits = bits_of(self.positions)
        succession = succession_of(node, self.game)
        return Match(slug, self.positions, self.parameters, selection, starts, bits, succession)


@cache
def _starts(slug: str) -> Mapping[int, Scene]:
    """Return the positions from which a game starts, by key."""
    game = find_game(slug)
    starts = [start.position for start in starts_of(game)]
    return {start.key: game.description.vocabulary.scene(start) for start in starts}


def ask(text: str, game: AnyGame, saved: Shelf | None = None, prefix: str = "asked") -> Question:
    """Return the question that a text asks of a game's records.

    Args:
        text: the query.
        game: of whose positions.
        saved: the texts of saved queries by name in lower case, which the text may name.
        prefix: how the names of the parameters begin.

    Raises:
        QueryError: the text is no query, makes no sense, or is too large.
    """
    node = Library(game, saved or {}).parse(text)
    translator = Translator(game, prefix)
    try:
        positions = translator.positions(node)
    except TooLargeError as error:
        raise QueryError(str(error), text, 0, len(text)) from None
    return Question(text, game, node, positions, translator.parameters)
