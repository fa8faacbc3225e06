"""The output of ``mentis query``: matching games, positions, boards and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.progress import progress_bar, waiting_bar
from mentis_records.cli.table import write_rows
from mentis_records.core.text import counted

if TYPE_CHECKING:
    from mentis_records.query.plan.question import Question
    from mentis_records.report.section.diagram import Diagram
    from mentis_records.store.database import Database
    from mentis_records.store.position.hits import Found, Match
    from mentis_records.store.selection import Selection

_TABLE_ROWS = 20
"""Rows of a table, boards of a page, or differences without a limit; other formats have all."""

_COLUMNS = ("game", "date", "result", "plies")
"""Columns of the table of games; the players stand after the second."""


def find_match(database: Database, question: Question, selection: Selection) -> Match:
    """Return what answers a question, showing how far a replay has come where the index does not.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    from mentis_records.query.answer import match as answering

    with progress_bar("replaying", "games") as advance:
        return answering.find_match(database, question, selection, advance)


class Answer:
    """What is written of the matches."""

    def __init__(
        self,
        database: Database,
        question: Question,
        match: Match,
        order: Sequence[str],
        limit: int | None,
        format_name: str,
    ) -> None:
        """Keep what is asked of which database, and how much is to be written in what form."""
        self._database = database
        self._question = question
        self._match = match
        self._order = order
        self._limit = limit
        self._format = format_name

    def _rows(self) -> int | None:
        """Return how many rows at most."""
        if self._limit is None:
            return _TABLE_ROWS if self._format == "table" else None
        return self._limit or None

    def games(self) -> None:
        """Write the games with the plies at which they match, or the records."""
        from mentis_records.export.query_answer import match_columns
        from mentis_records.store.position.hits import find_games, list_matches

        limit, matched = self._rows(), None
        if self._format == "table":
            with waiting_bar():
                matched = find_games(self._database, self._match)
        found = list_matches(self._database, self._match, self._order, limit, matched)
        if self._format == "mgn":
            with waiting_bar():
                game_ids = [row[0] for row in found]
            self._write_records(game_ids)
            return
        names = match_columns(self._match.slug)
        if self._format == "json":
            write_rows("json", names, found)
            return
        if self._format == "csv":
            rows = ((*row[:-1], " ".join(map(str, row[-1]))) for row in found)
            write_rows("csv", names, rows)
            return
        sides = [side.lower() for side in self._question.game.description.sides]
        shown = [names.index(name) for name in (*_COLUMNS[:2], *sides, *_COLUMNS[2:])]
        with waiting_bar():
            body = [[*(row[at] for at in shown), row[-2], spans(row[-1])] for row in found]
        if body:
            write_rows("table", [*(names[at] for at in shown), "matches", "at"], body)
        self._talk(matched, len(body))

    def _talk(self, found: Found | None = None, shown: int | None = None) -> None:
        from mentis_records.store.position.hits import find_games

        if found is None:
            with waiting_bar():
                found = find_games(self._database, self._match)
        games = len(found.games)
        left = "" if shown in (None, games) else f", {shown:,} of them listed"
        positions = counted(found.positions, "position")
        output.talk(f"{positions} in {counted(games, 'game')}{left}")

    def positions(self) -> None:
        """Write the positions."""
        from mentis_records.export.query_answer import POSITION_COLUMNS
        from mentis_records.store.position.hits import find_games, list_positions

        names, limit = POSITION_COLUMNS, self._rows()
        if self._format != "table":
            rows = list_positions(self._database, self._match, self._order, limit)
            write_rows(self._format, names, rows)
            return
        with waiting_bar():
            found = find_games(self._database, self._match)
            body = list(list_positions(self._database, self._match, self._order, limit, found))
        if body:
            write_rows("table", names, body)
        self._talk(found)

    def count(self) -> None:
        """Write how many there are."""
        from mentis_records.export.query_answer import count_value

        with waiting_bar():
            value = count_value(self._database, self._question, self._match)
        if self._format == "json":
            output.write_json(value)
        else:
            write_rows(self._format, list(value), [list(value.values())])

    def explain(self) -> None:
        """Write the SQL, its parameters and its plan; of a replay that it is one."""
        if self._question.is_replayed:
            output.write("The games are replayed: the positions index cannot answer this.")
            return
        from mentis_records.store.position.hits import explain_match

        output.write(_outdented(self._match.sql))
        for name, value in self._match.values.items():
            output.write(f"-- ${name} = {value!r}")
        output.write(explain_match(self._database, self._match))

    def verify(self) -> None:
        """Replay the games and say whether all is as the database says."""
        from mentis_records.export.query_answer import verify_value

        with progress_bar("replaying", "games") as advance:
            value = verify_value(self._database, self._question, self._match, self._rows(), advance)
        games, differing, listed = value.games, value.differences, value.listed
        if self._format == "json":
            output.write_json(value.told)
        else:
            for each in listed:
                output.write(_told(each))
            left = f", {len(listed):,} of them listed" if len(listed) < differing else ""
            replayed, different = counted(games, "game"), counted(differing, "difference")
            output.write(f"{replayed} replayed, {different}{left}")
        raise SystemExit(output.FINDINGS if differing else output.CLEAN)

    def show(self, page: Path | None, view: int | None) -> None:
        """Show the board at the first match of games, or draw a page of them; as a side saw it."""
        from mentis_records.cli.screen import board_width
        from mentis_records.report.document.scene import Scene
        from mentis_records.report.section.diagram import find_diagrams

        limit = (_TABLE_ROWS if page else 1) if self._limit is None else self._limit or None
        diagrams = find_diagrams(
            self._database, self._question, self._match, self._order, limit, view
        )
        if page is not None:
            self._write_page(page, diagrams, view)
            return
        shown = 0
        for found in diagrams:
            scene = Scene(found.record, view)
            if shown:
                output.write("")
            output.write(f"game {found.game_id}, ply {found.ply}")
            output.paint(
                scene.text(
                    found.ply, output.has_colour(), board_width(), highlights=found.highlights
                )
            )
            shown += 1
        self._talk(shown=shown)

    def _write_page(self, page: Path, diagrams: Iterable[Diagram], view: int | None) -> None:
        from mentis_records.core.file import writing_file
        from mentis_records.report.document.page import render_page
        from mentis_records.report.section.diagram import compose_page

        report = compose_page(self._database, self._question, self._match, diagrams, view=view)
        try:
            with writing_file(page) as write:
                write(render_page(report, {}))
        except OSError as error:
            output.fail(f"{page}: {error.strerror or error}")
        output.talk(f"{page}: written")

    def _write_records(self, game_ids: list[int]) -> None:
        from mentis_records.store.record import fetch_texts

        before, refused = "", 0
        texts = fetch_texts(self._database, game_ids)
        for game_id, text in zip(game_ids, texts, strict=True):
            if not isinstance(text, str):
                output.talk(f"game {game_id} is left out: {text}")
                refused += 1
                continue
            output.write_text(before + text)
            before = "\n"
        if refused:
            raise SystemExit(output.FINDINGS)


def _told(difference: Mapping[str, object]) -> str:
    """Return in words what database and replay say differently."""
    game, ply, by = difference["game"], difference["ply"], difference["only_by"]
    if game is None:
        return f"positions: more are counted by {by}"
    if ply is None:
        return f"game {game}: counted only by {by}"
    return f"game {game}, ply {ply}: only by {by}"


def spans(plies: Sequence[int]) -> str:
    """Return numbers in ascending order, those that follow one another as first-last."""
    spans: list[list[int]] = []
    for ply in plies:
        if spans and spans[-1][1] == ply - 1:
            spans[-1][1] = ply
        else:
            spans.append([ply, ply])
    return ", ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in spans)


def _outdented(sql: str) -> str:
    """Return SQL as lines without what their place in the program put before them."""
    return "\n".join(line.strip() for line in sql.splitlines() if line.strip())
