"""Compile tests of the record to a selection: SQL on ``games`` whose values are parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node
from mentis_records.core.query.term import UnindexedError
from mentis_records.games import DEFAULT_GAME, default_game
from mentis_records.query.algebra import games_of
from mentis_records.query.check import check
from mentis_records.query.error import QueryError
from mentis_records.query.field import Field, is_seen
from mentis_records.query.field_comparison import compile_comparison
from mentis_records.query.parse.language import record_forms
from mentis_records.query.parse.parse import parse_where
from mentis_records.query.parse.saved import Library, Shelf, is_query
from mentis_records.query.plan.question import Question, ask, replayed
from mentis_records.query.plan.saved_query import NotingShelf
from mentis_records.query.plan.translate import TooLargeError, Translator, bind
from mentis_records.query.query_tree import And, Comparison, Not, Or, Saved, Spot, parts_of
from mentis_records.store.schema import SIDE_TAGS
from mentis_records.store.selection import EVERY_GAME, Selection

_PREFIX = "selected"
"""How the names of parameters begin."""

MAX_COMPARISONS = 500
"""Comparisons of one text."""

Replay = Callable[[Question], Sequence[int]]
"""Gives the games in some position of which a question is true that no index answers."""


def _no_replay(question: Question) -> Sequence[int]:
    """Refuse to replay games: there are none at hand.

    Raises:
        QueryError: always.
    """
    text = question.text
    message = f"positions of {question.game.description.title} cannot be asked for here"
    raise QueryError(message, text, 0, len(text))


def _default_slug() -> str:
    return DEFAULT_GAME


def select(
    texts: Sequence[str],
    saved: Callable[[], Shelf] = dict,
    game: Callable[[], AnyGame] = default_game,
    replay: Replay = _no_replay,
    sole: Callable[[], str | None] = _default_slug,
) -> Selection:
    """Return the selection of the games that pass the tests of all texts; of none: all games.

    Args:
        texts: tests of the record.
        saved: gives the texts of saved queries by name, which the tests may name; it is asked
            when one does.
        game: gives the game that saved queries are about, likewise.
        replay: answers those that the index does not.
        sole: gives the slug of the only game whose records are asked about, or None of several; a
            field that its records do not have is refused.

    Raises:
        QueryError: a text is not a test of the record, or none that makes sense.
    """
    selection = EVERY_GAME
    for text in texts:
        selection &= _compile(text, game, saved, replay, sole)
    return selection


def check_seen(texts: Sequence[str], game: AnyGame) -> None:
    """Refuse tests of the record that tell what a side cannot see.

    Raises:
        QueryError: such a test, or a text that is not a test of the record.
    """
    description = game.description
    for text in texts:
        for spot, field in _asked(_parse(text, lambda: game), description.slug):
            if field is None or not is_seen(field, description):
                name = spot.text if field is None else field.name
                message = f"what a side sees does not tell {name}"
                raise QueryError.at(spot, message, "leave out this test, or the view")


def _asked(node: Node, slug: str) -> Iterator[tuple[Spot, Field | None]]:
    """Yield what a test asks for: fields, and names of saved queries without one."""
    if isinstance(node, Saved):
        yield node.name, None
    if isinstance(node, Comparison):
        yield node.field, check(node, lambda: slug).field
    for part in parts_of(node):
        yield from _asked(part, slug)


def side_tests(
    texts: Sequence[str], tags: Iterable[str], game: Callable[[], AnyGame] = default_game
) -> dict[str, list[str]]:
    """Return tests of a player of either side as tests of one side, for those sides among tags.

    Tests without such a player are left out: ``player = "Ann"`` is ``Blue = "Ann"`` for Blue.

    Raises:
        QueryError: a text is not a test of the record.
    """
    sides = {tag: side for tag in tags for side in SIDE_TAGS if side.lower() == tag.lower()}
    if not sides:
        return {}
    spots = [sorted(_player_spots(_parse(text, game))) for text in texts]
    if not any(spots):
        return {}
    found: dict[str, list[str]] = {tag: [] for tag in sides}
    for tag, side in sides.items():
        for text, places in zip(texts, spots, strict=True):
            changed = text
            for start, end in reversed(places):
                changed = f"{changed[:start]}{side}{changed[end:]}"
            found[tag].append(changed)
    return found


def _player_spots(node: Node) -> Iterator[tuple[int, int]]:
    """Yield where a test names the field ``player``."""
    if isinstance(node, Comparison) and not node.is_tag and node.field.text.lower() == "player":
        yield node.field.start, node.field.end
    for part in parts_of(node):
        yield from _player_spots(part)


def select_matching(
    text: str, game: AnyGame, saved: Shelf, replay: Replay = _no_replay
) -> Selection:
    """Return the selection of a game's records in which some position matches a query.

    All games must be in the positions index (``store.position.index_extent.check_index``).

    Args:
        text: the query.
        game: of whose positions.
        saved: the texts of saved queries by name, which the query may name.
        replay: answers the query if the index does not.

    Raises:
        QueryError: the text is no query, makes no sense, or is too large.
    """
    noting = NotingShelf(lambda: saved)
    question = ask(text, game, noting, _PREFIX)
    parameters = dict(question.parameters)
    if question.is_replayed:
        parameters = {}
        games = _listed(bind(parameters, _PREFIX, list(replay(question))))
    else:
        games = games_of(question.positions, question.united, game.description.slug)
    condition = f"(game_id in ({games}))"
    words = f"some position matches {' '.join(text.split())}"
    return Selection(condition, parameters, words, queries=(text,), saved=noting.noted)


def _listed(parameter: str) -> str:
    """Return the query for the games whose numbers a parameter has."""
    return f"select unnest({parameter}::integer[])"


def _compile(
    text: str,
    game: Callable[[], AnyGame],
    saved: Callable[[], Shelf],
    replay: Replay,
    sole: Callable[[], str | None],
) -> Selection:
    noting = NotingShelf(saved)
    compiler = _Compiler(game, noting, replay, sole)
    try:
        condition = compiler.compile(_parse(text, game))
    except TooLargeError as error:
        raise QueryError(str(error), text, 0, len(text)) from None
    words = " ".join(text.split())
    return Selection(condition, compiler.parameters, words, where=(text,), saved=noting.noted)


def _parse(text: str, game: Callable[[], AnyGame]) -> Node:
    try:
        return parse_where(text, lambda: record_forms(game()))
    except QueryError as error:
        if not is_query(text, game()):
            raise
        message = "only tests of the record can stand here, not those of positions"
        hint = "save the query and put its name here: it means true somewhere in the record"
        raise QueryError(message, text, error.start, error.end, hint) from None


class _Compiler:
    """Compiles one text."""

    def __init__(
        self,
        game: Callable[[], AnyGame],
        saved: Shelf,
        replay: Replay,
        sole: Callable[[], str | None],
    ) -> None:
        self.parameters: dict[str, object] = {}
        self._game = game
        self._saved = saved
        self._replay = replay
        self._sole = sole
        self._comparisons = 0

    @cached_property
    def _library(self) -> Library:
        return Library(self._game(), self._saved)

    @cached_property
    def _translator(self) -> Translator:
        return Translator(self._game(), _PREFIX, self.parameters)

    def _bind(self, value: object) -> str:
        return bind(self.parameters, _PREFIX, value)

    def compile(self, node: Node) -> str:
        if isinstance(node, Comparison):
            self._comparisons += 1
            if self._comparisons > MAX_COMPARISONS:
                message = f"more than {MAX_COMPARISONS} comparisons"
                raise QueryError.at(node.field, message)
            return compile_comparison(check(node, self._sole), self._bind)
        if isinstance(node, Saved):
            found = self._library.read(node.name)
            return f"(game_id in ({self._games(node.name.text, found)}))"
        if isinstance(node, Not):
            return f"not {self.compile(node.part)}"
        if isinstance(node, And | Or):
            joint = " and " if isinstance(node, And) else " or "
            return f"({joint.join(map(self.compile, node.parts))})"
        raise TypeError(f"{type(node).__name__} is not a test of the record")

    def _games(self, name: str, node: Node) -> str:
        """Return the query for the games in some position of which a saved query is true."""
        known = dict(self.parameters)
        try:
            return self._translator.games(node)
        except UnindexedError:
            self.parameters.clear()
            self.parameters.update(known)
        games = self._replay(replayed(name, self._game(), node))
        return _listed(self._bind(list(games)))
