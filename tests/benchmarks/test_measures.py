"""The benchmarks can be run: a measure is taken and checked, however fast."""

from pathlib import Path

import pytest

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
