"""The command ``mentis``: the registry of commands, and what happens to errors at the top."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.help_page import CommandList, CommandPage, page_width
from mentis_records.cli.interruption import INTERRUPTED, hear_interruptions

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "validate": "Check record files: every ply, tags, results.",
        "fmt": "Write records in canonical form.",
        "show": "Show a record: step, draw, make a page.",
        "new": "Enter a game, turn by turn.",
        "explain": "Explain diagnostics, with their rules.",
        "moves": "List the legal moves of positions.",
        "analyse": "Find best moves and forced wins; annotate.",
        "audit": "Check claimed results: were wins forced?",
        "certify": "Check certificates of forced wins.",
        "perft": "Count the sequences of legal turns.",
        "generate": "Generate games by self-play.",
        "load": "Load record files into a database.",
        "index": "Bring the positions index up to date.",
        "info": "Show what a database holds.",
        "games": "List games: select, sort, page.",
        "game": "Show one game: step, draw, make a page.",
        "matches": "List matches, or show one by its rounds.",
        "standings": "Show the table of an event, with tie-breaks.",
        "quarantine": "List, mend, retry or discard refused records.",
        "duplicates": "List duplicates, resolve possible ones.",
        "players": "List, rate or merge players.",
        "export": "Write games: mgn, json, csv, parquet, apgr.",
        "query": "Find positions, attacks, moves, sequences.",
        "tree": "Show the moves played in a position.",
        "explore": "Explore databases in the browser.",
        "report": "Write reports: pages, PDF, figures, numbers.",
        "sql": "Query the database with SQL.",
        "edit": "Change tags of stored games; undo it.",
        "delete": "Delete games.",
        "doctor": "Check a database against its moves; repair it.",
        "vacuum": "Reclaim the space that deletions left.",
        "lake": "Keep collections beyond one file, on several machines.",
        "demo": "Run everything on the bundled records of a game.",
        "completion": "Complete command lines in bash, zsh or fish.",
        "version": "Print the versions of the program and rules.",
    }
)
"""All commands and what the help page, which groups them (``help_page``), says of each.

Each is a function in the module of its name, whose docstring is the command's own page.
"""

WITH_COMMANDS = frozenset(("lake",))
"""Commands that have commands of their own (``make_group``)."""


_GO_ON = frozenset(
    (
        *("validate", "fmt", "load", "index", "quarantine", "players", "duplicates"),
        *(
            "new",
            "audit",
            "certify",
            "report",
            "edit",
            "delete",
            "doctor",
            "vacuum",
            "lake",
            "demo",
        ),
    )
)
"""Commands that change something or end with a verdict, whoever reads what they say."""


def load_command(name: str) -> Callable[..., None]:
    """Return the function that is a command."""
    found: Callable[..., None] = getattr(import_module(f"mentis_records.cli.{name}"), name)
    return found


def load_commands(name: str) -> Mapping[str, str]:
    """Return the commands of a command that has some, and what is said of each."""
    found: Mapping[str, str] = import_module(f"mentis_records.cli.{name}").ACTIONS
    return found


def load_group(name: str) -> typer.Typer:
    """Return the commands of a command that has some."""
    found: typer.Typer = import_module(f"mentis_records.cli.{name}").make_group()
    return found


def make_app(names: Iterable[str] = COMMANDS, is_outline: bool = False) -> typer.Typer:
    """Return the program with some of its commands, of which only those are imported.

    Those of an outline are not: it is what a list of commands needs, and no more.
    """
    app = typer.Typer(
        name="mentis",
        cls=CommandList,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "terminal_width": page_width()},
    )
    app.callback()(_describe)
    for name in names:
        if name in WITH_COMMANDS and not is_outline:
            app.add_typer(load_group(name), name=name, short_help=COMMANDS[name])
            continue
        command = _outline if is_outline else load_command(name)
        app.command(name, cls=CommandPage, short_help=COMMANDS[name])(command)
    return app


def _outline() -> None:
    """Stand for any command of an outline."""


def app_for(words: Sequence[str]) -> typer.Typer:
    """Return as much of the program as a command line needs."""
    if words and words[0] in COMMANDS:
        return make_app(words[:1])
    return make_app(is_outline=True)


def _describe(
    is_version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=lambda value: _tell_version(value))
    ] = False,
) -> None:
    """Check, store, query and report game records of abstract board games."""


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        load_command("version")()
        raise typer.Exit


_GARBAGE = (50_000, 20, 50)
"""How rarely Python looks for garbage in cycles: records are many objects and make none."""


def spare_garbage() -> None:
    """Make Python look for garbage in cycles more rarely than it does by itself."""
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
    gc.enable()


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why something cannot be written, standard output mostly, where nobody else has caught it."""


def _as_value(word: str) -> str:
    """Return a word of the command line, one that begins with a dash and a blank as a value.

    No option does, but position strings of some games.
    """
    return f" {word}" if word.startswith("- ") else word


def run() -> None:
    """Run the program; a fault of its own is one line and exit code 3, never a traceback."""
    output.prepare_streams()
    spare_garbage()
    sys.argv[1:] = map(_as_value, sys.argv[1:])
    if sys.argv[1:2] and sys.argv[1] in _GO_ON:
        output.go_on_unread()
    try:
        try:
            hear_interruptions()
            app_for(sys.argv[1:])()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        output.talk("mentis: interrupted")
        sys.exit(INTERRUPTED)
    except SystemExit as end:
        if end.code == INTERRUPTED:  # typer has caught Ctrl-C, and says nothing
            output.talk("mentis: interrupted")
        if isinstance(end.__context__, BrokenPipeError):  # or that nobody reads any more
            output.give_up()
            sys.exit(output.CLEAN)
        raise
    except BrokenPipeError as error:
        output.give_up()
        ended = error.__context__  # what was told last is not read, but it had all been done
        sys.exit(ended.code if isinstance(ended, SystemExit) else output.CLEAN)
    except Exception as error:
        from mentis_records.store.error import is_interruption

        if is_interruption(error):
            output.talk("mentis: interrupted")
            sys.exit(INTERRUPTED)
        from mentis_records.core.capability_module import CapabilityError
        from mentis_records.core.contract import GameError
        from mentis_records.core.game import NotOfferedError

        if isinstance(error, NotOfferedError | CapabilityError | GameError):
            output.talk(f"mentis: {error}")
            sys.exit(output.USAGE if isinstance(error, NotOfferedError) else output.FAULT)
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            output.give_up()
            what = error.filename or "standard output"
            output.talk(f"mentis: {what}: {error.strerror}; it is not complete")
            sys.exit(output.USAGE)
        if "MENTIS_DEBUG" in os.environ:
            raise
        text = f"{type(error).__name__}: {str(error).split(chr(10), 1)[0]}"
        blamed = _game_to_blame(error)
        if blamed:
            output.talk(f"mentis: {blamed} fails: {text}")
            output.talk("Tell the authors of the game; MENTIS_DEBUG=1 shows where it happened.")
            sys.exit(output.FAULT)
        output.talk(f"mentis: internal error: {text}")
        output.talk("Please report it; MENTIS_DEBUG=1 shows where it happened.")
        sys.exit(output.FAULT)


def _game_to_blame(error: BaseException) -> str:
    """Return the game of another distribution in whose code an exception arose, or nothing."""
    import traceback
    from pathlib import Path

    from mentis_records.games.registry import GAMES, OURS

    places = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    for game in GAMES[len(OURS) :]:
        module = sys.modules[type(game).__module__]
        file = Path(getattr(module, "__file__", None) or "")
        code = file.parent if module.__package__ else file
        if code.name and any(Path(place).is_relative_to(code) for place in places):
            return f"the game {game.description.title}"
    return ""
