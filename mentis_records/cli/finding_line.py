"""The lines of a report of findings as a terminal shows them: folded, severities in colour."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from mentis_records.cli import output

_COLOURS = {"error[": "1;31", "warning[": "1;33", "note[": "1;36"}
"""Terminal colours of the lines that begin like this."""

_SOURCE = re.compile(r" [ 0-9]+ \|")
"""How a line begins that is one of the source, or has its marks: it is as wide as it is."""


def report_lines(texts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a report as standard output is to have them."""
    if not sys.stdout.isatty():
        yield from texts
        return
    for text in texts:
        for line in text.split("\n"):
            yield _painted(line if _SOURCE.match(line) else output.fitted(line))


def _painted(line: str) -> str:
    """Return a line with its severity coloured, where there are colours."""
    if output.has_colour():
        for beginning, colour in _COLOURS.items():
            if line.startswith(beginning):
                code, mark, rest = line.partition("]")
                return f"\x1b[{colour}m{code}{mark}\x1b[0m{rest}"
    return line
