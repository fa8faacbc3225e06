"""Codes of moves as they were stored: whether they are any move's."""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.games import find_game
from mentis_records.store.error import DOCTOR, StoreError


def check_codes(game: str, codes: Iterable[int | None]) -> None:
    """Look at the codes of a game's moves, by its slug.

    Raises:
        StoreError: one is missing, or no move has it.
    """
    decode = find_game(game).decode_move
    for code in dict.fromkeys(codes):
        if code is None:
            raise StoreError(f"mainlines with gaps; {DOCTOR}")
        try:
            decode(code)
        except ValueError as error:
            raise StoreError(f"{error}; {DOCTOR}") from None
