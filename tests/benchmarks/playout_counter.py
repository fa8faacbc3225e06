"""Play games at random from the start in this process: prints plies and seconds as JSON."""

import json
import sys
import time

from mentis_records import Position
from mentis_records.core.start import beginning_settings
from mentis_records.games import find_game


def main(rules: str, least: int) -> None:
    """Play until so many plies are played, and print."""
    settings = beginning_settings(find_game(rules).description, {})
    start = Position.start(settings, rules)
    start.playout()
    plies = 0
    begin = time.perf_counter()
    for game in start.playouts(least):
        plies += len(game)
        if plies >= least:
            break
    print(json.dumps({"plies": plies, "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
