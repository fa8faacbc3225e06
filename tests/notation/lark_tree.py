"""Record syntax built by Lark itself: what the scanner and its builder are compared with."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from lark import Lark, Transformer, Tree
from lark.exceptions import UnexpectedInput

from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.core.resource import resource_folder
from mentis_records.notation.syntax.record_syntax import (
    InvalidPly,
    LineSyntax,
    RecordSyntax,
    TagSyntax,
)
from mentis_records.notation.tables.grammar_file import STARTS


@dataclass
class TurnSyntax:
    """A turn with the parts that those of the scanner are compared by."""

    ply: PlySyntax | InvalidPly
    number: Token | None
    suffix: Token | None = None
    nags: list[Token] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    variations: list[LineSyntax] = field(default_factory=list)


COMMENTS = ("BRACE_COMMENT", "LINE_COMMENT", "ESCAPE_LINE")

_Turn = tuple[list[Token], TurnSyntax]
"""A turn, and the comments between its number and its ply."""


class RecordBuilder(Transformer[Token, Any]):
    """Lark's callbacks: one method a rule of ``record.lark``; all other rules are plies.

    They are fed with tokens of ``core.ply_syntax``.
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
        """Return the record with its tags, and the comments among and behind them."""
        *before, record = children
        record.tags.extend(each for each in before if isinstance(each, TagSyntax))
        return _with_comments(record, before)

    def listing(self, children: list[Any]) -> RecordSyntax:
        """Return the record; a header line says nothing."""
        *before, record = children
        return _with_comments(record, before)


def _with_comments(record: RecordSyntax, before: list[Any]) -> RecordSyntax:
    comments = [each for each in before if isinstance(each, Token) and each.type in COMMENTS]
    record.line.comments[:0] = comments
    return record


@cache
def load_lark(grammar: str) -> Lark:
    """Return Lark with a grammar, as the tables are made of it, giving record syntax."""
    return Lark.open(
        str(resource_folder("grammar") / grammar),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        transformer=RecordBuilder(),
    )


def with_lark(text: str, start: str, grammar: str) -> object:
    """Return what Lark's own lexer, parser and tree builder make of a text, or None."""
    parser: Any = load_lark(grammar).parse_interactive(text, start=start)
    state = parser.parser_state
    try:
        for found in parser.lexer_thread.lex(state):
            at = found.start_pos
            state.feed_token(Token(found.type, str(found), at, at + len(found)))
        return state.feed_token(Token("$END", "", len(text), len(text)), True)
    except UnexpectedInput:
        return None


def _line(children: list[Any]) -> LineSyntax:
    """Return a line made of comments and turns; a comment belongs to the ply before it."""
    line = LineSyntax()
    for child in children:
        if isinstance(child, Token):
            line.comments.append(child)
            continue
        lead, turn = cast(_Turn, child)
        (cast(Any, line.turns[-1]) if line.turns else line).comments.extend(lead)
        line.turns.append(cast(Any, turn))
    return line
