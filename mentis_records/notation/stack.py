"""Lark's parser as a stack that can be asked and unwound; knows no terminal and no message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from lark import Token as LexedToken
from lark.exceptions import UnexpectedCharacters
from lark.parsers.lalr_analysis import Shift

from mentis_records.core.syntax import Token
from mentis_records.notation.grammar import load_parser


class UnreadableError(Exception):
    """No terminal begins at ``offset``."""

    def __init__(self, offset: int) -> None:
        """Keep the place."""
        super().__init__(offset)
        self.offset = offset


class ParserStack:
    """Lark's interactive parser on one text."""

    def __init__(self, grammar: str, text: str, start: str) -> None:
        """Begin with a rule of a grammar."""
        parser = load_parser(grammar).parse_interactive(text, start=start)
        self._text = text
        self._lexer: Any = parser.lexer_thread
        self._state: Any = parser.parser_state
        self._rows: Any = self._state.parse_conf.parse_table.states

    @property
    def row(self) -> dict[str, Any]:
        """Return the actions of the parser's state, by terminal and rule."""
        return cast(dict[str, Any], self._rows[self._state.state_stack[-1]])

    @property
    def offset(self) -> int:
        """Return where the lexer stands."""
        return cast(int, self._lexer.state.line_ctr.char_pos)

    def lex(self) -> Iterator[Token]:
        """Yield the tokens from where the lexer stands.

        Raises:
            UnreadableError: no terminal begins where the lexer stands.
        """
        try:
            for found in self._lexer.lex(self._state):
                start = found.start_pos
                yield Token(found.type, str(found), start, start + len(found))
        except UnexpectedCharacters as error:
            raise UnreadableError(cast(int, error.pos_in_stream)) from None

    def skip_to(self, offset: int) -> None:
        """Make the lexer go on at an offset."""
        counter = self._lexer.state.line_ctr
        counter.feed(LexedToken("SKIPPED", self._text[counter.char_pos : offset]))

    def accepts(self, kind: str) -> bool:
        """Tell whether a terminal may stand here, without reducing anything yet."""
        states = list(self._state.state_stack)
        end = self._state.parse_conf.end_state
        while True:
            action = self._rows[states[-1]].get(kind)
            if action is None:
                return kind == "$END" and states[-1] == end
            if action[0] is Shift:
                return True
            rule = action[1]
            del states[len(states) - len(rule.expansion) :]
            states.append(self._rows[states[-1]][rule.origin.name][1])
            if kind == "$END" and states[-1] == end:
                return True

    def shifts(self, kind: str) -> bool:
        """Tell whether a terminal goes on with the rule that the parser is in."""
        return self._shifts(self._state.state_stack[-1], kind)

    def can_unwind(self, kind: str) -> bool:
        """Tell whether ``unwind`` finds a place for a terminal."""
        return any(self._shifts(state, kind) for state in self._state.state_stack)

    def _shifts(self, state: int, kind: str) -> bool:
        action = self._rows[state].get(kind)
        return action is not None and action[0] is Shift

    def feed(self, token: Token) -> object:
        """Give the parser a token that it accepts; return the record when it is the end."""
        return self._state.feed_token(token, token.type == "$END")

    def unwind(self, kind: str, offset: int) -> int:
        """Pop what is unfinished until ``kind`` may be shifted.

        Return where the popped text starts, or ``offset`` if none is popped.
        """
        states, values = self._state.state_stack, self._state.value_stack
        start = offset
        while len(states) > 1 and not self._shifts(states[-1], kind):
            states.pop()
            value = values.pop()
            if isinstance(value, Token):
                start = value.start
        return start
