"""The tables are Lark's: fresh ones equal the file's, and every action is one of Lark's."""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark.exceptions import UnexpectedToken
from lark.lexer import Token as LarkToken

from mentis_records.core.resource import resource_folder
from mentis_records.games import GAMES
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables import grammar_file
from mentis_records.notation.tables import grammar_tables as tables
from mentis_records.notation.tables.configuration import find_configurations
from mentis_records.notation.tables.dfa import build_dfa, find_blanks
from mentis_records.notation.tables.grammar_file import STARTS, GrammarError, load_parser

GRAMMAR = GAMES[0].description.grammar
TABLES = tables.load_tables(GRAMMAR)


def test_packing_loses_nothing() -> None:
    assert tables.unpack(memoryview(tables.pack(TABLES))) == TABLES


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the grammar folder, with tables that are made just now."""
    folder = tmp_path_factory.mktemp("written")
    for path in resource_folder("grammar").glob("*.lark"):
        shutil.copy(path, folder)
    tables.write_tables(folder, GRAMMAR)
    return folder


def test_file_equals_fresh_tables(written: Path) -> None:
    """What the build has written, if it has, is what the grammars give."""
    fresh = tables.tables_path(written, GRAMMAR).read_bytes()
    assert fresh == tables.FORMAT + tables.checksum(written, GRAMMAR) + tables.pack(TABLES)
    place = tables.tables_path(resource_folder("grammar"), GRAMMAR)
    assert not place.is_file() or place.read_bytes() == fresh


@pytest.fixture
def folder(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a copy of that folder, which the tables are loaded from."""
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(tables, "resource_folder", lambda name: tmp_path)
    monkeypatch.setattr(grammar_file, "resource_folder", lambda name: tmp_path)
    tables.load_tables.cache_clear()
    load_parser.cache_clear()
    yield tmp_path
    tables.load_tables.cache_clear()
    load_parser.cache_clear()


def test_a_fitting_file_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "compute_tables", lambda grammar: pytest.fail("computed"))
    assert tables.load_tables(GRAMMAR) == TABLES


def test_a_file_of_other_grammars_is_not_read(folder: Path) -> None:
    record = folder / "record.lark"
    record.write_text(record.read_text().replace("[0-9]+\\.+", "[0-9]+\\.[.]*\\.?"))
    load_parser.cache_clear()
    patterns = tables.load_tables(GRAMMAR).patterns
    assert "[0-9]+\\.[.]*\\.?" in patterns


def test_line_ends_do_not_matter(folder: Path) -> None:
    before = tables.checksum(folder, GRAMMAR)
    for path in folder.glob("*.lark"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert tables.checksum(folder, GRAMMAR) == before


def test_without_interegular_the_error_is_clear(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.tables_path(folder, GRAMMAR).unlink()
    monkeypatch.setitem(sys.modules, "interegular", None)
    monkeypatch.delitem(sys.modules, "mentis_records.notation.tables.dfa", raising=False)
    with pytest.raises(GrammarError, match="install"):
        tables.load_tables(GRAMMAR)


def test_reading_imports_no_lark(written: Path) -> None:
    probe = f"""
import sys
from pathlib import Path
from mentis_records.notation.tables import grammar_tables as tables
tables.resource_folder = lambda name: Path({str(written)!r})
tables.load_tables({GRAMMAR!r})
print(sorted({{"lark", "interegular"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("start", STARTS)
def test_accepted_terminals_are_larks(start: str) -> None:
    """Along random walks, the scanner accepts exactly the terminals that Lark's parser does."""
    lark = load_parser(GRAMMAR)
    scanner = Scanner(TABLES)
    rng = random.Random(start)
    places: set[int] = set()
    for _ in range(60):
        parser: Any = lark.parse_interactive("", start=start)
        scanner.begin(STARTS.index(start))
        numbers = tables.array("i", bytes(4 * 3 * 200))
        for _ in range(rng.randrange(1, 40)):
            larks = parser.accepts()
            ours = {name for at, name in enumerate(TABLES.terminals) if scanner.accepts(at)}
            assert ours == larks
            choice = rng.choice(sorted(larks - {"$END"}) or [""])
            if not choice:
                break
            parser.feed_token(LarkToken(choice, ""))
            scanner.feed(TABLES.terminals.index(choice), 0, 0, numbers)
            places.add(hash(frozenset(ours)))
    assert len(places) > 5


def test_every_terminal_is_larks() -> None:
    lark = load_parser(GRAMMAR)
    ordered = [each.name for each in lark.parser.lexer.terminals]  # type: ignore[attr-defined]
    ordered = [name for name in ordered if name not in lark.ignore_tokens]
    assert list(TABLES.terminals[: len(ordered)]) == ordered
    for name in ordered:
        assert tables.terminal_pattern(GRAMMAR, name) == lark.get_terminal(name).pattern.to_regexp()
    with pytest.raises(ValueError, match="not in tuple"):
        tables.terminal_pattern(GRAMMAR, "NOTHING")


def longest(text: str) -> tuple[int, int]:
    """Return the terminal and the length in bytes of the automaton's word at the beginning."""
    state, found = 1, (-1, 0)
    for at, byte in enumerate(text.encode("utf-8", "surrogatepass"), 1):
        state = TABLES.step[state * 256 + byte]
        if TABLES.accept[state] >= 0:
            found = (TABLES.accept[state], at)
    return found


def test_the_longest_word_is_larks_first() -> None:
    """On random texts of the characters that matter, longest and first match are the same."""
    words = [re.compile(pattern) for pattern in TABLES.patterns if pattern]
    parts = [*'abgSTNstn17#-x×–−.*/!?$"\\[]{}();%\n\t 0\udc80é将', "Blue", " Moves", "Red", "<i>"]
    parts += ["</i>", "1/2-1/2", '"a\\"b"', "12.", "[A ", "TSNd2", "d2xd3"]
    parts += ["Blue Moves\tRed Moves"]
    rng = random.Random(7)
    found = set()
    for _ in range(20_000):
        text = "".join(rng.choices(parts, k=rng.randrange(1, 9)))
        first, match = next(
            ((at, match) for at, word in enumerate(words) if (match := word.match(text))),
            (-1, None),
        )
        size = len(match[0].encode("utf-8", "surrogatepass")) if match else 0
        assert longest(text) == (first, size), repr(text)
        found.add(first)
    assert found == {-1, *range(len(words))}


@pytest.mark.parametrize(
    "patterns",
    [
        pytest.param(["a", "ab"], id="a shorter terminal comes first"),
        pytest.param(["a*"], id="empty word"),
        pytest.param(["a[^b]"], id="one character of any kind"),
        pytest.param(["[^é]*b"], id="all but one wide character"),
    ],
)
def test_terminals_that_no_automaton_can_run(patterns: list[str]) -> None:
    with pytest.raises(GrammarError):
        build_dfa(patterns)


@pytest.mark.parametrize("pattern", ["a", "[ ]+\\t", "[é]+"])
def test_ignored_terminals_are_blanks(pattern: str) -> None:
    assert find_blanks(["[ \\t]+", "_+"]) in (b"\t _", b" \t_", b"\t_ ")
    with pytest.raises(GrammarError):
        find_blanks([pattern])


def test_nothing_but_variations_nests() -> None:
    from lark import Lark

    grammar = 'tagged: "a" tagged "b" | "c"\nlisting: "d"\n'
    lark: Any = Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS))
    table = lark.parser.parser.parser.parse_table
    with pytest.raises(GrammarError, match="nests"):
        find_configurations(table, ["A", "B", "C", "D", "$END"], [])


def test_lark_refuses_what_the_tables_refuse() -> None:
    parser: Any = load_parser(GRAMMAR).parse_interactive("", start="listing")
    with pytest.raises(UnexpectedToken):
        parser.feed_token(LarkToken("VARIATION_CLOSE", ")"))
