"""``mentis validate``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    AsPlayed,
    Encoding,
    Jobs,
    Lenient,
    Paths,
    Rules,
    Settings,
    Strict,
    Variant,
    count_cores,
    make_reader,
)
from mentis_records.cli.record_file import read_sheets

if TYPE_CHECKING:
    from mentis_records.export.diagnostic.registry import DiagnosticFormat
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.sheet import Sheet


def validate(
    paths: Paths,
    format_name: Annotated[
        str, typer.Option("--format", help="full, concise, json, sarif or github.")
    ] = "full",
    strict: Strict = False,
    lenient: Lenient = False,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    as_played: AsPlayed = False,
    encoding: Encoding = "",
    readings: Annotated[
        bool,
        typer.Option("--readings", help="Suggest what a broken ply was meant to be, best first."),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Show only records with findings.")
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", help="Show sound records and every repeat of a finding, too."
        ),
    ] = False,
    jobs: Jobs = 0,
) -> None:
    """Check record files: every ply of every line, tags, results.

    Sound records are counted; of findings of one kind the first are shown, and the others are a
    line with their number. -v shows all. --format concise and the others have a line for each.
    Exit code 0 if all records are valid (warnings and notes do not matter), 1 if not.
    """
    from itertools import chain

    from mentis_records.export.diagnostic import FORMATS

    chosen = FORMATS.get(format_name)
    if chosen is None:
        output.fail(f"--format {format_name!r}: choose one of {', '.join(FORMATS)}")
    tally = _Tally()
    reader = make_reader(rules, variant, settings, strict, as_played, readings, encoding, lenient)
    sheets = read_sheets(reader, paths, jobs or count_cores(), chosen.has_positions)
    is_folded = chosen.is_folded and not verbose
    is_quiet = is_folded or (quiet and chosen.is_for_people)
    found = tally.count(sheets, chosen, is_quiet)
    folding = None
    if is_folded and (first := next(found, None)) is not None:
        from mentis_records.export.diagnostic.repeat import Folding

        folding, found = Folding(), chain((first,), found)
    readings_found = found if folding is None else folding.sift(found)
    if chosen.is_folded and (verbose or sys.stdout.isatty()):
        from mentis_records.cli.finding_board import FindingBoards
        from mentis_records.export.diagnostic.full import format_full

        boards = FindingBoards()
        lines = format_full(readings_found, boards.draw, boards.width)
    else:
        lines = chosen.format(readings_found)
    if folding is not None:
        lines = chain(lines, folding.lines())
    if chosen.is_for_people and sys.stdout.isatty():
        from mentis_records.cli.finding_line import report_lines

        lines = report_lines(lines)
    output.paint_lines(lines)
    if chosen.is_for_people:
        output.talk(str(tally))
    if tally.has_broken_ply and not readings and chosen.is_for_people:
        output.talk("mentis: --readings suggests what broken plies were meant to be")
    if tally.has_broken_ply and readings and not tally.has_reading and chosen.is_for_people:
        output.talk("mentis: --readings has nothing to suggest: no legal ply is close")
    if tally.has_other_layout and chosen.is_for_people:
        output.talk(
            "mentis: load the texts in other layouts: mentis quarantine edit makes records of them"
        )
    if folding is not None and folding.is_folded:
        output.talk("mentis: repeats are folded; -v shows all")
    if not tally.records:
        output.talk("mentis: no records found")
    if tally.has_game_fault:
        raise SystemExit(output.FAULT)
    raise SystemExit(output.FINDINGS if tally.invalid else output.CLEAN)


class _Tally:
    """Counts what goes by."""

    def __init__(self) -> None:
        self.records = 0
        self.invalid = 0
        self.has_broken_ply = False
        self.has_reading = False
        self.has_other_layout = self.has_game_fault = False
        self._found = dict.fromkeys(("error", "warning", "note"), 0)

    def count(
        self, sheets: Iterable[Sheet | Reading], chosen: DiagnosticFormat, is_quiet: bool
    ) -> Iterator[Reading]:
        """Count all records; yield the readings of those that are to be shown."""
        from mentis_records.notation import code
        from mentis_records.notation.explain.reading import Reading

        has_all = chosen.has_sound_records and not is_quiet
        for sheet in sheets:
            readings: Iterable[Reading]
            if isinstance(sheet, Reading):
                readings = (sheet,)
                self.records += 1
            else:
                self.records += sheet.count
                if has_all:
                    readings = sheet.readings(chosen.has_positions)
                else:
                    readings = (reading for _, reading in sheet.explained)
            for reading in readings:
                self.invalid += not reading.is_valid
                for found in reading.diagnostics:
                    self._found[found.severity] += 1
                    if found.is_error and found.ply is not None:
                        self.has_broken_ply = True
                    if found.code is code.GAME_FAULT:
                        self.has_game_fault = True
                    if found.readings:
                        self.has_reading = True
                    if found.code in (code.OTHER_LAYOUT, code.TAG_PROSE):
                        self.has_other_layout = True
                if has_all or reading.diagnostics:
                    yield reading

    def __str__(self) -> str:
        found = ", ".join(
            f"{count} {name}{'' if count == 1 else 's'}" for name, count in self._found.items()
        )
        valid = self.records - self.invalid
        records = f"{self.records} record{'' if self.records == 1 else 's'}"
        return f"{records}: {valid} valid, {self.invalid} invalid; {found}"
