"""Matches of the search of Mentis: against plain tile counting, and against greedy play.

    python -m tests.benchmarks.engine_match sprt --nodes 1000
    python -m tests.benchmarks.engine_match greedy --nodes 20000 --pairs 50

Each opening is four plies by chance, and is played twice, each side by each player once. A game
is drawn by the third repetition of a position, and where it has not ended after 400 plies. The same
seed gives the same games. ``sprt`` exits with 0 if the fitted evaluation is accepted as 30 Elo
better rather than none at equal nodes, ``greedy`` if the search scores at least 95 of 100.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mentis_records.core.outcome import RESULT_DRAW, WINNERS
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.games import GAMES
from mentis_records.games.mentis.search.weight import COUNT_OF_TILES
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import play_game
from mentis_records.games.selfplay.random_policy import rules_of
from mentis_records.games.selfplay.search_policy import CONTEMPT, SearchChooser
from tests.benchmarks.sprt import bounds, elo_of, log_ratio, mean_and_error

GAME = GAMES[0]
OPENING_PLIES = 4
MAX_PLIES = 400
ELO = (0.0, 30.0)
ALPHA = BETA = 0.05
ENOUGH = 0.95


class Player(Protocol):
    """Chooses moves in one game, and sees those positions in which the other moves."""

    def see(self, position: Any) -> None: ...

    def __call__(self, position: Any, moves: Any, stream: Stream) -> int: ...


class GreedyPlayer:
    """The policy greedy at temperature 0."""

    def __init__(self) -> None:
        self._policy = next(each for each in GAME.description.policies if each.slug == "greedy")

    def see(self, position: Any) -> None:
        """Forget it: greedy play looks at the position alone."""

    def __call__(self, position: Any, moves: Any, stream: Stream) -> int:
        return self._policy.play(position, (0.0, 0.0), stream.draw() >> 1, 1).codes[0]


class Contest(NamedTuple):
    """Who plays: the first with the bundled weights or others, against another or greedy play."""

    seed: int
    nodes: int
    weights: str
    rival: str
    variant: str


class Pair(NamedTuple):
    """Two games from one opening: the score of the first player in each, and the moves."""

    number: int
    scores: tuple[float, float]
    games: tuple[list[str], list[str]]


@cache
def analyser_of(weights: str) -> Analyser:
    """Return an analyser with the weights of a file, ``tiles`` or ``bundled``."""
    chosen: Mapping[str, int] | None = None
    if weights == "tiles":
        chosen = COUNT_OF_TILES
    elif weights != "bundled":
        chosen = json.loads(Path(weights).read_text())["features"]
    return Analyser(GAME, chosen, CONTEMPT)


def make_player(name: str, nodes: int) -> Player:
    if name == "greedy":
        return GreedyPlayer()
    return SearchChooser(analyser_of(name), nodes, 0)


def opening(seed: int, variant: str) -> Any:
    """Return a position after four plies by chance."""
    stream = Stream(seed)
    position = GAME.start_position({"Variant": variant})
    for _ in range(OPENING_PLIES):
        codes = [(move.code, 0) for move in GAME.legal_moves(position)]
        move = GAME.decode_move(choose_noisily(codes, 0, stream))
        position = GAME.play(position, move)
    return position


def play_pair(contest: Contest, number: int) -> Pair:
    seed = derive_seed(contest.seed, number)
    start = opening(seed, contest.variant)
    scores: list[float] = []
    games: list[list[str]] = []
    for first in range(2):
        players = [make_player(name, contest.nodes) for name in (contest.weights, contest.rival)]
        seats = players if first == 0 else players[::-1]

        def choose(position: Any, moves: Any, stream: Stream, seats: Any = seats) -> int:
            seats[1 - position.side].see(position)
            return seats[position.side](position, moves, stream)

        played = play_game(rules_of(GAME), start, (choose, choose), seed, MAX_PLIES)
        result = RESULT_DRAW if played.outcome is None else played.outcome.result
        winner = WINNERS[result]
        scores.append(0.5 if winner is None else float(winner == first))
        games.append(
            [
                GAME.format_position(start),
                result,
                *(GAME.decode_move(code).notation for code in played.codes),
            ]
        )
    return Pair(number, (scores[0], scores[1]), (games[0], games[1]))


def play_pairs(contest: Contest, pairs: int, jobs: int) -> Iterator[Pair]:
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(partial(play_pair, contest), range(1, pairs + 1))
        finally:
            pool.shutdown(cancel_futures=True)


def run_sprt(contest: Contest, pairs: int, jobs: int) -> int:
    counts = [0] * 5
    low, high = bounds(ALPHA, BETA)
    accepted = ""
    for pair in play_pairs(contest, pairs, jobs):
        counts[round(2 * sum(pair.scores))] += 1
        ratio = log_ratio(counts, *ELO)
        accepted = "H1" if ratio >= high else "H0" if ratio <= low else ""
        if accepted:
            break
    mean, error = mean_and_error(counts)
    elos = [elo_of(min(max(mean + 1.96 * each * error, 1e-6), 1 - 1e-6)) for each in (-1, 0, 1)]
    print(
        f"{2 * sum(counts)} games, pairs with 0, 0.5, 1, 1.5, 2 points: {counts}; "
        f"score {mean:.3f}; Elo {elos[1]:.0f} ({elos[0]:.0f} to {elos[2]:.0f}); "
        f"log ratio {ratio:.2f} ({low:.2f}, {high:.2f}); {accepted or 'undecided'}"
    )
    return accepted != "H1"


def run_greedy(contest: Contest, pairs: int, jobs: int) -> int:
    score = 0.0
    for pair in play_pairs(contest, pairs, jobs):
        score += sum(pair.scores)
        for side, points, game in zip(GAME.description.sides, pair.scores, pair.games, strict=True):
            if points < 1:
                print(f"opening {pair.number}, {side}, {points:g}:", *game, file=sys.stderr)
    print(f"{score:g} of {2 * pairs}")
    return score < ENOUGH * 2 * pairs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["sprt", "greedy"])
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=5000, help="the most openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--weights", default="bundled", help="bundled, tiles or a file")
    parser.add_argument("--rival", default="", help="the same, or greedy")
    parser.add_argument("--variant", default="Standard", choices=["Standard", "Wolf"])
    words = parser.parse_args()
    rival = words.rival or ("greedy" if words.what == "greedy" else "tiles")
    contest = Contest(words.seed, words.nodes, words.weights, rival, words.variant)
    run = run_greedy if words.what == "greedy" else run_sprt
    return int(run(contest, words.pairs, words.jobs))


if __name__ == "__main__":
    sys.exit(main())
