"""Counts of results and what may be said of them; knows no database."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, RESULT_UNKNOWN
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE, Score, score_of


@dataclass(frozen=True, slots=True)
class Results:
    """How many games the first side won, were drawn, the second side won, have no result."""

    first: int = 0
    draws: int = 0
    second: int = 0
    unknown: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Results:
        """Return the counts by result text as a value."""
        texts = (RESULT_FIRST, RESULT_DRAW, RESULT_SECOND, RESULT_UNKNOWN)
        return cls(*(counts.get(text, 0) for text in texts))

    def __add__(self, other: Results) -> Results:
        """Return the results of both."""
        return Results(
            self.first + other.first,
            self.draws + other.draws,
            self.second + other.second,
            self.unknown + other.unknown,
        )

    @property
    def games(self) -> int:
        """Return the number of all games."""
        return self.decided + self.unknown

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """Return all games, then those won by the first side, drawn, won by the second, open."""
        return self.games, self.first, self.draws, self.second, self.unknown

    @property
    def decided(self) -> int:
        """Return the number of games with a result, draws included."""
        return self.first + self.draws + self.second

    @property
    def is_small(self) -> bool:
        """Tell whether the decided games are fewer than ``MIN_SAMPLE``."""
        return self.decided < MIN_SAMPLE

    @property
    def score(self) -> Score:
        """Return the shares of the decided games with their intervals."""
        return self.score_at(CONFIDENCE)

    def score_at(self, confidence: float) -> Score:
        """Return the shares of the decided games with intervals of a confidence from 0 to 1."""
        return score_of(self.first, self.draws, self.second, confidence)
