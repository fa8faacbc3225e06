"""The section on how much a player's moves gave away, by evaluations that are there already."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.analysis.mark import parse_mark
from mentis_records.analysis.mark_words import first_points
from mentis_records.core.number_table import NumberTable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_table import TableColumn, TablePlot
from mentis_records.report.section.study import Study
from mentis_records.report.words.wording import count
from mentis_records.store.count.ply_value import Search, fetch_comments, fetch_search, fetch_seats

_MARK = "[%eval "
_MISTAKE, _BLUNDER = 0.1, 0.2
"""Losses from which a move is a mistake or a blunder, as ``mentis analyse`` has them."""

_Values = dict[tuple[int, int], float]
"""What the first side may expect, by game and ply."""


@dataclass(frozen=True, slots=True)
class _Losses:
    """What moves of some games gave away, in points of a game."""

    games: int
    losses: tuple[float, ...]

    @property
    def mean(self) -> float | None:
        return sum(self.losses) / len(self.losses) if self.losses else None

    def count(self, least: float) -> int:
        return sum(loss >= least for loss in self.losses)


def accuracy_section(study: Study, player: str) -> Section | None:
    """Return the section, None if no two plies in a row of the player's games are evaluated.

    Raises:
        StoreError: the database cannot be read.
    """
    seats = fetch_seats(study.database, study.game, player, study.played)
    search = fetch_search(study.database, study.game, study.played)
    values = _marked(study) | _searched(search, seats)
    sides = study.description.sides
    groups = {
        "All": _losses(values, seats, sides, None, is_own=True),
        **{side: _losses(values, seats, sides, side, is_own=True) for side in sides[:2]},
        "Opponents": _losses(values, seats, sides, None, is_own=False),
    }
    mean = groups["All"].mean
    if mean is None:
        return None
    moves = count(len(groups["All"].losses), "move")
    words = (
        f"A move of {player} gave away {mean:.3f} points of a game on average ({moves} in "
        f"{count(groups['All'].games, 'analysed game')})"
    )
    theirs = groups["Opponents"].mean
    words += "." if theirs is None else f"; one of the opponents in these games, {theirs:.3f}."
    return Section("accuracy", "Accuracy", (words,), (_exhibit(study, groups, search),))


def _exhibit(study: Study, groups: Mapping[str, _Losses], search: Search | None) -> Exhibit:
    heads = ("Moves", "Games", "Mean loss", "Mistakes", "Blunders")
    rows = [
        (
            label,
            f"{len(each.losses):,}",
            f"{each.games:,}",
            "" if each.mean is None else f"{each.mean:.3f}",
            f"{each.count(_MISTAKE) - each.count(_BLUNDER):,}",
            f"{each.count(_BLUNDER):,}",
        )
        for label, each in groups.items()
        if each.losses
    ]
    source = "marks in the records" if search is None else f"{search.engine}, {search.limits}"
    columns = (TableColumn("Moves of", "left", is_name=True), *map(TableColumn, heads))
    return Exhibit(
        slug="accuracy",
        title="What moves gave away",
        alternative=f"Table of {count(len(rows), 'row')}. All numbers are in the table below.",
        n=groups["All"].games,
        n_words="games with evaluations of two plies in a row",
        method=(
            "the loss of a move is what its side could expect before it less what it could expect "
            f"after it, in points of a game, never below 0; mistakes cost {_MISTAKE:g} or more, "
            f"blunders {_BLUNDER:g}. Evaluations: {source}. What a search within limits does not "
            "see, it does not tell."
        ),
        selection=study.collection.provenance.selection,
        plot=TablePlot(columns, rows),
        numbers=NumberTable(
            ("moves_of", "moves", "games", "mean_loss", "mistakes", "blunders"),
            tuple(
                (
                    *(label, len(each.losses), each.games, each.mean),
                    *(each.count(_MISTAKE) - each.count(_BLUNDER), each.count(_BLUNDER)),
                )
                for label, each in groups.items()
            ),
        ),
        display=NumberTable(("Moves of", *heads), tuple(rows)),
    )


def _marked(study: Study) -> _Values:
    """Return what the marks of annotated records say."""
    found: _Values = {}
    for number, ply, text in fetch_comments(study.database, study.game, _MARK, study.played):
        mark = parse_mark(text)
        if mark is not None:
            found[number, ply] = first_points(mark)
    return found


def _searched(search: Search | None, seats: Mapping[int, tuple[str, list[int]]]) -> _Values:
    """Return what a search says, from the view of the first side."""
    found: _Values = {}
    for (number, ply), score in (search.scores if search else {}).items():
        if number in seats:
            sides = seats[number][1]
            mover = sides[ply] if ply < len(sides) else 1 - sides[-1] if sides else 0
            found[number, ply] = score if mover == 0 else 1 - score
    return found


def _losses(
    values: _Values,
    seats: Mapping[int, tuple[str, list[int]]],
    sides: tuple[str, ...],
    only: str | None,
    *,
    is_own: bool,
) -> _Losses:
    """Return what the moves of a player, or of the opponents, gave away; with one side or both."""
    losses: list[float] = []
    games = 0
    for number, (side, movers) in seats.items():
        if only not in (None, side):
            continue
        before = len(losses)
        for ply, mover in enumerate(movers, 1):
            earlier, now = values.get((number, ply - 1)), values.get((number, ply))
            if (sides[mover] == side) is is_own and earlier is not None and now is not None:
                loss = earlier - now if mover == 0 else now - earlier
                losses.append(max(loss, 0.0))
        games += len(losses) > before
    return _Losses(games, tuple(losses))
