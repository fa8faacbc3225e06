"""``mentis audit``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.audit_case import AuditCase, AuditCases, FileCases, StoredCases
from mentis_records.cli.certificate_file import Certificates, writing_certificates
from mentis_records.cli.option import (
    AsPlayed,
    Encoding,
    MemoryLimit,
    Rules,
    Settings,
    Variant,
    Where,
    make_reader,
)
from mentis_records.cli.progress import progress_bar
from mentis_records.cli.record_file import expand_paths
from mentis_records.cli.search_option import MAX_NODES
from mentis_records.cli.target import check_target
from mentis_records.core.text import counted, json_text

if TYPE_CHECKING:
    from mentis_records.analysis.claim_audit import Audit
    from mentis_records.games.search.certificate import CertificateWriter
    from mentis_records.games.search.forced_win import WinSeeker

_FORMATS = ("text", "json")
_PLIES, _NODES = 5, 1_000_000
_KNOWN = "faces that a record states are taken as known"


def audit(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, patterns, or - for standard input, as for validate.",
        ),
    ] = None,
    plies: Annotated[
        int, typer.Option("--plies", min=1, max=31, help="The longest win that is looked for.")
    ] = _PLIES,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", min=1, max=MAX_NODES, help="Look at no more than so many nodes a position."
        ),
    ] = _NODES,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    certificates: Certificates = None,
    db: Annotated[
        Path | None, typer.Option("--db", help="Audit the games of this database instead.")
    ] = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    as_played: AsPlayed = False,
    encoding: Encoding = "",
) -> None:
    """Audit games: was a claimed result forced, and which forced wins were missed?

    Where a game ended by resignation, agreement or another claim, a forced win of the winner in the
    last position proves the result, and one of the other side refutes it; otherwise it is unknown.
    Missed wins are shown for all games.

    Exit code 0 whatever is found; 1 if a record has errors, and could not be audited.
    """
    output.check_choice("--format", format_name, _FORMATS)
    check_target(certificates, "--certificates")
    if (db is None) == (not paths):
        output.fail("name record files, or a database with --db")
    if db is None and where:
        output.fail("--where selects games of a database: name it with --db")
    cases: AuditCases
    if db is None:
        check_target(certificates, "--certificates", expand_paths(paths or []).files)
        reader = make_reader(rules, variant, settings, as_played=as_played, encoding=encoding)
        cases = FileCases(reader, paths or [])
    elif variant or settings or as_played or encoding:
        output.fail("--db: games of a database are chosen by --where and --rules alone")
    else:
        cases = StoredCases(db, where, rules, memory_limit)
    try:
        with writing_certificates(certificates) as writer:
            auditor = _Auditor(plies, nodes, format_name == "json", writer)
            auditor.audit(cases)
    except OSError as error:
        if certificates is None:
            raise
        output.fail(f"{certificates}: {error.strerror or error}")
    output.talk(str(auditor))
    if writer is not None:
        output.talk(f"{certificates}: {counted(writer.count, 'certificate')}")
    raise SystemExit(cases.exit_code)


class _Auditor:
    """Audits games and tells at once what it finds."""

    def __init__(
        self, plies: int, nodes: int, is_json: bool, writer: CertificateWriter | None
    ) -> None:
        self._plies, self._nodes = plies, nodes
        self._is_json = is_json
        self._writer = writer
        self._seekers: dict[str, WinSeeker] = {}
        self._verdicts: Counter[str | None] = Counter()
        self._missed = 0

    def audit(self, cases: AuditCases) -> None:
        """Show what is known of each game; those without a claim only if a win was missed."""
        from mentis_records.analysis.claim_audit import audit
        from mentis_records.games.search.forced_win import WinSeeker

        positions = 0
        with progress_bar("auditing", "positions", is_writing=True) as advance:

            def count() -> None:
                nonlocal positions
                positions += 1
                advance(positions, None)

            for case in cases:
                game = case.game
                slug = game.description.slug
                if slug not in self._seekers:
                    self._seekers[slug] = WinSeeker(game, self._plies, self._nodes)
                    if any(setting.is_secret for setting in game.description.settings):
                        output.talk(f"{game.description.title}: {_KNOWN}")
                seeker = self._seekers[slug]
                done = audit(game, case.record, case.positions, seeker, count)
                self._tell(case, done)
                self._certify(case, done, seeker)

    def _tell(self, case: AuditCase, done: Audit) -> None:
        from mentis_records.analysis.claim_words import audit_value, missed_words, verdict_words

        self._verdicts[done.verdict] += 1
        self._missed += len(done.missed)
        if self._is_json:
            value = audit_value(case.game, case.source, case.number, case.record, done)
            output.write_at_once(json_text(value))
            return
        if done.verdict is None and not done.missed:
            return
        record = case.record
        how = ", ".join(filter(None, (record.result, record.termination)))
        lines = [f"{case.place}: {how}: {verdict_words(case.game, done, self._plies)}"]
        first = case.positions[0].side
        lines += [
            f"  missed: {missed_words(case.game, record, first, missed)}" for missed in done.missed
        ]
        output.write_at_once(output.fitted("\n".join(lines)))

    def _certify(self, case: AuditCase, done: Audit, seeker: WinSeeker) -> None:
        """Write the certificates of what was found."""
        wins = [(missed.position, missed.win) for missed in done.missed]
        if done.found.win is not None:
            wins.append((done.final, done.found.win))
        if self._writer is not None:
            for position, win in wins:
                self._writer.add(case.game, position, win.mate, seeker.prover, case.record.tags)

    def __str__(self) -> str:
        """Return what came of it, on one line."""
        from mentis_records.analysis.claim_audit import Verdict

        audited = counted(self._verdicts.total(), "game")
        verdicts = ", ".join(f"{self._verdicts[each]:,} {each}" for each in Verdict)
        missed = counted(self._missed, "missed win")
        others = f", {self._verdicts[None]:,} without a claim" if self._verdicts[None] else ""
        return f"{audited} audited: {verdicts}{others}; {missed}"
