"""Record intake: records go into the tables as games, duplicates or quarantined texts.

It tells games from duplicates, also where the longer record of a game comes after the shorter,
and counts for each source what became of its records.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

import duckdb
import numpy

from mentis_records.core.record import Record
from mentis_records.core.setting import all_settings
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.bulk.record_field import OPENING, REFUSED
from mentis_records.notation.code import RESULT_MISSING
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.write import WriteError, format_record
from mentis_records.store import schema
from mentis_records.store.delete import discard_unplayed_moves
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.duplicate.cut_short import fetch_cut_short
from mentis_records.store.duplicate.duplicate import (
    Finder,
    fetch_candidates,
    fetch_crowded,
    fetch_longer,
)
from mentis_records.store.duplicate.duplicate_filter import Suspicion
from mentis_records.store.identity import count_common, is_agreeing, is_beginning
from mentis_records.store.load.load_count import DUPLICATES, QUARANTINED, STORED, Tally
from mentis_records.store.load.replacement import remove_games, update_games
from mentis_records.store.load.writer_thread import Beside
from mentis_records.store.match.update import update_matches
from mentis_records.store.row.batch import Batch
from mentis_records.store.row.former import Former
from mentis_records.store.row.place import Place
from mentis_records.store.row.record_row import (
    content_of,
    duplicate_row,
    game_row,
    has_remarks,
    quarantine_row,
)
from mentis_records.store.row.said import said_of
from mentis_records.store.row.sheet_columns import (
    add_sheet,
    field_column,
    last_openings,
    sheet_content,
    sheet_tags,
)
from mentis_records.store.schema import MATCH_GAMES

BATCH_RECORDS = 2_000
BATCH_CHARACTERS = 16_000_000
BATCH_POSITIONS = 2_000_000
BATCH_SOUND = 20_000
BATCH_SHEETS = 1_000
"""A batch is written when it has this many records read one by one, or their texts this many
characters, or the games this many positions, or when there are this many sound records or sheets
of them."""

_Column = numpy.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class _Pending:
    """A sound record that was read by itself, on its way to be told apart."""

    record: Record
    options: Mapping[str, str]
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A sheet with the numbers of its sound records; ``place`` is that of its first record."""

    place: Place
    sheet: Sheet
    sound: _Column

    def has(self, place: Place) -> bool:
        """Tell whether a record stands among those of the sheet."""
        number = place.index - self.place.index
        return place.source_id == self.place.source_id and 0 <= number < self.sheet.count


class Intake:
    """Takes records and writes them batch by batch; ``tally`` has the counts.

    Many of them are best taken and written while one thread appends (``appending``). A full batch
    is written beside what comes next: until ``write`` or ``finish`` nobody else may use the
    connection. ``given`` is the number that a record which was read by itself got last.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        defaults: Mapping[str, str],
        beside: Beside | None = None,
    ) -> None:
        """Begin.

        Args:
            connection: where the records go.
            defaults: the option tags of records without them.
            beside: writes full batches, if not the caller is to do so.
        """
        self._connection = connection
        self._beside = beside or Beside(has_thread=False)
        self._defaults = defaults
        self._first_game = self._game_id = next_number(connection, "game_id", schema.GAMES_TABLE)
        self.given = 0
        self._has_games = False
        self._batch = Batch()
        self._suspicion = Suspicion(connection)
        self._short_games = array("i")
        self._pending: list[_Pending] = []
        self._sheets: list[_Waiting] = []
        self._positions = self._sound = 0
        self._changed: dict[int, Candidate] = {}
        self._told_anew: set[int] = set()
        self._learned: set[int] = set()
        self._related: set[int] = set()
        self._may_leave_moves = False
        self._finder = Finder(connection, (), self._suspicion.short)
        self._waiting = 0
        self._characters = 0
        self.tally = Tally()

    def take(self, place: Place, reading: Reading) -> None:
        """Take a record that was read by itself; it is one of the last sheet or comes after it.

        A full batch is written before what is not of its last sheet.
        """
        if self._is_full() and not (self._sheets and self._sheets[-1].has(place)):
            self._settle()
        if reading.record is None:
            row = quarantine_row(place, reading)
            self._batch.add(schema.QUARANTINE, row)
            self.tally.add(place.source_id, QUARANTINED)
        else:
            self._pending.append(self._prepare(place, reading, reading.record))
        self._waiting += 1
        self._characters += len(reading.text)

    def reserve(self, last: int, given: int) -> None:
        """Leave the numbers up to this one to games that have had them.

        Those up to ``given`` have been given anew, or passed over: numbers tell which of two games
        was loaded first, so they rise.
        """
        self._game_id = max(self._game_id, last + 1)
        self.given = given

    def take_again(self, former: Former) -> None:
        """Take a record that has been in the database, and is no longer."""
        if self._is_full():
            self._settle()
        record = former.record
        candidate = Candidate(
            content_of(record, former.options),
            former.said,
            former.place,
            former.text,
            former_id=former.number,
        )
        self._pending.append(_Pending(record, former.options, candidate))
        self._waiting += 1
        self._characters += len(former.text or "")

    def _prepare(self, place: Place, reading: Reading, record: Record) -> _Pending:
        game = schema.DESCRIPTION_OF[record.game]
        options = all_settings(game.settings, record.tags, self._defaults, game.settled)
        is_open = reading.is_listing or any(
            found.code is RESULT_MISSING for found in reading.diagnostics
        )
        ends, plies = (record.result, record.termination), len(record.plies)
        said = said_of(record.game, record.tags, *ends, plies, is_open, record.inherited)
        text = None
        if has_remarks(record):
            text = reading.text
            if record.inherited:
                # One that is too large to be written out is kept as its listing is written.
                with suppress(WriteError):
                    text = format_record(record, game, is_literal=True)
        candidate = Candidate(content_of(record, options), said, place, text)
        return _Pending(record, options, candidate)

    def take_sheet(self, place: Place, sheet: Sheet, left_out: Collection[int] = ()) -> int:
        """Take the sound records of a sheet and return their number.

        ``place`` is that of the first record. A full batch is written before. Records whose
        numbers in the source are ``left_out`` count, but are not taken.
        """
        if self._is_full():
            self._settle()
        sound = numpy.flatnonzero(field_column(sheet, "status") != REFUSED)
        taken = sound
        if left_out:
            taken = sound[~numpy.isin(sound + place.index, list(left_out))]
        self._sheets.append(_Waiting(place, sheet, taken))
        self._positions += len(sheet.turns)
        self._sound += len(sound)
        return len(sound)

    def _is_full(self) -> bool:
        return (
            self._waiting >= BATCH_RECORDS
            or self._characters > BATCH_CHARACTERS
            or self._positions >= BATCH_POSITIONS
            or self._sound >= BATCH_SOUND
            or len(self._sheets) >= BATCH_SHEETS
        )

    def _tell_all_apart(self) -> None:
        """Tell games from duplicates among all that waits, and number the games in order."""
        if not self._sheets and not self._pending:
            return
        suspects = self._suspicion.find(
            [(each.sheet, each.sound) for each in self._sheets],
            [found.candidate for found in self._pending],
        )
        in_sheets: list[dict[int, Candidate]] = []
        first = 0
        for each in self._sheets:
            chosen = each.sound[suspects[first : first + len(each.sound)]].tolist()
            in_sheets.append({at: self._candidate(each.place, each.sheet, at) for at in chosen})
            first += len(each.sound)
        alone = zip(self._pending, suspects[first:].tolist(), strict=True)
        candidates = [found.candidate for found, is_suspect in alone if is_suspect]
        candidates += [found for chosen in in_sheets for found in chosen.values()]
        if candidates:
            self._tell_apart(sorted(candidates, key=lambda found: found.place.row[:2]))
        pending = deque(self._pending)
        for each, found_in_sheet in zip(self._sheets, in_sheets, strict=True):
            self._add_sheet(each, found_in_sheet, pending)
        for found in pending:
            self._add_next(found)
        self._record_duplicates(candidates)
        self._sheets.clear()
        self._pending.clear()
        self._positions = self._sound = 0

    def _add_sheet(
        self, each: _Waiting, candidates: Mapping[int, Candidate], pending: deque[_Pending]
    ) -> None:
        """Add the games of a sheet but for its duplicates; before them, and among them, the others.

        Args:
            each: the sheet.
            candidates: those of its records that may be duplicates.
            pending: what was read by itself, in order; what stands behind the sheet is left.
        """
        while pending and pending[0].candidate.place.row[:2] < each.place.row[:2]:
            self._add_next(pending.popleft())
        among: list[_Pending] = []
        while pending and each.has(pending[0].candidate.place):
            found = pending.popleft()
            if found.candidate.keeper is None:
                among.append(found)
        lost = [at for at, candidate in candidates.items() if candidate.keeper is not None]
        kept = each.sound[~numpy.isin(each.sound, lost)] if lost else each.sound
        others = [found.candidate.place.index - each.place.index for found in among]
        order = numpy.sort(numpy.concatenate([kept, others])) if others else kept
        numbers = numpy.full(each.sheet.count, -1, "int32")
        numbers[order] = numpy.arange(self._game_id, self._game_id + len(order))
        self._game_id += len(order)
        for found, number in zip(among, numbers[others].tolist(), strict=True):
            self._add_record(found, number)
        ids = numpy.full(each.sheet.count, -1, "int32")
        ids[kept] = numbers[kept]
        plies = field_column(each.sheet, "plies")
        is_short = (plies < OPENING) & (last_openings(each.sheet) != 0)
        self._short_games.frombytes(ids[is_short & (ids >= 0)].tobytes())
        for at, candidate in candidates.items():
            if candidate.keeper is None:
                candidate.game_id = int(ids[at])
        self._has_games |= bool(len(kept))
        self.tally.add(each.place.source_id, STORED, len(kept))
        add_sheet(self._batch, each.sheet, ids, each.place, self._defaults)

    def _add_next(self, found: _Pending) -> None:
        """Add a record that was read by itself with the next number, unless it is a duplicate."""
        if found.candidate.keeper is not None:
            return
        if found.candidate.former_id > self.given:
            self.given = found.candidate.former_id
        else:
            self.given, self._game_id = self._game_id, self._game_id + 1
        self._add_record(found, self.given)

    def _add_record(self, found: _Pending, number: int) -> None:
        candidate = found.candidate
        candidate.game_id = number
        self._first_game = min(self._first_game, number)
        self._has_games = True
        if candidate.is_short:
            self._short_games.append(number)
        row = game_row(
            number,
            candidate.place,
            found.record,
            found.options,
            candidate.content,
            candidate.is_open,
        )
        self._batch.add(schema.GAMES_TABLE, row)
        self._batch.add_plies(number, found.record)
        self.tally.add(candidate.place.source_id, STORED)

    def _candidate(self, place: Place, sheet: Sheet, record: int) -> Candidate:
        tags = sheet_tags(sheet, record)
        content = sheet_content(sheet, record, tags, self._defaults)
        ends = (sheet.result(record), sheet.termination(record))
        return Candidate(
            content,
            said_of(content.game, tags, *ends, len(content.codes)),
            Place(place.source_id, place.index + record, place.member, sheet.line(record)),
            sheet.text(record) if record in sheet.remarked else None,
        )

    def _tell_apart(self, candidates: Sequence[Candidate]) -> None:
        """Find the keepers of records that have stored or fellow relatives."""
        self._flush()
        self._beside.wait()
        self._finder = Finder(self._connection, candidates, self._suspicion.short)
        for candidate in candidates:
            self._finder.take(candidate)

    def _record_duplicates(self, candidates: Sequence[Candidate]) -> None:
        """Write who repeats whom, after the games that are kept have their numbers."""
        if not candidates:
            return
        for candidate in candidates:
            if candidate.keeper is not None:
                self._add_duplicate(candidate)
                self.tally.add(candidate.place.source_id, DUPLICATES)
        self._settle_stored([*self._finder.stored, *candidates])

    def _settle_stored(self, games: Sequence[Candidate]) -> None:
        """Make duplicates of the stored games that have a keeper; note what others learned."""
        replaced = [found for found in games if found.game_id and found.keeper is not None]
        keepers = {
            found.game_id: (found.root.game_id, count_common(found.content, found.root.content))
            for found in replaced
        }
        texts = remove_games(self._connection, keepers)
        self._may_leave_moves |= bool(texts)
        for found in replaced:
            found.text = texts.get(found.game_id)
            self._add_duplicate(found)
            self.tally.add(found.place.source_id, STORED, -1)
            self.tally.add(found.place.source_id, DUPLICATES)
        for found in games:
            if found.is_changed and found.keeper is None:
                self._changed[found.game_id] = found
                self._note(found)

    def _note(self, found: Candidate) -> None:
        """Remember a game that has learned, and if it has learned who played: it may begin others.

        What was no part of it before may be one now.
        """
        self._learned.add(found.game_id)
        if found.has_new_players:
            self._related.add(found.game_id)
            self._suspicion.note(found)
            if found.is_short:
                self._short_games.append(found.game_id)

    def _add_duplicate(self, found: Candidate) -> None:
        row = duplicate_row(
            found.root.game_id,
            found.place,
            count_common(found.content, found.root.content),
            found.said,
            found.game_id or found.former_id,
            found.text,
        )
        self._batch.add(schema.DUPLICATES, row)

    def finish(self) -> None:
        """Write all that was taken; nothing may be taken after that."""
        self.write()
        self._relate()
        self._relate_cut_short()
        self._relate()
        if self._may_leave_moves:
            discard_unplayed_moves(self._connection)
        first = self._first_game if self._has_games else None
        update_matches(self._connection, first, self._told_anew)

    def _relate(self) -> None:
        """Tell games apart again as long as that makes any learn."""
        while self._learned or self._short_games:
            self._relate_learned()
            self._relate_short()

    def _relate_short(self) -> None:
        """Make games of few plies duplicates of those that they begin."""
        short_games, self._short_games = self._short_games, array("i")
        games: dict[int, Candidate] = {}
        for short, longer in fetch_longer(self._connection, short_games):
            games |= {short.game_id: short, longer.game_id: longer}
            is_one_game = short.has_same_occasion(longer) and is_beginning(
                short.content, longer.content
            )
            if is_one_game and short.keeper is None and longer.keeper is None:
                longer.learn(short, has_whole_game=False)
                short.keeper = longer
        self._settle_games(games.values())

    def _relate_cut_short(self) -> None:
        """Make games that ended within a ply duplicates of those that they begin."""
        if not self._has_games:
            return
        found = fetch_cut_short(self._connection, self._first_game)
        ids = {*found, *(number for each in found.values() for number in each)}
        games = {game.game_id: game for game in fetch_candidates(self._connection, ids)}
        for number, longer in found.items():
            cut = games[number]
            agreeing = [games[each] for each in longer if _agree(cut, games[each])]
            if not cut.is_open and len({id(each.root) for each in agreeing}) > 1:
                continue  # a result or a pairing, but of which game?
            for whole in agreeing:
                if whole.root is not cut:
                    whole.root.learn(cut, has_whole_game=False)
                    cut.keeper = whole
                    self._may_leave_moves = True
                    break
        self._settle_games(games.values())

    def _relate_learned(self) -> None:
        """Tell games apart again of which more of the occasion has become known."""
        learned, self._learned = self._learned, set()
        if not learned:
            return
        again = self._related | fetch_crowded(self._connection, learned)
        self._related = set()
        games = list(fetch_candidates(self._connection, again))
        finder = Finder(self._connection, games, self._suspicion.short)
        finder.relate(again)
        self._settle_games(finder.stored)

    def merge(self, kept: int, other: int) -> None:
        """Make a stored game a duplicate of another one with the same plies; nothing may wait."""
        games = {game.game_id: game for game in fetch_candidates(self._connection, (kept, other))}
        games[kept].learn(games[other], has_whole_game=True)
        games[other].keeper = games[kept]
        self._settle_games(games.values())

    def _settle_games(self, games: Collection[Candidate]) -> None:
        """Write what has become of stored games."""
        self._settle_stored(list(games))
        self._flush()
        self._beside.wait()

    def write(self) -> None:
        """Write what waits."""
        self._settle()
        self._beside.wait()

    def _settle(self) -> None:
        """Tell games from duplicates in all that waits, and begin to write it."""
        self._tell_all_apart()
        self._flush()
        self._waiting = self._characters = 0

    def _flush(self) -> None:
        """Begin to write the batch, and what games have learned from their duplicates."""
        batch, changed = self._batch, self._changed
        self._batch, self._changed = batch.following(), {}
        self._told_anew |= {
            game_id for game_id, found in changed.items() if found.content.game in MATCH_GAMES
        }

        def write() -> None:
            batch.write(self._connection)
            update_games(self._connection, changed)

        self._beside.run(write)


def _agree(one: Candidate, other: Candidate) -> bool:
    return is_agreeing(one.occasion, other.occasion)


def next_number(connection: duckdb.DuckDBPyConnection, column: str, table: schema.Table) -> int:
    """Return the number after the highest in a column, or 1."""
    query = f"select coalesce(max({column}), 0) + 1 from {table.name}"  # noqa: S608 - schema's
    found = connection.execute(query).fetchone()
    return int(found[0]) if found else 1
