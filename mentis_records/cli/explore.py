"""``mentis explore``."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import DATABASE_VARIABLE, parse_memory_limit

if TYPE_CHECKING:
    from mentis_records.explorer.server import Place

_LIBRARIES = ("starlette", "uvicorn")


def explore(
    db: Annotated[
        list[Path],
        typer.Option(
            "--db",
            envvar=DATABASE_VARIABLE,
            help="A database file; may be repeated.",
            show_default="mentis.duckdb",
        ),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="NAME",
            help="Let others in by this name or number of this machine, with a token.",
            show_default="this machine alone",
        ),
    ] = "",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            min=0,
            max=65_535,
            help="The port.",
            show_default="8421, or the next one that is free",
        ),
    ] = 0,
    is_shown: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser.", show_default="open")
    ] = True,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, max=3_600, help="How long a page may take.")
    ] = 5.0,
    memory_limit: Annotated[
        str,
        typer.Option(
            "--memory-limit",
            metavar="SIZE",
            envvar="MENTIS_MEMORY_LIMIT",
            help="The most memory to use, such as 500MB; the rest goes to disk.",
        ),
    ] = "2GB",
) -> None:
    """Explore databases in the browser: positions, games, queries, players.

    Nothing leaves this machine, nothing is changed, and 'mentis load' works meanwhile: the next
    page has the new games. Ctrl-C ends it. With --host other machines reach it, too, if they have
    the token in the address that is shown; without encryption, so only in a network that you trust.
    """
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        names = " and ".join(missing)
        output.fail(f"{names} not installed: pip install 'mentis-records[explore]'")
    from mentis_records.explorer.database_name import name_databases
    from mentis_records.explorer.memory_bound import give_memory_back

    give_memory_back()
    from mentis_records.explorer.server import ServerError, serve, take_place

    files = db or [Path("mentis.duckdb")]
    for file in files:
        with opened(file):
            pass
    limit = parse_memory_limit(memory_limit)
    try:
        place = take_place(host, port)
    except ServerError as error:
        output.fail(str(error))
    serve(name_databases(files), place, limit, seconds, lambda: _begin(place, is_shown))
    output.talk("mentis: the explorer has ended")


def _begin(place: Place, is_shown: bool) -> None:
    """Say where the explorer is, and open it in the browser."""
    output.write_at_once(place.url)
    output.talk("Ctrl-C ends it.")
    if is_shown:
        import webbrowser

        if not webbrowser.open(place.url):
            output.talk("There is no browser to open: use the address above.")
