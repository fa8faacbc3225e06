"""Open record files: plain or compressed, from disk or standard input, as bounded parts."""

from __future__ import annotations

import io
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from mentis_records.core.special_file import refuse_special
from mentis_records.notation.source.encoding import EncodingError, decoded_chunks, find_utf_16

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

JSON = ".json"
TRIAL = ".trl"
ENDINGS = (".mgn", ".txt", TRIAL, JSON)
COMPRESSED = (".gz", ".zst", ".zip")
STDIN = "-"

MAX_GROWTH = 200
"""How many times its size an archive may unpack to."""

_GROWTH_FREE = 16 << 20
"""Archives that unpack to less (bytes) are never refused."""

_PACKED_PART = 1 << 10
"""Bytes of a .zst file unpacked at once: few, because they may become a thousand times more."""

_UNPACKED_PART = 1 << 13
"""Bytes unpacked at once: few, because damage costs all that was asked for with it."""

_CHUNK = 1 << 20
"""Bytes read at once."""

_LONGEST_END = (1 << 16) + 22
_END_OF_INDEX, _MEMBER = b"PK\x05\x06", b"PK\x03\x04"
"""The most bytes of the end of an archive's index, and how that and each member begin."""

_FRAME_MAGIC = b"\x28\xb5\x2f\xfd"
_FRAME_END, _HEADER, _BLOCK, _LAST_BLOCK, _CHECKSUM = range(5)
"""Units of a .zst file: where a frame begins, its header, its blocks, and its checksum."""

_BYTE_ORDER_MARKS = re.compile(rb"^(?:\xef\xbb\xbf)+", re.MULTILINE)
_UNFINISHED = (b"\r", b"\x1a", b"\xef")
"""Bytes that may mean something else when the next one is known."""

_BYTES_FOUND = re.compile(r" \(b(['\"]).*\1\)$", re.DOTALL)
"""What Python adds to a reason: bytes as it would write them."""

_LOOKED_AT = 4_096
_PLAIN = re.compile(rb"\[[A-Za-z][A-Za-z0-9_]*[ \t]+\"[\n\r\t\x1a -~\x80-\xff]*\Z")
"""A tag pair and no control characters behind it, in the bytes that are looked at."""

_END_OF_FILE_SIGN = re.compile(rb"^\x1a$", re.MULTILINE)


class SourceError(Exception):
    """A source that cannot be read further; ``is_too_large`` tells a bomb from damage.

    ``is_behind`` tells that all of the text has been read before. Otherwise ``text`` is what was
    read of the record that was not yet whole, and ``line`` its first line.
    """

    def __init__(self, reason: str, is_too_large: bool = False, is_behind: bool = False) -> None:
        """Keep the reason in words."""
        super().__init__(reason)
        self.is_too_large = is_too_large
        self.is_behind = is_behind
        self.text, self.line = "", 1


class ForeignError(SourceError):
    """A source that holds no records at all; ``hint`` says what to do."""

    def __init__(self, what: str, hint: str) -> None:
        """Keep what it is instead."""
        super().__init__(what)
        self.hint = hint


class OtherEncodingError(SourceError):
    """A text that is not in the encoding in which it is read; ``hint`` says what to do."""

    def __init__(self, reason: str, hint: str) -> None:
        """Keep the reason in words."""
        super().__init__(reason)
        self.hint = hint


class Meter:
    """How much of a source has been taken in, in bytes as stored."""

    def __init__(self, total: int | None = None) -> None:
        """Begin; ``total`` is None where it is not known."""
        self.total = total
        self.done = 0


class _Budget:
    """Compares what an archive, all its members together, has unpacked to with what was read."""

    def __init__(self, consumed: Callable[[], int]) -> None:
        self.consumed = consumed
        self._unpacked = 0

    def is_exceeded(self, more: int) -> bool:
        """Count bytes unpacked, and tell whether they have become too many."""
        self._unpacked += more
        if self._unpacked <= _GROWTH_FREE:
            return False
        return self._unpacked > self.consumed() * MAX_GROWTH


class _Unpacked(io.RawIOBase):
    """An unpacking stream that ends at damage or at the end of its budget, and keeps why."""

    def __init__(self, stream: IO[bytes], budget: _Budget) -> None:
        # Where there is a read1, it gives what there is before it comes upon damage.
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self._budget = budget
        self._has_data = False
        self.error: SourceError | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        if self.error is not None:
            return 0
        try:
            data = self._read(min(len(view), _UNPACKED_PART))
        except Exception as error:
            # Each compression has its own exceptions; all of them mean a damaged archive.
            reason = _BYTES_FOUND.sub("", str(error))
            is_behind = self._has_data and _is_behind(error)
            self.error = SourceError(reason or type(error).__name__, is_behind=is_behind)
            return 0
        self._has_data = self._has_data or bool(data)
        if self._budget.is_exceeded(len(data)):
            self.error = SourceError(f"more than {MAX_GROWTH} times its size", is_too_large=True)
            return 0
        view[: len(data)] = data
        return len(data)


class _BehindError(Exception):
    """Damage behind all bytes of a text: its checksum is wrong, or other bytes follow."""


_BEHIND = ("CRC check failed", "Incorrect length of data", "Not a gzipped file")
"""How the reasons of ``gzip`` begin when a whole member has been unpacked before."""


def _is_behind(error: Exception) -> bool:
    """Return True if damage is behind all bytes of a text, some of which have been unpacked."""
    return isinstance(error, _BehindError) or str(error).startswith(_BEHIND)


class _Zstandard(io.RawIOBase):
    """The unpacked bytes of a .zst file, one frame after the other; a cut frame is an error.

    The decompressor gives nothing of the bytes with which a wrong checksum comes, so it gets the
    checksum of a frame by itself. RFC 8878 has the layout of frames.
    """

    def __init__(self, file: BinaryIO) -> None:
        import zstandard

        self._file = file
        self._make = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._make()
        self._is_inside = False
        self._ready = memoryview(b"")
        self._packed = b""
        self._unit, self._left = _FRAME_END, 0
        self._has_checksum = False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while not self._ready:
            if self._frame.eof:
                self._packed = self._frame.unused_data + self._packed
                self._frame, self._is_inside = self._make(), False
                self._unit, self._left = _FRAME_END, 0
            packed = self._take_packed()
            if not packed:
                if self._is_inside:
                    raise EOFError("the file ends within a frame")
                return b""
            is_behind = self._unit == _CHECKSUM or not self._is_inside
            self._is_inside = True
            try:
                self._ready = memoryview(self._frame.decompress(packed))
            except Exception as error:
                raise (_BehindError(str(error)) if is_behind else error) from None
        part, self._ready = self._ready[:size], self._ready[size:]
        return bytes(part)

    def _take_packed(self) -> bytes:
        """Return the next bytes of the unit that is being read; none of the one behind it."""
        if not self._left:
            self._begin_unit()
        if not self._packed:
            self._packed = self._file.read(_PACKED_PART)
        size = min(self._left, len(self._packed))
        packed, self._packed = self._packed[:size], self._packed[size:]
        self._left -= size
        return packed

    def _begin_unit(self) -> None:
        """Find what comes next: a frame's header, one of its blocks, or its checksum."""
        if self._unit == _LAST_BLOCK:
            self._unit, self._left = (_CHECKSUM, 4) if self._has_checksum else (_FRAME_END, 0)
            if self._left:
                return
        if self._unit in (_CHECKSUM, _FRAME_END):
            head = self._look(5)
            self._unit, self._left = _HEADER, sys.maxsize  # unless it is as expected
            if len(head) == 5 and head.startswith(_FRAME_MAGIC):
                flags = head[4]
                is_single = flags >> 5 & 1
                self._has_checksum = bool(flags >> 2 & 1)
                sizes = (is_single, 2, 4, 8)
                self._left = 6 - is_single + (0, 1, 2, 4)[flags & 3] + sizes[flags >> 6]
            return
        head = self._look(3)
        number = int.from_bytes(head, "little")
        is_run = number >> 1 & 3 == 1
        self._unit = _LAST_BLOCK if number & 1 else _BLOCK
        self._left = 3 + (1 if is_run else number >> 3) if len(head) == 3 else sys.maxsize

    def _look(self, size: int) -> bytes:
        """Return the next packed bytes, which are not taken."""
        while len(self._packed) < size and (more := self._file.read(_PACKED_PART)):
            self._packed += more
        return self._packed[:size]


def is_json(path: str) -> bool:
    """Tell whether a file has the name of JSON, compressed or not."""
    return has_ending(path, JSON)


def has_ending(path: str, ending: str) -> bool:
    """Tell whether a file's name ends in this, compressed or not."""
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    return suffixes[-1:] == [ending]


def begins_with_tag(beginning: bytes) -> bool:
    """Return True if a text begins as most record files do, and no file of another kind does."""
    return _PLAIN.match(beginning[:_LOOKED_AT]) is not None


def is_record_name(file: Path) -> bool:
    """Tell whether a file of this name may hold records."""
    suffixes = [suffix.lower() for suffix in file.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
        return (bool(suffixes) and suffixes[-1] in ENDINGS) or file.suffix.lower() == ".zip"
    return bool(suffixes) and suffixes[-1] in ENDINGS


def open_texts(
    path: str, meter: Meter | None = None, encoding: str = ""
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the name and the bytes, in parts, of each text of a source; archives may hold several.

    They are as ``plain_chunks`` gives them. Each text must be read before the next, but one that
    cannot be read further need not be. ``meter`` is kept up to date. The texts are in UTF-8, or
    in the ``encoding``.

    Raises:
        SourceError: while opening or reading, for damage or unreasonable growth.
        OSError: the file cannot be opened.
    """
    meter = meter or Meter()
    if path == STDIN:
        raw = _raw_chunks(sys.stdin.buffer, meter, lambda: 0)
        yield STDIN, _plain(_text_chunks(raw, encoding), encoding)
        return
    refuse_special(path)
    ending = Path(path).suffix.lower()
    if ending == ".zip":
        yield from _open_zip(path, meter, encoding)
        return
    with Path(path).open("rb") as file:
        consumed = file.tell if file.seekable() else lambda: 0  # a pipe cannot say
        if ending in COMPRESSED:
            raw = _unpacked_chunks(_unpack(file, ending), meter, _Budget(consumed))
        else:
            raw = _raw_chunks(file, meter, consumed)
        yield path, _plain(_text_chunks(raw, encoding), encoding)


def is_archive(path: str) -> bool:
    """Tell whether the file of this name is compressed."""
    return Path(path).suffix.lower() in COMPRESSED


def is_empty_archive(path: str) -> bool:
    """Tell whether a file is an archive that can be opened, and holds no record files."""
    import zipfile

    if Path(path).suffix.lower() != ".zip":
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return not any(map(_is_member, archive.infolist()))
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return False


def _is_member(info: ZipInfo) -> bool:
    """Tell whether a file in an archive may hold records."""
    name = Path(info.filename)
    return not info.is_dir() and is_record_name(name) and not name.name.startswith("._")


def open_beginning(path: str, size: int, encoding: str = "") -> Iterator[bytes]:
    """Yield the first bytes of a file in an encoding in parts, as ``plain_chunks`` gives them.

    Raises:
        OSError: the file cannot be read.
        SourceError: while reading, it is not in that encoding.
    """
    return _plain(_beginning(path, size), encoding)


def _beginning(path: str, size: int) -> Iterator[bytes]:
    with Path(path).open("rb") as file:
        while chunk := file.read(min(size, _CHUNK)):
            size -= len(chunk)
            yield chunk


def _unpack(file: io.BufferedReader, ending: str) -> IO[bytes]:
    """Return the unpacked bytes of a compressed text; of no bytes nothing is the packed form."""
    if not file.peek(1):
        raise SourceError("the file is empty")
    if ending == ".gz":
        import gzip

        return cast(IO[bytes], gzip.GzipFile(fileobj=file))
    return cast(IO[bytes], _Zstandard(file))


def _open_zip(path: str, meter: Meter, encoding: str) -> Iterator[tuple[str, Iterator[bytes]]]:
    import zipfile

    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise SourceError(str(error)) from None
    with archive:
        opened = _Opened(Path(path).stat().st_size)
        budget = _Budget(opened.tell)
        members = [info for info in archive.infolist() if not info.is_dir()]
        texts = [info for info in members if _is_member(info)]
        if members and not texts:
            raise _no_records(members[0].filename, len(members))
        for info in texts:
            opened.add(info.compress_size)
            raw = _member_chunks(archive, info, meter, budget)
            yield f"{path}:{info.filename}", _plain(_text_chunks(raw, encoding), encoding)
        damage = _find_damage(Path(path), archive.infolist())
        if damage:
            raise SourceError(damage)


def _find_damage(path: Path, members: Sequence[ZipInfo]) -> str:
    """Return what is wrong with an archive whose index can be read, nothing if it is whole.

    Of an archive that is cut off, ``zipfile`` may take the index of one within it.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - _LONGEST_END))
        tail = file.read()
        at = tail.rfind(_END_OF_INDEX)
        if at >= 0 and len(tail) - at != 22 + int.from_bytes(tail[at + 20 : at + 22], "little"):
            return "the archive is cut off, or other bytes follow it"
        reached = 0
        for info in sorted(members, key=lambda each: each.header_offset):
            file.seek(reached)
            if info.header_offset > reached and file.read(4) == _MEMBER:
                return "the archive has files that its index lacks"
            file.seek(info.header_offset + 26)
            names = file.read(4)
            lengths = int.from_bytes(names[:2], "little") + int.from_bytes(names[2:], "little")
            reached = info.header_offset + 30 + lengths + info.compress_size
        file.seek(reached)
        return "the archive has files that its index lacks" if file.read(4) == _MEMBER else ""


def unread_members(path: str) -> list[str]:
    """Return the names of the files in an archive that are not read; none of a damaged one."""
    if Path(path).suffix.lower() != ".zip":
        return []
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return []
    return [info.filename for info in members if not _is_member(info)]


def _no_records(name: str, count: int) -> ForeignError:
    """Return that an archive has files of other kinds only."""
    files = "one file" if count == 1 else f"{count:,} files"
    what = f"an archive of {files} such as {Path(name).name}"
    return ForeignError(what, f"records are in files that end in {', '.join(ENDINGS)}")


def _member_chunks(
    archive: ZipFile, info: ZipInfo, meter: Meter, budget: _Budget
) -> Iterator[bytes]:
    """Yield the bytes of a text in an archive, where it may be compressed once more."""
    import zipfile

    ending = Path(info.filename).suffix.lower()
    if ending == ".zip":
        raise ForeignError("an archive within an archive", "unpack it first")
    bare = copy(info)
    del bare.CRC  # else zipfile gives nothing of the bytes with which a wrong checksum comes
    try:
        member: IO[bytes] = archive.open(bare)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise SourceError(str(error)) from None
    with member:
        checked = cast(IO[bytes], _Member(member, info.CRC))
        if ending not in COMPRESSED:
            yield from _unpacked_chunks(checked, meter, budget)
            return
        outer = _Unpacked(checked, budget)
        yield from _unpacked_chunks(_unpack(io.BufferedReader(outer), ending), meter, budget)
        if outer.error is not None:
            raise outer.error


class _Member(io.RawIOBase):
    """The bytes of a file in an archive; a wrong checksum is an error behind the last of them."""

    def __init__(self, member: IO[bytes], checksum: int) -> None:
        self._member = member
        self._expected = checksum
        self._found = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._member.read(size)
        self._found = zlib.crc32(data, self._found)
        if not data and size and self._found != self._expected:
            raise _BehindError("CRC check failed: the checksum is wrong")
        return data


class _Opened:
    """How many bytes of an archive's members have been opened, all together no more than it has.

    Members may share their bytes, or claim to have more than they have.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._opened = 0

    def add(self, size: int) -> None:
        """Count a member that is opened."""
        self._opened += size

    def tell(self) -> int:
        """Return the size, as a file does where it stands."""
        return min(self._opened, self._size)


def _unpacked_chunks(stream: IO[bytes], meter: Meter, budget: _Budget) -> Iterator[bytes]:
    """Yield the bytes up to any damage, then raise it."""
    unpacked = _Unpacked(stream, budget)
    yield from _raw_chunks(io.BufferedReader(unpacked), meter, budget.consumed)
    if unpacked.error is not None:
        raise unpacked.error


def plain_chunks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a text in plain form.

    Line feeds end its lines, whatever ended them before. Byte order marks at the beginning of a
    line are left out, and so is an end-of-file sign that is alone on a line.
    """
    rest = b""
    after_line = True
    for chunk, is_last in chain(((chunk, False) for chunk in chunks), ((b"", True),)):
        text = rest + chunk
        rest = b""
        if not is_last:
            held = 2 if text.endswith(b"\xef\xbb") else int(text.endswith(_UNFINISHED))
            text, rest = text[: len(text) - held], text[len(text) - held :]
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if not text.isascii() or b"\x1a" in text:
            before = b"" if after_line else b"."
            text = _BYTE_ORDER_MARKS.sub(b"", before + text)
            text = _END_OF_FILE_SIGN.sub(b"", text)[len(before) :]
        if text:
            after_line = text.endswith(b"\n")
            yield text


def read_text(chunks: Iterable[bytes]) -> str:
    """Return a whole text; bytes that are not UTF-8 become lone surrogates."""
    return b"".join(chunks).decode("utf-8", "surrogateescape")


def _plain(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the bytes of a text in an encoding in plain form, as UTF-8."""
    if not encoding:
        return plain_chunks(chunks)
    return plain_chunks(_decoded(chunks, encoding))


def _decoded(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    try:
        yield from decoded_chunks(chunks, encoding)
    except EncodingError as error:
        raise OtherEncodingError(str(error), "is --encoding right?") from None


def _text_chunks(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the bytes of a text, if it does not begin as something else does."""
    is_first = True
    for chunk in chunks:
        if is_first:
            _refuse_foreign(chunk, encoding)
        is_first = False
        yield chunk


def _refuse_foreign(beginning: bytes, encoding: str) -> None:
    """Refuse what is no text, or one that shows that it is in another encoding."""
    other = "" if encoding.startswith("utf") else find_utf_16(beginning)
    if other:
        raise OtherEncodingError(f"the text is {other.upper()}", f"add --encoding {other}")
    if encoding.startswith("utf-") or begins_with_tag(beginning):
        return
    from mentis_records.notation.source.foreign_file import find_foreign

    foreign = find_foreign(beginning)
    if foreign is not None:
        raise ForeignError(*foreign)


def _raw_chunks(stream: IO[bytes], meter: Meter, consumed: Callable[[], int]) -> Iterator[bytes]:
    try:
        while chunk := stream.read(_CHUNK):
            meter.done = consumed()
            yield chunk
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from None
