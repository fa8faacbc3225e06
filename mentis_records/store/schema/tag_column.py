"""Which columns of ``games`` hold which tags; what a game calls them, its description says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mentis_records.core.capability import MATCH
from mentis_records.core.game import GameDescription
from mentis_records.core.setting import Text
from mentis_records.games import GAMES

DESCRIPTIONS: tuple[GameDescription, ...] = tuple(game.description for game in GAMES)
DESCRIPTION_OF: Mapping[str, GameDescription] = {game.slug: game for game in DESCRIPTIONS}

IS_INSTALLED = f"game in ({', '.join(map(repr, DESCRIPTION_OF))})"
"""SQL on ``games``: the record's game is installed; the others cannot be read, nor written out."""

PLAYER_COLUMNS = ("first_player", "second_player")
"""The columns of the players, by the indices of their sides."""

NOBODY = ("", "?", "-", "*", "????.??.??", "bye")
"""What names no player in lower case, unknown or none at all; also SQL."""

ELO_COLUMNS = ("first_elo", "second_elo")
"""The columns of their ratings."""

POINTS_COLUMNS = ("first_points", "second_points")
"""The columns of their points."""

MATCH_COLUMNS = ("match_id", "round_number")
"""The columns of ``games`` that games without matches leave empty."""

MATCH_GAMES = tuple(game.slug for game in DESCRIPTIONS if MATCH in game.capabilities)
"""The games that have matches."""

_BEFORE = {"Event": "event", "Site": "site", "Date": "date", "Round": "round"}
_BEHIND = {"TimeControl": "time_control", "Annotator": "annotator", "Source": "source"}

SHARED_COLUMNS: Mapping[str, str] = {**_BEFORE, **_BEHIND}
"""The columns of tags that mean the same in every game, which hold their text as it is written."""

TEXT_COLUMNS = (*_BEFORE.values(), *PLAYER_COLUMNS, *_BEHIND.values())
"""All columns that hold a tag's text as it is written."""


@cache
def text_columns(game: str) -> Mapping[str, str]:
    """Return the columns of ``TEXT_COLUMNS`` by the tags that they hold in a game's records."""
    players = dict(zip(DESCRIPTION_OF[game].sides, PLAYER_COLUMNS, strict=True))
    return {**_BEFORE, **players, **_BEHIND}


@cache
def elo_columns(game: str) -> Mapping[str, str]:
    """Return the columns of ratings by the tags that they hold in a game's records."""
    tags = [f"{side}Elo" for side in DESCRIPTION_OF[game].sides]
    return dict(zip(tags, ELO_COLUMNS, strict=True))


@cache
def own_names(game: str) -> Mapping[str, str]:
    """Return what a game calls the columns of its sides."""
    sides = [side.lower() for side in DESCRIPTION_OF[game].sides]
    names = (*sides, *(f"{side}_{what}" for what in ("elo", "points") for side in sides))
    return dict(zip((*PLAYER_COLUMNS, *ELO_COLUMNS, *POINTS_COLUMNS), names, strict=True))


@cache
def unused_columns(game: str) -> frozenset[str]:
    """Return the columns of ``games`` that are always empty for a game: of points, of matches."""
    unused = () if DESCRIPTION_OF[game].has_points else POINTS_COLUMNS
    return frozenset((*unused, *(() if game in MATCH_GAMES else MATCH_COLUMNS)))


@cache
def setting_tags(game: str) -> tuple[str, ...]:
    """Return the tags of a game's settings."""
    return tuple(setting.tag for setting in DESCRIPTION_OF[game].settings)


def setting_sql(tag: str) -> str:
    """Return SQL on ``games`` for the value of a setting that some game has, or null."""
    return f"settings['{tag}']"


def sides_with(name: str) -> Mapping[str, int]:
    """Return the index of the side of this name by the games that have one."""
    return {game.slug: game.sides.index(name) for game in DESCRIPTIONS if name in game.sides}


def side_sql(name: str, columns: tuple[str, str]) -> str:
    """Return SQL on ``games`` for what a column has for a side of this name, or null."""
    cases = [f"when '{slug}' then {columns[side]}" for slug, side in sides_with(name).items()]
    if len(cases) == len(DESCRIPTIONS) and len(set(sides_with(name).values())) == 1:
        return columns[next(iter(sides_with(name).values()))]
    return f"case game {' '.join(cases)} end"


SIDE_TAGS = tuple(dict.fromkeys(side for game in DESCRIPTIONS for side in game.sides))
"""The sides of all games."""

SETTING_TAGS = tuple(dict.fromkeys(tag for game in DESCRIPTIONS for tag in setting_tags(game.slug)))
"""The settings of all games."""

TEXT_SETTINGS = frozenset(
    setting.tag for game in DESCRIPTIONS for setting in game.settings if not setting.is_counted
)
"""Those that some game has as a text: their values are too many to be listed."""

SECRET_SETTINGS = frozenset(
    setting.tag for game in DESCRIPTIONS for setting in game.settings if setting.is_secret
)
"""Those that tell in some game of the start what a side cannot see."""

LONG_SETTINGS = SECRET_SETTINGS | {
    setting.tag
    for game in DESCRIPTIONS
    for setting in game.settings
    if isinstance(setting.kind, Text)
}
"""Those, and texts of any length: tables for people leave them out."""
