"""Read record files without a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from mentis_records.collection.game_record import GameRecord
from mentis_records.collection.html import preformatted, table
from mentis_records.collection.record_reader import Paths, find_files, make_reader
from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import DEFAULT_GAME
from mentis_records.notation.read import Reader, closed


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A record of a file as it was read.

    ``game`` is None if there are errors. ``index`` counts the records of the source from 1,
    ``line`` is that on which it begins, ``text`` the record as it stands.
    """

    source: str
    index: int
    line: int
    text: str
    game: GameRecord | None
    diagnostics: Sequence[Diagnostic]

    @property
    def is_valid(self) -> bool:
        """Tell whether there are no errors."""
        return self.game is not None

    def _repr_html_(self) -> str:
        found = table(
            ("line", "severity", "code", "message"),
            (
                (each.span.line, each.severity.value, each.code.slug, each.message)
                for each in self.diagnostics
            ),
        )
        shown = preformatted(self.text) if self.game is None else self.game._repr_html_()
        return f"{shown}{found if self.diagnostics else ''}"


def read(
    path: Paths,
    options: Mapping[str, str] | None = None,
    *,
    rules: str = DEFAULT_GAME,
    is_strict: bool = False,
    is_as_played: bool = False,
    encoding: str = "",
) -> Iterator[FileRecord]:
    """Yield the records of a file or of all files in a folder, one by one.

    Every ply is checked. A record with errors is yielded, too, without a game.

    >>> import mentis_records
    >>> for found in mentis_records.read("data/rulebook.mgn"):
    ...     print(found.line, found.is_valid, found.game)
    1 True <game: ? - ?, 0-1, 24 plies>
    22 True <game: ? - ?, 1/2-1/2, 46 plies>

    Args:
        path: a ``.mgn``, ``.txt``, ``.json`` or ``.trl`` file, also ``.gz``, ``.zst`` or ``.zip``
            of them, a folder, a pattern, ``-`` for standard input, or several of these.
        options: settings of records without their tags, such as ``{"Variant": "Wolf"}``.
        rules: the slug of the game of records that name none.
        is_strict: makes warnings errors.
        is_as_played: lets illegal plies stand that the board can follow.
        encoding: that of the files, by default UTF-8.

    Raises:
        KeyError: there is no such game.
        OSError: the file cannot be opened.
        ValueError: there is no such setting, value or encoding.
    """
    return _read(path, make_reader(options, rules, is_strict, is_as_played, encoding))


def _read(paths: Paths, reader: Reader) -> Iterator[FileRecord]:
    found = find_files(paths)
    read_files = chain.from_iterable(map(reader.read_path, found.files))
    for reading in chain(read_files, closed(found.closed)):
        game = None if reading.record is None else GameRecord(reading.record)
        yield FileRecord(
            reading.source,
            reading.index,
            reading.line,
            reading.text,
            game,
            tuple(reading.diagnostics),
        )
