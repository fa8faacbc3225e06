"""The weights of a game's features, fitted to how games ended; run as a program.

``python -m mentis_records.analysis.fit FILE... --rules mentis --out FILE`` reads records, fits to
four fifths of the games and tries the weights on the rest (``docs/evaluation.md``).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mentis_records.analysis.calibration import (
    Bin,
    brier,
    brier_gain,
    draw_reliability,
    reliability,
)
from mentis_records.analysis.logistic import PENALTIES, choose_penalty, expected, fit
from mentis_records.analysis.sample import SEARCH, Sample, UnfitError, draw_sample
from mentis_records.core.capability import find
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

THOUSAND = 1000
"""Weights are whole numbers, in thousandths of a logit."""

TEST_SHARE = 5
"""One of so many games is left out of the fit and tried."""

LEAST_GAMES = 50


def make_evaluation(game: AnyGame, sample: Sample, seed: int) -> dict[str, Any]:
    """Return the weights, and how well they hold in games that were left out of the fit.

    Args:
        game: the game.
        sample: positions of enough games.
        seed: of which games are left out.

    Raises:
        UnfitError: there are too few games.
    """
    import numpy

    numbers = numpy.unique(sample.games)
    if len(numbers) < LEAST_GAMES:
        raise UnfitError(
            f"{len(numbers)} games with quiet positions, at least {LEAST_GAMES} needed"
        )
    numpy.random.default_rng(seed).shuffle(numbers)
    test = sample.of_games(numbers[::TEST_SHARE])
    training = sample.of_games(numpy.setdiff1d(numbers, numbers[::TEST_SHARE]))
    penalty = choose_penalty(training.counts, training.results, training.games, seed)
    found = fit(training.counts, training.results, training.games, penalty)
    weights = numpy.rint(THOUSAND * found.coefficients).astype(int)
    points = expected(test.counts @ weights / THOUSAND)
    counted = _count_tiles(game, training, test)
    base = numpy.full(len(test.results), training.results.mean())
    told = (test.results, test.games)
    return {
        "game": game.description.slug,
        "games": _sentence(game, len(numbers), sample),
        "features": dict(zip(sample.features, weights.tolist(), strict=True)),
        "errors": dict(
            zip(
                sample.features,
                numpy.rint(THOUSAND * found.errors).astype(int).tolist(),
                strict=True,
            )
        ),
        "calibration": {
            "training_games": len(numbers) - len(numbers[::TEST_SHARE]),
            "training_positions": len(training.results),
            "test_games": len(numbers[::TEST_SHARE]),
            "test_positions": len(test.results),
            "penalty": penalty,
            "brier": _pair(brier(points, *told)),
            "brier_of_base_rate": _pair(brier(base, *told)),
            "brier_of_tile_count": _pair(brier(counted, *told)),
            "gain_on_base_rate": _pair(brier_gain(points, base, *told)),
            "gain_on_tile_count": _pair(brier_gain(points, counted, *told)),
            "reliability": [
                {name: _short(value) for name, value in asdict(each).items()}
                for each in reliability(points, *told)
            ],
        },
    }


def _count_tiles(game: AnyGame, training: Sample, test: Sample) -> NDArray[Any]:
    """Return the points of the test that are expected from plain counts, fitted likewise."""
    import numpy

    plain = find(game, SEARCH, "COUNT_OF_TILES")
    factors = numpy.array([plain.get(name, 0) / THOUSAND for name in training.features])

    rows, tried = (
        numpy.column_stack((each.counts[:, 0], each.counts @ factors)) for each in (training, test)
    )
    return fit(rows, training.results, training.games, PENALTIES[0]).predict(tried)


def _sentence(game: AnyGame, games: int, sample: Sample) -> str:
    """Return among which games the expected points hold."""
    names = ", ".join(f"{name} in {count:,}" for name, count in sorted(sample.players.items()))
    return (
        f"Expected points hold among {games:,} games of {game.description.title} played by programs"
        f" ({names})."
    )


def _pair(found: tuple[float, float]) -> list[float]:
    return [round(each, 5) for each in found]


def _short(value: float) -> float:
    return value if isinstance(value, int) else round(value, 4)


def read_records(game: AnyGame, paths: Sequence[str]) -> Iterator[Record]:
    """Yield the sound records of a game in files, as far as they are of that game."""
    from mentis_records.notation.read import Reader

    reader = Reader((game,))
    for path in paths:
        for reading in reader.read_path(path):
            record = reading.record
            if record is not None and record.game == game.description.slug:
                yield record


def main(words: Sequence[str]) -> int:
    """Fit, write the file, and say how well the weights hold."""
    from mentis_records.games import GAMES

    games = {game.description.slug: game for game in GAMES}
    parser = argparse.ArgumentParser(description="Fit the weights of a game's features.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="records of self-play")
    parser.add_argument("--rules", default=GAMES[0].description.slug, choices=games)
    parser.add_argument("--out", required=True, type=Path, help="the file to write")
    parser.add_argument("--picture", type=Path, help="the reliability diagram to write, SVG")
    parser.add_argument("--positions", type=int, default=16, help="positions of a game")
    parser.add_argument("--seed", type=int, default=1, help="the random seed")
    chosen = parser.parse_args(words)
    game = games[chosen.rules]
    try:
        records = read_records(game, chosen.files)
        sample = draw_sample(game, records, chosen.positions, chosen.seed)
        found = make_evaluation(game, sample, chosen.seed)
    except (OSError, UnfitError) as error:
        print(f"fit: {error}", file=sys.stderr)  # noqa: T201 - it is a program of its own
        return 2
    chosen.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if chosen.picture is not None:
        bins = [Bin(**each) for each in found["calibration"]["reliability"]]
        chosen.picture.write_text(draw_reliability(bins), encoding="utf-8")
    print(json.dumps(found["calibration"], indent=2))  # noqa: T201
    return 0


if __name__ == "__main__":
    # Sums come out the same everywhere if one thread adds them up; numpy is not imported yet.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.exit(main(sys.argv[1:]))
