"""Arguments and options that several commands share, and how they become values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.notation.read import Reader
    from mentis_records.notation.reading import Reading

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files (.mgn, .txt, also .gz, .zst, .zip of them), folders, or - for standard input.",
        metavar="PATH...",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]
AsPlayed = Annotated[
    bool,
    typer.Option(
        "--as-played", help="Let illegal plies stand that were played and the board can follow."
    ),
]
Variant = Annotated[
    str, typer.Option("--variant", help="Variant of records without the tag Variant.")
]
DatabasePath = Annotated[
    Path,
    typer.Option(
        "--db", envvar="MENTIS_DB", help="The database file.", show_default="mentis.duckdb"
    ),
]
DEFAULT_DATABASE = Path("mentis.duckdb")


def choose_options(variant: str) -> dict[str, str]:
    """Return the option tags that ``--variant`` stands for, or end with a usage error."""
    from mentis_records.games import GAMES

    if not variant:
        return {}
    choices = {
        value.lower(): (option.tag, value)
        for option in GAMES[0].description.options
        for value in option.values
    }
    if variant.lower() not in choices:
        output.fail(f"--variant {variant!r}: choose one of {', '.join(choices)}")
    return dict([choices[variant.lower()]])


def make_reader(
    variant: str, strict: bool = False, as_played: bool = False, readings: bool = False
) -> Reader:
    """Return a reader for all games."""
    from mentis_records.games import GAMES
    from mentis_records.notation.read import Reader

    return Reader(GAMES, choose_options(variant), strict, as_played, readings)


def expand_paths(paths: Iterable[str]) -> list[str]:
    """Return the files that path arguments name, or end with a usage error."""
    from mentis_records.notation.source import find_sources

    found: list[str] = []
    for path in paths:
        try:
            files = find_sources(path)
        except OSError:
            output.fail(f"{path}: no such file or folder")
        if not files:
            output.fail(f"{path}: no record files in this folder (.mgn, .txt)")
        found.extend(files)
    return found


def read_all(reader: Reader, paths: Iterable[str]) -> Iterator[Reading]:
    """Yield the readings of all paths; a file that cannot be opened is a usage error."""
    for path in expand_paths(paths):
        try:
            yield from reader.read_path(path)
        except OSError as error:
            output.fail(f"{path}: {error.strerror or error}")


def parse_position(text: str, options: dict[str, str]) -> Any:
    """Return a position of the first game, or end with a usage error that has all reasons."""
    from mentis_records.core.game import PositionError
    from mentis_records.games import GAMES

    if not text:
        return GAMES[0].start_position(options)
    try:
        return GAMES[0].parse_position(text, {})
    except PositionError as error:
        output.fail(f"--position: {error}")
