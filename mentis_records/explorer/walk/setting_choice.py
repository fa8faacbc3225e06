"""The settings of a game's start as a form offers them."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.setting import Setting, Text
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.setting_games import fetch_values

_MOST = 30
"""Values of a setting that are offered."""

_LONGEST = 60
"""Characters of a value that is offered."""


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A setting with the values to choose from, each with its name, and the one that holds."""

    tag: str
    title: str
    values: Sequence[tuple[str, str]]
    chosen: str


def setting_choices(visit: Visit) -> list[SettingChoice]:
    """Return the settings of the game of a visit that have several values."""
    given = visit.settings
    usual = visit.game.description.usual_settings
    found = []
    for setting in visit.game.description.settings:
        chosen = given.get(setting.tag) or usual.get(setting.tag) or setting.default
        values = dict.fromkeys((chosen, *(setting.values or _stored(visit, setting))))
        if setting.values:
            values = dict.fromkeys(setting.values)
        if len(values) > 1:
            named = [(value, setting.name_of(value) or "as usual") for value in values]
            found.append(SettingChoice(setting.tag, setting.title, named, chosen))
    return found


def _stored(visit: Visit, setting: Setting) -> Sequence[str]:
    """Return the values of a setting that most games have; long texts are not offered."""
    slug = visit.game.description.slug
    values = fetch_values(visit.database, slug, setting.tag, _MOST)
    if isinstance(setting.kind, Text):
        values = [value for value in values if len(value) <= _LONGEST]
    return [setting.default, *values]
