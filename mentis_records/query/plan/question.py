"""A question: a query's text made into SQL for the positions at which it is true."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node
from mentis_records.core.query.term import UnindexedError
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.error import QueryError
from mentis_records.query.parse.saved import Library, Shelf
from mentis_records.query.plan.sequence import succession_of
from mentis_records.query.plan.translate import TooLargeError, Translator
from mentis_records.query.query_tree import And
from mentis_records.store.position.hits import Match
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class Question:
    """A query and what answers it.

    ``positions`` is SQL for columns ``game_id`` and ``ply``, each position once, with
    ``parameters``; ``node`` is the tree. ``united`` is SQL on the union of a game's positions
    that tells whether there is one, or "" if that does not tell.

    What the index does not tell is answered by replaying games (``answer.match``): a query that
    ``is_replayed``. Its SQL is for positions without which a game has no hit, or "" of all games.
    """

    text: str
    game: AnyGame
    node: Node
    positions: str
    parameters: Mapping[str, object]
    united: str
    is_replayed: bool = False

    def match(self, selection: Selection = EVERY_GAME) -> Match:
        """Return what the index answers it by, or its SQL, in the selected games."""
        slug = self.game.description.slug
        succession = None if self.is_replayed else succession_of(self.node, self.game)
        return Match(slug, self.positions, self.parameters, selection, self.united, succession)


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
        united = translator.united(node, positions)
    except TooLargeError as error:
        raise QueryError(str(error), text, 0, len(text)) from None
    except UnindexedError:
        return replayed(text, game, node)
    return Question(text, game, node, positions, translator.parameters, united)


def replayed(text: str, game: AnyGame, node: Node) -> Question:
    """Return the question of a tree that the index does not answer."""
    parts = node.parts if isinstance(node, And) else ()
    needed = tuple(part for part in parts if _is_indexed(part, game))
    translator = Translator(game, "asked")
    positions = translator.positions(And(needed)) if needed else ""
    return Question(text, game, node, positions, translator.parameters, "", is_replayed=True)


def _is_indexed(node: Node, game: AnyGame) -> bool:
    try:
        Translator(game, "asked").positions(node)
    except UnindexedError:
        return False
    return True
