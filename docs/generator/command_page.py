"""A page for each command, made of its function: what it does, its options, two examples."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperArgument, TyperOption

from mentis_records.cli.command_example import EXAMPLES
from mentis_records.cli.help_page import GROUPS
from mentis_records.cli.main import COMMANDS, load_command, make_app

_OPTION = re.compile(r"(?<![\w`'\"-])--[a-z][\w-]*")
"""An option that stands in a sentence."""

_PAGE = re.compile(r"\bdocs/([\w/-]+\.md)")
"""A page of the documentation that stands in a sentence."""

_KINDS = {"str": "TEXT", "text": "TEXT", "int": "N", "integer": "N", "float": "N", "path": "FILE"}
"""What stands for a value that has no name of its own, by its kind."""


def index_page() -> str:
    """Return the page that lists all commands by what one wants of them."""
    lines = ["# Commands", ""]
    for title, (names, others) in GROUPS.items():
        known = [name for name in (*names, *others) if name in COMMANDS]
        lines += [f"## {title}", "", "| command | what it does |", "|---|---|"]
        lines += [
            f"| [`mentis {name}`](commands/{name}.md) | {cell(COMMANDS[name])} |" for name in known
        ]
        lines.append("")
    lines += ["```{toctree}", ":hidden:", ":maxdepth: 1", ""]
    lines += [*(f"commands/{name}" for name in COMMANDS), "```", ""]
    return "\n".join(lines)


def command_page(name: str) -> str:
    """Return the page of a command, with the commands that it has of its own."""
    command = typer.main.get_command(make_app([name])).commands[name]  # type: ignore[attr-defined]
    lines = [*_told(command, name, inspect.getdoc(load_command(name)) or "", "#")]
    for action, each in getattr(command, "commands", {}).items():
        lines += _told(each, f"{name} {action}", inspect.getdoc(each.callback) or "", "##")
    return "\n".join(lines)


def _told(command: Any, name: str, about: str, mark: str) -> Iterator[str]:
    """Yield a heading, how a command is used, its arguments and options, and examples."""
    arguments = [each for each in command.params if isinstance(each, TyperArgument)]
    words = " ".join(_usage(each) for each in arguments)
    words = "COMMAND ..." if hasattr(command, "commands") else f"[OPTION]... {words}".strip()
    yield from (f"{mark} mentis {name}", "", "```text", f"mentis {name} {words}", "```", "")
    yield from (*_prose(about), "")
    if arguments:
        yield from (f"{mark}# Arguments", "", "| argument | is |", "|---|---|")
        yield from (f"| `{cell(_usage(each))}` | {cell(each.help or '')} |" for each in arguments)
        yield ""
    options = [each for each in command.params if isinstance(each, TyperOption) and not each.hidden]
    yield from (f"{mark}# Options", "", "| option | says | by default |", "|---|---|---|")
    for each in options:
        yield f"| {_names(each)} | {cell(each.help or '')} | {_default(each)} |"
    yield from ("| `-h`, `--help` | Show all about the command. | |", "")
    if name in EXAMPLES:
        yield from (f"{mark}# Examples", "", "```text", *EXAMPLES[name], "```", "")


def cell(text: str) -> str:
    """Return a text for a cell of a table."""
    line = " ".join(text.split()).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
    return _OPTION.sub(r"`\g<0>`", line)


def _usage(argument: TyperArgument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    if argument.required or name.startswith("["):
        return name
    return f"[{name}]"


def _prose(text: str) -> Iterator[str]:
    """Yield a docstring as Markdown; lines of commands in it are code."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if paragraph.startswith("\b\n") or paragraph.startswith("mentis "):
            yield from ("```text", *paragraph.removeprefix("\b\n").splitlines(), "```", "")
        else:
            text = cell(paragraph).replace("\\|", "|")
            yield from (_PAGE.sub(r"[docs/\1](../../\1)", text), "")


def _names(option: TyperOption) -> str:
    names = [*option.opts, *option.secondary_opts]
    kind = option.type.name.split()[0]
    value = "" if option.is_flag else f" {option.metavar or _KINDS.get(kind, kind.upper())}"
    return ", ".join(f"`{each}{value if each.startswith('--') else ''}`" for each in names)


def _default(option: TyperOption) -> str:
    if isinstance(option.show_default, str):
        return cell(option.show_default)
    default = option.default
    if callable(default) or default in (None, "", False, True) or option.is_flag:
        return ""
    return "" if isinstance(default, list | tuple) and not default else f"`{default}`"
