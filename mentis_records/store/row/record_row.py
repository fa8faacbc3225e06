"""Turn what was read into rows of the tables, and a row's tags back; runs no SQL."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import Points
from mentis_records.core.record import Ply, Record
from mentis_records.core.setting import all_settings
from mentis_records.core.text import encodable
from mentis_records.games import DEFAULT_GAME
from mentis_records.notation.explain.reading import Reading
from mentis_records.store.identity import Content, opening_keys
from mentis_records.store.row.place import Place
from mentis_records.store.row.said import Said, said_of
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    GAMES_TABLE,
    POINTS_COLUMNS,
    elo_columns,
    setting_tags,
    text_columns,
)

_encode = json.JSONEncoder(ensure_ascii=False).encode
_BIGGEST_WHOLE = 2**31 - 1


@lru_cache(1 << 10)
def needed_settings(
    game: GameDescription, values: tuple[str | None, ...], stated: str | None
) -> dict[str, str]:
    """Return the settings of a record that would not hold without their tags.

    Args:
        game: that of the record.
        values: one a setting, or None where it is unknown.
        stated: its tag Position, or None.
    """
    tags = [setting.tag for setting in game.settings]
    held = {tag: value for tag, value in zip(tags, values, strict=True) if value is not None}
    needed = held
    position = {} if stated is None else {"Position": stated}
    for setting in game.settings:
        rest = {tag: value for tag, value in needed.items() if tag != setting.tag}
        with suppress(ValueError):
            if (
                all_settings(game.settings, rest | position, {}, game.settled).items()
                >= held.items()
            ):
                needed = rest
    return needed


def stored_tags(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the tags of a row of ``games``, which has its columns by name."""
    game = DESCRIPTION_OF[row["game"]]
    tags = {tag: row[column] for tag, column in text_columns(game.slug).items()}
    tags["Result"] = row["result"]
    tags["Termination"] = row["termination"]
    settings = row["settings"] or {}
    values = tuple(settings.get(setting.tag) for setting in game.settings)
    tags |= needed_settings(game, values, (row["tags"] or {}).get("Position"))
    if game.slug != DEFAULT_GAME:
        tags["Game"] = game.title
    for tag, column in elo_columns(game.slug).items():
        tags[tag] = None if row[column] is None else str(row[column])
    further: dict[str, str] = row["tags"]
    return {tag: value for tag, value in tags.items() if value is not None} | further


def own_said(row: Mapping[str, Any]) -> Said:
    """Return what the record of a row of ``games`` says by itself."""
    if row["said"] is None:
        ends = (row["result"], row["termination"])
        plies, is_open, inherited = row["ply_count"], row["is_open"], row["inherited"]
        return said_of(row["game"], stored_tags(row), *ends, plies, is_open, inherited)
    return Said(row["said"], row["said_open"], row["inherited"])


def own_options(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings of a row of ``games`` by tag."""
    return {tag: (row["settings"] or {}).get(tag) or "" for tag in setting_tags(row["game"])}


def content_of(record: Record, options: Mapping[str, str]) -> Content:
    """Return what was played, for comparing."""
    codes = tuple(ply.move.code for ply in record.plies)
    return Content(record.game, tuple(options.values()), record.start_key, codes)


def game_row(
    game_id: int,
    place: Place,
    record: Record,
    options: Mapping[str, str],
    content: Content,
    is_open: bool,
) -> tuple[object, ...]:
    """Return the row of ``games`` for a record, which is open if it has no result at its end."""
    tags = {name: encodable(value) for name, value in record.tags.items()}
    values: dict[str, object] = dict(
        zip(
            (column.name for column in GAMES_TABLE.columns),
            (game_id, *place.row, record.game),
            strict=False,
        )
    )
    values |= tag_values(record.game, tags)
    values["settings"] = dict(options)
    values["first_mover"] = record.plies[0].side if record.plies else None
    values["result"] = record.result
    values["termination"] = None if record.termination is None else encodable(record.termination)
    values["is_open"] = is_open
    values["ply_count"] = len(record.plies)
    values["inherited"] = record.inherited
    values |= points_values(record.points)
    values["irregular"] = [at for at, ply in enumerate(record.plies, 1) if ply.is_irregular]
    values["warned"] = warned_plies(record.plies)
    values["start_position"] = record.start
    values["start_key"] = record.start_key
    values["content_key"] = content.key
    values["opening_key"] = opening_key(content, record.tags)
    values["tags"] = further_tags(record.game, tags, len(record.plies) - record.inherited)
    return tuple(values.get(column.name) for column in GAMES_TABLE.columns)


def points_values(points: Points | None) -> dict[str, int | None]:
    """Return what the columns of points have for those of both sides."""
    return dict(zip(POINTS_COLUMNS, points or (None, None), strict=True))


def stored_points(row: Mapping[str, Any]) -> Points | None:
    """Return the points of both sides in a row of ``games``, or None."""
    first, second = (row[column] for column in POINTS_COLUMNS)
    return None if first is None or second is None else (first, second)


def warned_plies(plies: Sequence[Ply]) -> list[int]:
    """Return the numbers of the plies that the rules allow with a warning."""
    return [at for at, ply in enumerate(plies, 1) if ply.is_warned]


def tag_values(game: str, tags: Mapping[str, str]) -> dict[str, object]:
    """Return what the columns of texts and ratings have for the tags of a game's record."""
    values: dict[str, object] = {
        column: tags.get(tag) for tag, column in text_columns(game).items()
    }
    return values | {column: rating(tags.get(tag)) for tag, column in elo_columns(game).items()}


def opening_key(content: Content, tags: Mapping[str, str]) -> int | None:
    """Return the hash of the longest opening of a record, or None (``identity.opening_keys``)."""
    sides = DESCRIPTION_OF[content.game].sides
    keys = opening_keys(content, [tags.get(side) for side in sides])
    return keys[-1] if keys else None


def duplicate_row(
    game_id: int, place: Place, plies: int, said: Said, former: int, text: str | None
) -> tuple[object, ...]:
    """Return the row of ``duplicates`` for a record that repeats a game.

    ``plies`` is how many of the game's it has, ``former`` its number while it was a game, or 0,
    ``text`` the record where it says more than its tags and plies of the game.
    """
    tags = {name: encodable(value) for name, value in said.tags.items()}
    written = None if text is None else encodable(text)
    own = (plies, said.inherited, said.result, said.is_open, tags, former or None, written)
    return (game_id, *place.row, *own)


def quarantine_row(place: Place, reading: Reading) -> tuple[object, ...]:
    """Return the row of ``quarantine`` for a record with errors.

    What stands before the record is a part of its text if it may say what that lacks.
    """
    text = reading.text
    if reading.needs_preamble:
        place, text = replace(place, line=reading.preamble_line), reading.preamble + text
    found = [_plain(diagnostic) for diagnostic in reading.diagnostics]
    return (*place.row, encodable(text), _encode(found), _raw(text))


def _raw(text: str) -> bytes | None:
    """Return the bytes that a text was read from where they are no UTF-8."""
    if encodable(text) == text:
        return None
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates that were written as such
        return None


def _plain(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as JSON shows it."""
    span = diagnostic.span
    return {
        "code": diagnostic.code.id,
        "slug": diagnostic.code.slug,
        "severity": diagnostic.severity.value,
        "message": encodable(diagnostic.message),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "expected": encodable(diagnostic.expected),
        "hint": encodable(diagnostic.hint),
        "rule": diagnostic.code.rule,
        "ply": diagnostic.ply,
        "move": None if diagnostic.move is None else encodable(diagnostic.move),
        "position": diagnostic.position,
    }


def further_tags(game: str, tags: Mapping[str, str], plies: int) -> dict[str, str]:
    """Return the tags without a column, and those whose text the column cannot give back.

    ``plies`` is the number of plies that the record of the game has by itself.
    """
    spoken_for, ratings = _spoken_for(game), elo_columns(game)
    return {
        name: value
        for name, value in tags.items()
        if name not in spoken_for
        and not (name in ratings and value == str(rating(value)))
        and not (name == "PlyCount" and value == str(plies))
    }


@cache
def _spoken_for(game: str) -> frozenset[str]:
    return frozenset({"Game", "Result", "Termination", *text_columns(game), *setting_tags(game)})


def rating(text: str | None) -> int | None:
    """Return the rating that a tag states, or None; 0 is no rating."""
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    value = int(text[:11])
    return value if len(text) <= 11 and 0 < value <= _BIGGEST_WHOLE else None


def has_remarks(record: Record) -> bool:
    """Tell whether a record has more than tags and the plies of its mainline."""
    own = record.plies[record.inherited :]
    return bool(record.comments or record.closing_comments) or any(map(_is_remarked, own))


def _is_remarked(ply: Ply) -> bool:
    return bool(ply.suffix or ply.nags or ply.comments or ply.variations)
