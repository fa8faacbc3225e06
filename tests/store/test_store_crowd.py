"""Very many tiny records take no more memory than allowed; ``crowd.py`` tries more of them."""

from pathlib import Path

import pytest
from crowd import measure, write_text, write_zip
from size_kit import sizes

from mentis_records.games import GAMES
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.store.open import open_database

LIMIT = 460_000_000
"""The least that ``--memory-limit`` takes."""


@sizes("count", 10_000, 50_000)
@pytest.mark.parametrize("kind", ["different", "broken"])
def test_records(tmp_path: Path, kind: str, count: int) -> None:
    path, file = tmp_path / "many.mgn", tmp_path / "many.duckdb"
    write_text(path, kind, count)
    use = measure("load", "--no-index", "--memory-limit", f"{LIMIT}B", path, "--db", file)
    assert use.code == (kind == "broken")
    assert use.bytes < LIMIT
    with open_database(file) as database:
        found = database.connection.execute("from sources select stored, records").fetchone()
    assert found == (0 if kind == "broken" else count, count)


@pytest.mark.ci
def test_texts_of_an_archive(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 9_000):
        path = tmp_path / f"{count}.zip"
        write_zip(path, "different", count)
        peaks.append(measure("validate", path).bytes)
    assert peaks[1] - peaks[0] < 2_000 * 8_000


def test_a_block_has_no_more_than_so_many_records() -> None:
    text = b'[A "b"]\n\n*\n\n' * 20_000
    blocks = list(cut([text], signs_of(*[game.description for game in GAMES])))
    assert all(isinstance(block, Block) and block.count <= 4_096 for block in blocks)
    assert sum(block.count for block in blocks if isinstance(block, Block)) == 20_000
