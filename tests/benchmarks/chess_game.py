"""Random chess games as PGN, with the same tags and as many plies as records of Mentis."""

import random
import textwrap
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

DISTINCT = 4000
"""So many games are played; longer collections repeat them under other Round numbers."""

_TAGS = """\
[Event "Generated games"]
[Site "?"]
[Date "????.??.??"]
[Round "{round}"]
[White "random"]
[Black "random"]
[Result "*"]
[Termination "unterminated"]
"""
_WIDTH = 80


def play_game(plies: int, seed: int) -> list[str]:
    """Return a random game of exactly so many legal plies, in SAN; it could go on after them."""
    import chess

    chance = random.Random(seed)
    while True:
        board = chess.Board()
        written: list[str] = []
        while moves := list(board.legal_moves):
            if len(written) == plies:
                return written
            move = chance.choice(moves)
            written.append(board.san(move))
            board.push(move)


def write_games(games: int, plies: int) -> Iterator[str]:
    """Yield so many games that have so many plies together, each as long as the next but one ply.

    Raises:
        ImportError: python-chess is not installed.
    """
    longest = -(-plies // games)
    distinct = min(games, DISTINCT)
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(partial(play_game, longest), range(distinct), chunksize=16))

    @cache
    def movetext(which: int, length: int) -> str:
        return _format_movetext(played[which][:length])

    for index in range(games):
        length = (index + 1) * plies // games - index * plies // games
        yield _TAGS.format(round=index + 1) + "\n" + movetext(index % distinct, length) + "\n\n"


def _format_movetext(written: list[str]) -> str:
    words = [f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(written)]
    return textwrap.fill(" ".join([*words, "*"]), _WIDTH)
