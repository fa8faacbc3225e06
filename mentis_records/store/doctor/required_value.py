"""Fields that must have a value, or one of a few, wherever records are put together again."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.core.outcome import RESULTS
from mentis_records.core.record import CommentKind
from mentis_records.core.setting import Choice, Setting, WholeNumber
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.consistency import MAX_NAG
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.row.remark_place import AFTER, BEFORE, CLOSING
from mentis_records.store.schema import DESCRIPTIONS, quoted, setting_sql

_GAME = "'game ' || game_id"
_PLY = "'game ' || game_id || ', variation ' || coalesce(line, -1) || ', ply ' || coalesce(ply, -1)"
_RECORD = "'record ' || source_id || '.' || source_index"


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a table; ``where`` is SQL for whose it is, ``condition`` that it is wrong."""

    table: str
    where: str
    name: str
    condition: str


def _is_none_of(name: str, values: tuple[str, ...]) -> str:
    listed = ", ".join(map(quoted, values))
    return f"coalesce({name} not in ({listed}), true)"


def _is_no_value(setting: Setting) -> str:
    """Return SQL that a setting has no value that it may have; texts are read as records are."""
    column, kind = setting_sql(setting.tag), setting.kind
    if isinstance(kind, Choice):
        return _is_none_of(column, kind.values)
    if isinstance(kind, WholeNumber):
        number = f"try_cast({column} as integer)"
        is_one = f"{number}::varchar = {column} and {number} between {kind.least} and {kind.most}"
        return f"coalesce(not ({is_one}), true)"
    return f"{column} is null"


_KINDS = tuple(kind.value for kind in CommentKind)
_IS_NOWHERE = "coalesce(line < 0 or ply < 0, true)"
_HAS_NULL = "len(list_filter({0}, lambda each: each is null)) is distinct from 0"
_FIELDS = (
    _Field("games", "'a game'", "game_id", "game_id is null"),
    _Field("games", _GAME, "tags", "tags is null"),
    _Field("games", _GAME, "settings", "settings is null"),
    _Field("games", _GAME, "irregular", _HAS_NULL.format("irregular")),
    _Field("games", _GAME, "inherited", "coalesce(inherited not between 0 and ply_count, true)"),
    _Field("games", _GAME, "is_open", "is_open is null"),
    _Field("games", _GAME, "result", _is_none_of("result", RESULTS)),
    *(
        _Field(
            "games",
            _GAME,
            f"settings: {setting.tag}",
            f"game = '{game.slug}' and {_is_no_value(setting)}",
        )
        for game in DESCRIPTIONS
        for setting in game.settings
    ),
    _Field("comments", _PLY, "line, ply", _IS_NOWHERE),
    _Field("comments", _PLY, "place", _is_none_of("place", (BEFORE, AFTER, CLOSING))),
    _Field("comments", _PLY, "kind", _is_none_of("kind", _KINDS)),
    _Field(
        "comments",
        _PLY,
        "text",
        "text is null or contains(text, chr(10)) and (kind <> 'brace' or contains(text, '}'))",
    ),
    _Field("annotations", _PLY, "line, ply", _IS_NOWHERE),
    _Field("annotations", _PLY, "suffix", "not regexp_full_match(suffix, '[!?]{1,2}')"),
    _Field(
        "annotations",
        _PLY,
        "nags",
        f"{_HAS_NULL.format('nags')} or list_min(nags) < 0 or list_max(nags) > {MAX_NAG}",
    ),
    _Field("duplicates", _RECORD, "tags", "tags is null"),
    _Field("duplicates", _RECORD, "is_open", "is_open is null"),
    _Field(
        "duplicates",
        _RECORD,
        "inherited",
        "coalesce(inherited not between 0 and ply_count, inherited is null)",
    ),
    _Field("duplicates", _RECORD, "result", _is_none_of("result", RESULTS)),
    _Field(
        "duplicates",
        _RECORD,
        "ply_count",
        """
        coalesce(ply_count not between 0 and (
            select max(games.ply_count) from games where games.game_id = duplicates.game_id
        ), ply_count is null)
        """,
    ),
    _Field("quarantine", _RECORD, "text", "text is null"),
    _Field(
        "quarantine",
        _RECORD,
        "diagnostics",
        """
        coalesce(len(list_filter(try_cast(diagnostics as json[]), lambda said:
            said ->> 'code' is null or said ->> 'severity' is null or said ->> 'message' is null
        )), 1) > 0
        """,
    ),
)


def check_fields(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield fields without a value that makes sense; none of them can be derived."""
    for field in _FIELDS:
        rows = connection.execute(
            f"select {field.where} from {field.table} where {field.condition} order by 1"  # noqa: S608
        ).fetchall()
        for (where,) in rows:
            what = f"{field.name}: no value, or none that makes sense"
            yield Finding(field.table, where, what, None, None, False)
