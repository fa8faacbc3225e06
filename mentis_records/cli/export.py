"""``mentis export``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit, parse_ids
from mentis_records.cli.target import check_target, writing

if TYPE_CHECKING:
    from mentis_records.core.record import Record
    from mentis_records.export.error import ExportError
    from mentis_records.export.registry import ExportFormat
    from mentis_records.store.database import Database

_MAX_REFUSALS = 20
"""Games left out that are listed one by one."""


def export(
    format_name: Annotated[
        str, typer.Option("--format", help="mgn, listing, json, csv, parquet or apgr.")
    ] = "mgn",
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
    game: Annotated[str, typer.Option("--game", help="Numbers of games, such as 3 or 1,4-9.")] = "",
) -> None:
    """Write games of the database as mgn, listing, json, csv, parquet or apgr.

    mgn has everything, and loaded it gives the same games; apgr is Abstract Play's JSON.
    Games that a format cannot hold are reported and make the exit code 1.
    """
    from mentis_records.export.registry import FORMATS
    from mentis_records.store.database import Database
    from mentis_records.store.error import StoreError
    from mentis_records.store.record import fetch_game_ids

    chosen = FORMATS.get(format_name)
    if chosen is None:
        output.fail(f"--format {format_name!r}: choose one of {', '.join(FORMATS)}")
    check_target(out)
    wanted = parse_ids(game)
    try:
        with Database.open(db, memory_limit) as database:
            known = fetch_game_ids(database)
            missing = sorted(wanted.difference(known))
            if missing:
                output.fail(f"--game: there is no game {missing[0]} in {db}")
            ids = [game_id for game_id in known if game_id in wanted] if wanted else known
            job = _Export(chosen, database, ids, out is None)
            job.run(out)
    except StoreError as error:
        output.fail(str(error))
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    job.talk(out)
    raise SystemExit(output.FINDINGS if job.refused else output.CLEAN)


class _Export:
    """Games on their way out; counts those that the format cannot hold."""

    def __init__(
        self, chosen: ExportFormat, database: Database, ids: list[int], is_on_screen: bool
    ) -> None:
        self._format = chosen
        self._database = database
        self._ids = ids
        self._is_on_screen = is_on_screen
        self._irregular: list[int] = []
        self.refused = 0

    def run(self, out: Path | None) -> None:
        """Write the games."""
        from mentis_records.export.registry import TextFormat

        if not isinstance(self._format, TextFormat):
            self._write_table(out)
            return
        with writing(out) as write:
            for text in self._format.write(self._games(), self._refuse):
                write(text)

    def _write_table(self, out: Path | None) -> None:
        from mentis_records.export.game_row import COLUMNS, game_values
        from mentis_records.store.parquet import write_parquet

        if out is None:
            output.fail(f"--format {self._format.name} is no text: name a file with --out")
        write_parquet(out, COLUMNS, (game_values(*numbered) for numbered in self._games()))

    def _games(self) -> Iterator[tuple[int, Record]]:
        from mentis_records.cli.progress import progress_bar
        from mentis_records.store.record import fetch_records

        with progress_bar("writing", "games", self._is_on_screen) as advance:
            records = fetch_records(self._database, self._ids)
            for done, numbered in enumerate(zip(self._ids, records, strict=True)):
                advance(done, len(self._ids))
                if any(ply.is_irregular for ply in numbered[1].plies):
                    self._irregular.append(numbered[0])
                yield numbered

    def _refuse(self, game_id: int, error: ExportError) -> None:
        self.refused += 1
        if self.refused <= _MAX_REFUSALS:
            output.talk(f"game {game_id} is left out: {error}")

    def talk(self, out: Path | None) -> None:
        """Say what was written and what was not."""
        count = len(self._ids) - self.refused
        if out is not None:
            output.talk(f"{out}: {count} game{'' if count == 1 else 's'}")
        if self.refused > _MAX_REFUSALS:
            output.talk(f"{self.refused} games are left out; the first {_MAX_REFUSALS} are listed")
        if self._format.loses:
            output.talk(f"{self._format.name} has no place for {self._format.loses}")
        if self._irregular:
            numbers = ", ".join(map(str, self._irregular[:5]))
            more = ", ..." if len(self._irregular) > 5 else ""
            output.talk(f"played against the rules, to be read with --as-played: {numbers}{more}")
