"""The README's examples in Python give what they say."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```pycon\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "data", "data")
    with create_database("club.duckdb") as database:
        for name in ("data/rulebook.mgn", "data/rulebook-listing.txt"):
            load(database, Reader(GAMES), name)
        update_index(database)
    examples = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, "README", None, 0)
    assert len(examples.examples) > 15
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not report, "".join(report)
