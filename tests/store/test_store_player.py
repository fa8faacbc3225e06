"""All names of a player: of merges made one by one, and of thousands that follow one another."""

from mentis_records.store.database import Database
from mentis_records.store.player import fetch_namesakes

_CHAIN = 2_000


def test_all_names_of_a_player_are_known_by_each(database: Database) -> None:
    aliases = [("A. Smith", "Smith, A"), ("Smith, A", "Ann Smith"), ("Bob", "Robert")]
    database.connection.executemany("insert into aliases values (?, ?)", aliases)
    smiths = frozenset({"A. Smith", "Smith, A", "Ann Smith"})
    roberts = frozenset({"Bob", "Robert"})
    expected = dict.fromkeys(smiths, smiths) | dict.fromkeys(roberts, roberts)
    assert fetch_namesakes(database) == expected


def test_a_long_chain_has_its_names_once(database: Database) -> None:
    """Not once for each of them: that would be four million."""
    database.connection.execute(
        "insert into aliases select 'n' || each, 'n' || (each + 1) from range($chain) as t(each)",
        {"chain": _CHAIN},
    )
    found = fetch_namesakes(database)
    assert len({id(names) for names in found.values()}) == 1
    assert found.keys() == found["n0"] == {f"n{each}" for each in range(_CHAIN + 1)}
