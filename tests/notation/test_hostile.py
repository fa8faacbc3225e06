"""Bad input: a diagnostic or a bounded refusal, never a traceback, a hang, a flood of memory."""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from notation_kit import read_bytes, spanned
from size_kit import sampled, sizes
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from tests.benchmarks.hostile_input import INPUTS, HostileInput

RUNNER = CliRunner()
VALIDATE, FMT = make_app(["validate"]), make_app(["fmt"])
E = '[Event "x"]\n\n'
CI = pytest.mark.ci

pytestmark = pytest.mark.usefixtures("no_hang")

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


@sizes("most", 15_000, 11_000_000)
@pytest.mark.parametrize("text", TEXTS)
def test_texts(tmp_path: Path, text: str, most: int) -> None:
    """The findings are in the text, and what is written about a file is not many times longer."""
    readings = read_bytes(tmp_path, text[:most].encode("utf-8", "surrogateescape"))
    for reading in readings:
        assert reading.is_valid == (not any(one.is_error for one in reading.diagnostics))
        for found in reading.diagnostics[:50]:
            spanned(reading, found)
            assert len(found.message) < 2_000
    path = tmp_path / "a.mgn"
    path.write_text(text[: min(most, 300_000)], encoding="utf-8", newline="")
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


@sampled("kind", ((kind,) for kind in INPUTS), 7)
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
    data, count = kind.make(1_500)
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
        assert len(readings) == (1 if stop <= second else 2), stop
        for reading in readings:
            for found in reading.diagnostics:
                spanned(reading, found)
        is_cut = stop < SMALL.index(b"*\n\n") + 1
        missing = {"result-missing", "tag-malformed", "comment-not-closed", "not-utf8"}
        slugs = {found.code.slug for found in readings[0].diagnostics}
        assert not is_cut or slugs & missing or not readings[0].is_valid, stop


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
        pytest.param(["validate", "-"], b"\xff\xfe\x00", 1, id="validate-utf-16", marks=CI),
        pytest.param(["validate", "-"], b"", 0, id="validate-nothing", marks=CI),
        pytest.param(["validate", "-"], b"50%\n", 1, id="validate-percent", marks=CI),
        pytest.param(["fmt", "-"], b"\xff\xfb\x00", 1, id="fmt-bytes"),
        pytest.param(["fmt", "-"], b"\xff\xfe\x00", 1, id="fmt-utf-16"),
        pytest.param(["moves", "-"], b"\xff\n", 1, id="moves-bytes", marks=CI),
        pytest.param(["moves", "--format", "json", "-"], b"\xff\x00\n", 1, id="moves-json-bytes"),
        pytest.param(["moves", "-"], b"", 0, id="moves-nothing", marks=CI),
    ],
)
@sizes("utf8", "0", "1")
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
