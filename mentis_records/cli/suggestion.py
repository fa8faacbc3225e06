"""What the last word of a command line may become: commands, options, and values of both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mentis_records.cli.main import COMMANDS, app_for

_CHOICES = re.compile(r"(?:^|: )((?:[a-z][\w-]*, )*[a-z][\w-]*,? or [a-z][\w-]*)(?=[ .,;:]|$)")
"""How the help of an option or argument names what may stand there."""

_SEVERAL = "with commas between"
"""Stands in the help of options that take several choices at once."""


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


def suggest(words: Sequence[str]) -> list[Suggestion]:
    """Return what the last of the words behind the program's name may become."""
    *before, last = words or ("",)
    if not before:
        names = {**COMMANDS, "--help": "Show what there is.", "--version": "Print the version."}
        return _matching(names, last)
    if before[0] not in COMMANDS:
        return []
    line = _read_line(before[0], before[1:], last)
    if line.slot is None and line.last.startswith("-"):
        return _options(line)
    if line.slot is None:
        return []
    found = _values(line)
    return [replace(each, word=each.word and line.lead + each.word) for each in found]


def _matching(names: Mapping[str, str], typed: str) -> list[Suggestion]:
    return [Suggestion(name, about) for name, about in names.items() if name.startswith(typed)]


def _read_line(command: str, before: Sequence[str], last: str) -> Line:
    """Return a command line with the place at which its last word stands."""
    import typer

    group: Any = typer.main.get_command(app_for([command]))
    line = Line(command, group.commands[command].params, last=last)
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


def _options(line: Line) -> list[Suggestion]:
    """Return the options that may begin so, without those that were given."""
    found = {
        name: (each.help or "").split("; ")[0]
        for each in line.parameters
        if each.param_type_name == "option" and (each.multiple or each.opts[0] not in line.options)
        for name in each.opts
        if name.startswith("--") or name == line.last
    }
    return _matching({**found, "--help": "Show all about this command."}, line.last)


def choices_of(text: str) -> list[str]:
    """Return the words that the help of an option or argument offers, such as ``csv or json``."""
    found = _CHOICES.search(text)
    return re.split(r",? or |, ", found[1]) if found else []


def _values(line: Line) -> list[Suggestion]:
    """Return values of the option or argument that is typed."""
    from mentis_records.cli.suggested_value import values_of

    found = values_of(line)
    if found is not None:
        return found
    return list(_choices(line))


def _choices(line: Line) -> Iterator[Suggestion]:
    """Yield the choices that the help names, behind those that were made before a comma."""
    text = getattr(line.slot, "help", None) or ""
    made, comma, typed = line.last.rpartition(",") if _SEVERAL in text else ("", "", line.last)
    for word in choices_of(text):
        if word.startswith(typed) and word not in made.split(","):
            yield Suggestion(made + comma + word)
