"""The tables of the positions index: what stands on the boards, and all positions by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mentis_records.core.feature import Excerpt, Feature
from mentis_records.core.game import GameDescription
from mentis_records.store.schema.shape import (
    LONG,
    PACKED,
    PLAIN,
    RUNS,
    WHOLE,
    WHOLE_BITS,
    Column,
    Table,
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


def _excerpt_table(game: GameDescription, excerpt: Excerpt) -> Table:
    known = {feature.name: feature for feature in game.features}
    repeated = [known[name] for name in excerpt.repeated]
    return Table(
        f"{game.slug}_{excerpt.name}",
        f"{excerpt.comment} ({excerpt.wherever} in {FEATURE_TABLES[game.slug].name} is not 0)",
        (
            replace(GAME_ID, compression=RUNS),
            Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
            *map(_feature_column, (*excerpt.features, *repeated)),
        ),
    )


EXCERPTS: Mapping[str, Excerpt] = {
    game.slug: game.excerpt for game in DESCRIPTIONS if game.excerpt is not None
}
"""The excerpts of the games that have one, by slug."""

EXCERPT_TABLES: Mapping[str, Table] = {
    game.slug: _excerpt_table(game, EXCERPTS[game.slug])
    for game in DESCRIPTIONS
    if game.slug in EXCERPTS
}
"""Their tables."""

INDEX_TABLES = (
    POSITIONS_BY_KEY,
    *FEATURE_TABLES.values(),
    *EXCERPT_TABLES.values(),
    *UNION_TABLES.values(),
)
"""All of them."""
