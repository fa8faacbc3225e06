"""Whether a record that is being entered would be read without an error or a warning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.diagnostic import Diagnostic, Severity
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.notation.entry.entry_error import EntryError, told
from mentis_records.notation.read import Reader
from mentis_records.notation.write import WriteError, format_record


class RecordCheck:
    """Reads records back, as strictly as ``validate --strict`` does."""

    def __init__(self, games: Sequence[AnyGame]) -> None:
        """Begin; ``games`` are all that are known."""
        self._games = {game.description.slug: game for game in games}
        self._reader = Reader(tuple(games), {}, is_strict=True)
        self._tolerated: frozenset[tuple[str, str]] = frozenset()

    def text_of(self, game: AnyGame, record: Record) -> str:
        """Return a record as it is written.

        Raises:
            EntryError: the format cannot hold it.
        """
        try:
            return format_record(record, game.description)
        except WriteError as error:
            raise EntryError(str(error)) from None

    def tolerate(self, record: Record) -> None:
        """Let what is wrong with a record already be wrong with it from now on."""
        text = self.text_of(self._games[record.game], record)
        self._tolerated = frozenset(_name(found) for found in self._errors(text))

    def refuse(self, game: AnyGame, record: Record) -> list[Diagnostic]:
        """Refuse a record in which something is wrong; return what its game warns of.

        Turns of which the rules warn stand, such as those that cost a penalty.

        Raises:
            EntryError: it has what would be an error or a warning, with what and why.
        """
        warned = []
        own = {code.id for code in game.description.codes}
        for found in self._errors(self.text_of(game, record)):
            if found.code.id in own and found.code.severity is Severity.WARNING:
                warned.append(found)
            elif _name(found) not in self._tolerated:
                quoted = f"{found.move}: " if found.move else ""
                head = f"{quoted}{found.message}"
                raise EntryError(*told(head, found.code, found.expected, found.hint))
        return warned

    def _errors(self, text: str) -> Iterator[Diagnostic]:
        readings = list(self._reader.read_text("", text))
        if len(readings) != 1:
            raise EntryError("a record cannot hold this: it would be read as several")
        for found in readings[0].diagnostics:
            if found.is_error:
                yield found


def _name(found: Diagnostic) -> tuple[str, str]:
    """Return what tells a finding from others, wherever it stands."""
    return found.code.id, found.message
