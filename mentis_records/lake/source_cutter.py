"""Cut sources into parts of about one size: a long text between two records, short files together.

A text is cut where one record with tags follows another, and what stands there has nothing to do
with what stands before: no comment lies between them, and the second goes on with no match.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from uuid import uuid4

from mentis_records.core.capability import is_round
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_part import STAGING, Damage, LakePart, ReadingManner, SourcePiece
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block
from mentis_records.notation.source.source_text import (
    COMPRESSED,
    ForeignError,
    OtherEncodingError,
    SourceError,
    open_texts,
)
from mentis_records.notation.source.translation import find_translation
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.store.file.source_file import SourceFile

PART_BYTES = 12 << 20
"""A part has about so many bytes of text, unless another size is asked for."""

_PACKING = 8
"""A compressed text is taken for so many times as long."""

_CUTS = 8
"""A text is looked at in so many steps for each part, or in more."""

_MOST_FILES = 500
"""Files of one part."""

_TAG = re.compile(rb'^\[(\w+) "((?:[^"\\\n]|\\.)*)"\]', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FoundSource:
    """A source that is to be added: its name, and its bytes."""

    name: str
    file: SourceFile


class Cutter:
    """Cuts sources one after the other; short ones wait for others."""

    def __init__(self, folder: Path, manner: ReadingManner, size: int = PART_BYTES) -> None:
        """Begin to cut sources for a lake into parts of some size."""
        self._size = size
        self._folder = folder
        self._manner = manner
        self._reader = manner.reader(manner.encoding)
        self._pieces: list[SourcePiece] = []
        self._bytes = 0
        self._files: set[str] = set()

    def take(self, source: FoundSource) -> Iterator[LakePart]:
        """Yield the parts that are full when a source has been added to them.

        Raises:
            OSError: it cannot be read, or there is no room for its parts.
        """
        file = source.file
        is_packed = Path(file.path).suffix.lower() in COMPRESSED
        size = file.size * _PACKING if is_packed else file.size
        stretches = self._stretches(source) if size >= self._size else None
        first = next(stretches, None) if stretches is not None else None
        if first is None or stretches is None:
            if self._pieces and self._bytes + size > self._size:
                yield from self.rest()
            self._pieces.append(self._copied(source))
            self._bytes += size
            if self._bytes >= self._size or len(self._pieces) >= _MOST_FILES:
                yield from self.rest()
            return
        yield from self.rest()
        yield self._part((first,))
        for piece in stretches:
            yield self._part((piece,))

    def remove_files(self, names: Iterable[str] | None = None) -> None:
        """Remove files of pieces that have been read, or all that there are."""
        for name in [*self._files] if names is None else names:
            self._files.discard(name)
            with suppress(OSError):
                (self._folder / STAGING / name).unlink()

    def rest(self) -> Iterator[LakePart]:
        """Yield the part that waits, if there is one."""
        if self._pieces:
            yield self._part(tuple(self._pieces))
        self._pieces, self._bytes = [], 0

    def _part(self, pieces: tuple[SourcePiece, ...]) -> LakePart:
        return LakePart(str(self._folder), pieces, self._manner)

    def _copied(self, source: FoundSource) -> SourcePiece:
        """Return a source whole, copied to where all workers can read it."""
        file = self._new(_endings(source.file.path))
        shutil.copyfile(source.file.path, file)
        size = source.file.size
        return SourcePiece(file.name, source.name, source.file.sha256, size, True, size)

    def _stretches(self, source: FoundSource) -> Iterator[SourcePiece]:
        """Yield the stretches of a text; none of what is no text of tagged records."""
        if Path(source.file.path).suffix.lower() == ".zip":
            return
        with ExitStack() as open_files:
            texts = open_texts(source.file.path, encoding=self._reader.encoding)
            open_files.callback(texts.close)  # type: ignore[attr-defined]
            try:
                name, chunks = next(texts)
                tee = _Tee(chunks, self._size // _CUTS)
                first = tee.peek()
            except SourceError:
                return
            if find_translation(name, first) is not None:
                return
            yield from self._cut(source, tee)

    def _cut(self, source: FoundSource, tee: _Tee) -> Iterator[SourcePiece]:
        signs = signs_of(*[game.description for game in self._reader.games])
        passed = records = 0
        is_behind_record = False
        damage: Damage | None = None

        def piece(text: bytes, lines: int) -> SourcePiece:
            file = self._new(".mgn")
            file.write_bytes(text)
            return SourcePiece(
                file.name,
                source.name,
                source.file.sha256,
                source.file.size,
                is_whole=False,
                length=len(text),
                passed=passed,
                lines=lines,
                damage=damage,
            )

        try:
            for found in cut(tee, signs):
                if isinstance(found, Block):
                    line = found.line + found.bounds[1]
                    is_full = is_behind_record and tee.held_before(line) >= self._size
                    if is_full and self._is_free(found):
                        yield piece(tee.take(line), tee.line_before - 1)
                        passed = records
                    is_behind_record = True
                    records += found.count
                else:
                    is_behind_record = False
                    records += found.is_counted
        except SourceError as error:
            rest = tee.take(error.line) if error.text else tee.take(None)
            damage = _damage(error, tee.line_before - 1)
        else:
            rest = tee.take(None)
        yield piece(rest, tee.line_before - 1)

    def _is_free(self, block: Block) -> bool:
        """Tell whether the first record of a block goes on with no match."""
        text = block.text[block.bounds[0] : block.bounds[2]]
        found = {
            key.decode(): value.decode("utf-8", "replace") for key, value in _TAG.findall(text)
        }
        return not any(is_round(game, found) for game in self._reader.games)

    def _new(self, ending: str) -> Path:
        name = f"text-{uuid4().hex}{ending}"
        self._files.add(name)
        return self._folder / STAGING / name


class _Tee:
    """The bytes of a text on their way, kept until they are taken; lines count from 1."""

    def __init__(self, chunks: Iterator[bytes], size: int) -> None:
        self._chunks = chunks
        self._size = size
        self._unread = b""
        self._parts: list[bytes] = []
        self._breaks: list[int] = []
        self._seen = 0
        self.line = self.line_before = 1

    def __iter__(self) -> _Tee:
        return self

    def __next__(self) -> bytes:
        chunk = self._unread or next(self._chunks)
        chunk, self._unread = chunk[: self._size], chunk[self._size :]
        self._parts.append(chunk)
        self._breaks.append(chunk.count(b"\n"))
        return chunk

    def peek(self) -> bytes:
        """Return how the text begins, before anything is taken."""
        self._unread = next(self._chunks, b"")
        return self._unread

    def held_before(self, line: int) -> int:
        """Return about how many bytes are held of what stands before a line."""
        held, at = 0, self.line
        for part, breaks in zip(self._parts, self._breaks, strict=True):
            at += breaks
            if at > line:
                break
            held += len(part)
        return held

    def take(self, line: int | None) -> bytes:
        """Return what is held up to a line, and hold it no longer; without one, all."""
        self.line_before = self.line
        if line is None:
            text = b"".join(self._parts)
            self._parts, self._breaks = [], []
            self.line += text.count(b"\n")
            return text
        done: list[bytes] = []
        while self._parts and self.line + self._breaks[0] < line:
            done.append(self._parts.pop(0))
            self.line += self._breaks.pop(0)
        if self._parts and self.line < line:
            part = self._parts[0]
            end = 0
            for _ in range(line - self.line):
                end = part.index(b"\n", end) + 1
            done.append(part[:end])
            self._parts[0] = part[end:]
            self._breaks[0] -= line - self.line
            self.line = line
        return b"".join(done)


def _damage(error: SourceError, lines: int) -> Damage:
    """Return why a text ends, in whose last stretch lines count from its own first one."""
    hint = error.hint if isinstance(error, ForeignError | OtherEncodingError) else ""
    return Damage(
        str(error),
        error.is_too_large,
        error.text,
        max(1, error.line - lines),
        hint,
        type(error).__name__,
    )


_ENDING = re.compile(r"(?:\.[A-Za-z]{1,8}){1,2}$")


def _endings(path: str) -> str:
    found = _ENDING.search(Path(path).name)
    return found[0] if found else ""
