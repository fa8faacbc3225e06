"""``mentis analyse --db``: the games of a database analysed, each position once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import Asked, choose_selection, select_game
from mentis_records.cli.progress import Advance, progress_bar, waiting_bar
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.cli.stored_form import StoredForm
    from mentis_records.core.game import AnyGame
    from mentis_records.games.search.analysis import Limits
    from mentis_records.store.database import Database
    from mentis_records.store.selection import Selection

Chosen = list[tuple["AnyGame", list[int]]]
"""The numbers of records by the game that they are of."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Games of a database: the file, what ``--where`` and ``--rules`` say, the memory to use."""

    db: Path
    where: Sequence[str]
    rules: str
    memory_limit: int | None

    def selection(self) -> Selection:
        """Return which games are meant, or end with a usage error."""
        asked = Asked(self.db, self.rules)
        selection = choose_selection(self.where, self.db, asked=asked)
        return selection & select_game(asked.game) if self.rules else selection


def analyse_database(
    stored: Stored, limits: Limits, jobs: int, form: StoredForm | None, is_compared: bool
) -> Iterator[str]:
    """Analyse what has not been analysed; yield the games in a form, or what came of it without.

    The database is changed only if there is something new. ``is_compared`` tells that moves are
    compared with the best.
    """
    from mentis_records.analysis.stored_games import (
        analyse_rivals,
        analyse_stored,
        are_rivals_analysed,
        count_stored,
        fetch_analysed,
        fetch_compared,
    )

    selection = stored.selection()
    with opened(stored.db, stored.memory_limit) as database, waiting_bar():
        chosen = _choose(database, selection)
        counts = [count_stored(database, game, ids, limits) for game, ids in chosen]
        new = sum(each.new for each in counts)
        is_whole = not new and (
            not is_compared or all(are_rivals_analysed(database, *each, limits) for each in chosen)
        )
    use = Use.READ if is_whole else Use.CHANGE
    started = time.monotonic()
    with opened(stored.db, stored.memory_limit, use) as database:
        if not is_whole:
            with progress_bar("analysing", "positions") as advance:
                done = 0
                for game, ids in chosen:
                    show = partial(_show, advance, done, new)
                    done += analyse_stored(database, game, ids, limits, jobs, show).new
            if is_compared:
                with progress_bar("comparing with the best", "positions") as advance:
                    for game, ids in chosen:
                        count = partial(_show, advance, 0, None)
                        analyse_rivals(database, game, ids, limits, jobs, count)
        games = sum(len(ids) for _, ids in chosen)
        positions = sum(each.positions for each in counts)
        told = _summary(stored.db, games, positions, new, time.monotonic() - started)
        if form is None:
            yield told + "\n"
            return
        output.talk(told)
        fetch = fetch_compared if is_compared else fetch_analysed
        for game, ids in chosen:
            for each in fetch(database, game, ids, limits):
                yield from form.take(game, each)


def _show(advance: Advance, before: int, total: int | None, done: int, _: int = 0) -> None:
    """Show how much has been done of several games, some of it before the present one."""
    advance(before + done, total)


def _summary(db: Path, games: int, positions: int, new: int, seconds: float) -> str:
    from mentis_records.core.text import counted, printable

    pace = f" in {seconds:.1f} s" if new else ""
    return (
        f"{printable(str(db))}: {counted(games, 'game')}, {counted(positions, 'position')}: "
        f"{positions - new:,} analysed before, {new:,} now{pace}"
    )


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
