"""The databases that an explorer has, each with its size, its games and their dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mentis_records.explorer.address import Address
from mentis_records.explorer.lookup import Lookup
from mentis_records.explorer.opened_database import opened
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.store.count.summary import fetch_extent
from mentis_records.store.error import HeldError, StoreError


@dataclass(frozen=True, slots=True)
class Entry:
    """A database: its name, the address of its games, what it has, or why it is not read.

    ``kinds`` are the titles of games with the numbers of their records, ``dates`` are in words.
    """

    name: str
    place: Address
    bytes: int = 0
    games: int = 0
    kinds: Sequence[tuple[str, int]] = ()
    dates: str = ""
    problem: str = ""

    @property
    def size(self) -> str:
        """Return the size of the file in words."""
        units = ("bytes", "kB", "MB", "GB", "TB")
        size, unit = float(self.bytes), 0
        while size >= 1_000 and unit < len(units) - 1:
            size, unit = size / 1_000, unit + 1
        return f"{size:.0f} {units[unit]}" if unit == 0 else f"{size:.1f} {units[unit]}"


def list_databases(
    databases: Mapping[str, Path], memory_limit: int, lookup: Lookup[Any]
) -> list[Entry]:
    """Return the databases in their order; one that cannot be read hides no other."""
    return [_entry(name, path, memory_limit, lookup) for name, path in databases.items()]


def _entry(name: str, path: Path, memory_limit: int, lookup: Lookup[Any]) -> Entry:
    place = Address(name, "games")
    try:
        with opened(path, memory_limit, lambda: not lookup.is_stopped) as database:
            extent = fetch_extent(lookup.hold(database))
            size = path.stat().st_size
    except HeldError:
        return Entry(name, place, problem="is being changed by another program")
    except (StoreError, OSError):
        if lookup.is_stopped:
            raise
        return Entry(name, place, problem="cannot be read")
    kinds = [(_title(slug), games) for slug, games in extent.games.items()]
    days = list(dict.fromkeys((extent.first_day, extent.last_day)))
    dates = " to ".join(str(day) for day in days if day is not None)
    return Entry(name, place, size, sum(extent.games.values()), kinds, dates)


def _title(slug: str) -> str:
    try:
        return find_game(slug).description.title
    except KeyError:
        return f"{slug} (not installed)"
