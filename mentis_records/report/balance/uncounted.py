"""The words on the games that no figure on balance counts; knows no figure and no page."""

from __future__ import annotations

from mentis_records.report.words.wording import count
from mentis_records.statistics.balance import Balance


def left_out_words(balance: Balance) -> str:
    """Return a sentence on the games left out; there must be some."""
    return (
        f"{count(balance.stated, 'game')} with a result that {_begin(balance)} from a stated "
        "position left out: either side may be the first to move there, and the sides need not be "
        "equal."
    )


def left_out_note(balance: Balance) -> str:
    """Return what follows the number of games of a figure, or nothing where none is left out."""
    if not balance.stated:
        return ""
    return f"; {balance.stated:,} that {_begin(balance)} from a stated position left out"


def _begin(balance: Balance) -> str:
    return "begins" if balance.stated == 1 else "begin"
