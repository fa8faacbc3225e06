"""``mentis game``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit, View, choose_view
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
from mentis_records.core.capability import is_drawn, picture_of

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.core.record import Record

_FORMATS = ("text", "mgn", "json")


def game(
    game_id: Annotated[int, typer.Argument(metavar="ID", help="The number of the game.")],
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    view: View = "",
    format_name: Annotated[
        str,
        typer.Option(
            "--format", help="text, mgn or json.", show_default="stepping on a terminal, else text"
        ),
    ] = "",
    ply: PlyNumber = None,
    svg: SvgFile = None,
    png: PngFile = None,
    gif: GifFile = None,
    html: PageFile = None,
    no_caption: NoCaption = False,
) -> None:
    """Show one game of a database, stepping with the arrow keys.

    A pipe, or --format text, gets tags, moves, comments and the last position; with --ply, the
    board after that ply. The page opens at --ply, or else where an analysis says that the game
    was decided, or at the end.

    With --view, comments, variations and unknown tags are left out, for they may tell what the
    side could not know; keys are those of what it saw.
    """
    files = SceneFiles(svg, png, gif, html, not no_caption)
    if format_name:
        output.check_choice("--format", format_name, _FORMATS)
        for option in filter(None, [files.option, "--ply" if ply is not None else ""]):
            output.fail(f"--format and {option}: choose one of them")
    from mentis_records.cli.screen import board_width
    from mentis_records.games import find_game
    from mentis_records.report.document.scene import Scene
    from mentis_records.store.record import fetch_record

    with opened(db, memory_limit) as database:
        try:
            record = fetch_record(database, game_id)
        except KeyError as error:
            if error.args != (game_id,):
                raise
            output.fail(f"{db}: there is no game {game_id}")
        rules = find_game(record.game)
        side = choose_view(rules, view)
        if not files and ply is None and (format_name or not can_step()):
            _write(rules, record, side, format_name, game_id)
            return
        scene = Scene(record, side)
    check_ply(scene, ply)
    if files:
        files.write(scene, ply)
    elif can_step():
        step(scene, ply or 0)
    else:
        output.paint(
            scene.text(scene.last if ply is None else ply, output.has_colour(), board_width())
        )


def _write(
    rules: AnyGame, record: Record, side: int | None, format_name: str, game_id: int
) -> None:
    """Write a game in a format, by default as text."""
    from mentis_records.analysis.mark_words import told
    from mentis_records.core.start import stored_position
    from mentis_records.core.view import view_of
    from mentis_records.export.json_record import format_json
    from mentis_records.notation.seen_record import replayed, seen_record
    from mentis_records.notation.write import WriteError, format_record

    last = stored_position(rules, record.final, record.tags)
    if side is not None:
        last = view_of(rules, replayed(rules, record)[-1], side)
        record = seen_record(rules, record, side)
    if format_name == "json":
        output.write(format_json(record))
        return
    shown = record if format_name == "mgn" else told(record, rules.description.sides)
    try:
        written = format_record(shown, rules.description)
    except WriteError as error:
        output.talk(f"game {game_id}: {error}; --format json has it")
        raise SystemExit(output.FINDINGS) from None
    if format_name == "mgn":
        output.write_text(written)
    else:
        output.paint(_text(rules, record, written, last))


def _unfolded(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of movetext, those joined that were one until the writer folded it."""
    from mentis_records.notation.write import WIDTH

    whole: list[str] = []
    for line in lines:
        word = re.match(r"\S*\. \S+|\S*", line)
        if whole and word and len(whole[-1]) + len(word[0]) < WIDTH:
            yield " ".join(whole)
            whole.clear()
        whole.append(line)
    yield " ".join(whole)


def _text(game: AnyGame, record: Record, written: str, position: Any) -> str:
    """Return the tags as a table, the movetext, and the last position with its board."""
    from mentis_records.cli.screen import board_width
    from mentis_records.core.text import printable
    from mentis_records.notation.write import WIDTH
    from mentis_records.report.board.fitted_board import render_fitted

    wide = max(map(len, record.tags), default=0)
    lines = [f"{name:{wide}}  {printable(value)}" for name, value in record.tags.items()]
    movetext = written.split("\n\n", 1)[1]
    paragraphs = movetext.splitlines()
    if sys.stdout.isatty() and get_terminal_size().columns < WIDTH:
        paragraphs = list(_unfolded(paragraphs))
    lines += ["", *map(printable, paragraphs), ""]
    lines = [output.fitted(line) for line in lines]
    last = record.plies[-1].move if record.plies else None
    if is_drawn(game):
        picture = picture_of(game, position, last)
        lines += [render_fitted(picture, board_width(), colour=output.has_colour()), ""]
    lines.append(output.fitted(record.final))
    return "\n".join(lines)
