"""A sample of the law that export and load make the same collection; ``export_law`` tries more."""

import random
from pathlib import Path

from export_law import Law, draw
from size_kit import sampled

from mentis_records.store.open import create_database


@sampled("number", ((number,) for number in range(8)), 3)
def test_export_and_load_make_the_same_collection(tmp_path: Path, number: int) -> None:
    with (
        create_database(tmp_path / "first.duckdb") as first,
        create_database(tmp_path / "second.duckdb") as second,
    ):
        assert Law(first, second, tmp_path).difference(draw(random.Random(number))) == ""
