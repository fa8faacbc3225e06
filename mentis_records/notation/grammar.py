"""The grammar folder and the parsers built from it; knows no rule of any grammar."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mentis_records.core.resource import resource_folder

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("tagged", "listing")
"""The rules that a record may start with."""


@cache
def load_parser(grammar: str) -> Lark:
    """Return Lark's LALR parser for a grammar file of the grammar folder; it gives syntax.

    The lexer does not look at the parser's state, so that a text has one tokenisation.
    """
    from lark import Lark

    from mentis_records.notation.build import RecordBuilder

    path = resource_folder("grammar") / grammar
    return Lark.open(
        str(path), parser="lalr", lexer="basic", start=list(STARTS), transformer=RecordBuilder()
    )


@cache
def terminal_pattern(grammar: str, name: str) -> str:
    """Return the regular expression of a grammar's terminal.

    Raises:
        KeyError: the grammar has no such terminal.
    """
    return str(load_parser(grammar).get_terminal(name).pattern.to_regexp())
