"""Find the games that a batch of records repeats; what a duplicate is, ``identity`` says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

from mentis_records.core.game import GameDescription
from mentis_records.store.identity import (
    OCCASION_TAGS,
    Content,
    Occasion,
    is_agreeing,
    known,
    merged,
    occasion_of,
    occasion_tags,
)
from mentis_records.store.schema import DESCRIPTION_OF, OPTION_COLUMNS, SIDE_TAGS, TEXT_COLUMNS


@dataclass(slots=True)
class _Kept:
    """A game that later records may repeat, with what is known of its occasion."""

    game_id: int
    content: Content
    occasion: Occasion


class Finder:
    """Knows the stored games that a batch might repeat, and those of the batch itself."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, content_keys: list[int]) -> None:
        """Fetch the stored games with these content keys."""
        self._kept: dict[int, list[_Kept]] = {}
        for kept in _fetch_kept(connection, content_keys):
            self.add(kept.game_id, kept.content, kept.occasion)

    def find(self, content: Content, occasion: Occasion) -> int | None:
        """Return the first game that a record repeats, and remember what the record adds."""
        for kept in self._kept.get(content.key, ()):
            if kept.content == content and is_agreeing(kept.occasion, occasion):
                kept.occasion = merged(kept.occasion, occasion)
                return kept.game_id
        return None

    def add(self, game_id: int, content: Content, occasion: Occasion) -> None:
        """Count a game among those that may be repeated."""
        self._kept.setdefault(content.key, []).append(_Kept(game_id, content, occasion))


def _fetch_kept(connection: duckdb.DuckDBPyConnection, content_keys: list[int]) -> Iterable[_Kept]:
    options = ", ".join(OPTION_COLUMNS.values())
    sides = ", ".join(TEXT_COLUMNS[side] for side in SIDE_TAGS)
    rows = connection.execute(
        f"""
        select game_id, game, start_key, [{options}], event, date, round, result, [{sides}]
        from games
        where content_key in (select unnest($keys::bigint[]))
        order by game_id
        """,  # noqa: S608 - column names of the schema
        {"keys": content_keys},
    ).fetchall()
    if not rows:
        return []
    ids = [row[0] for row in rows]
    codes = _fetch_codes(connection, ids)
    kept: dict[int, _Kept] = {}
    for game_id, slug, start_key, values, event, date, round_, result, players in rows:
        game = DESCRIPTION_OF[slug]
        tags = dict(zip(OCCASION_TAGS, (event, date, round_), strict=True))
        tags.update(zip(SIDE_TAGS, players, strict=True))
        said = known([*(tags[tag] for tag in occasion_tags(game)), result])
        content = Content(slug, option_values(game, values), start_key, codes[game_id])
        kept[game_id] = _Kept(game_id, content, said)
    _merge_duplicates(connection, kept)
    return kept.values()


def option_values(game: GameDescription, values: Sequence[str | None]) -> tuple[str, ...]:
    """Return the values of a game's own options out of those of all option columns."""
    by_tag = dict(zip(OPTION_COLUMNS, values, strict=True))
    return tuple(by_tag[option.tag] or "" for option in game.options)


def _fetch_codes(
    connection: duckdb.DuckDBPyConnection, ids: list[int]
) -> dict[int, tuple[int, ...]]:
    codes: dict[int, tuple[int, ...]] = dict.fromkeys(ids, ())
    rows = connection.execute(
        """
        select game_id, list(move_code order by ply)
        from position_keys
        where ply > 0 and game_id in (select unnest($ids::bigint[]))
        group by game_id
        """,
        {"ids": ids},
    ).fetchall()
    codes.update((game_id, tuple(found)) for game_id, found in rows)
    return codes


def _merge_duplicates(connection: duckdb.DuckDBPyConnection, kept: dict[int, _Kept]) -> None:
    rows = connection.execute(
        """
        select game_id, tags, result
        from duplicates
        where game_id in (select unnest($ids::bigint[]))
        order by source_id, source_index
        """,
        {"ids": list(kept)},
    ).fetchall()
    for game_id, tags, result in rows:
        found = kept[game_id]
        said = occasion_of(DESCRIPTION_OF[found.content.game], tags, result)
        found.occasion = merged(found.occasion, said)
