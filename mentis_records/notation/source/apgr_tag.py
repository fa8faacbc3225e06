"""Tags that stand for fields of Abstract Play's game records, and the forms of their values.

Reading and export share them, so that what is read is given back. Of a side's tags the names
begin with the side's: ``BlueId``.
"""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, datetime
from typing import Any

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination

GAME_ID, UNRATED, PIED, EXTRAS = "GameId", "Unrated", "Pied", "Extras"
START_DAY, START_TIME = "UTCDate", "UTCTime"
END_DAY, END_TIME = "EndDate", "EndTime"
ID, KIND, SCORE, POINTS = "Id", "Type", "Score", "Result"
"""What the names of a side's tags end in."""

KINDS = {False: "human", True: "program"}
"""The values of ``KIND``, by whether the player is a program."""

TRUE = "true"

USUAL_POINTS = {RESULT_FIRST: (1, 0), RESULT_SECOND: (0, 1), RESULT_DRAW: (0, 0)}
"""The numbers of both players that are written for a result."""

ENDINGS = {
    "resign": Termination.RESIGNATION.value,
    "timeout": Termination.TIME_FORFEIT.value,
    "draw": Termination.AGREEMENT.value,
    "abandoned": Termination.UNTERMINATED.value,
}
"""The words that end a list of moves, with the terminations that they mean."""

HEADER_FIELDS = frozenset(
    (
        *("game", "event", "round", "site", "date-start", "date-end", "date-generated"),
        *("unrated", "pied", "players", "startingPosition", "date", "tags"),
    )
)
PLAYER_FIELDS = frozenset(("name", "userid", "score", "is_ai", "result", "side"))
MOVE_FIELD = "move"
"""The fields that are read; all others are further ones."""

_INSTANT = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(\.\d{1,9})?(?:([Zz])|([+-]\d\d:\d\d))?)?", re.ASCII
)
_DAY = re.compile(r"\d{4}\.\d\d\.\d\d", re.ASCII)
_TIME = re.compile(r"\d\d:\d\d:\d\d(?:\.\d{1,9})?", re.ASCII)
_MIDNIGHT = "00:00:00"


def split_instant(text: str) -> tuple[str, str, str] | None:
    """Return the day as written, and the day and time in UTC, of a date with or without a time.

    Days are written with dots. The latter two are empty where no time of day is told: midnight
    in UTC, without a fraction, tells none. Of a time without its zone the day in UTC is empty, as
    it is not known. It is None for what is no date.
    """
    found = _INSTANT.fullmatch(text)
    if found is None:
        return None
    day, time, fraction, _, offset = found.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{time or _MIDNIGHT}{offset or '+00:00'}")
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    local = day.replace("-", ".")
    time = f"{moment:%H:%M:%S}{fraction or ''}"
    if found[2] is None or (time == _MIDNIGHT and found[4] is not None):
        return local, "", ""
    if found[4] is None and offset is None:
        return local, "", time
    return local, f"{moment.year:04}.{moment:%m.%d}", time


def join_instant(day: str, time: str) -> str | None:
    """Return a day and a time in UTC as one text, or None if they are no such."""
    if not _DAY.fullmatch(day) or not _TIME.fullmatch(time):
        return None
    joined = f"{day.replace('.', '-')}T{time}Z"
    return joined if split_instant(joined) else None


def is_number(value: Any) -> bool:
    """Tell whether a value of JSON is a number, and no infinite one."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def compact(value: Any) -> str:
    """Return a value as JSON on one line, in ASCII."""
    return json.dumps(value, separators=(",", ":"))


def read_compact(text: str) -> Any:
    """Return the value whose ``compact`` form a text is, or None; NaN and infinity are none."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if compact(value) == text else None


def _refuse(name: str) -> None:
    raise ValueError(name)
