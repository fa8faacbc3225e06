"""Start positions: those of a game, and that of one record by its tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from mentis_records.core.game import AnyGame, GameDescription, PositionError
from mentis_records.core.setting import given_settings, lasting_settings
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """A start position with the settings that choose it."""

    options: dict[str, str]
    position: Any


def are_starts_few(game: GameDescription) -> bool:
    """Tell whether all starts of a game can be listed: whether they are chosen by words alone."""
    return all(setting.values for setting in game.settings if setting.chooses_start)


def beginning_settings(game: GameDescription, given: Mapping[str, str]) -> dict[str, str]:
    """Return the settings with which a game begins that is no record's: those given, or the usual.

    Args:
        game: its facts.
        given: the values of some settings by tag.
    """
    return {**game.usual_settings, **given}


def starts_of(game: AnyGame) -> list[Start]:
    """Return the start positions of a game, each once, that of the default settings first.

    Those are left out that numbers and texts choose, other than the usual ones and defaults.
    """
    choosing = [setting for setting in game.description.settings if setting.chooses_start]
    tags = [setting.tag for setting in choosing]
    usual = {setting.tag: setting.default for setting in choosing}
    usual.update(game.description.usual_settings)
    choices = product(*(setting.values or (usual[setting.tag],) for setting in choosing))
    return chosen_starts(game, (dict(zip(tags, values, strict=True)) for values in choices))


def chosen_starts(game: AnyGame, choices: Iterable[dict[str, str]]) -> list[Start]:
    """Return the start positions that some settings choose, each once, where there is one."""
    found: dict[int, Start] = {}
    for choice in choices:
        try:
            position = game.start_position(choice)
        except ValueError:
            continue
        found.setdefault(position.canonical_key, Start(choice, position))
    return list(found.values())


def without_number(game: AnyGame, start: Any) -> str | None:
    """Return the string of a start but for its last field, if that is the number of the move.

    It is if the same string with the next number there is a position with that number.
    """
    short, _, last = game.format_position(start).rpartition(" ")
    following = start.move_number + 1
    try:
        is_number = game.parse_position(f"{short} {following}", {}).move_number == following
    except PositionError:
        return None
    return short if is_number and last == str(start.move_number) else None


def start_of(game: AnyGame, tags: Mapping[str, str], defaults: Mapping[str, str]) -> Any:
    """Return the position from which a record starts that has some tags.

    Args:
        game: that of the record.
        tags: its tags, at least those of settings, and Position.
        defaults: tags for records without them.

    Raises:
        PositionError: there is no such position.
        ValueError: a setting has a value that is none.
    """
    given = given_settings(game.description.settings, tags, defaults)
    stated = tags.get("Position")
    return game.start_position(given) if stated is None else game.parse_position(stated, given)


def stored_position(game: AnyGame, text: str, tags: Mapping[str, str]) -> Any:
    """Return a position of a record that was read, by its string and the record's tags.

    Raises:
        PositionError: the string states none.
    """
    return game.parse_position(text, lasting_settings(game.description.settings, tags))
