"""The threaded reader: blocks of records read at once, on several threads, in order."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from mentis_records.core.capability import is_round
from mentis_records.core.game import AnyGame
from mentis_records.core.start import start_of
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.bulk.block_reader import BulkReader
from mentis_records.notation.bulk.record_field import STATED
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.sheet import Sheet, Start
from mentis_records.notation.source.character import has_suspicious_characters
from mentis_records.notation.source.record_text import Block, Piece
from mentis_records.notation.source.source_text import SourceError
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables.action import MAX_DEPTH
from mentis_records.notation.tables.grammar_file import STARTS, TAGGED
from mentis_records.notation.tables.grammar_tables import load_tables
from mentis_records.notation.tag.game_tag import find_named
from mentis_records.notation.tag.known_tag import misnamed_tags
from mentis_records.notation.tag.tag_layout import OPTION, layout_of

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

_Part = tuple[AnyGame, Block]
"""Records that follow one another, and the game that they are of."""

_TAG = b"[Game"
_GAME = re.compile(rb'^\[Game[ \t]+"([^"\n]*)"', re.MULTILINE)

_SMALL = 1 << 15
"""Bytes of a block at most that is read without a thread."""

_MAX_STARTS = 4_096
"""Start positions that a thread remembers."""


class Sweep:
    """Readers for the records of all games, one a thread and game."""

    def __init__(self, manner: Manner, jobs: int, keeps_plies: bool = True) -> None:
        """Prepare for so many threads; one job needs none beside the caller's.

        ``keeps_plies`` tells whether the sheets are to have the plies of sound records.
        """
        self._manner = manner
        self._keeps_plies = keeps_plies
        self._jobs = jobs
        self._workers: dict[str, SimpleQueue[_Worker]] = {
            game.description.slug: SimpleQueue() for game in manner.games
        }

    def run(self, found: Iterable[Block | Piece]) -> Iterator[Sheet | Piece]:
        """Yield the sheets of blocks, and pieces as they are; no more are held than needed.

        Raises:
            SourceError: there is damage, after what came before it.
        """
        if self._jobs == 1:
            for each in self._parted(found):
                yield self._result(each)
            return
        pool: ThreadPoolExecutor | None = None
        pending: deque[Future[Sheet] | _Part | Piece] = deque()
        damage: SourceError | None = None
        has_block = False
        try:
            try:
                for each in self._parted(found):
                    if isinstance(each, Piece) or not has_block or len(each[1].text) < _SMALL:
                        # A first block waits: if it stays the only one, it needs no threads, nor
                        # do small ones, which are read sooner than a thread begins.
                        has_block = has_block or not isinstance(each, Piece)
                        pending.append(each)
                    else:
                        pool = pool or self._make_pool()
                        pending.append(pool.submit(self._read, *each))
                    if len(pending) > self._jobs:
                        yield self._result(pending.popleft())
            except SourceError as error:
                damage = error
            while pending:
                yield self._result(pending.popleft())
        finally:
            if pool is not None:
                pool.shutdown()
        if damage is not None:
            raise damage

    def _make_pool(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(self._jobs)

    def _parted(self, found: Iterable[Block | Piece]) -> Iterator[_Part | Piece]:
        """Yield pieces as they are, and of blocks the stretches of one game each."""
        for each in found:
            if isinstance(each, Piece):
                yield each
            else:
                yield from self._parts(each)

    def _parts(self, block: Block) -> Iterator[_Part]:
        """Yield stretches of a block with the game that their records name, or that is meant."""
        games = self._manner.games
        tags, title = block.text.count(_TAG), games[0].description.title
        if not tags or tags == block.text.count(b'%s "%s"]' % (_TAG, title.encode())):
            yield games[0], block
            return
        named = [games[0]] * block.count
        begins = block.bounds[: 2 * block.count : 2]
        for found in _GAME.finditer(block.text):
            name = found[1].decode("utf-8", "replace")
            record = bisect_right(begins, found.start()) - 1
            named[record] = find_named(games, name) or games[0]
        first = 0
        for last in range(1, block.count + 1):
            if last == block.count or named[last] is not named[first]:
                whole = (first, last) == (0, block.count)
                yield named[first], block if whole else block.slice(first, last)
                first = last

    def _result(self, pending: Future[Sheet] | _Part | Piece) -> Sheet | Piece:
        if isinstance(pending, Piece):
            return pending
        return self._read(*pending) if isinstance(pending, tuple) else pending.result()

    def _read(self, game: AnyGame, block: Block) -> Sheet:
        workers = self._workers[game.description.slug]
        try:
            worker = workers.get_nowait()
        except Empty:
            worker = _Worker(self._manner, game, self._keeps_plies)
        try:
            return worker.read(block)
        finally:
            workers.put(worker)


class _Worker:
    """The reader of one thread and game, with the positions from which records have begun."""

    def __init__(self, manner: Manner, game: AnyGame, keeps_plies: bool) -> None:
        tables = load_tables(game.description.grammar)
        self._game = game
        self._terminals = tables.terminals
        self._kernel = make_kernel(game, tables.terminals)
        self._layout = layout_of(game.description)
        self._defaults = manner.defaults
        settings = game.description.settings
        columns = {each.tag: self._layout.column(each.tag) for each in settings}
        options = [each for each in settings if self._layout.kinds[columns[each.tag]] == OPTION]
        self._columns = columns | {"Position": self._layout.column("Position")}
        tags = [option.tag for option in options]
        self._own = [
            self._make_start(dict(zip(tags, values, strict=True)))
            for values in product(*(option.values for option in options))
        ]
        others = [other.description for other in manner.games if other is not game]
        self._reader = BulkReader(
            Scanner(tables),
            self._kernel,
            self._layout,
            tables.terminals,
            STARTS.index(TAGGED),
            MAX_DEPTH,
            [option.values.index(option.chosen(manner.defaults)) for option in options],
            bytes(start is None for start in self._own),
            misnamed_tags(game.description, others),
            keeps_plies,
        )
        self._forget()

    def _forget(self) -> None:
        """Begin with the starts that options choose, in the order of their values."""
        self._starts: list[Start] = []
        self._stated: dict[tuple[str | None, ...], int] = {}
        for position in self._own:
            self._add_start(position)

    def _make_start(self, tags: Mapping[str, str]) -> Any:
        """Return the position that tags choose or state, or None if there is none.

        Rounds have none here: they are compared with those before them one by one.
        """
        try:
            if is_round(self._game, {**self._defaults, **tags}):
                return None
            return start_of(self._game, tags, self._defaults)
        except ValueError:
            return None

    def _add_start(self, position: Any) -> int:
        """Add a position; one that there is not keeps its number, and is never asked for."""
        number = len(self._starts)
        slot = self._reader.movetext.first_start + number
        if slot >= self._kernel.slots:
            self._kernel.reserve(2 * slot + 8)
        if position is None:
            self._starts.append(Start(None, ""))
        else:
            self._starts.append(Start(position, self._game.format_position(position)))
            self._kernel.fill(slot, position)
        return number

    def read(self, block: Block) -> Sheet:
        """Read a block."""
        if len(self._starts) > _MAX_STARTS:
            self._forget()
        reader = self._reader
        reader.read(block.text, block.bounds, block.count)
        sheet = self._sheet(block)
        again = False
        plain = sheet.column("is_plain")
        for record, status in enumerate(sheet.column("status")):
            if status == STATED:
                again = True
                start = self._find_start(sheet, record)
                if start is None:
                    reader.refuse(record)
                else:
                    reader.read_again(block.text, record, start)
            if not plain[record] and has_suspicious_characters(sheet.text(record)):
                again = True
                reader.refuse(record)
        return self._sheet(block) if again else sheet

    def _sheet(self, block: Block) -> Sheet:
        return Sheet.of(
            "", 1, self._game, self._layout, block, self._starts, self._terminals, self._reader
        )

    def _find_start(self, sheet: Sheet, record: int) -> int | None:
        """Return the number of a start that tags state or choose, or None if there is none."""
        known = tuple(sheet.tag(record, column) for column in self._columns.values())
        if known not in self._stated:
            found = zip(self._columns, known, strict=True)
            position = self._make_start({tag: value for tag, value in found if value is not None})
            if position is None:
                return None
            self._stated[known] = self._add_start(position)
        return self._stated[known]
