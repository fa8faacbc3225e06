"""The contract between a game and the rooms around it: what a plug-in provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mentis_records.core.capability_module import load_capability
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Code, Example
    from mentis_records.core.feature import DerivedFeature, Excerpt, Feature
    from mentis_records.core.outcome import Outcome
    from mentis_records.core.ply_syntax import PlySyntax
    from mentis_records.core.policy import Policy
    from mentis_records.core.query.predicate import Predicate
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.setting import Setting
    from mentis_records.core.symmetry import Symmetry
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
    """A start that cannot be; ``reasons`` has all of them, ``tag`` the setting's tag to blame.

    ``codes`` are the short names that ``mentis explain`` explains.
    """

    codes = ("position-refused",)

    def __init__(self, reasons: Sequence[str], tag: str = "") -> None:
        """Keep every reason for the refusal, at least one; without a tag all of the start is."""
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)
        self.tag = tag


class Later:
    """A value of a module that is imported when the value is needed.

    In place of a fact of a ``GameDescription`` it becomes the value when the fact is read; in place
    of a function it is called like the function.
    """

    def __init__(self, module: str, name: str) -> None:
        """Keep where the value is."""
        self._module, self._name = module, name

    def load(self) -> Any:
        """Return the value."""
        return getattr(import_module(self._module), self._name)

    def __call__(self, *values: Any) -> Any:
        """Return what the function returns."""
        return self.load()(*values)


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
    of the side ``opener``, or of the one that moves first if that is None; or of the one that a
    setting names, whose tag is ``numbered_by``, a choice that lasts with a word for each side.
    ``has_points`` tells whether games end with points of both sides (``Outcome``).
    ``usual_settings`` are those with which a game begins where nobody has said how, if it has no
    start without them: values by tag, which do not hold for records (``core.start``).

    ``settled`` returns values of settings by those that are given, and the tag Position: of those
    that a record's other settings decide, where its default would not do.

    ``codes`` are the diagnostics that the game may give, ``malformations`` the miswritings it
    knows, ``terminal_words`` its grammar's terminals in a reader's words. ``capabilities`` are what
    it offers besides, by name: the module that has it, or an object
    (``core.capability_module``). They are loaded when they are asked for, by the properties below;
    what is not offered is empty. ``samples`` are the files of records that ``mentis demo`` shows,
    by their names in the folder of bundled records, or paths: games to look at one by one, and
    the last a collection to be counted. Facts without a default in their class may be given as
    ``Later``, to be imported when they are read: codes, malformations, terminal words and
    usual settings. ``settled`` is only called, and may be a ``Later`` as well.
    """

    slug: str
    title: str
    rules_version: str
    grammar: str
    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    terminations: tuple[str, ...]
    settings: tuple[Setting, ...] = ()
    settled: Callable[[Mapping[str, str]], Mapping[str, str]] | None = field(
        default=None, compare=False
    )
    repetitions: int = 0
    opener: int | None = None
    numbered_by: str = ""
    has_points: bool = False
    usual_settings: Mapping[str, str] = field(default_factory=dict, compare=False)
    codes: tuple[Code, ...] = field(default_factory=tuple)
    malformations: tuple[Malformation, ...] = field(default_factory=tuple)
    terminal_words: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    samples: tuple[str, ...] = ()
    capabilities: Mapping[str, object] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        facts = vars(self)
        late = {
            name: value
            for name, value in facts.items()
            if isinstance(value, Later) and not hasattr(type(self), name)
        }
        for name in late:
            del facts[name]
        facts["_late"] = late

    if not TYPE_CHECKING:  # which would take any name for a fact

        def __getattr__(self, name: str) -> Any:
            """Return a fact that has not been imported yet."""
            late = vars(self).get("_late", {})
            if name not in late:
                raise AttributeError(f"a description has no {name}")
            vars(self)[name] = value = late[name].load()
            return value

    @cached_property
    def _loaded(self) -> dict[str, Any]:
        return {}

    def capability(self, name: str) -> Any:
        """Return the module or object that has a capability, or None if it is not offered.

        Raises:
            CapabilityError: it is declared, but cannot be had as declared.
        """
        if name not in self.capabilities:
            return None
        if name not in self._loaded:
            self._loaded[name] = load_capability(self.title, name, self.capabilities[name])
        return self._loaded[name]

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Return what kernels say of every position, in that order."""
        return tuple(getattr(self.capability("index"), "FEATURES", ()))

    @cached_property
    def excerpt(self) -> Excerpt | None:
        """Return what kernels say of some positions, behind the features."""
        found: Excerpt | None = getattr(self.capability("index"), "EXCERPT", None)
        return found

    @cached_property
    def sightings(self) -> tuple[Feature, ...]:
        """Return the sets of squares of which something is true in some position of a game."""
        return tuple(getattr(self.capability("index"), "SIGHTINGS", ()))

    @cached_property
    def derived_features(self) -> tuple[DerivedFeature, ...]:
        """Return what follows from the features."""
        return tuple(getattr(self.capability("derived"), "DERIVED", ()))

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """Return what kernels count of replayed games, in that order."""
        return tuple(getattr(self.capability("tallies"), "TALLIES", ()))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the transforms of the board that change no rule."""
        return tuple(getattr(self.capability("symmetries"), "SYMMETRIES", ()))

    @cached_property
    def examples(self) -> Mapping[str, tuple[Example, ...]]:
        """Return malformed records of the game for the codes of the notation, by id."""
        return dict(getattr(self.capability("examples"), "EXAMPLES", ()))

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """Return the ways in which the game plays by itself, the first the plainest."""
        return tuple(getattr(self.capability("policies"), "POLICIES", ()))

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """Return what queries may say of squares and pieces, if the game has scenes."""
        found: Vocabulary | None = getattr(self.capability("vocabulary"), "VOCABULARY", None)
        return found

    @cached_property
    def scene_sql(self) -> SceneSql | None:
        """Return what answers these words by the game's index; without it games are replayed."""
        found: SceneSql | None = getattr(self.capability("scene_sql"), "SCENE_SQL", None)
        return found

    @cached_property
    def predicates(self) -> tuple[type[Predicate], ...]:
        """Return the tests of queries that are the game's own."""
        return tuple(getattr(self.capability("predicates"), "PREDICATES", ()))

    @cached_property
    def movers(self) -> tuple[str, str]:
        """Return the names of the side that moves first and of the other, or words for them."""
        if self.opener is None:
            return "the first mover", "the second mover"
        return self.sides[self.opener], self.sides[1 - self.opener]

    def opener_of(self, first_mover: int, tags: Mapping[str, str]) -> int:
        """Return the side before whose plies the number stands in a record with some tags."""
        for setting in self.settings:
            if setting.tag == self.numbered_by:
                return setting.values.index(setting.chosen(tags))
        return first_mover if self.opener is None else self.opener


class Game(Protocol[PositionT, MoveT]):
    """A game: its description and what can be asked of it. Positions and moves are values.

    What else a game may offer stands in ``core.capability``.
    """

    @property
    def description(self) -> GameDescription:
        """Return the facts that do not need a position."""

    def start_position(self, settings: Mapping[str, str]) -> PositionT:
        """Return the position from which a game with these settings starts.

        Raises:
            ValueError: a setting has a value that the game does not know.
            PositionError: the settings choose no position; with all reasons.
        """

    def parse_position(self, text: str, settings: Mapping[str, str]) -> PositionT:
        """Return the position that ``text`` states for a record with these settings.

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
