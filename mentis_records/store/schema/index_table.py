"""The tables of the positions index: what stands on the boards, and all positions by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mentis_records.core.feature import Excerpt, Feature
from mentis_records.core.game import GameDescription
from mentis_records.store.schema.definition import (
    LONG,
    PACKED,
    PLAIN,
    RUNS,
    WHOLE,
    WHOLE_BITS,
    Column,
    Table,
    View,
)
from mentis_records.store.schema.tables import GAME_ID, KEY
from mentis_records.store.schema.tag_column import DESCRIPTIONS

POSITIONS_BY_KEY = Table(
    "positions_by_key",
    "The positions of the indexed games, in stretches of millions, each sorted by"
    " the highest bits of the key",
    (
        replace(KEY, compression=PLAIN),
        replace(GAME_ID, compression=PLAIN),
        Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
    ),
)


def _feature_column(feature: Feature) -> Column:
    """Return the column of a feature, compressed as far as that makes it no slower to search."""
    type_ = WHOLE if feature.bits < WHOLE_BITS else LONG
    compression = RUNS if feature.is_steady else PLAIN
    return Column(feature.name, type_, feature.comment, compression=compression)


MOVE_CODE = "move_code"
"""The column of a table of features with the move that led to a position."""

FEATURE_TABLES: Mapping[str, Table] = {
    game.slug: Table(
        f"{game.slug}_features",
        f"What stands on the board in the positions of the indexed games of {game.title}",
        (
            replace(GAME_ID, compression=RUNS),
            Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
            Column(MOVE_CODE, LONG, "the move that led there; -1 at ply 0", compression=PACKED),
            *map(_feature_column, game.features),
        ),
    )
    for game in DESCRIPTIONS
}
"""The table of each game's features, by slug."""

UNION_TABLES: Mapping[str, Table] = {
    game.slug: Table(
        f"{game.slug}_unions",
        f"What stands on the board at some time in the indexed games of {game.title}: a number"
        f" has all bits that it has in {FEATURE_TABLES[game.slug].name} in any of the positions;"
        " then sets of squares",
        (
            replace(GAME_ID, compression=PLAIN),
            *(
                replace(_feature_column(each), compression=PLAIN)
                for each in (*game.features, *game.sightings)
            ),
        ),
    )
    for game in DESCRIPTIONS
}
"""The table of what is true of some position of each game, by slug.

Where a query asks for bits of one number, it says in which games some position has them.
"""


EXCERPTS: Mapping[str, Excerpt] = {
    game.slug: game.excerpt for game in DESCRIPTIONS if game.excerpt is not None
}
"""The excerpts of the games that have one, by slug."""


def _excerpt_columns(game: GameDescription, excerpt: Excerpt) -> tuple[Column, ...]:
    known = {feature.name: feature for feature in game.features}
    repeated = [known[name] for name in excerpt.repeated]
    return (
        replace(GAME_ID, compression=RUNS),
        Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
        *map(_feature_column, (*excerpt.features, *repeated)),
    )


def _part_tables(game: GameDescription, excerpt: Excerpt) -> Iterator[tuple[Table, str]]:
    columns = _excerpt_columns(game, excerpt)
    ends = (*(part.least for part in excerpt.parts[1:]), None)
    for part, end in zip(excerpt.parts, ends, strict=True):
        name, comment = f"{game.slug}_{part.name}", f"{excerpt.comment}: {part.comment}"
        condition = f"{excerpt.wherever} >= {part.least}"
        if end is not None:
            condition += f" and {excerpt.wherever} < {end}"
        yield Table(name, comment, columns), condition


EXCERPT_PARTS: Mapping[str, tuple[tuple[Table, str], ...]] = {
    game.slug: tuple(_part_tables(game, EXCERPTS[game.slug]))
    for game in DESCRIPTIONS
    if game.slug in EXCERPTS
}
"""Their tables, and SQL on their columns for the rows that each has."""


def _excerpt_view(game: GameDescription, excerpt: Excerpt) -> View:
    table = FEATURE_TABLES[game.slug].name
    return View(
        f"{game.slug}_{excerpt.name}",
        f"{excerpt.comment} ({excerpt.wherever} in {table} is not 0)",
        " union all ".join(f"from {part.name}" for part, _ in EXCERPT_PARTS[game.slug]),
        tuple((column.name, column.comment) for column in _excerpt_columns(game, excerpt)),
    )


EXCERPT_VIEWS: Mapping[str, View] = {
    game.slug: _excerpt_view(game, EXCERPTS[game.slug])
    for game in DESCRIPTIONS
    if game.slug in EXCERPTS
}
"""The excerpts with all their parts."""

INDEX_TABLES = (
    POSITIONS_BY_KEY,
    *FEATURE_TABLES.values(),
    *(table for parts in EXCERPT_PARTS.values() for table, _ in parts),
    *UNION_TABLES.values(),
)
"""All of them."""
