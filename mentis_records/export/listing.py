"""Listing export, as in the rulebook: a header line, then numbered lines of two columns."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.core.start import starts_of
from mentis_records.export.error import ExportError


def format_listing(record: Record, game: AnyGame) -> str:
    """Return a record's mainline as a listing; tags, comments, variations and result are left out.

    Raises:
        ExportError: the record does not begin at the start of the game, or has no plies.
    """
    if not record.plies:
        raise ExportError("it has no plies, and a listing without any cannot be read")
    starts = {game.format_position(start.position) for start in starts_of(game)}
    if record.start not in starts:
        raise ExportError("it starts from a stated position, which a listing cannot tell")
    lines = ["\t".join(f"{side} Moves" for side in game.description.sides)]
    opener = game.description.opener_of(record.plies[0].side)
    for ply in record.plies:
        if ply.side == opener:
            lines.append(f"{ply.move_number}. {ply.move.notation}")
        else:
            lines[-1] += f"\t{ply.move.notation}"
    return "\n".join(lines) + "\n"
