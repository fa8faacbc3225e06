"""The benchmarks: a measure is taken and checked, the rules of the peer, the sequential test."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from tests.benchmarks.sprt import SCORES, bounds, elo_of, expected_score, log_ratio, mean_and_error
from tests.benchmarks.suite import MEASURES, POSITION, Plan, Suite

pytestmark = pytest.mark.one_build


def test_a_measure_is_taken(tmp_path: Path) -> None:
    """A query's, for which records are made, loaded and asked; its count is checked."""
    suite = Suite(Plan(tmp_path, games=20, runs=1, start_up_runs=1), lambda _: None)
    wanted = [each for each in MEASURES if each.ours == POSITION]
    (found,) = suite.run(wanted)
    assert not found.trouble
    assert found.ours is not None


def test_names_are_different() -> None:
    names = [(each.name, each.ours, each.peer) for each in MEASURES]
    assert len(names) == len({*names})


# The C++ program that the kernels are compared to knows the same rules as they do


HERE = Path(__file__).parent
PERFT = HERE.parent / "games" / "mentis" / "perft"
RULEBOOK = HERE.parents[1] / "data" / "rulebook.mgn"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("g++") is None:
        pytest.skip("there is no C++ compiler")
    path = tmp_path_factory.mktemp("peer") / "peer"
    source = HERE / "cpp" / "peer.cpp"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, source], check=True
    )
    return path


def run(program: Path, *words: object) -> str:
    done = subprocess.run(
        [program, *map(str, words)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


@pytest.mark.parametrize("name", ["base", "wolf"])
def test_perft(program: Path, name: str) -> None:
    lines = (PERFT / f"{name}.perft").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        position, *fields = (part.strip() for part in line.split(";"))
        for field in fields[:-1]:
            depth, count = field.split()
            assert run(program, "perft", depth[1:], position).strip() == count, position


def test_keys_are_ours(program: Path) -> None:
    found = json.loads(run(program, "check", RULEBOOK))
    records = [reading.record for reading in Reader(GAMES).read_path(str(RULEBOOK))]
    plies = [ply for record in records if record is not None for ply in record.plies]
    assert found == {
        "games": len(records),
        "plies": len(plies),
        "refused": 0,
        "checksum": sum(ply.key for ply in plies) % 2**64,
    }


OPEN = '[Event "x"]\n[Result "*"]\n'
SOUND = [
    OPEN + "\n1. TSNd2 TSNd6 *\n",
    '[Result "1-0"]\n[Termination "resignation"]\n\n1-0\n',
    OPEN + "\n1. TSNd2! $1 {c} (1. Nc2 Ne6) TSNd6 ; c\n*\n",
    OPEN + '[Variant "Wolf"]\n\n1. Wb1 Wb7 2. b1-a2 *\n',
    '[Result "1/2-1/2"]\n[Termination "repetition"]\n\n1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7'
    + " 4. c1-d1 c7-d7 1/2-1/2\n",
    '[Result "0-1"]\n[Position "3k3/3S3/7/7/7/3n3/3K3 r -/- 9"]\n\n9... d2xd1 0-1\n',
]
REFUSED = [
    OPEN + "\n1. TSNd2 TSNd3 *\n",
    OPEN + "\n1. TSNd2 TSNd6 1-0\n",
    OPEN + "\n1. TSNd2 (1. TSNd5) TSNd6 *\n",
    OPEN + "\n1. Wb1 *\n",
    OPEN + "\n1. d1-d2 *\n",
    OPEN + '[Termination "repetition"]\n\n1. TSNd2 *\n',
    OPEN + '[PlyCount "3"]\n\n1. TSNd2 TSNd6 *\n',
    OPEN + "\n1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7 *\n",
    OPEN + "\n1. TSNd2 {open\n",
]


def test_sound_and_refused_records(program: Path, tmp_path: Path) -> None:
    texts = [*SOUND, *REFUSED]
    random.Random(1).shuffle(texts)
    path = tmp_path / "mixed.mgn"
    path.write_text("\n".join(texts), encoding="ascii")
    validity = [reading.is_valid for reading in Reader(GAMES).read_path(str(path))]
    assert validity == [text in SOUND for text in texts]
    found = json.loads(run(program, "check", path))
    assert (found["games"], found["refused"]) == (len(SOUND), len(REFUSED))


# The sequential test of Elo differences: its ratio, and how often it errs


LOW, HIGH = bounds(0.05, 0.05)


def test_bounds_are_those_of_wald() -> None:
    assert pytest.approx(-LOW) == HIGH == pytest.approx(math.log(19))


def test_elo() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(30)) == pytest.approx(30)


def test_ratio_of_pairs_with_two_scores_is_that_of_a_coin() -> None:
    """Where only the extremes occur, the most likely frequencies are known: they are the mean."""
    zero, one = expected_score(0), expected_score(30)
    won, lost = 60, 40
    ratio = won * math.log(one / zero) + lost * math.log((1 - one) / (1 - zero))
    assert log_ratio([lost, 0, 0, 0, won], 0, 30) == pytest.approx(ratio, abs=0.01)


def test_ratio_is_about_that_of_normal_scores() -> None:
    """Near the hypotheses it is what their distances from the mean say, over the variance."""
    pairs = [50, 220, 460, 260, 60]
    mean, error = mean_and_error(pairs)
    zero, one = expected_score(0), expected_score(10)
    normal = ((mean - zero) ** 2 - (mean - one) ** 2) / (2 * error**2)
    assert log_ratio(pairs, 0, 10) == pytest.approx(normal, rel=0.05)
    assert log_ratio(pairs[::-1], -10, 0) == pytest.approx(-log_ratio(pairs, 0, 10))


@pytest.mark.parametrize(("elo", "accepted"), [(0, LOW), (30, HIGH)])
def test_it_accepts_what_is_true(elo: float, accepted: float) -> None:
    chance = random.Random(elo)
    mean, most, right = expected_score(elo), 40, 0
    weights = [0.10, 0.20, 0.40, 0.20, 0.10]
    shift = (mean - 0.5) / 0.375
    weights = [w + s * shift for w, s in zip(weights, (-0.25, -0.25, 0, 0.25, 0.25), strict=True)]
    assert sum(w * s for w, s in zip(weights, SCORES, strict=True)) == pytest.approx(mean)
    for _ in range(most):
        pairs = [0.0] * len(SCORES)
        ratio = 0.0
        while LOW < ratio < HIGH:
            for index in chance.choices(range(len(SCORES)), weights, k=10):
                pairs[index] += 1
            ratio = log_ratio(pairs, 0, 30)
        right += (ratio >= HIGH) == (accepted == HIGH)
    assert right >= 0.85 * most
