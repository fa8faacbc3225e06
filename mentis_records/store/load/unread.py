"""Sources of which nothing was stored as their text is in another encoding: loaded once more."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import nullcontext

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load_many import load_many
from mentis_records.store.load.quarantine import Quarantined, RetrySummary, retry_quarantine


def retry_sources(
    database: Database, reader: Reader, records: Collection[Quarantined]
) -> RetrySummary:
    """Read refused records again; of those whose text was never read, the source is loaded again.

    That is done if the reader names an encoding and the file is still there. What else is read
    again is as ``retry_quarantine`` says.

    Raises:
        OSError: a source cannot be read.
        StoreError: the database cannot take it.
    """
    lost = [each for each in records if reader.encoding and each.is_unread and _is_there(each)]
    done = retry_quarantine(database, reader, [each for each in records if each not in lost])
    paths = list(dict.fromkeys(each.source for each in lost))
    loads = list(load_many(database, reader, paths, 1, lambda _: nullcontext(lambda *_: None)))
    return RetrySummary(
        done.tried + sum(each.records for each in loads),
        done.stored + sum(each.stored for each in loads),
        done.duplicates + sum(each.duplicates for each in loads),
        done.quarantined + sum(each.quarantined for each in loads),
        done.game_faults + sum(each.game_faults for each in loads),
    )


def _is_there(record: Quarantined) -> bool:
    return record.place.member is None and os.path.isfile(record.source)
