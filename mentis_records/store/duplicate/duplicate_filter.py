"""Which records may repeat a game or be repeated: told by hashes alone, for very many at once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

import duckdb
import numpy

from mentis_records.fast.key_set import KeySet
from mentis_records.notation.bulk.record_field import OPENING
from mentis_records.notation.sheet import Sheet
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.duplicate.duplicate import fetch_content_keys, fetch_opening_keys
from mentis_records.store.row.sheet_columns import field_column, last_openings

_Column = numpy.ndarray[Any, Any]


class Suspicion:
    """The hashes of all games so far: of their contents, and of their openings.

    ``short`` are the last openings of records and games of fewer than ``OPENING`` plies.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Begin with those of the stored games."""
        self._contents, self._openings, self.short = KeySet(), KeySet(), KeySet()
        self._contents.add(fetch_content_keys(connection).data)
        keys, short = fetch_opening_keys(connection)
        self._openings.add(keys.data)
        self.short.add(short.data)

    def find(self, sheets: Sequence[tuple[Sheet, _Column]], alone: Sequence[Candidate]) -> _Column:
        """Tell which records may repeat another or be repeated; their hashes are known from now on.

        Args:
            sheets: each with the numbers of its sound records.
            alone: records that were read by themselves.

        Returns:
            A truth value for each sound record of the sheets, then for each of the others.
        """
        openings = [found.openings for found in alone]
        contents = _join(sheets, _contents, [found.content.key for found in alone])
        longest = _join(sheets, last_openings, [keys[-1] if keys else 0 for keys in openings])
        plies = _join(sheets, _ply_counts, [len(keys) for keys in openings])
        is_suspect = _occurs(self._contents, contents)
        has_opening = longest != 0
        is_suspect[has_opening] |= _occurs(self._openings, longest[has_opening])
        self.short.add(longest[has_opening & (plies < OPENING)].data)
        if self.short:
            is_begun = [any(self.short.has(array("q", keys))) for keys in openings]
            is_suspect |= _join(sheets, self._are_begun, is_begun).astype("bool")
        return is_suspect

    def note(self, found: Candidate) -> None:
        """Remember a game of which it has become known who played: it may begin others now."""
        last = array("q", found.openings[-1:])
        self._openings.add(last)
        if found.is_short:
            self.short.add(last)

    def _are_begun(self, sheet: Sheet) -> _Column:
        """Tell of each record whether a short one has one of its openings."""
        flags: _Column = numpy.frombuffer(self.short.has(sheet.openings), "bool")
        return numpy.asarray(flags.reshape(-1, OPENING).any(axis=1))


def _join(
    sheets: Sequence[tuple[Sheet, _Column]],
    column: Callable[[Sheet], _Column],
    alone: Sequence[int],
) -> _Column:
    """Return what a column has for the sound records of the sheets, and then the other values."""
    parts = [column(sheet)[sound] for sheet, sound in sheets]
    return numpy.concatenate([*parts, numpy.array(alone, "int64")])


def _contents(sheet: Sheet) -> _Column:
    return numpy.frombuffer(sheet.contents, "int64")


def _ply_counts(sheet: Sheet) -> _Column:
    return field_column(sheet, "plies")


def _occurs(keys: KeySet, values: _Column) -> _Column:
    """Add values; tell which of them the set has, or the values more than once."""
    is_known: _Column = numpy.frombuffer(keys.add(array("q", values.tobytes())), "int8") == 1
    if is_known.any():
        return numpy.isin(values, values[is_known])
    return is_known.copy()
