"""Tables of a census with the labels of their axes, and quantiles of counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.core.tally import Tally
from mentis_records.store.count.replay_counts import Census

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Labelled:
    """A table of whole numbers: ``cells`` is shaped as the axes of the tally say."""

    tally: Tally
    cells: NDArray[Any]

    def labels(self, axis: str) -> tuple[str, ...]:
        """Return the labels of an axis.

        Raises:
            KeyError: there is none of this name.
        """
        return self.tally.axis(axis).labels


def labelled(census: Census, game: AnyGame, slug: str) -> Labelled:
    """Return the table of a tally.

    Raises:
        KeyError: the game has no such tally.
    """
    for tally in game.description.tallies:
        if tally.slug == slug:
            return Labelled(tally, census.tables[slug])
    raise KeyError(slug)


def quantile(counts: NDArray[Any], share: float) -> int | None:
    """Return the first index up to which at least a share of all counts lie, or None of none.

    It is the quantile of type 1 of Hyndman and Fan (Sample Quantiles in Statistical Packages,
    The American Statistician 50, 1996), of the numbers that the indexes are.
    """
    total = int(counts.sum())
    if not total:
        return None
    return int((counts.cumsum() >= share * total).argmax())
