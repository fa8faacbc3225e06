"""The predicate of set-ups: ``setup green Gc on row 1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.core.vocabulary import Area, is_named
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.predicate.move_condition import FEATURE_TABLE
from mentis_records.games.cirkle_mind.predicate.square_sql import tops
from mentis_records.games.cirkle_mind.rules.setup import TAGS, placed_faces
from mentis_records.games.cirkle_mind.scene import TYPES

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader

Placed = tuple[int | None, str | None, Area]


@dataclass(frozen=True, slots=True)
class SetUpOn(Predicate):
    """The record has a set-up with such a piece on a square of an area.

    ``placed`` has sides, pieces and areas, of which one does.
    """

    name: ClassVar[str] = "set_up_on"
    syntax: ClassVar[str] = '"setup"i side piece "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("setup green Gc on row 1", "setup any K? on {a4, h8}")
    about: ClassVar[str] = "the record has a set-up of the side with such a piece there"

    placed: tuple[Placed, ...]

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of side, piece and area."""
        side, piece, area = parts
        return cls(reader.placed(side, piece, area))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that such a piece stands there at the start, and there is a set-up."""
        found = [
            f"(not {binder.setting(TAGS[owner], '')} and game_id in (select game_id"  # noqa: S608
            f" from {FEATURE_TABLE} where ply = 0 and {tops(owner, piece).some_of(area)}))"
            for owner, piece, area in self._by_owner()
        ]
        return Term(Source.ANY, f"({' or '.join(found)})")

    def imaged(self, imager: WordImager) -> SetUpOn:
        """Return the same of the image."""
        return SetUpOn(
            tuple(
                (imager.side(side), piece, imager.area(area)) for side, piece, area in self.placed
            )
        )

    def holds(self, moment: Seen) -> bool:
        """Tell whether the record has such a set-up."""
        return any(
            square in area and is_named(TYPES[face], piece)
            for owner, piece, area in self._by_owner()
            if (text := moment.played.setting(TAGS[owner]))
            for square, face in placed_faces(text, owner).items()
        )

    def _by_owner(self) -> list[tuple[int, str | None, Area]]:
        """Return what is asked of the set-up of each side."""
        return [
            (owner, piece, area)
            for side, piece, area in self.placed
            for owner in range(len(TAGS))
            if side in (None, owner)
        ]
