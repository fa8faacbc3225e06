"""The page of the library: its functions and classes by what they are for."""

from __future__ import annotations

import inspect

import mentis_records

GROUPS = {
    "Open and read": ("open", "read", "load"),
    "What the commands do": (
        *("report", "rate", "standings", "analyse", "annotate", "audit", "edit", "undo"),
    ),
    "Collections": ("Collection", "Games", "GameEntry", "Info"),
    "Records and positions": ("GameRecord", "FileRecord", "Position", "Playout"),
    "Answers": (
        *("Rows", "Result", "Loaded", "Edited", "Reports", "Rating", "Ratings"),
        *("StandingRow", "Standings", "AnalysedPosition", "AnalysedPly", "AuditRow"),
        *("MatchRow", "RateRow", "RefusedRecord", "TreeRow"),
    ),
    "Errors": (
        *("StoreError", "QueryError", "PositionError", "MoveError", "EditError"),
        "MissingExtraError",
    ),
}
"""All names of the library but its version."""

_HEAD = """\
`import mentis_records` is light: what a function needs is imported when it is first asked for.
Errors are exceptions with the words of the commands; records with errors are no exceptions, but
values with diagnostics. `mentis_records.open` reads alone; `load`, `edit`, `undo` and
`analyse(db=...)` change a file, which must not be open meanwhile. [A first
hour](../tutorials/data-scientist.md) shows most of it."""


def function_page() -> str:
    """Return the page."""
    lines = ["# Python", "", _HEAD, ""]
    for title, names in GROUPS.items():
        lines += [f"## {title}", "", "```{eval-rst}"]
        for name in names:
            value = getattr(mentis_records, name)
            value = inspect.unwrap(value) if not inspect.isclass(value) else value
            kind = "autoclass" if inspect.isclass(value) else "autofunction"
            lines.append(f".. {kind}:: {_place(name, value)}")
            if inspect.isclass(value) and issubclass(value, BaseException):
                lines.append("   :exclude-members: add_note, with_traceback, args")
            lines.append("")
        lines += ["```", ""]
    return "\n".join(lines)


def _place(name: str, value: object) -> str:
    """Return where a name is documented: the library, if it is called otherwise at home."""
    home = f"{value.__module__}.{value.__qualname__}"  # type: ignore[attr-defined]
    return home if home.endswith(f".{name}") else f"mentis_records.{name}"
