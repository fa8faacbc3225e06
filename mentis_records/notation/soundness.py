"""Look at many texts at once: whether they are sound records, and with which points they end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.outcome import Points
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.bulk.record_field import REFUSED
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Piece
from mentis_records.notation.sweep import Sweep
from mentis_records.notation.syntax.movetext_sign import signs_of


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a text by its number, from 0: readings, unless it is sound and needs no word.

    ``points`` are those of one that needs none.
    """

    number: int
    readings: Sequence[Reading] = ()
    points: Points | None = None

    @property
    def is_sound(self) -> bool:
        """Tell whether the text is one sound record."""
        if not self.readings:
            return True
        return len(self.readings) == 1 and not any(
            found.is_error for found in self.readings[0].diagnostics
        )


class Soundness:
    """Looks at texts, many at once; serves one thread."""

    def __init__(self, reader: Reader) -> None:
        """Begin; ``reader`` says how they are read."""
        self._reader = reader
        self._signs = signs_of(*[game.description for game in reader.games])
        self._sweep = Sweep(reader, 1, keeps_plies=False)

    def look(self, texts: Sequence[str]) -> Iterator[Look]:
        """Yield what is seen of the texts that need words, and of those that have points.

        Args:
            texts: tagged records as ``format_record`` writes them.
        """
        plain, doubtful = self._sift(texts)
        for number in doubtful:
            yield Look(number, list(self._reader.read_text("", texts[number])))
        yield from plain

    def _sift(self, texts: Sequence[str]) -> tuple[list[Look], Sequence[int]]:
        """Return the texts with points that need no word, and those to be looked at one by one."""
        whole = "\n".join(texts).encode("utf-8", "surrogatepass")
        plain: list[Look] = []
        doubtful: list[int] = []
        count = 0
        for found in self._sweep.run(cut([whole], self._signs)):
            if isinstance(found, Piece):
                return [], range(len(texts))
            doubtful += [count + record for record in found.remarkable(has_notes=False)]
            if found.layout.has_points:
                plain += _scored(found, count)
            count += found.count
        return (plain, doubtful) if count == len(texts) else ([], range(len(texts)))


def _scored(sheet: Sheet, first: int) -> Iterator[Look]:
    """Yield the records of a sheet that need no word; ``first`` is the number of its first."""
    for record, status in enumerate(sheet.column("status")):
        if status != REFUSED:
            yield Look(first + record, (), sheet.points(record))
