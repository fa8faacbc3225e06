"""The section with the last positions of games: how they looked when they were decided."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.core.record import Record
from mentis_records.core.start import stored_position
from mentis_records.core.text import one_line
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.page import BoardCard, BoardLine, Section
from mentis_records.report.words.wording import count
from mentis_records.store.count.result import fetch_latest_games
from mentis_records.store.count.typical import fetch_longest_game
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection

_GAMES = 3
"""Boards shown for each result."""

_BOARD_SIZE = 300
_UNKNOWN = ("", "?", "-")


def ending_section(database: Database, game: AnyGame, selection: Selection) -> Section:
    """Return the section: for each result the last positions of the latest games stored.

    Raises:
        StoreError: the database cannot be read.
    """
    return Section(
        "endings",
        "How games ended",
        boards_title="Last positions",
        boards_note=f"For each result, the last position of up to {_GAMES} games, the latest "
        "stored. A resignation or an agreement leaves the board as it was.",
        lines=tuple(_lines(database, game, selection)) if is_drawn(game) else (),
        games=tuple(_games(database, game, selection)) if is_drawn(game) else (),
    )


def _games(database: Database, game: AnyGame, selection: Selection) -> Iterator[ExampleGame]:
    """Yield the shortest and the longest game with a winner, and the shortest draw."""
    slug = game.description.slug
    won = (RESULT_FIRST, RESULT_SECOND)
    wanted = {
        "The shortest game with a winner": fetch_longest_game(
            database, slug, won, selection, is_shortest=True
        ),
        "The longest game with a winner": fetch_longest_game(database, slug, won, selection),
        "The shortest draw": fetch_longest_game(
            database, slug, (RESULT_DRAW,), selection, is_shortest=True
        ),
    }
    shown: set[int] = set()
    for note, game_id in wanted.items():
        if game_id is not None and game_id not in shown:
            shown.add(game_id)
            yield example_game(game, fetch_record(database, game_id), number=game_id, note=note)


def _lines(database: Database, game: AnyGame, selection: Selection) -> Iterator[BoardLine]:
    first, second = game.description.sides
    titles = {RESULT_FIRST: f"{first} won", RESULT_DRAW: "Drawn", RESULT_SECOND: f"{second} won"}
    for result, title in titles.items():
        games = fetch_latest_games(database, game.description.slug, result, _GAMES, selection)
        if games:
            cards = (_card(game, game_id, fetch_record(database, game_id)) for game_id in games)
            yield BoardLine(title, tuple(cards))


def _card(game: AnyGame, game_id: int, record: Record) -> BoardCard:
    names = [record.tags.get(side, "") for side in game.description.sides]
    known = all(name not in _UNKNOWN for name in names)
    label = " – ".join(one_line(name) for name in names) if known else f"Game {game_id}"
    last = record.plies[-1].move if record.plies else None
    words = f"{count(len(record.plies), 'ply', 'plies')}, {record.result}"
    if record.termination:
        words += f", {one_line(record.termination)}"
    lines = [words]
    event = record.tags.get("Event", "")
    if event not in _UNKNOWN:
        lines.append(one_line(event))
    svg = render_svg(
        picture_of(
            game,
            stored_position(game, record.final, record.tags),
            last,
            record.ended(len(record.plies)),
        ),
        size=_BOARD_SIZE,
        title=f"Last position of {label}",
    )
    return BoardCard(label, (), svg, None, tuple(lines))
