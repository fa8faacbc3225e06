"""What a game begins from as one text: its position string, and what holds beside a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.setting import lasting_settings
from mentis_records.store.schema.definition import quoted
from mentis_records.store.schema.tag_column import DESCRIPTIONS, setting_sql

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
