"""``mentis lake add``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.lake_option import (
    DEFAULT_LAKE,
    DEFAULT_TIME_LIMIT,
    LakeFolder,
    Scheduler,
    TimeLimit,
    Workers,
    worker_pool,
)
from mentis_records.cli.option import (
    AsPlayed,
    Encoding,
    Paths,
    Rules,
    Settings,
    Strict,
    Variant,
    make_reader,
)
from mentis_records.cli.record_file import expand_paths
from mentis_records.core.text import json_text

if TYPE_CHECKING:
    from pathlib import Path

    from mentis_records.lake.addition import AddedSource


def lake_add(
    paths: Paths,
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    shard_size: Annotated[
        int,
        typer.Option(
            "--shard-size", min=10_000, help="Bytes of text that a shard is made of, about."
        ),
    ] = 12 << 20,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    strict: Strict = False,
    as_played: AsPlayed = False,
    encoding: Encoding = "",
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Add record files to a lake, making it if need be.

    Files are cut into parts, each of which a worker reads, judges and writes as one shard. A file
    enters whole or not at all, and only once. What was interrupted goes on when the same command
    is run again. Records with errors go to quarantine with the reasons, and so does a part of a
    file that ends its worker three times. The exit code is 1 if there are any.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    from mentis_records.cli.progress import progress_bar
    from mentis_records.core.text import counted, printable
    from mentis_records.lake.addition import add_sources
    from mentis_records.lake.lake_part import ReadingManner

    reader = make_reader(rules, variant, settings, strict, as_played, encoding=encoding)
    first = reader.games[0].description.slug
    manner = ReadingManner(first, dict(reader.defaults), strict, as_played, reader.encoding)
    sources = expand_paths(paths)
    quarantined = game_faults = 0
    try:
        with (
            worker_pool(workers, scheduler, time_limit) as pool,
            progress_bar("adding", "shards") as advance,
        ):
            found = add_sources(folder.absolute(), pool, manner, sources.files, advance, shard_size)
            for added in found:
                quarantined += added.quarantined
                game_faults += added.game_faults
                _tell(added, format_name, folder)
    except OSError as error:
        what = printable(str(error.filename or folder))
        output.fail(f"{what}: {error.strerror or error}; what is done is kept, run it again")
    for closed in sources.closed.values():
        output.talk(f"{closed.filename}: {closed.strerror or closed}; not added")
    if quarantined:
        output.talk(f"mentis: {counted(quarantined, 'record')} in quarantine: {folder}/quarantine")
    if game_faults:
        raise SystemExit(output.FAULT)
    raise SystemExit(output.FINDINGS if quarantined or sources.closed else output.CLEAN)


def _tell(added: AddedSource, format_name: str, folder: Path) -> None:
    """Write what became of a source, as text or json."""
    from mentis_records.core.text import printable

    if format_name == "json":
        value = {
            "source": added.name,
            "lake": str(folder),
            "records": added.records,
            "stored": added.stored,
            "duplicates": added.duplicates,
            "quarantined": added.quarantined,
            "known": added.is_known,
        }
        output.write_at_once(json_text(value))
        return
    name, place = printable(added.name), printable(str(folder))
    if added.is_known:
        output.write_at_once(f"{name}: added before, nothing to do; in {place}")
        return
    output.write_at_once(
        f"{name}: {added.records} read = {added.stored} stored + {added.duplicates} duplicates"
        f" + {added.quarantined} quarantined; in {place}"
    )
