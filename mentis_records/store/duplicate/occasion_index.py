"""Records found by what is known of who played them, when and where."""

from __future__ import annotations

from operator import itemgetter
from typing import Generic, TypeVar

from mentis_records.store.identity import Occasion

_Record = TypeVar("_Record")
_Parts = frozenset[str]
_Values = tuple[str, ...]


class Alike(Generic[_Record]):
    """Records that may be one game, by which parts of their occasion are known.

    Two records agree if they are equal in all that both know. So those that know the same parts
    are looked up by what they share with the occasion asked for, however many there are. A record
    that learns more later stays where it is: it is then found among more, never among less.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._count = 0
        self._members: dict[_Parts, list[tuple[Occasion, int, _Record]]] = {}
        self._tables: dict[tuple[_Parts, _Parts], dict[_Values, list[tuple[int, _Record]]]] = {}

    def add(self, occasion: Occasion, record: _Record) -> None:
        """Add a record with its occasion."""
        parts = frozenset(occasion)
        self._members.setdefault(parts, []).append((occasion, self._count, record))
        for (known, shared), table in self._tables.items():
            if known == parts:
                values = _restricted(occasion, shared)
                table.setdefault(values, []).append((self._count, record))
        self._count += 1

    def agreeing(self, occasion: Occasion) -> list[_Record]:
        """Return the records that may agree with an occasion, in the order in which they came.

        To be asked again if they learn.
        """
        found: list[tuple[int, _Record]] = []
        for known in self._members:
            shared = known.intersection(occasion)
            found += self._table(known, shared).get(_restricted(occasion, shared), ())
        if len(self._members) > 1:
            found.sort(key=itemgetter(0))
        return [record for _, record in found]

    def _table(self, known: _Parts, shared: _Parts) -> dict[_Values, list[tuple[int, _Record]]]:
        table = self._tables.get((known, shared))
        if table is None:
            table = self._tables[known, shared] = {}
            for occasion, number, record in self._members[known]:
                table.setdefault(_restricted(occasion, shared), []).append((number, record))
        return table


def _restricted(occasion: Occasion, parts: _Parts) -> _Values:
    """Return the values of some parts of an occasion, in the order of their names."""
    return tuple([occasion[part] for part in sorted(parts)])
