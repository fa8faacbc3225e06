"""Put every position of ``forced.jsonl.gz`` to the search: ``python -m tests.search.forced_law``.

From the top of the checkout, with the kernels built in place. It prints what the search got wrong,
and how many positions that are; the exit code is 1 if there is any. With lower limits, ``--depth``
below five or ``--nodes``, it need not find all, but what it says must be true.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from mentis_records.games import find_game
from mentis_records.games.search.analyser import analyse_all
from mentis_records.games.search.analysis import Limits
from tests.search.forced import FORCED, FURTHEST, fault, read_cases


def main() -> int:
    """Analyse what the command line asks for, print, return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("path", type=Path, nargs="?", default=FORCED, help="another file of cases")
    parser.add_argument("--depth", type=int, default=6, help="how deep to search")
    parser.add_argument("--nodes", type=int, help="how many positions to look at")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="threads")
    wanted = parser.parse_args()
    game = find_game("mentis")
    cases = read_cases(wanted.path)
    positions = [game.parse_position(case.position, {}) for case in cases]
    begin = time.perf_counter()
    analyses = analyse_all(game, positions, Limits(wanted.depth, wanted.nodes), wanted.jobs)
    may_miss = wanted.depth < FURTHEST or wanted.nodes is not None
    faults = 0
    for case, analysis in zip(cases, analyses, strict=True):
        if found := fault(case, analysis, may_miss=may_miss):
            faults += 1
            print(found, flush=True)
    seconds = time.perf_counter() - begin
    print(f"{len(cases)} positions, {faults} wrong, in {seconds:.0f} seconds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
