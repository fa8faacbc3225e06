"""Help pages: the commands by what one wants of them, and examples of each."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from mentis_records.cli import output

GROUPS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Read and check": (("validate", "show", "explain"), ("moves",)),
    "Enter and mend": (("new", "fmt", "quarantine", "edit", "players"), ("duplicates", "delete")),
    "Collect and ask": (
        ("load", "info", "games", "query", "tree", "explore"),
        ("game", "matches", "sql", "index", "doctor", "vacuum", "lake"),
    ),
    "Report and share": (("report", "standings", "export"), ()),
    "Analyse": (("analyse", "audit"), ("certify", "perft", "generate")),
    "Tools": (("demo", "completion", "version"), ()),
}
"""What one may want, the commands for it, and those that are only named."""

_WORD = re.compile(r"""(?:--[\w-]+ (?!-))?(?:"[^"]*"|'[^']*'|\S)+""")
"""A word of a command line, or an option with its value."""

_WIDEST = 80


def page_width() -> int:
    """Return the columns that a help page takes, on the narrowest terminals too."""
    return max(min(shutil.get_terminal_size().columns, _WIDEST) - 2, 20)


class CommandList(TyperGroup):
    """The program, whose help lists the commands in groups."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how the program is used, and what tells more."""
        formatter.write_usage(ctx.command_path, "[--version] [--help] COMMAND ...")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the groups; the options stand in the line above."""
        shown = {name for names, _ in GROUPS.values() for name in names}
        width = max(map(len, shown))
        for title, (names, others) in GROUPS.items():
            known = [name for name in names if name in self.commands]
            also = ", ".join(name for name in others if name in self.commands)
            formatter.write_paragraph()
            formatter.write(_heading(title, also, formatter.width))
            with formatter.indentation():
                rows = [(name.ljust(width), self.commands[name].short_help) for name in known]
                formatter.write_dl(rows)
        formatter.write_paragraph()
        formatter.write_text(f"{ctx.command_path} COMMAND --help: all about one, with examples")


class CommandPage(TyperCommand):
    """A command, whose help ends with examples."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples of the command."""
        _write_examples(str(self.name), formatter)


class LakeCommandPage(TyperCommand):
    """A command of ``mentis lake``, whose help ends with examples."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples of the command."""
        _write_examples(f"lake {self.name}", formatter)


class LakeCommandList(TyperGroup):
    """The command ``mentis lake``, whose help lists its commands and ends with examples."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write examples of what is done with a lake."""
        _write_examples(str(self.name), formatter)


def _write_examples(name: str, formatter: Any) -> None:
    from mentis_records.cli.command_example import EXAMPLES

    lines = EXAMPLES.get(name, ())
    if lines:
        formatter.write_paragraph()
        formatter.write_heading("Examples")
        for line in lines:
            for part in _broken(line, formatter.width):
                formatter.write(f"  {part}\n")


def _heading(title: str, also: str, width: int) -> str:
    """Return the heading of a group, with the commands that are only named."""
    from textwrap import wrap

    text = f"{title} (also {also}):" if also else f"{title}:"
    first, *more = wrap(text, width, subsequent_indent="  ")
    return "\n".join([output.bold(title) + first.removeprefix(title), *more]) + "\n"


def _broken(line: str, width: int) -> Iterator[str]:
    """Yield a command line in lines as wide as there is room, as a shell reads them."""
    text = ""
    for word in _WORD.findall(line):
        if text and len(text) + len(word) + 5 > width:
            yield f"{text} \\"
            text = f"  {word}"
        else:
            text = f"{text} {word}" if text else word
    yield text
