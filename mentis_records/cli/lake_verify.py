"""``mentis lake verify``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.lake_option import (
    DEFAULT_LAKE,
    DEFAULT_TIME_LIMIT,
    LakeFolder,
    Scheduler,
    TimeLimit,
    Workers,
    open_manifest,
    worker_pool,
)


def lake_verify(
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    sample: Annotated[
        int, typer.Option("--sample", min=0, help="Games of each shard to be replayed; 0: all.")
    ] = 100,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Count sources again, replay a sample of games, and sweep what killed tasks left.

    Sources that are where they were when they were added are read again, by their hash and the
    number of their records. All files are counted, and a sample of games is played by the rules.
    The exit code is 1 if something differs. What no manifest names is swept, unless records are
    being added.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    from mentis_records.core.text import counted, printable
    from mentis_records.lake.verification import verify_lake

    open_manifest(folder)
    with worker_pool(workers, scheduler, time_limit) as pool:
        found = verify_lake(folder.absolute(), pool, sample or None)
    if format_name == "json":
        value = {
            "sources": found.sources,
            "absent": found.absent,
            "shards": found.shards,
            "replayed": found.replayed,
            "swept": found.swept,
            "findings": list(found.findings),
        }
        output.write_json(value)
    else:
        for text in found.findings:
            output.write(printable(text))
        absent = f", {found.absent} no longer there" if found.absent else ""
        output.write(
            f"{counted(found.sources, 'source')} counted again{absent}; "
            f"{counted(found.shards, 'shard')}, {counted(found.replayed, 'game')} replayed; "
            f"{counted(found.swept, 'leftover')} swept; {counted(len(found.findings), 'finding')}"
        )
    raise SystemExit(output.FINDINGS if found.findings else output.CLEAN)
