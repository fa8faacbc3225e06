"""A whole stack: ``blue stack TSN on d2``, ``?`` any one tile, ``*`` any number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.area import read_area
from mentis_records.query.predicate.base import SquarePredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Patterns, Reader


@dataclass(frozen=True, slots=True)
class StackOn(SquarePredicate):
    """A stack, from bottom to top; a lone tile is one."""

    name: ClassVar[str] = "stack"
    syntax: ClassVar[str] = 'side "stack"i PATTERN "on"i areas'
    forms: ClassVar[tuple[str, ...]] = (
        "blue stack TSN on d2",
        "red stack *N on board",
        "any stack ?? on row 3",
    )
    about: ClassVar[str] = (
        "the whole stack of a square reads so from bottom to top; `?` is any one tile, `*` any "
        "number of them"
    )

    side: int | None
    patterns: Patterns
    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of side, pattern and area."""
        side, pattern, area = parts
        return cls(reader.side(side), reader.patterns(pattern), read_area(reader, area))

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares with such a stack."""
        return vocabulary.stacks(self.side, self.patterns)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has such a stack."""
        stack = scene.stacks[place]
        if stack is None or self.side not in (None, stack.side):
            return False
        return any(is_stack(stack.letters, pattern) for pattern in self.patterns)

    def imaged(self, imager: Imager) -> StackOn:
        """Return the same of the image."""
        return StackOn(imager.side(self.side), self.patterns, imager.area(self.area))


def is_stack(letters: str, pattern: tuple[str | None, ...]) -> bool:
    """Tell whether tiles are like a pattern, one by one."""
    return len(letters) == len(pattern) and all(
        wanted in (None, found) for wanted, found in zip(pattern, letters, strict=True)
    )
