"""The names of openings, by the position that their first plies lead to.

Names stand in files of comma-separated values under the heading ``game,moves,name``; blank
lines and lines that begin with ``#`` say nothing. The moves count from every start position of
the game in which they are legal. A name holds for a position however it came about, and for its
mirror images; whoever follows a line keeps the last name on it, so the longest match wins.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.resource import resource_folder
from mentis_records.core.special_file import refuse_special
from mentis_records.core.start import Start, starts_of
from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import GAMES, find_game
from mentis_records.notation.line import LineError, read_line

VARIABLE = "MENTIS_OPENINGS"
"""The environment variable that names a file of the user's own names."""

MAX_BYTES = 4_000_000
MAX_NAME = 60
"""Characters of a name."""

_BUNDLED = "openings.csv"
_HEADING = ["game", "moves", "name"]
_EXPECTED = "expected three fields: game,moves,name"

_Place = tuple[str, int]


class OpeningError(ValueError):
    """A file of names that cannot be read; the message has file, line and what was expected."""


@dataclass(frozen=True, slots=True)
class Openings:
    """Names by game and canonical key.

    ``file`` is the name of the file that they are from, and ``sha256`` the hash of its bytes; of
    a user's where there are bundled ones beside, and both empty where all are bundled.
    """

    names: Mapping[_Place, str] = field(default_factory=dict)
    file: str = ""
    sha256: str = ""

    def name_of(self, game: str, canonical_key: int) -> str:
        """Return the name of a position of a game's openings, or nothing."""
        return self.names.get((game, canonical_key), "")

    def follow(self, game: AnyGame, position: Any, moves: Sequence[Any]) -> tuple[Any, str]:
        """Return the position after some moves, and the last name on the way there, or nothing."""
        slug = game.description.slug
        name = self.name_of(slug, position.canonical_key)
        for move in moves:
            position = game.play(position, move)
            name = self.name_of(slug, position.canonical_key) or name
        return position, name


NO_OPENINGS = Openings()


def load_openings(path: Path | None = None) -> Openings:
    """Return the bundled names and, before them, those of a file of the user's.

    Without a path it is the file that the environment variable ``MENTIS_OPENINGS`` names, if any.

    Raises:
        OpeningError: a file cannot be read, or a line of it is no opening.
    """
    names = read_openings(resource_folder("bundled") / _BUNDLED).names
    own = path or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if own is None:
        return Openings(names)
    found = read_openings(own)
    return replace(found, names={**names, **found.names})


def read_openings(path: Path) -> Openings:
    """Return the names of a file.

    Raises:
        OpeningError: the file cannot be read, or a line of it is no opening.
    """
    data = _read_bytes(path)
    found: dict[_Place, str] = {}
    lines: dict[_Place, int] = {}
    starts: dict[str, list[Start]] = {}
    heading: list[str] | None = None
    for line, row in _read_rows(path, data):
        place = f"{path}:{line}"
        if heading is None:
            heading = [cell.strip().lower() for cell in row]
            if heading != _HEADING:
                raise OpeningError(f"{place}: no heading; expected game,moves,name")
            continue
        if len(row) != len(_HEADING):
            raise OpeningError(f"{place}: {len(row)} fields; {_EXPECTED} (quote commas)")
        slug, moves, name = (cell.strip() for cell in row)
        _check_name(place, name)
        try:
            game = find_game(slug)
        except KeyError:
            known = ", ".join(each.description.slug for each in GAMES)
            raise OpeningError(f"{place}: no game {slug!r}; expected one of {known}") from None
        if slug not in starts:
            starts[slug] = starts_of(game)
        for key in _keys_after(place, game, starts[slug], moves):
            if (slug, key) in lines:
                earlier = lines[slug, key]
                raise OpeningError(
                    f"{place}: the opening of line {earlier} again; expected each opening once, "
                    "mirror images and other orders of its plies included"
                )
            found[slug, key] = name
        lines.update(dict.fromkeys(found.keys() - lines.keys(), line))
    if heading is None:
        raise OpeningError(f"{path}:1: an empty file; expected the heading game,moves,name")
    return Openings(found, one_line(path.name), hashlib.sha256(data).hexdigest())


def _read_bytes(path: Path) -> bytes:
    try:
        refuse_special(str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise OpeningError(f"{path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise OpeningError(f"{path}: expected a file of at most {MAX_BYTES:,} bytes")
    return data


def _read_rows(path: Path, data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that say something, each with the number of its first line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OpeningError(f"{path}:{line}: not UTF-8; expected UTF-8 text") from None
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise OpeningError(f"{path}:{line}: {error}; {_EXPECTED}") from None
        if row is None:
            return
        if any(cell.strip() for cell in row) and not row[0].lstrip().startswith("#"):
            yield line, row


def _check_name(place: str, name: str) -> None:
    if not name or len(name) > MAX_NAME or not name.isprintable():
        words = f"a name of {len(name)} characters" if name else "no name"
        if name and not name.isprintable():
            words = "a name with characters that cannot be printed"
        raise OpeningError(f"{place}: {words}; expected 1 to {MAX_NAME} printable characters")


def _keys_after(place: str, game: AnyGame, starts: Sequence[Start], text: str) -> list[int]:
    """Return the canonical keys after the moves from every start in which they are legal."""
    keys = []
    failed = ""
    for start in starts:
        position = start.position
        try:
            moves = read_line(game, position, text)
        except LineError as error:
            failed = failed or str(error)
            continue
        if not moves:
            raise OpeningError(f"{place}: no moves; expected plies such as those of a record")
        for move in moves:
            position = game.play(position, move)
        keys.append(position.canonical_key)
    if not keys:
        raise OpeningError(f"{place}: {failed}")
    return keys
