"""What the sections of the collection report share: the games, their look, their census."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.core.number_table import NumberTable
from mentis_records.core.tally import Census
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_caution import cautious
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK, MUTED, Plot
from mentis_records.report.section.study import Study
from mentis_records.report.section.survey import Collection

UNFINISHED = Mark("Unfinished", MUTED, "x", "", is_open=True)

_ALL_PLIES, _PLY_STEP = 30, 10
BY_PLY = f"Of more than {_ALL_PLIES} plies the table has every tenth one, the files have all."
"""What is said under a figure whose table is ``by_ply``."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A game's records in a selection, counted."""

    study: Study
    census: Census

    @property
    def game(self) -> AnyGame:
        """Return whose records they are."""
        return self.study.game

    @property
    def collection(self) -> Collection:
        """Return what is known of all of them."""
        return self.study.collection

    @property
    def games(self) -> int:
        """Return how many games there are."""
        return self.census.games

    def exhibit(
        self,
        slug: str,
        title: str,
        alternative: str,
        *,
        method: str,
        plot: Plot,
        numbers: NumberTable,
        display: NumberTable,
        n: int | None = None,
        n_words: str = "games, unfinished ones included with the plies that were played",
    ) -> Exhibit:
        """Return an exhibit on all or ``n`` games, with a warning where all are few."""
        return Exhibit(
            slug=slug,
            title=title,
            alternative=f"{alternative} Numbers are in the table below.",
            n=self.games if n is None else n,
            n_words=n_words,
            method=method,
            selection=self.collection.provenance.selection,
            plot=cautious(plot, self.games),
            numbers=numbers,
            display=display,
        )


def by_ply(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> NumberTable:
    """Return a table by ply for readers: of many plies the first, every tenth, and the last."""
    if len(rows) > _ALL_PLIES:
        rows = (*rows[:-1:_PLY_STEP], rows[-1])
    return NumberTable(columns, rows)


def neutral_marks(names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return marks for up to six things that are no results: told apart by shade and hatch."""
    looks = (
        (MUTED, "", False),
        (MUTED, "////", True),
        (INK, "", False),
        (MUTED, "", True),
        (INK, "....", False),
        (MUTED, "xxxx", True),
    )
    if len(names) > len(looks):
        raise ValueError(f"marks for {len(looks)} things, not {len(names)}")
    return tuple(
        Mark(name, colour, "s", hatch, is_open)
        for name, (colour, hatch, is_open) in zip(names, looks, strict=False)
    )
