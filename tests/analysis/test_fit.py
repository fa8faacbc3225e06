"""Weights fitted to results: those that made the results are found again, with honest errors."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from case_kit import cases_of
from numpy.typing import NDArray

from mentis_records.analysis.calibration import Bin, brier, draw_reliability, reliability
from mentis_records.analysis.fit import main
from mentis_records.analysis.logistic import choose_penalty, expected, fit, mean_with_error
from mentis_records.games.mentis.game import GAME
from mentis_records.games.mentis.search.board import FEATURES, is_quiet

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]
TRUE = numpy.array([0.2, 1.0, -0.5, 0.0])


def made(games: int, seed: int, shared: float = 0.0) -> tuple[NDArray, NDArray, NDArray]:
    """Return positions, ten of each game, with results by the true weights.

    ``shared`` is how much of its luck a game gives to all its positions.
    """
    chance = numpy.random.default_rng(seed)
    numbers = numpy.repeat(numpy.arange(games), 10)
    counts = numpy.column_stack((numpy.ones(len(numbers)), chance.normal(size=(len(numbers), 3))))
    counts[:, 1] *= 2
    luck = numpy.repeat(chance.normal(size=games) * shared, 10)
    results = chance.random(len(numbers)) < expected(counts @ TRUE + luck)
    return counts, results.astype(float), numbers


def test_weights_are_found_again() -> None:
    counts, results, games = made(2000, 1)
    found = fit(counts, results, games, 1e-7)
    assert numpy.abs(found.coefficients - TRUE).max() < 0.1
    off = (found.coefficients - TRUE) / found.errors
    assert numpy.abs(off).max() < 3.5


def test_it_is_a_minimum() -> None:
    """The gradient is right: a step to any side makes the results more surprising."""
    counts, results, games = made(50, 2)
    penalty = 0.01
    found = fit(counts, results, games, penalty).coefficients
    scale = counts.std(axis=0)
    scale[0] = 1

    def loss(chosen: NDArray) -> float:
        points = expected(counts @ chosen)
        surprise = -(results * numpy.log(points) + (1 - results) * numpy.log(1 - points)).mean()
        return float(surprise + penalty * ((chosen * scale)[1:] ** 2).sum() / 2)

    for index in range(len(TRUE)):
        for step in (-1e-3, 1e-3):
            other = found.copy()
            other[index] += step
            assert loss(other) > loss(found)


def test_errors_are_those_of_repeated_fits() -> None:
    fits = [fit(*made(100, seed, shared=1.0), 1e-7) for seed in range(40)]
    spread = numpy.std([found.coefficients for found in fits], axis=0, ddof=1)
    told = numpy.mean([found.errors for found in fits], axis=0)
    assert numpy.abs(told / spread - 1).max() < 0.35


def test_errors_by_game_are_wider_where_a_game_shares_its_luck() -> None:
    counts, results, games = made(300, 3, shared=2.0)
    by_game = fit(counts, results, games, 1e-7).errors
    by_position = fit(counts, results, numpy.arange(len(games)), 1e-7).errors
    assert by_game[0] > 1.5 * by_position[0]


def test_penalty_is_small_where_there_is_much_to_learn_and_large_where_nothing() -> None:
    counts, results, games = made(300, 4)
    assert choose_penalty(counts, results, games, 1, (1e-6, 1.0)) == 1e-6
    chance = numpy.random.default_rng(5)
    noise = (chance.random(len(games)) < 0.5).astype(float)
    assert choose_penalty(counts, noise, games, 1, (1e-6, 1.0)) == 1.0


def test_mean_with_error_by_game() -> None:
    values = numpy.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    mean, error = mean_with_error(values, numpy.array([0, 0, 0, 1, 1, 1]))
    assert mean == 0.5
    assert error == pytest.approx(0.5)  # two games: 1 and 0, their mean 0.5 give or take 0.5


def test_calibration() -> None:
    points = numpy.array([0.05, 0.05, 0.95, 0.95])
    results = numpy.array([0.0, 1.0, 1.0, 1.0])
    games = numpy.arange(4)
    assert brier(points, results, games)[0] == pytest.approx((3 * 0.0025 + 0.9025) / 4)
    low, high = reliability(points, results, games)
    assert (low.positions, low.scored, high.scored) == (2, 0.5, 1.0)
    picture = draw_reliability([low, high])
    assert picture.count("<circle") == 2
    assert 'cy="250.0"' in picture


def test_right_points_are_reliable() -> None:
    counts, results, games = made(3000, 6)
    for each in reliability(expected(counts @ TRUE), results, games):
        assert isinstance(each, Bin)
        assert abs(each.scored - each.expected) < 4 * each.error


@pytest.mark.parametrize(("position", "quiet"), CASES["quiet"])
def test_quiet(position: str, quiet: bool) -> None:
    assert is_quiet(GAME.parse_position(position, {})) == quiet


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mentis_records.analysis.fit", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def test_command_writes_weights(tmp_path: Path) -> None:
    text = gzip.decompress((ROOT / "data" / "selfplay.mgn.gz").read_bytes()).decode()
    file, out, picture = (tmp_path / name for name in ("few.mgn", "out.json", "out.svg"))
    file.write_text("\n\n[Event ".join(text.split("\n\n[Event ")[:70]))
    done = run(file, "--out", out, "--picture", picture, "--positions", 3)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    found = json.loads(out.read_text())
    assert found["calibration"] == told
    assert found["game"] == "mentis"
    assert list(found["features"]) == list(FEATURES)
    assert told["training_games"] > 3 * told["test_games"] > 0
    assert told["gain_on_base_rate"][0] > 0
    assert "greedy master" in found["games"]
    assert picture.read_text().count("<circle") == len(told["reliability"])
    again = tmp_path / "again.json"
    assert run(file, "--out", again, "--positions", 3).returncode == 0
    assert again.read_bytes() == out.read_bytes()


def test_too_few_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ROOT / "data" / "rulebook.mgn"), "--out", str(tmp_path / "x.json")]) == 2
    assert "at least 50 needed" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
