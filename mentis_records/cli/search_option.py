"""Options that say how long to search, and from which losses on moves are marked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.analysis.annotate import Thresholds
    from mentis_records.games.search.analysis import Limits

DEFAULT_NODES = 100_000
"""Nodes of a search that nobody has limited."""

MAX_DEPTH = 100
MAX_NODES = 10**15
MAX_SECONDS = 10.0**6
MAX_LINES = 1_000

Depth = Annotated[
    int | None,
    typer.Option("--depth", min=1, max=MAX_DEPTH, help="Search no deeper than so many plies."),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        min=1,
        max=MAX_NODES,
        help="Look at no more than so many positions for each, but for a first look.",
        show_default="100,000, without --depth and --seconds",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds", max=MAX_SECONDS, help="Search no longer for each; the answers may then differ."
    ),
]
SearchJobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, help="Positions searched at once; 0: one per core.")
]
Inaccuracy = Annotated[
    float | None,
    typer.Option("--inaccuracy", help="?! from this loss of expected points.", show_default="0.05"),
]
Mistake = Annotated[
    float | None,
    typer.Option("--mistake", help="? from this loss of expected points.", show_default="0.1"),
]
Blunder = Annotated[
    float | None,
    typer.Option("--blunder", help="?? from this loss of expected points.", show_default="0.2"),
]


def choose_limits(depth: int | None, nodes: int | None, seconds: float | None) -> Limits:
    """Return the limits that options state, or the default ones, or end with a usage error."""
    from mentis_records.games.search.analysis import Limits

    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        output.fail(f"--seconds {seconds:g}: choose a number above 0")
    if depth is None and nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    return Limits(depth, nodes, seconds)


def choose_thresholds(
    inaccuracy: float | None, mistake: float | None, blunder: float | None
) -> Thresholds:
    """Return the thresholds that options state, else the default ones, or end with an error."""
    from mentis_records.analysis.annotate import Thresholds

    usual = Thresholds()
    chosen = Thresholds(
        usual.inaccuracy if inaccuracy is None else inaccuracy,
        usual.mistake if mistake is None else mistake,
        usual.blunder if blunder is None else blunder,
    )
    told = {
        "--inaccuracy": chosen.inaccuracy,
        "--mistake": chosen.mistake,
        "--blunder": chosen.blunder,
    }
    for option, value in told.items():
        if not 0 < value <= 1:
            output.fail(f"{option} {value:g}: choose a number above 0, at most 1")
    values = list(told.values())
    if values != sorted(values):
        words = ", ".join(f"{option} {value:g}" for option, value in told.items())
        output.fail(f"{words}: choose numbers that do not decrease")
    return chosen
