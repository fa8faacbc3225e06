"""A club's records: a game with evaluations, texts that mean harm, refused and double records."""

from pathlib import Path

from explorer_kit import make_database

from mentis_records.analysis.stored_games import analyse_stored
from mentis_records.games import DEFAULT_GAME, find_game
from mentis_records.games.search.analysis import Limits
from mentis_records.store.open import amend_database

DATA = Path(__file__).parents[2] / "data"

MARKED = """\
[Event "Evening"]
[Date "2024.05.06"]
[Blue "Ann"]
[Red "Bert \\"B\\""]
[Annotator "mentis-records 1, search 500 nodes"]

1. TSNd2 {[%eval 0.62,7]} TSNd6 $4 {[%eval #3,7] [%nag 4] allowed a forced win in 3 plies}
(1... Nc6 {[%eval 0.55,7]} 2. Nb1) 2. d2#-d3#-d4 {why not} d6#-d5#-e5 3. TNNc2 TSNc6 0-1
"""
HOSTILE = """\
[Event "</script><script>alert(1)</script>"]
[Site "<img src=x onerror=alert(2)>"]
[Blue "javascript:alert(3)"]
[Red "\N{RIGHT-TO-LEFT OVERRIDE}evil & <b>"]

{<!-- <script> } 1. TSNd2 {</script><svg onload=alert(4)>} TSNd6 (1... Nc6 {\N{RIGHT-TO-LEFT MARK}})
2. d2#-d3#-d4 {LONG} d6#-d5#-e5 *
""".replace("LONG", "a </p> long one " * 6_500)
REFUSED = """\
[Event "</pre><script>alert(5)</script>"]
[Blue "\N{RIGHT-TO-LEFT OVERRIDE}Ann"]

1. TSNd2 TSNd6 2. d2#-d3#-d9 {</pre><script>alert(6)</script>} d6#-d5#-e5 3. zzz 1-0

[Event "Two"]
[Foo bar]

{LONG} 1. Nxx1 *

[Event "Three"]

1. TSNd2 TSNd6 MANY 1-0
""".replace("LONG", "x" * 100_000).replace("MANY", "\n".join(f"zz{at}" for at in range(300)))


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
