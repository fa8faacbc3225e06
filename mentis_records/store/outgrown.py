"""What a source was taken to say while it was shorter, and says no longer now that it has grown.

The last record of a text may have been read while it was being written: as a shorter game, as one
that ends with another ply, as one without plies, or as one that had to be refused. The grown text
has it whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from mentis_records.store.delete import discard_games
from mentis_records.store.selection import select_ids


def discard_outgrown(
    connection: duckdb.DuckDBPyConnection, grown: int, sources: Sequence[int], kept: int
) -> int:
    """Take back the records that a source has no longer, as deleted from where they were.

    A game stays that other records have, too: as its duplicates, or as what it grew out of. All
    stay while what they have grown into is refused.

    Args:
        connection: with a transaction begun; the grown source must have been written.
        grown: its number.
        sources: the numbers of those that it has grown out of.
        kept: how many records at the beginning are still the same.

    Returns:
        How many games and refused records have gone.
    """
    outgrown = {"sources": list(sources), "kept": kept}
    games = connection.execute(
        """
        select game_id from games
        where source_id in (select unnest($sources::integer[])) and source_index > $kept
            and game_id not in (
                select game_id from duplicates
                where not (
                    source_id in (select unnest($sources::integer[])) and source_index > $kept
                )
            )
            and not exists (
                from quarantine where source_id = $grown and source_index = $kept + 1
            )
        """,
        {**outgrown, "grown": grown},
    ).fetchall()
    if games:
        discard_games(connection, select_ids([game_id for (game_id,) in games]))
    refused = connection.execute(
        """
        select source_id, count(*) from quarantine
        where source_id in (select unnest($sources::integer[])) and source_index > $kept
        group by source_id
        """,
        outgrown,
    ).fetchall()
    for source_id, count in refused:
        connection.execute(
            "delete from quarantine where source_id = $source and source_index > $kept",
            {"source": source_id, "kept": kept},
        )
        connection.execute(
            """
            update sources set quarantined = quarantined - $count, deleted = deleted + $count
            where source_id = $source
            """,
            {"source": source_id, "count": count},
        )
    return len(games) + sum(int(count) for _, count in refused)
