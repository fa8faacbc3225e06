"""The command ``mentis``: the registry of commands, and what happens to errors at the top."""

from __future__ import annotations

import gc
import os
import signal
import sys

import typer

from mentis_records.cli import output
from mentis_records.cli.delete import delete
from mentis_records.cli.demo import demo
from mentis_records.cli.doctor import doctor
from mentis_records.cli.duplicates import duplicates
from mentis_records.cli.explain import explain
from mentis_records.cli.export import export
from mentis_records.cli.fmt import fmt
from mentis_records.cli.game import game
from mentis_records.cli.games import games
from mentis_records.cli.generate import generate
from mentis_records.cli.index import index
from mentis_records.cli.info import info
from mentis_records.cli.load import load
from mentis_records.cli.moves import moves
from mentis_records.cli.perft import perft
from mentis_records.cli.players import players
from mentis_records.cli.quarantine import quarantine
from mentis_records.cli.query import query
from mentis_records.cli.report import report
from mentis_records.cli.show import show
from mentis_records.cli.sql import sql
from mentis_records.cli.tree import tree
from mentis_records.cli.vacuum import vacuum
from mentis_records.cli.validate import validate
from mentis_records.cli.version import version
from mentis_records.store.error import is_interruption

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a run that Ctrl-C has ended, as shells expect it."""

COMMANDS = (
    validate,
    fmt,
    show,
    explain,
    moves,
    perft,
    generate,
    load,
    index,
    info,
    games,
    game,
    quarantine,
    duplicates,
    players,
    export,
    query,
    tree,
    report,
    sql,
    delete,
    doctor,
    vacuum,
    demo,
    version,
)
"""All commands, in the order of the help page."""

app = typer.Typer(
    name="mentis",
    help="Check, store, query and report game records of the board game Mentis.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)


_GARBAGE = (50_000, 20, 50)
"""How rarely Python looks for garbage in cycles: records are many objects and make none."""


def spare_garbage() -> None:
    """Make Python look for garbage in cycles more rarely than it does by itself."""
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def run() -> None:
    """Run the program; a fault of its own is one line and exit code 3, never a traceback."""
    output.prepare_streams()
    spare_garbage()
    try:
        app()
    except KeyboardInterrupt:
        output.talk("mentis: interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(output.CLEAN)
    except Exception as error:
        if is_interruption(error):
            output.talk("mentis: interrupted")
            sys.exit(INTERRUPTED)
        if "MENTIS_DEBUG" in os.environ:
            raise
        text = str(error).split("\n", 1)[0]
        output.talk(f"mentis: internal fault: {type(error).__name__}: {text}")
        output.talk("Please report it; MENTIS_DEBUG=1 shows where it happened.")
        sys.exit(output.FAULT)
