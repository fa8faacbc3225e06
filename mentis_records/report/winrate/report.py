"""The win rate report: how games ended, over all, by option, period and length.

Unfinished games are counted apart. Says nothing about the players' strength, nor about causes.
"""

from __future__ import annotations

from dataclasses import replace

from mentis_records.core.number_table import NumberTable
from mentis_records.core.progress import steps_of
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_forest import SharePlot
from mentis_records.report.figure.figure_histogram import HistogramPlot, columns_of
from mentis_records.report.figure.figure_mark import Mark, Marks
from mentis_records.report.figure.figure_style import MUTED
from mentis_records.report.section.body import Body
from mentis_records.report.section.comparison import Compared
from mentis_records.report.section.contrast import contrast_section
from mentis_records.report.section.ending import ending_section
from mentis_records.report.section.study import Study
from mentis_records.report.section.survey import Collection
from mentis_records.report.winrate.cluster import clustered_method, clustered_words
from mentis_records.report.winrate.example import group_games, result_games
from mentis_records.report.winrate.finding import lede_of, points_exhibit, title_of
from mentis_records.report.words.bound_words import counted_share
from mentis_records.report.words.wording import (
    LENGTH_CAUTION,
    bound_words,
    count,
    interval,
    results_cells,
    results_columns,
    sample_note,
    small_note,
    tally,
)
from mentis_records.statistics.interval import METHOD, Share
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import (
    ClusteredRate,
    Grouping,
    WinRates,
    clustered_rate,
    win_rates,
)
from mentis_records.store.count.result import fetch_length_results


def compose(study: Study) -> Body:
    """Return who wins how often.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.played
    description, collection, marks = study.description, study.collection, study.marks
    step = steps_of(study.progress, 4)
    step()
    rates = win_rates(database, game, selection)
    step()
    clustered = clustered_rate(database, game, selection)
    step()
    overall = _overall(rates, clustered, marks, collection)
    sections, absent = [], []
    counted = [each.tag.lower() for each in description.settings if each.is_counted]
    for slug in (*counted, "period"):
        grouping = rates.grouping(slug)
        reason = _nothing(grouping)
        if reason:
            absent.append(f"by {grouping.title.lower()} ({reason})")
            continue
        section = contrast_section(study, slug) or _grouping(rates, grouping, marks, collection)
        games = group_games(database, game, grouping, selection)
        sections.append(replace(section, games=games))
    parted = next((each for each in sections if each.slug in counted), None)
    figure = overall
    if parted is not None:
        figure = points_exhibit(rates.grouping(parted.slug), rates.sides, collection)
    first = Section(
        "overall",
        "All games",
        _told(rates, clustered, has_bounds=parted is not None),
        (overall,) if parted is not None and overall else (),
        games=result_games(database, game, selection),
    )
    sections.insert(0, first)
    lengths = {
        plies: Results.of(counts)
        for plies, counts in fetch_length_results(database, description.slug, 1, selection).items()
    }
    section = _lengths(lengths, rates, marks, collection)
    games = group_games(database, game, rates.grouping("length"), selection)
    sections.append(replace(section, games=games))
    step()
    if rates.overall.results.decided:
        sections.append(ending_section(database, game, selection))
    groups = [rates.overall] if parted is None else rates.grouping(parted.slug).rates
    lede = lede_of(rates.sides, groups)
    if parted is not None:
        lede = [*parted.paragraphs[:1]] or lede
    return Body(title_of(rates.sides, groups), lede, sections, figure, absent=absent)


def _overall(
    rates: WinRates, clustered: ClusteredRate, marks: Marks, collection: Collection
) -> Exhibit | None:
    """Return the figure of all games, if one has a result."""
    results = rates.overall.results
    if not results.decided:
        return None
    score = results.score
    shares = (score.first, score.draw, score.second)
    words = "; ".join(
        f"{mark.name} {_share(share)}" for mark, share in zip(marks, shares, strict=True)
    )
    widest = clustered.widest
    wider = widest.found.score if widest is not None and widest.found is not None else None
    columns, cells = results_columns(rates.sides), results_cells(results)
    rows: list[tuple[str, ...]] = [
        (mark.name, _share(share)) for mark, share in zip(marks, shares, strict=True)
    ]
    heading: tuple[str, ...] = ("Result", "Share (interval), count")
    if widest is not None and wider is not None:
        names = (f"{rates.sides[0].lower()}_wins", "draws", f"{rates.sides[1].lower()}_wins")
        others = (wider.first, wider.draw, wider.second)
        columns += tuple(f"{name}_clustered_{end}" for name in names for end in ("low", "high"))
        cells += tuple(bound for share in others for bound in (share.low, share.high))
        rows = [(*row, interval(share)) for row, share in zip(rows, others, strict=True)]
        heading += (f"Interval by {widest.unit}s",)
    return Exhibit(
        slug="overall",
        title="Results of all games",
        alternative=f"Three shares with their intervals. {words}.",
        n=results.decided,
        n_words=sample_note(results),
        method=f"{METHOD}. {clustered_method(clustered)} {small_note()}",
        selection=collection.provenance.selection,
        plot=SharePlot(results, marks, wider),
        numbers=NumberTable(
            (*columns, "pairings", "events", "clustered_by"),
            (
                (
                    *cells,
                    clustered.pairings.clusters,
                    clustered.events.clusters,
                    None if widest is None else widest.unit,
                ),
            ),
        ),
        display=NumberTable(heading, tuple(rows)),
    )


def _share(share: Share) -> str:
    """Return a share with its interval and its counts, little ones with a decimal."""
    words, counts = counted_share(share), f"{share.count:,} of {share.n:,}"
    return counts if words == counts else f"{words}, {counts}"


def _told(rates: WinRates, clustered: ClusteredRate, *, has_bounds: bool) -> tuple[str, ...]:
    """Return the results of all games, what unfinished ones leave open, and independence."""
    results = rates.overall.results
    paragraphs = [f"{count(results.games, 'game')}: {tally(results, rates.sides)}."]
    paragraphs += bound_words(results, rates.sides[0]) if has_bounds else []
    if not results.is_small:
        paragraphs.append(clustered_words(clustered, rates.sides[0]))
    return tuple(paragraphs)


def _nothing(grouping: Grouping) -> str:
    """Return why games cannot be compared by a property, or nothing."""
    if not grouping.rates:
        return "not known for any game"
    if len(grouping.rates) == 1:
        return f"all are {grouping.rates[0].label}"
    if not any(rate.results.decided for rate in grouping.rates):
        return "no game has a result"
    return ""


def _grouping(rates: WinRates, grouping: Grouping, marks: Marks, collection: Collection) -> Section:
    """Return the section on one property, in which games differ."""
    title = f"By {grouping.title.lower()}"
    total = sum((rate.results for rate in grouping.rates), Results())
    left = rates.overall.results.games - total.games
    apart = f"{count(left, 'game')} of unknown {grouping.title.lower()} left out." if left else ""
    compared = Compared.of([rate.results for rate in grouping.rates], total)
    exhibit = compared.exhibit(
        [rate.label for rate in grouping.rates],
        collection,
        marks,
        slug=grouping.slug,
        title=f"Results by {grouping.title.lower()}",
    )
    words = compared.words("group", "groups", rates.sides[0])
    return Section(grouping.slug, title, tuple(filter(None, (words, apart))), (exhibit,))


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
    plies = "ply" if longest == 1 else "plies"
    words = (
        f"The shortest game has {shortest}, the longest {longest} {plies}; the median is "
        f"{median:g}."
    )
    exhibit = Exhibit(
        slug="histogram",
        title="How long games are",
        alternative=f"Histogram of the lengths of {count(results.games, 'game')}. {words}",
        n=results.games,
        n_words="games, unfinished ones included with the plies that were played",
        method=(
            f"columns of {count(columns[0].last, 'ply', 'plies')} each, divided by result; a game "
            f"without a ply is in the first column. {small_note('games')}"
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
    grouping = rates.grouping("length")
    if _nothing(grouping):
        return Section("length", "By length", (words,), (exhibit,))
    by_length = _grouping(rates, grouping, marks, collection)
    paragraphs = (words, *by_length.paragraphs, LENGTH_CAUTION)
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
