"""The registry of games: the only door through which the rooms above reach one.

To add a game: one folder here with a module ``game`` that fills the contract of ``core.game``,
one grammar in the grammar folder, one row in ``GAMES``.
"""

from mentis_records.games.registry import (
    DEFAULT_GAME,
    GAMES,
    catalogue,
    find_code,
    find_game,
    games_first,
)

__all__ = ["DEFAULT_GAME", "GAMES", "catalogue", "find_code", "find_game", "games_first"]
