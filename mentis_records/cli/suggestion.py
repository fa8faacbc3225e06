"""What the last word of a command line may become: commands, options, and values of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mentis_records.cli.command_line import Line, Suggestion, choices_of, read_typed
from mentis_records.cli.main import COMMANDS, WITH_COMMANDS, load_commands
from mentis_records.cli.suggested_value import values_of

_SEVERAL = "with commas between"
"""Stands in the help of options that take several choices at once."""


def suggest(words: Sequence[str]) -> list[Suggestion]:
    """Return what the last of the words behind the program's name may become."""
    *before, last = words or ("",)
    if not before:
        names = {**COMMANDS, "--help": "Show what there is.", "--version": "Print the version."}
        return _matching(names, last)
    if before[0] not in COMMANDS:
        return []
    if before[0] in WITH_COMMANDS:
        found_group = _in_group(before, last)
        if found_group is not None:
            return found_group
        line = read_typed(before[0], before[2:], last, before[1])
    else:
        line = read_typed(before[0], before[1:], last)
    if line.slot is None and line.last.startswith("-"):
        return _options(line)
    if line.slot is None:
        return []
    found = _values(line)
    return [replace(each, word=each.word and line.lead + each.word) for each in found]


def _in_group(before: Sequence[str], last: str) -> list[Suggestion] | None:
    """Return the commands of a command, or None where one of them is given."""
    commands = {**load_commands(before[0]), "--help": "Show all about this command."}
    if len(before) == 1:
        return _matching(commands, last)
    return None if before[1] in commands and not before[1].startswith("-") else []


def _matching(names: Mapping[str, str], typed: str) -> list[Suggestion]:
    return [Suggestion(name, about) for name, about in names.items() if name.startswith(typed)]


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


def _values(line: Line) -> list[Suggestion]:
    """Return values of the option or argument that is typed."""
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
