"""The checker accepts every true certificate, and of spoilt ones those that are true all the same.

Which are true is found line by line (``play_out``), and that the win can be forced at all by
exhaustive search (``PlainProver``). The certificates are those of small positions of every game,
and of all positions of Mentis whose forced wins are known (``forced``); the short ones are spoilt:
``python -m tests.search.certificate_law --count 1000``
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from forced_position import FORCED
from mutation import mutate
from plain_prover import NotWonError, PlainProver, play_out

from mentis_records.games import GAMES, find_game
from mentis_records.games.search.certificate import certify
from mentis_records.games.search.checker import find_flaw

Certificate = dict[str, Any]

_FEW = 16
"""A certificate with fewer moves is short."""

_NEAR = 3
"""So is one of a win within so many plies: exhaustive search confirms it soon."""


def true_certificates() -> list[Certificate]:
    """Return certificates of known forced wins, as JSON has them."""
    found = []
    for slug, settings, text, mate in FORCED:
        game = find_game(slug)
        position = game.parse_position(text, settings)
        certificate = certify(game, position, mate, PlainProver(game), settings)
        found.append(json.loads(certificate.line()))
    return found


def known_certificates() -> list[Certificate]:
    """Return certificates of the forced wins that a program of its own has found."""
    from forced import read_cases

    from mentis_records.games.search.prover import Prover

    game = find_game("mentis")
    prover = Prover(game)
    found = []
    for case in read_cases():
        if case.mate is not None:
            certificate = certify(game, game.parse_position(case.position, {}), case.mate, prover)
            assert certificate.distance == abs(case.mate), case
            found.append(json.loads(certificate.line()))
    return found


def is_true(value: Any) -> bool:
    """Tell whether a certificate shows what it states, and has no move too many.

    Raises:
        AssertionError: all its lines are won, but not by exhaustive search.
    """
    try:
        plies, needed = play_out(value)
        if plies < 1 or plies != value["distance"] or type(value["distance"]) is not int:
            return False
        game = find_game(value["game"])
        winner = game.description.sides.index(value["winner"])
        position = game.parse_position(value["position"], value["settings"])
    except (AttributeError, LookupError, NotWonError, TypeError, ValueError):
        return False
    assert PlainProver(game).is_won(position, winner, plies), value
    return needed == value["moves"].keys()


def mistakes(
    certificates: Sequence[Certificate], count: int, seed: int, told: Counter[str]
) -> Iterator[str]:
    """Yield what the checker gets wrong of true certificates and of so many spoilt ones.

    Args:
        certificates: the true ones.
        count: how many are spoilt.
        seed: another one spoils them otherwise.
        told: counts what became of them.
    """
    for certificate in certificates:
        flaw = find_flaw(certificate, GAMES)
        told["true"] += 1
        if flaw is not None:
            yield f"refused: {flaw}: {certificate}"
    certificates = [each for each in certificates if _is_short(each)]
    rng = random.Random(seed)
    while told["spoilt"] < count:
        certificate = rng.choice(certificates)
        spoilt = mutate(certificate, rng, certificates)
        if spoilt == certificate:
            continue
        told["spoilt"] += 1
        flaw = find_flaw(spoilt, GAMES)
        told["accepted" if flaw is None else "refused"] += 1
        if flaw is None and not is_true(spoilt):
            yield f"accepted: {spoilt}"
        if flaw is not None and _is_whole(spoilt, certificates) and is_true(spoilt):
            yield f"refused: {flaw}: {spoilt}"


def _is_short(certificate: Certificate) -> bool:
    return certificate["distance"] <= _NEAR or len(certificate["moves"]) < _FEW


def _is_whole(value: Any, certificates: Sequence[Certificate]) -> bool:
    """Tell whether a value has a certificate's members, and settings that are some."""
    return (
        isinstance(value, dict)
        and value.keys() == certificates[0].keys()
        and any(value["settings"] == each["settings"] for each in certificates)
    )


def main() -> int:
    """Say what the checker gets wrong; return how many certificates that are."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    started = time.monotonic()
    told: Counter[str] = Counter()
    certificates = [*true_certificates(), *known_certificates()]
    wrong = list(mistakes(certificates, asked.count, asked.seed, told))
    for text in wrong:
        print(text[:2_000])
    print(
        f"{told['true']} true certificates; {told['spoilt']} spoilt ones: {told['accepted']} are "
        f"true all the same and accepted, {told['refused']} refused; {len(wrong)} mistakes; "
        f"{time.monotonic() - started:.0f} s"
    )
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
