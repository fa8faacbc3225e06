"""Run the benchmarks: ``python -m tests.benchmarks``, from the top of the checkout.

The kernels must be built in place before (``python setup.py build_ext --inplace``), and the
machine be idle. The exit code is 1 when a
target is missed or something of ours fails; peers that are not installed are left out.
"""

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from tests.benchmarks import process
from tests.benchmarks.measure import Finding, Measure, Verdict
from tests.benchmarks.suite import MEASURES, Plan, Suite
from tests.benchmarks.table import make_table, write_json

_TALKER = Console(stderr=True)
_WIDTH = 120
"""The table is at least so wide, also into a pipe."""


def main() -> int:
    """Run what the command line asks for, print the table, return the exit code."""
    wanted = _arguments()
    wanted.scratch.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        wanted.scratch,
        wanted.games or (20_000 if wanted.quick else 200_000),
        wanted.runs or (3 if wanted.quick else 5),
        10 if wanted.quick else 20,
    )
    measures = [each for each in MEASURES if _is_wanted(each, wanted.only)]
    if not measures:
        _TALKER.print(f"no measure is about {wanted.only!r}")
        return 2
    suite = Suite(plan, lambda text: _TALKER.print(f"[dim]{text}[/dim]", highlight=False))
    findings = suite.run(measures)
    facts = {
        "games": plan.games,
        "runs": plan.runs,
        "start_up_runs": plan.start_up_runs,
        "cores": len(process.all_cores()),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    _show(findings, plan)
    if wanted.json is not None:
        write_json(wanted.json, facts, findings, suite.contestants)
    bad = (Verdict.MISSED, Verdict.FAILED)
    return 1 if any(found.verdict in bad for found in findings) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="20,000 games, 3 runs")
    parser.add_argument("--games", type=int, help="games in the collection (200,000)")
    parser.add_argument("--runs", type=int, help="runs of each, in turn (5)")
    parser.add_argument("--only", default="", help="measures or peers with this in their name")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    scratch = Path(tempfile.gettempdir()) / "mentis-benchmarks"
    help_text = "folder for collections and databases, kept for the next time"
    parser.add_argument("--scratch", type=Path, default=scratch, help=help_text)
    return parser.parse_args()


def _is_wanted(measure: Measure, only: str) -> bool:
    names = (measure.name, measure.ours, measure.peer or "")
    return any(only.lower() in name.lower() for name in names)


def _show(findings: list[Finding], plan: Plan) -> None:
    title = (
        f"{plan.games:,} games; medians of {plan.runs} runs in turn "
        f"({plan.start_up_runs} for start-up); plies/s by process on one core if not said"
    )
    Console(width=max(Console().width, _WIDTH)).print(make_table(findings, title))


if __name__ == "__main__":
    sys.exit(main())
