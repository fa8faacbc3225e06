"""A cache of examined short records, for those that recur word for word in a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mentis_records.notation.explain.examine import Examination
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.explain.slip import Search
    from mentis_records.notation.source.record_text import Piece

_MAX_TEXT = 256
"""Longer records are not remembered: examining them costs less than what they weigh."""

_MAX_KNOWN = 1_024
"""Records that are remembered; then it begins anew."""

_MAX_SEEN = 1 << 14
"""Records of which it is known that they have come once."""


class Memory:
    """What has been found in short records of a source, by their text.

    ``search`` finds what broken plies of the source may have been, where that is wanted.
    """

    def __init__(self, search: Search | None) -> None:
        """Begin with nothing."""
        self.search = search
        self._seen: set[int] = set()
        self._known: dict[str, tuple[str, int, tuple[Examination, Reading]]] = {}

    def find(self, piece: Piece) -> tuple[Examination, Reading] | None:
        """Return the examination of a piece with this text and its reading, elsewhere; or None."""
        text = piece.text
        if len(text) > _MAX_TEXT or piece.is_translated:
            return None
        known = self._known.get(text)
        if known is None or known[0] != piece.start or known[1] != piece.column:
            return None
        return known[2]

    def keep(self, piece: Piece, examination: Examination, reading: Reading) -> None:
        """Remember an examination the second time, if it says what it would say elsewhere."""
        text = piece.text
        if len(text) > _MAX_TEXT or not examination.is_alone or piece.is_translated:
            return
        mark = hash(text)
        if mark not in self._seen:
            if len(self._seen) >= _MAX_SEEN:
                self._seen.clear()
            self._seen.add(mark)
            return
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        self._known[text] = piece.start, piece.column, (examination, reading)
