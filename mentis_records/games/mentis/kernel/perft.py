"""Count sequences of turns without the GIL (perft)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.state import STATE_SIZE

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.move_generator import count_codes, list_codes
    from mentis_records.games.mentis.rules.play import copy_state, play_code


class Perft:
    """A position to count from, and one for each depth below it."""

    def __init__(self, depth: int) -> None:
        """Make room for so many turns, at least one."""
        self._buffer = table("i", [0]) * STATE_SIZE
        self._state = address32(self._buffer)
        self._key_buffer = table("q", [0]) * 2
        self._keys = address64(self._key_buffer)
        self._code_buffer = table("q", [0]) * (MAX_MOVES if depth > 1 else 1)
        self._codes = address64(self._code_buffer)
        self._below: Any = Perft(depth - 1) if depth > 1 else None

    def begin(self, state: Sequence[int]) -> None:
        """Set the position."""
        copy_state(state, self._state)

    def count(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` legal turns."""
        if depth == 1:
            return count_codes(self._state)
        total = 0
        for index in range(list_codes(self._state, self._codes)):
            copy_state(self._state, self._below._state)
            play_code(self._below._state, self._keys, self._codes[index])
            total += self._below.count(depth - 1)
        return total
