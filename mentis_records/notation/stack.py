"""A parser on a grammar's tables that can be asked and unwound; knows no message."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from mentis_records.core.syntax import Token
from mentis_records.notation.action import DETACHED
from mentis_records.notation.build import Entries, build_record
from mentis_records.notation.execute import encode
from mentis_records.notation.grammar import STARTS, STRUCTURE
from mentis_records.notation.scan import Scanner
from mentis_records.notation.syntax import RecordSyntax
from mentis_records.notation.tables import load_tables

_SPARE = 192
"""How much room (numbers) is added at once for entries that no text stands behind."""

_NOTABLE = ("NUMBER", "RESULT", "VARIATION_OPEN", "VARIATION_CLOSE")


class UnreadableError(Exception):
    """No terminal begins at ``offset``."""

    def __init__(self, offset: int) -> None:
        """Keep the place."""
        super().__init__(offset)
        self.offset = offset


class ParserStack:
    """The state of a parser in the middle of one text; ``offset`` is where its lexer stands."""

    def __init__(self, grammar: str, text: str, start: str) -> None:
        """Begin with a rule of a grammar."""
        tables = load_tables(grammar)
        self._text = text
        self._data, self._offsets = encode(text)
        self._entries = Entries(tables, text, self._offsets, 2 * len(self._data) + 2)
        self._kinds, self._names = tables.kinds, tables.names
        self._width = len(tables.terminals)
        self._notable = {self._kinds[name] for name in _NOTABLE}
        self._scanner = Scanner(tables)
        self._scanner.begin(STARTS.index(start))
        self.offset = 0

    def advance(self, max_depth: int) -> Iterator[tuple[str, int]]:
        """Take what may stand here, with variations up to a depth.

        Yield the names and indices of what has been taken: of numbers, results, parentheses and
        plies, and of the last token.
        """
        scanner, numbers = self._scanner, self._entries.numbers
        begin, before = self._byte(self.offset), scanner.count
        self._reserve(2 * (len(self._data) - begin) + 2)
        scanner.advance(self._data, begin, max_depth, numbers)
        self.offset = self._offsets[scanner.at]
        kinds = numbers[3 * before : 3 * scanner.count : 3]
        for at, kind in enumerate(kinds, before):
            if kind >= self._width or kind in self._notable:
                yield self._names[kind], at
        if kinds and not (kinds[-1] >= self._width or kinds[-1] in self._notable):
            yield self._names[kinds[-1]], scanner.count - 1

    def lex(self) -> Token | None:
        """Return the token before which ``advance`` has stopped, or None at the end of the text.

        The lexer stands behind it then.

        Raises:
            UnreadableError: no terminal begins there.
        """
        start = self.offset
        if start == len(self._text):
            return None
        if self._scanner.kind < 0:
            raise UnreadableError(start)
        self.offset = self._offsets[self._scanner.stop]
        return Token(
            self._names[self._scanner.kind], self._text[start : self.offset], start, self.offset
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
        return any(action & DETACHED for action in actions[self._kinds[kind] :: self._width])

    def token(self, at: int) -> Token:
        """Return the token with an index that ``advance`` or ``feed`` has given."""
        return self._entries.token(at)

    def feed(self, token: Token) -> int:
        """Give the parser a token that it accepts; return the token's index."""
        self._reserve(2)
        begin, end = self._byte(token.start), self._byte(token.end)
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
        return self._offsets[numbers[3 * first + 1]]

    def _reserve(self, entries: int) -> None:
        """Make room for so many more entries."""
        missing = 3 * (self._scanner.count + entries) - len(self._entries.numbers)
        if missing > 0:
            self._entries.numbers.extend(bytes(missing + _SPARE))

    def _byte(self, offset: int) -> int:
        """Return the offset of a character's first byte."""
        if isinstance(self._offsets, range):
            return offset
        return bisect_right(self._offsets, offset) - 1
