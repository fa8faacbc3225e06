"""What a lake holds: its sources and its shards, in a file that is only ever replaced whole.

Readers take the manifest with the highest number, and nothing but what it names. Whoever adds
writes the next one, if nobody else has. The file may be anybody's: what is in it is checked.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from mentis_records import __version__
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_error import LakeError, TakenError
from mentis_records.store.schema import DESCRIPTIONS, SCHEMA_VERSION
from mentis_records.store.shard.shard_layout import KEY_PARTS, ShardPlace, is_shard_name

LAYOUT = 1
"""The version of the layout of a lake."""

_FILE = re.compile(r"manifest-([1-9][0-9]{0,8})\.json")
_TABLE = re.compile(r"[a-z][a-z0-9_]{0,99}")
_HASH = re.compile(r"[0-9a-f]{64}")
_MOST_BYTES = 1 << 28
_MOST_ROWS = 1 << 53


@dataclass(frozen=True, slots=True)
class LakeSource:
    """A source: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    It was read in an ``encoding``, nothing for UTF-8; ``unread`` of its parts ended their workers.
    """

    name: str
    sha256: str
    bytes: int
    added_at: str
    records: int
    stored: int
    duplicates: int
    quarantined: int
    encoding: str = ""
    unread: int = 0


EARLIER = "earlier"
"""The folder of the shards that only earlier manifests name."""


@dataclass(frozen=True, slots=True)
class LakeShard:
    """A shard: its name, the hashes of its sources in order, and the rows of its files."""

    name: str
    sources: tuple[str, ...]
    rows: Mapping[str, int]
    key_rows: tuple[int, ...]

    @property
    def id(self) -> str:
        """Return what the numbers of its games stand behind; it stays if it is written anew."""
        return self.name.partition("-")[0]

    def place(self, folder: Path) -> ShardPlace:
        """Return where its files are: those of an earlier state of the lake are apart."""
        present = self.present_place(folder)
        earlier = self.present_place(folder / EARLIER)
        is_earlier = earlier.tables().exists() and not present.tables().exists()
        return earlier if is_earlier else present

    def present_place(self, folder: Path) -> ShardPlace:
        """Return where its files are while the last manifest names it."""
        return ShardPlace(folder, self.name, self.rows, self.key_rows)


@dataclass(frozen=True, slots=True)
class Manifest:
    """A state of a lake; ``number`` is 0 before anything has been added."""

    number: int = 0
    sources: tuple[LakeSource, ...] = ()
    shards: tuple[LakeShard, ...] = ()

    def following(self, sources: tuple[LakeSource, ...], shards: tuple[LakeShard, ...]) -> Manifest:
        """Return the next state."""
        return replace(self, number=self.number + 1, sources=sources, shards=shards)

    def has(self, sha256: str) -> bool:
        """Tell whether a source has been added."""
        return any(source.sha256 == sha256 for source in self.sources)

    def rows(self, table: str) -> int:
        """Return how many rows of a table there are."""
        return sum(shard.rows.get(table, 0) for shard in self.shards)


def read_manifest(folder: Path) -> Manifest:
    """Return the present state of a lake, which has one.

    Raises:
        LakeError: there is no lake in this folder, or its manifest makes no sense.
    """
    found = find_manifest(folder)
    if not found.number:
        raise LakeError(f"{folder}: no lake; add records to it first")
    return found


def find_manifest(folder: Path) -> Manifest:
    """Return the present state of a lake, or of one that is to be.

    Raises:
        LakeError: the folder cannot be read, or its manifest makes no sense.
    """
    numbers = manifest_numbers(folder)
    return load_manifest(folder, max(numbers)) if numbers else Manifest()


def manifest_numbers(folder: Path) -> list[int]:
    """Return the numbers of the manifests that are there.

    Raises:
        LakeError: the folder cannot be read.
    """
    try:
        names = os.listdir(folder) if folder.exists() else []
    except OSError as error:
        raise LakeError(f"{folder}: {error.strerror or error}") from None
    return [int(found[1]) for found in map(_FILE.fullmatch, names) if found]


def manifest_file(folder: Path, number: int) -> Path:
    """Return the file of a manifest."""
    return folder / f"manifest-{number}.json"


def load_manifest(folder: Path, number: int) -> Manifest:
    """Return a state of a lake by its number.

    Raises:
        LakeError: it cannot be read, or makes no sense.
    """
    file = manifest_file(folder, number)
    try:
        with file.open("rb") as stream:
            text = stream.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise ValueError("too large")
        return _parse(json.loads(text), number)
    except OSError as error:
        raise LakeError(f"{file}: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise LakeError(f"{file}: not a manifest of a lake: {error}") from None


def set_apart(folder: Path, shards: Iterable[LakeShard], present: Manifest) -> None:
    """Move the shards that the present state has no more, so that a glob counts each game once."""
    names = {shard.name for shard in present.shards}
    for shard in shards:
        if shard.name in names:
            continue
        earlier = shard.present_place(folder / EARLIER)
        for here, there in shard.present_place(folder).files_beside(earlier):
            with suppress(OSError):  # it has been moved, or the next sweep will
                there.parent.mkdir(parents=True, exist_ok=True)
                here.rename(there)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a state of a lake, unless there is one with this number.

    Raises:
        TakenError: there is.
        OSError: it cannot be written.
    """
    value = {
        "format": "mentis lake",
        "layout": LAYOUT,
        "made_by": __version__,
        "schema_version": SCHEMA_VERSION,
        "rules_versions": {each.slug: each.rules_version for each in DESCRIPTIONS},
        "sources": [asdict(source) for source in manifest.sources],
        "shards": [asdict(shard) for shard in manifest.shards],
    }
    file = manifest_file(folder, manifest.number)
    part = folder / f".manifest-{uuid4().hex}"
    try:
        with part.open("w", encoding="utf-8") as stream:
            json.dump(value, stream, ensure_ascii=False, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        os.link(part, file)
    except FileExistsError:
        raise TakenError(f"{file}: written by another program meanwhile") from None
    finally:
        with suppress(OSError):
            part.unlink()


def _parse(value: Any, number: int) -> Manifest:
    if value["format"] != "mentis lake":
        raise ValueError("another format")
    if value["layout"] != LAYOUT or value["schema_version"] != SCHEMA_VERSION:
        raise ValueError(
            f"layout {value['layout']!r}, schema {value['schema_version']!r}; this program knows "
            f"{LAYOUT} and {SCHEMA_VERSION}"
        )
    sources = tuple(map(_source, value["sources"]))
    known = {source.sha256 for source in sources}
    shards = tuple(_shard(each, known) for each in value["shards"])
    if len({shard.id for shard in shards}) < len(shards):
        raise ValueError("a shard twice")
    if len(known) < len(sources):
        raise ValueError("a source twice")
    return Manifest(number, sources, shards)


def _source(value: Any) -> LakeSource:
    texts = [value[name] for name in ("name", "added_at", "encoding")]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a source without a name")
    return LakeSource(
        texts[0],
        _hash(value["sha256"]),
        _count(value["bytes"]),
        texts[1],
        records=_count(value["records"]),
        stored=_count(value["stored"]),
        duplicates=_count(value["duplicates"]),
        quarantined=_count(value["quarantined"]),
        encoding=texts[2],
        unread=_count(value["unread"]),
    )


def _shard(value: Any, known: set[str]) -> LakeShard:
    name = value["name"]
    if not is_shard_name(name):
        raise ValueError(f"a shard called {name!r}")
    sources = tuple(map(_hash, value["sources"]))
    if not known.issuperset(sources):
        raise ValueError(f"shard {name} has a source that is not listed")
    if not isinstance(value["rows"], dict) or not all(map(_TABLE.fullmatch, value["rows"])):
        raise ValueError(f"shard {name} has tables that are none")
    rows = {table: _count(count) for table, count in value["rows"].items()}
    keys = tuple(map(_count, value["key_rows"]))
    if len(keys) != KEY_PARTS:
        raise ValueError(f"shard {name} has {len(keys)} files of keys")
    return LakeShard(name, sources, rows, keys)


def _hash(value: Any) -> str:
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise ValueError(f"no hash: {value!r}")
    return value


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _MOST_ROWS:
        raise ValueError(f"no number of rows: {value!r}")
    return value
