"""``mentis quarantine``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.consent import is_answered
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    AsPlayed,
    DatabasePath,
    Encoding,
    Lenient,
    MemoryLimit,
    Rules,
    Settings,
    Strict,
    Variant,
    make_reader,
)
from mentis_records.cli.quarantine_change import Edit, discard
from mentis_records.cli.quarantine_walk import walk
from mentis_records.cli.table import check_format, tell_no_room, write_rows
from mentis_records.cli.target import check_target, writing
from mentis_records.core.text import counted

if TYPE_CHECKING:
    from mentis_records.store.load.quarantine import Quarantined, Written

_ACTIONS = ("list", "show", "edit", "retry", "export", "discard")


def quarantine(
    action: Annotated[
        str, typer.Argument(metavar="ACTION", help="list, show, edit, retry, export or discard.")
    ] = "list",
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Records, such as 2.17. Default: all."),
    ] = None,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    codes: Annotated[
        list[str], typer.Option("--code", help="Only records refused for this: a code or its name.")
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    sources: Annotated[
        list[str],
        typer.Option("--source", help="Only records from this file, with or without its folder."),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
    out: Annotated[
        Path | None, typer.Option("--out", help="The .mgn file to export to (also .gz).")
    ] = None,
    text_path: Annotated[
        str | None,
        typer.Option(
            "--text",
            help="edit: the file with the new text, or - for standard input.",
            metavar="FILE",
            show_default="an editor",
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="edit: keep the new text even if it has errors.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="discard: all records.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="discard: do not ask.")] = False,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    strict: Strict = False,
    lenient: Lenient = False,
    as_played: AsPlayed = False,
    encoding: Encoding = "",
) -> None:
    """List, show, mend, retry, export or discard the records that were refused.

    show prints texts and reasons. edit opens a record's text in your editor (EDITOR), reads it
    again and stores it if it is valid; else it shows what was found, and asks. Without an id it
    goes through all records: each is edited, read in another encoding, discarded or skipped. retry
    reads records again, by today's rules and with the --variant they were loaded with, and stores
    those that are valid. export writes the texts to a record file, byte for byte, except listings
    that continue another: these become records with the plies of both. discard deletes records for
    good, after a question. The exit code is 1 if edit, retry or export leaves any behind. The tags
    of refused records are not checked, so there is no --where: use --code and --source, which may
    be repeated.
    """
    output.check_choice("action", action, _ACTIONS)
    check_format(format_name)
    check_target(out)
    if action == "export" and format_name != "table":
        output.fail("export has no --format: it writes a record file")
    if action in ("edit", "retry", "discard") and format_name == "csv":
        output.fail(f"{action} has no csv: choose table or json")
    is_walk = action == "edit" and _is_walk(db, ids or (), text_path)
    _check_use(action, text_path is not None or keep, everything, yes)
    from mentis_records.cli.progress import indexing_bar
    from mentis_records.store.load.quarantine import (
        fetch_quarantine,
        fetch_source_names,
        write_quarantine,
    )
    from mentis_records.store.load.unread import retry_sources
    from mentis_records.store.position.index import update_index

    wanted = [_parse_id(each) for each in ids or ()] or None
    if wanted and (codes or sources):
        output.fail("either ids, or --code and --source")
    if action == "discard" and not (wanted or codes or sources or everything):
        output.fail("discard which records? Give ids, --code, --source or --all")
    if everything and (wanted or codes or sources):
        output.fail("--all leaves nothing to choose: no ids, --code or --source")
    chosen = [_parse_code(each) for each in codes]
    reader = make_reader(
        rules, variant, settings, strict, as_played, encoding=encoding, lenient=lenient
    )
    try:
        with opened(db, memory_limit) as database:
            try:
                found = fetch_quarantine(database, wanted, codes=chosen, sources=sources)
            except KeyError as error:
                output.fail(f"no record {error.args[0][0]}.{error.args[0][1]} is in quarantine")
            if action == "export":
                check_target(out, inputs=fetch_source_names(database))
                written = write_quarantine(database, reader, found)
        if action in ("show", "edit", "export"):
            _tell_cut(found)
        if action == "list":
            _list(found, format_name)
        elif action == "show":
            _show(found, format_name)
        elif action == "export":
            if out is None:
                output.write_source(written.text)
            else:
                with writing(out) as write:
                    write(written.text)
                output.talk(f"{out}: {counted(written.count, 'record')}")
            _tell_left_out(written)
            _tell_options(found)
            raise SystemExit(output.FINDINGS if written.count < len(found) else output.CLEAN)
        elif is_walk:
            raise SystemExit(walk(db, memory_limit, reader, found))
        elif action == "edit":
            edit = Edit(db, memory_limit, reader, found[0], text_path, keep, format_name)
            raise SystemExit(edit.run())
        elif action == "discard":
            discard(db, memory_limit, found, not yes, format_name)
        else:
            with opened(db, memory_limit, Use.CHANGE) as database:
                summary = retry_sources(database, reader, found)
                with indexing_bar() as advance:
                    update_index(database, advance)
            if format_name == "json":
                value = asdict(summary)
                del value["game_faults"]  # the exit code reports them
                output.write_json(value)
            else:
                output.write_words(
                    f"{summary.tried} tried = {summary.stored} stored"
                    f" + {summary.duplicates} duplicates + {summary.quarantined} still quarantined"
                )
            if summary.game_faults:
                raise SystemExit(output.FAULT)
            raise SystemExit(output.FINDINGS if summary.quarantined else output.CLEAN)
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")


def _is_walk(db: Path, ids: Sequence[str], text_path: str | None) -> bool:
    """Tell whether records are edited one by one; without a terminal it must be a single one."""
    if len(ids) == 1:
        return False
    if text_path is not None or not is_answered():
        output.fail(f"edit takes one id, such as 2.17; {next_command('quarantine', db)} lists them")
    return True


def _check_use(action: str, has_text: bool, everything: bool, yes: bool) -> None:
    """End with a usage error if options of one action are given to another."""
    if has_text and action != "edit":
        output.fail("--text and --keep belong to edit")
    if (everything or yes) and action != "discard":
        output.fail("--all and --yes belong to discard")


_NAMED = 10
"""So many records are named at most."""


def _tell_cut(records: list[Quarantined]) -> None:
    """Say of which records not all of the text is kept."""
    cut = [record.id for record in records if record.text.strip() and not record.is_whole]
    if cut:
        output.talk(
            f"mentis: {counted(len(cut), 'record')} kept only in part ({_named(cut)}): "
            "the rest is still in the source"
        )


def _tell_left_out(written: Written) -> None:
    """Say which records are not in what was written, and why."""
    reasons = {
        "JSON entries, which must be exported on their own": written.entries,
        "trials of Ludii, which must be exported on their own": written.trials,
        "without any text": written.empty,
        "listings whose beginning cannot be found": written.torn,
    }
    for reason, ids in reasons.items():
        if ids:
            output.talk(f"mentis: left out, {reason}: {_named(ids)}")


def _tell_options(records: list[Quarantined]) -> None:
    """Say of which records the options were chosen when they were loaded."""
    chosen: dict[str, list[str]] = {}
    for record in records:
        for tag, value in record.defaults.items():
            chosen.setdefault(f"--{tag.lower()} {value.lower()}", []).append(record.id)
    for option, ids in chosen.items():
        output.talk(f"mentis: read with {option} unless a tag says otherwise: {_named(ids)}")


def _named(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_NAMED]) + (", ..." if len(ids) > _NAMED else "")


def _parse_id(text: str) -> tuple[int, int]:
    source, dot, index = text.partition(".")
    if not dot or not all(
        part.isascii() and part.isdigit() and len(part) < 10 for part in (source, index)
    ):
        output.fail(f"{text!r} is not the id of a quarantined record, such as 2.17")
    return int(source), int(index)


def _parse_code(text: str) -> str:
    """Return the id of a diagnostic by its id or slug."""
    from mentis_records.games import find_code

    try:
        return find_code(text).id
    except KeyError:
        output.fail(f"--code {text!r}: there is no such code; mentis explain lists them")


def _list(records: list[Quarantined], format_name: str) -> None:
    from mentis_records.export.quarantine_row import QUARANTINE_COLUMNS, quarantine_row

    rows = map(quarantine_row, records)
    tell_no_room(write_rows(format_name, QUARANTINE_COLUMNS, rows, ("member",)))
    if format_name == "table":
        output.talk(f"{counted(len(records), 'record')} in quarantine")


def _show(records: list[Quarantined], format_name: str) -> None:
    from mentis_records.core.text import printable
    from mentis_records.store.load.quarantine import record_value

    if format_name == "json":
        for record in records:
            output.write_json(record_value(record))
        return
    if format_name == "csv":
        output.fail("show has no csv: choose table or json")
    for number, record in enumerate(records):
        place = record.place
        member = f":{place.member}" if place.member else ""
        where = printable(f"{record.source}{member}:{place.line}")
        output.write_words(f"{chr(10) if number else ''}== {record.id}  {where}")
        for found in record.diagnostics:
            output.write_words(
                f"{found['line']}:{found['column']}: {found['severity']} {found['code']}"
                f" {found['slug']}: {printable(found['message'])}"
            )
        output.write_words("")
        for line in record.text.rstrip("\n").split("\n"):
            output.write_words(f"    {printable(line)}".rstrip())
