"""The report on one player: score by side, opponent, opening and year, ratings, accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mentis_records.core.number_table import NumberTable
from mentis_records.core.progress import steps_of
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import folded, one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK
from mentis_records.report.player.accuracy import accuracy_section
from mentis_records.report.player.rating_course import time_section
from mentis_records.report.section.body import Body
from mentis_records.report.section.study import Study
from mentis_records.report.words.rating_words import (
    percent_tick,
    points,
    share_of_points,
    short_share,
)
from mentis_records.report.words.wording import TOO_FEW, count, shorten
from mentis_records.statistics.first_ply import group_by_line
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.player_results import games_of, opponents_of, own_results, results_by
from mentis_records.statistics.rating.league import League, PlayerRating, rate_players
from mentis_records.statistics.result import Results
from mentis_records.store.count.pairing_columns import Encounters, fetch_encounters
from mentis_records.store.count.played_start import fetch_opening_keys
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.selection import EVERY_GAME

_MOST_ROWS = 15
_MOST_NAME = 40
"""Characters of a name in the title."""


def compose_person(study: Study, asked: str) -> Body:
    """Return what the games say of one player.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game = study.database, study.game
    step = steps_of(study.progress, 3)
    step()
    starts = fetch_opening_keys(database, game, study.played)
    everything = fetch_encounters(database, game, starts, study.played)
    name = _own_name(study, everything, asked)
    if name is None:
        return Body(f"No game of {shorten(asked, _MOST_NAME)}", ["There is nothing to count."], [])
    place = everything.names.index(name)
    own = games_of(everything, place)
    results = own_results(own, place)
    sections, absent = [], []
    by_side = _by_side(study, own, place)
    names = dict(enumerate(own.names))
    by_opponent = results_by(own, place, opponents_of(own, place))
    by_year = results_by(own, place, own.year)
    for slug, title, column, groups, is_in_order in (
        ("opponents", "By opponent", "Opponent", _named(by_opponent, names), False),
        ("openings", "By opening", "Opening", _by_opening(study, own, place), False),
        ("years", "By year", "Year", {str(year): each for year, each in by_year.items()}, True),
    ):
        if len(groups) < 2:
            reason = "not known for any game" if not groups else f"all are {next(iter(groups))}"
            absent.append(f"{title.lower()} ({one_line(reason)})")
            continue
        exhibit = _exhibit(study, slug, title, column, groups, is_in_order=is_in_order)
        sections.append(Section(slug, title, (), (exhibit,)))
    step()
    league = rate_players(
        database, game, replace(EVERY_GAME, with_unrated=study.selection.with_unrated)
    )
    rated = [each for each in league.players if each.name == name]
    through_time = time_section(league, rated, study.collection)
    if through_time.exhibits:
        sections.append(through_time)
    else:
        absent.append(f"through time ({through_time.paragraphs[0]})")
    step()
    accuracy = accuracy_section(study, name)
    if accuracy is not None:
        sections.append(accuracy)
    else:
        absent.append("accuracy (no game is analysed; mentis analyse does that)")
    figure = _exhibit(study, "sides", "Share of points with each side", "Side", by_side)
    return Body(
        _title(name, results),
        _lede(league, rated, by_opponent, names),
        sections,
        figure if results.decided else None,
        _facts(results),
        absent,
    )


def _own_name(study: Study, encounters: Encounters, asked: str) -> str | None:
    """Return the name that games of a player go by: names that were merged stand for it."""
    wanted = folded(asked)
    same = fetch_namesakes(study.database).get(wanted, frozenset((wanted,)))
    return next((name for name in encounters.names if name in {*same, wanted}), None)


def _named(groups: Mapping[int, Results], names: Mapping[int, str]) -> dict[str, Results]:
    return {names[place]: results for place, results in groups.items()}


def _by_side(study: Study, own: Encounters, place: int) -> dict[str, Results]:
    sides = study.description.sides[:2]
    flags = (own.first == place, own.second == place)
    return {
        side: own_results(own.only(flag), place) for side, flag in zip(sides, flags, strict=True)
    }


def _by_opening(study: Study, own: Encounters, place: int) -> dict[str, Results]:
    """Return the results by the first ply and the side of the player."""
    labels, groups = group_by_line(study.game, own, 1)
    sides = study.description.sides[:2]
    found: dict[str, Results] = {}
    for side, flag in zip(sides, (own.first == place, own.second == place), strict=True):
        parts = results_by(own.only(flag), place, groups[flag])
        found |= {f"{labels[at]}, as {side}": results for at, results in parts.items()}
    return found


def _exhibit(
    study: Study,
    slug: str,
    title: str,
    column: str,
    groups: Mapping[str, Results],
    *,
    is_in_order: bool = True,
) -> Exhibit:
    """Return the shares of points of groups of games, the largest where there are too many."""
    labels = list(groups)
    if not is_in_order:
        labels.sort(key=lambda label: (-groups[label].games, label))
    shown = labels[:_MOST_ROWS] if not is_in_order else labels[-_MOST_ROWS:]
    mark = Mark("Share", INK, "o", "")
    rows, cells, display = [], [], []
    for label in labels:
        results = groups[label]
        lead = lead_of(results)
        share = None if lead is None else lead.share
        own = results.first + results.draws / 2
        numbers = share or (None, None, None)
        cells.append((label, *results.counts, own, *numbers, results.is_small))
        if label in shown:
            found = (
                ()
                if share is None
                else (Point(*share, short_share(share), mark, results.is_small),)
            )
            rows.append(IntervalRow(one_line(label), count(results.games, "game"), (found,)))
            display.append(
                (
                    one_line(label),
                    f"{results.games:,}",
                    f"{results.first}–{results.draws}–{results.second}",
                    f"{own:g}",
                    "" if share is None else share_of_points(share),
                )
            )
    hidden = len(labels) - len(shown)
    cut = f" {count(hidden, 'other row')}: in the CSV and JSON only." if hidden else ""
    return Exhibit(
        slug=slug,
        title=title,
        alternative=(
            f"For {count(len(shown), 'row')} the share of points, with its interval. All numbers "
            "are in the table below."
        ),
        n=sum(results.games for results in groups.values()),
        n_words="games, with or without a result",
        method=(
            f"points of the games: 1 for a win, a half for a draw. {LEAD_METHOD}, 95 %, each for "
            "itself. The opponents' strength is not taken into account. Hollow and dashed: fewer "
            f"than {MIN_SAMPLE} games, too few to tell.{cut}"
        ),
        selection=study.collection.provenance.selection,
        plot=IntervalPlot(rows, (Panel("Share of points, %", percent_tick, 0.5, "half", 120),)),
        numbers=NumberTable(
            (
                *(column.lower(), "games", "won", "drawn", "lost", "unknown", "points"),
                *("points_share", "points_low", "points_high", "is_too_few"),
            ),
            tuple(cells),
        ),
        display=NumberTable(
            (column, "Games", "Won–drawn–lost", "Points", "Share of points"), tuple(display)
        ),
    )


def _title(name: str, results: Results) -> str:
    """Return how the player scored."""
    own = results.first + results.draws / 2
    who = shorten(name, _MOST_NAME)
    if not results.decided:
        return f"{who} has no game with a result"
    return f"{who} has {own:g} points of {count(results.decided, 'game')}"


def _lede(
    league: League,
    rated: Sequence[PlayerRating],
    by_opponent: Mapping[int, Results],
    names: Mapping[int, str],
) -> list[str]:
    words = []
    if rated and rated[0].rating is not None:
        error = league.with_errors(rated[:1])[0].rating
        about = "" if error is None or not error.error else f" ± {points(error.error)}"
        words.append(
            f"Rated {points(rated[0].rating.value)}{about} by all games of the database, "
            f"among {count(len(league.rated), 'player')}."
        )
    elif rated:
        words.append(f"Without a rating: {rated[0].standing.value}.")
    most = max(by_opponent, key=lambda place: (by_opponent[place].games, -place), default=None)
    if most is not None and len(by_opponent) > 1:
        met, words_met = by_opponent[most], f"Met {count(len(by_opponent), 'opponent')}"
        if met.games > 1:
            words_met += (
                f", most often {shorten(names[most], _MOST_NAME)}: {met.first} won, "
                f"{met.draws} drawn, {met.second} lost"
            )
        words.append(f"{words_met}.")
    if not words:
        words.append(f"{TOO_FEW.capitalize()}.")
    return words


def _facts(results: Results) -> list[tuple[str, str]]:
    return [
        ("Won", f"{results.first:,}"),
        ("Lost", f"{results.second:,}"),
        ("Points", f"{results.first + results.draws / 2:g}"),
    ]
