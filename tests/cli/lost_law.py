"""Random folders, archives and command lines: nothing is lost, and no input file changes.

Every record that goes in is stored, a duplicate, in quarantine or in a file that is named; no file
changes unless rewriting it was requested. ``python -m tests.cli.lost_law --count 2000`` tries that
many, and prints those that break the law.
"""

import argparse
import gzip
import io
import random
import re
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import zstandard
from click.testing import Result
from typer.testing import CliRunner

from mentis_records.cli.main import app_for

PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve")
ROWS = ("1. TSNd2 TSNd6", "2. d2#-d3-d4 d6#-d5", "3. TNNc2 TSNc6", "4. Sb1 Sb7")
ENDINGS = ("1-0", "0-1", "1/2-1/2", "*")


def run(*words: object) -> Result:
    """Run a command; its faults are those of the result."""
    given = [str(word) for word in words]
    return CliRunner().invoke(app_for(given), given)


class Input:
    """A folder of random files; ``marks`` are the sites of its records, one of a kind each."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        """Write the files."""
        self._rng = rng
        self.folder = folder
        self.marks: dict[str, Path] = {}
        folder.mkdir(parents=True)
        for number in range(rng.randint(1, 5)):
            self._add_file(number)

    def _record(self, path: Path) -> str:
        """Return a record, sound or broken in some way, with a mark of its own."""
        rng = self._rng
        mark = f"mark{len(self.marks)}x"
        self.marks[mark] = path
        rows = list(ROWS[: rng.randint(1, len(ROWS))])
        breaking: Sequence[Callable[[list[str]], object]] = (
            lambda rows: None,
            lambda rows: None,
            lambda rows: rows.reverse(),
            lambda rows: rows.append("9. Zz9"),
            lambda rows: rows.insert(0, "1. {never closed"),
            lambda rows: rows.append(rows[-1]),
            lambda rows: rows.append("resigns, I think"),
        )
        rng.choice(breaking)(rows)
        result = rng.choice(ENDINGS)
        game = rng.choice(("", "", "", '[Game "Tak"]\n', '[Game "Antipode"]\n'))
        blue, red = rng.sample(PLAYERS, 2)
        tags = f'[Event "Cup"]\n[Site "{mark}"]\n{game}[Blue "{blue}"]\n[Red "{red}"]\n'
        movetext = rng.choice((" ", "\n")).join(rows)
        return f'{tags}[Result "{result}"]\n\n{movetext} {result}\n'

    def _text(self, path: Path) -> bytes:
        records = [self._record(path) for _ in range(self._rng.randint(1, 4))]
        return "\n".join(records).encode()

    def _add_file(self, number: int) -> None:
        rng = self._rng
        folder = self.folder
        if rng.random() < 0.3:
            folder = folder / rng.choice(("sub", "other one", ".hidden"))
            folder.mkdir(exist_ok=True)
        kind = rng.choice(("plain", "plain", "named", "gz", "zst", "zip", "tar", "picture"))
        ending = {"named": rng.choice((".pgn", ".md", "", ".text")), "gz": ".mgn.gz"}
        ending |= {"zst": ".mgn.zst", "zip": ".zip", "tar": rng.choice((".tar", ".tar.gz"))}
        path = folder / f"f{number}{ending.get(kind, '.png' if kind == 'picture' else '.mgn')}"
        if kind == "picture":
            path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
            return
        data = self._text(path)
        if kind == "gz":
            data = gzip.compress(data)
        elif kind == "zst":
            data = zstandard.ZstdCompressor(write_checksum=True).compress(data)
        elif kind == "zip":
            data = self._zipped(path, data)
        elif kind == "tar":
            data = _tarred(data, path.name.endswith(".gz"))
        if rng.random() < 0.3:
            data = self._damage(data)
        path.write_bytes(data)

    def _zipped(self, path: Path, data: bytes) -> bytes:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", self._rng.choice((0, zipfile.ZIP_DEFLATED))) as archive:
            archive.writestr("a.mgn", data)
            if self._rng.random() < 0.5:
                archive.writestr("deep/b.txt", self._text(path))
            if self._rng.random() < 0.3:
                archive.writestr("notes.pdf", b"%PDF-1.4")
        return target.getvalue()

    def _damage(self, data: bytes) -> bytes:
        """Return bytes cut off, with one changed, or with others behind them."""
        at = self._rng.randrange(len(data))
        kind = self._rng.randrange(3)
        if kind == 0:
            return data[:at]
        if kind == 1:
            return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        return data + b"XYZ"


def _tarred(data: bytes, is_packed: bool) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz" if is_packed else "w") as archive:
        info = tarfile.TarInfo("a.mgn")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return target.getvalue()


def _state(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check(seed: int, folder: Path) -> list[str]:
    """Return what is lost or changed in the random case with a number."""
    rng = random.Random(seed)
    made = Input(rng, folder / "in")
    before = _state(made.folder)
    wrong: list[str] = []
    db = folder / "x.duckdb"
    arguments: list[object] = [made.folder]
    if rng.random() < 0.3:
        arguments = sorted(before, key=str)
    done = run("load", *arguments, "--db", db)
    if done.exit_code not in (0, 1, 2):
        wrong.append(f"load: exit code {done.exit_code}: {done.stderr}")
    wrong += _lost(made, before, db, done)
    sources = [path for path in sorted(before, key=str) if f"{path}: " in done.stdout]
    wrong += _commands(rng, made, folder, before, sources)
    return wrong


def _lost(made: Input, before: dict[Path, bytes], db: Path, done: Result) -> list[str]:
    """Return the records that are neither stored nor kept, in files that are not named."""
    found = done.stdout + done.stderr
    damaged: set[str] = set()
    if db.exists():
        with duckdb.connect(str(db), read_only=True) as connection:
            rows = connection.execute(
                """
                select concat(site, tags) from games union all
                select tags['Site'] from duplicates union all select text from quarantine
                """
            ).fetchall()
            found += "\n".join(str(value) for (value,) in rows)
            damaged = {
                name
                for (name,) in connection.execute(
                    """
                    select name from quarantine join sources using (source_id)
                    where regexp_matches(diagnostics::varchar, '"N0(05|06|22|23)"')
                    """
                ).fetchall()
            }
    lost = []
    for mark, path in made.marks.items():
        if mark in found or str(path) in damaged:
            continue
        is_named = any(
            str(path) in line and ("not read" in line or "left out" in line)
            for line in done.stderr.splitlines()
        )
        # Damage may have changed the mark itself.
        if not is_named and (_is_packed(path) or mark.encode() in before[path]):
            lost.append(f"{mark} of {path.name} is lost: {done.stdout}{done.stderr}")
    return lost


def _is_packed(path: Path) -> bool:
    return re.search(r"\.(gz|zst|zip|tar)$", path.name) is not None


def _commands(
    rng: random.Random,
    made: Input,
    folder: Path,
    before: dict[Path, bytes],
    sources: Sequence[Path],
) -> list[str]:
    """Return the files that commands have changed that were not to rewrite them."""
    files = sorted(before, key=str)
    one, two = rng.choice(files), rng.choice(files)
    lines: Sequence[Sequence[object]] = (
        ("validate", made.folder),
        ("fmt", one),
        ("fmt", "--check", made.folder),
        ("show", one, "--svg", two),
        ("show", one, "--html", folder / "in" / "." / two.name),
        ("show", one, "--png", one),
        ("analyse", one, "--depth", 1, "--format", "json", "--out", one),
        *(
            ("quarantine", "export", "--db", folder / "x.duckdb", "--out", source)
            for source in sources[:1]
        ),
    )
    wrong = []
    for words in rng.sample(lines, 2):
        done = run(*words)
        is_target = two if "--svg" in words or "--html" in words else None
        now = _state(made.folder)
        for path, data in before.items():
            if now.get(path) != data and (path != is_target or path == one):
                wrong.append(f"{words} has changed {path}: {done.stdout}{done.stderr}")
        for path in now.keys() - before.keys():
            path.unlink()
        for path, data in before.items():
            path.write_bytes(data)
    return wrong


def main() -> None:
    """Try random cases, and print those that break the law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    wrong = 0
    for seed in range(asked.seed, asked.seed + asked.count):
        with tempfile.TemporaryDirectory() as folder:
            for line in check(seed, Path(folder) / "case"):
                wrong += 1
                print(f"{seed}: {line}", flush=True)
    print(f"{asked.count} cases, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
