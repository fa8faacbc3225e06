"""The doctor's check of the results in the own records of games that are over on the board."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.schema import DESCRIPTIONS, quoted

_SHOWN = " or ".join(
    f"games.game = '{game.slug}' and games.termination = {quoted(word)}"
    for game in DESCRIPTIONS
    for word in game.terminations
)
_LACKS = f"= '{RESULT_UNKNOWN}' and games.result <> '{RESULT_UNKNOWN}' and ({_SHOWN})"
_OWN_LACKS = f"games.said['Result'] {_LACKS}"
_COPY_LACKS = f"""
    duplicates.game_id = games.game_id and duplicates.ply_count = games.ply_count
    and duplicates.result {_LACKS}
"""
_SHOWN_TAGS = "map {'Result': games.result, 'Termination': games.termination}"


def check_said(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield the records of whole games that lack the result that the board shows; correct them."""
    own = connection.execute(
        f"select game_id, result from games where {_OWN_LACKS} order by all"  # noqa: S608 - ours
    ).fetchall()
    for game_id, result in own:
        yield Finding("games", f"game {game_id}", "said: Result", RESULT_UNKNOWN, result)
    copies = connection.execute(
        f"""
        select duplicates.source_id, duplicates.source_index, games.result
        from games, duplicates where {_COPY_LACKS} order by all
        """  # noqa: S608 - ours
    ).fetchall()
    for source_id, index, result in copies:
        where = f"record {source_id}.{index}"
        yield Finding("duplicates", where, "result", RESULT_UNKNOWN, result)
    if is_repairing and own:
        connection.execute(
            f"update games set said = map_concat(said, {_SHOWN_TAGS}) where {_OWN_LACKS}"  # noqa: S608
        )
    if is_repairing and copies:
        connection.execute(
            f"""
            update duplicates
            set result = games.result, tags = map_concat(duplicates.tags, {_SHOWN_TAGS})
            from games where {_COPY_LACKS}
            """  # noqa: S608 - ours
        )
