"""The contract between a game and the rooms around it: what a plug-in provides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Code, Example
    from mentis_records.core.feature import DerivedFeature, Excerpt, Feature
    from mentis_records.core.outcome import Outcome
    from mentis_records.core.ply_syntax import PlySyntax
    from mentis_records.core.policy import Policy
    from mentis_records.core.query.predicate import Predicate
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.tally import Tally
    from mentis_records.core.verdict import Verdict
    from mentis_records.core.vocabulary import Vocabulary


class Position(Protocol):
    """What every game's positions have; the side to move is never taken from a ply's parity."""

    @property
    def side(self) -> int:
        """Return the index of the side to move."""

    @property
    def move_number(self) -> int:
        """Return the number that the notation prints before the next ply."""

    @property
    def key(self) -> int:
        """Return a number from 0 to 2**63 - 1 that tells the position from others.

        Two positions have one key if pieces, pools and side to move agree. The images of a
        position under the game's symmetries differ in the lowest three bits only.
        """

    @property
    def canonical_key(self) -> int:
        """Return the key with the lowest three bits cleared (see ``canonical``)."""


class Move(Protocol):
    """What every game's moves have."""

    @property
    def code(self) -> int:
        """Return the move packed into a signed 64-bit integer, as databases keep it."""

    @property
    def kind(self) -> str:
        """Return the kind of action, one of the description's ``kinds``."""

    @property
    def notation(self) -> str:
        """Return the move in canonical notation."""


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


def canonical(key: int) -> int:
    """Return what the keys of a position and of its images have in common."""
    return key & -8


class NotOfferedError(Exception):
    """Something that a game does not offer, in one line for the user."""


class PositionError(ValueError):
    """A stated position that cannot be; ``reasons`` has all of them."""

    def __init__(self, reasons: Sequence[str]) -> None:
        """Keep every reason for the refusal, at least one."""
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


@dataclass(frozen=True, slots=True)
class Option:
    """A tag that chooses between variants of a game; the first value is the default."""

    tag: str
    values: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return the tag in words: ``FirstPlayer`` is ``First player``."""
        return re.sub("(?<=[a-z0-9])(?=[A-Z])", " ", self.tag).capitalize()

    def chosen(self, defaults: Mapping[str, str]) -> str:
        """Return the value for records without the tag: that of some defaults, if it is one."""
        value = defaults.get(self.tag)
        return value if value in self.values else self.values[0]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A transform of the board that changes no rule, as it acts on moves."""

    slug: str
    transform: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Malformation:
    """A known way of miswriting a ply: words that match ``pattern`` get ``code``.

    The pattern's first group, where it has one, is the part to blame. Its named groups are
    details for the message. One that spans blanks is looked for where a broken ply begins, else
    the pattern must match a whole word.
    """

    pattern: str
    code: Code
    spans_blanks: bool = False


@dataclass(frozen=True, kw_only=True)
class GameDescription:
    """The facts of a game that do not need a position; what has a value here may be left out.

    ``grammar`` is the file in the grammar folder, or a path. ``sides`` are in the order of a
    position's side index; their names are the tags that hold the players. ``kinds`` are the kinds
    of action, ``terminations`` the ends that its boards show. A position that comes up as often as
    ``repetitions`` says ends the game, 0 of them none. The number of a move stands before the plies
    of the side ``opener``, or of the one that moves first if that is None.

    ``codes`` are the diagnostics that the game may give, ``malformations`` the miswritings it
    knows, ``terminal_words`` its grammar's terminals in a reader's words. ``features`` are what its
    kernels say of every position, in that order, and behind them those of ``excerpt``, if there is
    one; ``sightings`` are sets of squares of which something is true in some position of a game.
    ``tallies`` are what its kernels count of replayed games, in that order. What reading a record
    does not need is loaded when it is asked for.
    """

    slug: str
    title: str
    rules_version: str
    grammar: str
    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    terminations: tuple[str, ...]
    options: tuple[Option, ...] = ()
    repetitions: int = 0
    opener: int | None = None
    symmetries: tuple[Symmetry, ...] = ()
    codes: tuple[Code, ...] = ()
    malformations: tuple[Malformation, ...] = ()
    terminal_words: tuple[tuple[str, str], ...] = ()
    features: tuple[Feature, ...] = ()
    excerpt: Excerpt | None = None
    sightings: tuple[Feature, ...] = ()
    tallies: tuple[Tally, ...] = ()
    load_derived_features: Callable[[], tuple[DerivedFeature, ...]] = tuple
    load_examples: Callable[[], Mapping[str, tuple[Example, ...]]] = dict
    load_policies: Callable[[], tuple[Policy, ...]] = tuple
    load_vocabulary: Callable[[], Vocabulary] | None = None
    load_scene_sql: Callable[[], SceneSql] | None = None
    load_predicates: Callable[[], tuple[type[Predicate], ...]] = tuple

    @cached_property
    def derived_features(self) -> tuple[DerivedFeature, ...]:
        """Return what follows from the features."""
        return self.load_derived_features()

    @cached_property
    def examples(self) -> Mapping[str, tuple[Example, ...]]:
        """Return malformed records of the game for the codes of the notation, by id."""
        return self.load_examples()

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """Return the ways in which the game plays by itself, the first the plainest."""
        return self.load_policies()

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """Return what queries may say of squares and pieces, if the game has scenes."""
        return None if self.load_vocabulary is None else self.load_vocabulary()

    @cached_property
    def scene_sql(self) -> SceneSql | None:
        """Return what answers these words by the game's index; without it games are replayed."""
        return None if self.load_scene_sql is None else self.load_scene_sql()

    @cached_property
    def predicates(self) -> tuple[type[Predicate], ...]:
        """Return the tests of queries that are the game's own."""
        return self.load_predicates()

    @cached_property
    def movers(self) -> tuple[str, str]:
        """Return the names of the side that moves first and of the other, or words for them."""
        if self.opener is None:
            return "the first mover", "the second mover"
        return self.sides[self.opener], self.sides[1 - self.opener]

    def opener_of(self, first_mover: int) -> int:
        """Return the side before whose plies the number stands in a record; one moves first."""
        return first_mover if self.opener is None else self.opener


class Game(Protocol[PositionT, MoveT]):
    """A game: its description and what can be asked of it. Positions and moves are values.

    What a game may offer besides stands in ``core.capability``.
    """

    @property
    def description(self) -> GameDescription:
        """Return the facts that do not need a position."""

    def start_position(self, options: Mapping[str, str]) -> PositionT:
        """Return the position from which a game with these option tags starts.

        Raises:
            ValueError: an option has a value that the game does not know.
        """

    def parse_position(self, text: str, options: Mapping[str, str]) -> PositionT:
        """Return the position that ``text`` states for a record with these option tags.

        Raises:
            PositionError: the text is malformed, or such a position cannot be; with all reasons.
        """

    def format_position(self, position: PositionT) -> str:
        """Return the canonical position string."""

    def legal_moves(self, position: PositionT) -> list[MoveT]:
        """Return the legal moves, sorted by their notation; none when the board has decided."""

    def resolve(self, position: PositionT, ply: PlySyntax) -> Verdict[MoveT]:
        """Return what a written ply means here and whether it is legal."""

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """Return the position after a move that the board can follow; legality is not checked."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """Return the end that the board shows, repetition apart, or None."""

    def decode_move(self, code: int) -> MoveT:
        """Return the move with this packed code.

        Raises:
            ValueError: no move has this code.
        """


AnyGame = Game[Any, Any]
