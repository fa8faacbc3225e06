"""Find the record files that a path argument names; opens none of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import NamedTuple

from mentis_records.core.special_file import refuse_special
from mentis_records.notation.source.source_text import STDIN, is_record_name


class Found(NamedTuple):
    """The files that a path names, sorted, and what of its folders cannot be read.

    ``closed`` has subfolders and files with a name of records, by path, with the reasons.
    ``others`` are files in its folders whose names are not those of records, and links to folders.
    ``hidden`` are hidden files with other names, and those in hidden folders: none is tried.
    """

    files: list[str]
    closed: dict[str, OSError]
    others: list[str]
    hidden: list[str]


def find_sources(path: str) -> Found:
    """Return the files that a path argument names.

    It is a file, a folder with all record files below it, or a pattern such as ``2024/*.mgn``
    (``**`` for any folders) where there is nothing of that very name.

    Raises:
        FileNotFoundError: there is no such file or folder, and nothing fits the pattern.
        OSError: it is a folder that cannot be read.
    """
    found = Found([], {}, [], [])
    if path == STDIN or os.path.lexists(path):
        _add(path, found)
        if path in found.closed:
            raise found.closed[path]
        return found
    for place in sorted(glob(path, recursive=True)):
        _add(place, found)
    for error in _closed_folders(path):
        _close(error, found)
    if not found.files and not found.closed:
        raise FileNotFoundError(path)
    return found._replace(files=list(dict.fromkeys(found.files)))


def _add(place: str, found: Found) -> None:
    """Add the files that a place has: those of a folder, or it alone, even if it is none."""
    if place == STDIN or not os.path.isdir(place):
        found.files.append(place)
        return
    files: list[str] = []
    others: list[str] = []
    for folder, folders, names in os.walk(place, onerror=lambda error: _close(error, found)):
        below = os.path.relpath(folder, place).split(os.sep)
        is_hidden = any(part.startswith(".") and part != "." for part in below)
        others += filter(os.path.islink, (os.path.join(folder, name) for name in folders))
        for file in (Path(folder, name) for name in names):
            if not is_record_name(file):
                among = found.hidden if is_hidden or file.name.startswith(".") else others
                among.append(str(file))
                continue
            try:
                refuse_special(str(file))
                _check_access(str(file), os.R_OK)
            except OSError as error:
                _close(error, found)
            else:
                files.append(str(file))
    found.files.extend(sorted(files))
    found.others.extend(sorted(others))


def _closed_folders(pattern: str) -> Iterator[OSError]:
    """Yield why folders that a pattern goes through cannot be looked into."""
    while has_magic(pattern):
        pattern = os.path.dirname(pattern)
        for folder in filter(os.path.isdir, glob(pattern, recursive=True)):
            try:
                _check_access(folder, os.R_OK | os.X_OK)
            except OSError as error:
                yield error


def _check_access(place: str, mode: int) -> None:
    """Refuse what may not be read, as opening it would."""
    if not os.access(place, mode):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), place)


def _close(error: OSError, found: Found) -> None:
    found.closed[str(error.filename)] = error
