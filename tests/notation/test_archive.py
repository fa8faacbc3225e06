"""Archives: what is in them is read, what is damaged is told, and nothing else is lost."""

import gzip
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from notation_kit import read_bytes
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet

RUNNER = CliRunner()
VALIDATE = make_app(["validate"])

pytestmark = pytest.mark.usefixtures("no_hang")

RECORDS = "".join(
    f'[Event "{random.Random(at).getrandbits(64)}"]\n\n1. TSNd2 TSNd6 *\n\n' for at in range(2_000)
).encode()
SOME = RECORDS[: RECORDS.index(b"[Event", len(RECORDS) // 4)]


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED, flags: int = 0) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    data = bytearray(file.getvalue())
    if flags:
        for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            data[data.find(mark) + at] |= flags
    return bytes(data)


def damaged(data: bytes) -> bytes:
    middle = len(data) // 2
    return (
        data[:middle]
        + bytes(255 - byte for byte in data[middle : middle + 200])
        + data[middle + 200 :]
    )


DAMAGED: list[Any] = [
    pytest.param(name, data, id=label)
    for label, name, data in (
        ("gz-cut", "a.mgn.gz", gzip.compress(SOME)[:-3_000]),
        ("gz-cut-trailer", "a.mgn.gz", gzip.compress(SOME)[:-4]),
        ("gz-cut-header", "a.mgn.gz", gzip.compress(SOME)[:5]),
        ("gz-damaged", "a.mgn.gz", damaged(gzip.compress(SOME))),
        ("gz-garbage-after", "a.mgn.gz", gzip.compress(SOME) + b"garbage"),
        ("gz-not", "a.mgn.gz", SOME),
        ("zst-cut", "a.mgn.zst", zstandard.compress(SOME)[:-3_000]),
        ("zst-cut-early", "a.mgn.zst", zstandard.compress(SOME)[:300]),
        ("zst-cut-last-byte", "a.mgn.zst", zstandard.compress(SOME)[:-1]),
        ("zst-damaged", "a.mgn.zst", damaged(zstandard.compress(RECORDS))),
        ("zst-garbage-after", "a.mgn.zst", zstandard.compress(SOME) + b"garbage"),
        ("zst-not", "a.mgn.zst", SOME),
        ("zip-cut", "a.zip", zipped({"a.mgn": SOME})[:-3_000]),
        ("zip-cut-early", "a.zip", zipped({"a.mgn": SOME})[:300]),
        ("zip-not", "a.zip", SOME),
        ("zip-empty-file", "a.zip", b""),
        ("zip-damaged-deflate", "a.zip", damaged(zipped({"a.mgn": SOME}))),
        ("zip-damaged-stored", "a.zip", damaged(zipped({"a.mgn": SOME}, zipfile.ZIP_STORED))),
        ("zip-damaged-bz2", "a.zip", damaged(zipped({"a.mgn": SOME}, zipfile.ZIP_BZIP2))),
        ("zip-damaged-lzma", "a.zip", damaged(zipped({"a.mgn": SOME}, zipfile.ZIP_LZMA))),
        ("zip-encrypted", "a.zip", zipped({"a.mgn": SOME}, flags=1)),
        ("gz-in-zip-cut", "a.zip", zipped({"b.mgn.gz": gzip.compress(SOME)[:-3_000]})),
        ("gz-in-zip-empty", "a.zip", zipped({"b.mgn.gz": b""})),
        ("gz-empty-file", "a.mgn.gz", b""),
        ("zst-empty-file", "a.mgn.zst", b""),
    )
]


@pytest.mark.parametrize(("name", "data"), DAMAGED)
def test_damaged_archives(tmp_path: Path, name: str, data: bytes) -> None:
    readings = read_bytes(tmp_path, data, name)
    assert readings, "the damage goes unsaid"
    (found,) = readings[-1].diagnostics
    assert found.code.slug == "source-unreadable"
    assert "b'" not in found.message
    result = RUNNER.invoke(
        make_app(["validate"]), ["validate", "--format", "concise", str(tmp_path / name)]
    )
    assert result.exit_code == 1


def test_bytes_that_are_no_text_are_quoted(tmp_path: Path) -> None:
    """As in the excerpt: by their numbers, not as what stands for them in memory."""
    text = b'[Event "x"]\n\n\xca\xff\x01 *\n'
    messages = [found.message for one in read_bytes(tmp_path, text) for found in one.diagnostics]
    assert any("\\xca\\xff" in message for message in messages), messages
    assert not any("\\ud" in message for message in messages)


def test_records_before_the_damage_stand(tmp_path: Path) -> None:
    data = gzip.compress(RECORDS)
    readings = read_bytes(tmp_path, data[: len(data) // 2], "a.mgn.gz")
    assert len(readings) > 500
    assert all(one.is_valid for one in readings[:-2])


TWO = b'[Event "A"]\n\n1. TSNd2 TSNd6 *\n\n[Event "B"]\n\n1. Ne2 {half', b" of it} Ne6 *\n"


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_damage_costs_no_byte_before_it(tmp_path: Path, jobs: int) -> None:
    """Whole records are read, and of the one that is cut all there is stands with the reason."""
    path = tmp_path / "a.mgn.gz"
    path.write_bytes(gzip.compress(b"".join(TWO), 0)[: -8 - len(TWO[1])])
    reader = Reader(GAMES)
    found = list(reader.read_sheets(str(path), jobs) if jobs else reader.read_path(str(path)))
    first, last = found
    assert isinstance(last, Reading)
    assert last.text.encode() == TWO[0][TWO[0].index(b'[Event "B"') :]
    assert (last.index, last.line) == (2, 5)
    assert [(each.span.line, each.code.slug) for each in last.diagnostics] == [
        (5, "source-unreadable")
    ]
    assert first.count == 1 if isinstance(first, Sheet) else first.is_valid


def test_nothing_is_read_behind_the_damage(tmp_path: Path) -> None:
    parts = b'[Event "a"]\n\n1. TSNd2 TSNd6 { ', b"} 2. Sc2 Sc6 *\n"
    data = gzip.compress(parts[0]) + b"XX" + gzip.compress(parts[1])
    (reading,) = read_bytes(tmp_path, data, "a.mgn.gz")
    assert reading.text.encode() == parts[0]
    assert "Not a gzipped file" in reading.diagnostics[0].message


@pytest.mark.parametrize("more", [b"[Event ", b'[Event "', b'[Event "b'])
def test_a_record_is_whole_if_another_begins(tmp_path: Path, more: bytes) -> None:
    packer = zlib.compressobj(0, 8, 31)
    data = packer.compress(b'[Event "a"]\n\n1. TSNd2 *\n\n' + more)
    *before, last = read_bytes(tmp_path, data + packer.flush(zlib.Z_SYNC_FLUSH), "a.mgn.gz")
    assert not last.is_valid
    assert last.text.encode().endswith(more)
    assert [one.is_valid for one in before] == [True]


def test_damage_to_a_listing_leaves_its_beginning(tmp_path: Path) -> None:
    text = b"1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n3. TNNc2 and so on\n"
    data = gzip.compress(text, 0)[: -8 - len(b" and so on\n")]
    (reading,) = read_bytes(tmp_path, data, "a.mgn.gz")
    assert reading.text.encode() == text[: -len(b" and so on\n")]
    assert not reading.is_valid


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_damage_to_one_text_of_an_archive_leaves_the_others(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "a.zip"
    texts = {
        "a.mgn": TWO[0] + b"}*\n",
        "b.mgn": RECORDS,
        "c.zip": b"x",
        "d.mgn": b'[Event "d"]\n\n*\n',
    }
    data = bytearray(zipped(texts, zipfile.ZIP_STORED))
    at = data.index(RECORDS) + len(RECORDS) // 2
    data[at] ^= 1
    path.write_bytes(data)
    reader = Reader(GAMES)
    found = list(reader.read_sheets(str(path), jobs) if jobs else reader.read_path(str(path)))
    wrong = [
        each
        for each in found
        if isinstance(each, Reading)
        and each.diagnostics[0].code.slug in ("source-unreadable", "no-record-file")
    ]
    assert [each.source[len(str(path)) + 1 :] for each in wrong] == ["b.mgn", "c.zip"]
    assert "CRC" in wrong[0].diagnostics[0].message
    assert "within an archive" in wrong[1].diagnostics[0].message
    assert {each.source[len(str(path)) + 1 :] for each in found} == texts.keys()


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_texts_of_an_archive_may_be_compressed(tmp_path: Path, ending: str) -> None:
    pack = gzip.compress if ending == ".gz" else zstandard.compress
    data = zipped({f"b.mgn{ending}": pack(RECORDS), "a.txt": b"1. TSNd2"})
    readings = read_bytes(tmp_path, data, "a.zip")
    assert len(readings) == 2_001
    assert all(one.is_valid for one in readings)
    assert readings[0].source.endswith(f"a.zip:b.mgn{ending}")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_methods(tmp_path: Path, method: int) -> None:
    assert len(read_bytes(tmp_path, zipped({"a.mgn": RECORDS}, method), "a.zip")) == 2_000


def test_zip_members_are_texts_of_their_own(tmp_path: Path) -> None:
    data = zipped({"b.mgn": b'[Event "b"]\n\n*', "a.txt": b"1. TSNd2", "c.txt": b"2. d2#-d3"})
    readings = read_bytes(tmp_path, data, "a.zip")
    assert [(one.index, one.is_valid) for one in readings] == [(1, True), (1, True), (1, False)]
    assert readings[0].source.endswith("a.zip:b.mgn")


def test_zip_without_records(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"a.pdf": b"x", "b/": b""}))
    result = RUNNER.invoke(VALIDATE, ["validate", str(path)])
    assert result.exit_code == 1
    assert "an archive of one file such as a.pdf, not a record file" in result.stdout


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_once(tmp_path: Path, encoding: str) -> None:
    data = '\ufeff[Event "x"]\n\n1. TSNd2 *\n'.encode(encoding)
    (reading,) = read_bytes(tmp_path, gzip.compress(data), "a.mgn.gz")
    assert not reading.is_valid
    assert [found.code.slug for found in reading.diagnostics] == ["other-encoding"]
    assert "UTF-16" in reading.diagnostics[0].message


def test_utf_16_in_an_archive_leaves_the_others_alone(tmp_path: Path) -> None:
    text = '[Event "x"]\n\n1. TSNd2 *\n'
    data = zipped({"a.mgn": text.encode("utf-16"), "b.mgn": text.encode()})
    *_, last = read_bytes(tmp_path, data, "a.zip")
    assert (last.is_valid, last.source.endswith("b.mgn")) == (True, True)


BOMB = b"\0" * (20 << 20)
"""More than the 16 MiB to which anything may grow."""
BLANK = (b" " * 1023 + b"\n") * (20 << 10)
"""The same in blank lines, which are read at once."""


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.mgn.gz", lambda: gzip.compress(b" " * (20 << 20), 6)),
        ("a.mgn.zst", lambda: zstandard.compress(BLANK)),
        pytest.param("a.zip", lambda: zipped({"a.mgn": BLANK}), marks=pytest.mark.ci),
    ],
)
def test_bombs(tmp_path: Path, name: str, pack: Callable[[], bytes]) -> None:
    path = tmp_path / name
    path.write_bytes(pack())
    result = RUNNER.invoke(VALIDATE, ["validate", "--format", "json", str(path)])
    assert result.exit_code == 1
    last = json.loads(result.stdout.splitlines()[-1])
    assert [one["slug"] for one in last["diagnostics"]] == ["source-too-large"]


def test_bomb_of_many_members(tmp_path: Path) -> None:
    """Members that are each below the limit must not add up to a flood."""
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({f"{at}.mgn": b" " * (6 << 20) for at in range(4)}))
    *_, last = Reader(GAMES).read_path(str(path))
    assert [one.code.slug for one in last.diagnostics] == ["source-too-large"]


def _with_claim(data: bytes, size: int) -> bytes:
    """Return an archive whose members claim to have so many bytes packed."""
    changed = bytearray(data)
    at = changed.find(b"PK\x01\x02")
    while at >= 0:
        changed[at + 20 : at + 24] = size.to_bytes(4, "little")
        at = changed.find(b"PK\x01\x02", at + 4)
    return bytes(changed)


LAYERS = {
    "gz in zip": zipped({"a.mgn.gz": gzip.compress(BLANK)}),
    "gz in deflated zip, twice packed": zipped({"a.mgn.gz": gzip.compress(BLANK, 1)}),
    "zst in zip": zipped({"a.mgn.zst": zstandard.compress(BLANK)}),
    "gz in zip, many": zipped({f"{at}.mgn.gz": gzip.compress(BLANK[: 6 << 20]) for at in range(4)}),
    "claims of a member": _with_claim(zipped({"a.mgn": BLANK}), 1 << 30),
}
OVERLAPPED = ("source-unreadable",)
"""How a Python tells of members that overlap, where it looks for them itself."""


@pytest.mark.parametrize("jobs", [0, 2])
@pytest.mark.parametrize("name", LAYERS)
def test_all_layers_count_together(tmp_path: Path, name: str, jobs: int) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(LAYERS[name])
    reader = Reader(GAMES)
    *_, last = reader.read_sheets(str(path), jobs) if jobs else reader.read_path(str(path))
    assert isinstance(last, Reading)
    slugs = tuple([one.code.slug for one in last.diagnostics])
    assert slugs == ("source-too-large",) or (name.startswith("claims") and slugs == OVERLAPPED)


@pytest.mark.ci
def test_members_that_share_their_bytes(tmp_path: Path) -> None:
    """A hundred names of one member are worth no more than the bytes that are there."""
    path = tmp_path / "a.zip"
    data = zipped({"aa.mgn": BOMB[: 12 << 20]})
    head, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[head:end]
    tail = bytearray(data[end:])
    tail[8:10] = tail[10:12] = (100).to_bytes(2, "little")
    tail[12:16] = (100 * len(entry)).to_bytes(4, "little")
    path.write_bytes(data[:head] + entry * 100 + bytes(tail))
    first, *others = Reader(GAMES).read_path(str(path))
    assert [one.code.slug for one in first.diagnostics] == ["record-too-large"]
    slugs = [tuple([one.code.slug for one in each.diagnostics]) for each in others]
    assert slugs[-1] == ("source-too-large",) or set(slugs) == {OVERLAPPED}
    assert len(slugs) < 4 or set(slugs) == {OVERLAPPED}
