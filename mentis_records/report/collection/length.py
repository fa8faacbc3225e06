"""The section on how long games last and how they end."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination
from mentis_records.core.section import BarRow
from mentis_records.core.text import percent
from mentis_records.report.collection.frame import BY_PLY, UNFINISHED, Frame, by_ply
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_curve import Curve, CurvePlot
from mentis_records.report.figure.figure_style import INK
from mentis_records.report.words.wording import count
from mentis_records.statistics.result import Results
from mentis_records.statistics.shape import Shape
from mentis_records.statistics.survival import METHOD, Survival, SurvivalPoint, survival_of
from mentis_records.store.count.length import fetch_lengths, fetch_terminations
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

_UNKNOWN = "not stated"


def length_section(
    database: Database, frame: Frame, shape: Shape | None, selection: Selection
) -> Section:
    """Return the section on lengths and ends.

    Raises:
        StoreError: the database cannot be read.
    """
    slug = frame.game.description.slug
    survival = survival_of(fetch_lengths(database, slug, selection))
    endings = _endings(fetch_terminations(database, slug, selection))
    shortest, longest = survival.points[0].plies, survival.points[-1].plies
    span = f"{shortest:,} to " if shortest < longest else ""
    median = (
        "more than half of them are unfinished"
        if survival.median is None
        else (f"half of them are over after {count(survival.median, 'ply', 'plies')}")
    )
    paragraphs = [
        f"Games of {span}{count(longest, 'ply', 'plies')}; counting unfinished ones as "
        f"lasting at least that long, {median}."
    ]
    if shape is not None:
        by_repetition = endings.get(Termination.REPETITION.value, Results()).games
        repeated = ", ".join(f"{label} {number:,}" for label, number in shape.recurrence)
        paragraphs.append(
            f"Games by how often their most repeated position occurred: {repeated}. "
            f"{count(by_repetition, 'game')} ended by repetition."
        )
    return Section(
        "length",
        "How long games last, and how they end",
        tuple(paragraphs),
        (_survival(frame, survival), _terminations(frame, endings)),
    )


def _survival(frame: Frame, survival: Survival) -> Exhibit:
    points = [(0.0, 100.0)]
    band = [(100.0, 100.0)]
    for point in survival.points:
        points.append((float(point.plies), 100 * point.share))
        low, high = point.low, point.high
        band.append((100 * (low or 0.0), 100 * (band[-1][1] / 100 if high is None else high)))
    median = survival.median
    return frame.exhibit(
        "survival",
        "Games that are still going on",
        f"Survival curve of {count(frame.games, 'game')}: the share that outlasts each ply"
        + (f", half of them {median:,} plies." if median is not None else "."),
        n_words=f"games, {survival.censored:,} of them unfinished and counted as censored",
        method=f"{METHOD}. An unfinished game (*) counts as one that lasted at least that long. "
        f"{BY_PLY}",
        plot=CurvePlot(
            (Curve("share", INK, points, band, is_step=True),),
            "Plies played",
            "Games that last longer",
            top=100.0,
            unit="\N{NO-BREAK SPACE}%",
            mark=None if median is None else (float(median), f"median {median:,} plies"),
        ),
        numbers=NumberTable(
            ("plies", "at_risk", "ended", "censored", "share", "share_low", "share_high"),
            tuple(
                (
                    point.plies,
                    point.at_risk,
                    point.ended,
                    point.censored,
                    point.share,
                    point.low,
                    point.high,
                )
                for point in survival.points
            ),
        ),
        display=by_ply(
            ("Plies", "At risk", "Ended", "Unfinished", "Last longer", "Interval"),
            tuple(_display(point) for point in survival.points),
        ),
    )


def _display(point: SurvivalPoint) -> tuple[str, ...]:
    bounds = "undefined"
    if point.low is not None and point.high is not None:
        bounds = f"{100 * point.low:.0f} to {100 * point.high:.0f}\N{NO-BREAK SPACE}%"
    counts = (point.plies, point.at_risk, point.ended, point.censored)
    return (*(f"{number:,}" for number in counts), percent(point.share), bounds)


def _endings(counts: dict[tuple[str, str], int]) -> dict[str, Results]:
    """Return results by termination, the most frequent first."""
    found: dict[str, Results] = {}
    for (termination, result), games in counts.items():
        label = termination or _UNKNOWN
        found[label] = found.get(label, Results()) + Results.of({result: games})
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))


def _terminations(frame: Frame, endings: dict[str, Results]) -> Exhibit:
    marks = (*frame.study.marks, UNFINISHED)
    rows = {
        label: (results.first, results.draws, results.second, results.unknown)
        for label, results in endings.items()
    }
    sides = frame.game.description.sides
    names = (f"{sides[0].lower()}_wins", "draws", f"{sides[1].lower()}_wins", "unfinished")
    most = next(iter(endings))
    return frame.exhibit(
        "terminations",
        "How games end",
        f"Bars of {count(len(endings), 'way', 'ways')} to end; the most frequent is {most}.",
        method=(
            "games by the tag Termination, or by what the board shows, divided by result "
            f"({RESULT_FIRST}, {RESULT_DRAW}, {RESULT_SECOND} or none)."
        ),
        plot=BarPlot([BarRow(label, parts) for label, parts in rows.items()], marks),
        numbers=NumberTable(
            ("termination", "games", *names),
            tuple((label, sum(parts), *parts) for label, parts in rows.items()),
        ),
        display=NumberTable(
            ("Termination", "Games", *(mark.name for mark in marks)),
            tuple(
                (label, f"{sum(parts):,}", *(f"{part:,}" for part in parts))
                for label, parts in rows.items()
            ),
        ),
    )
