"""Lakes whose workers, scheduler or client are killed at random moments, and what they end in.

``python -m tests.lake.killed --moments 20`` does all of it; ``--kinds`` chooses. What goes on
afterwards must end in the same lake as if nothing had happened: nothing is lost, nothing is there
twice, and no reader ever sees half a shard.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from mentis_records.lake.exported_text import export_text
from mentis_records.lake.lake_manifest import find_manifest
from mentis_records.lake.merged_answer import LakeQuestion
from mentis_records.lake.shard_task import ChosenGames
from mentis_records.lake.verification import ShardCheck, check_shard, verify_lake
from tests.lake.lake_kit import add, pool

ROOT = Path(__file__).parents[2]

MENTIS = (sys.executable, "-m", "mentis_records.cli")
QUERY = "blue K attacked or red K attacked"

LAKE_STATE = tuple[tuple[str, int, int, int, int], ...]
COUNTS = ("stored", "duplicates", "quarantined")

DEADLY = """
import importlib.abc, importlib.machinery, os, sys

NAME = "mentis_records.store.shard.shard_load"

class Deadly(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != NAME:
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module
        def patched(module):
            execute(module)
            load = module.load_pieces
            def load_pieces(database, pieces):
                if any("deadly" in each.name for each in pieces if each.ending is None):
                    os._exit(9)
                return load(database, pieces)
            module.load_pieces = load_pieces
        spec.loader.exec_module = patched
        return spec

sys.meta_path.insert(0, Deadly())
"""
"""A module that ends every process that loads a source of this name; found at start-up."""


@dataclass
class Place:
    """A folder with sources, what a lake of them is when nothing happens, and how long it takes.

    ``records`` are all its records, ``answer`` is what a query says of it. ``endings`` counts how
    disturbed commands have ended.
    """

    folder: Path
    sources: list[Path]
    size: int
    whole: LAKE_STATE = ()
    records: tuple[str, ...] = ()
    answer: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    endings: Counter[int] = field(default_factory=Counter)

    def lake(self, name: str) -> Path:
        """Return the place of a new lake."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        return folder

    def add(
        self, lake: Path, *options: str, sources: Sequence[Path] | None = None, size: int = 0
    ) -> list[str]:
        """Return the command line that adds the sources."""
        paths = self.sources if sources is None else sources
        manner = ("--shard-size", str(size or self.size), "--workers", "2")
        return [*MENTIS, "lake", "add", *map(str, paths), "--lake", str(lake), *manner, *options]

    def query(self, lake: Path, *options: str) -> list[str]:
        """Return the command line that asks."""
        counting = ("--count", "--format", "json", "--workers", "2")
        return [*MENTIS, "lake", "query", QUERY, "--lake", str(lake), *counting, *options]


def prepare(folder: Path, games: int, size: int) -> Place:
    """Return a folder with sources of so many games, and what a lake of them is."""
    sources = []
    for number in range(2):
        path = folder / f"games-{number}.mgn"
        words = ["generate", "--games", str(games), "--seed", str(number), "--out", str(path)]
        subprocess.run([*MENTIS, *words], check=True, env=environment(), stderr=subprocess.PIPE)
        sources.append(path)
    twice = folder / "twice.mgn"
    text = sources[0].read_text()
    twice.write_text(text[: text.index("\n[Event", len(text) // 5)] + "\n[Event broken\n\n1. x\n")
    place = Place(folder, [*sources, twice], size)
    measure(place)
    lake = place.folder / "whole"
    place.whole, place.records = state_of(lake), records_of(lake)
    return place


def measure(place: Place) -> None:
    """Add and ask undisturbed."""
    lake, started = place.lake("whole"), time.monotonic()
    done = run(place.add(lake))
    assert done.returncode == 1, done.stderr
    added = time.monotonic()
    place.answer = run(place.query(lake)).stdout
    place.seconds = {"add": added - started, "query": time.monotonic() - added}


def environment(**more: str) -> dict[str, str]:
    """Return the variables of a process of ours."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(words: Sequence[str], **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        words, check=False, capture_output=True, text=True, env=environment(**more), timeout=1_800
    )


def state_of(lake: Path) -> LAKE_STATE:
    """Return what a lake has of each source, in any order."""
    found = find_manifest(lake)
    counts = sorted(
        (each.sha256, each.records, each.stored, each.duplicates, each.quarantined)
        for each in found.sources
    )
    for _, records, *parts in counts:
        assert records == sum(parts)
    return tuple(counts)


def records_of(lake: Path) -> tuple[str, ...]:
    """Return the records of a lake to the letter, in any order."""
    parts: list[str] = []
    question = LakeQuestion(lake, find_manifest(lake), pool(), ChosenGames("mentis", None))
    export_text(question, "mgn", parts.append)
    return tuple(sorted("".join(parts).split("\n[Event ")))


def check(place: Place, lake: Path, what: str) -> None:
    """See that a lake keeps what its manifest says."""
    for text in verify_lake(lake, pool(), 20).findings:
        place.problems.append(f"{what}: {text}")


@contextmanager
def being_read(place: Place, lake: Path, what: str) -> Iterator[None]:
    """Read each state of a lake while the block runs: no reader sees half a shard."""
    is_over = threading.Event()
    read = threading.Thread(target=_read_states, args=(place, lake, what, is_over))
    read.start()
    try:
        yield
    finally:
        is_over.set()
        read.join()


def _read_states(place: Place, lake: Path, what: str, is_over: threading.Event) -> None:
    last = 0
    while True:
        is_last = is_over.wait(0.02)
        found = find_manifest(lake)
        if found.number > last:
            last = found.number
            counts: Counter[tuple[str, str]] = Counter()
            for shard in found.shards:
                checked = check_shard(ShardCheck(str(lake), shard, 1))
                counts.update(checked.counts)
                place.problems += [f"{what}: seen by a reader: {x}" for x in checked.findings]
            for source in found.sources:
                if source.records != sum(counts[source.sha256, name] for name in COUNTS):
                    place.problems.append(f"{what}: a reader sees a part of {source.name}")
        if is_last:
            return


def begin(words: Sequence[str], **more: str) -> subprocess.Popen[str]:
    """Begin a command."""
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, env=environment(**more))


def workers_of(process: int) -> list[psutil.Process]:
    """Return the worker processes that a process has started."""
    found = []
    with suppress(psutil.Error):
        for each in psutil.Process(process).children(recursive=True):
            with suppress(psutil.Error):
                if "spawn_main" in " ".join(each.cmdline()):
                    found.append(each)
    return found


class TooLateError(Exception):
    """A command ended before the moment at which it was to be disturbed."""


def wait_for_moment(
    place: Place, process: subprocess.Popen[str], chance: random.Random, kind: str = "add"
) -> None:
    """Wait for some moment while a command is at work.

    Raises:
        TooLateError: it ended before.
    """
    started = time.monotonic()
    end = started + place.seconds[kind] * chance.random()
    while time.monotonic() < end:
        if process.poll() is not None:
            place.seconds[kind] = time.monotonic() - started
            process.communicate()
            raise TooLateError
        time.sleep(0.02)


def end_in_whole(place: Place, lake: Path, what: str) -> None:
    """Add again, and see that the lake is the one that nothing happened to."""
    seen = set(state_of(lake)) if lake.exists() else set()
    add(lake, *place.sources, size=place.size)
    if not {each[0] for each in seen} <= {each[0] for each in place.whole}:
        place.problems.append(f"{what}: a source that nobody added")
    if state_of(lake) != place.whole:
        place.problems.append(f"{what}: added again, ends in another lake")
    elif records_of(lake) != place.records:
        place.problems.append(f"{what}: added again, has other records")
    check(place, lake, what)


def kill_worker_in_add(place: Place, chance: random.Random, what: str) -> None:
    """Kill a worker that adds: the command goes on to the end."""
    lake = place.lake("killed")
    process = begin(place.add(lake))
    wait_for_moment(place, process, chance)
    for each in workers_of(process.pid)[:1]:
        with suppress(psutil.Error):
            each.kill()
    _, told = process.communicate(timeout=1_800)
    place.endings[process.returncode] += 1
    if process.returncode != 1 or state_of(lake) != place.whole:
        place.problems.append(f"{what}: {process.returncode} {told[-500:]}")
    end_in_whole(place, lake, what)


def kill_worker_in_query(place: Place, chance: random.Random, what: str) -> None:
    """Kill a worker that answers: the answer is the same."""
    process = begin(place.query(place.folder / "whole"))
    wait_for_moment(place, process, chance, "query")
    for each in workers_of(process.pid)[:1]:
        with suppress(psutil.Error):
            each.kill()
    told, said = process.communicate(timeout=1_800)
    place.endings[process.returncode] += 1
    if told != place.answer:
        place.problems.append(f"{what}: {told} {said[-500:]}")


def kill_client(place: Place, chance: random.Random, what: str) -> None:
    """Kill the command itself: its workers end, and adding again ends in the same lake."""
    lake = place.lake("killed")
    process = begin(place.add(lake))
    wait_for_moment(place, process, chance)
    workers = workers_of(process.pid)
    process.kill()
    process.communicate(timeout=60)
    place.endings[process.returncode] += 1
    _, alive = psutil.wait_procs(workers, timeout=60)
    if alive:
        place.problems.append(f"{what}: {len(alive)} workers live on")
    end_in_whole(place, lake, what)


def kill_entering_client(place: Place, chance: random.Random, what: str) -> None:
    """Kill the command when shards are among the others already, and no manifest names them."""
    lake = place.lake("killed")
    process = begin(place.add(lake))
    while process.poll() is None and not list(lake.glob("*/*=*")):
        time.sleep(0.001)
    time.sleep(chance.random() / 10)
    process.kill()
    process.communicate(timeout=60)
    place.endings[process.returncode] += 1
    end_in_whole(place, lake, what)


def interrupt_client(place: Place, chance: random.Random, what: str) -> None:
    """Interrupt the command as Ctrl-C does."""
    lake = place.lake("killed")
    process = begin(place.add(lake))
    wait_for_moment(place, process, chance)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    place.endings[process.returncode] += 1
    if process.returncode not in (1, 130, -signal.SIGINT) or "Traceback" in told:
        place.problems.append(f"{what}: {process.returncode} {told[-500:]}")
    end_in_whole(place, lake, what)


def kill_scheduler(place: Place, chance: random.Random, what: str) -> None:
    """Kill the scheduler of a cluster: the command ends and says so."""
    lake, file = place.lake("killed"), place.folder / "scheduler.json"
    file.unlink(missing_ok=True)
    scheduler = begin(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1",
         "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    )  # fmt: skip
    while not file.exists() or not file.read_text():
        time.sleep(0.1)
    address = json.loads(file.read_text())["address"]
    worker = begin(
        [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", "2",
         "--nthreads", "1", "--no-dashboard", "--memory-limit", "0",
         "--local-directory", str(place.folder / "workers")]
    )  # fmt: skip
    try:
        process = begin(place.add(lake, "--scheduler", address))
        wait_for_moment(place, process, chance)
        scheduler.kill()
        _, told = process.communicate(timeout=300)
        place.endings[process.returncode] += 1
        if process.returncode not in (1, 2) or "Traceback" in told:
            place.problems.append(f"{what}: {process.returncode} {told[-800:]}")
    finally:
        for each in (scheduler, worker):
            each.kill()
            each.communicate()
    end_in_whole(place, lake, what)


def stop_worker(place: Place, chance: random.Random, what: str) -> None:
    """Let a worker hang: it is replaced, and the command goes on to the end."""
    lake = place.lake("killed")
    process = begin(place.add(lake, "--time-limit", str(max(20, 2 * place.seconds["add"]))))
    wait_for_moment(place, process, chance)
    for each in workers_of(process.pid)[:1]:
        with suppress(psutil.Error):
            each.suspend()
    _, told = process.communicate(timeout=1_800)
    place.endings[process.returncode] += 1
    if process.returncode != 1 or state_of(lake) != place.whole:
        place.problems.append(f"{what}: {process.returncode} {told[-500:]}")
    end_in_whole(place, lake, what)


def read_deadly(place: Place, chance: random.Random, what: str) -> None:
    """Add a file that ends every worker: it is in quarantine, and all others are in the lake."""
    lake = place.lake("killed")
    folder = place.folder / "deadly"
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(DEADLY)
    deadly = folder / "deadly.mgn"
    deadly.write_text(f'[Event "{chance.random()}"]\n\n1. TSNd2 TSNd6 *\n')
    sources = [*place.sources]
    sources.insert(chance.randrange(len(sources) + 1), deadly)
    path = os.pathsep.join((str(ROOT), str(folder)))
    done = run(place.add(lake, sources=sources), PYTHONPATH=path)
    place.endings[done.returncode] += 1
    states = {each[0]: each[1:] for each in state_of(lake)}
    others = [each for each in state_of(lake) if each[1:] != (1, 0, 0, 1)]
    if done.returncode != 1 or tuple(others) != place.whole or len(states) != len(sources):
        place.problems.append(f"{what}: {done.returncode} {done.stdout[-500:]}{done.stderr[-500:]}")


def fill_disk(place: Place, chance: random.Random, what: str) -> None:
    """Let files grow no larger than some size: the command says so, and nothing is half there."""
    lake, limit = place.lake("killed"), chance.randrange(1_000, 3_000_000)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        place.add(lake), check=False, capture_output=True, text=True, env=environment(),
        preexec_fn=limited, timeout=1_800,
    )  # fmt: skip
    place.endings[done.returncode] += 1
    is_well = done.returncode in (1, 2) and "Traceback" not in done.stderr
    if not is_well or (done.returncode == 2 and not done.stderr.strip()):
        place.problems.append(f"{what}: {limit} bytes: {done.returncode} {done.stderr[-800:]}")
    end_in_whole(place, lake, what)


def add_twice(place: Place, chance: random.Random, what: str) -> None:
    """Let two commands add at once, partly the same: all is there, and once."""
    lake = place.lake("killed")
    mixed = [*place.sources]
    chance.shuffle(mixed)
    size = chance.choice((1, 1, 2, 10)) * place.size
    first = begin(place.add(lake))
    wait_for_moment(place, first, chance)
    second = begin(place.add(lake, sources=mixed, size=size))
    for process in (first, second):
        _, told = process.communicate(timeout=1_800)
        place.endings[process.returncode] += 1
        if process.returncode not in (0, 1):
            place.problems.append(f"{what}: {process.returncode} {told[-800:]}")
    total = [sum(each[at] for each in state_of(lake)) for at in range(1, 5)]
    if total != [sum(each[at] for each in place.whole) for at in range(1, 5)]:
        place.problems.append(f"{what}: {total} in all")
    check(place, lake, what)


KINDS: dict[str, Callable[[Place, random.Random, str], None]] = {
    "add": kill_worker_in_add,
    "query": kill_worker_in_query,
    "client": kill_client,
    "entry": kill_entering_client,
    "interrupt": interrupt_client,
    "scheduler": kill_scheduler,
    "hang": stop_worker,
    "deadly": read_deadly,
    "disk": fill_disk,
    "twice": add_twice,
}


def disturb(place: Place, kind: str, moments: int, chance: random.Random) -> None:
    """Disturb lakes at so many moments, and say what went wrong."""
    started, before = time.monotonic(), len(place.problems)
    measure(place)
    took = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in place.seconds.items())
    print(f"{kind}: undisturbed {took}", flush=True)
    done = 0
    while done < moments:
        what, told, lake = f"{kind} {done}", len(place.problems), place.folder / "killed"
        with suppress(TooLateError), being_read(place, lake, what):
            KINDS[kind](place, chance, what)
            done += 1
        for text in place.problems[told:]:
            print(f"  {text}", flush=True)
    wrong, took = len(place.problems) - before, f"{time.monotonic() - started:.0f} s"
    ended = ", ".join(f"{code} {count} times" for code, count in sorted(place.endings.items()))
    print(f"{kind}: {moments} moments, {wrong} wrong, {took}; exit codes: {ended}", flush=True)
    place.endings.clear()


def main(words: Sequence[str] | None = None) -> int:
    """Disturb lakes of the kinds that the command line names, and say what went wrong."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also in the background
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--games", type=int, default=100, help="of each of two sources")
    parser.add_argument("--size", type=int, default=60_000, help="of shards, in bytes of text")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="lake-killed-") as folder:
        place = prepare(Path(folder), asked.games, asked.size)
        for kind in asked.kinds:
            disturb(place, kind, asked.moments, random.Random(f"{asked.seed} {kind}"))
    return int(bool(place.problems))


if __name__ == "__main__":
    raise SystemExit(main())
