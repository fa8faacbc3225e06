"""Mutate records of all games for a while: ``python -m tests.notation.fuzz --seconds 60``.

With ``--rules SLUG`` those of one game alone.

Ends with exit code 1 and the smallest damaged text found, as a Python literal, when reading one
raises, breaks a law of ``test_properties.check_readings``, or takes too long.
"""

import argparse
import random
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from test_properties import BASE, DATA, check_readings, mutate

from mentis_records.games import DEFAULT_GAME, GAMES
from mentis_records.games.selfplay import Collection, policies_of


def records(slug: str) -> list[str]:
    """Return records to damage: those of the repository of a game, and some that chance plays."""
    (game,) = [each for each in GAMES if each.description.slug == slug]
    policy = policies_of(game)[0]
    played = Collection(game, policy, policy.players, {}, 60, 1).records(range(1, 6))
    files = [path.read_text(encoding="utf-8") for path in sorted(DATA.glob(f"{slug}*.mgn"))]
    return [*(BASE if slug == DEFAULT_GAME else ()), *files, *played]


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
    slugs = [game.description.slug for game in GAMES]
    options.add_argument("--rules", choices=slugs)
    chosen = options.parse_args()
    source = random.Random(chosen.seed)
    found = [chosen.rules] if chosen.rules else slugs
    texts = [text for slug in found for text in records(slug)]
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
