"""``mentis show``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    Encoding,
    Rules,
    Settings,
    Variant,
    View,
    choose_view,
    make_reader,
)
from mentis_records.cli.record_file import read_all
from mentis_records.cli.scene_file import (
    GifFile,
    NoCaption,
    PageFile,
    PlyNumber,
    PngFile,
    SceneFiles,
    SvgFile,
    check_ply,
)
from mentis_records.cli.stepping import can_step, step
from mentis_records.core.text import counted, printable
from mentis_records.notation.source.source_text import STDIN

if TYPE_CHECKING:
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader


def show(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A record file, or -.")],
    game: Annotated[
        int | None,
        typer.Option(
            "--game", min=1, help="Which record in the file.", show_default="the first one"
        ),
    ] = None,
    ply: PlyNumber = None,
    svg: SvgFile = None,
    png: PngFile = None,
    gif: GifFile = None,
    html: PageFile = None,
    no_caption: NoCaption = False,
    view: View = "",
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    encoding: Encoding = "",
) -> None:
    """Show a record's board, stepping with the arrow keys.

    Without --ply, a terminal starts at the first ply and a pipe gets the last position. A record
    with errors is shown up to the first bad ply, and the exit code is 1. The page opens at --ply,
    or else where an analysis says that the game was decided, or at the end.

    With --view, comments are left out, for they may tell what the side could not know, and so is
    what is wrong with a record.
    """
    files = SceneFiles(svg, png, gif, html, not no_caption)
    files.check(_inputs(path))
    number = game or 1
    name = "standard input" if path == STDIN else printable(path)
    reading, has_more = _find(
        make_reader(rules, variant, settings, encoding=encoding), path, number
    )
    if not reading.is_valid and view:
        output.talk(f"mentis: record {number} of {name} has errors: mentis validate tells which")
    elif not reading.is_valid:
        from mentis_records.export.diagnostic.concise import advise_diagnostic

        for found in reading.diagnostics:
            if found.is_error:
                output.talk(advise_diagnostic(reading, found))
    if reading.partial is None:
        output.talk(f"mentis: record {number} of {name} has no position to show")
        raise SystemExit(output.FINDINGS)
    from mentis_records.cli.screen import board_width
    from mentis_records.games import find_game
    from mentis_records.report.document.scene import Scene

    scene = Scene(reading.partial, choose_view(find_game(reading.partial.game), view))
    check_ply(scene, ply)
    if files:
        files.write(scene, ply)
    elif can_step(is_piped=path == STDIN):
        step(scene, ply or 0)
    else:
        output.paint(
            scene.text(scene.last if ply is None else ply, output.has_colour(), board_width())
        )
    if has_more and game is None:
        output.talk(f"mentis: {name} has more records: this is the first, --game 2 the next")
    raise SystemExit(output.code_of(reading))


def _inputs(path: str) -> Sequence[str]:
    """Return the files that a path names."""
    from mentis_records.notation.source.folder import find_sources

    try:
        return find_sources(path).files
    except OSError:
        return [path]


def _find(reader: Reader, path: str, number: int) -> tuple[Reading, bool]:
    """Return a record of a file by its place, and whether there is another one behind it."""
    count = 0
    readings = read_all(reader, [path])
    for reading in readings:
        count += 1
        if count == number:
            return reading, next(readings, None) is not None
    records = counted(count, "record")
    return output.fail(f"--game {number}: {printable(path)} has {records}")
