"""What is to be shown: ours against a peer or a limit, and whether it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tests.benchmarks.contestant import Contestant


class Unit(StrEnum):
    """What is compared; more plies a second are better, less of the others."""

    PLIES_PER_SECOND = "plies/s"
    SECONDS = "s"
    BYTES = "bytes"


class Verdict(StrEnum):
    """How a measure came out."""

    MET = "met"
    MISSED = "missed"
    SHOWN = "shown"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table: names of contestants, the unit, and the target if there is one.

    With a peer the target is for the ratio of ours to the peer's, else for ours itself.
    """

    name: str
    ours: str
    peer: str | None
    unit: Unit
    target: float | None

    @property
    def is_at_least(self) -> bool:
        """Tell whether the target is a lower bound."""
        return self.unit is Unit.PLIES_PER_SECOND


@dataclass(frozen=True, slots=True)
class Finding:
    """A measure with its figures; None where there are none, and then ``trouble`` says why."""

    measure: Measure
    ours: float | None
    peer: float | None
    trouble: str
    verdict: Verdict

    @property
    def ratio(self) -> float | None:
        """Return ours to the peer's."""
        if self.ours is None or self.peer is None:
            return None
        return self.ours / self.peer


def judge(measure: Measure, contestants: Mapping[str, Contestant]) -> Finding:
    """Compare the medians with each other and with the target."""
    own = contestants[measure.ours]
    peer = contestants[measure.peer] if measure.peer is not None else None
    ours, others = _figure(own, measure.unit), _figure(peer, measure.unit)
    for each in (own, peer):
        if each is not None and each.trouble:
            verdict = Verdict.SKIPPED if each.is_absent else Verdict.FAILED
            return Finding(measure, ours, others, each.trouble, verdict)
    value = ours if peer is None or ours is None or others is None else ours / others
    if measure.target is None or value is None:
        verdict = Verdict.SHOWN
    elif value >= measure.target if measure.is_at_least else value <= measure.target:
        verdict = Verdict.MET
    else:
        verdict = Verdict.MISSED
    return Finding(measure, ours, others, "", verdict)


def _figure(contestant: Contestant | None, unit: Unit) -> float | None:
    if contestant is None or not contestant.samples:
        return None
    match unit:
        case Unit.PLIES_PER_SECOND:
            return contestant.plies_per_second
        case Unit.SECONDS:
            return contestant.seconds
        case Unit.BYTES:
            return contestant.private_bytes
