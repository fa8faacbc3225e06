"""A part of the sources that one worker reads: whole files, or a stretch of a long one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records import __version__
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.notation.read import Reader

STAGING = "staging"
"""The folder of a lake with what is not part of it yet."""

_NAME = 12
"""Digits of the name of a shard."""


@dataclass(frozen=True, slots=True)
class ReadingManner:
    """How records are read, as ``mentis load`` is told it."""

    rules: str
    defaults: Mapping[str, str] = field(default_factory=dict)
    is_strict: bool = False
    is_as_played: bool = False
    encoding: str = ""

    def reader(self, encoding: str) -> Reader:
        """Return a reader of texts in an encoding."""
        from mentis_records.games import games_first
        from mentis_records.notation.read import Reader

        games = games_first(self.rules)
        return Reader(games, self.defaults, self.is_strict, self.is_as_played, False, encoding)


@dataclass(frozen=True, slots=True)
class Damage:
    """Why a source cannot be read to its end; ``text`` of a record that is cut is at a line."""

    reason: str
    is_too_large: bool = False
    text: str = ""
    line: int = 1
    hint: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SourcePiece:
    """A source or a stretch of it, as a file in the folder of the lake.

    ``passed`` records and ``lines`` stand before it in the source. A stretch of some ``length`` is
    in UTF-8, a whole source ``is_whole`` as it was found.
    """

    file: str
    name: str
    sha256: str
    bytes: int
    is_whole: bool
    length: int
    passed: int = 0
    lines: int = 0
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class LakePart:
    """Pieces that become one shard, or None of a lake: all that a worker is told."""

    folder: str
    pieces: tuple[SourcePiece, ...]
    manner: ReadingManner

    @property
    def name(self) -> str:
        """Return the name of the shard: the same of the same pieces, read in the same way."""
        told = [
            (each.sha256, each.is_whole, each.length, each.passed, each.lines)
            for each in self.pieces
        ]
        text = json.dumps([__version__, asdict(self.manner), told])
        return sha256(text.encode()).hexdigest()[:_NAME]

    @property
    def staged(self) -> Path:
        """Return the folder in which the shard stands when it is whole."""
        return Path(self.folder) / STAGING / self.name

    def alone(self) -> list[LakePart]:
        """Return its pieces, each a part by itself."""
        return [LakePart(self.folder, (piece,), self.manner) for piece in self.pieces]
