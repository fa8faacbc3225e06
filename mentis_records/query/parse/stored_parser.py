"""Parsers of queries kept in files: Lark takes far longer to make one than to read it.

The files stand next to the grammars and are written when the package is built. A parser of another
grammar, such as that of a game of another distribution, is made when it is needed.
"""

from __future__ import annotations

import pickle
import re
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mentis_records.core.resource import resource_folder

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

WORD = re.compile(r"[A-Za-z]+")
WORD_END = r"(?!-?[A-Za-z0-9_])"

_FORMAT = b"mentis query parser 1\n"
"""How a file begins; the number changes with what is in it."""


class Grammar(NamedTuple):
    """A grammar of queries: its text, the rule to start with, and the patterns of terminals.

    The patterns take the place of those in the text, and words end where a longer name goes on.
    ``imported`` is the text of the grammar that it imports, if it does.
    """

    text: str
    start: str
    terminals: Mapping[str, str]
    imported: str = ""

    def parser(self, name: str = "") -> Lark:
        """Return the parser, from the file of a name if that has it."""
        place = _place(resource_folder("grammar"), name)
        data = place.read_bytes() if name and place.is_file() else b""
        lark: Any = _import_lark()
        head = self._head(lark)
        if not data.startswith(head):
            return self._build(lark)
        found: Lark = lark.__new__(lark)
        found._load(pickle.loads(data[len(head) :]))  # noqa: S301 - a file of this package
        return found

    def write(self, folder: Path, name: str) -> None:
        """Make the parser and write it into a folder."""
        from lark.grammar import Rule
        from lark.lexer import TerminalDef

        lark = _import_lark()
        made: Any = self._build(lark)
        made.options.options["edit_terminals"] = None  # a function, which has been called
        data, memo = made.memo_serialize([TerminalDef, Rule])
        folder.mkdir(parents=True, exist_ok=True)
        stored = pickle.dumps({"data": data, "memo": memo})
        _place(folder, name).write_bytes(self._head(lark) + stored)

    def _head(self, lark: type[Lark]) -> bytes:
        """Return what a file begins with; it changes with Lark and with the grammar."""
        version = sys.modules[lark.__module__.split(".")[0]].__version__
        facts = (version, *self[:2], sorted(self.terminals.items()), self.imported)
        return _FORMAT + zlib.crc32(repr(facts).encode()).to_bytes(4, "little")

    def _build(self, lark: Any) -> Lark:
        options: dict[str, Any] = {"edit_terminals": self._edit} if self.terminals else {}
        made: Lark = lark(
            self.text,
            parser="lalr",
            start=self.start,
            propagate_positions=True,
            maybe_placeholders=True,
            g_regex_flags=re.ASCII,
            source_path=str(resource_folder("grammar") / "query.lark"),
            **options,
        )
        return made

    def _edit(self, terminal: TerminalDef) -> None:
        """Put in the names of the game, and end each word where a longer name goes on."""
        from lark.lexer import PatternRE, PatternStr

        pattern = terminal.pattern
        if terminal.name in self.terminals:
            terminal.pattern = PatternRE(self.terminals[terminal.name])
        elif isinstance(pattern, PatternStr) and WORD.fullmatch(pattern.value):
            terminal.pattern = PatternRE(f"{pattern.value}{WORD_END}", ("i",))
            terminal.priority = 2


def _place(folder: Path, name: str) -> Path:
    return folder / f"{name}.tables"


def _import_lark() -> type[Lark]:
    """Return Lark, which is not to compare all terminals with each other.

    It does so in every state wherever interegular is installed, in most of a parser's time, and
    importing that takes a third of its own.
    """
    if "lark" not in sys.modules:
        hidden = sys.modules.get("interegular")
        sys.modules["interegular"] = None  # type: ignore[assignment]
        try:
            import lark.lexer
        finally:
            del sys.modules["interegular"]
            if hidden is not None:
                sys.modules["interegular"] = hidden
    import lark.lexer

    lark.lexer.has_interegular = False
    return lark.Lark
