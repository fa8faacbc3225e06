"""How a game stands, and what that is worth, as the search counts it."""

from __future__ import annotations

UNDECIDED, WON, LOST, DRAWN = range(4)
"""How the game stands for the side to move: it goes on, or how it has ended."""

MAX_PLIES = 64
"""How many plies a board can go on from where it begins."""

WIN = 1_000_000
"""A win now; one in n plies is worth n less."""

LEAST_WIN = WIN - 1_000
MOST_WORTH = 20_000
"""What a position may be worth that is not known to be won, in thousandths of a logit."""
