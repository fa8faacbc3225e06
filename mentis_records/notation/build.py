"""Build record syntax from what Lark's parser reduces; knows no error and no game."""

from __future__ import annotations

from typing import Any, cast

from lark import Transformer, Tree

from mentis_records.core.syntax import PlySyntax, Token
from mentis_records.notation.syntax import (
    InvalidPly,
    LineSyntax,
    RecordSyntax,
    TagSyntax,
    TurnSyntax,
)

_Turn = tuple[list[Token], TurnSyntax]
"""A turn, and the comments between its number and its ply."""


class RecordBuilder(Transformer[Token, Any]):
    """Lark's callbacks: one method a rule of ``record.lark``; all other rules are plies.

    They are fed with tokens of ``core.syntax``.
    """

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """Return a ply; rules whose names begin with ``_`` are spliced by Lark."""
        if data.startswith("_"):
            return Tree(data, children)
        return PlySyntax(str(data), tuple(children))

    def tag(self, children: list[Token]) -> TagSyntax | None:
        """Return a tag pair, or None in place of an unreadable one."""
        if len(children) == 1:
            return None
        opening, string, closing = children
        value = string.text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        return TagSyntax(
            opening.text[1:].rstrip(), value, opening.start, closing.end, string.start, string.end
        )

    def number(self, children: list[Token]) -> list[Token]:
        """Return the number and the comments after it."""
        return children

    def turn(self, children: list[Any]) -> _Turn:
        """Return a turn, and the comments that stand before its ply."""
        lead: list[Token] = []
        number: Token | None = None
        at = 0
        if isinstance(children[0], list):
            number, *lead = children[0]
            at = 1
        ply = children[at]
        if isinstance(ply, Token):
            ply = InvalidPly(ply.start, ply.end)
        turn = TurnSyntax(ply, number)
        for child in children[at + 1 :]:
            if isinstance(child, LineSyntax):
                turn.variations.append(child)
            elif child.type == "SUFFIX":
                turn.suffix = child
            elif child.type == "NAG":
                turn.nags.append(child)
            else:
                turn.comments.append(child)
        return lead, turn

    def variation(self, children: list[Any]) -> LineSyntax:
        """Return the line inside the parentheses."""
        line = _line(children[1:-1])
        line.end = children[-1].end
        return line

    def body(self, children: list[Any]) -> RecordSyntax:
        """Return the movetext as a record without tags."""
        closing: list[Token] = []
        for index, child in enumerate(children):
            if isinstance(child, Token) and child.type == "RESULT":
                closing = children[index + 1 :]
                return RecordSyntax([], _line(children[:index]), child, closing)
        return RecordSyntax([], _line(children), None, closing)

    def tagged(self, children: list[Any]) -> RecordSyntax:
        """Return the record with its tags."""
        *tags, record = children
        record.tags.extend(tag for tag in tags if tag is not None)
        return cast(RecordSyntax, record)

    def listing(self, children: list[Any]) -> RecordSyntax:
        """Return the record; a header line says nothing."""
        return cast(RecordSyntax, children[-1])


def _line(children: list[Any]) -> LineSyntax:
    """Return a line made of comments and turns; a comment belongs to the ply before it."""
    line = LineSyntax()
    for child in children:
        if isinstance(child, Token):
            line.comments.append(child)
            continue
        lead, turn = cast(_Turn, child)
        (line.turns[-1].comments if line.turns else line.comments).extend(lead)
        line.turns.append(turn)
    return line
