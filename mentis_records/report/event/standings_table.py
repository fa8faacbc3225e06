"""The figures of an event's standings: the table, the points by round, the sides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow
from mentis_records.core.text import one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.event.points import points_text, quarters
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_curve import Curve, CurvePlot
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.figure.figure_style import INK, MUTED
from mentis_records.report.figure.figure_table import TableColumn, TablePlot
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import count
from mentis_records.statistics.event.event import Event
from mentis_records.statistics.event.ranking import ORDERS, Standing
from mentis_records.statistics.event.tie_break import DIRECT, SHORT, TIE_BREAKS

_MOST_CURVES = 5  # curves with names: the colours that can be distinguished
_MOST_LISTED = 80  # players in the table below the figure; its CSV and JSON have all
RULES = "FIDE's tie-break regulations (Handbook C.07, 1 August 2024)"


def standings_exhibit(
    event: Event, rows: Sequence[Standing], collection: Collection, most: int | None = None
) -> Exhibit:
    """Return the table of the players, or of the first ones."""
    shown = rows[:most]
    order = [
        name for name in ORDERS[event.system] if any(row.worth(name) is not None for row in shown)
    ]
    columns = [
        TableColumn("#"),
        TableColumn("Player", "left", is_name=True),
        TableColumn("Points", is_bold=True),
        *(TableColumn(title, is_spare=True) for title in ("Games", "+", "=", "−")),
        *(
            TableColumn(
                SHORT[name].capitalize() if SHORT[name].islower() else SHORT[name], is_spare=True
            )
            for name in order
        ),
    ]
    table = [
        (
            str(row.rank),
            one_line(row.player),
            points_text(row.points),
            *(str(number) for number in (row.played, row.won, row.drawn, row.lost)),
            *(quarters(row.worth(name)) for name in order),
        )
        for row in shown
    ]
    named = ", ".join(f"{SHORT[name]} {name}" for name in ORDERS[event.system])
    every = (*TIE_BREAKS, DIRECT)
    return Exhibit(
        slug="standings" if most is None else "first",
        title="Standings" if most is None else f"The first {len(shown)} of {len(rows):,} players",
        alternative=(
            f"Table of {count(len(shown), 'player')} in order. At the top "
            f"{one_line(rows[0].player)} with {points_text(rows[0].points)} points. All numbers "
            "are in the table below."
        ),
        n=len(event.games),
        n_words="games, forfeits and byes included",
        method=(
            f"1 for a win, ½ for a draw; who has equal points is ordered by {named}, "
            f"in this order, by {RULES}. Games and +, =, − are those that were played."
        ),
        selection=collection.provenance.selection,
        plot=TablePlot(columns, table),
        numbers=NumberTable(
            (
                *("rank", "player", "points", "played", "won", "drawn", "lost"),
                *("unplayed", "unplayed_points", *(name.replace("-", "_") for name in every)),
            ),
            tuple(
                (
                    *(row.rank, row.player, row.points, row.played, row.won, row.drawn, row.lost),
                    *(row.unplayed, row.unplayed_points, *(row.worth(name) for name in every)),
                )
                for row in shown
            ),
        ),
        display=NumberTable(tuple(column.title for column in columns), tuple(table)),
    )


def course_exhibit(
    event: Event, rows: Sequence[Standing], collection: Collection
) -> Exhibit | None:
    """Return the points of all players after each round, of an event with some rounds.

    The curves of the first players have their names.
    """
    if len(event.rounds) < 3:
        return None
    palette = collection.palette
    looks = (
        *((INK, "-"), (palette.first, "-"), (palette.second, "--"), (MUTED, "--")),
        (palette.draw, ":"),
    )
    shown = rows[:_MOST_CURVES]
    courses = {row.player: _course(event, row.player) for row in rows}
    points = {
        name: [(0.0, 0.0), *zip(map(float, event.rounds), course, strict=True)]
        for name, course in courses.items()
    }
    curves = tuple(
        Curve(one_line(row.player), colour, points[row.player], dashes=dashes)
        for row, (colour, dashes) in zip(shown, looks, strict=False)
    )
    listed = list(courses.items())[:_MOST_LISTED]
    whose = f", the first {len(shown)} by name" if len(shown) < len(rows) else ""
    left_out = f", of the first {len(listed)} players" if len(listed) < len(rows) else ""
    return Exhibit(
        slug="course",
        title=f"Points after each round{whose}",
        alternative=(
            f"Curves of {count(len(rows), 'player')} over {count(len(event.rounds), 'round')}. "
            f"The numbers{left_out} are in the table below."
        ),
        n=len(event.games),
        n_words="games, forfeits and byes included",
        method="the points of all rounds so far.",
        selection=collection.provenance.selection,
        plot=CurvePlot(
            curves, "Round", "Points", others=[points[row.player] for row in rows[len(shown) :]]
        ),
        numbers=NumberTable(
            ("player", *(f"round_{number}" for number in event.rounds)),
            tuple((name, *course) for name, course in courses.items()),
        ),
        display=NumberTable(
            ("Player", *map(str, event.rounds)),
            tuple((one_line(name), *map(points_text, course)) for name, course in listed),
        ),
    )


def sides_exhibit(event: Event, rows: Sequence[Standing], collection: Collection) -> Exhibit:
    """Return how often each player had each side."""
    wins = outcome_marks(collection.palette, collection.sides)
    marks = tuple(
        Mark(side, mark.colour, mark.marker, mark.hatch)
        for side, mark in zip(collection.sides[:2], (wins[0], wins[2]), strict=True)
    )
    first, second = collection.sides[:2]
    return Exhibit(
        slug="sides",
        title="Games with each side",
        alternative=f"{len(rows)} bars of two parts. All numbers are in the table below.",
        n=sum(row.sides[0] for row in rows),
        n_words="games played",
        method="games that were played; forfeits and byes have no side.",
        selection=collection.provenance.selection,
        plot=BarPlot([BarRow(one_line(row.player), row.sides) for row in rows], marks),
        numbers=NumberTable(
            ("player", f"{first.lower()}_games", f"{second.lower()}_games"),
            tuple((row.player, *row.sides) for row in rows),
        ),
        display=NumberTable(
            ("Player", first, second),
            tuple((one_line(row.player), *map(str, row.sides)) for row in rows),
        ),
    )


def _course(event: Event, player: str) -> list[float]:
    """Return the points of a player after each round."""
    gained = dict.fromkeys(event.rounds, 0.0)
    for each in event.cards[player]:
        if each.round in gained:
            gained[each.round] += each.points
    return list(accumulate(gained.values()))
