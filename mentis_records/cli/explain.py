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
        text = example.text if len(example.text) < 600 else example.text[:200] + "..."
        for line in text.rstrip("\n").split("\n"):
            output.write("    " + line.encode("unicode_escape", "surrogatepass").decode("ascii"))
        spot = example.spot.encode("unicode_escape", "surrogatepass").decode("ascii")
        output.write(f"  reported at: {spot or 'the end'}")
