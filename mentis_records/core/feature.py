"""Features: the named facts of a position that a game computes; knows no game and no database."""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """A number of every position, from 0 to 2**bits - 1, that games compute and databases keep.

    ``is_steady`` tells that it is the same in long runs of positions, nearly always.
    """

    name: str
    bits: int
    comment: str
    is_steady: bool = False


@dataclass(frozen=True, slots=True)
class ExcerptPart:
    """The rows of an excerpt in which a feature is at least so much, and less than in the next.

    ``comment`` goes on from that of the excerpt.
    """

    name: str
    comment: str
    least: int


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is kept of those positions alone in which one of the features is not 0.

    ``wherever`` is the name of that feature. ``features`` are kept of no other position,
    ``repeated`` are names of some that are kept of all, to stand beside them; ``wherever`` does
    in any case. ``name`` is what the rows are called.

    The rows are kept in ``parts``, ascending from 1 by the least value of that feature in each:
    nothing is asked of the small values that only greater ones could answer.
    """

    name: str
    comment: str
    wherever: str
    parts: tuple[ExcerptPart, ...]
    features: tuple[Feature, ...]
    repeated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Repeat the feature that chooses the positions: it chooses the part, too."""
        if self.wherever not in self.repeated:
            object.__setattr__(self, "repeated", (*self.repeated, self.wherever))


@dataclass(frozen=True, slots=True)
class DerivedFeature:
    """A number of every position that follows from features, and is not kept.

    ``expression`` is written in names of features, derived ones before it included, whole numbers
    and ``+ - % & | ~ << >> ( )``, which mean the same in SQL and in Python. Everything that two
    signs could share is in parentheses.
    """

    name: str
    expression: str
    comment: str
