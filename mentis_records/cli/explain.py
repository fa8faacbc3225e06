"""``mentis explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output


def explain(
    code: Annotated[
        str, typer.Argument(help="A code such as M305, or its name, immune. Default: all codes.")
    ] = "",
) -> None:
    """Explain a diagnostic, with its rule and examples."""
    from textwrap import wrap

    from mentis_records.games import catalogue, find_code

    if not code:
        width = max(len(entry.slug) for entry in catalogue())
        for entry in catalogue():
            output.write(f"{entry.id}  {entry.slug:<{width}}  {entry.severity}")
        return
    try:
        entry = find_code(code)
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(code.lower(), [known.slug for known in catalogue()], 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        output.fail(f"no diagnostic {code!r}{hint} (mentis explain lists all)")
    output.write(f"{entry.id} {entry.slug} ({entry.severity})")
    output.write("")
    output.write("\n".join(wrap(" ".join(entry.page.split()), 78, break_on_hyphens=False)))
    output.write("")
    output.write(f"Rule: {entry.rule}")
    for number, example in enumerate(entry.examples, 1):
        output.write("")
        output.write(f"Example {number}:")
        text = _excerpt(example.text, example.spot)
        for line in text.split("\n"):
            output.write("    " + line.encode("unicode_escape", "surrogatepass").decode("ascii"))
        spot = example.spot.encode("unicode_escape", "surrogatepass").decode("ascii")
        output.write(f"  reported at: {spot or 'the end'}")


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
