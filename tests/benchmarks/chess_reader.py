"""Read the first games of a PGN file with python-chess: prints games, plies, seconds as JSON."""

import json
import sys
import time

import chess.pgn


def main(path: str, games: int) -> None:
    """Read so many games whole, as trees of moves, and print."""
    plies = 0
    begin = time.perf_counter()
    with open(path, encoding="ascii") as file:
        for number in range(games):
            game = chess.pgn.read_game(file)
            if game is None or game.errors:
                raise SystemExit(f"game {number + 1} is damaged")
            plies += game.end().ply()
    print(json.dumps({"games": games, "plies": plies, "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
