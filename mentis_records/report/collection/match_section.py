"""The section on matches: how they were decided, who moved first, who led, and swings of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.outcome import WINNERS
from mentis_records.core.section import BarRow
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.collection.frame import Frame, neutral_marks
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK
from mentis_records.report.words.bound_words import bound_words, counted_share, short_bounds
from mentis_records.report.words.rating_words import percent_tick
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.match_course import Swing, leader_results, mover_results, swings
from mentis_records.statistics.result import Results
from mentis_records.store.count.match_rounds import PlayedMatch, fetch_matches

_MOST_ROUNDS = 5
"""Matches of more rounds than these are drawn together."""

_MARK = Mark("first mover", INK, "o", "")
_MATCH = "The match"
_MATCHES = "matches"


def match_section(frame: Frame) -> Section | None:
    """Return the section, or None where no match is selected as a whole.

    Raises:
        StoreError: the database cannot be read.
    """
    study = frame.study
    matches = fetch_matches(study.database, study.description.slug, study.played)
    if not matches:
        return None
    by_round, whole = mover_results(matches)
    leaders, changes = leader_results(matches), swings(matches)
    words = (
        _ends_words(matches),
        _mover_words(by_round, whole),
        _leader_words(leaders),
        _swing_words(changes),
    )
    exhibits = [_ends(frame, matches), _movers(frame, len(matches), by_round, whole)]
    if changes:
        exhibits.append(_swings(frame, changes, leaders))
    return Section(_MATCHES, "Matches", tuple(filter(None, words)), tuple(exhibits))


def _ends_words(matches: Sequence[PlayedMatch]) -> str:
    rounds = sum(len(match.rounds) for match in matches)
    reasons = Counter(match.reason for match in matches).most_common()
    told = ", ".join(f"{reason} {number:,}" for reason, number in reasons)
    return (
        f"{count(len(matches), 'match', 'matches')} of {count(rounds, 'round')} in all; what "
        f"decided them: {told}."
    )


def _mover_words(by_round: Mapping[int, Results], whole: Results) -> str:
    """Return what moving first was worth in all rounds, and in the first round for the match."""
    rounds = lead_of(sum(by_round.values(), Results()))
    match = lead_of(whole)
    if rounds is None or match is None or match.results.is_small:
        return "Too few matches are decided to tell what moving first is worth."
    return (
        f"Who moved first in a round scored {bound_words(rounds.share)} of the results; who moved "
        f"first in the first round, {bound_words(match.share)} of the matches."
    )


def _leader_words(leaders: Mapping[int, Results]) -> str:
    parts = [
        f"{counted_share(results.score.first)} after round {number}"
        for number, results in leaders.items()
        if results.decided
    ]
    if not parts:
        return ""
    return f"Of the matches that one side led, the leader won {', '.join(parts)}."


def _swing_words(changes: Sequence[Swing]) -> str:
    pairs = sum(each.matches for each in changes)
    if not pairs:
        return ""
    other = sum(each.other for each in changes)
    mean = sum(each.change * each.matches for each in changes) / pairs
    return (
        f"From one scored round to the next the difference in points changed by {mean:.1f} on "
        f"average; in {other:,} of {count(pairs, 'such pair')} the other side had more."
    )


def _ends(frame: Frame, matches: Sequence[PlayedMatch]) -> Exhibit:
    longest = min(max(len(match.rounds) for match in matches), _MOST_ROUNDS)
    names = tuple(count(number, "round") for number in range(1, longest + 1))
    if any(len(match.rounds) > longest for match in matches):
        names = (*names[:-1], f"{names[-1]} or more")
    found = Counter((match.reason, min(len(match.rounds), longest)) for match in matches)
    reasons = [reason for reason, _ in Counter(match.reason for match in matches).most_common()]
    rows = [
        BarRow(capital(reason), tuple(found[reason, number] for number in range(1, longest + 1)))
        for reason in reasons
    ]
    first, second = frame.collection.sides
    won = Counter((match.reason, WINNERS.get(match.result, -1)) for match in matches)
    winners = [
        (won[reason, 0], won[reason, None], won[reason, 1], won[reason, -1]) for reason in reasons
    ]
    exhibit = frame.exhibit(
        "match-ends",
        "What decides matches, and after how many rounds",
        "Bars of matches by the number of their rounds, one bar for each way to decide one.",
        method="matches by what decided them, and by how many rounds of each were played.",
        n_words="matches all rounds of which are selected",
        plot=BarPlot(rows, neutral_marks(names)),
        numbers=NumberTable(
            ("reason", "matches", "first_won", "drawn", "second_won", "open", *names),
            tuple(
                (reason, row.total, *each, *row.parts)
                for reason, row, each in zip(reasons, rows, winners, strict=True)
            ),
        ),
        display=NumberTable(
            ("Decided by", "Matches", f"{first} won", "Drawn", f"{second} won", "Open"),
            tuple(
                (row.label, f"{row.total:,}", *(f"{number:,}" for number in each))
                for row, each in zip(rows, winners, strict=True)
            ),
        ),
    )
    return replace(exhibit, n=len(matches))


def _movers(frame: Frame, matches: int, by_round: Mapping[int, Results], whole: Results) -> Exhibit:
    named = {f"Round {number}": results for number, results in by_round.items()} | {_MATCH: whole}
    rows, cells, display = [], [], []
    for label, results in named.items():
        lead = lead_of(results)
        share: tuple[float | None, ...] = (None, None, None) if lead is None else lead.share
        told: tuple[Cell, ...] = (label, *results.counts, *share, results.is_small)
        cells.append(told)
        words = "too few to tell"
        if lead is not None and not results.is_small:
            words = bound_words(lead.share)
        display.append((label, *(f"{number:,}" for number in results.counts), words))
        if lead is not None:
            short = "too few" if results.is_small else short_bounds(lead.share)
            point = Point(*lead.share, short, _MARK, results.is_small)
            noun = ("match", "matches") if label == _MATCH else ("round", "rounds")
            rows.append(IntervalRow(label, count(results.decided, *noun), ((point,),)))
    columns = ("won", "drawn", "lost", "unfinished")
    exhibit = frame.exhibit(
        "match-first-mover",
        "What moving first is worth in rounds and in the match",
        "Shares of the results of the side that moved first, with intervals: a row for each round, "
        "and one for the match.",
        method=(
            "results of the side that moved first in the round, and in the last row those of the "
            "match for the side that moved first in its first round: 1 for a win, a half for a "
            "draw. Bonett-Price interval, 95\N{NO-BREAK SPACE}%. Rounds of one match are not "
            "independent, and the players' strengths are not accounted for."
        ),
        n_words="matches all rounds of which are selected",
        plot=IntervalPlot(rows, (Panel("Share of the results, %", percent_tick, 0.5, "half"),)),
        numbers=NumberTable(
            ("what", "number", *columns, "share", "low", "high", "is_too_few"), tuple(cells)
        ),
        display=NumberTable(
            ("Moved first in", "Number", *(each.capitalize() for each in columns), "Share"),
            tuple(display),
        ),
    )
    return replace(exhibit, n=matches)


def _swings(frame: Frame, changes: Sequence[Swing], leaders: Mapping[int, Results]) -> Exhibit:
    parts = ("the same side", "the other side", "a round was level")
    rows = [
        BarRow(f"Round {each.number} to the next", (each.same, each.other, each.level))
        for each in changes
    ]
    won = [leaders.get(each.number, Results()) for each in changes]
    pairs = sum(each.matches for each in changes)
    exhibit = frame.exhibit(
        "match-swings",
        "Who gets more points in the next round",
        "Bars of matches by whether the side with more points in a round had more in the next one.",
        method="rounds that are scored, each with the next one of its match, if that is scored, "
        "too, by which side got more points. The change is that of the difference in points. A "
        "leader is the side with more points in all rounds up to that one.",
        n_words="pairs of scored rounds, one behind the other in a match",
        plot=BarPlot(rows, neutral_marks(parts), is_share=True, is_small=pairs < MIN_SAMPLE),
        numbers=NumberTable(
            ("after_round", "pairs", "same", "other", "level", "mean_change"),
            tuple(
                (each.number, each.matches, each.same, each.other, each.level, each.change)
                for each in changes
            ),
        ),
        display=NumberTable(
            ("Round", "Pairs", *map(capital, parts), "Mean change", "Leaders that won the match"),
            tuple(
                (
                    f"{each.number}",
                    f"{each.matches:,}",
                    *(f"{number:,}" for number in (each.same, each.other, each.level)),
                    f"{each.change:.1f}",
                    f"{results.first:,} of {results.decided:,}",
                )
                for each, results in zip(changes, won, strict=True)
            ),
        ),
    )
    return replace(exhibit, n=pairs)
