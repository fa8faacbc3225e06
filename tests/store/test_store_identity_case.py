"""Cases from the field: records that are one game, or two, though they look otherwise."""

from pathlib import Path

import pytest

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import load

CASES = Path(__file__).parents[1] / "cases" / "identity"


@pytest.mark.parametrize("name", ["site-differs.mgn", "short-win-is-no-prefix.mgn"])
def test_two_places_are_two_games(database: Database, reader: Reader, name: str) -> None:
    assert load(database, reader, str(CASES / name)).stored == 2
    assert list(examine(database)) == []


@pytest.mark.parametrize("names", [("nfc", "nfd"), ("nfd", "nfc")])
def test_two_forms_of_unicode_are_one_name(
    database: Database, reader: Reader, names: tuple[str, str]
) -> None:
    done = [load(database, reader, str(CASES / f"name-{name}.mgn")) for name in names]
    assert [(each.stored, each.duplicates) for each in done] == [(1, 0), (0, 1)]
    query = "select count(*) from players"
    assert database.connection.execute(query).fetchone() == (2,)
    assert list(examine(database)) == []
