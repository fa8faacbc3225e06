"""The tables of what people have mended: tags edited, and likely duplicates judged."""

from __future__ import annotations

from mentis_records.store.schema.definition import TEXT, WHOLE, Column, Table

EDITS = Table(
    "edits",
    "The edits of tags that can be undone: a row for each tag of a record that was changed",
    (
        Column("edit_id", WHOLE, "number of the edit, from 1; one edit may change many records"),
        Column("edited_at", "TIMESTAMP", "when it was made, in UTC"),
        Column("source_id", WHOLE, "the source of the record"),
        Column("source_index", WHOLE, "which record of the source, from 1"),
        Column("tag", TEXT, "the tag"),
        Column("former", TEXT, "what it said before; null is no such tag"),
        Column("value", TEXT, "what it says since; null is no such tag"),
    ),
)
"""It is made when it is written first, as the next one is."""

VERDICTS = Table(
    "verdicts",
    "What people have said of games that might be one: a row a pair of records, in order",
    (
        Column("verdict_id", WHOLE, "number of the verdict, from 1"),
        Column("kept_source", WHOLE, "the source of the record that is kept, or is the earlier"),
        Column("kept_index", WHOLE, "which record of the source, from 1"),
        Column("other_source", WHOLE, "the source of the other record"),
        Column("other_index", WHOLE, "which record of the source, from 1"),
        Column("is_same", "BOOLEAN", "whether both are one game; else both are kept"),
    ),
)
