"""What the files of a lake hold, in numbers that its manifest tells."""

from __future__ import annotations

from pathlib import Path

from mentis_records import __version__
from mentis_records.lake.lake_manifest import Manifest
from mentis_records.store.count.summary import FileSummary, RecordCounts
from mentis_records.store.schema import (
    DESCRIPTIONS,
    GAMES_TABLE,
    POSITION_KEYS,
    POSITIONS_BY_KEY,
    SCHEMA_VERSION,
    SOURCES,
    union_table,
)
from mentis_records.store.shard.shard_layout import shard_tables


def summarise_files(folder: Path, manifest: Manifest) -> FileSummary:
    """Return how many bytes, rows and records the shards have together."""
    names = dict.fromkeys(table for shard in manifest.shards for table in shard.rows)
    rows = {name: manifest.rows(name) for name in names}
    positions = sum(sum(shard.key_rows) for shard in manifest.shards)
    rows |= {POSITIONS_BY_KEY.name: positions, POSITION_KEYS.name: positions}
    rows[SOURCES.name] = len(manifest.sources)
    rows.setdefault(GAMES_TABLE.name, 0)
    size = 0
    for shard in manifest.shards:
        place = shard.place(folder)
        for table in shard_tables():
            for file in place.files(table):
                size += file.stat().st_size if file.exists() else 0
    records = RecordCounts(
        read=sum(source.records for source in manifest.sources),
        stored=sum(source.stored for source in manifest.sources),
        duplicates=sum(source.duplicates for source in manifest.sources),
        quarantined=sum(source.quarantined for source in manifest.sources),
        deleted=0,
    )
    indexed = sum(manifest.rows(union_table(game.slug).name) for game in DESCRIPTIONS)
    facts = {
        "made_by": __version__,
        "schema_version": str(SCHEMA_VERSION),
        "manifest": str(manifest.number),
        "shards": str(len(manifest.shards)),
    }
    return FileSummary(size, facts, rows, records, indexed, {})
