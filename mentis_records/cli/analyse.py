"""``mentis analyse``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from mentis_records.cli import output
from mentis_records.cli.analyse_database import Stored, analyse_database
from mentis_records.cli.certificate_file import Certificates, writing_certificates
from mentis_records.cli.option import (
    AsPlayed,
    Encoding,
    MemoryLimit,
    Rules,
    Settings,
    Variant,
    Where,
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
    from mentis_records.core.game import AnyGame
    from mentis_records.games.search.analysis import Limits
    from mentis_records.games.search.certificate import CertificateWriter
    from mentis_records.games.search.prover import Prover

_FORMATS = ("text", "json", "mgn")


def analyse(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH|POSITION...",
            help="Record files, folders, patterns, or position strings; - reads positions from "
            "standard input, one per line.",
        ),
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option("--db", help="Analyse the games of this database, and keep what is found."),
    ] = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    memory_limit: MemoryLimit = None,
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
    encoding: Encoding = "",
    jobs: SearchJobs = 1,
    certificates: Certificates = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
) -> None:
    """Analyse positions and records: the best move, its line, what it is worth, proven wins.

    Each position is searched by itself, whatever came before it. Records are analysed ply by
    ply; --format mgn writes them with marks, better lines and words on forced wins that were
    missed, allowed or delayed. Marks of an earlier analysis are replaced, all else is kept.

    With --db what is found is kept in the database, each position once for each version and
    limits; what was interrupted goes on from there. Games are written from what is kept.

    Positions and records with errors are reported, and the exit code is 1.
    """
    from mentis_records.cli.analysis_subject import Stated, Subjects, search
    from mentis_records.core.text import counted
    from mentis_records.games.search.choice import about_scores

    output.check_choice("--format", format_name, _FORMATS)
    check_target(out)
    check_target(certificates, "--certificates")
    limits = choose_limits(depth, nodes, seconds)
    thresholds = choose_thresholds(inaccuracy, mistake, blunder)
    jobs = jobs or count_cores()
    if db is not None:
        if arguments or variant or settings or as_played or encoding:
            output.fail("--db: games of a database are chosen by --where and --rules alone")
        if certificates is not None:
            output.fail("--certificates: proofs are not kept in databases; analyse files")
        kept = Stored(db, where, rules, memory_limit)
        _analyse_stored(kept, format_name, replace(limits, lines=lines), thresholds, jobs, out)
    if not arguments:
        output.fail("what is to be analysed? Name record files or positions, or --db FILE")
    if where:
        output.fail("--where selects games of a database: name it with --db")
    game = choose_game(rules)
    reader = make_reader(rules, variant, settings, as_played=as_played, encoding=encoding)
    subjects = Subjects(game, {}, reader, arguments)
    if subjects.has_positions:
        subjects.settings = choose_settings(game, variant, settings)
        if format_name == "mgn":
            output.fail("--format mgn writes records: positions are written as text or json")
    subjects.check()
    check_target(certificates, "--certificates", subjects.files())
    if format_name != "mgn":
        check_target(out, inputs=subjects.files())
    if out is not None and out == certificates:
        output.fail(f"--certificates {certificates}: --out names the same file")
    form = _choose_form(format_name, lines, limits, thresholds)
    of_records = replace(limits, lines=max(lines, form.lines))
    of_positions = replace(limits, lines=lines)

    def limits_of(subject: Subject) -> Limits:
        return of_positions if isinstance(subject, Stated) else of_records

    found = search(subjects, limits_of, jobs, form.has_rivals)
    done = 0
    games: dict[str, AnyGame] = {}
    try:
        with writing_certificates(certificates) as writer, _sink(out, format_name) as write:
            certify = _Certifier(subjects, writer)
            for each in _shown(found, subjects, out):
                certify.add(each)
                if each.analysis is not None:
                    done += 1
                    games[each.subject.game.description.slug] = each.subject.game
                for text in form.take(each):
                    write(text)
            for text in form.end():
                write(text)
            if out is not None and not form.is_whole:
                output.talk(f"{out}: not written, for not all records could be read to the end")
                raise SystemExit(max(subjects.exit_code, output.FINDINGS))
    except OSError as error:
        if out is None and certificates is None:
            raise
        output.fail(f"{error.filename or out}: {error.strerror or error}")
    if format_name != "text":
        for game in games.values():
            output.talk(about_scores(game))
    if writer is not None:
        output.talk(f"{certificates}: {counted(writer.count, 'certificate')}")
    if out is not None:
        output.talk(f"{out}: {counted(done, 'position')}")
    code = output.FINDINGS if form.has_findings else output.CLEAN
    raise SystemExit(max(subjects.exit_code, code))


class _Certifier:
    """Writes the certificates of what is proven, if they are asked for."""

    def __init__(self, subjects: Subjects, writer: CertificateWriter | None) -> None:
        self._subjects = subjects
        self._writer = writer
        self._provers: dict[str, Prover] = {}

    def add(self, found: Found) -> None:
        """Write the certificate of a position that is won or lost by force."""
        from mentis_records.cli.analysis_subject import Stated
        from mentis_records.games.search.prover import Prover

        analysis, subject = found.analysis, found.subject
        if self._writer is None or analysis is None or analysis.mate is None:
            return
        game = subject.game
        slug = game.description.slug
        if slug not in self._provers:
            self._provers[slug] = Prover(game)
        settings: Mapping[str, str] = self._subjects.settings
        if not isinstance(subject, Stated) and subject.record is not None:
            settings = subject.record.tags
        self._writer.add(game, analysis.position, analysis.mate, self._provers[slug], settings)


def _analyse_stored(
    kept: Stored,
    format_name: str,
    limits: Limits,
    thresholds: Thresholds,
    jobs: int,
    out: Path | None,
) -> NoReturn:
    from mentis_records import __version__
    from mentis_records.analysis.annotate import annotator_name
    from mentis_records.cli.stored_form import StoredForm, StoredJsonForm, StoredRecordForm

    form: StoredForm | None = None
    same = _choose_form(format_name, limits.lines, limits, thresholds)
    searched = replace(limits, lines=max(limits.lines, same.lines))
    if format_name == "json":
        form = StoredJsonForm(limits.lines)
    elif format_name == "mgn":
        form = StoredRecordForm(thresholds, annotator_name(__version__, limits))
    try:
        with _sink(out, format_name) as write:
            for text in analyse_database(kept, searched, jobs, form, same.has_rivals):
                write(text)
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    raise SystemExit(output.FINDINGS if form and form.has_findings else output.CLEAN)


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
