"""Read blocks of records at once, on several threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from mentis_records.core.game import PositionError
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
from mentis_records.notation.tag.known_tag import misnamed_tags
from mentis_records.notation.tag.tag_layout import layout_of

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

_MAX_STARTS = 4_096
"""Stated positions that a thread remembers."""


class Sweep:
    """Readers for the records of the first game, one a thread."""

    def __init__(self, manner: Manner, jobs: int, keeps_plies: bool = True) -> None:
        """Prepare for so many threads; one job needs none beside the caller's.

        ``keeps_plies`` tells whether the sheets are to have the plies of sound records.
        """
        self._manner = manner
        self._keeps_plies = keeps_plies
        self._jobs = jobs
        self._workers: SimpleQueue[_Worker] = SimpleQueue()

    def run(self, found: Iterable[Block | Piece]) -> Iterator[Sheet | Piece]:
        """Yield the sheets of blocks, and pieces as they are; no more are held than needed.

        Raises:
            SourceError: there is damage, after what came before it.
        """
        if self._jobs == 1:
            for each in found:
                yield self._result(each)
            return
        pool: ThreadPoolExecutor | None = None
        pending: deque[Future[Sheet] | Block | Piece] = deque()
        damage: SourceError | None = None
        has_block = False
        try:
            try:
                for each in found:
                    if isinstance(each, Block) and has_block:
                        pool = pool or self._make_pool()
                        pending.append(pool.submit(self._read, each))
                    else:
                        # A first block waits: if it stays the only one, it needs no threads.
                        has_block = has_block or isinstance(each, Block)
                        pending.append(each)
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

    def _result(self, pending: Future[Sheet] | Block | Piece) -> Sheet | Piece:
        if isinstance(pending, Block):
            return self._read(pending)
        return pending if isinstance(pending, Piece) else pending.result()

    def _read(self, block: Block) -> Sheet:
        try:
            worker = self._workers.get_nowait()
        except Empty:
            worker = _Worker(self._manner, self._keeps_plies)
        try:
            return worker.read(block)
        finally:
            self._workers.put(worker)


class _Worker:
    """The reader of one thread, with the positions from which records have begun."""

    def __init__(self, manner: Manner, keeps_plies: bool) -> None:
        game = manner.games[0]
        tables = load_tables(game.description.grammar)
        self._game = game
        self._terminals = tables.terminals
        self._layout = layout_of(game.description)
        self._options = game.description.options
        self._kernel = game.kernel(tables.terminals)
        defaults = [
            option.values.index(manner.defaults.get(option.tag, option.values[0]))
            for option in self._options
        ]
        self._reader = BulkReader(
            Scanner(tables),
            self._kernel,
            self._layout,
            tables.terminals,
            STARTS.index(TAGGED),
            MAX_DEPTH,
            defaults,
            misnamed_tags(game.description, [other.description for other in manner.games[1:]]),
            keeps_plies,
        )
        self._position_column = self._layout.column("Position")
        self._forget()

    def _forget(self) -> None:
        """Begin with the starts that options choose, in the order of their values."""
        self._starts: list[Start] = []
        self._stated: dict[tuple[str | None, ...], int] = {}
        tags = [option.tag for option in self._options]
        for values in product(*(option.values for option in self._options)):
            self._add_start(self._game.start_position(dict(zip(tags, values, strict=True))))

    def _add_start(self, position: object) -> int:
        number = len(self._starts)
        slot = self._reader.movetext.first_start + number
        self._starts.append(Start(position, self._game.format_position(position)))
        if slot >= self._kernel.slots:
            self._kernel.reserve(2 * slot + 8)
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
        """Return the number of a stated position, or None for one that cannot be."""
        text = sheet.tag(record, self._position_column) or ""
        columns = [(option.tag, self._layout.column(option.tag)) for option in self._options]
        options = {tag: sheet.tag(record, column) for tag, column in columns}
        known = (text, *options.values())
        if known not in self._stated:
            given = {tag: value for tag, value in options.items() if value is not None}
            try:
                position = self._game.parse_position(text, given)
            except PositionError:
                return None
            self._stated[known] = self._add_start(position)
        return self._stated[known]
