"""The tables and views of a collection, each with what it means; knows no DuckDB connection.

Columns named after sides and options come from the descriptions of the registered games: no
fact of a single game stands here.
"""

from mentis_records.store.schema.definition import TAGS, TEXT, WHOLE, Column, Table
from mentis_records.store.schema.index_table import (
    EXCERPT_PARTS,
    EXCERPT_VIEWS,
    EXCERPTS,
    FEATURE_TABLES,
    INDEX_TABLES,
    MOVE_CODE,
    POSITIONS_BY_KEY,
    UNION_TABLES,
)
from mentis_records.store.schema.statement import (
    SCHEMA_VERSION,
    TABLES,
    VIEWS,
    descriptions,
    make_table,
    make_view,
    statements,
)
from mentis_records.store.schema.tables import (
    ALIASES,
    ANNOTATIONS,
    COMMENTS,
    DUPLICATES,
    GAME_ID,
    GAMES_TABLE,
    MAINLINES,
    QUARANTINE,
    SAVED_QUERIES,
    SOURCES,
    VARIATION_PLIES,
    VARIATIONS,
)
from mentis_records.store.schema.tag_column import (
    DESCRIPTION_OF,
    DESCRIPTIONS,
    ELO_COLUMNS,
    OPTION_COLUMNS,
    OPTION_TAGS,
    SIDE_TAGS,
    TEXT_COLUMNS,
)
from mentis_records.store.schema.views import (
    GAME_PLAYERS,
    NAMESAKES,
    PLAYERS,
    POSITION_KEYS,
    POSITIONS,
)

__all__ = [
    "ALIASES",
    "ANNOTATIONS",
    "COMMENTS",
    "DESCRIPTIONS",
    "DESCRIPTION_OF",
    "DUPLICATES",
    "ELO_COLUMNS",
    "EXCERPTS",
    "EXCERPT_PARTS",
    "EXCERPT_VIEWS",
    "FEATURE_TABLES",
    "GAMES_TABLE",
    "GAME_ID",
    "GAME_PLAYERS",
    "INDEX_TABLES",
    "MAINLINES",
    "MOVE_CODE",
    "NAMESAKES",
    "OPTION_COLUMNS",
    "OPTION_TAGS",
    "PLAYERS",
    "POSITIONS",
    "POSITIONS_BY_KEY",
    "POSITION_KEYS",
    "QUARANTINE",
    "SAVED_QUERIES",
    "SCHEMA_VERSION",
    "SIDE_TAGS",
    "SOURCES",
    "TABLES",
    "TAGS",
    "TEXT",
    "TEXT_COLUMNS",
    "UNION_TABLES",
    "VARIATIONS",
    "VARIATION_PLIES",
    "VIEWS",
    "WHOLE",
    "Column",
    "Table",
    "descriptions",
    "make_table",
    "make_view",
    "statements",
]
