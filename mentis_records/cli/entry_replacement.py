"""What is said of a turn that was replaced while a game is entered, and of those behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mentis_records.cli.entry_board import numbered
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.notation.entry.entered_game import EnteredGame
    from mentis_records.notation.entry.replaced_turn import Replacement


def replacement_words(entered: EnteredGame, found: Replacement) -> Iterator[str]:
    """Yield a line on the turn, and lines on what of the others is taken away."""
    old, new = numbered(entered, found.old), numbered(entered, found.new)
    stands = not found.gone and found.new is not found.line[-1]
    yield f"{old} replaced by {new}" + "; all turns behind it stand" * stands
    if found.gone:
        turns = counted(len(found.gone), "turn")
        first = printable(found.gone[0].move.notation)
        yield (
            f"{turns} behind it taken away, for {first} is not legal there any more: "
            "undo brings all back"
        )
    if found.cut:
        yield f"{counted(found.cut, 'variation')} behind it cut to what is legal"
