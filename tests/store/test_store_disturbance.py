"""Loads that are killed or interrupted at random moments; ``disturbance.py`` does more of them."""

import signal
from pathlib import Path

import pytest
from disturbance import Dump, disturb, make_folder, undisturbed
from size_kit import sizes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("disturbed") / "records"
    make_folder(folder, sources=3, games=80)
    return folder


@pytest.fixture(scope="module")
def whole(folder: Path) -> tuple[Dump, float]:
    return undisturbed(folder, folder.parent / "whole.duckdb")


def test_the_folder_has_all_kinds_of_records(whole: tuple[Dump, float]) -> None:
    dump, _ = whole
    for table in ("games", "duplicates", "quarantine", "variations", "comments"):
        assert dump[table], table
    assert len(dump["sources"]) == 3


@sizes("moments", 1, 4)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_disturbed_loads_hold_whole_sources_and_end_as_others_do(
    folder: Path, whole: tuple[Dump, float], how: signal.Signals, moments: int
) -> None:
    dump, lasts = whole
    outcomes = list(disturb(folder, dump, lasts, moments, how, seed=4))
    assert len(outcomes) == moments
    for outcome in outcomes:
        # Before the program has begun, Python itself answers Ctrl-C.
        is_early = outcome.moment < lasts / 2
        assert outcome.code == (130 if how == signal.SIGINT else -how) or is_early
        assert "Traceback" not in outcome.complaint or is_early
