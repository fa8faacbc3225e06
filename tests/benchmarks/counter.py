"""Count leaves, or plies of games at random, in this process: prints them and seconds as JSON.

``perft DEPTH`` or ``playouts RULES PLIES``, both from the start.
"""

import json
import sys
import time

from mentis_records import Position
from mentis_records.core.start import beginning_settings
from mentis_records.games import default_game, find_game
from mentis_records.games.perft import count_leaves


def perft(depth: str) -> None:
    """Count the leaves of the default game, and print."""
    game = default_game()
    start = game.start_position({})
    begin = time.perf_counter()
    leaves = count_leaves(game, start, int(depth))
    print(json.dumps({"leaves": leaves, "seconds": time.perf_counter() - begin}))


def playouts(rules: str, least: str) -> None:
    """Play until so many plies are played, and print."""
    settings = beginning_settings(find_game(rules).description, {})
    start = Position.start(settings, rules)
    start.playout()
    plies = 0
    begin = time.perf_counter()
    for game in start.playouts(int(least)):
        plies += len(game)
        if plies >= int(least):
            break
    print(json.dumps({"plies": plies, "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    {"perft": perft, "playouts": playouts}[sys.argv[1]](*sys.argv[2:])
