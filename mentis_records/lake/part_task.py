"""The work on a part: it is read, judged and written as a shard, which appears when it is whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_manifest import LakeShard
from mentis_records.lake.lake_part import STAGING, Damage, LakePart, SourcePiece
from mentis_records.store.file.memory_limit import LEAST_BYTES, engine_bytes

if TYPE_CHECKING:
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.store.shard.shard_load import LoadedPiece

SUMMARY = "part.json"

_NOTHING = "nothing.mgn"


@dataclass(frozen=True, slots=True)
class SourceCount:
    """What became of the records of a source, or of a stretch of it.

    ``game_faults`` are records for which a game had no answer; they are in quarantine.
    """

    records: int
    stored: int
    duplicates: int
    quarantined: int
    game_faults: int


@dataclass(frozen=True, slots=True)
class StagedShard:
    """A shard that waits to be part of a lake, and the counts of its sources in order."""

    shard: LakeShard
    counts: tuple[SourceCount, ...]


@dataclass(frozen=True, slots=True)
class PartTask:
    """A part to be read; with a ``refusal``, to be put into quarantine for that reason."""

    part: LakePart
    refusal: str = ""


def read_part(task: PartTask) -> StagedShard:
    """Read a part in a worker, and return what it has become.

    Raises:
        OSError: a piece cannot be read, or the shard cannot be written.
        StoreError: the database that holds the records meanwhile cannot take them.
    """
    return _make(task.part, (task.refusal,) if task.refusal else ())


def staged_part(part: LakePart) -> StagedShard | None:
    """Return what a part has become that was read before, or None."""
    try:
        return _summary(json.loads((part.staged / SUMMARY).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _make(part: LakePart, refusal: Sequence[str]) -> StagedShard:
    from mentis_records.notation.code import GAME_FAULT
    from mentis_records.store.open import create_database
    from mentis_records.store.position.index import update_index
    from mentis_records.store.shard.shard_load import load_pieces
    from mentis_records.store.shard.shard_writer import connect_loose, write_shard

    known = staged_part(part)
    if known is not None:
        return known
    work = Path(part.folder) / STAGING / f"work-{uuid4().hex}"
    out = work / "shard"
    out.mkdir(parents=True)
    try:
        file = work / "part.duckdb"
        with create_database(file, LEAST_BYTES) as database:
            database.connection.execute("set enable_progress_bar = false")
            if refusal:
                (work / _NOTHING).touch()
            load_pieces(database, [_piece(part, each, refusal, work) for each in part.pieces])
            update_index(database)
            rows = database.connection.execute(
                """
                select records, stored, duplicates, quarantined, (
                    select count(*) from quarantine
                    where quarantine.source_id = sources.source_id and len(list_filter(
                        diagnostics::json[], lambda found: found ->> 'code' = $code
                    )) > 0
                )
                from sources order by source_id
                """,
                {"code": GAME_FAULT.id},
            ).fetchall()
        with connect_loose(file, engine_bytes(LEAST_BYTES)) as database:
            place = write_shard(database, out, part.name)
        hashes = tuple(piece.sha256 for piece in part.pieces)
        shard = LakeShard(part.name, hashes, dict(place.rows), place.key_rows)
        staged = StagedShard(shard, tuple(SourceCount(*row) for row in rows))
        (out / SUMMARY).write_text(json.dumps(_plain(staged)), encoding="utf-8")
        with suppress(OSError):  # another worker has been faster
            out.rename(part.staged)
        return staged
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _piece(part: LakePart, piece: SourcePiece, refusal: Sequence[str], work: Path) -> LoadedPiece:
    from mentis_records.store.file.source_file import SourceFile
    from mentis_records.store.shard.shard_load import LoadedPiece

    path = Path(part.folder) / STAGING / piece.file
    reader = part.manner.reader(part.manner.encoding if piece.is_whole else "")
    ending = None
    damage = Damage(refusal[0]) if refusal else piece.damage
    if refusal:
        path = work / _NOTHING
    if damage is not None:
        ending = _reading(piece.name, damage)
    found: Future[str] = Future()
    found.set_result(piece.sha256)
    file = SourceFile(str(path), piece.bytes, (), found)
    return LoadedPiece(file, piece.name, reader, piece.passed, piece.lines, ending)


def _reading(name: str, damage: Damage) -> Reading:
    """Return what there is to say of a source that cannot be read to its end."""
    from mentis_records.notation.read import unreadable
    from mentis_records.notation.source.source_text import (
        ForeignError,
        OtherEncodingError,
        SourceError,
    )

    error: SourceError
    if damage.kind == ForeignError.__name__:
        error = ForeignError(damage.reason, damage.hint)
    elif damage.kind == OtherEncodingError.__name__:
        error = OtherEncodingError(damage.reason, damage.hint)
    else:
        error = SourceError(damage.reason, damage.is_too_large)
    error.text, error.line = damage.text, damage.line
    return unreadable(name, 1, error)


def _plain(staged: StagedShard) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(staged)


def _summary(value: Any) -> StagedShard:
    shard = value["shard"]
    return StagedShard(
        LakeShard(
            shard["name"], tuple(shard["sources"]), dict(shard["rows"]), tuple(shard["key_rows"])
        ),
        tuple(SourceCount(**each) for each in value["counts"]),
    )
