"""Pages of diagnostics, one a subject, each code with an anchor of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.command_page import cell
from mentis_records.core.diagnostic import Code
from mentis_records.games.code_page import code_page, page_title
from mentis_records.games.registry import OURS
from mentis_records.notation.code import CODES


def subjects() -> Mapping[str, list[Code]]:
    """Return the codes of the notation and of our games by the names of their pages."""
    found: dict[str, list[Code]] = {}
    for code in (*CODES, *(code for game in OURS for code in game.description.codes)):
        found.setdefault(str(code_page(code)), []).append(code)
    return found


def index_page() -> str:
    """Return the page that lists all codes with what they mean."""
    lines = ["# Diagnostics", "", "`mentis explain CODE` tells the same, with examples.", ""]
    heading = ""
    for page, codes in subjects().items():
        title = page_title(codes[0]).partition(":")[0]
        if title != heading:
            lines += ["", f"## {title}", "", "| code | name | means |", "|---|---|---|"]
            heading = title
        for code in codes:
            link = f"[`{code.slug}`]({page}.md#{code.slug})"
            lines.append(f"| {code.id} | {link} | {cell(code.meaning)} |")
    lines.append("")
    lines += ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *subjects(), "```", ""]
    return "\n".join(lines)


def subject_page(codes: list[Code]) -> str:
    """Return the page of the codes of a subject."""
    title = page_title(codes[0])
    return f"# {title}\n\n" + "\n".join(line for code in codes for line in _section(code))


def _section(code: Code) -> Iterator[str]:
    yield from (f"({code.slug})=", "", f"## {code.id} {code.slug}", "")
    yield from (f"*{code.severity.value.capitalize()}.* {cell(code.page)}", "")
    told = {"message": code.message, "expected": code.expected, "hint": code.hint}
    for name, text in told.items():
        if text:
            yield f"- {name}: {cell(text)}"
    yield from (f"- rule: {cell(code.rule)}", "")
