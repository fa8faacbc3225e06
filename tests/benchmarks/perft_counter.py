"""Count perft from the start in this process: prints leaves and seconds as JSON."""

import json
import sys
import time

from mentis_records.games import default_game
from mentis_records.games.perft import count_leaves


def main(depth: int) -> None:
    """Count and print."""
    game = default_game()
    start = game.start_position({})
    begin = time.perf_counter()
    leaves = count_leaves(game, start, depth)
    print(json.dumps({"leaves": leaves, "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
