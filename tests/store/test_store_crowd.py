"""Very many tiny records take little more memory than few; ``crowd.py`` tries more of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from crowd import measure, write_text, write_zip

from mentis_records.notation.cut import cut
from mentis_records.notation.piece import Block
from mentis_records.store.database import Database

FEW, MANY, ALLOWED = 80_000, 160_000, 1_500
"""Records; and bytes that each of them may take, where those of a tag alone are some hundreds."""


@pytest.mark.parametrize("kind", ["different", "broken"])
def test_records(tmp_path: Path, kind: str) -> None:
    peaks = []
    for count in (FEW, MANY):
        path, file = tmp_path / f"{count}.mgn", tmp_path / f"{count}.duckdb"
        write_text(path, kind, count)
        use = measure("load", "--no-index", path, "--db", file)
        assert use.code == (kind == "broken")
        peaks.append(use.bytes)
        with Database.open(file) as database:
            found = database.connection.execute("from sources select stored, records").fetchone()
        assert found == (0 if kind == "broken" else count, count)
    assert peaks[1] < 600_000_000
    assert peaks[1] - peaks[0] < ALLOWED * (MANY - FEW)


def test_texts_of_an_archive(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 9_000):
        path = tmp_path / f"{count}.zip"
        write_zip(path, "different", count)
        peaks.append(measure("validate", path).bytes)
    assert peaks[1] - peaks[0] < 2_000 * 8_000


def test_a_block_has_no_more_than_so_many_records() -> None:
    text = b'[A "b"]\n\n*\n\n' * 20_000
    blocks = list(cut([text], r"(?!)"))
    assert all(isinstance(block, Block) and block.count <= 4_096 for block in blocks)
    assert sum(block.count for block in blocks if isinstance(block, Block)) == 20_000
