"""The records that were refused: look at them, read them again with today's rules, write them."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation import code
from mentis_records.notation.read import Reader
from mentis_records.notation.reread import is_trial, read_again, write_out
from mentis_records.notation.source.record_text import MAX_RECORD
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.load.intake import Intake
from mentis_records.store.load.listing_base import fetch_before
from mentis_records.store.load.load_count import QUARANTINED
from mentis_records.store.load.refusal_count import CHOSEN, chosen_parameters
from mentis_records.store.row.appending import appending
from mentis_records.store.row.place import Place

_ENTRY = frozenset(each.id for each in code.ENTRY_CODES)
_LOST = frozenset(
    each.id
    for each in (
        code.NOT_UTF8,
        code.OTHER_ENCODING,
        code.RECORD_TOO_LARGE,
        code.SOURCE_FOREIGN,
        code.SOURCE_UNREADABLE,
        code.SOURCE_TOO_LARGE,
    )
)
"""Codes of records whose text is not wholly there.

Of bytes that are not UTF-8 it is where they are kept.
"""

_PROPOSED = re.compile(r"--encoding ([a-z0-9-]+)")
"""How a hint names an encoding."""

RecordId = tuple[int, int]
"""The number of the source and that of the record within it."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A refused record: where it stands, its text, and what was found.

    ``raw`` are its bytes where they are no UTF-8; in ``text`` these are escaped. ``defaults`` are
    the option tags that held for the records of its source without them.
    """

    place: Place
    source: str
    text: str
    raw: bytes | None
    diagnostics: list[dict[str, Any]]
    defaults: Mapping[str, str]

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
        """Tell whether the text is all that stood in the source."""
        kept = () if self.raw is None else (code.NOT_UTF8.id,)
        return not any(
            found["code"] in _LOST and found["code"] not in kept for found in self.diagnostics
        ) and not (self.is_entry and len(self.text) >= MAX_RECORD)

    @property
    def is_unread(self) -> bool:
        """Tell whether its text is in another encoding, and only in the source."""
        return any(found["code"] == code.OTHER_ENCODING.id for found in self.diagnostics)

    @property
    def encoding(self) -> str:
        """Return the encoding that was proposed for it, or nothing."""
        hints = (_PROPOSED.search(str(found.get("hint", ""))) for found in self.errors)
        return next((hint[1] for hint in hints if hint), "")

    @property
    def is_editable(self) -> bool:
        """Tell whether there is a text of a record to edit."""
        return bool(self.text.strip()) and not self.is_entry

    @property
    def is_misplaced(self) -> bool:
        """Tell whether it was refused for something in front of it, which its text lacks."""
        return any(found.get("line", self.place.line) < self.place.line for found in self.errors)

    @property
    def is_entry(self) -> bool:
        """Tell whether it is an entry of JSON that could not be put into words."""
        return any(found["code"] in _ENTRY for found in self.diagnostics)

    @property
    def is_trial(self) -> bool:
        """Tell whether it is a trial of Ludii."""
        return is_trial(self.source, self.text)


@dataclass(frozen=True, slots=True)
class RetrySummary:
    """What became of records: ``tried`` = ``stored`` + ``duplicates`` + ``quarantined``.

    ``game_faults`` are records for which a game had no answer; they stay in quarantine.
    """

    tried: int
    stored: int
    duplicates: int
    quarantined: int
    game_faults: int = 0


def fetch_quarantine(
    database: Database,
    ids: Collection[RecordId] | None = None,
    *,
    codes: Collection[str] = (),
    sources: Collection[str] = (),
    limit: int | None = None,
    offset: int = 0,
) -> list[Quarantined]:
    """Return the refused records with some ids, or all, in the order of their sources.

    Args:
        database: where they are.
        ids: which ones, or None for all.
        codes: ids of the diagnostics' catalogue; only records refused for one of them.
        sources: names of files, with or without their folders; only records of one of them.
        limit: how many at most.
        offset: how many to leave out before.

    Raises:
        KeyError: there is no such record.
        StoreError: the database cannot be read.
    """
    with asking(database):
        rows = database.connection.execute(
            f"""
            select source_id, source_index, source_member, source_line, sources.name, text,
                diagnostics, raw, sources.defaults
            from quarantine
            left join sources using (source_id)
            where {CHOSEN}
                and ($ids is null or list_contains($ids, source_id || '.' || source_index))
            order by source_id, source_index
            limit $limit offset $offset
            """,  # noqa: S608 - SQL of this module
            {
                **chosen_parameters(codes, sources),
                "ids": None if ids is None else [f"{source}.{index}" for source, index in ids],
                "limit": limit,
                "offset": offset,
            },
        ).fetchall()
    found: dict[RecordId, list[Quarantined]] = {}
    for *place, name, text, said, raw, defaults in rows:
        source_id, index, *_ = place
        try:
            diagnostics = _diagnostics(said)
        except (ValueError, RecursionError):
            where = f"record {source_id}.{index} in quarantine"
            raise StoreError(
                f"{database.path}: {where}: its diagnostics make no sense; {DOCTOR}"
            ) from None
        record = Quarantined(
            Place(*place), name or "?", text or "", raw, diagnostics, defaults or {}
        )
        found.setdefault((source_id, index), []).append(record)
    wanted = found if ids is None else ids
    return [record for each in wanted for record in found[each]]


def fetch_source_names(database: Database) -> list[str]:
    """Return the names of all files that have been loaded.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database):
        rows = database.connection.execute("select name from sources").fetchall()
    return [name for (name,) in rows if name]


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

    The options of their sources hold where the reader has none. A record whose text was not kept
    whole stays as it is, and so do one that was refused for what is in front of it, and a listing
    that continues what is not there any more. Either all of it is done or nothing.

    Raises:
        StoreError: the database cannot take it.
    """
    with transaction(database) as connection:
        groups: dict[tuple[tuple[str, str], ...], list[Quarantined]] = defaultdict(list)
        for record in records:
            groups[tuple(sorted({**record.defaults, **reader.defaults}.items()))].append(record)
        done = [
            _retry(connection, replace(reader, defaults=dict(defaults)), some)
            for defaults, some in groups.items()
        ]
    stored, duplicates, faults = (sum(counts) for counts in zip((0, 0, 0), *done, strict=True))
    left = len(records) - stored - duplicates
    return RetrySummary(len(records), stored, duplicates, left, faults)


def _retry(
    connection: duckdb.DuckDBPyConnection, reader: Reader, records: Collection[Quarantined]
) -> tuple[int, int, int]:
    """Return the numbers of records that became games, became duplicates, got no answer."""
    ready = [
        (record, before)
        for record in records
        if record.is_whole
        and not record.is_entry
        and not record.is_misplaced
        and (before := _fetch_before(connection, reader, record)) is not None
    ]
    places = [record.place for record, _ in ready]
    connection.execute(
        """
        delete from quarantine using (
            select unnest($sources::integer[]) as source_id, unnest($numbers::integer[]) as number
        ) as tried
        where quarantine.source_id = tried.source_id and source_index = tried.number
        """,
        {
            "sources": [place.source_id for place in places],
            "numbers": [place.index for place in places],
        },
    )
    intake = Intake(connection, reader.defaults)
    faults = 0
    with appending(connection):
        for record, before in ready:
            place, text = record.place, record.source_text
            reading = read_again(reader, record.source, text, place.index, place.line, before)
            intake.take(place, reading)
            faults += reading.blames_game
        intake.write()
    intake.finish()
    sources = {place.source_id for place in places}
    counts = [(0, 0, 0), *map(intake.tally.of, sources)]
    stored, duplicates, _ = map(sum, zip(*counts, strict=True))
    for place in places:
        intake.tally.add(place.source_id, QUARANTINED, -1)
    intake.tally.write(connection)
    return stored, duplicates, faults


def _fetch_before(
    connection: duckdb.DuckDBPyConnection, reader: Reader, record: Quarantined
) -> list[str] | None:
    return fetch_before(connection, reader, record.place, record.source_text)


@dataclass(frozen=True, slots=True)
class Written:
    """Refused records as one file: its text, how many are in it, and the ids of the others.

    Lone surrogates in the text stand for bytes that are no UTF-8. ``entries`` are entries of JSON
    and ``trials`` are trials of Ludii, neither of which a record file can hold; ``empty`` have no
    text, ``torn`` are listings that continue what cannot be found.
    """

    text: str
    count: int
    entries: tuple[str, ...] = ()
    trials: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    torn: tuple[str, ...] = ()


def write_quarantine(
    database: Database, reader: Reader, records: Collection[Quarantined]
) -> Written:
    """Return the texts of refused records as one record file; listings come first.

    A listing that continues another is a record with the plies of that one, or stands right behind
    it if those cannot be played. Entries of JSON are a list of JSON, if there is nothing else, and
    trials of Ludii stand one after the other, if there is nothing but them and such entries.

    Args:
        database: where they are.
        reader: how they would be read.
        records: which ones.

    Raises:
        StoreError: the database cannot be read.
    """
    empty = tuple(record.id for record in records if not record.text.strip())
    entries = [record for record in records if record.is_entry]
    others = [record for record in records if not record.is_entry and record.text.strip()]
    trials = [record for record in others if record.is_trial]
    texts = [record for record in others if not record.is_trial]
    if entries and not others:
        listed = ",\n".join(record.text.strip() for record in entries)
        return Written(f"[\n{listed}\n]\n", len(entries), empty=empty)
    entry_ids = tuple(record.id for record in entries)
    if trials and not texts:
        one_by_one = "\n".join(record.source_text.rstrip("\n") + "\n" for record in trials)
        return Written(one_by_one, len(trials), entry_ids, empty=empty)
    found: list[str] = []
    torn: list[str] = []
    last: Place | None = None
    for record in texts:
        with asking(database):
            text = _write_out(database, reader, record)
        before = replace(record.place, index=record.place.index - 1, line=0)
        if text is None and last is not None and replace(last, line=0) == before:
            text = record.source_text
        if text is None:
            torn.append(record.id)
            continue
        found.append(text.rstrip("\n") + "\n")
        if not text.startswith("["):
            last = record.place
    return Written(
        "\n".join(sorted(found, key=lambda text: text.startswith("["))),
        len(found),
        entry_ids,
        tuple(record.id for record in trials),
        empty,
        tuple(torn),
    )


def _write_out(database: Database, reader: Reader, record: Quarantined) -> str | None:
    manner = replace(reader, defaults={**record.defaults, **reader.defaults})
    text = record.source_text
    before = _fetch_before(database.connection, manner, record)
    if before is None:
        return None
    return write_out(manner, text, before) if before else text


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
