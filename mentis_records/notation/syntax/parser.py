# cython: boundscheck=True, wraparound=True
"""A parser on a grammar's tables that can be queried and unwound, and the builder of its trees.

Knows neither messages nor games.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from mentis_records.core.ply_syntax import Token
from mentis_records.notation.syntax.record_syntax import (
    Entries,
    LineSyntax,
    RecordSyntax,
    TagSyntax,
    TurnSyntax,
    make_token,
)
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables import role
from mentis_records.notation.tables.action import DETACHED
from mentis_records.notation.tables.grammar_file import STARTS, STRUCTURE
from mentis_records.notation.tables.grammar_tables import load_tables

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32


_PART, _NUMBER, _COMMENT, _TAG_CLOSE = role.PART, role.NUMBER, role.COMMENT, role.TAG_CLOSE
_INVALID, _SUFFIX, _OPEN, _CLOSE = role.INVALID, role.SUFFIX, role.OPEN, role.CLOSE
_RESULT, _PLY = role.RESULT, role.PLY


_make_tag: Callable[[tuple[str, str, int, int, int, int]], TagSyntax]
_make_tag = partial(tuple.__new__, TagSyntax)
"""Makes a tag pair of its fields; many times faster than calling its class."""


def build_record(entries: Entries, count: int) -> RecordSyntax:
    """Return the syntax of a record from all of its entries, of which no more are kept."""
    entries.trim(count)
    tags: list[TagSyntax] = []
    line = LineSyntax()
    record = RecordSyntax(tags, line, None, [])
    comments: list[Token] | None = line.comments
    turns = line.turns
    around: list[LineSyntax] = []
    turn: TurnSyntax | None = None
    number = -1
    roles = address8(entries.tables.roles)
    numbers = address32(entries.numbers)
    for at in range(count):
        does = roles[numbers[3 * at]]
        if does == _PART:
            continue
        if does == _PLY:
            turn = TurnSyntax(entries, numbers[3 * at + 1], numbers[3 * at + 2], number, False)
            turns.append(turn)
            comments, number = None, -1
        elif does == _NUMBER:
            number = at
        elif does == _COMMENT:
            if comments is not None:
                comments.append(entries.token(at))
            elif turn is not None:
                turn.add_comment(at)
        elif does == _TAG_CLOSE:
            tags.append(_tag(entries, at))
        elif does == _INVALID:
            turn = TurnSyntax(entries, at, at, number, True)
            turns.append(turn)
            comments, number = None, -1
        elif does == _OPEN:
            around.append(line)
            line = LineSyntax()
            comments, turns = line.comments, line.turns
        elif does == _CLOSE:
            line.end = entries.end(at)
            inner, line = line, around.pop()
            comments, turns = None, line.turns
            turn = turns[len(turns) - 1]
            turn.add_variation(inner)
        elif does == _RESULT:
            record.result = entries.token(at)
            comments = record.closing_comments
        elif turn is not None:
            if does == _SUFFIX:
                turn.suffix_at = at
            else:
                turn.add_nag(at)
            if not record.annotated or record.annotated[len(record.annotated) - 1] is not turn:
                record.annotated.append(turn)
    return record


def _tag(entries: Entries, closing: int) -> TagSyntax:
    """Return the tag pair that an entry closes, its escapes resolved."""
    text = entries.text
    start, quote = entries.start(closing - 2), entries.start(closing - 1)
    close = entries.end(closing - 1)
    value = text[quote + 1 : close - 1]
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\\\", "\\")
    name = text[start + 1 : entries.end(closing - 2)].rstrip()
    return _make_tag((name, value, start, entries.end(closing), quote, close))


_SPARE = 192
"""How much room (numbers) is added at once for entries that no text stands behind."""
_scanners = threading.local()


class ParserStack:
    """The state of a parser in the middle of one text; ``offset`` is where its lexer stands.

    A thread has one scanner a grammar: it serves the stack that was made last.
    """

    def __init__(self, grammar: str, text: str, start: str) -> None:
        """Begin with a rule of a grammar."""
        tables = load_tables(grammar)
        self._text = text
        self._entries = Entries(tables, text)
        self._data = self._entries.data
        self._kinds, self._names = tables.kinds, tables.names
        self._width = len(tables.terminals)
        self._number, self._result = self._kinds["NUMBER"], self._kinds["RESULT"]
        self._open, self._close = self._kinds["VARIATION_OPEN"], self._kinds["VARIATION_CLOSE"]
        self._scanner = _scanner_of(grammar)
        self._scanner.begin(STARTS.index(start))
        self._is_fresh = True
        self.offset = 0

    def accept(self, max_depth: int) -> RecordSyntax | None:
        """Return the record if the whole text is accepted outright, with variations up to a depth.

        Else ``advance`` goes on from there.
        """
        scanner = self._scanner
        scanner.advance(self._data, 0, max_depth, self._entries.numbers)
        self.offset = self._entries.character(scanner.at)
        if scanner.at < len(self._data) or not scanner.accepts(self._width - 1):
            return None
        return build_record(self._entries, scanner.finish(self._entries.numbers))

    def advance(self, max_depth: int) -> list[tuple[str, int]]:
        """Take what may stand here, with variations up to a depth.

        Return names and indices of what has been taken: of the parentheses, of the last number,
        result or ply before each of them and before the end, and of the last token.
        """
        scanner, entries = self._scanner, self._entries
        begin, before = entries.byte(self.offset), 0 if self._is_fresh else scanner.count
        self._is_fresh = False
        self._reserve(2 * (len(self._data) - begin) + 2)
        scanner.advance(self._data, begin, max_depth, entries.numbers)
        self.offset = entries.character(scanner.at)
        numbers = address32(entries.numbers)
        count = scanner.count
        places: list[int] = []
        last = -1
        for at in range(before, count):
            kind = numbers[3 * at]
            if kind == self._open or kind == self._close:
                if last >= 0:
                    places.append(last)
                places.append(at)
                last = -1
            elif kind >= self._width or kind == self._number or kind == self._result:
                last = at
        if last >= 0:
            places.append(last)
        if before < count and (not places or places[len(places) - 1] != count - 1):
            places.append(count - 1)
        return [(entries.kind(at), at) for at in places]

    def is_at_end(self) -> bool:
        """Tell whether the lexer stands at the end of the text."""
        return self.offset == len(self._text)

    def lex(self) -> Token | None:
        """Return the token before which ``advance`` has stopped, behind which the lexer is then.

        It is None where no terminal begins there, or the text is at its end.
        """
        start = self.offset
        if self._scanner.kind < 0 or self.is_at_end():
            return None
        self.offset = self._entries.character(self._scanner.stop)
        return make_token(
            (self._names[self._scanner.kind], self._text[start : self.offset], start, self.offset)
        )

    def skip_to(self, offset: int) -> None:
        """Make the lexer go on at an offset."""
        self.offset = offset

    def accepts(self, kind: str) -> bool:
        """Tell whether a terminal may stand here."""
        return self._scanner.accepts(self._kinds[kind])

    def shifts(self, kind: str) -> bool:
        """Tell whether a terminal goes on with the rule that the parser is in."""
        return self._scanner.shifts(self._kinds[kind])

    def joins(self, kind: str) -> bool:
        """Tell whether a terminal may stand behind a ply, but may not touch it."""
        actions = self._entries.tables.actions
        return bool([each for each in actions[self._kinds[kind] :: self._width] if each & DETACHED])

    def place(self) -> int:
        """Return a number that says what may stand here: it is the same where the same may."""
        return self._scanner.configuration

    def token(self, at: int) -> Token:
        """Return the token with an index that ``advance`` or ``feed`` has given."""
        return self._entries.token(at)

    def kind(self, at: int) -> str:
        """Return the name of such a token."""
        return self._entries.kind(at)

    def end(self, at: int) -> int:
        """Return the offset behind such a token."""
        return self._entries.end(at)

    def feed(self, token: Token) -> int:
        """Give the parser a token that it accepts; return the token's index."""
        self._reserve(2)
        begin, end = self._entries.byte(token.start), self._entries.byte(token.end)
        self._scanner.feed(self._kinds[token.type], begin, end, self._entries.numbers)
        at = self._scanner.count - 1
        self._entries.placed[at] = token
        return at

    def finish(self) -> RecordSyntax:
        """Return the record, whose end the parser accepts."""
        self._reserve(1)
        return build_record(self._entries, self._scanner.finish(self._entries.numbers))

    def unwind(self, offset: int) -> int:
        """Drop the ply or tag that is open, if one is.

        Return where its text starts, or ``offset`` if none is open.
        """
        scanner, numbers = self._scanner, self._entries.numbers
        if not scanner.count:
            return offset
        last = self._names[numbers[3 * (scanner.count - 1)]]
        if last in STRUCTURE and last not in ("TAG_OPEN", "STRING"):
            return offset
        first = scanner.unwind()
        for at in [at for at in self._entries.placed if at >= first]:
            del self._entries.placed[at]
        return self._entries.character(numbers[3 * first + 1])

    def _reserve(self, entries: int) -> None:
        """Make room for so many more entries."""
        missing = 3 * (self._scanner.count + entries) - len(self._entries.numbers)
        if missing > 0:
            self._entries.numbers.extend(bytes(missing + _SPARE))


def _scanner_of(grammar: str) -> Scanner:
    """Return this thread's scanner for a grammar."""
    known = _scanners.__dict__
    scanner = known.get(grammar)
    if scanner is None:
        scanner = known[grammar] = Scanner(load_tables(grammar))
    return scanner
