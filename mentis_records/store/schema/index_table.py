"""The tables of the positions index: what stands on the boards, and all positions by key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from mentis_records.core.feature import Excerpt, Feature
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
from mentis_records.store.schema.tag_column import DESCRIPTION_OF

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


FEATURES = "_features"
"""What the table of a game's features is called, behind its slug."""


@cache
def feature_table(game: str) -> Table:
    """Return the table of the features of a game's positions."""
    description = DESCRIPTION_OF[game]
    return Table(
        game + FEATURES,
        f"What stands on the board in the positions of the indexed games of {description.title}",
        (
            replace(GAME_ID, compression=RUNS),
            Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
            Column(MOVE_CODE, LONG, "the move that led there; -1 at ply 0", compression=PACKED),
            *map(_feature_column, description.features),
        ),
    )


@cache
def union_table(game: str) -> Table:
    """Return the table of what is true of some position of each of a game's records.

    Where a query asks for bits of one number, it says in which games some position has them.
    """
    description = DESCRIPTION_OF[game]
    return Table(
        f"{game}_unions",
        f"What stands on the board at some time in the indexed games of {description.title}: a"
        f" number has all bits that it has in {feature_table(game).name} in any of the positions;"
        " then sets of squares",
        (
            replace(GAME_ID, compression=PLAIN),
            *(
                replace(_feature_column(each), compression=PLAIN)
                for each in (*description.features, *description.sightings)
            ),
        ),
    )


def excerpt_of(game: str) -> Excerpt:
    """Return the excerpt of a game that has one.

    Raises:
        KeyError: it has none.
    """
    excerpt = DESCRIPTION_OF[game].excerpt
    if excerpt is None:
        raise KeyError(game)
    return excerpt


def _excerpt_columns(game: str, excerpt: Excerpt) -> tuple[Column, ...]:
    known = {feature.name: feature for feature in DESCRIPTION_OF[game].features}
    repeated = [known[name] for name in excerpt.repeated]
    return (
        replace(GAME_ID, compression=RUNS),
        Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
        *map(_feature_column, (*excerpt.features, *repeated)),
    )


@cache
def excerpt_parts(game: str) -> tuple[tuple[Table, str], ...]:
    """Return the tables of a game's excerpt, and SQL on their columns for the rows of each."""
    excerpt = DESCRIPTION_OF[game].excerpt
    return () if excerpt is None else tuple(_part_tables(game, excerpt))


def _part_tables(game: str, excerpt: Excerpt) -> Iterator[tuple[Table, str]]:
    columns = _excerpt_columns(game, excerpt)
    ends = (*(part.least for part in excerpt.parts[1:]), None)
    for part, end in zip(excerpt.parts, ends, strict=True):
        name, comment = f"{game}_{part.name}", f"{excerpt.comment}: {part.comment}"
        condition = f"{excerpt.wherever} >= {part.least}"
        if end is not None:
            condition += f" and {excerpt.wherever} < {end}"
        yield Table(name, comment, columns), condition


@cache
def excerpt_view(game: str) -> View:
    """Return the view of a game's excerpt with all its parts.

    Raises:
        KeyError: it has none.
    """
    excerpt = excerpt_of(game)
    return View(
        f"{game}_{excerpt.name}",
        f"{excerpt.comment} ({excerpt.wherever} in {feature_table(game).name} is not 0)",
        " union all ".join(f"from {part.name}" for part, _ in excerpt_parts(game)),
        tuple((column.name, column.comment) for column in _excerpt_columns(game, excerpt)),
    )


@cache
def index_tables(game: str) -> tuple[Table, ...]:
    """Return the tables of a game's index."""
    return (feature_table(game), *(table for table, _ in excerpt_parts(game)), union_table(game))
