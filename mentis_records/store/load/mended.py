"""Refused records that people have mended or given up: stored, kept with a new text, discarded."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.reread import read_again
from mentis_records.store import schema
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.error import StoreError
from mentis_records.store.load.intake import Intake
from mentis_records.store.load.listing_base import fetch_before
from mentis_records.store.load.load_count import QUARANTINED
from mentis_records.store.load.quarantine import Quarantined
from mentis_records.store.row.appending import appending
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.row.place import Place
from mentis_records.store.row.record_row import quarantine_row
from mentis_records.store.stale_mending import forget_stale


@dataclass(frozen=True, slots=True)
class Stored:
    """What a mended record has become: a game, or a duplicate of one."""

    game_id: int
    is_duplicate: bool


def read_mended(database: Database, reader: Reader, record: Quarantined, text: str) -> Reading:
    """Return the reading of a text in the place of a refused record; nothing is changed.

    Args:
        database: where the record is.
        reader: how to read; the options of the record's source hold where it has none.
        record: the refused one.
        text: what is to stand in its place.

    Raises:
        StoreError: the text is a listing that continues what is not there.
    """
    manner = replace(reader, defaults={**record.defaults, **reader.defaults})
    place = record.place
    with asking(database) as connection:
        before = fetch_before(connection, manner, place, text)
    if before is None:
        raise StoreError(f"{record.id}: the text continues a listing that is not there any more")
    name = record.source if record.is_trial else ""
    return read_again(manner, name, text, place.index, place.line, before)


def store_mended(
    database: Database, reader: Reader, record: Quarantined, reading: Reading
) -> Stored:
    """Store a sound reading in the place of a refused record.

    Raises:
        StoreError: the database cannot take it, or the record is not in quarantine any more;
            then nothing is changed.
    """
    place = record.place
    with transaction(database) as connection:
        take_out(connection, [record])
        intake = Intake(connection, {**record.defaults, **reader.defaults})
        with appending(connection):
            intake.take(place, reading)
            intake.write()
        intake.finish()
        intake.tally.add(place.source_id, QUARANTINED, -1)
        intake.tally.write(connection)
        return _find(connection, place)


def _find(connection: duckdb.DuckDBPyConnection, place: Place) -> Stored:
    rows = connection.execute(
        """
        select game_id, false from games where source_id = $source and source_index = $index
        union all
        select game_id, true from duplicates where source_id = $source and source_index = $index
        """,
        {"source": place.source_id, "index": place.index},
    ).fetchall()
    return Stored(*rows[0])


def keep_text(database: Database, record: Quarantined, reading: Reading) -> None:
    """Keep a refused record with the text and the findings of another reading.

    Raises:
        StoreError: the database cannot take it, or the record is not in quarantine any more.
    """
    row = quarantine_row(record.place, reading)
    with transaction(database) as connection:
        take_out(connection, [record])
        insert_rows(connection, schema.QUARANTINE, [row])


def discard_records(database: Database, records: Collection[Quarantined]) -> int:
    """Discard refused records for good; return how many sources are forgotten, as nothing is left.

    They count as deleted. A source that is forgotten may be loaded again.

    Raises:
        StoreError: the database cannot be written, or one is not there any more; then all stay.
    """
    with transaction(database) as connection:
        take_out(connection, records)
        count_discarded(connection, [record.place for record in records])
        done = connection.execute(
            """
            delete from sources
            where deleted > 0 and stored + duplicates + quarantined = 0
                and source_id in (select unnest($sources::integer[]))
            """,
            {"sources": [record.place.source_id for record in records]},
        ).fetchone()
        forget_stale(connection)
    return int(done[0]) if done else 0


def count_discarded(connection: duckdb.DuckDBPyConnection, places: Collection[Place]) -> None:
    """Count refused records as deleted in their sources."""
    connection.execute(
        """
        update sources set quarantined = quarantined - gone, deleted = deleted + gone
        from (
            select source_id, count(*) as gone
            from (select unnest($sources::integer[]) as source_id)
            group by source_id
        ) as lost
        where lost.source_id = sources.source_id
        """,
        {"sources": [place.source_id for place in places]},
    )


def take_out(connection: duckdb.DuckDBPyConnection, records: Collection[Quarantined]) -> None:
    """Delete the rows of refused records.

    Raises:
        StoreError: one is not there any more, or has another text now.
    """
    for record in records:
        place = record.place
        found = connection.execute(
            """
            delete from quarantine
            where source_id = $source and source_index = $index and text = $text
            """,
            {"source": place.source_id, "index": place.index, "text": record.text},
        ).fetchone()
        if not found or found[0] != 1:
            raise StoreError(f"record {record.id} has been changed by somebody else meanwhile")
