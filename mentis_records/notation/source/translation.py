"""Tell sources in other forms from record files, and find what puts them into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mentis_records.core.game import GameDescription
from mentis_records.notation.source.record_text import Piece
from mentis_records.notation.source.source_text import TRIAL, begins_with_tag, has_ending, is_json

Translate = Callable[[Iterable[bytes], Sequence[GameDescription], bytes], Iterator[Piece]]
"""Yields the records of a text: its bytes, the games that are known, bytes that come before."""


def find_translation(name: str, beginning: bytes) -> Translate | None:
    """Return what reads a source of this name and with this beginning; None for record files."""
    if begins_with_tag(beginning) and not is_json(name) and not has_ending(name, TRIAL):
        return None  # as most do: the others need not be looked for
    from mentis_records.notation.source.apgr_source import is_apgr
    from mentis_records.notation.source.ludii_source import is_ludii

    if is_apgr(name, beginning):
        from mentis_records.notation.source import apgr

        return apgr.translate
    if is_ludii(name, beginning):
        from mentis_records.notation.source import ludii

        return ludii.translate
    return None
