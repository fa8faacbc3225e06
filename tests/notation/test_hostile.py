"""Bad input: a diagnostic or a bounded refusal, never a traceback, a hang, a flood of memory."""

from __future__ import annotations

import gzip
import io
import json
import random
import signal
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard
from notation_kit import spanned
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.reading import Reading
from mentis_records.notation.sheet import Sheet
from tests.benchmarks.hostile_input import INPUTS, HostileInput

RUNNER = CliRunner()
VALIDATE, FMT = make_app(["validate"]), make_app(["fmt"])
E = '[Event "x"]\n\n'
HANG = 30
"""Seconds of computing, not by the clock, after which a test is taken to hang."""


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """Fail a test that hangs, where the system can tell how long it has computed."""

    def stop(*_: object) -> None:
        pytest.fail(f"more than {HANG} s")

    if not hasattr(signal, "SIGPROF"):
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANG)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def read_bytes(tmp_path: Path, data: bytes, name: str = "a.mgn") -> list[Reading]:
    path = tmp_path / name
    path.write_bytes(data)
    return list(Reader(GAMES).read_path(str(path)))


TEXTS: list[Any] = [
    pytest.param(text, id=name)
    for name, text in {
        "nul": "\x00" * 1000,
        "nul-in-tag": '[Event "a\x00b"]\n\n1. TSNd2 *\n',
        "rtl": '[Event "\u202eabc"]\n\n1. TS\u200fNd2 {\u2067} *\n',
        "control": E + "1. \x1b[31mTSNd2\x07 *\n",
        "percent": "50% of it\n",
        "percent-after-number": "1. TSNd2 0%\n",
        "only-tags": '[A "x"]\n' * 20_000,
        "tags-of-other-names": "".join(f'[A{at} "x"]\n' for at in range(20_000)),
        "long-tag": '[Event "' + "a" * 1_000_000 + '"]\n\n1. TSNd2 *\n',
        "long-open-tag": '[Event "' + "a" * 1_000_000 + "\n\n1. TSNd2 *\n",
        "long-tag-name": "[" + "A" * 500_000 + ' "x"]\n\n*\n',
        "backslashes": '[Event "' + "\\" * 400_001 + '"]\n\n*\n',
        "quotes": '[Event "' + '\\"' * 300_000 + '"]\n\n*\n',
        "parentheses": E + "1. TSNd2 " + "(" * 10_000,
        "parentheses-with-plies": E + "1. TSNd2 " + "(1. TSNc2 " * 10_000,
        "parentheses-closed": E + "1. TSNd2 " + ")" * 10_000,
        "variations": E + "1. TSNd2 " + "(1. TSNc2) " * 10_000 + "*\n",
        "braces": E + "1. TSNd2 " + "{" * 10_000,
        "braces-closed": E + "1. TSNd2 " + "}" * 10_000,
        "brace-records": (E + "1. TSNd2 {\n") * 1_000,
        "comments": E + "{a}" * 50_000 + "*\n",
        "numbers": "1. " * 20_000,
        "numbers-tagged": E + "1. " * 200_000,
        "numbers-rising": " ".join(f"{at}." for at in range(1, 50_000)),
        "digits": E + "1" * 300_000 + ". TSNd2 *\n",
        "nag-digits": E + "1. TSNd2 $" + "1" * 300_000 + " *\n",
        "nags": E + "1. TSNd2 " + "$1 " * 50_000 + "*\n",
        "blanks-in-a-ply": E + "1. d2" + " " * 5_000 + "~ *\n",
        "blanks-in-a-path": E + "1. d2 -" + " " * 5_000 + "d3" + " " * 5_000 + "~ *\n",
        "marks-and-blanks": E + "1. d2" + " #" * 5_000 + " *\n",
        "tiles": E + "1. " + "S" * 100_000 + " *\n",
        "tiles-then-square": E + "1. " + "S" * 100_000 + "d2 *\n",
        "capitals": E + "1. " + "STNX" * 25_000 + "1 *\n",
        "squares": E + "1. " + "d2" * 100_000 + " *\n",
        "squares-upper": E + "1. " + "D2" * 100_000 + " *\n",
        "path": E + "1. " + "d2-d3-" * 30_000 + "d2 *\n",
        "path-broken": E + "1. " + "d2-" * 50_000 + "~ *\n",
        "crosses": E + "1. " + "d2x" * 50_000 + " *\n",
        "marks": E + "1. d2" + "#" * 200_000 + "-d3 *\n",
        "marks-everywhere": E + "1. " + "d2###" * 50_000 + " *\n",
        "prose": E + "and so they went on " * 15_000 + "*\n",
        "prose-in-variation": E + "1. TSNd2 (" + "and so on " * 15_000 + ") *\n",
        "prose-listing": "and so they went on, and\n" * 15_000,
        "line-feeds": E + "\n" * 200_000 + "*\n",
        "blanks": E + " " * 1_000_000 + "*\n",
        "blanks-at-the-end": E + "1. TSNd2" + " " * 60,
        "blanks-before-garbage": E + "1. TSNd2" + " " * 60 + "~ *\n",
        "percents": E + "%\n" * 50_000 + "*\n",
        "semicolons": E + "1. TSNd2 " + ";" * 500_000 + "\n*\n",
        "headers": "Blue Moves\tRed Moves\n" * 3_000,
        "half-headers": "<i>Blue " * 10_000,
        "header-blanks": "Blue" + " " * 100_000 + "Moves\n",
        "listings": "1. TSNd2\n" * 3_000,
        "stars": E + "* " * 50_000,
        "stars-in-variation": E + "1. TSNd2 (1. TSNc2 " + "* " * 50_000,
        "suffixes": E + "1. TSNd2" + "!" * 100_000 + " *\n",
        "game-tags": E + '[Game "' * 20_000,
        "position": '[Position "' + "(" * 500_000 + '"]\n\n*\n',
        "number-tags": f'[PlyCount "{"9" * 5000}"]\n[BlueElo "{"9" * 5000}"]\n\n*\n',
        "shuffle": E + "1. d1-c1 d7-c7 2. c1-d1 c7-d7 " * 10_000 + "*\n",
        "emoji": E + "1. " + "😀" * 50_000 + " *\n",
        "astral-digits": E + "𝟙. TSNd2 *\n",
        "ten-megabytes": E + "1. " + "TSNd2 " * 1_700_000,
        "ten-megabytes-of-one-letter": "a" * 10_000_000,
    }.items()
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts(tmp_path: Path, text: str) -> None:
    readings = read_bytes(tmp_path, text.encode("utf-8", "surrogateescape"))
    for reading in readings:
        assert reading.is_valid == (not any(one.is_error for one in reading.diagnostics))
        for found in reading.diagnostics[:50]:
            spanned(reading, found)
            assert len(found.message) < 2_000


@pytest.mark.parametrize("text", TEXTS)
def test_output_is_bounded(tmp_path: Path, text: str) -> None:
    """What is said about a file is not many times longer than the file."""
    path = tmp_path / "a.mgn"
    path.write_text(text[:300_000], encoding="utf-8", newline="")
    size = path.stat().st_size
    result = RUNNER.invoke(VALIDATE, ["validate", "--format", "json", str(path)])
    assert result.exit_code in (0, 1), result.exception
    assert len(result.stdout) < 50_000 + 400 * size
    for line in result.stdout.splitlines():
        json.loads(line)


def test_many_diagnostics_of_a_long_ply() -> None:
    """Every diagnostic carries its ply: a long one must not be repeated in full."""
    text = E + "1. " + "-".join(["d2", "d3"] * 5_000) + " $999" * 2_000 + " *\n"
    (reading,) = Reader(GAMES).read_text("a", text)
    size = sum(len(one.move or "") + len(one.message) for one in reading.diagnostics)
    assert size < 100 * len(text)


BYTES: list[Any] = [
    pytest.param(data, id=name)
    for name, data in {
        "empty": b"",
        "bom": b"\xef\xbb\xbf",
        "utf-16": (E + "1. TSNd2 *\n").encode("utf-16"),
        "utf-16-be": (E + "1. TSNd2 *\n").encode("utf-16-be"),
        "utf-32": (E + "1. TSNd2 *\n").encode("utf-32"),
        "latin-1": '[Event "Caf\u00e9"]\n\n1. TSNd2 *\n'.encode("latin-1"),
        "invalid": b"\xff\xfe\xfd" * 5_000,
        "overlong": E.encode() + b"1. \xc0\xaf\xed\xa0\x80 *\n",
        "cut-in-a-character": E.encode() + "{é".encode()[:-1],
        "random": random.Random(1).randbytes(300_000),
        "random-ascii": bytes(random.Random(2).choices(range(32, 127), k=300_000)),
        "png": b"\x89PNG\r\n\x1a\n" + random.Random(3).randbytes(1000),
    }.items()
]


@pytest.mark.parametrize("data", BYTES)
def test_bytes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.mgn"
    path.write_bytes(data)
    readings = read_bytes(tmp_path, data)
    if data.strip(b"\xef\xbb\xbf"):
        assert readings
        assert not any(one.is_valid for one in readings)
    for name in ("full", "concise", "json", "sarif", "github"):
        result = RUNNER.invoke(VALIDATE, ["validate", "--format", name, str(path)])
        assert result.exit_code == (1 if readings else 0), result.exception


def test_latin_1_is_named(tmp_path: Path) -> None:
    (reading,) = read_bytes(tmp_path, '[Event "Caf\u00e9"]\n\n1. TSNd2 *\n'.encode("latin-1"))
    (found,) = (one for one in reading.diagnostics if one.is_error)
    assert (found.code.slug, str(found.span)) == ("not-utf8", "1:12")


@pytest.mark.parametrize("kind", INPUTS, ids=lambda kind: kind.name)
def test_kinds(tmp_path: Path, kind: HostileInput) -> None:
    """Every kind of file that is measured (``tests.benchmarks.hostile``), a small one of each."""
    path, count = write_kind(tmp_path, kind)
    values = []
    for words in ([], ["--strict"], ["--as-played"], ["--readings"]):
        result = RUNNER.invoke(VALIDATE, ["validate", "--format", "json", *words, str(path)])
        assert result.exit_code in (0, 1), result.exception
        assert len(result.stdout) < 50_000 + 400 * path.stat().st_size
        values.append([json.loads(line) for line in result.stdout.splitlines()])
        assert count in (0, len(values[-1]))
        assert result.exit_code == (not all(value["valid"] for value in values[-1]))
    for found in values[1:]:
        for value, other in zip(values[0], found, strict=True):
            assert value["index"] == other["index"]
            assert len(value["diagnostics"]) <= len(other["diagnostics"])
    written = RUNNER.invoke(FMT, ["fmt", str(path)])
    assert written.exit_code == (not all(value["valid"] for value in values[0]))
    said = RUNNER.invoke(VALIDATE, ["validate", str(path)])
    tally = f"{len(values[0])} record"
    assert tally in said.stderr


def test_kinds_are_loaded(tmp_path: Path) -> None:
    """All of them in one load: every record is stored, a duplicate or in quarantine."""
    paths = [write_kind(tmp_path, kind)[0] for kind in INPUTS]
    words = ["load", "--format", "json", "--db", str(tmp_path / "a.duckdb"), *map(str, paths)]
    loaded = RUNNER.invoke(make_app(["load"]), words)
    assert loaded.exit_code == 1, loaded.exception
    lines = loaded.stdout.splitlines()
    for path, line in zip(paths, lines, strict=True):
        value = json.loads(line)
        readings = list(Reader(GAMES).read_path(str(path)))
        assert value["source"] == str(path)
        assert (value["records"], value["known"]) == (len(readings), False)
        assert value["quarantined"] == sum(not reading.is_valid for reading in readings), path
        assert value["records"] == sum(
            value[name] for name in ("stored", "duplicates", "quarantined")
        )


def write_kind(folder: Path, kind: HostileInput) -> tuple[Path, int]:
    """Write a small file of a kind; return it and the number of its records, 0 if unknown."""
    data, count = kind.make(3_000)
    path = folder / f"{kind.name}{kind.ending}"
    path.write_bytes(data)
    return path, count


SMALL = (
    '[Event "a \\"b\\" é"]\n[Result "*"]\n\n1. TSNd2! {x} TSNd6 $1 (1... TSNe6 2. d2#-d3) 2. '
    'd2#-d3 ; end\n% y\n*\n\n[Event "c"]\n\n1. d2 *\n'
).encode()


def test_cut_at_every_byte(tmp_path: Path) -> None:
    """What is left of a file is read, wherever it has been cut."""
    second = SMALL.index(b'[Event "c"')
    for stop in range(1, len(SMALL)):
        readings = read_bytes(tmp_path, SMALL[:stop])
        assert len(readings) == (1 if stop < second + len('[Event "') else 2), stop
        for reading in readings:
            for found in reading.diagnostics:
                spanned(reading, found)
        is_cut = stop < SMALL.index(b"*\n\n") + 1
        missing = {"result-missing", "tag-malformed", "comment-not-closed", "not-utf8"}
        slugs = {found.code.slug for found in readings[0].diagnostics}
        assert not is_cut or slugs & missing or not readings[0].is_valid, stop


# Archives

RECORDS = "".join(
    f'[Event "{random.Random(at).getrandbits(64)}"]\n\n1. TSNd2 TSNd6 *\n\n' for at in range(2_000)
).encode()


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
        ("gz-cut", "a.mgn.gz", gzip.compress(RECORDS)[:-3_000]),
        ("gz-cut-trailer", "a.mgn.gz", gzip.compress(RECORDS)[:-4]),
        ("gz-cut-header", "a.mgn.gz", gzip.compress(RECORDS)[:5]),
        ("gz-damaged", "a.mgn.gz", damaged(gzip.compress(RECORDS))),
        ("gz-garbage-after", "a.mgn.gz", gzip.compress(RECORDS) + b"garbage"),
        ("gz-not", "a.mgn.gz", RECORDS),
        ("zst-cut", "a.mgn.zst", zstandard.compress(RECORDS)[:-3_000]),
        ("zst-cut-early", "a.mgn.zst", zstandard.compress(RECORDS)[:300]),
        ("zst-cut-last-byte", "a.mgn.zst", zstandard.compress(RECORDS)[:-1]),
        ("zst-damaged", "a.mgn.zst", damaged(zstandard.compress(RECORDS))),
        ("zst-garbage-after", "a.mgn.zst", zstandard.compress(RECORDS) + b"garbage"),
        ("zst-not", "a.mgn.zst", RECORDS),
        ("zip-cut", "a.zip", zipped({"a.mgn": RECORDS})[:-3_000]),
        ("zip-cut-early", "a.zip", zipped({"a.mgn": RECORDS})[:300]),
        ("zip-not", "a.zip", RECORDS),
        ("zip-empty-file", "a.zip", b""),
        ("zip-damaged-deflate", "a.zip", damaged(zipped({"a.mgn": RECORDS}))),
        ("zip-damaged-stored", "a.zip", damaged(zipped({"a.mgn": RECORDS}, zipfile.ZIP_STORED))),
        ("zip-damaged-bz2", "a.zip", damaged(zipped({"a.mgn": RECORDS}, zipfile.ZIP_BZIP2))),
        ("zip-damaged-lzma", "a.zip", damaged(zipped({"a.mgn": RECORDS}, zipfile.ZIP_LZMA))),
        ("zip-encrypted", "a.zip", zipped({"a.mgn": RECORDS}, flags=1)),
        ("zip-in-zip", "a.zip", zipped({"b.zip": zipped({"a.mgn": RECORDS})})),
        ("gz-in-zip-cut", "a.zip", zipped({"b.mgn.gz": gzip.compress(RECORDS)[:-3_000]})),
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
    assert [one.is_valid for one in before] == [True] * (more != b"[Event ")


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
        and [one.code.slug for one in each.diagnostics] == ["source-unreadable"]
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
    assert result.exit_code in (0, 2)
    assert "no record" in result.stderr


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.mgn", "a.mgn.gz"])
def test_utf_16_is_told_once(tmp_path: Path, name: str, encoding: str) -> None:
    data = '\ufeff[Event "x"]\n\n1. TSNd2 *\n'.encode(encoding)
    (reading,) = read_bytes(tmp_path, gzip.compress(data) if name.endswith("gz") else data, name)
    assert not reading.is_valid
    assert [found.code.slug for found in reading.diagnostics] == ["source-unreadable"]
    assert "UTF-16" in reading.diagnostics[0].message


def test_utf_16_in_an_archive_leaves_the_others_alone(tmp_path: Path) -> None:
    text = '[Event "x"]\n\n1. TSNd2 *\n'
    data = zipped({"a.mgn": text.encode("utf-16"), "b.mgn": text.encode()})
    *_, last = read_bytes(tmp_path, data, "a.zip")
    assert (last.is_valid, last.source.endswith("b.mgn")) == (True, True)


BOMB = b"\0" * (32 << 20)


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.mgn.gz", lambda: gzip.compress(BOMB, 6)),
        ("a.mgn.zst", lambda: zstandard.compress(BOMB)),
        ("a.zip", lambda: zipped({"a.mgn": BOMB})),
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
    path.write_bytes(zipped({f"{at}.mgn": b" " * (6 << 20) for at in range(6)}))
    *_, last = Reader(GAMES).read_path(str(path))
    assert [one.code.slug for one in last.diagnostics] == ["source-too-large"]


# Places that are no files, through the program itself


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda place: place / "missing.mgn", 2, id="missing"),
        pytest.param(lambda place: place, 2, id="empty-folder"),
        pytest.param(lambda place: "x" * 5_000, 2, id="name-too-long"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "fmt"])
def test_places(tmp_path: Path, command: str, make: Callable[[Path], Any], code: int) -> None:
    result = RUNNER.invoke(make_app([command]), [command, str(make(tmp_path))])
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith("mentis: ")
    assert len(result.stderr.splitlines()) == 1


def test_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.mgn").write_text(E + "*\n")
    (tmp_path / "a.txt").write_text("1. TSNd2\n")
    (tmp_path / "c.mgn.gz").write_bytes(gzip.compress((E + "*\n").encode()))
    (tmp_path / "d.pdf").write_bytes(b"\x00")
    result = RUNNER.invoke(VALIDATE, ["validate", "--format", "json", str(tmp_path)])
    assert result.exit_code == 0
    sources = [json.loads(line)["source"] for line in result.stdout.splitlines()]
    assert [Path(source).name for source in sources] == ["a.txt", "c.mgn.gz", "b.mgn"]


@pytest.mark.parametrize(
    ("arguments", "data", "code"),
    [
        pytest.param(["validate", "-"], b"\xff\xfb\x00", 1, id="validate-bytes"),
        pytest.param(["validate", "-"], b"\xff\xfe\x00", 1, id="validate-utf-16"),
        pytest.param(["validate", "-"], b"", 0, id="validate-nothing"),
        pytest.param(["validate", "-"], b"50%\n", 1, id="validate-percent"),
        pytest.param(["fmt", "-"], b"\xff\xfb\x00", 1, id="fmt-bytes"),
        pytest.param(["fmt", "-"], b"\xff\xfe\x00", 2, id="fmt-utf-16"),
        pytest.param(["moves", "-"], b"\xff\n", 1, id="moves-bytes"),
        pytest.param(["moves", "--format", "json", "-"], b"\xff\x00\n", 1, id="moves-json-bytes"),
        pytest.param(["moves", "-"], b"", 0, id="moves-nothing"),
    ],
)
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_standard_input(arguments: list[str], data: bytes, code: int, utf8: str) -> None:
    result = subprocess.run(
        [sys.executable, "-X", f"utf8={utf8}", "-c", PROGRAM, *arguments],
        input=data,
        capture_output=True,
        timeout=30,
        check=False,
        env={"LC_ALL": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8:strict", "PATH": "/usr/bin"},
    )
    assert b"Traceback" not in result.stderr
    assert b"internal fault" not in result.stderr
    assert result.returncode == code


PROGRAM = "from mentis_records.cli.main import run; run()"
