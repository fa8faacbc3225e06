"""The rulebook's listing: a header line, then numbered lines of two columns."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.export.error import ExportError


def format_listing(record: Record, game: AnyGame) -> str:
    """Return a record's mainline as a listing; tags, comments, variations and result are left out.

    Raises:
        ExportError: the record does not begin at the start of the game, or has no plies.
    """
    if not record.plies:
        raise ExportError("it has no plies, and a listing without any cannot be read")
    starts = {
        game.format_position(game.start_position({option.tag: value}))
        for option in game.description.options
        for value in option.values
    }
    if record.start not in starts:
        raise ExportError("it starts from a stated position, which a listing cannot tell")
    lines = ["\t".join(f"{side} Moves" for side in game.description.sides)]
    for ply in record.plies:
        if ply.side == 0:
            lines.append(f"{ply.move_number}. {ply.move.notation}")
        else:
            lines[-1] += f"\t{ply.move.notation}"
    return "\n".join(lines) + "\n"
