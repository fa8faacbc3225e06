"""The records in quarantine decided one by one: edited, read in another encoding or discarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.consent import choose
from mentis_records.cli.entry_tag import is_said
from mentis_records.cli.quarantine_change import Edit, discard, findings
from mentis_records.core.text import counted, printable
from mentis_records.games import find_game

if TYPE_CHECKING:
    from mentis_records.core.record import Record
    from mentis_records.notation.read import Reader
    from mentis_records.store.load.quarantine import Quarantined

_DONE = "done"
"""What became of a record that is in quarantine no more."""

_LOST = "\ufffd"
"""What stands for a character that is not known."""

_SHOWN = 12
"""So many lines of a proposal are shown at most."""


def walk(db: Path, memory_limit: int | None, reader: Reader, records: Sequence[Quarantined]) -> int:
    """Ask of every record what is to become of it, and do it; return the exit code.

    Args:
        db: the database.
        memory_limit: what it may use.
        reader: how to read new texts.
        records: the refused ones.
    """
    if not records:
        output.talk("no such record is in quarantine")
    left = len(records)
    events = _known_events(db, memory_limit, reader)
    try:
        for number, record in enumerate(records, 1):
            member = f":{record.place.member}" if record.place.member else ""
            place = printable(f"{record.source}{member}:{record.place.line}")
            output.talk(f"\n{number} of {len(records)}: {record.id}  {place}")
            answer = _Step(db, memory_limit, reader, record, events).ask()
            if answer == "q":
                break
            left -= answer == _DONE
    finally:
        if left < len(records):
            _index(db, memory_limit)
    output.talk(f"\n{counted(left, 'record')} still in quarantine" if left else "\nall are decided")
    return output.FINDINGS if left else output.CLEAN


def _known_events(db: Path, memory_limit: int | None, reader: Reader) -> Sequence[str]:
    """Return the names of the events of the stored games, by which a heading is understood."""
    from mentis_records.store.count.event_games import fetch_events

    with opened(db, memory_limit) as database:
        events = fetch_events(database, reader.games[0])
    return list(dict.fromkeys(each.name for each in events if each.name))


def _index(db: Path, memory_limit: int | None) -> None:
    """Bring the positions index up to date."""
    from mentis_records.cli.progress import indexing_bar
    from mentis_records.store.position.index import update_index

    with opened(db, memory_limit, Use.CHANGE) as database, indexing_bar() as advance:
        update_index(database, advance)


class _Step:
    """The decision on one record."""

    def __init__(
        self,
        db: Path,
        memory_limit: int | None,
        reader: Reader,
        record: Quarantined,
        events: Sequence[str],
    ) -> None:
        self._db = db
        self._memory_limit = memory_limit
        self._reader = reader
        self._record = record
        self._proposal, self._left_out, self._is_whole, self._unsaid = _propose(
            reader, record, events
        )

    def ask(self) -> str:
        """Show the record, ask, and do what is answered: it is done, left (s), or the end (q)."""
        for line in findings(self._record):
            output.talk(f"  {line}")
        _show(self._proposal)
        for line in self._left_out:
            output.talk(
                printable(f"  {'kept as a comment' if self._is_whole else 'not in it'}: {line}")
            )
        if self._unsaid:
            output.talk(f"  it does not say: {', '.join(self._unsaid)}")
        choices = _choices(self._record, bool(self._proposal), self._is_whole)
        while True:
            answer = choose("What now?", choices, next(iter(choices)))
            if answer in ("q", "s"):
                return answer
            done = self._do(answer)
            if done is not None:
                return _DONE if done else "s"

    def _do(self, answer: str) -> bool | None:
        """Do what is answered; tell whether the record is decided, or None to ask again."""
        if answer == "r":
            return self._retry()
        if answer == "d":
            discard(self._db, self._memory_limit, [self._record], False, "text")
            return True
        edit = Edit(
            self._db,
            self._memory_limit,
            self._reader,
            self._record,
            proposal=self._proposal if answer == "t" else _with_tags(self._proposal, self._unsaid),
            is_indexed=False,
        )
        is_done = (edit.take() if answer == "t" else edit.run()) == output.CLEAN
        return None if edit.is_unchanged else is_done

    def _retry(self) -> bool:
        """Read the record in the encoding that is proposed; tell whether it is stored."""
        from mentis_records.notation.source.encoding import find_encoding
        from mentis_records.store.load.unread import retry_sources

        reader = replace(self._reader, encoding=find_encoding(self._record.encoding))
        with opened(self._db, self._memory_limit, Use.CHANGE) as database:
            done = retry_sources(database, reader, [self._record])
        stored = done.stored + done.duplicates
        output.write(f"{self._record.id}: {counted(stored, 'record')} stored")
        if done.quarantined:
            left = counted(done.quarantined, "record")
            output.talk(f"{left} with other errors: see them next time")
        return not done.quarantined


def _propose(
    reader: Reader, record: Quarantined, events: Sequence[str]
) -> tuple[str, tuple[str, ...], bool, Sequence[str]]:
    """Return the text written as a sound record, if that can be done, else nothing.

    The lines that no tag or move of it says, whether it has them in a comment, and the tags by
    which a table finds its games but of which it says nothing, come with it.
    """
    nothing: tuple[str, tuple[str, ...], bool, Sequence[str]] = "", (), True, ()
    if not record.is_editable or record.is_trial or record.raw is not None:
        return nothing
    from mentis_records.notation.layout.proposal import is_settled, propose_record

    proposal = propose_record(record.text, reader.games[0], reader.games, events)
    if proposal.text.strip() == record.text.strip():
        return nothing
    for written in dict.fromkeys((proposal.with_comment(), proposal.text)):
        found = [] if _LOST in written else list(reader.read_text(record.id, written))
        if len(found) == 1 and found[0].is_valid and is_settled(found[0].diagnostics):
            is_whole = not proposal.left_out or written != proposal.text
            return written, proposal.left_out, is_whole, _unsaid(found[0].record)
    return nothing


def _with_tags(proposal: str, tags: Sequence[str]) -> str:
    """Return a proposal for an editor: with tag pairs, to be filled in, that it lacks."""
    lines = [f'[{tag} "?"]' for tag in tags if f"[{tag} " not in proposal]
    if not proposal or not lines:
        return proposal
    text = proposal.lstrip("\n")
    return "\n".join([*lines, *([] if text.startswith("[") else [""]), text])


def _unsaid(record: Record | None) -> Sequence[str]:
    """Return the tags of event, day and players that say nothing."""
    if record is None:
        return ()
    sides = find_game(record.game).description.sides
    return [tag for tag in ("Event", "Date", *sides) if not is_said(record.tags.get(tag, ""))]


def _show(proposal: str) -> None:
    """Show the beginning of a proposal."""
    if not proposal:
        return
    lines = proposal.strip("\n").split("\n")
    output.talk("  as a record:")
    for line in lines[:_SHOWN]:
        output.talk(f"    {line}")
    if len(lines) > _SHOWN:
        output.talk("    ...")


def _choices(record: Quarantined, has_proposal: bool, is_whole: bool) -> dict[str, str]:
    """Return what may be done with a record, the likeliest first.

    Args:
        record: the refused one.
        has_proposal: whether it can be taken as it is proposed.
        is_whole: whether the proposal has all that the record says.
    """
    choices = {"d": "discard", "s": "skip", "q": "quit"}
    choices = {"e": "edit", **choices} if record.is_editable else {"s": "skip", **choices}
    if has_proposal and is_whole:
        choices = {"t": "take this record", **choices}
    elif has_proposal:
        choices |= {"t": "take this record without them"}
    if record.encoding:
        choices = {"r": f"read as {record.encoding}", **choices}
    return choices
