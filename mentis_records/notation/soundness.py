"""Tell which of many texts are no sound records; most of them are, and take little time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Piece
from mentis_records.notation.sweep import Sweep
from mentis_records.notation.syntax.movetext_sign import signs_of


class Soundness:
    """Looks at texts, many at once; serves one thread."""

    def __init__(self, reader: Reader) -> None:
        """Begin; ``reader`` says how they are read."""
        self._reader = reader
        self._signs = signs_of(*[game.description for game in reader.games])
        self._sweep = Sweep(reader, 1, keeps_plies=False)

    def find_unsound(self, texts: Sequence[str]) -> Iterator[tuple[int, Sequence[Reading]]]:
        """Yield the texts that are not one sound record each: number, from 0, and readings.

        Args:
            texts: tagged records as ``format_record`` writes them.
        """
        for number in self._doubtful(texts):
            readings = list(self._reader.read_text("", texts[number]))
            if len(readings) != 1 or any(found.is_error for found in readings[0].diagnostics):
                yield number, readings

    def _doubtful(self, texts: Sequence[str]) -> Sequence[int]:
        """Return the texts that must be looked at one by one."""
        whole = "\n".join(texts).encode("utf-8", "surrogatepass")
        doubtful: list[int] = []
        count = 0
        for found in self._sweep.run(cut([whole], self._signs)):
            if isinstance(found, Piece):
                return range(len(texts))
            doubtful += [count + record for record in found.remarkable(has_notes=False)]
            count += found.count
        return doubtful if count == len(texts) else range(len(texts))
