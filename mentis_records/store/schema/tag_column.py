"""Which columns of ``games`` hold which tags, by the descriptions of the registered games.

What a description names is a tag, and its column is the tag in lower case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mentis_records.core.game import GameDescription
from mentis_records.games import GAMES


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


DESCRIPTIONS: tuple[GameDescription, ...] = tuple(game.description for game in GAMES)
DESCRIPTION_OF: Mapping[str, GameDescription] = {game.slug: game for game in DESCRIPTIONS}
SIDE_TAGS = _unique(side for game in DESCRIPTIONS for side in game.sides)
OPTION_TAGS = _unique(option.tag for game in DESCRIPTIONS for option in game.options)
ELO_TAGS = tuple(f"{side}Elo" for side in SIDE_TAGS)

TEXT_COLUMNS: dict[str, str] = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Round": "round",
    **{side: side.lower() for side in SIDE_TAGS},
    "TimeControl": "time_control",
    "Annotator": "annotator",
    "Source": "source",
}
"""The columns of ``games`` that hold a tag's text as it is written."""

OPTION_COLUMNS: dict[str, str] = {tag: tag.lower() for tag in OPTION_TAGS}
ELO_COLUMNS: dict[str, str] = {f"{side}Elo": f"{side.lower()}_elo" for side in SIDE_TAGS}
