"""Features: the named facts of a position that a game computes; knows no game and no database."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """A number of every position, from 0 to 2**bits - 1, that kernels compute and databases keep.

    ``is_steady`` tells that it is the same in long runs of positions, nearly always.
    """

    name: str
    bits: int
    comment: str
    is_steady: bool = False


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
