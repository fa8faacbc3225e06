"""HTML for notebooks: tables and movetext, all of their text escaped; knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from mentis_records.core.text import one_line

_FRAME = "width: 100%; height: 46em; border: 0"
_PRE = "white-space: pre-wrap; max-width: 48em"


def table(names: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a table with a line of words under it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    words = f"<p>{escape(note)}</p>" if note else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{words}"


def preformatted(text: str) -> str:
    """Return a text with its own line ends."""
    return f'<pre style="{_PRE}">{escape(text)}</pre>'


def framed(page: str, title: str) -> str:
    """Return a whole page as a frame of its own, which can reach nothing around it."""
    return (
        f'<iframe sandbox="allow-scripts" title="{escape(title)}" srcdoc="{escape(page)}" '
        f'style="{_FRAME}"></iframe>'
    )


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, tuple | list):
        value = ", ".join(map(str, value))
    return f"<td>{escape(one_line(str(value)))}</td>"
