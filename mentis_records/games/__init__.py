"""The registry of games: the only door through which the rooms above reach one.

To add a game: one folder here with a module ``game`` that fills the contract of ``core.game``,
one grammar in the grammar folder, its facts in ``description``, one row in ``registry``. Or a
distribution of its own, with an entry point in the group ``mentis_records.games`` that names such a
game.
"""

from mentis_records.games.registry import (
    DEFAULT_GAME,
    GAMES,
    catalogue,
    default_game,
    find_code,
    find_game,
    game_of_code,
    games_first,
)

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "catalogue",
    "default_game",
    "find_code",
    "find_game",
    "game_of_code",
    "games_first",
]
