"""Changes of single records in quarantine: one is edited, some are discarded."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.consent import choose, confirm, is_answered
from mentis_records.cli.editor import as_lines, edit_text, editor_help
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader
    from mentis_records.store.load.mended import Stored
    from mentis_records.store.load.quarantine import Quarantined

_NAMED = 10
"""So many records are listed at most before they are discarded."""


_CHOICES = {"e": "edit again", "k": "keep this text in quarantine", "d": "discard", "q": "quit"}
"""What may be done with a text that has errors."""

_STORED = {"s": "store it: the plies are right, only the numbers are not"}
"""What may also be done with a text that has no errors but in its move numbers."""

_NOTE = "%!"
"""How lines begin that tell in the editor why a record was refused; they are left out again."""

_TOLD = 5
"""So many findings are told at most."""


def findings(record: Quarantined, lines_before: int = 0) -> list[str]:
    """Return in lines why a record was refused, and what to do; at last how many more there are.

    Args:
        record: the refused one.
        lines_before: lines of the source that do not count.
    """
    errors = record.errors or record.diagnostics
    told: list[str] = []
    last = ""
    for found in errors[:_TOLD]:
        line = found.get("line", record.place.line) - lines_before
        place = f"line {line}: " if line > 0 else "before it: "
        told.append(printable(f"{place}{found['message']}"))
        advice = found.get("hint") or (found.get("expected") and f"expected: {found['expected']}")
        if advice and advice != last:
            last = advice
            told.append(printable(f"  {advice}"))
    if len(errors) > _TOLD:
        told.append(f"and {len(errors) - _TOLD:,} more")
    return told


def _has_odd_numbers(reading: Reading) -> bool:
    """Return True if a record has no errors but move numbers that contradict its plies."""
    from mentis_records.notation.code import NUMBER_CONTRADICTS

    return all(each.code is NUMBER_CONTRADICTS for each in reading.diagnostics if each.is_error)


class Edit:
    """The edit of one record, in an editor or by a text that is given."""

    def __init__(
        self,
        db: Path,
        memory_limit: int | None,
        reader: Reader,
        record: Quarantined,
        text_path: str | None = None,
        is_kept: bool = False,
        format_name: str = "text",
        proposal: str = "",
        is_indexed: bool = True,
    ) -> None:
        """Begin.

        Args:
            db: the database.
            memory_limit: what it may use.
            reader: how to read the new text.
            record: the one to edit.
            text_path: where the new text is; ``-`` and, without a terminal, None are standard
                input.
            is_kept: whether the new text is kept though it has errors.
            format_name: text or json.
            proposal: the text with which an editor begins, else it is the record's own.
            is_indexed: whether the positions index is brought up to date.
        """
        if record.is_entry:
            output.fail(
                f"{record.id} is an entry of JSON: export it, mend it, and load the file; it leaves"
                " quarantine then"
            )
        self._db = db
        self._memory_limit = memory_limit
        self._reader = replace(reader, defaults={**record.defaults, **reader.defaults})
        self._record = record
        self._path = text_path
        self._is_kept = is_kept
        self._format = format_name
        self._proposal = proposal
        self._is_indexed = is_indexed

    def take(self) -> int:
        """Store the proposal as it is, if it is sound; return the exit code."""
        reading = self._read(self._proposal)
        if reading.record is not None:
            return self._store(reading)
        self._show(reading)
        return self._leave(reading, False)

    is_unchanged = False
    """Whether the editor gave the text back as it was."""

    def run(self) -> int:
        """Edit until the record is sound, or is to stay in quarantine; return the exit code."""
        if self._path is not None or not is_answered():
            reading = self._read(self._given())
            if reading.record is not None:
                return self._store(reading)
            self._show(reading)
            return self._leave(reading, self._is_kept)
        helps = [each for each in (editor_help(),) if each]
        begun = text = self._proposal or self._record.source_text
        if self._proposal:
            reasons = ["written as a record: is it right, and what is missing?"]
        else:
            before = self._record.place.line - 1
            notes = len(findings(self._record)) + len(helps)
            reasons = findings(self._record, before - notes)
        while True:
            noted = "".join(f"{_NOTE} {each}\n" for each in (*helps, *reasons))
            new = edit_text(noted + text, f"{self._record.id}.mgn")
            new = "".join(
                line for line in new.splitlines(keepends=True) if not line.startswith(_NOTE)
            )
            if new.strip() == begun.strip():
                self.is_unchanged = True
                output.talk(f"{self._record.id}: nothing was changed")
                return output.FINDINGS
            text = new
            reading = self._read(text)
            if reading.record is not None:
                return self._store(reading)
            self._show(reading)
            choices = _CHOICES if not _has_odd_numbers(reading) else {**_CHOICES, **_STORED}
            answer = choose("What now?", choices, "k" if self._is_kept else "e")
            if answer == "s":
                self._reader = replace(self._reader, is_lenient=True)
                return self._store(self._read(text))
            if answer == "d":
                discard(self._db, self._memory_limit, [self._record], False, self._format)
                return output.CLEAN
            if answer != "e":
                return self._leave(reading, answer == "k")
            reasons = [each.message for each in reading.diagnostics if each.is_error][:_NAMED]

    def _given(self) -> str:
        """Return the text of the file, or of standard input."""
        if self._path in (None, "-"):
            data = sys.stdin.buffer.read()
        else:
            try:
                data = Path(str(self._path)).read_bytes()
            except OSError as error:
                output.fail(f"--text {self._path}: {error.strerror or error}")
        if not data.strip():
            output.fail(f"{self._record.id}: the new text is empty; nothing was changed")
        return as_lines(data)

    def _read(self, text: str) -> Reading:
        """Return the reading of a text, which must be one record."""
        from mentis_records.store.load.mended import read_mended

        if not self._record.is_trial:
            records = list(self._reader.read_text(self._record.id, text))
            if len(records) != 1:
                found = counted(len(records), "record")
                output.fail(f"{self._record.id}: {found} in the new text, not one")
            (alone,) = records
            if not alone.is_valid and not alone.is_listing:
                return alone
            text = alone.text
        with opened(self._db, self._memory_limit) as database:
            return read_mended(database, self._reader, self._record, text)

    def _show(self, reading: Reading) -> None:
        if self._format == "json":
            return
        from mentis_records.cli.finding_board import FindingBoards
        from mentis_records.cli.finding_line import report_lines
        from mentis_records.export.diagnostic.full import format_full

        if sys.stdout.isatty():
            boards = FindingBoards()
            lines = format_full([reading], boards.draw, boards.width)
        else:
            lines = format_full([reading])
        output.paint_lines(report_lines(lines))

    def _store(self, reading: Reading) -> int:
        from mentis_records.cli.progress import indexing_bar
        from mentis_records.store.load.mended import store_mended
        from mentis_records.store.position.index import update_index

        with opened(self._db, self._memory_limit, Use.CHANGE) as database:
            stored = store_mended(database, self._reader, self._record, reading)
            self._tell(reading, stored)
            if self._is_indexed:
                with indexing_bar() as advance:
                    update_index(database, advance)
        return output.CLEAN

    def _leave(self, reading: Reading, is_kept: bool) -> int:
        from mentis_records.store.load.mended import keep_text

        if is_kept:
            with opened(self._db, self._memory_limit, Use.CHANGE) as database:
                keep_text(database, self._record, reading)
        self._tell(reading, None, is_kept)
        return output.code_of(reading)

    def _tell(self, reading: Reading, stored: Stored | None, is_kept: bool = False) -> None:
        """Write what has become of the record."""
        if self._format == "json":
            value = {
                "id": self._record.id,
                "game": None if stored is None else stored.game_id,
                "is_duplicate": stored is not None and stored.is_duplicate,
                "is_kept": is_kept,
                "codes": list(dict.fromkeys(each.code.slug for each in reading.diagnostics)),
            }
            output.write_json(value)
        elif stored is not None:
            what = "a duplicate of game" if stored.is_duplicate else "stored as game"
            output.write_words(f"{self._record.id}: {what} {stored.game_id}")
        elif is_kept:
            output.write_words(f"{self._record.id}: still in quarantine, with the new text")
        else:
            output.write_words(f"{self._record.id}: still in quarantine, as it was")
            if not is_answered():
                output.talk("mentis: --keep keeps a new text that has errors")


def discard(
    db: Path,
    memory_limit: int | None,
    records: Sequence[Quarantined],
    is_asked: bool,
    format_name: str,
) -> None:
    """List records, ask whether they are to go unless nobody is to be asked, and discard them."""
    from mentis_records.store.load.mended import discard_records

    if not records:
        output.fail("no such record is in quarantine; nothing was discarded")
    if format_name != "json":
        for record in records[:_NAMED]:
            where = printable(f"{record.source}:{record.place.line}")
            output.write_words(f"{record.id}  {where}  {printable(record.reason)}")
        if len(records) > _NAMED:
            output.write_words(f"and {len(records) - _NAMED:,} more")
    if is_asked:
        confirm(
            f"Discard {counted(len(records), 'record')}? They cannot be brought back.",
            "nothing was discarded",
        )
    with opened(db, memory_limit, Use.CHANGE) as database:
        forgotten = discard_records(database, records)
    if format_name == "json":
        output.write_json({"discarded": len(records), "sources": forgotten})
        return
    output.write_words(f"{counted(len(records), 'record')} discarded")
    if forgotten:
        files = counted(forgotten, "file")
        output.talk(f"nothing is left of {files}, which may be loaded again")
