"""The player report: how strong the players are, by all their games and through time.

Says who can be compared with whom, and who has no rating and why. Strength is that of the games
in the database, on a scale of its own: its mean is a convention.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.progress import steps_of
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK
from mentis_records.report.player.counted_games import games_section
from mentis_records.report.player.example import latest_game, side_games, upset_games
from mentis_records.report.player.named_player import sole_player
from mentis_records.report.player.person import compose_person
from mentis_records.report.player.rating_course import time_section
from mentis_records.report.player.side_score import LEAST_GAMES, MOST_PLAYERS, side_section
from mentis_records.report.section.body import Body
from mentis_records.report.section.study import Study
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import (
    estimate_cells,
    points,
    rating_words,
    share_of_points,
    unbounded_words,
)
from mentis_records.report.words.wording import TOO_FEW, capital, count, shorten, who_moves
from mentis_records.statistics.rating.elo import ANCHOR, Estimate
from mentis_records.statistics.rating.league import League, PlayerRating, rate_players
from mentis_records.statistics.result import Results

_MODEL = (
    "maximum likelihood in Davidson's model (Bradley-Terry with draws and an advantage of the "
    "first side, 1970 and 1977), all games at once and of equal weight; bars: 95 %, from the "
    "observed information"
)


_FIRST = 5
"""Players in the first figure."""

_MOST_NAME = 40
"""Characters of a name in the title."""


def compose(study: Study) -> Body:
    """Return how strong the players are, or what games say of one, whom the selection names.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.selection
    player = sole_player(selection)
    if player is not None:
        return compose_person(study, player)
    description, collection = study.description, study.collection
    step = steps_of(study.progress, 3)
    step()
    league = rate_players(database, game, selection)
    sections, absent = [], []
    step()
    shown = _shown(league)
    ladder = Section(
        "ratings",
        "Ratings",
        tuple(_told(league, shown, who_moves(description, description.movers[0]))),
        (_ladder(league, shown, collection, "ladder"),) if len(shown) > _FIRST else (),
        games=upset_games(database, game, league),
    )
    sections.append(ladder)
    step()
    most_active = _most_active(league)
    sides = side_section(league, collection)
    if sides.exhibits:
        games = side_games(database, game, league, most_active[0])
        sections.append(replace(sides, games=games))
    else:
        absent.append(f"by side (no player has {LEAST_GAMES} counted games)")
    through_time = time_section(league, most_active, collection)
    if through_time.exhibits:
        games = latest_game(database, game, league)
        sections.append(replace(through_time, games=games))
    else:
        absent.append(f"through time ({through_time.paragraphs[0]})")
    sections.append(games_section(league, collection))
    return Body(
        _title(league, shown),
        _lede(league, shown),
        sections,
        _ladder(league, shown[:_FIRST], collection, "first" if len(shown) > _FIRST else "ladder")
        if shown
        else None,
        (("Players", f"{len(league.players):,}"), ("Rated", f"{len(league.rated):,}")),
        absent,
    )


def _shown(league: League) -> list[PlayerRating]:
    """Return the strongest players of the largest group who have enough games, with errors."""
    enough = [each for each in league.rated if each.group == 0 and each.rating_games >= LEAST_GAMES]
    return list(league.with_errors(enough[:MOST_PLAYERS]))


def _title(league: League, shown: Sequence[PlayerRating]) -> str:
    """Return who is the strongest, if that is certain."""
    if not shown:
        return "Nobody can be rated from these games"
    best = shorten(shown[0].name, _MOST_NAME)
    if len(shown) == 1:
        return f"{best} has the highest rating"
    second, ahead = shorten(shown[1].name, _MOST_NAME), league.difference(shown[0], shown[1])
    if ahead.low > 0:
        return f"{best} is the strongest, {points(ahead.value)} Elo points ahead of {second}"
    if points(ahead.value) == points(0):
        return f"{best} and {second} are rated equal"
    return f"{best} leads, but {second} may be as strong"


def _lede(league: League, shown: Sequence[PlayerRating]) -> list[str]:
    """Return how far the players are apart, and who is rated."""
    words = []
    if len(shown) > 1:
        best, second, last = shown[0], shown[1], shown[-1]
        ahead = rating_words(league.difference(best, second))
        words.append(
            f"{shorten(best.name, _MOST_NAME)} is {ahead} Elo points ahead of "
            f"{shorten(second.name, _MOST_NAME)}"
            + (
                f", and {rating_words(league.difference(best, last))} ahead of "
                f"{shorten(last.name, _MOST_NAME)}"
                if len(shown) > 2
                else ""
            )
            + "."
        )
    rated = len(league.rated)
    players = len(league.players)
    each = f"{count(rated, 'player')} of {players:,}" if rated < players else f"All {players:,}"
    scale = f", relative to one another ({ANCHOR:.0f} is their mean)" if shown else ""
    words.append(f"{each} can be rated{scale}. Intervals are of 95\N{NO-BREAK SPACE}%.")
    return words


def _told(league: League, shown: Sequence[PlayerRating], begins: str) -> Iterator[str]:
    """Yield who is rated and who is not, and how many of them are shown."""
    yield from _standings(league, begins)
    top = sum(each.group == 0 for each in league.rated)
    if top and not shown:
        yield f"No rated player has at least {LEAST_GAMES} rated games: {TOO_FEW}."
    if shown and top > len(shown):
        yield (
            f"Shown are the {count(len(shown), 'strongest player')} with at least {LEAST_GAMES} "
            f"games in the rating; {count(top - len(shown), 'other rated player')} of the group "
            "can be found in the files."
        )


def _ladder(
    league: League, shown: Sequence[PlayerRating], collection: Collection, slug: str
) -> Exhibit:
    """Return the figure of some players of the largest group in order, of at least one."""
    top = sum(each.group == 0 for each in league.rated)
    mark = Mark("Rating", INK, "o", "")
    rows = []
    for place, each in enumerate(shown, 1):
        rating = _rating(each)
        words = f"{points(rating.value)} ({points(rating.low)}–{points(rating.high)})"
        point = Point(
            rating.value, rating.low, rating.high, words, mark, each.rating_games < MIN_SAMPLE
        )
        games = count(each.rating_games, "game")
        rows.append(IntervalRow(f"{place}. {one_line(each.name)}", games, ((point,),)))
    best = shown[0]
    reaches_mean = _rating(shown[-1]).low <= ANCHOR
    errors = "" if league.has_errors else " With this many players, only those shown have errors."
    return Exhibit(
        slug=slug,
        title="Rating ladder" if slug == "ladder" else f"The {len(shown)} highest ratings",
        alternative=(
            f"Ladder of {count(len(shown), 'player')} with intervals. At the top "
            f"{one_line(best.name)}: {rating_words(_rating(best))}. All numbers are in the table "
            "below."
        ),
        n=league.group_games[0],
        n_words="games between players of the group with results",
        method=(
            f"{_MODEL}. Elo points, the mean of the group's {count(top, 'player')} being "
            f"{ANCHOR:.0f}; errors are from that mean. Strength is taken as constant. Games and "
            "points are those behind the ratings; the files also have all counted ones. "
            f"Hollow: fewer than {MIN_SAMPLE} games.{errors}"
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
        numbers=_numbers(league, shown),
        display=_display(league, shown),
    )


def _standings(league: League, begins: str) -> list[str]:
    """Return in words who is rated and who is not, and what the advantage is."""
    if not league.players:
        return [f"{TOO_FEW.capitalize()}: no game has two known players and a result."]
    rated = league.rated
    found = []
    if not rated:
        found.append(
            "Nobody can be rated: a rating needs players linked by wins or draws in both "
            "directions, directly or through others (Ford's condition), and not only draws."
        )
    else:
        words = f"{count(len(rated), 'player')} of {len(league.players):,} can be rated"
        if league.groups > 1:
            largest = sum(each.group == 0 for each in rated)
            words += (
                f", in {league.groups:,} groups with no chain of results between them: ratings "
                f"of different groups cannot be compared. The largest, of "
                f"{count(largest, 'player')}, is shown"
            )
        found.append(words + ".")
        if league.unused:
            enters = "enters" if league.unused == 1 else "enter"
            found.append(
                f"{count(league.unused, 'counted game')} {enters} no rating, because the players "
                "cannot be compared."
            )
    reasons = [f"{number:,} {reason.value}" for reason, number in sorted(league.unrated.items())]
    if reasons:
        found.append(
            "Without a rating, because the games do not bound it or link it to others: "
            + "; ".join(reasons)
            + "."
        )
    first = league.movers[0]
    if league.advantage is not None and league.share is not None:
        found.append(
            f"{capital(first)}{begins} has an estimated advantage of "
            f"{rating_words(league.advantage, is_signed=True)} Elo points in these games, or "
            f"{share_of_points(league.share)} of the points between equals. The ratings take it "
            "into account."
        )
    elif league.unbounded_side is not None:
        found.append(unbounded_words(league.unbounded_side, "The ratings assume none."))
    elif rated:
        found.append(
            f"The games do not tell {first}'s advantage{' by moving first' if begins else ''} "
            "apart from the players' strength; the ratings assume none."
        )
    return found


def _most_active(league: League) -> list[PlayerRating]:
    return sorted(league.players, key=lambda each: (-each.games, each.name))


def _rating(player: PlayerRating) -> Estimate:
    if player.rating is None:
        raise ValueError(f"{player.name!r} has no rating")
    return player.rating


def _numbers(league: League, shown: Sequence[PlayerRating]) -> NumberTable:
    """Return all players with their numbers, those without a rating with the reason."""
    solved = {each.name: each for each in shown}
    return NumberTable(
        (
            *("player", "standing", "group", "games", "won", "drawn", "lost", "points"),
            *("rating_games", "rating_points"),
            *("rating", "standard_error", "low", "high"),
        ),
        tuple(
            (
                each.name,
                each.standing.value,
                None if each.group is None else each.group + 1,
                *(each.games, each.won, each.drawn, each.lost, each.points),
                *(each.rating_games, each.rating_points),
                *_rating_cells(solved.get(each.name, each), league.has_errors),
            )
            for each in league.players
        ),
    )


def _rating_cells(player: PlayerRating, has_error: bool) -> Sequence[Cell]:
    cells = estimate_cells(player.rating)
    is_known = has_error or (player.rating is not None and player.rating.error > 0)
    return cells if is_known else (cells[0], None, None, None)


def _display(league: League, shown: Sequence[PlayerRating]) -> NumberTable:
    rows = []
    for place, each in enumerate(shown, 1):
        ahead = ""
        if place < len(shown):
            ahead = rating_words(league.difference(each, shown[place]), is_signed=True)
        rating, results = _rating(each), each.in_rating or Results()
        words = f"{points(rating.value)} ± {points(rating.error)}"
        score = f"{results.first:,}–{results.draws:,}–{results.second:,}"
        rows.append(
            (
                f"{place}. {one_line(each.name)}",
                words,
                f"{results.games:,}",
                f"{each.rating_points:,g} ({score})",
                ahead,
            )
        )
    return NumberTable(
        (
            "Player",
            "Rating ± standard error",
            "Games",
            "Points (won–drawn–lost)",
            "Ahead of the next (95\N{NO-BREAK SPACE}%)",
        ),
        tuple(rows),
    )
