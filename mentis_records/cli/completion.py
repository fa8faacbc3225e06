"""``mentis completion``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mentis_records.cli.command_line import Suggestion


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD...", help="What the script asks about; behind --."),
    ] = None,
) -> None:
    """Print the script that completes commands, options and names in a shell.

    Names of files, players, events, saved queries, games and diagnostics are completed, too; those
    of the database that --db names in the line, else MENTIS_DB or mentis.duckdb.

    \b
    bash, in ~/.bashrc:
      source <(mentis completion bash)
    zsh, in ~/.zshrc, below compinit:
      source <(mentis completion zsh)
    fish, in ~/.config/fish/config.fish:
      mentis completion fish | source
    """  # noqa: D301 - a backspace tells that lines stay as they are
    from mentis_records.cli.completion_script import SCRIPTS

    output.check_choice("shell", shell, SCRIPTS)
    if words is None:
        output.write_text(SCRIPTS[shell])
    elif shell == "bash":
        _answer_bash(words)
    else:
        from mentis_records.cli.suggestion import suggest

        _write(suggest(words), words[-1])


def _write(found: Iterable[Suggestion], typed: str) -> None:
    """Write what the last word may become, a line for each."""
    for each in found:
        if not each.word:
            output.write(f"{each.meaning} {typed}" if each.meaning == "databases" else each.meaning)
            continue
        kind = "open" if each.is_open else "word"
        meaning = f"\t{each.meaning}" if each.meaning else ""
        output.write_source(f"{kind} {each.word}{meaning}\n")


def _answer_bash(words: Sequence[str]) -> None:
    """Answer bash, which gives the line up to the cursor, and the part of it to be replaced."""
    from dataclasses import replace

    from mentis_records.cli.bash_word import read_line, reply
    from mentis_records.cli.suggestion import suggest

    text, part = (*words, "", "")[:2]
    line = read_line(text)
    start = len(text) - len("" if set(part) <= set("=:") else part)
    found = [
        replace(each, word=reply(line, start, each.word), meaning="") if each.word else each
        for each in suggest(line.words[1:])
    ]
    typed = line.words[-1]
    kept = sum(at < start for at in line.origins)
    _write(found, typed[line.opened if line.quote else kept :])
