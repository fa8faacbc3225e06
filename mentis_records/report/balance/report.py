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
from mentis_records.core.text import one_line
from mentis_records.report.balance.finding import (
    Finding,
    adjusted_share,
    findings_of,
    shares_of,
    title_of,
)
from mentis_records.report.balance.group import absent_words, group_section
from mentis_records.report.balance.power import power_section, told_gap
from mentis_records.report.balance.uncounted import left_out_note, left_out_words
from mentis_records.report.document.example_game import ExampleGame, example_game, typical_games
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.body import Body
from mentis_records.report.section.evenness import outcome_words
from mentis_records.report.section.evenness_figure import group_exhibit
from mentis_records.report.section.study import Study
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
    LENGTH_CAUTION,
    OPENING_CAUTION,
    bound_words,
    capital,
    count,
)
from mentis_records.statistics.balance import Balance, BalanceGroup, BalanceGrouping, fetch_balance
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.lead import Lead
from mentis_records.statistics.power import games_needed, least_gap
from mentis_records.store.count.typical import fetch_longest_game
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection

_SMALL_GAP = 0.01
"""An advantage in points a game that is worth knowing of."""

_CAUTIONS = {"length": LENGTH_CAUTION, "opening": OPENING_CAUTION}


def compose(study: Study) -> Body:
    """Return whether the first move matters.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.played
    description, collection = study.description, study.collection
    balance = fetch_balance(database, game, selection, study.progress)
    lead = balance.lead
    if lead is None:
        words = "No game has a result, so nothing can be said about balance."
        if balance.stated:
            words = (
                "No game from the start position has a result, so nothing can be said "
                f"about balance. {left_out_words(balance)}"
            )
        return Body("No game says anything about balance", [words], [])
    found = findings_of(balance, _whom(collection))
    games = tuple(_quick_wins(database, game, selection))
    more = Section(
        "advantage", "More on the advantage", _more(description, balance, lead), games=games
    )
    sections = [more, *power_section(balance, lead, collection)]
    absent = []
    for grouping in balance.groupings:
        if len(grouping.groups) < 2:
            absent.append(absent_words(grouping))
            continue
        caution = _CAUTIONS.get(grouping.slug.partition("-")[0], "")
        section = group_section(balance, grouping, collection, caution)
        extremes = _extremes(database, game, balance, grouping.groups)
        sections.append(replace(section, games=extremes))
    return Body(
        title_of(found),
        [shares_of(description, found), _reach_words(balance, lead, found)],
        sections,
        _figure(balance, lead, collection),
        absent=absent,
    )


def _whom(collection: Collection) -> str:
    """Return in words who played the games: what is found holds for these alone."""
    own, games = collection.self_play, collection.results.games + collection.left_out
    if 2 * own.games <= games:
        return "the players of these games"
    policies = {name.partition(" ")[0] for name in own.players}
    policy = f"{one_line(policies.pop())} " if len(policies) == 1 else ""
    share = "mostly " if own.games < games else ""
    return f"{share}{policy}players of this program"


def _figure(balance: Balance, lead: Lead, collection: Collection) -> Exhibit:
    """Return the figure that answers the question, for each start where there are several."""
    if balance.starts is None:
        return _advantage(balance, lead, collection)
    title = f"{capital(balance.sides[0])}'s share of the points by {balance.starts.title.lower()}"
    return group_exhibit(
        balance.league,
        balance.starts,
        collection,
        slug="start",
        title=title,
        note=left_out_note(balance),
    )


def _extremes(
    database: Database, game: AnyGame, balance: Balance, groups: Sequence[BalanceGroup]
) -> tuple[ExampleGame, ...]:
    """Return a game that a side won, of each of the two groups in which it scored most."""
    ordered = sorted(groups, key=lambda group: -group.lead.value)
    is_adjusted = any(group.adjusted is not None for group in groups)
    raw = ", before strengths are taken into account" if is_adjusted else ""
    numbers = {
        f"{group.label}, where {side} scored most{raw}": number
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
            note = f"The shortest game that {side} won"
            yield example_game(game, record, number=number, note=note)


def _advantage(balance: Balance, lead: Lead, collection: Collection) -> Exhibit:
    """Return the figure of the shares as the results stand and between equals."""
    first = balance.sides[0]
    mark = Mark("", outcome_marks(collection.palette, balance.sides)[0].colour, "s", "")
    advantage, share = balance.advantage, adjusted_share(balance)
    rows = [_row("As the results stand", lead.results.decided, lead.share, mark)]
    cells: list[tuple[Cell, ...]] = [
        ("raw", lead.results.decided, *lead.share, lead.p_value, *estimate_cells(None))
    ]
    display = [
        (
            "As the results stand",
            f"{lead.results.decided:,}",
            share_of_points(lead.share),
            p_words(lead.p_value),
            "",
        )
    ]
    if advantage is not None and share is not None:
        rows.append(_row("Between equals", balance.rated, share, mark))
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
    return Exhibit(
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
            "Between equals: Davidson's model of paired comparison (1970, 1977), in which all "
            "players' strengths are estimated too; 95 % from the observed information, p from "
            "Wald's test. Games are treated as independent. Filled: the interval excludes an even "
            "game; hollow: it does not."
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(rows, (Panel("Percent", percent_tick, 0.5, "even", 120, least=0.04),)),
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


def _more(game: GameDescription, balance: Balance, lead: Lead) -> tuple[str, ...]:
    """Return what is to be said besides: the results, the raw share, what is left out."""
    first = balance.sides[0]
    found = [_counted(lead, balance), *bound_words(lead.results, first)]
    if balance.starts is not None:
        found.append(outcome_words(balance.league, balance.starts, *_noun(balance.starts)))
    else:
        found.append(_strength_words(game, balance, lead))
    if balance.stated:
        found.append(left_out_words(balance))
    unrated = balance.league.sifting.unrated
    if unrated:
        enter = "enters" if unrated == 1 else "enter"
        found.append(f"{count(unrated, 'game')} with the tag Unrated {enter} no rating.")
    return tuple(found)


def _strength_words(game: GameDescription, balance: Balance, lead: Lead) -> str:
    """Return the raw share, and how it compares with that between equals."""
    first = balance.sides[0]
    raw = (
        f"As the results stand, {first} scored {share_of_points(lead.share)} of the points "
        f"({p_words(lead.p_value)} for an even game). "
    )
    advantage = balance.advantage
    if advantage is None:
        return raw + _unadjusted(balance)
    return (
        f"{raw}Between players of equal strength this is an advantage of "
        f"{rating_words(advantage, is_signed=True)} Elo points ({p_words(advantage.p_value)}), "
        f"from {count(balance.rated, 'game')} of rated players."
    )


def _reach_words(balance: Balance, lead: Lead, found: Sequence[Finding]) -> str:
    """Return whether chance or strength explains what was found, or what more games would show."""
    league = balance.league
    ahead = {each.ahead for each in found} - {""}
    if (
        ahead
        and not found[0].is_adjusted
        and (len(league.unbounded) > 1 or league.unbounded_side not in (None, *ahead))
    ):
        return (
            "Chance alone does not explain it, but these games do not tell whether that is due to "
            "moving first or to the stronger players."
        )
    if ahead:
        return "Chance alone does not explain it."
    if balance.starts is not None:
        return outcome_words(league, balance.starts, *_noun(balance.starts))
    games, draws = lead.results.decided, lead.draws
    least = least_gap(games, draws) if draws < 1 else None
    words = []
    if least is not None:
        gap = _gap_words(told_gap(least))
        words.append(
            f"{count(games, 'game')} would reveal a true advantage of {gap} in the results as they "
            f"stand ({balance.sides[0]}: {exact_percent(lead.share[0])}) four times out of five"
        )
    if (1 - draws) / 2 >= _SMALL_GAP:
        needed = count(games_needed(_SMALL_GAP, draws), "game")
        words.append(f"detecting one of {_gap_words(_SMALL_GAP)} takes {needed}")
    return f"{capital('; '.join(words))}." if words else "All games were drawn."


def _noun(starts: BalanceGrouping) -> tuple[str, str]:
    """Return what a start is called, and several: by the setting that chooses it."""
    one = starts.title.lower()
    if one.endswith("s"):
        return f"kind of {one}", f"kinds of {one}"
    return one, f"{one}s"


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


def _gap_words(gap: float) -> str:
    return (
        f"{100 * gap:.1f}".removesuffix(".0")
        + "\N{NO-BREAK SPACE}"
        + ("percentage point" if gap == 0.01 else "percentage points")
    )


def _row(label: str, games: int, share: Bounds, mark: Mark) -> IntervalRow:
    point = Point(*share, short_share(share), mark, share[1] <= 0.5 <= share[2])
    return IntervalRow(label, count(games, "game"), ((point,),))
