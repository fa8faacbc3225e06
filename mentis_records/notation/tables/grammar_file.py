"""The grammar folder, Lark's parsers for it, and what every grammar takes from ``record.lark``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mentis_records.core.resource import resource_folder

if TYPE_CHECKING:
    from lark import Lark

RECORD = "record.lark"
"""The grammar of what all games' records have in common."""

TAGGED, LISTING = "tagged", "listing"
STARTS = (TAGGED, LISTING)
"""The rules that a record may start with."""

STRUCTURE = frozenset(
    {
        "BRACE_COMMENT",
        "ESCAPE_LINE",
        "HEADER",
        "INVALID_PLY",
        "INVALID_TAG",
        "LINE_COMMENT",
        "NAG",
        "NUMBER",
        "RESULT",
        "STRING",
        "SUFFIX",
        "TAG_CLOSE",
        "TAG_OPEN",
        "VARIATION_CLOSE",
        "VARIATION_OPEN",
        "$END",
        "_NL",
    }
)
"""The terminals of ``record.lark``; every other terminal of a grammar is a part of a ply."""

APART = STRUCTURE - {"NUMBER", "RESULT"}
"""Terminals that cannot be mistaken for a part of the ply that they touch."""


class GrammarError(Exception):
    """A grammar that cannot be made into tables, or tables that cannot be had."""


@cache
def load_parser(grammar: str) -> Lark:
    """Return Lark's LALR parser for a grammar file of the grammar folder, or at a path.

    One elsewhere imports ``record.lark`` by ``%import record``.

    The lexer does not look at the parser's state, so that a text has one tokenisation.
    """
    from lark import Lark

    folder = resource_folder("grammar")
    return Lark.open(
        str(folder / grammar),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        import_paths=[str(folder)],
    )
