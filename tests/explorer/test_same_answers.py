"""The explorer's JSON is what the commands write, on a sample of random addresses."""

from pathlib import Path

import pytest
from explorer_kit import make_database
from same_answers import PAGES, ROOT, SAMPLES, differences
from size_kit import sizes


@sizes("rounds", 1, 2)
@pytest.mark.parametrize("slug", SAMPLES)
def test_pages_answer_as_commands_do(slug: str, rounds: int, tmp_path: Path) -> None:
    source = min(
        (ROOT / "data" / name for name in SAMPLES[slug]), key=lambda file: file.stat().st_size
    )
    database = make_database(tmp_path / "club.duckdb", source, is_indexed=True)
    assert list(differences(slug, database, PAGES, rounds * len(PAGES), seed=len(slug))) == []
