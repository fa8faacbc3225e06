"""What is written in a record: tags, lines of turns, result; nothing here is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.syntax import Token

if TYPE_CHECKING:
    from mentis_records.notation.turn import TurnSyntax


@dataclass(frozen=True, slots=True)
class InvalidPly:
    """A stretch of movetext that should be a ply and cannot be read as one."""

    start: int
    end: int


@dataclass(slots=True)
class LineSyntax:
    """The mainline or a variation; ``comments`` stand before the first ply.

    ``end`` is the offset just after the closing parenthesis of a variation.
    """

    turns: list[TurnSyntax] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    end: int = 0


class TagSyntax(NamedTuple):
    """A tag pair with its escapes resolved."""

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int


@dataclass(slots=True)
class RecordSyntax:
    """A whole record as written.

    ``is_cut`` tells that its end has not been read. ``annotated`` are the turns of all its lines
    with suffixes or annotations, in order.
    """

    tags: list[TagSyntax]
    line: LineSyntax
    result: Token | None
    closing_comments: list[Token]
    is_cut: bool = False
    annotated: list[TurnSyntax] = field(default_factory=list, compare=False)


class Fault(NamedTuple):
    """A finding tied to a stretch of the record's text."""

    finding: Finding
    start: int
    end: int
