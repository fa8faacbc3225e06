"""The records that were refused: look at them, and read them again with today's rules."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import duckdb

from mentis_records.notation import code
from mentis_records.notation.read import Reader
from mentis_records.store.appending import appending
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import DOCTOR, StoreError, first_line
from mentis_records.store.intake import Intake
from mentis_records.store.row import Place
from mentis_records.store.tally import QUARANTINED

_LOST = frozenset(
    each.id
    for each in (
        code.NOT_UTF8,
        code.RECORD_TOO_LARGE,
        code.SOURCE_UNREADABLE,
        code.SOURCE_TOO_LARGE,
        code.ENTRY_MALFORMED,
    )
)
"""Codes of records whose text is not wholly there, so that it cannot be read again.

Of bytes that are not UTF-8 it is where they are kept.
"""

RecordId = tuple[int, int]
"""The number of the source and that of the record within it."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A refused record: where it stands, its text, and what was found.

    ``raw`` are its bytes where they are no UTF-8; in ``text`` these are escaped.
    """

    place: Place
    source: str
    text: str
    raw: bytes | None
    diagnostics: list[dict[str, Any]]

    @property
    def id(self) -> str:
        """Return how the record is named: ``SOURCE.RECORD``."""
        return f"{self.place.source_id}.{self.place.index}"

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Return the diagnostics because of which it was refused."""
        return [found for found in self.diagnostics if found["severity"] == "error"]

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the short names of the codes for which it was refused, each once."""
        return tuple(dict.fromkeys(found["slug"] for found in self.errors or self.diagnostics))

    @property
    def reason(self) -> str:
        """Return the first message, or nothing."""
        found = self.errors or self.diagnostics
        return str(found[0]["message"]) if found else ""

    @property
    def source_text(self) -> str:
        """Return the text as it was read: lone surrogates stand for bytes that are no UTF-8."""
        return self.text if self.raw is None else self.raw.decode("utf-8", "surrogateescape")

    @property
    def is_whole(self) -> bool:
        """Tell whether the text is as it stood in the source."""
        kept = () if self.raw is None else (code.NOT_UTF8.id,)
        return not any(
            found["code"] in _LOST and found["code"] not in kept for found in self.diagnostics
        )


@dataclass(frozen=True, slots=True)
class RetrySummary:
    """What became of records: ``tried`` = ``stored`` + ``duplicates`` + ``quarantined``."""

    tried: int
    stored: int
    duplicates: int
    quarantined: int


def fetch_quarantine(
    database: Database,
    ids: Collection[RecordId] | None = None,
    *,
    codes: Collection[str] = (),
    sources: Collection[str] = (),
) -> list[Quarantined]:
    """Return the refused records with some ids, or all, in the order of their sources.

    Args:
        database: where they are.
        ids: which ones, or None for all.
        codes: ids of the diagnostics' catalogue; only records refused for one of them.
        sources: names of files, with or without their folder; only records of one of them.

    Raises:
        KeyError: there is no such record.
        StoreError: the database cannot be read.
    """
    try:
        rows = database.connection.execute(
            """
            select source_id, source_index, source_member, source_line, sources.name, text,
                diagnostics, raw
            from quarantine
            left join sources using (source_id)
            where (len($codes::varchar[]) = 0 or len(list_filter(
                    diagnostics::json[],
                    lambda found: found ->> 'severity' = 'error'
                        and list_contains($codes::varchar[], found ->> 'code')
                )) > 0)
                and (len($sources::varchar[]) = 0 or sources.name in (select unnest($sources))
                    or parse_filename(sources.name, false, 'both_slash')
                        in (select unnest($sources::varchar[])))
            order by source_id, source_index
            """,
            {"codes": list(codes), "sources": list(sources)},
        ).fetchall()
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    found = {}
    for *place, name, text, said, raw in rows:
        source_id, index, *_ = place
        try:
            diagnostics = _diagnostics(said)
        except (ValueError, RecursionError):
            where = f"record {source_id}.{index} in quarantine"
            raise StoreError(
                f"{database.path}: {where}: its diagnostics make no sense; {DOCTOR}"
            ) from None
        record = Quarantined(Place(*place), name or "?", text or "", raw, diagnostics)
        found[source_id, index] = record
    return list(found.values()) if ids is None else [found[each] for each in ids]


def _diagnostics(said: str | None) -> list[dict[str, Any]]:
    """Return diagnostics that are stored as JSON.

    Raises:
        ValueError: they are none.
    """
    found = json.loads(said or "[]")
    names = ("code", "severity", "message")
    if not isinstance(found, list) or not all(
        isinstance(each, dict) and all(isinstance(each.get(name), str) for name in names)
        for each in found
    ):
        raise ValueError("no diagnostics")
    return found


def retry_quarantine(
    database: Database, reader: Reader, records: Collection[Quarantined]
) -> RetrySummary:
    """Read refused records again; those that are sound now become games or duplicates.

    A record whose text was not kept whole stays as it is, and so does a listing that continues
    another one. Either all of it is done or nothing.

    Raises:
        StoreError: the database cannot take it.
    """
    with transaction(database) as connection:
        return _retry(connection, reader, records)


def _retry(
    connection: duckdb.DuckDBPyConnection, reader: Reader, records: Collection[Quarantined]
) -> RetrySummary:
    whole = [record for record in records if record.is_whole]
    connection.execute(
        """
        delete from quarantine using (
            select unnest($sources::integer[]) as source_id, unnest($numbers::integer[]) as number
        ) as tried
        where quarantine.source_id = tried.source_id and source_index = tried.number
        """,
        {
            "sources": [record.place.source_id for record in whole],
            "numbers": [record.place.index for record in whole],
        },
    )
    intake = Intake(connection, reader.defaults)
    with appending(connection):
        for record in whole:
            reading = reader.read_again(
                record.source, record.source_text, record.place.index, record.place.line
            )
            intake.take(record.place, reading)
        intake.write()
    intake.finish()
    sources = {record.place.source_id for record in whole}
    counts = [(0, 0, 0), *map(intake.tally.of, sources)]
    stored, duplicates, quarantined = map(sum, zip(*counts, strict=True))
    for record in whole:
        intake.tally.add(record.place.source_id, QUARANTINED, -1)
    intake.tally.write(connection)
    left_alone = len(records) - len(whole)
    return RetrySummary(len(records), stored, duplicates, quarantined + left_alone)


def as_text(records: Collection[Quarantined]) -> str:
    """Return the texts of refused records as one record file; listings come first.

    Lone surrogates stand for bytes that are no UTF-8.
    """
    found = [record.source_text for record in records]
    texts = [text.rstrip("\n") + "\n" for text in found if text.strip()]
    return "\n".join(sorted(texts, key=lambda text: text.startswith("[")))


def record_value(record: Quarantined) -> Mapping[str, object]:
    """Return a refused record as JSON knows values."""
    return {
        "id": record.id,
        "source": record.source,
        "member": record.place.member,
        "line": record.place.line,
        "text": record.text,
        "is_whole": record.is_whole,
        "diagnostics": record.diagnostics,
    }
