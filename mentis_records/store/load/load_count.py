"""What became of the records of each source, counted and written to ``sources``."""

from __future__ import annotations

from collections import Counter

import duckdb

STORED, DUPLICATES, QUARANTINED = "stored", "duplicates", "quarantined"
"""The columns of ``sources`` that add up to the records read."""


class Tally:
    """Changes of the counts, by source; what leaves one count enters another, or is new."""

    def __init__(self) -> None:
        """Begin with no change."""
        self._changes: Counter[tuple[int, str]] = Counter()

    def add(self, source_id: int, column: str, count: int = 1) -> None:
        """Count records of a source; a negative number takes them back."""
        self._changes[source_id, column] += count

    def of(self, source_id: int) -> tuple[int, int, int]:
        """Return by how much stored, duplicates and quarantined of a source have changed."""
        changes = self._changes
        return (
            changes[source_id, STORED],
            changes[source_id, DUPLICATES],
            changes[source_id, QUARANTINED],
        )

    def forget(self, source_id: int) -> None:
        """Count the records of a source as written."""
        for column in (STORED, DUPLICATES, QUARANTINED):
            del self._changes[source_id, column]

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Add the changes to the rows of the sources that have one, and forget them."""
        for source_id in {source_id for source_id, _ in self._changes}:
            connection.execute(
                """
                update sources
                set stored = stored + ?, duplicates = duplicates + ?,
                    quarantined = quarantined + ?
                where source_id = ?
                """,
                [*self.of(source_id), source_id],
            )
        self._changes.clear()
