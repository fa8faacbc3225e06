"""``mentis analyse``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    AsPlayed,
    Rules,
    Settings,
    Variant,
    choose_game,
    choose_settings,
    count_cores,
    make_reader,
)
from mentis_records.cli.search_option import (
    MAX_LINES,
    Blunder,
    Depth,
    Inaccuracy,
    Mistake,
    Nodes,
    SearchJobs,
    Seconds,
    choose_limits,
    choose_thresholds,
)
from mentis_records.cli.target import check_target, writing

if TYPE_CHECKING:
    from mentis_records.analysis.annotate import Thresholds
    from mentis_records.cli.analysis_form import Form
    from mentis_records.cli.analysis_subject import Found, Subject, Subjects
    from mentis_records.games.search.analysis import Limits

_FORMATS = ("text", "json", "mgn")


def analyse(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH|POSITION...",
            help="Record files, folders, patterns, or position strings; - reads positions from "
            "standard input, one per line.",
        ),
    ],
    format_name: Annotated[str, typer.Option("--format", help="text, json or mgn.")] = "text",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    lines: Annotated[
        int,
        typer.Option("--lines", min=1, max=MAX_LINES, help="Show so many moves, the best first."),
    ] = 1,
    inaccuracy: Inaccuracy = None,
    mistake: Mistake = None,
    blunder: Blunder = None,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    as_played: AsPlayed = False,
    jobs: SearchJobs = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
) -> None:
    """Analyse positions and records: the best move, its line, what it is worth, proven wins.

    Each position is searched by itself, whatever came before it. Records are analysed ply by
    ply; --format mgn writes them with marks, better lines and words on forced wins that were
    missed, allowed or delayed. Marks of an earlier analysis are replaced, all else is kept.

    Positions and records with errors are reported, and the exit code is 1.
    """
    from mentis_records.cli.analysis_subject import Stated, Subjects, search
    from mentis_records.core.text import counted

    output.check_choice("--format", format_name, _FORMATS)
    check_target(out)
    limits = choose_limits(depth, nodes, seconds)
    thresholds = choose_thresholds(inaccuracy, mistake, blunder)
    game = choose_game(rules)
    reader = make_reader(rules, variant, settings, as_played=as_played)
    subjects = Subjects(game, {}, reader, arguments)
    if subjects.has_positions:
        subjects.settings = choose_settings(game, variant, settings)
        if format_name == "mgn":
            output.fail("--format mgn writes records: positions are written as text or json")
    subjects.check()
    form = _choose_form(format_name, lines, limits, thresholds)
    of_records = replace(limits, lines=max(lines, form.lines))
    of_positions = replace(limits, lines=lines)

    def limits_of(subject: Subject) -> Limits:
        return of_positions if isinstance(subject, Stated) else of_records

    found = search(subjects, limits_of, jobs or count_cores(), form.has_rivals)
    done = 0
    try:
        with _sink(out, format_name) as write:
            for each in _shown(found, subjects, out):
                done += each.analysis is not None
                for text in form.take(each):
                    write(text)
            for text in form.end():
                write(text)
            if out is not None and not form.is_whole:
                output.talk(f"{out}: not written, for not all records could be read to the end")
                raise SystemExit(output.FINDINGS)
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    if out is not None:
        output.talk(f"{out}: {counted(done, 'position')}")
    has_findings = subjects.has_findings or form.has_findings
    raise SystemExit(output.FINDINGS if has_findings else output.CLEAN)


def _choose_form(name: str, lines: int, limits: Limits, thresholds: Thresholds) -> Form:
    from mentis_records import __version__
    from mentis_records.analysis.annotate import annotator_name
    from mentis_records.cli.analysis_form import JsonForm, RecordForm
    from mentis_records.cli.analysis_text import TextForm

    if name == "json":
        return JsonForm(lines)
    if name == "mgn":
        return RecordForm(thresholds, annotator_name(__version__, limits))
    return TextForm(thresholds)


@contextmanager
def _sink(out: Path | None, format_name: str) -> Iterator[Callable[[str], object]]:
    """Give the function to write with; what nobody waits for in vain is written at once."""
    if out is not None:
        with writing(out) as write:
            yield write
    elif format_name == "mgn":
        yield output.write_source
    else:
        yield lambda text: output.write_at_once(text.removesuffix("\n"))


def _shown(found: Iterable[Found], subjects: Subjects, out: Path | None) -> Iterator[Found]:
    """Yield what is found, showing how much of it there is."""
    from mentis_records.cli.progress import progress_bar

    with progress_bar("analysing", "positions", out is None) as advance:
        total = subjects.count() if sys.stderr.isatty() else None
        done = 0
        for each in found:
            advance(done, total)
            yield each
            done += each.analysis is not None
