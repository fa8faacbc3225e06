"""Refused records as rows of a list: which, from where, for which codes, the first reason."""

from __future__ import annotations

from typing import Any

from mentis_records.store.load.quarantine import Quarantined

QUARANTINE_COLUMNS = ("id", "source", "member", "line", "codes", "reason")


def quarantine_row(record: Quarantined) -> list[Any]:
    """Return the values of the columns for a record."""
    place = record.place
    codes = " ".join(record.codes)
    return [record.id, record.source, place.member, place.line, codes, record.reason]
