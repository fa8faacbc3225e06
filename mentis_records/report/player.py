"""The player report: how strong the players are, by all their games and through time.

Says who can be compared with whom, and who has no rating and why. Strength is that of the games
in the database, on a scale of its own: its mean is a convention.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from mentis_records.core.game import AnyGame
from mentis_records.report.collection import Collection, survey
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure_mark import Mark, outcome_marks
from mentis_records.report.figure_style import INK, MUTED
from mentis_records.report.figure_tally import TallyPlot
from mentis_records.report.number_table import NumberTable
from mentis_records.report.page import Progress, Report, Section
from mentis_records.report.player_time import time_section
from mentis_records.report.rating_words import (
    estimate_cells,
    percent_tick,
    points,
    rating_words,
    share_of_points,
    short_share,
)
from mentis_records.report.wording import TOO_FEW, count
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.rating.elo import ANCHOR, Estimate
from mentis_records.statistics.rating.league import League, PlayerRating, rate_players
from mentis_records.statistics.result import MIN_SAMPLE, Results
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection

LEAST_GAMES = 10
"""Counted games below which a player is in the files only."""

MOST_PLAYERS = 30
"""Players drawn in a figure."""

_MODEL = (
    "maximum likelihood in Davidson's model (Bradley-Terry with draws and an advantage of the "
    "first side, 1970 and 1977), all games at once and of equal weight; bars: 95 %, from the "
    "observed information"
)


def compose(
    database: Database,
    game: AnyGame,
    *,
    made: date | None = None,
    progress: Progress | None = None,
    selection: Selection = EVERY_GAME,
) -> Report:
    """Return the player report on a game's records.

    Raises:
        StoreError: the database cannot be read.
    """
    description = game.description
    collection = survey(database, game, selection, made=made)
    sections: list[Section] = []
    facts = collection.facts
    if not collection.is_empty:
        if progress is not None:
            progress(0, 1)
        league = rate_players(database, game, selection)
        facts = (
            *facts,
            ("Players", f"{len(league.players):,}"),
            ("Rated", f"{len(league.rated):,}"),
        )
        sections.append(_games(league, collection))
        sections.append(_ladder(league, collection))
        sections.append(_sides(league, collection))
        sections.append(time_section(league, _most_active(league), collection))
    lede = collection.warning or (
        "How strong the players of this collection are compared with each other, with the "
        "uncertainty of every rating, and who cannot be compared."
    )
    return Report(
        slug="player",
        title=f"Players of {description.title}",
        lede=lede,
        facts=facts,
        sections=tuple(sections),
        sides=description.sides,
        palette=collection.palette,
        provenance=collection.provenance,
    )


def _games(league: League, collection: Collection) -> Section:
    """Return the section on which games tell of strength."""
    sifting = league.sifting
    used = Mark("counted", INK, "o", "")
    left = Mark("left out", MUTED, "o", "////", is_open=True)
    rows = [
        ("Both players known, with a result", sifting.counted, used),
        ("A player unknown (? or -)", sifting.nameless, left),
        ("The same player on both sides", sifting.same, left),
        ("No result", sifting.unfinished, left),
    ]
    words = (
        f"{sifting.counted:,} of {count(sifting.games, 'game')} tell of strength: both players are "
        "known, they are two, and there is a result."
    )
    parts = [
        (sifting.nameless, "with an unknown player"),
        (sifting.same, "with the same player on both sides"),
        (sifting.unfinished, "without a result"),
    ]
    out = ", ".join(f"{number:,} {reason}" for number, reason in parts if number)
    words += f" Left out: {out}." if out else ""
    cells = tuple((name, number, mark is used) for name, number, mark in rows)
    exhibit = Exhibit(
        slug="games",
        title="Which games tell of strength",
        alternative=f"Four bars. {words}",
        n=sifting.games,
        n_words="games, with or without a result",
        method=(
            "each game is counted once, under the first reason to leave it out. Names that were "
            "merged are one player."
        ),
        selection=collection.provenance.selection,
        plot=TallyPlot(rows, _warning(collection.results)),
        numbers=NumberTable(("games_with", "games", "is_counted"), cells),
        display=NumberTable(
            ("Games", "Number", "Counted"),
            tuple(
                (name, f"{number:,}", "yes" if is_used else "no") for name, number, is_used in cells
            ),
        ),
    )
    return Section("games", "Which games count", (words,), (exhibit,))


def _ladder(league: League, collection: Collection) -> Section:
    """Return the section on ratings: who has none, then the largest group in order."""
    paragraphs = list(_standings(league))
    top = [each for each in league.rated if each.group == 0]
    enough = [each for each in top if each.games >= LEAST_GAMES]
    shown = enough[:MOST_PLAYERS]
    if not shown:
        if top:
            paragraphs.append(
                f"No rated player has {LEAST_GAMES} counted games or more: {TOO_FEW}."
            )
        return Section("ratings", "Ratings", tuple(paragraphs))
    cut = len(top) - len(shown)
    if cut:
        paragraphs.append(
            f"Shown are the {count(len(shown), 'strongest player')} with at least {LEAST_GAMES} "
            f"counted games; {count(cut, 'further rated player')} of the group stand in the files."
        )
    games = sum(each.games for each in top) // 2
    mark = Mark("Rating", INK, "o", "")
    rows = []
    for place, each in enumerate(shown, 1):
        rating = _rating(each)
        words = points(rating.value)
        if league.has_errors:
            words += f" ({points(rating.low)}–{points(rating.high)})"
        point = Point(rating.value, rating.low, rating.high, words, mark, each.games < MIN_SAMPLE)
        rows.append(IntervalRow(f"{place}. {each.name}", count(each.games, "game"), ((point,),)))
    best = shown[0]
    reaches_mean = _rating(shown[-1]).low <= ANCHOR
    errors = "" if league.has_errors else " There are too many players for standard errors."
    exhibit = Exhibit(
        slug="ladder",
        title="Rating ladder",
        alternative=(
            f"Ladder of {count(len(shown), 'player')} with intervals. On top {best.name}: "
            f"{rating_words(_rating(best))}. All numbers are in the table below."
        ),
        n=games,
        n_words="games between players of the group with results",
        method=(
            f"{_MODEL}. Elo points, the mean of the group's {count(len(top), 'player')} being "
            f"{ANCHOR:.0f}; errors are from that mean. Strength is taken as constant. Hollow: "
            f"fewer than {MIN_SAMPLE} games.{errors}"
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            rows,
            (
                Panel(
                    "Rating in Elo points",
                    lambda number: f"{number:.0f}",
                    ANCHOR if reaches_mean else None,
                    f"mean {ANCHOR:.0f}",
                    least=100,
                ),
            ),
        ),
        numbers=_numbers(league),
        display=_display(league, shown),
    )
    return Section("ratings", "Ratings", tuple(paragraphs), (exhibit,))


def _standings(league: League) -> list[str]:
    """Return in words who is rated and who is not, and what the advantage is."""
    if not league.players:
        return [f"{TOO_FEW.capitalize()}: no game has two known players and a result."]
    rated = league.rated
    found = []
    if not rated:
        found.append(
            "Nobody can be rated: a rating needs players who won or drew against each other, "
            "directly or by a chain of others, there and back (Ford's condition), and more than "
            "draws."
        )
    else:
        words = f"{count(len(rated), 'player')} of {len(league.players):,} can be rated"
        if league.groups > 1:
            largest = sum(each.group == 0 for each in rated)
            words += (
                f", in {league.groups:,} groups without a chain of results between them: ratings "
                f"of different groups cannot be compared. The largest, of "
                f"{count(largest, 'player')}, is shown"
            )
        found.append(words + ".")
    reasons = [f"{number:,} {reason.value}" for reason, number in sorted(league.unrated.items())]
    if reasons:
        found.append(
            "Without a rating, since the games set it no bound or no tie: "
            + "; ".join(reasons)
            + "."
        )
    first = league.sides[0]
    if league.advantage is not None and league.share is not None:
        found.append(
            f"{first}, who moves first, has an estimated advantage of "
            f"{rating_words(league.advantage, is_signed=True)} Elo points in these games, or "
            f"{share_of_points(league.share)} of the points between equals. The ratings take it "
            "into account."
        )
    elif rated:
        found.append(
            f"The games do not tell whether {first} has an advantage by moving first; the ratings "
            "take it for none."
        )
    return found


def _sides(league: League, collection: Collection) -> Section:
    """Return the section on how the players score with each side."""
    shown = [each for each in league.players if each.games >= LEAST_GAMES]
    shown = sorted(shown, key=lambda each: (-each.games, each.name))[:MOST_PLAYERS]
    if not shown:
        words = f"No player has {LEAST_GAMES} counted games or more: {TOO_FEW}."
        return Section("sides", "By side", (words,))
    wins = outcome_marks(collection.palette, league.sides)
    marks = tuple(
        Mark(side, mark.colour, mark.marker, "")
        for side, mark in zip(league.sides, (wins[0], wins[2]), strict=False)
    )
    rows, cells, display = [], [], []
    for each in shown:
        bounds = [_own_share(results) for results in _both(each)]
        found = [
            Point(*own, short_share(own), mark, results.is_small)
            for own, mark, results in zip(bounds, marks, _both(each), strict=True)
            if own is not None
        ]
        rows.append(IntervalRow(each.name, count(each.games, "game"), (tuple(found),)))
        for side, results, own in zip(league.sides, _both(each), bounds, strict=False):
            numbers = own or (None, None, None)
            cells.append((each.name, side, *results.counts[:4], *numbers, results.is_small))
            words = "no game" if own is None else share_of_points(own)
            if own is not None and results.is_small:
                words = f"{TOO_FEW}: {results.first}–{results.draws}–{results.second}"
            display.append((each.name, side, f"{results.games:,}", words))
    exhibit = Exhibit(
        slug="sides",
        title="Share of points with each side",
        alternative=(
            f"For {count(len(shown), 'player')} the share of points with {league.sides[0]} and "
            f"with {league.sides[1]}, with intervals. All numbers are in the table below."
        ),
        n=league.sifting.counted,
        n_words="games that count; each belongs to two players",
        method=(
            f"points of the games: 1 for a win, a half for a draw. {LEAD_METHOD}, each for itself. "
            "Whom a player met is not accounted for. Hollow and dashed: fewer than "
            f"{MIN_SAMPLE} games with the side, too few to tell. Players with the most games."
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            rows,
            (Panel("Share of points, %", percent_tick, 0.5, "half", 120, marks),),
        ),
        numbers=NumberTable(
            (
                *("player", "side", "games", "won", "drawn", "lost"),
                *("points_share", "points_low", "points_high", "is_too_few"),
            ),
            tuple(cells),
        ),
        display=NumberTable(("Player", "Side", "Games", "Share of points"), tuple(display)),
    )
    return Section("sides", "By side", (), (exhibit,))


def _most_active(league: League) -> list[PlayerRating]:
    return sorted(league.players, key=lambda each: (-each.games, each.name))


def _both(player: PlayerRating) -> tuple[Results, Results]:
    """Return a player's results with each side: won, drawn and lost by the player."""
    second = player.as_second
    return player.as_first, Results(second.second, second.draws, second.first)


def _own_share(results: Results) -> tuple[float, float, float] | None:
    lead = lead_of(results)
    return None if lead is None else lead.share


def _rating(player: PlayerRating) -> Estimate:
    if player.rating is None:
        raise ValueError(f"{player.name!r} has no rating")
    return player.rating


def _numbers(league: League) -> NumberTable:
    """Return all players with their numbers, those without a rating with the reason."""
    return NumberTable(
        (
            *("player", "standing", "group", "games", "won", "drawn", "lost", "points"),
            *("rating", "standard_error", "low", "high"),
        ),
        tuple(
            (
                each.name,
                each.standing.value,
                None if each.group is None else each.group + 1,
                *(each.games, each.won, each.drawn, each.lost, each.points),
                *_rating_cells(league, each),
            )
            for each in league.players
        ),
    )


def _rating_cells(league: League, player: PlayerRating) -> Sequence[float | None]:
    cells = estimate_cells(player.rating)
    return cells if league.has_errors else (cells[0], None, None, None)  # type: ignore[return-value]


def _display(league: League, shown: Sequence[PlayerRating]) -> NumberTable:
    rows = []
    for place, each in enumerate(shown, 1):
        ahead = ""
        if place < len(shown):
            ahead = rating_words(league.difference(each, shown[place]), is_signed=True)
        rating = _rating(each)
        words = points(rating.value)
        if league.has_errors:
            words += f" ± {points(rating.error)}"
        rows.append(
            (
                f"{place}. {each.name}",
                words,
                f"{each.games:,}",
                f"{each.points:,g} ({each.won:,}–{each.drawn:,}–{each.lost:,})",
                ahead,
            )
        )
    return NumberTable(
        (
            "Player",
            "Rating ± standard error" if league.has_errors else "Rating",
            "Games",
            "Points (won–drawn–lost)",
            "Ahead of the next (95 %)",
        ),
        tuple(rows),
    )


def _warning(results: Results) -> str:
    return f"{TOO_FEW.capitalize()} ({count(results.decided, 'game')})" if results.is_small else ""
