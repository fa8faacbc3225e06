"""The search finds forced wins and losses of up to five plies as exhaustive search does."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mentis_records.fast.kernel import IS_COMPILED
from mentis_records.games import find_game
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits
from tests.search.forced import Case, fault, parse_case, read_cases
from tests.search.make_forced import SHARES, compile_exhaustive, solve

CASES = read_cases()
MENTIS = find_game("mentis")
START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"


def sample() -> list[Case]:
    """Return some cases of each distance; in plain Python the smallest boards."""
    cases = CASES if IS_COMPILED else sorted(CASES, key=lambda case: len(case.position))
    count = 7 if IS_COMPILED else 2
    return [
        case for mate in SHARES for case in [each for each in cases if each.mate == mate][:count]
    ]


def depth(case: Case) -> int:
    """Return how deep a case is searched; in plain Python just deep enough."""
    return 6 if IS_COMPILED else abs(case.mate or 2)


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return Analyser(MENTIS)


@pytest.mark.parametrize("case", sample(), ids=lambda case: case.position)
def test_search_agrees(analyser: Analyser, case: Case) -> None:
    position = MENTIS.parse_position(case.position, {})
    assert not fault(case, analyser.analyse(position, Limits(depth=depth(case))))


@pytest.mark.parametrize("limits", [Limits(depth=3), Limits(depth=4), Limits(6, 1000)], ids=str)
def test_lower_limits_invent_nothing(analyser: Analyser, limits: Limits) -> None:
    cases = CASES[::2] if IS_COMPILED else sample()
    for case in cases:
        position = MENTIS.parse_position(case.position, {})
        assert not fault(case, analyser.analyse(position, limits), may_miss=True)


@pytest.mark.one_build
def test_every_distance_has_its_share() -> None:
    assert len({case.position for case in CASES}) == 500
    for mate, share in SHARES.items():
        assert sum(case.mate == mate for case in CASES) == 5 * share
    assert sum("w" in case.position.lower() for case in CASES) > 50


@pytest.mark.one_build
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no C++ compiler")
def test_exhaustive_search(tmp_path: Path) -> None:
    """Its moves are those of the rules, and its answers those that are kept."""
    program = compile_exhaustive(tmp_path, "-O1")
    for words, count in ("1", 197), ("2", 38_809), ("1 wolf", 202), ("2 wolf", 40_804):
        found = subprocess.check_output([program, "perft", *words.split()], text=True)
        assert int(found) == count
    positions = [START, *(case.position for case in CASES[:100])]
    for line in solve(program, positions, "moves"):
        found = json.loads(line)
        position = MENTIS.parse_position(found["position"], {})
        assert found["moves"] == [move.notation for move in MENTIS.legal_moves(position)]
    kept = [case for case in CASES if case.mate is not None][:40]
    for case, line in zip(kept, solve(program, [case.position for case in kept]), strict=True):
        assert parse_case(line) == case
