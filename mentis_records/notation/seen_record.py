"""A record as one side saw its game: with the board of each ply as that side saw it, and no more.

What has been said of a game can tell what a side could not know. So a seen record has no comment,
variation, annotation mark or tag that the program does not know, no mark at a ply that the rules
forbid, and settings that tell what is hidden give way to the start as that side saw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.record import Record
from mentis_records.core.start import stored_position
from mentis_records.core.view import view_of
from mentis_records.notation.tag.known_tag import common_tags

_STATED = "Position"


def replayed(game: AnyGame, record: Record) -> list[Any]:
    """Return the positions of a record's mainline, the start first."""
    positions = [stored_position(game, record.start, record.tags)]
    for ply in record.plies:
        positions.append(game.play(positions[-1], ply.move))
    return positions


def seen_record(game: AnyGame, record: Record, side: int) -> Record:
    """Return a record as a side saw the game; its keys are those of the views (``core.view``).

    Raises:
        CapabilityError: the game does not say what is hidden, or not as declared.
    """
    views = [view_of(game, position, side) for position in replayed(game, record)]
    plies = tuple(
        replace(
            ply,
            key=view.key,
            is_irregular=False,
            is_warned=False,
            suffix="",
            nags=(),
            comments=(),
            variations=(),
        )
        for ply, view in zip(record.plies, views[1:], strict=True)
    )
    start = game.format_position(views[0])
    return replace(
        record,
        tags=_seen_tags(game.description, record.tags, start),
        start=start,
        start_key=views[0].key,
        final=game.format_position(views[-1]),
        plies=plies,
        comments=(),
        closing_comments=(),
    )


def _seen_tags(game: GameDescription, tags: Mapping[str, str], start: str) -> dict[str, str]:
    """Return the tags that tell nothing hidden, with the start where one of the others told it."""
    secret = {setting.tag for setting in game.settings if setting.is_secret}
    known = {*common_tags(game.sides), *(setting.tag for setting in game.settings)}
    seen: dict[str, str] = {}
    for tag, value in tags.items():
        if tag == _STATED or tag in secret:
            seen[_STATED] = start
        elif tag in known:
            seen[tag] = value
    return seen
