"""The section on how long games last and how they end."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import GameDescription
from mentis_records.core.number_table import NumberTable
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination
from mentis_records.core.section import BarRow
from mentis_records.core.text import percent
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.collection.frame import BY_PLY, UNFINISHED, Frame, by_ply
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_curve import Curve, CurvePlot
from mentis_records.report.figure.figure_style import INK, MUTED
from mentis_records.report.words.wording import count, enumerated
from mentis_records.statistics.result import Results
from mentis_records.statistics.shape import Shape
from mentis_records.statistics.survival import METHOD, Survival, SurvivalPoint, survival_of
from mentis_records.store.count.length import fetch_lengths, fetch_terminations
from mentis_records.store.count.result import fetch_option_results, select_option
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

_UNKNOWN = "not stated"


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games last, and how many of them end in each way, of one start or of all games."""

    label: str
    survival: Survival
    endings: dict[str, Results]

    @property
    def games(self) -> int:
        """Return how many games there are."""
        return sum(results.games for results in self.endings.values())

    @property
    def most(self) -> tuple[str, float] | None:
        """Return the most frequent way in which games ended, with its share of all, if known."""
        known = {label: each.decided for label, each in self.endings.items() if label != _UNKNOWN}
        label = max(known, key=lambda each: known[each], default="")
        if not known.get(label):
            return None
        return label, known[label] / self.games


def lengths_of(
    database: Database, description: GameDescription, selection: Selection
) -> list[Lengths]:
    """Return how long games last: of each value of a setting that they differ in, or of all.

    One that only says who moves first makes no other game.

    Raises:
        StoreError: the database cannot be read.
    """
    slug = description.slug
    for setting in description.settings:
        if setting.is_counted and setting.tag != description.numbered_by:
            values = list(fetch_option_results(database, slug, setting.tag, selection))
            if len(values) > 1:
                parts = {
                    setting.name_of(value): selection & select_option(setting.tag, value)
                    for value in values
                }
                break
    else:
        parts = {"": selection}
    return [
        Lengths(
            label,
            survival_of(fetch_lengths(database, slug, part)),
            _endings(fetch_terminations(database, slug, part)),
        )
        for label, part in parts.items()
    ]


def title_of(parts: Sequence[Lengths]) -> str:
    """Return how long games last, in a few words."""
    medians = [_median(each) for each in parts]
    if None in medians:
        return f"{count(sum(each.games for each in parts), 'game')}"
    if len(parts) == 1:
        return f"Half of the games are over after {medians[0]}"
    told = (f"{median} in {each.label}" for each, median in zip(parts, medians, strict=True))
    return f"Half of the games are over after {enumerated(list(told), len(parts))}"


def _median(part: Lengths) -> str | None:
    median = part.survival.median
    return None if median is None else count(median, "ply", "plies")


def lede_of(parts: Sequence[Lengths]) -> list[str]:
    """Return the span of lengths, and how games end."""
    spans = []
    ends: dict[str, list[str]] = {}
    for each in parts:
        where = f" in {each.label}" if each.label else ""
        shortest, longest = each.survival.points[0].plies, each.survival.points[-1].plies
        span = f"{shortest:,} to " if shortest < longest else ""
        spans.append(
            f"{count(each.games, 'game')}{where} of {span}{count(longest, 'ply', 'plies')}"
        )
        if each.most is not None:
            ends.setdefault(each.most[0], []).append(f"{percent(each.most[1])}{where}")
    words = enumerated(spans, len(spans))
    if ends:
        told = [f"{label} ({enumerated(shares, len(shares))})" for label, shares in ends.items()]
        words += f"; most common ending: {enumerated(told, len(told))}"
    return [f"{words}."]


def choice_words(shape: Shape | None) -> list[str]:
    """Return how many moves there are to choose from, if that is known."""
    if shape is None or shape.choice is None:
        return []
    return [f"There are {shape.choice.mean:.1f} legal moves to choose from on average."]


def length_section(frame: Frame, parts: Sequence[Lengths], shape: Shape | None) -> Section:
    """Return the section on how games end."""
    paragraphs = [
        "Unfinished games count as lasting at least as long as they were played."
        + _cut_words(parts)
    ]
    if shape is not None:
        repeated = ", ".join(f"{label} {number:,}" for label, number in shape.recurrence)
        words = f"How often a game's most repeated position came up, in games: {repeated}."
        if frame.game.description.repetitions:
            by_repetition = sum(
                each.endings.get(Termination.REPETITION.value, Results()).games for each in parts
            )
            words += f" {count(by_repetition, 'game')} ended by repetition."
        paragraphs.append(words)
    endings: dict[str, Results] = {}
    for each in parts:
        for label, results in each.endings.items():
            endings[label] = endings.get(label, Results()) + results
    return Section(
        "length", "How games end", tuple(paragraphs), (_terminations(frame, _ordered(endings)),)
    )


def _cut_words(parts: Sequence[Lengths]) -> str:
    """Return that all unfinished games stop at the greatest length, if they do."""
    last = max(each.survival.points[-1].plies for each in parts)
    stops = [point for each in parts for point in each.survival.points if point.censored]
    if not stops or any(point.plies != last for point in stops):
        return ""
    games = sum(point.censored for point in stops)
    length = count(last, "ply", "plies")
    if games == 1:
        return f" The one that there is has {length}, the greatest length here."
    return f" All {games:,} of them stop at {length}, the greatest length here."


def survival_exhibit(frame: Frame, parts: Sequence[Lengths]) -> Exhibit:
    """Return the figure of how many games outlast each ply, a curve for each part."""
    curves = []
    for at, each in enumerate(parts):
        points = [(0.0, 100.0)]
        band = [(100.0, 100.0)]
        for point in each.survival.points:
            points.append((float(point.plies), 100 * point.share))
            low, high = point.low, point.high
            band.append((100 * (low or 0.0), 100 * (band[-1][1] / 100 if high is None else high)))
        look = (INK, MUTED)[at % 2], ("-", "--", ":", "-.")[at % 4]
        curves.append(Curve(each.label or "share", look[0], points, band, look[1], is_step=True))
    median = parts[0].survival.median if len(parts) == 1 else None
    censored = sum(each.survival.censored for each in parts)
    has_parts = len(parts) > 1
    name = ("setting",) if has_parts else ()
    return frame.exhibit(
        "survival",
        "Games that are still going on",
        f"Survival curve of {count(frame.games, 'game')}: the share that outlasts each ply"
        + (f", half of them {median:,} plies." if median is not None else "."),
        n_words=f"games, {censored:,} of them unfinished and counted as censored",
        method=f"{METHOD}. An unfinished game (*) counts as one that lasted at least that long. "
        f"{BY_PLY}",
        plot=CurvePlot(
            tuple(curves),
            "Plies played",
            "Games that last longer",
            top=100.0,
            unit="\N{NO-BREAK SPACE}%",
            mark=None if median is None else (float(median), f"median {median:,} plies"),
        ),
        numbers=NumberTable(
            (*name, "plies", "at_risk", "ended", "censored", "share", "share_low", "share_high"),
            tuple(
                (
                    *((each.label,) if has_parts else ()),
                    point.plies,
                    point.at_risk,
                    point.ended,
                    point.censored,
                    point.share,
                    point.low,
                    point.high,
                )
                for each in parts
                for point in each.survival.points
            ),
        ),
        display=by_ply(
            ("Plies", "At risk", "Ended", "Unfinished", "Last longer", "Interval"),
            tuple(
                (f"{each.label} {cells[0]}".strip(), *cells[1:])
                for each in parts
                for cells in map(_display, each.survival.points)
            ),
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
    return _ordered(found)


def _ordered(endings: dict[str, Results]) -> dict[str, Results]:
    return dict(sorted(endings.items(), key=lambda item: (-item[1].games, item[0])))


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
        "Ways to end",
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
