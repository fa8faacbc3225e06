"""Records of the files that path arguments name, found and read."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader
    from mentis_records.notation.sheet import Sheet


class Found(NamedTuple):
    """The files that paths name, and by its path why something cannot be read."""

    files: list[str]
    closed: dict[str, OSError]


_NAMED = 10
"""Files that are not read of which the names are listed, at most."""


def expand_paths(paths: Iterable[str], with_others: bool = True) -> Found:
    """Return the files that path arguments name, or end with a usage error.

    JSON of other kinds, and archives without record files, are left out of folders and patterns,
    and named on standard error. So are other files in folders, unless they are texts with moves.

    Args:
        paths: the arguments.
        with_others: whether such texts with moves are among the files.
    """
    from mentis_records.core.text import printable
    from mentis_records.games import GAMES
    from mentis_records.notation.source.source_text import STDIN

    found = Found([], {})
    for path in paths:
        if path == STDIN or os.path.isfile(path):
            found.files.append(path)
            _tell_members(path)
            continue
        from mentis_records.notation.source.folder import find_sources

        try:
            files, closed, others, hidden = find_sources(path)
        except FileNotFoundError:
            output.fail(f"{printable(path)}: no such file or folder")
        except OSError as error:
            output.fail(f"{printable(path)}: {error.strerror or error}")
        if files != [path]:
            from mentis_records.notation.source.apgr_source import is_foreign
            from mentis_records.notation.source.source_text import is_empty_archive

            foreign = dict.fromkeys(filter(is_foreign, files), "JSON, but not a game record")
            empty = filter(is_empty_archive, files)
            foreign |= dict.fromkeys(empty, "an archive without record files")
            for file, what in sorted(foreign.items()):
                output.talk(f"{printable(file)}: left out: {what}")
            files = [file for file in files if file not in foreign]
        if with_others and others:
            from mentis_records.notation.source.other_text import texts_with_moves

            texts = texts_with_moves(others, [game.description for game in GAMES])
            files = sorted({*files, *texts}) if texts else files
            others = [other for other in others if other not in texts]
        _tell_others(path, others, hidden)
        for file in files:
            _tell_members(file)
        if not files and not closed:
            kinds = ".mgn, .txt, .json, .trl"
            output.fail(f"{printable(path)}: no record files in this folder ({kinds})")
        found.files.extend(files)
        found.closed.update(closed)
    return found


def _named(files: Sequence[str]) -> str:
    """Return the names of files, the first of many."""
    from mentis_records.core.text import printable

    more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
    return ", ".join(map(printable, files[:_NAMED])) + more


def _tell_members(archive: str) -> None:
    """Report which files in an archive are not read."""
    from mentis_records.core.text import counted, printable
    from mentis_records.notation.source.source_text import unread_members

    members = unread_members(archive)
    if members:
        count = counted(len(members), "file")
        output.talk(f"{printable(archive)}: {count} in it not read: {_named(members)}")


def _tell_others(folder: str, others: Sequence[str], hidden: Sequence[str]) -> None:
    """Report which files in a folder are not read."""
    from mentis_records.core.text import counted, printable

    if hidden:
        count = counted(len(hidden), "hidden file")
        output.talk(f"mentis: {count} not read: {_named(hidden)}")
    if others:
        named = _named(others)
        is_flat = all(Path(other).parent == Path(folder) for other in others)
        every = printable(f"; {shlex.quote(folder.rstrip('/'))}/* reads all") if is_flat else ""
        output.talk(
            f"mentis: {counted(len(others), 'file')} not read: {named}; "
            f"to have one read, name it{every}"
        )


def read_all(reader: Reader, paths: Iterable[str]) -> Iterator[Reading]:
    """Yield the readings of all paths; a file that cannot be opened is a usage error."""
    from mentis_records.notation.read import closed

    found = expand_paths(paths)
    for path in found.files:
        try:
            yield from reader.read_path(path)
        except OSError as error:
            output.fail(f"{path}: {error.strerror or error}")
    yield from closed(found.closed)


def read_sheets(
    reader: Reader, paths: Iterable[str], jobs: int, keeps_plies: bool
) -> Iterator[Sheet | Reading]:
    """Yield what all paths hold, many records at once, and show how far the reading is."""
    from mentis_records.cli.progress import reading_bar
    from mentis_records.notation.read import closed
    from mentis_records.notation.source.source_text import STDIN, Meter

    found = expand_paths(paths)
    for path in found.files:
        records = 0
        try:
            meter = Meter(None if path == STDIN else Path(path).stat().st_size)
            with reading_bar(f"checking {path}", is_writing=True) as show:
                for sheet in reader.read_sheets(path, jobs, meter, keeps_plies=keeps_plies):
                    yield sheet
                    records += getattr(sheet, "count", 1)
                    show(records, meter)
            if not records and len(found.files) > 1:
                output.talk(f"{path}: no records")
        except OSError as error:
            output.fail(f"{path}: {error.strerror or error}")
    yield from closed(found.closed)
