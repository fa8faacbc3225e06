"""``mentis moves``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    Rules,
    Settings,
    Variant,
    choose_game,
    choose_settings,
    parse_position,
)
from mentis_records.cli.stated_position import position_texts, refuse


def moves(
    positions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POSITION ...]",
            help="Position strings; - reads them from standard input, one per line. "
            "Default: the start.",
        ),
    ] = None,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
) -> None:
    """List the legal moves of positions, sorted.

    They are in canonical notation. An invalid position is reported, and the exit code is 1.
    """
    from mentis_records.core.game import PositionError
    from mentis_records.core.start import stored_position

    output.check_choice("--format", format_name, ("text", "json"))
    game = choose_game(rules)
    chosen = choose_settings(game, variant, settings)
    texts = (
        position_texts(positions)
        if positions
        else iter([game.format_position(parse_position(game, "", chosen))])
    )
    has_errors = False
    for text in texts:
        try:
            position = stored_position(game, text, chosen)
        except PositionError as error:
            has_errors = True
            refuse(text, error, format_name == "json")
            continue
        found = [move.notation for move in game.legal_moves(position)]
        if format_name == "json":
            output.write_json({"position": text, "moves": found})
        else:
            output.write_text("".join(f"{notation}\n" for notation in found))
    raise SystemExit(output.FINDINGS if has_errors else output.CLEAN)
