"""The section on the course of games: choice, kinds of turns, and what a game adds by ply."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, OwnCourse
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.collection.frame import BY_PLY, Frame, by_ply, neutral_marks
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_curve import Curve, CurvePlot
from mentis_records.report.figure.figure_style import INK, MUTED
from mentis_records.report.words.wording import TOO_FEW, count
from mentis_records.statistics.shape import Choice, Moment, Shape

_KIND_LOOKS = ((INK, "-"), (MUTED, "--"), (INK, ":"), (INK, "-."), (MUTED, "-"), (MUTED, ":"))
"""The colour and the dashes of the curve of each kind of turn."""

_SIDE_DASHES = (("-", "--"), ("-.", ":"))
_NOTHING = f"{TOO_FEW.capitalize()}: there are not {MIN_SAMPLE} positions at any ply"
_PLY = ("ply", "is_open")
"""Columns that ``_ply`` fills; neither says anything of all plies together."""

_OPEN = "Positions of later plies are counted together and not drawn; the tables have them."


def course_section(frame: Frame, shape: Shape, courses: Sequence[OwnCourse]) -> Section:
    """Return the section; without any ply, words only."""
    title = "How games develop"
    if shape.choice is None:
        return Section("course", title, ("No ply was played in any of these games.",))
    paragraphs = (
        f"{count(shape.plies, 'ply', 'plies')} were played, each from {shape.choice.mean:.1f} "
        f"legal moves on average (median {shape.choice.median:,}). Decision complexity, the mean "
        f"of their decimal logarithms, is {shape.choice.complexity:.2f}.",
        "The logarithms of a game's choices add up to "
        f"{shape.tree_complexity:.0f} on average. By Allis's estimate, the game tree has "
        f"about 10 to the power {shape.tree_complexity:.0f} games.",
    )
    exhibits = (
        _choice(frame, shape),
        *(_over_time(frame, shape, own) for own in courses),
        _kinds(frame, shape),
        _phases(frame, shape),
    )
    return Section("course", title, paragraphs, exhibits)


def _ply(moment: Moment) -> tuple[int, bool]:
    """Return after how many plies a moment is, and whether later ones are counted with it."""
    return moment.ply, moment.is_open


def _drawn(shape: Shape, sizes: Sequence[int]) -> list[Moment]:
    """Return the moments to draw: as long as they have enough positions, or all of few games."""
    least = MIN_SAMPLE if shape.games >= MIN_SAMPLE else 1
    drawn = []
    for moment, size in zip(shape.moments, sizes, strict=True):
        if moment.is_open or size < least:
            break
        drawn.append(moment)
    return drawn


def _alternative(curves: str, plies: int) -> str:
    """Return what a figure shows: its curves over so many plies, or that they are too few."""
    return f"{curves} over {count(plies, 'ply', 'plies')}." if plies else f"{_NOTHING}."


def _cut(shape: Shape) -> str:
    words = ""
    if shape.games >= MIN_SAMPLE:
        words = f"Drawn as far as there are at least {MIN_SAMPLE} positions. "
    return f"{words}{_OPEN} {BY_PLY}" if shape.moments[-1].is_open else words + BY_PLY


def _choice(frame: Frame, shape: Shape) -> Exhibit:
    chosen = [(moment, moment.choice) for moment in shape.moments if moment.choice is not None]
    sizes = [moment.choice.n if moment.choice else 0 for moment in shape.moments]
    drawn = [(moment.ply, moment.choice) for moment in _drawn(shape, sizes) if moment.choice]
    middle = [(float(ply), float(choice.median)) for ply, choice in drawn]
    band = [(float(choice.low), float(choice.high)) for _, choice in drawn]
    mean = [(float(ply), choice.mean) for ply, choice in drawn]
    return frame.exhibit(
        "choice",
        "Legal moves to choose from",
        _alternative("Curves of the median and the mean number of legal moves", len(drawn)),
        method=(
            "legal moves in the positions in which a ply was played, each notation counted "
            "separately. The band holds the middle eighty percent of the positions. Complexity is "
            f"the mean decimal logarithm. {_cut(shape)}"
        ),
        plot=CurvePlot(
            (Curve("median", INK, middle, band), Curve("mean", MUTED, mean, dashes="--")),
            "Plies played before",
            "Legal moves",
            nothing=_NOTHING,
        ),
        numbers=NumberTable(
            (*_PLY, "positions", "mean", "low_10", "median", "high_90", "complexity"),
            (
                *((*_ply(moment), *_choice_cells(choice)) for moment, choice in chosen),
                *([(None, None, *_choice_cells(shape.choice))] if shape.choice else []),
            ),
        ),
        display=by_ply(
            ("Plies before", "Positions", "Mean", "Median (10 to 90 %)", "Complexity"),
            tuple(
                (
                    moment.label,
                    f"{choice.n:,}",
                    f"{choice.mean:.1f}",
                    f"{choice.median:,} ({choice.low:,} to {choice.high:,})",
                    f"{choice.complexity:.2f}",
                )
                for moment, choice in chosen
            ),
        ),
    )


def _choice_cells(choice: Choice) -> tuple[int | float, ...]:
    return (choice.n, choice.mean, choice.low, choice.median, choice.high, choice.complexity)


def _over_time(frame: Frame, shape: Shape, own: OwnCourse) -> Exhibit:
    """Return what a game counts of its own in every position, as means by ply."""
    drawn = _drawn(shape, [moment.positions for moment in shape.moments])
    palette = frame.collection.palette
    quantities = own.course.quantities
    means = [
        [quantity.sums[moment.ply] / moment.positions for quantity in quantities]
        for moment in shape.moments
    ]
    order = sorted(
        range(len(quantities)), key=lambda at: (quantities[at].side, not quantities[at].is_main)
    )
    curves = [
        Curve(
            quantities[at].name,
            (palette.first, palette.second)[quantities[at].side],
            [(float(moment.ply), row[at]) for moment, row in zip(drawn, means, strict=False)],
            dashes=_SIDE_DASHES[quantities[at].side][not quantities[at].is_main],
        )
        for at in order
    ]
    names = [quantity.name for quantity in quantities]
    return frame.exhibit(
        own.slug,
        own.title,
        _alternative(own.alternative, len(drawn)),
        method=f"{own.method} {_cut(shape)}",
        plot=CurvePlot(curves, "Plies played", own.course.unit, nothing=_NOTHING),
        numbers=NumberTable(
            (*_PLY, "positions", *(name.lower().replace(" ", "_") for name in names)),
            tuple(
                (*_ply(moment), moment.positions, *row)
                for moment, row in zip(shape.moments, means, strict=True)
            ),
        ),
        display=by_ply(
            ("Plies", "Positions", *names),
            tuple(
                (moment.label, f"{moment.positions:,}", *(f"{number:.2f}" for number in row))
                for moment, row in zip(shape.moments, means, strict=True)
            ),
        ),
    )


def _kinds(frame: Frame, shape: Shape) -> Exhibit:
    moments = shape.moments[1:]
    sizes = [0, *(sum(moment.kinds) for moment in moments)]
    least = _drawn(shape, [max(sizes), *sizes[1:]])[1:]
    curves = [
        Curve(
            kind,
            colour,
            [(float(each.ply), 100 * each.kinds[index] / sum(each.kinds)) for each in least],
            dashes=dashes,
        )
        for index, kind in enumerate(shape.kinds)
        for colour, dashes in [_KIND_LOOKS[index % len(_KIND_LOOKS)]]
    ]
    return frame.exhibit(
        "kinds",
        "What is played at each ply",
        _alternative(f"Curves of the shares of {', '.join(shape.kinds)}", len(least)),
        method=f"plies of all games by kind, as a share of the plies with this number. "
        f"{_cut(shape)}",
        plot=CurvePlot(
            curves, "Ply", "Share of plies", top=100.0, unit="\N{NO-BREAK SPACE}%", nothing=_NOTHING
        ),
        numbers=NumberTable(
            (*_PLY, "plies", *shape.kinds),
            tuple((*_ply(each), sum(each.kinds), *each.kinds) for each in moments),
        ),
        display=by_ply(
            ("Ply", "Games", *(kind.capitalize() for kind in shape.kinds)),
            tuple(
                (each.label, f"{sum(each.kinds):,}", *(f"{number:,}" for number in each.kinds))
                for each in moments
            ),
        ),
    )


def _phases(frame: Frame, shape: Shape) -> Exhibit:
    rows = [BarRow(f"{each.phase}, {each.side}", each.kinds) for each in shape.phases]
    return frame.exhibit(
        "phases",
        "What is played in each third of a game",
        f"Bars of the shares of {', '.join(shape.kinds)}, by third of the game and side.",
        method=(
            "plies by kind; ply p of n is in the first third while 3(p - 1) is less than n, and "
            "so on. In unfinished games these are the thirds of what was played."
        ),
        plot=BarPlot(
            rows, neutral_marks(shape.kinds), is_share=True, is_small=frame.census.is_small
        ),
        numbers=NumberTable(
            ("phase", "side", "plies", *shape.kinds),
            tuple((each.phase, each.side, sum(each.kinds), *each.kinds) for each in shape.phases),
        ),
        display=NumberTable(
            ("Phase and side", "Plies", *(kind.capitalize() for kind in shape.kinds)),
            tuple(
                (
                    row.label,
                    f"{row.total:,}",
                    *(frame.census.part(part, row.total) for part in row.parts),
                )
                for row in rows
            ),
        ),
    )
