"""Codes of moves as they were stored: whether they are any move's."""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.core.game import AnyGame
from mentis_records.fast.key_set import KeySet
from mentis_records.games import find_game
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.position.bulk import Column


class KnownMoves:
    """The codes that were seen to be moves of a game, each decoded once; serves one thread."""

    def __init__(self, game: AnyGame) -> None:
        """Begin with none."""
        self._game = game
        self._codes = KeySet()

    def check(self, turns: Column) -> None:
        """Look at turns as they are stored, 64-bit integers; those of starts are passed over.

        Raises:
            ValueError: a turn is no move's. Nothing may be asked after that.
        """
        for code in self._codes.add_shifted(turns.data, 3):
            self._game.decode_move(code)


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
