"""Listing export, as in the rulebook: a header line, then numbered lines of two columns."""

from __future__ import annotations

from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.record import Record
from mentis_records.core.start import starts_of
from mentis_records.export.error import ExportError


def format_listing(record: Record, game: AnyGame) -> str:
    """Return a record's mainline as a listing; tags, comments, variations and result are left out.

    Raises:
        ExportError: the record has no plies; it begins from a stated position, or the other side
            than usual begins; a setting that does not choose the start is not the default; or a
            side has several plies running.
    """
    if not record.plies:
        raise ExportError("it has no plies, and a listing without any cannot be read")
    starts = _usual_starts(game)
    for setting in game.description.settings:
        value = record.tags.get(setting.tag) or setting.default
        is_told = setting.chooses_start and record.start in starts
        if value != setting.default and not is_told:
            raise ExportError(f"its {setting.tag} is {value}, which a listing cannot show")
    if record.start not in starts:
        raise ExportError("it starts from a stated position, which a listing cannot show")
    first = game.description.opener_of(record.plies[0].side, record.tags)
    columns = (first, 1 - first)
    if any(ply.side != columns[at % 2] for at, ply in enumerate(record.plies)):
        raise ExportError("a side has several plies in a row, but in a listing the sides alternate")
    lines = ["\t".join(f"{game.description.sides[side]} Moves" for side in columns)]
    for ply in record.plies:
        if ply.side == first:
            lines.append(f"{ply.move_number}. {ply.move.notation}")
        else:
            lines[-1] += f"\t{ply.move.notation}"
    return "\n".join(lines) + "\n"


def _usual_starts(game: AnyGame) -> set[str]:
    """Return the starts of a game at which the side begins that does so by default."""
    try:
        usual = game.start_position({})
    except PositionError:
        return set()
    starts = [start.position for start in starts_of(game)]
    return {game.format_position(start) for start in starts if start.side == usual.side}
