"""Show findings as a table for people, or as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from tests.benchmarks.contestant import Contestant
from tests.benchmarks.measure import Finding, Measure, Unit, Verdict

_STYLES = {
    Verdict.MET: "green",
    Verdict.MISSED: "bold red",
    Verdict.FAILED: "red",
    Verdict.SKIPPED: "yellow",
    Verdict.SHOWN: "",
}


def make_table(findings: Sequence[Finding], title: str) -> Table:
    """Return the table, with the reasons why something did not run below it."""
    reasons = dict.fromkeys(found.trouble for found in findings if found.trouble)
    table = Table(title=title, caption="\n".join(reasons) or None)
    table.title_justify = table.caption_justify = "left"
    table.add_column("measure")
    table.add_column("ours", justify="right")
    table.add_column("peer")
    table.add_column("its figure", justify="right")
    table.add_column("ratio", justify="right")
    table.add_column("target", justify="right")
    table.add_column("verdict")
    for found in findings:
        measure = found.measure
        table.add_row(
            measure.name,
            _format(found.ours, measure.unit),
            measure.peer or "",
            _format(found.peer, measure.unit),
            "" if found.ratio is None else f"{found.ratio:.2f}",
            _format_target(measure),
            found.verdict,
            style=_STYLES[found.verdict],
        )
    return table


def _format(value: float | None, unit: Unit) -> str:
    if value is None:
        return ""
    match unit:
        case Unit.PLIES_PER_SECOND:
            return f"{value / 1e6:.3f} M/s"
        case Unit.SECONDS:
            return f"{value:.2f} s" if value >= 1 else f"{value * 1e3:.0f} ms"
        case Unit.BYTES:
            return f"{value / 1e6:,.0f} MB"


def _format_target(measure: Measure) -> str:
    if measure.target is None:
        return ""
    sign = "≥" if measure.is_at_least else "≤"
    if measure.peer is None:
        return f"{sign} {_format(measure.target, measure.unit)}"
    return f"{sign} {measure.target:g}"


def write_json(
    path: Path,
    facts: Mapping[str, object],
    findings: Iterable[Finding],
    contestants: Mapping[str, Contestant],
) -> None:
    """Write facts, findings with their ratios, and every sample."""
    value = {
        **facts,
        "measures": [{**asdict(found), "ratio": found.ratio} for found in findings],
        "samples": {
            name: [asdict(sample) for sample in each.samples] for name, each in contestants.items()
        },
    }
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
