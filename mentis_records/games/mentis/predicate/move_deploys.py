"""The predicates of deployments and drops: ``move deploys TSN at d2``, ``move drops``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.pattern import Pattern, expanded, is_like
from mentis_records.core.query.predicate import MovePredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.move_condition import deploys, drops
from mentis_records.games.mentis.rules.square import square_set
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT
from mentis_records.games.mentis.rules.tile import HAND_TYPES, LETTERS
from mentis_records.games.mentis.scene import MentisTurn

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, WordImager, WordReader
    from mentis_records.core.vocabulary import Area, Turn

_DEPLOYED = [LETTERS[kind] for kind in HAND_TYPES]


@dataclass(frozen=True, slots=True)
class MoveDeploys(MovePredicate):
    """The tiles that were deployed, and where."""

    name: ClassVar[str] = "move_deploys"
    syntax: ClassVar[str] = '"move"i "deploys"i PATTERN ["at"i areas]'
    forms: ClassVar[tuple[str, ...]] = ("move deploys TSN at d2", "move deploys *N")
    about: ClassVar[str] = (
        "the ply deployed exactly these tiles, bottom to top, `?` and `*` as in stacks, on one "
        "of the squares"
    )
    is_seen: ClassVar[bool] = True

    pattern: Pattern
    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a pattern and an area."""
        pattern, area = parts
        for tile in reader.words.pieces:
            if tile.name in pattern and tile.name not in _DEPLOYED:
                words = f"the {tile.title} is never deployed"
                reader.refuse(pattern, words, f"such as: {cls.forms[0]}")
        return cls(reader.pattern(pattern), reader.area(area) if area else reader.board)

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such tiles were deployed there."""
        return deploys(expanded(self.pattern, MAX_HEIGHT), square_set(self.area))

    def passes(self, turn: Turn) -> bool:
        """Tell whether such tiles were deployed there."""
        if not isinstance(turn, MentisTurn) or not turn.deployed:
            return False
        return not self.area.isdisjoint(turn.targets) and is_like(turn.deployed, self.pattern)

    def imaged(self, imager: WordImager) -> MoveDeploys:
        """Return the same of the image."""
        return MoveDeploys(self.pattern, imager.area(self.area))


@dataclass(frozen=True, slots=True)
class MoveDrops(MovePredicate):
    """That tiles were left behind."""

    name: ClassVar[str] = "move_drops"
    syntax: ClassVar[str] = '"move"i "drops"i'
    forms: ClassVar[tuple[str, ...]] = ("move drops",)
    about: ClassVar[str] = "the ply left at least one tile behind"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def condition(self, binder: Binder) -> str:
        """Return the SQL that tiles were left behind."""
        return drops()

    def passes(self, turn: Turn) -> bool:
        """Tell whether tiles were left behind."""
        return isinstance(turn, MentisTurn) and turn.leaves

    def imaged(self, imager: WordImager) -> MoveDrops:
        """Return the same."""
        return self
