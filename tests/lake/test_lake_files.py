"""The files of a lake: read by the SQL of the documentation, and named if one is missing."""

import re
import shutil
from pathlib import Path

import duckdb
import pytest
from cli_kit import mentis

CASES = Path(__file__).parents[1] / "cases" / "lake"
PAGE = Path(__file__).parents[2] / "docs" / "lake.md"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake of three games, one of which was added again."""
    folder = tmp_path_factory.mktemp("lake") / "club.lake"
    for name in ("a.mgn", "b.mgn"):
        mentis("lake", "add", CASES / name, "--lake", folder, "--workers", 1)
    return folder


def test_the_documented_sql_counts_each_game_once(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(lake.parent)
    blocks = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (sql,) = (block for block in blocks if "read_parquet" in block)
    connection = duckdb.connect()
    found = [connection.execute(each).fetchall() for each in connection.extract_statements(sql)]
    results, longest = found
    assert results == [("1-0", 3)]
    assert len(longest) == 3


def test_a_missing_file_is_named(lake: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(lake, tmp_path / "copy")
    for file in copy.glob("games/shard=*/games.parquet"):
        file.unlink()
    answer = mentis("lake", "games", "--lake", copy, "--workers", 1, code=2)
    assert "games file is missing: bring it back" in answer.stderr
