"""A command line that is being typed: its options, and the place of its last word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from mentis_records.cli.main import app_for
from mentis_records.fast.late_dataclass import dataclass

_WORD = r"(?!or )[a-z][\w-]*"
_CHOICES = re.compile(
    rf"(?:^|: )((?:{_WORD}, )+{_WORD}(?:,? or {_WORD})?|{_WORD} or {_WORD})(?=[ .,;:]|$)"
)
"""How the help of an option or argument names what may stand there."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word, what it means, and whether more of it may follow."""

    word: str
    meaning: str = ""
    is_open: bool = False


FILES, DATABASES = Suggestion("", "files"), Suggestion("", "databases")
"""Stand for names of files, which shells know best."""


@dataclass(slots=True)
class Line:
    """A command line as far as it goes: its command, the options in it, and what is typed last.

    ``slot`` is the option or argument to which the last word belongs, None where it may be an
    option. ``lead`` is what stands before the value in the last word, such as ``--format=``.
    """

    command: str
    parameters: Sequence[Any]
    options: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    slot: Any = None
    lead: str = ""
    last: str = ""


def read_typed(command: str, before: Sequence[str], last: str, action: str = "") -> Line:
    """Return a command line with the place at which its last word stands.

    Of a command that has commands of its own, ``action`` is the one that is given.
    """
    import typer

    group: Any = typer.main.get_command(app_for([command]))
    found = group.commands[command]
    line = Line(command, (found.commands[action] if action else found).params, last=last)
    known = {name: each for each in line.parameters for name in each.opts if name[:1] == "-"}
    arguments = [each for each in line.parameters if each.param_type_name == "argument"]
    pending: Any = None
    is_over = False
    for word in before:
        if pending is not None:
            line.options[pending.opts[0]] = word
            pending = None
        elif word == "--" and not is_over:
            is_over = True
        elif word.startswith("-") and word != "-" and not is_over:
            name, sign, value = word.partition("=")
            found = known.get(name)
            if found is not None and not found.is_flag:
                if sign:
                    line.options[found.opts[0]] = value
                else:
                    pending = found
        else:
            line.words.append(word)
    if pending is not None:
        line.slot = pending
    elif last.startswith("--") and "=" in last and not is_over:
        name, _, line.last = last.partition("=")
        line.slot, line.lead = known.get(name), f"{name}="
    elif not last.startswith("-") or is_over:
        line.slot = _argument(arguments, len(line.words))
    return line


def _argument(arguments: Sequence[Any], number: int) -> Any:
    """Return the argument that stands behind so many words, if any does."""
    for each in arguments:
        if each.nargs == -1 or number < each.nargs:
            return each
        number -= each.nargs
    return None


def choices_of(text: str) -> list[str]:
    """Return the words that the help of an option or argument offers, such as ``csv or json``."""
    found = _CHOICES.search(text)
    return re.split(r",? or |, ", found[1]) if found else []
