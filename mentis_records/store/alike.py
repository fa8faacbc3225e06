"""Records found by what is known of who played them, when and where."""

from __future__ import annotations

from typing import Generic, TypeVar

from mentis_records.store.identity import Occasion

_Record = TypeVar("_Record")


class Alike(Generic[_Record]):
    """Records that may be one game, by which parts of their occasion are known.

    Two records agree if they are equal in all that both know. So those that know the same parts
    are looked up by what they share with the occasion asked for, however many there are. A record
    that learns more later stays where it is: it is then found among more, never among less.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._members: dict[int, list[tuple[Occasion, _Record]]] = {}
        self._tables: dict[tuple[int, int], dict[Occasion, list[_Record]]] = {}

    def add(self, occasion: Occasion, record: _Record) -> None:
        """Add a record with its occasion, or that part of it which is to agree."""
        parts = _known_parts(occasion)
        self._members.setdefault(parts, []).append((occasion, record))
        for (known, shared), table in self._tables.items():
            if known == parts:
                table.setdefault(_restricted(occasion, shared), []).append(record)

    def agreeing(self, occasion: Occasion) -> list[_Record]:
        """Return the records that may agree with an occasion; to be asked again if they learn."""
        parts = _known_parts(occasion)
        found: list[_Record] = []
        for known in self._members:
            table = self._table(known, known & parts)
            found += table.get(_restricted(occasion, known & parts), ())
        return found

    def _table(self, known: int, shared: int) -> dict[Occasion, list[_Record]]:
        table = self._tables.get((known, shared))
        if table is None:
            table = self._tables[known, shared] = {}
            for occasion, record in self._members[known]:
                table.setdefault(_restricted(occasion, shared), []).append(record)
        return table


def _known_parts(occasion: Occasion) -> int:
    """Return a bit for each part that is known."""
    return sum(1 << at for at, value in enumerate(occasion) if value is not None)


def _restricted(occasion: Occasion, parts: int) -> Occasion:
    """Return an occasion of which only some parts are left."""
    return tuple([value if parts >> at & 1 else None for at, value in enumerate(occasion)])
