"""The tables that a grammar's scanner runs on: computed with Lark, kept in a file, read fast.

The file stands beside the grammars and is written when the package is built. Reading it imports
neither Lark nor interegular.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import astuple
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mentis_records.core.resource import resource_folder
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tables.grammar_file import RECORD, STRUCTURE, GrammarError, load_parser

if TYPE_CHECKING:
    from lark import Lark

FORMAT = b"mentis tables 3\n"
"""How a file of tables begins; the number changes with what is in it."""

_END = "$END"


@dataclass(frozen=True)
class Tables:
    """A grammar's two automata and the names in it.

    ``terminals`` are the names of the terminals in the order of Lark's lexer, then those that
    no text has, ``$END`` at last; ``patterns`` their regular expressions (empty for the latter),
    and ``plies`` the names of the alternatives of the rule ``ply``. ``blank`` tells of each byte
    whether it is skipped between terminals.

    The automaton over bytes: ``step`` has 256 targets a state, ``accept`` the terminal whose
    word ends in a state, or -1 (see ``dfa.Dfa``). The parser: ``actions`` has an action and
    ``shifts`` a truth value for each terminal a configuration, ``places`` a configuration for
    each (see ``configuration.Configurations``). ``numbers`` are the first state with a word, the
    first state that nothing leaves, the configuration inside of a variation, the one at the
    beginning for each rule of ``grammar_file.STARTS``, and the bytes of the shortest ply.
    """

    terminals: tuple[str, ...]
    patterns: tuple[str, ...]
    plies: tuple[str, ...]
    blank: bytes
    step: bytes
    accept: array[int]
    actions: array[int]
    shifts: bytes
    places: array[int]
    numbers: array[int]

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Return the numbers of the terminals."""
        return {name: kind for kind, name in enumerate(self.terminals)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of what a scanner's entries may be: terminals, then plies."""
        return (*self.terminals, *self.plies)

    @property
    def starts(self) -> array[int]:
        """Return the configuration at the beginning, for each rule of ``grammar_file.STARTS``."""
        return self.numbers[3:-1]

    @property
    def shortest_ply(self) -> int:
        """Return how many bytes a ply has at least."""
        return self.numbers[-1]

    @cached_property
    def roles(self) -> bytes:
        """Return the roles of what a scanner's entries may be."""
        from mentis_records.notation.tables.role import roles_of

        return roles_of(self.terminals, self.plies)


@cache
def load_tables(grammar: str) -> Tables:
    """Return the tables of a grammar, from their file if that fits the grammars, else computed.

    Raises:
        GrammarError: they must be computed, and Lark or interegular is missing.
    """
    folder = resource_folder("grammar")
    place = tables_path(folder, grammar)
    if place.is_file():
        data = place.read_bytes()
        head = FORMAT + checksum(folder, grammar)
        if data.startswith(head):
            return unpack(memoryview(data)[len(head) :])
    try:
        return compute_tables(grammar)
    except ImportError as error:
        raise GrammarError(
            f"{place.name} is missing or older than the grammars, and computing it needs "
            f"{error.name}: install it, or the package again"
        ) from error


@cache
def terminal_pattern(grammar: str, name: str) -> str:
    """Return the regular expression of a grammar's terminal.

    Raises:
        ValueError: the grammar has no such terminal.
    """
    tables = load_tables(grammar)
    return tables.patterns[tables.terminals.index(name)]


def tables_path(folder: Path, grammar: str) -> Path:
    """Return where the tables of a grammar are kept in a folder."""
    return (folder / grammar).with_suffix(".tables")


def write_tables(folder: Path, grammar: str) -> None:
    """Compute the tables of a grammar and write them into a folder."""
    place = tables_path(folder, grammar)
    place.parent.mkdir(parents=True, exist_ok=True)
    head = FORMAT + checksum(resource_folder("grammar"), grammar)
    place.write_bytes(head + pack(compute_tables(grammar)))


def checksum(folder: Path, grammar: str) -> bytes:
    """Return four bytes that change with the texts of a grammar and of what all have in common."""
    value = 0
    for path in (folder / RECORD, folder / grammar):
        # Line ends are no part of a grammar's text.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        value = zlib.crc32(b"%s\0%d\0%s" % (path.name.encode(), len(text), text), value)
    return value.to_bytes(4, "little")


def compute_tables(grammar: str) -> Tables:
    """Return the tables of a grammar, made of Lark's lexer terminals and LALR table.

    Raises:
        GrammarError: the terminals or rules are none that the scanner can run.
        ImportError: Lark or interegular is missing.
    """
    from mentis_records.notation.tables.configuration import find_configurations
    from mentis_records.notation.tables.dfa import build_dfa, find_blanks

    lark = load_parser(grammar)
    inner: Any = lark.parser
    found = {str(each.name): str(each.pattern.to_regexp()) for each in inner.lexer.terminals}
    blanks = find_blanks([found.pop(name) for name in lark.ignore_tokens])
    dfa = build_dfa(list(found.values()))
    table = inner.parser.parser.parse_table
    plies = tuple(
        dict.fromkeys(str(rule.alias or "ply") for rule in lark.rules if rule.origin.name == "ply")
    )
    names = {str(symbol) for row in table.states.values() for symbol in row}
    declared = sorted((names & STRUCTURE) - set(found) - {_END})
    terminals = (*found, *declared, _END)
    parser = find_configurations(table, terminals, plies)
    shortest = shortest_ply(lark)
    numbers = (dfa.first_accepting, dfa.first_final, parser.opened, *parser.starts, shortest)
    return Tables(
        terminals,
        (*found.values(), *("" for _ in declared), ""),
        plies,
        bytes(byte in blanks for byte in range(256)),
        bytes(dfa.step),
        array("i", dfa.accept),
        array("i", parser.actions),
        parser.shifts,
        array("i", parser.places),
        array("i", numbers),
    )


def shortest_ply(lark: Lark) -> int:
    """Return how many bytes a ply has at least, of any alternative of the rule ``ply``."""
    widths = {str(each.name): int(each.pattern.min_width) for each in lark.terminals}
    found: dict[str, int] = {}
    is_growing = True
    while is_growing:
        is_growing = False
        for rule in lark.rules:
            parts = [
                widths.get(symbol.name, 0) if symbol.is_term else found.get(symbol.name)
                for symbol in rule.expansion
            ]
            known = [part for part in parts if part is not None]
            name = str(rule.origin.name)
            if len(known) == len(parts) and sum(known) < found.get(name, sum(known) + 1):
                found[name] = sum(known)
                is_growing = True
    return found["ply"]


def pack(tables: Tables) -> bytes:
    """Return tables as bytes: each field with its length before it."""
    return zlib.compress(b"".join(_pack(value) for value in astuple(tables)), 9)


def _pack(value: tuple[str, ...] | bytes | array[int]) -> bytes:
    if isinstance(value, tuple):
        data = b"".join(_pack(text.encode()) for text in value)
    elif isinstance(value, bytes):
        data = value
    else:
        data = _little(value).tobytes()
    return len(data).to_bytes(4, "little") + data


def unpack(data: memoryview) -> Tables:
    """Return the tables that ``pack`` has made bytes of."""
    whole = memoryview(zlib.decompress(data))
    terminals, patterns, plies, blank, step, accept, actions, shifts, places, numbers = _parts(
        whole
    )
    return Tables(
        tuple(str(part, "utf-8") for part in _parts(terminals)),
        tuple(str(part, "utf-8") for part in _parts(patterns)),
        tuple(str(part, "utf-8") for part in _parts(plies)),
        bytes(blank),
        bytes(step),
        _numbers(accept),
        _numbers(actions),
        bytes(shifts),
        _numbers(places),
        _numbers(numbers),
    )


def _parts(data: memoryview) -> Iterable[memoryview]:
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        yield data[at + 4 : end]
        at = end


def _numbers(data: memoryview) -> array[int]:
    found: array[int] = array("i")
    found.frombytes(data)
    return _little(found)


def _little(values: array[int]) -> array[int]:
    """Return numbers with their bytes in the file's order, on any machine."""
    if sys.byteorder == "little":
        return values
    swapped = values[:]
    swapped.byteswap()
    return swapped
