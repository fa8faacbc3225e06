"""``mentis moves``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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

_MAX_LINE = 1_000
"""Bytes of a line that are looked at: more than any position needs."""


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
    from mentis_records.core.text import encodable

    output.check_choice("--format", format_name, ("text", "json"))
    game = choose_game(rules)
    chosen = choose_settings(game, variant, settings)
    texts = (
        _texts(positions)
        if positions
        else iter([game.format_position(parse_position(game, "", chosen))])
    )
    has_errors = False
    for text in texts:
        try:
            position = stored_position(game, text, chosen)
        except PositionError as error:
            has_errors = True
            if format_name == "json":
                value = {"position": encodable(text), "error": _error_value(error)}
                output.write_json(value)
            else:
                output.talk(f"{text}: impossible position: {error}")
            continue
        found = [move.notation for move in game.legal_moves(position)]
        if format_name == "json":
            output.write_json({"position": text, "moves": found})
        else:
            output.write_text("".join(f"{notation}\n" for notation in found))
    raise SystemExit(output.FINDINGS if has_errors else output.CLEAN)


def _error_value(error: Exception) -> dict[str, object]:
    from mentis_records.core.game import PositionError
    from mentis_records.notation.code import POSITION_REFUSED

    reasons = list(error.reasons) if isinstance(error, PositionError) else [str(error)]
    return {
        "code": POSITION_REFUSED.id,
        "slug": POSITION_REFUSED.slug,
        "message": POSITION_REFUSED.message.format(
            what="impossible position", reasons="; ".join(reasons)
        ),
        "reasons": reasons,
    }


def _texts(positions: list[str]) -> Iterator[str]:
    for text in positions:
        if text == "-":
            yield from _lines()
        else:
            yield text.strip()


def _lines() -> Iterator[str]:
    """Yield the lines of standard input that are not blank, of long ones the beginning."""
    while line := sys.stdin.buffer.readline(_MAX_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(_MAX_LINE)
        position = line.decode("utf-8", "surrogateescape").strip()
        if position:
            yield position
