"""Ask the database from which of a game's own starts its games began."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mentis_records.core.game import AnyGame
from mentis_records.core.start import Start, are_starts_few, chosen_starts, starts_of
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.schema import setting_sql
from mentis_records.store.selection import EVERY_GAME, Selection


def fetch_starts(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> list[Start]:
    """Return the starts of a game by which games are compared, that of the default settings first.

    Where numbers or texts choose them, they are those that the selected games have, those of most
    games first. What does not divide games is as by default; where that is no start, none is
    compared.

    Raises:
        StoreError: the database cannot be read.
    """
    if are_starts_few(game.description):
        return starts_of(game)
    choosing = [each for each in game.description.settings if each.chooses_start]
    return _chosen(database, game, selection, [each.tag for each in choosing if each.divides])


def fetch_start_keys(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> set[int]:
    """Return the canonical keys of all starts of a game, as far as the selected games have them.

    Raises:
        StoreError: the database cannot be read.
    """
    starts = fetch_starts(database, game, selection)
    settings = game.description.settings
    if not all(setting.divides for setting in settings):
        tags = [setting.tag for setting in settings if setting.chooses_start]
        starts = _chosen(database, game, selection, tags)
    return keys_of(starts)


def fetch_opening_keys(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> set[int]:
    """Return the canonical keys of the starts from which openings are told.

    They are those by which games are compared, or all where there is none, as each game has a start
    of its own.

    Raises:
        StoreError: the database cannot be read.
    """
    compared = fetch_starts(database, game, selection)
    return keys_of(compared) or fetch_start_keys(database, game, selection)


def keys_of(starts: Iterable[Start]) -> set[int]:
    """Return the canonical keys of starts."""
    return {start.position.canonical_key for start in starts}


def _chosen(
    database: Database, game: AnyGame, selection: Selection, tags: Sequence[str]
) -> list[Start]:
    """Return the starts that some settings of the selected games choose."""
    columns = ", ".join(
        f"coalesce({setting_sql(tag)}, '') as setting_{at}" for at, tag in enumerate(tags)
    )
    order = ", ".join(f"setting_{at}" for at in range(len(tags)))
    rows = fetch_rows(
        database,
        f"""
        select * exclude (games)
        from (
            select {columns}, count(*) as games from {selection.games} where game = $game
            group by all
        )
        order by games desc, {order}
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game.description.slug, **selection.parameters},
    )
    return chosen_starts(
        game, ({tag: value for tag, value in zip(tags, row, strict=True) if value} for row in rows)
    )
