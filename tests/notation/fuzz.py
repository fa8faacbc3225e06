"""Mutate records for a while: ``python -m tests.notation.fuzz --seconds 60``.

Ends with exit code 1 and the smallest damaged text found, as a Python literal, when reading one
raises, breaks a law of ``test_properties.check_readings``, or takes too long.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from notation_kit import movetext, random_game
from test_properties import BASE, check_readings, mutate


def fails(text: str) -> bool:
    try:
        check_readings(text)
    except Exception:
        return True
    return False


def shrink(text: str, seconds: float = 20) -> str:
    """Return a smaller text that fails as well, by leaving out ever smaller parts."""
    until = time.monotonic() + seconds
    size = len(text) // 2
    while size and time.monotonic() < until:
        at = 0
        while at < len(text) and time.monotonic() < until:
            smaller = text[:at] + text[at + size :]
            if fails(smaller):
                text = smaller
            else:
                at += size
        size //= 2
    return text


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=time.time_ns() & 0xFFFFFFFF)
    chosen = options.parse_args()
    source = random.Random(chosen.seed)
    games = [movetext(random_game(seed, 30, {})) for seed in range(5)]
    texts = [*BASE, *(f'[Event "{at}"]\n\n{game} *\n' for at, game in enumerate(games))]
    until = time.monotonic() + chosen.seconds
    runs = 0
    while time.monotonic() < until:
        text = source.choice(texts)
        for _ in range(source.randint(1, 3)):
            text = mutate(source, text)
        try:
            check_readings(text)
        except Exception:
            traceback.print_exc()
            print(f"seed {chosen.seed}, run {runs}; reproducer:\n{shrink(text)!r}")
            return 1
        runs += 1
    print(f"{runs} damaged texts read (seed {chosen.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
