"""An analysis that is killed goes on where it was; ``killed_analysis.py`` kills more of them."""

from __future__ import annotations

from pathlib import Path

from killed_analysis import analyse, kill, make_database


def test_an_analysis_that_was_killed_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    before = tmp_path / "before.duckdb"
    make_database(before, 10)
    known = analyse(before, ("--nodes", 300, "--jobs", 1), tmp_path / "whole")
    assert len(list(kill(known, 2, seed=2))) == 2
