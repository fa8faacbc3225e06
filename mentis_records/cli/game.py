"""``mentis game``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit
from mentis_records.core.capability import is_drawn, picture_of

if TYPE_CHECKING:
    from mentis_records.core.record import Record

_FORMATS = ("text", "mgn", "json")


def game(
    game_id: Annotated[int, typer.Argument(metavar="ID", help="The number of the game.")],
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    format_name: Annotated[str, typer.Option("--format", help="text, mgn or json.")] = "text",
) -> None:
    """Show one game of a database: tags, moves, comments, last position."""
    output.check_choice("--format", format_name, _FORMATS)
    from mentis_records.export.json_record import format_json
    from mentis_records.games import find_game
    from mentis_records.notation.write import WriteError, format_record
    from mentis_records.store.record import fetch_record

    with opened(db, memory_limit) as database:
        try:
            record = fetch_record(database, game_id)
        except KeyError as error:
            if error.args != (game_id,):
                raise
            output.fail(f"{db}: there is no game {game_id}")
        if format_name == "json":
            output.write(format_json(record))
        else:
            try:
                written = format_record(record, find_game(record.game).description)
            except WriteError as error:
                output.talk(f"game {game_id}: {error}; --format json has it")
                raise SystemExit(output.FINDINGS) from None
            if format_name == "mgn":
                output.write_text(written)
            else:
                output.paint(_text(record, written))


def _text(record: Record, written: str) -> str:
    """Return the tags as a table, the movetext, and the last position with its board."""
    from mentis_records.core.start import stored_position
    from mentis_records.core.text import printable
    from mentis_records.games import find_game
    from mentis_records.report.board.board_text import render_text

    game = find_game(record.game)
    wide = max(map(len, record.tags), default=0)
    lines = [f"{name:{wide}}  {printable(value)}" for name, value in record.tags.items()]
    movetext = written.split("\n\n", 1)[1]
    lines += ["", *map(printable, movetext.splitlines()), ""]
    last = record.plies[-1].move if record.plies else None
    if is_drawn(game):
        picture = picture_of(game, stored_position(game, record.final, record.tags), last)
        lines += [render_text(picture, colour=output.has_colour()), ""]
    lines.append(record.final)
    return "\n".join(lines)
