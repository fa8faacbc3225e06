"""Abstract Play's game record: JSON after the schema ``gamerecord/1-0-0`` of that site.

The schema demands whole dates and a result of each player, so a record without them has no
such form. It has no place for comments, judgements and variations. Tags that it does not know
are in the further field ``tags`` of the header, all as they are written, and ``date`` repeats
the date without the time of day, which a record does not tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.core.record import Record
from mentis_records.export.error import ExportError
from mentis_records.store.identity import UNKNOWN

_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)", re.ASCII)
_POINTS = {RESULT_FIRST: (1, 0), RESULT_SECOND: (0, 1), RESULT_DRAW: (0, 0)}


def format_apgr(record: Record, game: GameDescription) -> str:
    """Return a record as one line of JSON, generated now.

    Raises:
        ExportError: its date is not whole, or its result not known.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    return json.dumps(apgr_value(record, game, now), ensure_ascii=False)


def apgr_value(record: Record, game: GameDescription, generated: datetime) -> dict[str, Any]:
    """Return a record as a value of the schema.

    Args:
        record: the record.
        game: the description of its game.
        generated: when the value is made, in UTC.

    Raises:
        ExportError: its date is not whole, or its result not known.
    """
    if record.result not in _POINTS:
        raise ExportError("its result is not known, which the format demands")
    return {"header": _header(record, game, generated), "moves": _rounds(record, len(game.sides))}


def _header(record: Record, game: GameDescription, generated: datetime) -> dict[str, Any]:
    tags = record.tags
    day = _day(tags)
    header: dict[str, Any] = {"game": {"name": game.title}}
    variants = [
        value
        for option in game.options
        if (value := tags.get(option.tag, option.values[0])) != option.values[0]
    ]
    if variants:
        header["game"]["variants"] = variants
    if tags.get("Event", "") not in UNKNOWN and tags.get("Round", "") not in UNKNOWN:
        header.update(event=tags["Event"], round=tags["Round"])
    header["site"] = {"name": tags.get("Site", "?")}
    header["date-start"] = header["date-end"] = f"{day.isoformat()}T00:00:00Z"
    header["date-generated"] = generated.strftime("%Y-%m-%dT%H:%M:%SZ")
    header["players"] = [
        {"name": tags.get(side, "?"), "result": points, "side": side}
        for side, points in zip(game.sides, _POINTS[record.result], strict=True)
    ]
    if "Position" in tags:
        header["startingPosition"] = record.start
    header["date"] = tags["Date"]
    header["tags"] = dict(tags)
    return header


def _day(tags: Mapping[str, str]) -> date:
    """Return the day of a record.

    Raises:
        ExportError: it is not known, or not wholly.
    """
    written = tags.get("Date", "?")
    found = _DATE.fullmatch(written)
    try:
        return date(*map(int, found.groups())) if found else date(0, 0, 0)
    except ValueError:
        raise ExportError(
            f"its date is {written}, and the format demands year, month and day"
        ) from None


def _rounds(record: Record, sides: int) -> list[list[str | None]]:
    """Return the mainline by move numbers: a list of one move a side, None where there is none."""
    rounds: dict[int, list[str | None]] = {}
    for ply in record.plies:
        moves = rounds.setdefault(ply.move_number, [None] * sides)
        moves[ply.side] = ply.move.notation
    return list(rounds.values())
