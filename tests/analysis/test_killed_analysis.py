"""An analysis that is killed goes on where it was; ``killed_analysis.py`` kills more of them."""

import signal
from pathlib import Path

import pytest
from killed_analysis import analyse, kill, make_database
from size_kit import sizes

pytestmark = pytest.mark.one_build


@sizes("how", signal.SIGKILL, signal.SIGINT)
def test_an_analysis_that_was_killed_ends_as_if_it_had_not_been(
    tmp_path: Path, how: signal.Signals
) -> None:
    before = tmp_path / "before.duckdb"
    make_database(before, 3)
    known = analyse(before, ("--nodes", 200, "--jobs", 1), tmp_path / "whole")
    assert len(list(kill(known, 1, seed=2, how=how))) == 1
