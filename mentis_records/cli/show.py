"""``mentis show``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

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
from mentis_records.cli.target import check_target
from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.core.picture import BoardPicture
    from mentis_records.core.record import Record
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader


def show(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A record file, or -.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which record in the file.")] = 1,
    ply: Annotated[
        int | None,
        typer.Option("--ply", min=0, help="Show the board after this ply; 0 is the start."),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the board to a file.")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Draw the board to a file.")] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", help="Draw the whole game to a file.")
    ] = None,
    view: View = "",
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    encoding: Encoding = "",
) -> None:
    """Show a record's board, stepping with the arrow keys.

    Without --ply, a terminal starts at the first ply and a pipe gets the last position. A record
    with errors is shown up to the first bad ply, and the exit code is 1.

    With --view, comments are left out, for they may tell what the side could not know, and so is
    what is wrong with a record.
    """
    reader = make_reader(rules, variant, settings, encoding=encoding)
    reading = _find(reader, path, game)
    if not reading.is_valid and view:
        output.talk(f"mentis: record {game} of {path} has errors: mentis validate tells which")
    elif not reading.is_valid:
        from mentis_records.export.diagnostic.concise import advise_diagnostic

        for found in reading.diagnostics:
            if found.is_error:
                output.talk(advise_diagnostic(reading, found))
    if reading.partial is None:
        output.talk(f"mentis: record {game} of {path} has no position to show")
        raise SystemExit(output.FINDINGS)
    from mentis_records.games import find_game

    scene = Scene(reading.partial, choose_view(find_game(reading.partial.game), view))
    if ply is not None and ply > scene.last:
        output.fail(f"--ply {ply}: the record has {counted(scene.last, 'ply', 'plies')}")
    if svg or png or gif:
        _draw(scene, scene.last if ply is None else ply, svg, png, gif)
    elif sys.stdin.isatty() and sys.stdout.isatty() and path != "-":
        _step(scene, ply or 0)
    else:
        output.paint(scene.text(scene.last if ply is None else ply, output.has_colour()))
    raise SystemExit(output.CLEAN if reading.is_valid else output.FINDINGS)


def _find(reader: Reader, path: str, game: int) -> Reading:
    count = 0
    for reading in read_all(reader, [path]):
        count += 1
        if count == game:
            return reading
    return output.fail(f"--game {game}: {path} has {count} record{'' if count == 1 else 's'}")


class Scene:
    """A record as a row of pictures, made when they are asked for; as a side saw it, if one did."""

    def __init__(self, record: Record, view: int | None = None) -> None:
        from mentis_records.core.view import view_of
        from mentis_records.games import find_game
        from mentis_records.notation.seen_record import replayed, seen_record

        game = find_game(record.game)
        self._game = game
        self._record = record if view is None else seen_record(game, record, view)
        self._positions: list[Any] = [
            view_of(game, position, view) for position in replayed(game, record)
        ]
        self.last = len(record.plies)

    def picture(self, ply: int) -> BoardPicture:
        """Return the board after a ply."""
        move = self._record.plies[ply - 1].move if ply else None
        return picture_of(self._game, self._positions[ply], move, self._record.ended(ply))

    def caption(self, ply: int) -> str:
        """Return who played what, on one line."""
        sides = self._game.description.sides
        names = " - ".join(printable(self._record.tags.get(side, "?")) for side in sides)
        if not ply:
            return f"{names}   start   {self._record.result}"
        played = self._record.plies[ply - 1]
        facts, tags = self._game.description, self._record.tags
        opener = facts.opener_of(self._positions[0].side, tags)
        dots = "." if played.side == opener else "..."
        move = f"{played.move_number}{dots} {played.move.notation}{played.suffix}"
        return f"{names}   ply {ply} of {self.last}: {move}   {self._record.result}"

    def text(self, ply: int, colour: bool, highlights: Sequence[str] = ()) -> str:
        """Return caption, board, position string and comments after a ply."""
        from mentis_records.analysis.mark_words import told_comments
        from mentis_records.report.board.board_text import render_text

        comments = self._record.plies[ply - 1].comments if ply else self._record.comments
        parts = [self.caption(ply), ""]
        if is_drawn(self._game):
            board = render_text(self.picture(ply), colour=colour, highlights=highlights)
            parts += [board, ""]
        parts.append(self._game.format_position(self._positions[ply]))
        told = told_comments(comments, self._game.description.sides)
        parts.extend(printable(comment.text) for comment in told)
        return "\n".join(parts)


def _draw(scene: Scene, ply: int, svg: Path | None, png: Path | None, gif: Path | None) -> None:
    from mentis_records.cli.progress import track

    for option, path in {"--svg": svg, "--png": png, "--gif": gif}.items():
        check_target(path, option)
    if svg is not None:
        from mentis_records.report.board.board_svg import render_svg

        text = render_svg(scene.picture(ply), size=720, title=scene.caption(ply)) + "\n"
        with _drawing(svg) as file:
            file.write(text.encode())
    if png is not None:
        from mentis_records.report.board.board_image import draw_png

        with _drawing(png) as file:
            draw_png(scene.picture(ply), file)
    if gif is not None:
        from mentis_records.report.board.board_image import draw_gif

        plies = track(range(scene.last + 1), "drawing")
        pictures = [scene.picture(at) for at in plies]
        with _drawing(gif) as file:
            draw_gif(pictures, file)


@contextmanager
def _drawing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to draw into, tell that it is written, or end with a usage error."""
    from mentis_records.core.file import replacing

    try:
        with replacing(path) as file:
            yield file
    except OSError as error:
        output.fail(f"{path}: {error.strerror or error}")
    output.talk(f"{path}: written")


def _step(scene: Scene, ply: int) -> None:
    """Let the arrow keys walk through the game."""
    from mentis_records.cli.screen import run_screen

    at = ply

    def go_to(target: int) -> None:
        nonlocal at
        at = min(max(target, 0), scene.last)

    def content() -> str:
        legend = "\n\nleft/right: one ply   PgUp/PgDn: ten   Home/End   q: quit"
        return scene.text(at, output.has_colour()) + legend

    run_screen(
        content,
        {
            ("right", "down", " ", "l", "j"): lambda: go_to(at + 1),
            ("left", "up", "backspace", "h", "k"): lambda: go_to(at - 1),
            ("pagedown",): lambda: go_to(at + 10),
            ("pageup",): lambda: go_to(at - 10),
            ("home", "g"): lambda: go_to(0),
            ("end", "G"): lambda: go_to(scene.last),
        },
    )
