"""Games whose record ends within a ply, or before the first one, found by a record that goes on.

A text that was taken while it was being written may end with ``c2-c3`` of ``c2-c3-c4``, or after
its tags: a sound record of a game that was never played. That it has no result at its end is all
that tells so, until a record of the same game goes on where it breaks off. A pairing that was put
up in advance, and a result without the plies, are records of the game as well, unless they say
that it was not played.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.identity import UNKNOWN
from mentis_records.store.schema import PLAYER_COLUMNS, SHARED_COLUMNS
from mentis_records.store.schema.record_sql import folded_sql

_OCCASION = tuple(SHARED_COLUMNS[tag] for tag in ("Event", "Date", "Round"))
_SAME = ", ".join(("game", "start_key", "settings", *PLAYER_COLUMNS, *_OCCASION))
_UNPLAYED = r"^\s*(bye|forfeit|double forfeit|default|walkover|unplayed)\b"
_FACTS = ", ".join(
    (
        "game_id, is_open, ply_count, greatest(ply_count, 1) as last, game, start_key, settings",
        f"regexp_matches(lower(coalesce(termination, '')), '{_UNPLAYED}') as is_unplayed",
        *(
            f"case when {folded_sql(name)} not in $unknown then {folded_sql(name)} else '' end"
            f" as {name}"
            for name in (*PLAYER_COLUMNS, *_OCCASION)
        ),
    )
)
"""SQL: what is compared of a game; what is unknown is an empty text."""

_HAS_PLAYERS = " and ".join(f"{name} <> ''" for name in PLAYER_COLUMNS)
_IS_KNOWN = " and ".join(f"{name} <> ''" for name in _OCCASION)
_QUERY = f"""
    with facts as (select {_FACTS} from games),
    cut as materialized (
        from facts
        where (is_open or (ply_count = 0 and not is_unplayed))
            and {_HAS_PLAYERS}
            and (ply_count > 0 or ({_IS_KNOWN}))
    ),
    cut_plies as materialized (
        select cut.*, keys[last] as key, turns[:last] as earlier,
            coalesce(notation, '') as notation
        from cut
        join mainlines using (game_id)
        left join moves on moves.game = cut.game and move_code = turns[last + 1] >> 3
    ),
    whole as materialized (
        select facts.* exclude (last), lasts.last, keys[lasts.last] as key, turns
        from facts
        semi join cut using ({_SAME})
        join mainlines using (game_id)
        join (select distinct last from cut) as lasts on lasts.last <= ply_count
    )
    select cut.game_id, list(whole.game_id order by
        whole.ply_count desc, strlen(moves.notation) desc, whole.game_id)
    from cut_plies as cut
    join whole using (last, key, {_SAME})
    join moves on moves.game = whole.game and move_code = turns[last + 1] >> 3
    where greatest(cut.game_id, whole.game_id) >= $since
        and turns[:last] = earlier
        and starts_with(moves.notation, cut.notation) and moves.notation <> cut.notation
    group by all
    """  # noqa: S608 - column names of the schema


def fetch_cut_short(connection: duckdb.DuckDBPyConnection, since: int) -> dict[int, list[int]]:
    """Return the games that may be others cut short within a ply, or before the first, with those.

    Both are of the same players, who are known, begin in the same way, and have the same occasion,
    which is wholly known if there is no ply. The plies of both are the same but for the last one,
    whose notation begins the other's. Of several the longest comes first. Other tags may
    contradict.

    Args:
        connection: nothing of the games may wait to be written.
        since: the number of a game; one of the two has this number or a higher one.
    """
    if (
        connection.execute("select 1 from games where is_open or ply_count = 0 limit 1").fetchone()
        is None
    ):
        return {}
    rows = connection.execute(_QUERY, {"since": since, "unknown": sorted(UNKNOWN)}).fetchall()
    return dict(rows)
