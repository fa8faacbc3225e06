"""Read record files without a database."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from mentis_records.collection.game_record import GameRecord
from mentis_records.collection.html import preformatted, table
from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import DEFAULT_GAME, games_first
from mentis_records.notation.read import Reader, closed
from mentis_records.notation.source.encoding import find_encoding
from mentis_records.notation.source.folder import find_sources


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
    path: str | os.PathLike[str],
    options: Mapping[str, str] | None = None,
    *,
    rules: str = DEFAULT_GAME,
    is_strict: bool = False,
    is_as_played: bool = False,
    encoding: str = "utf-8",
) -> Iterator[FileRecord]:
    """Yield the records of a file or of all files in a folder, one by one.

    Every ply is checked. A record with errors is yielded, too, without a game.

    Args:
        path: a ``.mgn``, ``.txt``, ``.json`` or ``.trl`` file, also ``.gz``, ``.zst`` or ``.zip``
            of them, a folder, or ``-`` for standard input.
        options: settings of records without their tags, such as ``{"Variant": "Wolf"}``.
        rules: the slug of the game of records that name none.
        is_strict: makes warnings errors.
        is_as_played: lets illegal plies stand that the board can follow.
        encoding: that of the texts, such as ``"windows-1252"``.

    Raises:
        KeyError: there is no such game.
        LookupError: there is no such encoding.
        OSError: the file cannot be opened.
        ValueError: there is no such setting or value.
    """
    games = games_first(rules)
    known = {setting.tag: setting for setting in games[0].description.settings}
    for tag, value in (options or {}).items():
        try:
            known[tag].read(value)
        except (KeyError, ValueError):
            choices = ", ".join(f"{each.tag}: {each.kind.expected}" for each in known.values())
            raise ValueError(f"no setting {tag} {value}; there are {choices}") from None
    reader = Reader(games, options or {}, is_strict, is_as_played, encoding=find_encoding(encoding))
    return _read(os.fspath(path), reader)


def _read(path: str, reader: Reader) -> Iterator[FileRecord]:
    found = find_sources(path)
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
