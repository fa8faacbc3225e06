"""Random play: uniform over the kinds of turn that are possible, then over their moves."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.mix import scramble
from mentis_records.fast.random_stream import Stream
from mentis_records.games.mentis.selfplay.chooser import Chooser
from mentis_records.games.mentis.selfplay.history import History


class RandomChooser(Chooser):
    """A player without any aim."""

    def choose(
        self,
        state: Sequence[int],
        keys: Sequence[int],
        history: History,
        codes: Sequence[int],
        count: int,
        stream: Stream,
    ) -> int:
        """Return the move of the highest number, among those of the kind of the highest.

        Moves and kinds have numbers that are random and differ.
        """
        kind_base, base = stream.draw(), stream.draw()
        best = codes[0]
        best_kind_word = best_word = 0
        for index in range(count):
            kind_word = scramble(kind_base ^ codes[index] & 3)
            if kind_word < best_kind_word:
                continue
            word = scramble(base ^ codes[index])
            if kind_word > best_kind_word or word > best_word:
                best, best_kind_word, best_word = codes[index], kind_word, word
        return best
