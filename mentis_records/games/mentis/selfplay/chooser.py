"""What chooses among legal moves; how it does is its heirs' affair."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.random_stream import Stream
from mentis_records.games.mentis.selfplay.history import History


class Chooser:
    """One side's player in a match."""

    def choose(
        self,
        state: Sequence[int],
        keys: Sequence[int],
        history: History,
        codes: Sequence[int],
        count: int,
        stream: Stream,
    ) -> int:
        """Return one of the first ``count`` codes, which are all that are legal.

        There is at least one. ``keys`` are those of the state, ``history`` has it as its last
        position. The choice does not depend on the order of the codes. A chooser must not be
        used by two matches at a time.
        """
        return codes[0]
