"""The bound on memory: it holds in its block, in a process of its own, and not behind it."""

import subprocess
import sys

import pytest

from mentis_records.explorer.application import failure_of

pytest.importorskip("resource", reason="this system bounds no program's memory")

PROGRAM = """
from mentis_records.explorer.memory_bound import memory_bound

large = 1 << 29
with memory_bound(large // 4):
    try:
        bytearray(large)
    except MemoryError:
        print("too much")
    bytearray(large // 8)
bytearray(large)
print("enough")
"""

LARGE = """
import sys
from pathlib import Path
from mentis_records.explorer.memory_bound import give_memory_back

def owned():
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmData:")[2].split()[0]) * 1024

give_memory_back()
import duckdb
engine = duckdb.connect()
before = owned()
engine.execute("select length(list(range)) from range(20000000)").fetchall()
engine.close()
print(owned() - before < 150_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program owns")
def test_memory_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program owns")
def test_no_more_memory_is_given_than_the_bound() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.stdout == "too much\nenough\n", done.stderr


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't start new thread")])
def test_scarcity_is_told_as_such(error: Exception) -> None:
    assert failure_of(error).status == 503
