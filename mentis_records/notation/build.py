"""Build record syntax from the entries that a scanner writes; knows no error and no game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from mentis_records.core.syntax import PlySyntax, Token
from mentis_records.notation.syntax import (
    InvalidPly,
    LineSyntax,
    RecordSyntax,
    TagSyntax,
    TurnSyntax,
)
from mentis_records.notation.tables import Tables

_make_token: Callable[[tuple[str, str, int, int]], Token] = partial(tuple.__new__, Token)
"""Makes a token of its fields; many times faster than calling its class."""

_COMMENTS = ("BRACE_COMMENT", "LINE_COMMENT", "ESCAPE_LINE")


class Entries:
    """The entries of one text, as tokens with offsets of characters.

    ``numbers`` are the entries as the scanner writes them (see ``scan``), with offsets of bytes;
    ``offsets`` has the offset of the character that a byte belongs to, and ``placed`` the tokens,
    by the index of the entry, that do not stand in the text as they are.
    """

    def __init__(self, tables: Tables, text: str, offsets: Sequence[int], room: int) -> None:
        """Make room for so many entries."""
        self.tables = tables
        self.text = text
        self.offsets = offsets
        self.numbers = array("i", bytes(3 * 4 * room))
        self.placed: dict[int, Token] = {}

    def token(self, at: int) -> Token:
        """Return the token of an entry that is one."""
        placed = self.placed.get(at)
        if placed is not None:
            return placed
        kind, begin, end = self.numbers[3 * at : 3 * at + 3]
        start, stop = self.offsets[begin], self.offsets[end]
        return Token(self.tables.terminals[kind], self.text[start:stop], start, stop)

    def tokens(self, count: int) -> list[Token]:
        """Return the first entries in order.

        An entry that is a ply has its name as type, and its two indices in place of offsets.
        """
        names = self.tables.names
        flat = self.numbers[: 3 * count].tolist()
        kinds, starts, ends = flat[::3], flat[1::3], flat[2::3]
        if not isinstance(self.offsets, range):
            width = len(self.tables.terminals)
            starts = [
                self.offsets[at] if kind < width else at
                for kind, at in zip(kinds, starts, strict=True)
            ]
            ends = [
                self.offsets[at] if kind < width else at
                for kind, at in zip(kinds, ends, strict=True)
            ]
        text = self.text
        texts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        types = [names[kind] for kind in kinds]
        found = list(map(_make_token, zip(types, texts, starts, ends, strict=True)))
        for at, token in self.placed.items():
            found[at] = token
        return found


def build_record(entries: Entries, count: int) -> RecordSyntax:
    """Return the syntax of a record from all of its entries."""
    record = RecordSyntax([], LineSyntax(), None, [])
    line = record.line
    comments = line.comments
    around: list[LineSyntax] = []
    number: Token | None = None
    inside, plies = entries.tables.parts, entries.tables.plies
    tokens = entries.tokens(count)
    for at, token in enumerate(tokens):
        name = token.type
        if name in inside or name == "_NL":
            continue
        if name in plies:
            parts = tuple(tokens[token.start : token.end + 1])
            turn = TurnSyntax(PlySyntax(name, parts), number)
            line.turns.append(turn)
            comments, number = turn.comments, None
        elif name == "NUMBER":
            number = token
        elif name in _COMMENTS:
            comments.append(token)
        elif name == "TAG_CLOSE":
            record.tags.append(_tag(*tokens[at - 2 : at + 1]))
        elif name == "INVALID_PLY":
            turn = TurnSyntax(InvalidPly(token.start, token.end), number)
            line.turns.append(turn)
            comments, number = turn.comments, None
        elif name == "SUFFIX":
            line.turns[-1].suffix = token
        elif name == "NAG":
            line.turns[-1].nags.append(token)
        elif name == "VARIATION_OPEN":
            around.append(line)
            line = LineSyntax()
            comments = line.comments
        elif name == "VARIATION_CLOSE":
            line.end = token.end
            around[-1].turns[-1].variations.append(line)
            line = around.pop()
            comments = line.turns[-1].comments
        elif name == "RESULT":
            record.result = token
            comments = record.closing_comments
    return record


def _tag(opening: Token, string: Token, closing: Token) -> TagSyntax:
    """Return a tag pair, its escapes resolved."""
    value = string.text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return TagSyntax(
        opening.text[1:].rstrip(), value, opening.start, closing.end, string.start, string.end
    )
