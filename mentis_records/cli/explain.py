"""``mentis explain``: one diagnostic, or all of them by what they are about."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Code

_FORMATS = ("text", "json")

_LEAST_ROOM = 36
"""Columns for meanings below which they stand on lines of their own."""

_PAGE = 78
"""Columns of what is said of one code."""

_WIDEST = 120
"""Columns in which lines are still read with ease."""


def explain(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CODE]...",
            help="Codes such as M305, or their names, such as immune. Default: all codes.",
        ),
    ] = None,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Explain diagnostics, with rules and examples; without a code, list all by subject."""
    output.check_choice("--format", format_name, _FORMATS)
    if not codes:
        _list(format_name)
        return
    entries = [_find(code) for code in codes]
    for number, entry in enumerate(dict.fromkeys(entries)):
        if number and format_name == "text":
            output.write("")
        _explain(entry, format_name)


def _explain(entry: Code, format_name: str) -> None:
    """Write all that is known of one diagnostic."""
    from mentis_records.games.code_page import code_address

    if format_name == "json":
        words = " ".join(entry.page.split())
        whole = {"page": words, "expected": entry.expected, "documentation": code_address(entry)}
        examples = [{"text": each.text, "spot": each.spot} for each in entry.examples]
        output.write_json(_value(entry) | whole | {"hint": entry.hint, "examples": examples})
        return
    output.write(f"{entry.id} {entry.slug} ({entry.severity})")
    output.write("")
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _PAGE
    lines = wrap(" ".join(entry.page.split()), min(columns, _PAGE), break_on_hyphens=False)
    output.write("\n".join(lines))
    output.write("")
    output.write_words(f"Rule: {entry.rule}")
    address = code_address(entry)
    if address is not None:
        output.write(f"Documentation: {address}")
    for number, example in enumerate(entry.examples, 1):
        output.write("")
        output.write(f"Example {number}:")
        text = _excerpt(example.text, example.spot)
        for line in text.split("\n"):
            shown = line.encode("unicode_escape", "surrogatepass").decode("ascii")
            output.write_words(f"    {shown}")
        spot = example.spot.encode("unicode_escape", "surrogatepass").decode("ascii")
        output.write(f"  reported at: {spot or 'the end'}")


def _find(code: str) -> Code:
    """Return the entry with an id or slug, or end with a usage error."""
    from mentis_records.games import catalogue, find_code

    try:
        return find_code(code)
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(code.lower(), [known.slug for known in catalogue()], 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        output.fail(f"no diagnostic {code!r}{hint} (mentis explain lists all)")


def _value(entry: Code) -> dict[str, Any]:
    """Return what the list says of a code, as JSON has it."""
    from mentis_records.games import game_of_code

    game = game_of_code(entry)
    return {
        "code": entry.id,
        "slug": entry.slug,
        "severity": entry.severity,
        "game": game and game.description.slug,
        "about": entry.about or None,
        "meaning": entry.meaning,
        "rule": entry.rule,
    }


def _list(format_name: str) -> None:
    """Write all codes: one a line as JSON, or under headings."""
    from mentis_records.games import catalogue, game_of_code

    if format_name == "json":
        for entry in catalogue():
            output.write_json(_value(entry))
        return
    groups: dict[str, list[Code]] = {}
    for entry in catalogue():
        game = game_of_code(entry)
        words = (game.description.title if game else "Every game", entry.about)
        groups.setdefault(": ".join(filter(None, words)), []).append(entry)
    output.paint_lines(_lines(groups))
    output.talk("Unmarked codes make a record invalid.\nmentis explain CODE says more.")


def _lines(groups: dict[str, list[Code]]) -> Iterator[str]:
    """Yield headings and, under each, what its codes mean, as wide as the terminal is."""
    width = max(len(entry.slug) for entries in groups.values() for entry in entries)
    is_terminal = sys.stdout.isatty()
    columns = min(shutil.get_terminal_size().columns, _WIDEST) if is_terminal else sys.maxsize
    for number, (heading, entries) in enumerate(groups.items()):
        if number:
            yield ""
        yield from map(output.bold, _wrapped(heading, 0, columns))
        for entry in entries:
            mark = "" if entry.is_error else f" [{entry.severity}]"
            head, meaning = f"  {entry.id}  {entry.slug}", entry.meaning + mark
            indent = 8 + width + 2
            if columns - indent < _LEAST_ROOM:
                yield from (head, *_wrapped(meaning, 8, columns))
            else:
                first, *more = _wrapped(meaning, indent, columns)
                yield head.ljust(indent) + first.lstrip()
                yield from more


def _wrapped(text: str, indent: int, columns: int) -> Iterable[str]:
    """Return the lines of a text behind an indent."""
    blanks = " " * indent
    return wrap(text, columns, initial_indent=blanks, subsequent_indent=blanks)


def _excerpt(text: str, spot: str) -> str:
    """Return a text, or of a long one what is around the spot."""
    text = text.rstrip("\n")
    if len(text) < 600:
        return text
    at = text.rfind(spot)
    begin = text.rfind("\n", 0, at) + 1 if at > 200 else 0
    end = begin + max(200, min(at + len(spot) - begin, 600) if begin else 0)
    before, after = "...\n" if begin else "", "..." if end < len(text) else ""
    return f"{before}{text[begin:end]}{after}"
