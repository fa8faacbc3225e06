"""Records whose names and texts a page could stumble over."""

from itertools import combinations
from pathlib import Path

from explorer_kit import make_database

from mentis_records.notation.tag.quoted_value import escape
from mentis_records.store.open import amend_database
from mentis_records.store.position.index import update_index

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' or 1=1 --",
    'back\\slash "quotes"',
    "\u202eright to left\u2066",
    "x" * 10_000,
    "{{ 7 * 7 }} ${7} %00 &amp;",
)
"""Names of players and events."""

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def record(
    first: str, second: str, result: str = "1-0", *, plies: str = "1. TSNd2 TSNd6", **tags: str
) -> str:
    """Return a record between two players with further tags."""
    named = {"Blue": first, "Red": second, "Result": result, **tags}
    lines = [f'[{tag} "{escape(value)}"]' for tag, value in named.items()]
    return "\n".join((*lines, "", f"{plies} {result}", ""))


def hostile_records() -> str:
    """Return an all-play-all of the hostile names, each round an event of a hostile name."""
    found = []
    for at, (first, second) in enumerate(combinations(HOSTILE, 2)):
        tags = {
            "Event": HOSTILE[at % len(HOSTILE)],
            "Site": HOSTILE[-1],
            "Round": str(at + 1),
            "Date": f"20{at % 3 + 20}.05.??",
            "Termination": HOSTILE[0] if at % 2 else "",
        }
        found.append(record(first, second, _RESULTS[at % 4], **tags))
    return "\n".join(found)


def club_records(games: int = 48) -> str:
    """Return games of a club: three players, two events, two years, some without a ply."""
    names = ("Ann", "Bob", "Cid")
    found = []
    for at in range(games):
        first, second = names[at % 3], names[(at + 1 + at % 2) % 3]
        tags = {
            "Event": "Spring" if at % 2 else "Autumn",
            "Round": str(at // 6 + 1),
            "Date": f"{2020 + at % 2}.{at % 12 + 1:02}.01",
        }
        plies = "" if at % 16 == 15 else "1. TSNd2 TSNd6" + " 2. Nc2" * (at % 3 == 0)
        found.append(record(first, second, _RESULTS[at % 4], plies=plies, **tags))
    return "\n".join(found)


def make_hostile(folder: Path) -> Path:
    """Return a database of the hostile records in a folder."""
    return _make(folder / "hostile", hostile_records())


def make_club(folder: Path) -> Path:
    """Return a database of the club's records in a folder."""
    return _make(folder / "club", club_records())


def _make(place: Path, text: str) -> Path:
    source = place.with_suffix(".mgn")
    source.write_text(text, encoding="utf-8")
    made = make_database(place.with_suffix(".duckdb"), source)
    with amend_database(made) as database:
        update_index(database)
    return made
