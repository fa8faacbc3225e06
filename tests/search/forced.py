"""Positions whose forced wins and losses of up to five plies are known, and what they ask."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from mentis_records.games.search.analysis import Analysis

FORCED = Path(__file__).with_name("forced.jsonl.gz")
"""The answers of ``exhaustive.cpp``; ``make_forced`` makes them."""

FURTHEST = 5
"""So many plies ahead the answers know all."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position, the plies until its game is won (``mate``), and every best first move.

    Nothing is forced within ``FURTHEST`` plies where ``mate`` is None; ``best`` is empty then.
    """

    position: str
    mate: int | None
    best: frozenset[str]


def parse_case(line: str) -> Case:
    """Return the case of a line of JSON."""
    found = json.loads(line)
    return Case(found["position"], found["mate"], frozenset(found["best"]))


def read_cases(path: Path = FORCED) -> list[Case]:
    """Return the cases of a ``.jsonl`` or ``.jsonl.gz`` file."""
    text = path.read_bytes()
    lines = (gzip.decompress(text) if path.suffix == ".gz" else text).decode().splitlines()
    return [parse_case(line) for line in lines]


def fault(case: Case, analysis: Analysis, *, may_miss: bool = False) -> str:
    """Return what an analysis got wrong, or nothing.

    Args:
        case: what is known.
        analysis: of its position.
        may_miss: whether its limits were so low that it need not have proven anything.
    """
    mate, best = analysis.mate, analysis.best
    if mate is None and may_miss:
        return ""
    if case.mate is None:
        is_invented = mate is not None and abs(mate) <= FURTHEST
        return f"{case.position}: nothing is forced, not {mate}" if is_invented else ""
    if mate != case.mate:
        return f"{case.position}: {case.mate} plies, not {mate}"
    if best.notation not in case.best:
        return f"{case.position}: {best.notation} does not keep {case.mate} plies"
    return ""
