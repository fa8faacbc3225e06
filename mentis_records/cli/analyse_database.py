"""``mentis analyse --db``: the games of a database analysed, each position once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import Asked, choose_selection, select_game
from mentis_records.cli.progress import progress_bar, waiting_bar

if TYPE_CHECKING:
    from mentis_records.analysis.stored_games import StoredRecord
    from mentis_records.core.game import AnyGame
    from mentis_records.games.search.analysis import Limits
    from mentis_records.store.database import Database
    from mentis_records.store.selection import Selection

Chosen = list[tuple["AnyGame", list[int]]]
"""The numbers of records by the game that they are of."""


def analyse_database(
    db: Path,
    where: Sequence[str],
    rules: str,
    limits: Limits,
    jobs: int,
    memory_limit: int | None = None,
    write: Callable[[AnyGame, StoredRecord], None] | None = None,
) -> None:
    """Analyse what has not been analysed, say what came of it, and write the games if they are to.

    The database is changed only if there is something new.
    """
    from mentis_records.analysis.stored_games import analyse_stored, count_stored, fetch_analysed
    from mentis_records.core.text import counted, printable

    asked = Asked(db, rules)
    selection = choose_selection(where, db, asked=asked)
    if rules:
        selection &= select_game(asked.game)
    with opened(db, memory_limit) as database, waiting_bar():
        chosen = _choose(database, selection)
        counts = [count_stored(database, game, ids, limits) for game, ids in chosen]
    positions, new = (sum(getattr(each, name) for each in counts) for name in ("positions", "new"))
    started = time.monotonic()
    with opened(db, memory_limit, Use.CHANGE if new else Use.READ) as database:
        done = 0
        with progress_bar("analysing", "positions") as advance:
            for game, ids in chosen:
                before = done

                def show(analysed: int, _: int, before: int = before) -> None:
                    advance(before + analysed, new)

                if new:
                    done += analyse_stored(database, game, ids, limits, jobs, show).new
        seconds = time.monotonic() - started
        games = counted(sum(len(ids) for _, ids in chosen), "game")
        pace = f" in {seconds:.1f} s" if new else ""
        (output.write if write is None else output.talk)(
            f"{printable(str(db))}: {counted(positions, 'position')} of {games}: "
            f"{positions - new:,} analysed before, {new:,} new{pace}"
        )
        if write is not None:
            for game, ids in chosen:
                for stored in fetch_analysed(database, game, ids, limits):
                    write(game, stored)


def _choose(database: Database, selection: Selection) -> Chosen:
    """Return the selected records of each game."""
    from mentis_records.games import find_game
    from mentis_records.store.game_tables import stored_games
    from mentis_records.store.record import fetch_game_ids, settle
    from mentis_records.store.selection import select_rules

    settled = settle(database, selection)
    found = (
        (find_game(slug), fetch_game_ids(database, settled & select_rules(slug)))
        for slug in stored_games(database)
    )
    return [(game, ids) for game, ids in found if ids]
