"""SQL for what records say: days of a Date tag, folded texts, and starts of games.

A date whose year is unknown, or that no calendar has, means no day. Dates and folded texts are
those of ``core.date`` and ``core.text.folded``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.setting import lasting_settings
from mentis_records.store.schema.definition import quoted
from mentis_records.store.schema.tag_column import DESCRIPTIONS, setting_sql

_STORED = "date similar to '[1-9]\\d{3}\\.(\\d\\d\\.(\\d\\d|\\?\\?)|\\?\\?\\.\\?\\?)'"
_BEGIN = "try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date"
_LAST_MONTH = "replace(left(date, 7), '??', '12')"
PERIOD_BEGIN = f"case when {_STORED} then {_BEGIN} end"
"""SQL for the first day of ``games.date``, or null."""
IS_DATED = f"({PERIOD_BEGIN}) is not null"
"""SQL that ``games.date`` means a period."""
YEAR = f"case when {IS_DATED} then left(date, 4)::integer end"
"""The year of a game's date as a number, null where it is not known: SQL on games."""
MONTH = f"case when {IS_DATED} and date[6:7] <> '??' then date[:7] end"
"""Year and month of a game's date, ``2024.01``, null where one is not known: SQL on games."""
PERIOD_END = f"""
    case when {_STORED} then
        case
            when ends_with(date, '??')
            then last_day(try_strptime({_LAST_MONTH} || '.01', '%Y.%m.%d')::date)
            else try_strptime({_LAST_MONTH} || right(date, 3), '%Y.%m.%d')::date
        end
    end"""
"""SQL for the last day of ``games.date``, or null."""


_BLANKS = r"[\x09-\x0d\x1c-\x1f\x85\pZ]+"
"""A regular expression for what ``str.split`` takes for blanks."""


def folded_sql(text: str) -> str:
    """Return the SQL of a text in NFC with single spaces; most texts are like that already."""
    return (
        f"case when regexp_full_match({text}, '([!-~]+ )*[!-~]+') then {text}"
        f" else nfc_normalize(trim(regexp_replace({text}, '{_BLANKS}', ' ', 'g'))) end"
    )


_SIGN = "\n"
"""Parts them; no position string has one, nor has a tag."""


def _lasting_tags(game: GameDescription) -> list[str]:
    return [setting.tag for setting in game.settings if setting.holds_beside]


_LASTING = {game.slug: tags for game in DESCRIPTIONS if (tags := _lasting_tags(game))}


def _start_sql(games: Mapping[str, list[str]]) -> str:
    cases = []
    for slug, tags in games.items():
        parts = " || ".join(f"chr(10) || coalesce({setting_sql(tag)}, '')" for tag in tags)
        cases.append(f"when '{slug}' then start_position || {parts}")
    return f"case game {' '.join(cases)} else start_position end" if cases else "start_position"


START_SQL = _start_sql(_LASTING)
"""SQL on ``games`` for this text."""


def _beside_sql(games: Mapping[str, list[str]]) -> str:
    cases = []
    for slug, tags in games.items():
        parts = (f"{quoted(tag)} || '=' || coalesce({setting_sql(tag)}, '')" for tag in tags)
        text = " || '; ' || ".join(parts)
        cases.append(f"when '{slug}' then {text}")
    return f"case game {' '.join(cases)} else '' end" if cases else "''"


BESIDE_SQL = _beside_sql(_LASTING)
"""SQL on ``games`` for a text of what holds beside a position, such as ``Prisoners=3``."""


def beside_text(game: GameDescription, tags: Mapping[str, str]) -> str:
    """Return this text for a record with some tags."""
    settings = lasting_settings(game.settings, tags)
    return "; ".join(f"{tag}={settings[tag]}" for tag in _lasting_tags(game))


def start_text(game: GameDescription, row: Mapping[str, Any]) -> str:
    """Return this text for a row of ``games``."""
    settings = row["settings"] or {}
    return _SIGN.join(
        (row["start_position"], *(settings.get(tag) or "" for tag in _lasting_tags(game)))
    )


def read_start(game: AnyGame, text: str) -> Any:
    """Return the position that such a text means.

    Raises:
        PositionError: it states none.
    """
    return game.parse_position(*split_start(game.description, text))


def split_start(game: GameDescription, text: str) -> tuple[str, dict[str, str]]:
    """Return the position string of such a text, and the settings that it states beside that."""
    position, *values = text.split(_SIGN)
    given = zip(_lasting_tags(game), values, strict=False)
    return position, {tag: value for tag, value in given if value}
