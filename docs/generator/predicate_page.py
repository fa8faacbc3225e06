"""The page of all tests of queries, game by game, made of the query language itself."""

from __future__ import annotations

from generator.command_page import cell
from mentis_records.games.registry import OURS
from mentis_records.query.parse.language import language_of

_HEAD = """\
What a query may ask, as the program knows it: each test with examples, then the functions, whose
argument is called A. [Queries](query-language.md) says how tests are joined."""


def predicate_page() -> str:
    """Return the page."""
    lines = ["# Tests of queries", "", _HEAD, ""]
    for game in OURS:
        language = language_of(game)
        lines += [f"## {game.description.title}", "", "| test | true when |", "|---|---|"]
        for predicate in language.predicates:
            forms = ", ".join(f"`{_code(form)}`" for form in language.forms[predicate.name])
            lines.append(f"| {forms} | {_says(predicate.about)} |")
        for function in language.functions.values():
            lines.append(f"| `{_code(function.form)}` | {_says(function.about)} |")
        lines.append("")
    return "\n".join(lines)


def _code(text: str) -> str:
    return text.replace("|", "\\|")


def _says(text: str) -> str:
    """Return what a test says; the codes in it stay as they are."""
    parts = text.split("`")
    told = [_code(part) if at % 2 else _plain(part) for at, part in enumerate(parts)]
    return "`".join(told)


def _plain(text: str) -> str:
    """Return words between codes with the blanks around them."""
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{cell(text)}{after}" if text.strip() else text
