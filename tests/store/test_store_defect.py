"""Planted defects of every kind are refused with the right code; ``defect.py`` does more."""

from pathlib import Path

from defect import ERRORS, check, plant
from store_kit import READER

from mentis_records.store.database import Database


def test_planted_defects_are_refused_and_the_rest_is_kept(
    database: Database, tmp_path: Path
) -> None:
    planted = plant(records=2_000, seed=1)
    done = check(database, READER, tmp_path, planted)
    assert done.records >= 2_000
    assert done.quarantined >= 100
    kinds = {code for source in planted for code, _ in source.defects}
    assert kinds == {code.id for code in ERRORS if code.examples}
