"""Something that is timed, again and again in turn with the others, and what it came to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median

from tests.benchmarks.error import BenchmarkError


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: its seconds, the plies that it dealt with, the peak of its private memory."""

    seconds: float
    plies: int = 0
    private_bytes: int = 0


@dataclass(slots=True)
class Contestant:
    """A name and a run, which checks what it counts and raises ``BenchmarkError`` otherwise.

    ``trouble`` says why there are no samples; ``is_absent`` that it could not take part at all.
    """

    name: str
    run: Callable[[], Sample]
    trouble: str = ""
    is_absent: bool = False
    samples: list[Sample] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Return the median of the seconds."""
        return median(sample.seconds for sample in self.samples)

    @property
    def plies_per_second(self) -> float:
        """Return the plies of a run in the median of the seconds."""
        return self.samples[0].plies / self.seconds

    @property
    def private_bytes(self) -> float:
        """Return the median of the peaks of memory."""
        return median(sample.private_bytes for sample in self.samples)


def absent(name: str, reason: str) -> Contestant:
    """Return a contestant that cannot take part here."""
    return Contestant(name, _rest, reason, is_absent=True)


def failed(name: str, reason: str) -> Contestant:
    """Return a contestant that failed before its first run."""
    return Contestant(name, _rest, reason)


def _rest() -> Sample:
    raise BenchmarkError("it does not take part")


def run_in_turn(
    contestants: Iterable[Contestant],
    runs: int,
    tell: Callable[[str], None],
    prepare: Callable[[], None] | None = None,
) -> None:
    """Run each once, then each once more, and so on; one that fails is out.

    ``prepare`` is called before every run.
    """
    entrants = list(contestants)
    for turn in range(runs):
        for each in entrants:
            if each.trouble:
                continue
            tell(f"run {turn + 1} of {runs}: {each.name}")
            if prepare is not None:
                prepare()
            try:
                each.samples.append(each.run())
            except BenchmarkError as error:
                each.trouble = f"{each.name} failed: {error}"
                each.samples.clear()
