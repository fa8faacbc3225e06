"""The win rate report: how games ended, over all, by option and by length.

Unfinished games are counted apart. Says nothing about the players' strength, nor about causes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from mentis_records.core.game import AnyGame
from mentis_records.report.collection import Collection, survey
from mentis_records.report.ending import ending_section
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.figure_forest import ForestPlot, ForestRow, SharePlot
from mentis_records.report.figure_histogram import HistogramPlot, columns_of
from mentis_records.report.figure_mark import Mark, Marks, outcome_marks
from mentis_records.report.figure_style import MUTED
from mentis_records.report.number_table import NumberTable
from mentis_records.report.page import Progress, Report, Section
from mentis_records.report.wording import (
    METHOD_NOTE,
    count,
    results_cells,
    results_columns,
    sample_note,
    sample_words,
    share_cell,
    share_words,
    small_note,
    tally,
)
from mentis_records.statistics.interval import METHOD
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import Grouping, WinRate, WinRates, win_rates
from mentis_records.store.database import Database
from mentis_records.store.fetch import fetch_length_results
from mentis_records.store.selection import EVERY_GAME, Selection

_MOST_GROUPS = 16


def compose(
    database: Database,
    game: AnyGame,
    *,
    made: date | None = None,
    progress: Progress | None = None,
    selection: Selection = EVERY_GAME,
) -> Report:
    """Return the win rate report on a game's records.

    Raises:
        StoreError: the database cannot be read.
    """
    description = game.description
    collection = survey(database, game, selection, made=made)
    sections: list[Section] = []
    if not collection.is_empty:
        if progress is not None:
            progress(0, 1)
        marks = outcome_marks(collection.palette, description.sides)
        rates = win_rates(database, game, selection)
        sections.append(_overall(rates, marks, collection))
        for option in description.options:
            grouping = rates.grouping(option.tag.lower())
            sections.append(_grouping(rates, grouping, marks, collection))
        lengths = {
            max(band + 1, 1): Results.of(counts)
            for band, counts in fetch_length_results(
                database, description.slug, 1, selection
            ).items()
        }
        sections.append(_lengths(lengths, rates, marks, collection))
        if rates.overall.results.decided:
            sections.append(ending_section(database, game, selection))
    lede = collection.warning or (
        f"How often {description.sides[0]}, who moves first, and {description.sides[1]} win. "
        "Counts stand beside every share, and every share has its interval."
    )
    return Report(
        slug="winrate",
        title=f"Win rates in {description.title}",
        lede=lede,
        facts=collection.facts,
        sections=tuple(sections),
        sides=description.sides,
        palette=collection.palette,
        provenance=collection.provenance,
    )


def _overall(rates: WinRates, marks: Marks, collection: Collection) -> Section:
    results = rates.overall.results
    score = results.score
    shares = (score.first, score.draw, score.second)
    words = "; ".join(
        f"{mark.name} {share_words(share)}" for mark, share in zip(marks, shares, strict=True)
    )
    numbers = NumberTable(results_columns(rates.sides), (results_cells(results),))
    display = NumberTable(
        ("Result", "Share (interval), count"),
        tuple((mark.name, share_words(share)) for mark, share in zip(marks, shares, strict=True)),
    )
    exhibit = Exhibit(
        slug="overall",
        title="Results of all games",
        alternative=f"Three shares with their intervals. {words}.",
        n=results.decided,
        n_words=sample_note(results),
        method=(
            f"{METHOD}. Games are taken as independent; the players' strength is not accounted "
            f"for. {small_note()}"
        ),
        selection=collection.provenance.selection,
        plot=SharePlot(results, marks),
        numbers=numbers,
        display=display,
    )
    paragraph = f"{count(results.games, 'game')}: {tally(results, rates.sides)}."
    return Section("overall", "All games", (paragraph,), (exhibit,) if results.decided else ())


def _grouping(rates: WinRates, grouping: Grouping, marks: Marks, collection: Collection) -> Section:
    """Return the section on one property; where all games are alike in it, without a figure."""
    title = f"By {grouping.title.lower()}"
    if len(grouping.rates) < 2:
        words = "".join(
            f"All {count(rate.results.games, 'game')}: {rate.label}. There is nothing to compare."
            for rate in grouping.rates
        )
        return Section(grouping.slug, title, (words or "No game says which.",))
    shown = _shown(grouping.rates)
    hidden = len(grouping.rates) - len(shown)
    cut = f" {count(hidden, 'smaller group')}: in the CSV and JSON only." if hidden else ""
    results = sum((rate.results for rate in grouping.rates), Results())
    dotted = "" if rates.overall.is_small else " Dotted line: all games."
    exhibit = Exhibit(
        slug=grouping.slug,
        title=f"Results by {grouping.title.lower()}",
        alternative=(
            f"Forest plot of {count(len(shown), 'group')}: the shares of wins and draws, each "
            "with its interval. All numbers are in the table below."
        ),
        n=results.decided,
        n_words=sample_note(results),
        method=f"{METHOD}. {METHOD_NOTE} {small_note()}{dotted}{cut}",
        selection=collection.provenance.selection,
        plot=ForestPlot(
            [ForestRow(rate.label, rate.results) for rate in shown],
            marks,
            ForestRow("all", rates.overall.results),
        ),
        numbers=NumberTable(
            ("group", *results_columns(rates.sides)),
            tuple((rate.label, *results_cells(rate.results)) for rate in grouping.rates),
        ),
        display=NumberTable(
            ("Group", "Games", *(mark.name for mark in marks), "Unfinished"),
            tuple(_display(rate) for rate in shown),
        ),
    )
    return Section(grouping.slug, title, (), (exhibit,))


def _shown(rates: Sequence[WinRate]) -> list[WinRate]:
    """Return the groups to draw in their order: all, or the largest where there are too many."""
    largest = sorted(rates, key=lambda rate: -rate.results.games)[:_MOST_GROUPS]
    return [rate for rate in rates if rate in largest]


def _display(rate: WinRate) -> tuple[str, ...]:
    results, score = rate.results, rate.score
    counts = tuple(
        str(share.count) if results.is_small else share_cell(share)
        for share in (score.first, score.draw, score.second)
    )
    return (rate.label, sample_words(results), *counts, f"{results.unknown:,}")


def _lengths(
    lengths: dict[int, Results], rates: WinRates, marks: Marks, collection: Collection
) -> Section:
    columns = columns_of(lengths)
    median = _median(lengths)
    results = rates.overall.results
    cells = tuple(
        (
            column.first,
            column.last,
            column.results.games,
            column.results.first,
            column.results.draws,
            column.results.second,
            column.results.unknown,
        )
        for column in columns
    )
    sides = rates.sides
    shortest, longest = min(lengths), max(lengths)
    words = f"Shortest {shortest}, median {median:g}, longest {longest} plies."
    exhibit = Exhibit(
        slug="histogram",
        title="How long games are",
        alternative=f"Histogram of the lengths of {count(results.games, 'game')}. {words}",
        n=results.games,
        n_words="games, unfinished ones included with the plies that were played",
        method=(
            f"columns of {columns[0].last} plies each, divided by result; a game of no ply "
            f"stands in the first column. {small_note('games')}"
        ),
        selection=collection.provenance.selection,
        plot=HistogramPlot(
            columns, median, marks, Mark("Unfinished", MUTED, "x", "", is_open=True)
        ),
        numbers=NumberTable(
            (
                "from_ply",
                "to_ply",
                "games",
                f"{sides[0].lower()}_wins",
                "draws",
                f"{sides[1].lower()}_wins",
                "unfinished",
            ),
            cells,
        ),
        display=NumberTable(
            ("Plies", "Games", *(mark.name for mark in marks), "Unfinished"),
            tuple(
                (f"{column.first} to {column.last}", *map(str, row[2:]))
                for column, row in zip(columns, cells, strict=True)
            ),
        ),
    )
    by_length = _grouping(rates, rates.grouping("length"), marks, collection)
    caution = (
        "How long a game lasts and how it ends are decided together: a difference between long "
        "and short games is no cause of anything."
    )
    paragraphs = (words, *by_length.paragraphs, *([caution] if by_length.exhibits else []))
    return Section("length", "By length", paragraphs, (exhibit, *by_length.exhibits))


def _median(lengths: dict[int, Results]) -> float:
    """Return the median length of all games."""
    total = sum(results.games for results in lengths.values())
    places = ((total - 1) // 2, total // 2)
    found: list[int] = []
    for place in places:
        seen = 0
        for plies in sorted(lengths):
            seen += lengths[plies].games
            if seen > place:
                found.append(plies)
                break
    return sum(found) / 2
