"""What positions of Mentis are worth to the side to move, as the rooms around ask for it."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.games.mentis.search.board import FEATURES, MentisBoard, features_of, is_quiet
from mentis_records.games.mentis.search.weight import (
    COUNT_OF_TILES,
    evaluation,
    weight_row,
    weights,
)

__all__ = ["COUNT_OF_TILES", "FEATURES", "about", "board", "features_of", "is_quiet"]


def board(chosen: Mapping[str, int] | None) -> MentisBoard:
    """Return a board whose positions are worth what some weights say, or those of the data file.

    Raises:
        ValueError: there is no such feature.
    """
    return MentisBoard(weight_row(weights() if chosen is None else chosen))


def about() -> str:
    """Return among which games expected points hold."""
    return str(evaluation()["games"])
