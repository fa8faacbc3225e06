"""The collection report: what there is, how games go on and end, and what a game adds.

Counts come from one replay of all games (``store.count.replay_counts``). Says what happened,
not why.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from mentis_records.core.capability import is_drawn, sections_of
from mentis_records.core.game import AnyGame
from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow
from mentis_records.core.tally import CensusError
from mentis_records.core.text import one_line
from mentis_records.report.collection.course import course_section
from mentis_records.report.collection.frame import Frame, neutral_marks
from mentis_records.report.collection.length import (
    choice_words,
    lede_of,
    length_section,
    lengths_of,
    survival_exhibit,
    title_of,
)
from mentis_records.report.collection.match_section import match_section
from mentis_records.report.collection.material_sections import material_sections
from mentis_records.report.collection.own_section import draw_section
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.section.body import Body
from mentis_records.report.section.study import Study
from mentis_records.report.words.wording import count, tally
from mentis_records.statistics.shape import Shape, game_shape
from mentis_records.store.count.length import fetch_landmarks, fetch_periods, fetch_sources
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.count.typical import fetch_richest_games
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection

_MOST_ROWS = 24
_UNDATED = "no such date"


def compose(study: Study) -> Body:
    """Return what there is, how games go on and end, and what the game adds.

    Raises:
        StoreError: the database cannot be read, or a game in it cannot be replayed.
    """
    database, game, selection = study.database, study.game, study.played
    frame = Frame(study, take_census(database, game, selection, study.progress))
    shape = game_shape(frame.census)
    try:
        own = sections_of(game, frame.census)
    except CensusError as error:
        raise StoreError(f"{database.path}: {error}; for details: mentis doctor") from None
    parts = lengths_of(database, study.description, selection)
    sections = list(material_sections(frame))
    told = [words for each in sections[:1] if each.exhibits for words in each.paragraphs[:1]]
    length = length_section(frame, parts, shape)
    sections.append(replace(length, games=_landmarks(database, game, selection)))
    if shape is not None:
        course = course_section(frame, shape, own.courses if own else ())
        sections.append(replace(course, games=_richest(database, game, selection)))
    sections += [draw_section(frame, each) for each in (own.sections if own else ())]
    matches = match_section(frame)
    sections += [matches] if matches else []
    sections.append(_contents(database, frame, shape, selection))
    return Body(
        title_of(parts),
        [*lede_of(parts), *(told or choice_words(shape))],
        sections,
        survival_exhibit(frame, parts),
    )


def _landmarks(database: Database, game: AnyGame, selection: Selection) -> tuple[ExampleGame, ...]:
    if not is_drawn(game):
        return ()
    return tuple(
        example_game(game, fetch_record(database, number), number=number, note=note)
        for number, note in landmark_games(database, game, selection).items()
    )


def landmark_games(database: Database, game: AnyGame, selection: Selection) -> dict[int, str]:
    """Return the games to show as examples by number, each with what it stands for.

    Raises:
        StoreError: the database cannot be read.
    """
    words = {
        "shortest": "The shortest game with a result",
        "median": "A game of the usual length: the median of those with a result",
        "longest": "The longest game with a result",
    }
    found = fetch_landmarks(database, game.description.slug, selection)
    games: dict[int, str] = {}
    for name, number in found.items():
        games.setdefault(number, words[name])
    return games


def _richest(database: Database, game: AnyGame, selection: Selection) -> tuple[ExampleGame, ...]:
    """Return for each kind of action the game with the most plies of it."""
    if not is_drawn(game):
        return ()
    found = fetch_richest_games(database, game.description.slug, selection)
    notes: dict[int, list[str]] = {}
    for kind in game.description.kinds:
        if kind in found:
            number, plies = found[kind]
            notes.setdefault(number, []).append(f"{kind} ({plies:,})")
    return tuple(
        example_game(
            game,
            fetch_record(database, number),
            number=number,
            note=f"The game with the most plies of one kind: {' and '.join(words)}",
        )
        for number, words in notes.items()
    )


def _contents(
    database: Database, frame: Frame, shape: Shape | None, selection: Selection
) -> Section:
    slug = frame.game.description.slug
    results = frame.collection.results
    sources = fetch_sources(database, slug, selection)
    sides = frame.game.description.sides
    paragraphs = [f"{count(results.games, 'game')}: {tally(results, sides)}."]
    if shape is not None:
        mean = shape.plies / results.games
        paragraphs.append(f"{count(shape.plies, 'ply', 'plies')}, {mean:.1f} a game on average.")
    names = [one_line(PurePath(name).name) for _, name, _ in sources]
    if len(sources) == 1:
        paragraphs.append(f"All of them came from one source: {names[0]}.")
    exhibits: list[Exhibit] = []
    years = fetch_periods(database, slug, selection)
    months = fetch_periods(database, slug, selection, has_months=True)
    dated = {period: games for period, games in years.items() if period}
    if not dated:
        paragraphs.append("No game has a date.")
    elif len(dated) == 1 and len(months) > 1:
        exhibits.append(_periods(frame, months, "month"))
    elif len(years) == 1:
        paragraphs.append(f"All of them are from {next(iter(years))}.")
    else:
        exhibits.append(_periods(frame, years, "year"))
    if len(sources) > 1:
        exhibits.append(_sources(frame, sources, names))
    return Section("contents", "What the collection holds", tuple(paragraphs), tuple(exhibits))


def _periods(frame: Frame, periods: dict[str, int], unit: str) -> Exhibit:
    known = {period: games for period, games in periods.items() if period}
    rows = [*known.items(), *([(_UNDATED, periods[""])] if "" in periods else [])]
    shown = rows[-_MOST_ROWS:]
    hidden = len(rows) - len(shown)
    cut = f" {count(hidden, f'earlier {unit}')}: in the CSV and JSON only." if hidden else ""
    return _counted(
        frame,
        f"by-{unit}",
        f"Games by {unit}",
        unit,
        rows,
        shown,
        f"games by the {unit} of the tag Date; those whose date does not give it are shown "
        f"apart.{cut}",
    )


def _sources(frame: Frame, sources: list[tuple[int, str, int]], names: list[str]) -> Exhibit:
    rows = [(name, games) for name, (_, _, games) in zip(names, sources, strict=True)]
    rows.sort(key=lambda row: (-row[1], row[0]))
    shown = rows[:_MOST_ROWS]
    hidden = len(rows) - len(shown)
    cut = f" {count(hidden, 'smaller source')}: in the CSV and JSON only." if hidden else ""
    return _counted(
        frame, "sources", "Games by source", "source", rows, shown, f"games from each source.{cut}"
    )


def _counted(
    frame: Frame,
    slug: str,
    title: str,
    column: str,
    rows: list[tuple[str, int]],
    shown: list[tuple[str, int]],
    method: str,
) -> Exhibit:
    return frame.exhibit(
        slug,
        title,
        f"Bars of the games of {count(len(shown), column)}.",
        n_words="games",
        method=method,
        plot=BarPlot(
            [BarRow(label, (games,)) for label, games in shown], neutral_marks(("games",))
        ),
        numbers=NumberTable((column, "games"), tuple(rows)),
        display=NumberTable(
            (column.capitalize(), "Games"), tuple((label, f"{games:,}") for label, games in shown)
        ),
    )
