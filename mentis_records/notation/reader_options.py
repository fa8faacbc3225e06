"""How to read records: what the caller has decided beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Manner:
    """How to read: which games there are, and what holds for records that do not say.

    The first game is that of records without the tag Game. ``defaults`` are option tags for
    records without them. ``is_strict`` makes every warning an error.
    ``is_as_played`` lets illegal plies stand that the board can follow, flagged with a warning.
    ``has_readings`` adds to every broken ply what it may have been. ``encoding`` is that of the
    sources, nothing for UTF-8. ``is_lenient`` makes move numbers that contradict the plies a
    warning.
    """

    games: tuple[AnyGame, ...]
    defaults: Mapping[str, str] = field(default_factory=dict)
    is_strict: bool = False
    is_as_played: bool = False
    has_readings: bool = False
    encoding: str = ""
    is_lenient: bool = False
