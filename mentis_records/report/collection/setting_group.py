"""Games by the values of their settings, which figures and sentences keep apart."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import GameDescription
from mentis_records.core.setting import Setting
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_group import MOST_GROUPS, group_marks
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.words.bound_words import setting_words
from mentis_records.report.words.wording import count
from mentis_records.store.count.material_games import MaterialGames


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Games with the same values of all settings; the only group there is has no label."""

    label: str
    games: MaterialGames
    mark: Mark

    @property
    def name(self) -> str:
        """Return the label, or that these are all games."""
        return self.label or "all"


@dataclass(frozen=True, slots=True)
class SettingGroups:
    """The groups of most games in the order of their settings, and what is left out, in words."""

    shown: tuple[SettingGroup, ...]
    left_out: str

    @property
    def key(self) -> tuple[Mark, ...]:
        """Return the marks that a figure must explain."""
        return tuple(each.mark for each in self.shown) if self.shown[1:] else ()

    @property
    def heading(self) -> tuple[str, ...]:
        """Return the heading of a table's column with the groups, where there are several."""
        return ("Setting",) if self.shown[1:] else ()


def setting_groups(game: GameDescription, games: MaterialGames) -> SettingGroups:
    """Return the games by the settings of which they have more than one value.

    What only says who moves first makes no groups.
    """
    found = [("", games)]
    for setting in game.settings:
        if setting.tag in dict(games.values) and setting.tag != game.numbered_by:
            found = [part for each in found for part in _parted(setting, *each)]
    largest = sorted(found, key=lambda each: -len(each[1]))[:MOST_GROUPS]
    kept = [each for each in found if each in largest]
    left = len(found) - len(kept)
    rest = sum(len(each) for _, each in found) - sum(len(each) for _, each in kept)
    marks = group_marks([label for label, _ in kept])
    return SettingGroups(
        tuple(
            SettingGroup(label, each, mark) for (label, each), mark in zip(kept, marks, strict=True)
        ),
        f" Left out: {count(left, 'group')} of {count(rest, 'game')}." if left else "",
    )


def _parted(
    setting: Setting, label: str, games: MaterialGames
) -> Sequence[tuple[str, MaterialGames]]:
    column = dict(games.values)[setting.tag]
    values = sorted(set(column.tolist()), key=lambda value: _rank(setting, value))
    words = [", ".join(filter(None, (label, setting_words(setting, value)))) for value in values]
    return [(name, games.only(column == value)) for name, value in zip(words, values, strict=True)]


def _rank(setting: Setting, value: str) -> tuple[int, int, str]:
    """Return where a value stands: as choices are listed, numbers by their size."""
    known = setting.values
    return known.index(value) if value in known else len(known), len(value), value
