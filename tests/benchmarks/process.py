"""Run a program on chosen cores and measure it: seconds, output, peak of its own memory."""

import mmap
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.error import BenchmarkError

ROOT = Path(__file__).resolve().parents[2]
"""The checkout whose package is measured."""

_SAMPLE_SECONDS = 0.02
_WARM_BYTES = 4 << 30
_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Done:
    """A program that has ended well.

    ``seconds`` are from before its start to after its end; ``private_bytes`` the peak of what it
    held in memory beside mapped files, 0 where that was not asked for.
    """

    seconds: float
    stdout: str
    stderr: str
    private_bytes: int


def all_cores() -> tuple[int, ...]:
    """Return the cores that this process may use; at most two, as the targets are for two."""
    return tuple(sorted(os.sched_getaffinity(0)))[:2]


def one_core() -> tuple[int, ...]:
    """Return one core: not the first, which the kernel's interrupts prefer."""
    return all_cores()[-1:]


def warm_memory() -> None:
    """Use some memory and give it back.

    A virtual machine may have to fetch a page from its host when it is first used, which takes
    ten times as long as to fill it. Without this whoever runs first, or uses most, pays for it.
    """
    free = os.sysconf("SC_AVPHYS_PAGES") * mmap.PAGESIZE
    with mmap.mmap(-1, max(min(_WARM_BYTES, free // 2), mmap.PAGESIZE)) as memory:
        for at in range(0, len(memory), mmap.PAGESIZE):
            memory[at] = 1


@contextmanager
def pinned(cores: Sequence[int]) -> Iterator[None]:
    """Keep this thread, and what it starts, on some cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def run(
    command: Sequence[str | Path],
    cores: Sequence[int],
    environment: Mapping[str, str] | None = None,
    has_memory: bool = False,
    folder: Path = ROOT,
) -> Done:
    """Run a program to its end.

    Raises:
        BenchmarkError: it could not be started, or its exit code was not 0.
    """
    words = [str(word) for word in command]
    # An installed program has its bytecode; an environment that forbids writing it must not cost
    # each run the compiling.
    ours = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    variables = {**os.environ, **ours, **(environment or {})}
    peak = _Peak()
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        with pinned(cores):
            begin = time.perf_counter()
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=stdout,
                    stderr=stderr,
                    env=variables,
                    cwd=folder,
                )
            except OSError as error:
                raise BenchmarkError(f"{words[0]}: {error.strerror}") from error
        if has_memory:
            peak.watch(process)
        code = process.wait()
        seconds = time.perf_counter() - begin
        texts = []
        for file in (stdout, stderr):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    if code != 0:
        said = " ".join((texts[1] or texts[0]).split())
        raise BenchmarkError(f"{' '.join(words)}: exit code {code}: {said[-_SHOWN:]}")
    return Done(seconds, texts[0], texts[1], peak.bytes)


def python(
    module: str,
    *words: str | Path,
    cores: Sequence[int],
    environment: Mapping[str, str] | None = None,
    has_memory: bool = False,
    folder: Path = ROOT,
) -> Done:
    """Run a Python module as a program, with this interpreter."""
    command = (sys.executable, "-m", module, *words)
    return run(command, cores, environment, has_memory, folder)


class _Peak:
    """The most anonymous memory that a process has been seen with (Linux: RssAnon)."""

    def __init__(self) -> None:
        self.bytes = 0

    def watch(self, process: subprocess.Popen[bytes]) -> None:
        """Look again and again, until the process has ended."""
        threading.Thread(target=self._look, args=(process,), daemon=True).start()

    def _look(self, process: subprocess.Popen[bytes]) -> None:
        status = Path("/proc", str(process.pid), "status")
        while process.returncode is None:
            try:
                lines = status.read_text().splitlines()
            except OSError:
                return
            for line in lines:
                if line.startswith("RssAnon:"):
                    self.bytes = max(self.bytes, int(line.split()[1]) * 1024)
            time.sleep(_SAMPLE_SECONDS)
