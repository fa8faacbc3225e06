"""A parser on Lark's tables that can be asked and unwound; knows no terminal and no message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from mentis_records.core.syntax import Token
from mentis_records.notation.execute import load_tables


class UnreadableError(Exception):
    """No terminal begins at ``offset``."""

    def __init__(self, offset: int) -> None:
        """Keep the place."""
        super().__init__(offset)
        self.offset = offset


class ParserStack:
    """The state of a parser in the middle of one text."""

    def __init__(self, grammar: str, text: str, start: str) -> None:
        """Begin with a rule of a grammar."""
        tables = load_tables(grammar)
        self._text = text
        self._match = tables.pattern.match
        self._rows = tables.rows
        self._last = tables.last[start]
        self._states = [tables.first[start]]
        self._values: list[Any] = []
        self.offset = 0

    @property
    def row(self) -> Mapping[str, object]:
        """Return the actions of the parser's state, by terminal and rule."""
        return self._rows[self._states[-1]]

    def lex(self) -> Iterator[Token]:
        """Yield the tokens from where the lexer stands (``offset``).

        Raises:
            UnreadableError: no terminal begins where the lexer stands.
        """
        text = self._text
        while True:
            found = self._match(text, self.offset)
            if found is None:
                break
            kind = cast(str, found.lastgroup)
            start, self.offset = found.span(kind)
            yield Token(kind, found[kind], start, self.offset)
        while self.offset < len(text) and text[self.offset] in " \t":
            self.offset += 1
        if self.offset < len(text):
            raise UnreadableError(self.offset)

    def skip_to(self, offset: int) -> None:
        """Make the lexer go on at an offset."""
        self.offset = offset

    def accepts(self, kind: str) -> bool:
        """Tell whether a terminal may stand here, without reducing anything yet."""
        if self.shifts(kind):
            return True
        states = list(self._states)
        while True:
            action = self._rows[states[-1]].get(kind)
            if kind == "$END" and states[-1] == self._last:
                return True
            if action is None or isinstance(action, int):
                return action is not None
            size, name, _ = action
            del states[len(states) - size :]
            states.append(cast(int, self._rows[states[-1]][name]))

    def shifts(self, kind: str) -> bool:
        """Tell whether a terminal goes on with the rule that the parser is in."""
        return isinstance(self._rows[self._states[-1]].get(kind), int)

    def can_unwind(self, kind: str) -> bool:
        """Tell whether ``unwind`` finds a place for a terminal."""
        return any(isinstance(self._rows[state].get(kind), int) for state in self._states)

    def feed(self, token: Token) -> object:
        """Give the parser a token that it accepts; return the record when it is the end."""
        states, values, kind = self._states, self._values, token.type
        while True:
            if kind == "$END" and states[-1] == self._last:
                return values[-1]
            action = self._rows[states[-1]][kind]
            if isinstance(action, int):
                states.append(action)
                values.append(token)
                return None
            size, name, reduce = action
            value = reduce(values[len(values) - size :])
            del values[len(values) - size :]
            del states[len(states) - size :]
            values.append(value)
            states.append(cast(int, self._rows[states[-1]][name]))

    def unwind(self, kind: str, offset: int) -> int:
        """Pop what is unfinished until ``kind`` may be shifted.

        Return where the popped text starts, or ``offset`` if none is popped.
        """
        start = offset
        while len(self._states) > 1 and not self.shifts(kind):
            self._states.pop()
            value = self._values.pop()
            if isinstance(value, Token):
                start = value.start
        return start
