"""A club's records: a game with evaluations, texts that mean harm, refused and double records."""

from pathlib import Path

from case_kit import cases_of
from explorer_kit import make_database

from mentis_records.analysis.stored_games import analyse_stored
from mentis_records.games import DEFAULT_GAME, find_game
from mentis_records.games.search.analysis import Limits
from mentis_records.store.open import amend_database

CASES = cases_of(__file__)

DATA = Path(__file__).parents[2] / "data"

MARKED = CASES["marked"]
HOSTILE = CASES["hostile"].replace("LONG", "a </p> long one " * 6_500)
REFUSED = (
    CASES["refused"]
    .replace("LONG", "x" * 100_000)
    .replace("MANY", "\n".join(f"zz{at}" for at in range(300)))
)


def make_club(folder: Path) -> Path:
    """Return a database of these records and the rulebook's; games 3 and 4 are analysed."""
    files = {"marked.mgn": MARKED, "hostile.mgn": HOSTILE, "refused.mgn": REFUSED}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    sources = [folder / name for name in files]
    sources += [DATA / "rulebook.mgn", DATA / "rulebook-listing.txt"]
    database = make_database(folder / "club.duckdb", *sources)
    with amend_database(database) as writer:
        analyse_stored(writer, find_game(DEFAULT_GAME), [3, 4], Limits(nodes=30, lines=2))
    return database
