"""Listing export, as in the rulebook: a header line, then numbered lines of two columns."""

from __future__ import annotations

from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.record import Record
from mentis_records.export.error import ExportError


def format_listing(record: Record, game: AnyGame) -> str:
    """Return a record's mainline as a listing; tags, comments, variations and result are left out.

    Raises:
        ExportError: the record has no plies, does not begin at the start of the game with the
            default of every setting, or a side has several plies running.
    """
    if not record.plies:
        raise ExportError("it has no plies, and a listing without any cannot be read")
    for setting in game.description.settings:
        value = record.tags.get(setting.tag) or setting.default
        if value != setting.default:
            raise ExportError(f"its {setting.tag} is {value}, which a listing cannot tell")
    if record.start != _default_start(game):
        raise ExportError("it starts from a stated position, which a listing cannot tell")
    first = game.description.opener_of(record.plies[0].side)
    columns = (first, 1 - first)
    if any(ply.side != columns[at % 2] for at, ply in enumerate(record.plies)):
        raise ExportError("a side has several plies running, and a row of a listing one of each")
    lines = ["\t".join(f"{game.description.sides[side]} Moves" for side in columns)]
    for ply in record.plies:
        if ply.side == first:
            lines.append(f"{ply.move_number}. {ply.move.notation}")
        else:
            lines[-1] += f"\t{ply.move.notation}"
    return "\n".join(lines) + "\n"


def _default_start(game: AnyGame) -> str | None:
    """Return the start that the default settings choose, if there is one."""
    try:
        return game.format_position(game.start_position({}))
    except PositionError:
        return None
