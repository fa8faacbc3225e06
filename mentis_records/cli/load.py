"""``mentis load``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    AsPlayed,
    DatabasePath,
    Encoding,
    Jobs,
    Lenient,
    MemoryLimit,
    Paths,
    Rules,
    Settings,
    Strict,
    Variant,
    count_cores,
    make_reader,
)
from mentis_records.cli.record_file import expand_paths
from mentis_records.core.text import json_text

if TYPE_CHECKING:
    from mentis_records.store.load.load import LoadSummary, Progress

_NAMED = 10
"""So many entries that were resolved, or texts that are no records, are named at most."""


def load(
    paths: Paths,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    strict: Strict = False,
    lenient: Lenient = False,
    as_played: AsPlayed = False,
    encoding: Encoding = "",
    jobs: Jobs = 0,
    no_index: Annotated[
        bool, typer.Option("--no-index", help="Leave the positions index to mentis index.")
    ] = False,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Load record files into a database, creating it if need be.

    A file is loaded whole or not at all, and only once; one that has grown is read again and
    replaces its earlier version. Records with errors go to quarantine with the reasons. The exit
    code is 1 as long as records of these files are there, or if part of a folder cannot be read.
    The positions index is brought up to date last. Without --memory-limit it uses about 1 GB.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    from mentis_records.cli.progress import indexing_bar, reading_bar
    from mentis_records.core.text import counted, printable
    from mentis_records.store.error import UNDONE, StoreError
    from mentis_records.store.file.memory_limit import WRITING_BYTES
    from mentis_records.store.load.load_many import load_many
    from mentis_records.store.match.match_list import count_faulty, last_game

    reader = make_reader(
        rules, variant, settings, strict, as_played, encoding=encoding, lenient=lenient
    )
    sources = expand_paths(paths)
    quarantined = 0
    loaded: list[LoadSummary] = []

    def watch(name: str) -> AbstractContextManager[Progress]:
        return reading_bar(f"loading {printable(name)}")

    try:
        with opened(db, memory_limit or WRITING_BYTES, Use.FILL) as database:
            before = last_game(database)
            for summary in load_many(database, reader, sources.files, jobs or count_cores(), watch):
                quarantined += summary.quarantined + summary.refused
                tell(summary, format_name, db)
                loaded.append(summary)
                for message, count in summary.other_games.items():
                    records = counted(count, "record")
                    output.talk(
                        f"mentis: {printable(summary.source)}: {records} not judged: {message}; "
                        "quarantine retry reads them once the game is known"
                    )
                for reason in summary.unread[:_NAMED]:
                    output.talk(f"mentis: {printable(reason)}")
            unfit = count_faulty(database, before)
            if not no_index:
                from mentis_records.store.position.index import update_index

                try:
                    with indexing_bar() as advance_index:
                        update_index(database, advance_index)
                except StoreError as error:
                    reason = str(error).removesuffix(UNDONE)
                    command = next_command("index", db)
                    output.fail(f"{reason}; the games are stored, but not indexed: {command}")
    except OSError as error:
        output.fail(f"{printable(str(error.filename or 'records'))}: {error.strerror or error}")
    if len(loaded) > 1 and format_name == "text":
        output.talk(f"mentis: {_total(loaded)}")
    for closed in sources.closed.values():
        output.talk(f"{closed.filename}: {closed.strerror or closed}; not loaded")
    if quarantined:
        records = counted(quarantined, "record")
        command = next_command("quarantine edit", db)
        output.talk(f"mentis: {records} in quarantine; to see why, and decide: {command}")
    if unfit:
        rounds = counted(unfit, "match has rounds", "matches have rounds")
        command = next_command("matches", db)
        output.talk(f"mentis: {rounds} that do not fit; to see why: {command}")
    if any(each.game_faults for each in loaded):
        raise SystemExit(output.FAULT)
    raise SystemExit(output.FINDINGS if quarantined or sources.closed else output.CLEAN)


def _total(loaded: Sequence[LoadSummary]) -> str:
    """Return what was loaded of several files, all together."""
    from mentis_records.core.text import counted

    new = [each for each in loaded if not each.is_known]
    old = f", {len(loaded) - len(new):,} loaded before" if len(new) < len(loaded) else ""
    stored, duplicates, quarantined, warnings = (
        sum(getattr(each, name) for each in new)
        for name in ("stored", "duplicates", "quarantined", "warnings")
    )
    return (
        f"{counted(len(loaded), 'file')}{old}: {stored + duplicates + quarantined:,} read = "
        f"{stored:,} stored + {duplicates:,} duplicates + {quarantined:,} quarantined; "
        f"{counted(warnings, 'warning')}"
    )


def tell(summary: LoadSummary, format_name: str, db: Path) -> None:
    """Write what a load into a database did, as text or json."""
    from mentis_records.core.text import counted, printable

    if format_name == "json":
        value = {
            "source": summary.source,
            "database": str(db),
            "records": summary.records,
            "stored": summary.stored,
            "duplicates": summary.duplicates,
            "quarantined": summary.quarantined,
            "warnings": summary.warnings,
            "known": summary.is_known,
            "earlier": summary.earlier,
            "outgrown": summary.outgrown,
            "refused": summary.refused,
            "resolved": [
                {"record": each.index, "was": each.entry, "game": each.game_id}
                for each in summary.resolved
            ],
        }
        output.write_at_once(json_text(value))
        return
    place = printable(str(db))
    if summary.is_known:
        refused = ""
        if summary.refused:
            records = counted(summary.refused, "record")
            command = next_command("quarantine retry", db)
            refused = f"; {records} in quarantine; to read again: {command}"
        _say(f"{printable(summary.source)}: loaded before, nothing to do{refused}; in {place}")
    else:
        earlier = (
            f"; {summary.earlier} before them had been loaded already" if summary.earlier else ""
        )
        if summary.outgrown:
            earlier += f"; {counted(summary.outgrown, 'record')} removed that had been cut short"
        _say(
            f"{printable(summary.source)}: {summary.records} read = {summary.stored} stored"
            f" + {summary.duplicates} duplicates + {summary.quarantined} quarantined{earlier}; "
            f"{counted(summary.warnings, 'warning')}; in {place}"
        )
        for each in summary.resolved[:_NAMED]:
            _say(f"  record {each.index} was {each.entry} in quarantine: game {each.game_id}")
        if len(summary.resolved) > _NAMED:
            _say(f"  and {len(summary.resolved) - _NAMED:,} more")


def _say(text: str) -> None:
    output.write_at_once(output.fitted(text))
