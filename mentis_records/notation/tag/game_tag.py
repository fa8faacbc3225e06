"""The tag Game: which of some games it names."""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.core.game import AnyGame


def find_named(games: Iterable[AnyGame], name: str) -> AnyGame | None:
    """Return the game whose title or slug a tag states, in any case, or None."""
    wanted = name.strip().lower()
    for game in games:
        if wanted in (game.description.title.lower(), game.description.slug):
            return game
    return None
