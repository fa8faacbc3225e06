"""The answer of a game to a ply: legal, legal with a warning, or illegal."""

from __future__ import annotations

from typing import Generic, TypeVar

from mentis_records.core.diagnostic import Finding, Severity
from mentis_records.fast.late_dataclass import dataclass

MoveT = TypeVar("MoveT", covariant=True)


@dataclass(frozen=True, slots=True)
class Verdict(Generic[MoveT]):
    """What a ply means in a position, and what is wrong with it.

    ``move`` is None where the board cannot follow what is written. An illegal ply may still
    have a move: one that the tiles could make if the rules let them.
    """

    move: MoveT | None
    findings: tuple[Finding, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Tell whether the ply stands (warnings do not matter)."""
        return self.move is not None and not any(
            finding.code.severity is Severity.ERROR for finding in self.findings
        )
