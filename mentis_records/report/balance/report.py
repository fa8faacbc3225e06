"""The balance report: does the first move matter, where, and how many games would tell.

The raw share of points takes results as they are; the adjusted one is that between equals, after
the players' strengths have been estimated from the same games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mentis_records.core.capability import is_drawn
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.outcome import RESULT_FIRST, RESULT_SECOND
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import percent
from mentis_records.report.balance.group import group_section
from mentis_records.report.balance.power import power_section
from mentis_records.report.balance.uncounted import left_out_note, left_out_words
from mentis_records.report.document.example_game import ExampleGame, example_game, typical_games
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.study import Body, Study
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import (
    Bounds,
    estimate_cells,
    exact_percent,
    p_words,
    percent_tick,
    rating_words,
    share_of_points,
    short_share,
    unbounded_words,
)
from mentis_records.report.words.wording import (
    TOO_FEW,
    bound_words,
    capital,
    count,
    first_move,
    who_moves,
)
from mentis_records.statistics.balance import Balance, BalanceGroup, fetch_balance
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.lead import Lead
from mentis_records.statistics.power import POWER, games_needed, least_gap
from mentis_records.store.count.typical import fetch_longest_game
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection

_SMALL_GAP = 0.01
"""An advantage in points a game that is worth knowing of."""

_CAUTIONS = {
    "length": (
        "How long a game lasts and how it ends are decided together: length does not explain "
        "the result."
    ),
    "opening": (
        "Players choose their openings: what strong players like to play scores well. The "
        "adjusted share takes that out, as far as the ratings know."
    ),
}


def compose(study: Study) -> Body:
    """Return whether the first move matters.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.played
    description, collection = study.description, study.collection
    sections: list[Section] = []
    balance = fetch_balance(database, game, selection, study.progress)
    lead = balance.lead
    if lead is None:
        words = "No game has a result, so nothing can be said about balance."
        if balance.stated:
            words = (
                "No game from the start position has a result, so nothing can be said "
                f"about balance. {left_out_words(balance)}"
            )
        sections.append(Section("advantage", "Does the first move matter?", (words,)))
    else:
        games = tuple(_quick_wins(database, game, selection))
        sections.append(replace(_advantage(description, balance, lead, collection), games=games))
        sections.append(power_section(balance, lead, collection))
        for grouping in balance.groupings:
            caution = _CAUTIONS.get(grouping.slug.partition("-")[0], "")
            section = group_section(balance, grouping, collection, caution)
            if section.exhibits:
                games = _extremes(database, game, balance, grouping.groups)
                section = replace(section, games=games)
            sections.append(section)
    first, second = description.movers
    return Body(
        f"Whether {first}{who_moves(description, first)} has an advantage over {second}: as the "
        "results stand, and between players of equal strength.",
        sections,
    )


def _extremes(
    database: Database, game: AnyGame, balance: Balance, groups: Sequence[BalanceGroup]
) -> tuple[ExampleGame, ...]:
    """Return a game that a side won, of each of the two groups in which it scored most."""
    ordered = sorted(groups, key=lambda group: -group.lead.value)
    numbers = {
        f"{group.label}, where {side} scored most": number
        for at, (group, side) in enumerate(
            zip((ordered[0], ordered[-1]), balance.sides, strict=True)
        )
        if (number := group.typical_wins[at]) is not None
    }
    return typical_games(database, game, numbers)


def _quick_wins(database: Database, game: AnyGame, selection: Selection) -> Iterator[ExampleGame]:
    """Yield the shortest win of each side."""
    description = game.description
    if not is_drawn(game):
        return
    for side, result in zip(description.sides, (RESULT_FIRST, RESULT_SECOND), strict=True):
        number = fetch_longest_game(
            database, description.slug, (result,), selection, is_shortest=True
        )
        if number is not None:
            record = fetch_record(database, number)
            yield example_game(game, record, note=f"The shortest game that {side} won")


def _advantage(
    game: GameDescription, balance: Balance, lead: Lead, collection: Collection
) -> Section:
    """Return the section that answers the question."""
    first = balance.sides[0]
    is_small = lead.results.is_small
    mark = Mark("", outcome_marks(collection.palette, balance.sides)[0].colour, "s", "")
    advantage, share = balance.advantage, _adjusted_share(balance)
    rows = [_row("As the results stand", lead.results.decided, lead.share, mark, is_small)]
    cells: list[tuple[Cell, ...]] = [
        ("raw", lead.results.decided, *lead.share, lead.p_value, *estimate_cells(None))
    ]
    display = [
        (
            "As the results stand",
            f"{lead.results.decided:,}",
            TOO_FEW if is_small else share_of_points(lead.share),
            "" if is_small else p_words(lead.p_value),
            "",
        )
    ]
    if advantage is not None and share is not None:
        rows.append(_row("Between equals", balance.rated, share, mark, is_small))
        cells.append(
            ("adjusted", balance.rated, *share, advantage.p_value, *estimate_cells(advantage))
        )
        display.append(
            (
                "Between equals",
                f"{balance.rated:,}",
                share_of_points(share),
                p_words(advantage.p_value),
                rating_words(advantage, is_signed=True),
            )
        )
    words = f"{TOO_FEW.capitalize()} ({count(lead.results.decided, 'game')})" if is_small else ""
    exhibit = Exhibit(
        slug="advantage",
        title=f"{capital(first)}'s share of the points",
        alternative=f"Shares with their intervals. {_counted(lead, balance)}",
        n=lead.results.decided,
        n_words=(
            f"games with a result; the adjusted share rests on {balance.rated:,} of them"
            f"{left_out_note(balance)}"
        ),
        method=(
            f"points: 1 for a win, a half for a draw. As the results stand: {LEAD_METHOD}, 95 %. "
            "Between equals: Davidson's model of paired comparison (1970, "
            "1977), in which all players' strengths are estimated too; 95 % from the observed "
            f"information, p from Wald's test. Games are taken as independent. Hollow: under "
            f"{MIN_SAMPLE} games, {TOO_FEW}."
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            rows,
            (
                Panel(
                    f"{capital(first)}'s share of the points, %",
                    percent_tick,
                    0.5,
                    "even",
                    120,
                    least=0.04,
                ),
            ),
            words,
        ),
        numbers=NumberTable(
            (
                *("kind", "games", "points_share", "points_low", "points_high", "p_value"),
                *("elo", "elo_standard_error", "elo_low", "elo_high"),
            ),
            tuple(cells),
        ),
        display=NumberTable(
            (
                "Share",
                "Games",
                f"{capital(first)}'s points (95\N{NO-BREAK SPACE}%)",
                "Even? (p)",
                "Elo points (95\N{NO-BREAK SPACE}%)",
            ),
            tuple(display),
        ),
    )
    paragraphs = [_counted(lead, balance)] if is_small else _answer(game, balance, lead)
    if balance.stated:
        paragraphs.append(left_out_words(balance))
    unrated = balance.league.sifting.unrated
    if unrated:
        enter = "enters" if unrated == 1 else "enter"
        paragraphs.append(f"{count(unrated, 'game')} with the tag Unrated {enter} no rating.")
    return Section("advantage", f"Does {first_move(game)} matter?", tuple(paragraphs), (exhibit,))


def _answer(game: GameDescription, balance: Balance, lead: Lead) -> list[str]:
    """Return the answer in words: the verdict, the raw share, the adjusted one."""
    first, second = balance.sides[:2]
    share = _adjusted_share(balance)
    _, low, high = lead.share if share is None else share
    games = lead.results.decided
    ahead = first if low > 0.5 else second if high < 0.5 else None
    is_mixed = len(balance.league.unbounded) > 1 or balance.league.unbounded_side not in (
        None,
        ahead,
    )
    if ahead is not None and is_mixed:
        verdict = (
            f"{capital(ahead)} scores more than half, and chance alone does not explain it, but "
            "these games do not tell whether that is due to moving first or to the stronger "
            "players."
        )
    elif low > 0.5:
        verdict = f"Yes, {first} scores more than half, and chance alone does not explain it."
    elif high < 0.5:
        verdict = (
            f"Yes, but against {first}: {second}{who_moves(game, second)} scores more than half, "
            "and chance alone does not explain it."
        )
    else:
        verdict = (
            "These games do not show it. The interval includes an even score; it excludes only "
            f"that {first} scores more than {exact_percent(high)} or less than "
            f"{exact_percent(low)} of the points."
        )
    found = [
        verdict,
        *bound_words(lead.results, first),
        f"As the results stand, {first} scored {share_of_points(lead.share)} of the points in "
        f"{count(games, 'game')} with a result ({p_words(lead.p_value)} for an even game).",
    ]
    advantage = balance.advantage
    if advantage is None or share is None:
        found.append(_unadjusted(balance))
    else:
        found.append(
            f"Between players of equal strength {first} would score {share_of_points(share)}, an "
            f"advantage of {rating_words(advantage, is_signed=True)} Elo points "
            f"({p_words(advantage.p_value)}), by {count(balance.rated, 'game')} of rated players."
        )
    if low <= 0.5 <= high:
        draws = lead.draws
        least = least_gap(games, draws) if draws < 1 else None
        words = ""
        if least is not None:
            words = (
                f"This many games show an advantage of {exact_percent(0.5 + least)} of the points "
                f"four times in five ({percent(POWER)} power); "
            )
        if (1 - draws) / 2 >= _SMALL_GAP:
            needed = count(games_needed(_SMALL_GAP, draws), "game")
            words += f"one of {percent(0.5 + _SMALL_GAP)} would take {needed}."
            found.append(words[0].upper() + words[1:])
    return found


def _unadjusted(balance: Balance) -> str:
    """Return why there is no share between equals."""
    league = balance.league
    if not league.rated:
        reason = "nobody can be rated from these games"
    elif league.unbounded_side is not None:
        return unbounded_words(league.unbounded_side, "So there is no share between equals.")
    elif league.unbounded:
        reason = "these games cannot tell it apart from moving first"
    else:
        reason = f"only {count(balance.rated, 'game')} of rated players"
    return (
        f"Strength could not be accounted for: {reason}. If the stronger players had one side more "
        "often, the share above reflects that too."
    )


def _counted(lead: Lead, balance: Balance) -> str:
    """Return the results in words."""
    results = lead.results
    first, second = balance.sides[:2]
    return (
        f"{count(results.decided, 'game')} with a result: {results.first:,} won by {first}, "
        f"{results.draws:,} drawn, {results.second:,} won by {second}."
    )


def _adjusted_share(balance: Balance) -> Bounds | None:
    advantage = balance.advantage
    return None if advantage is None else balance.league.share_of(advantage)


def _row(label: str, games: int, share: Bounds, mark: Mark, is_small: bool) -> IntervalRow:
    words = TOO_FEW if is_small else short_share(share)
    return IntervalRow(label, count(games, "game"), ((Point(*share, words, mark, is_small),),))
