"""The positions from which a game starts, one for every choice of its options."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from mentis_records.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Start:
    """A start position with the tags that choose it."""

    options: dict[str, str]
    position: Any


def starts_of(game: AnyGame) -> list[Start]:
    """Return the start positions of a game, each once, that of the default options first."""
    options = game.description.options
    found: dict[int, Start] = {}
    for values in product(*(option.values for option in options)):
        choice = dict(zip((option.tag for option in options), values, strict=True))
        position = game.start_position(choice)
        found.setdefault(position.canonical_key, Start(choice, position))
    return list(found.values())


def start_keys(game: AnyGame) -> set[int]:
    """Return the canonical keys of the positions from which a game starts."""
    return {start.position.canonical_key for start in starts_of(game)}
