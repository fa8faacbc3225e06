"""Which files are read, and how: what the functions of the library that take paths share."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping

from mentis_records.core.game import AnyGame
from mentis_records.games import GAMES, find_game, games_first
from mentis_records.notation.read import Reader
from mentis_records.notation.source.apgr_source import is_foreign
from mentis_records.notation.source.encoding import KNOWN, find_encoding
from mentis_records.notation.source.folder import Found, find_sources
from mentis_records.notation.source.other_text import texts_with_moves
from mentis_records.notation.source.source_text import is_empty_archive

AnyPath = str | os.PathLike[str]
Paths = AnyPath | Iterable[AnyPath]
"""One file, folder or pattern, or several of them."""


def choose_game(rules: str) -> AnyGame:
    """Return the game with a slug.

    Raises:
        KeyError: there is none.
    """
    try:
        return find_game(rules.lower())
    except KeyError:
        slugs = ", ".join(game.description.slug for game in GAMES)
        raise KeyError(f"no game {rules!r}: choose one of {slugs}") from None


def make_reader(
    options: Mapping[str, str] | None,
    rules: str,
    is_strict: bool = False,
    is_as_played: bool = False,
    encoding: str = "",
) -> Reader:
    """Return a reader of records of any game; those that name none are of the one with a slug.

    Raises:
        KeyError: there is no such game.
        ValueError: there is no such setting, value or encoding.
    """
    games = games_first(choose_game(rules).description.slug)
    known = {setting.tag: setting for setting in games[0].description.settings}
    for tag, value in (options or {}).items():
        try:
            known[tag].read(value)
        except (KeyError, ValueError):
            choices = ", ".join(f"{each.tag}: {each.kind.expected}" for each in known.values())
            raise ValueError(f"no setting {tag} {value}; there are {choices}") from None
    try:
        name = find_encoding(encoding) if encoding else ""
    except (LookupError, ValueError):
        raise ValueError(f"no encoding {encoding!r}; known are {', '.join(KNOWN)}") from None
    return Reader(games, options or {}, is_strict, is_as_played, encoding=name)


def find_files(paths: Paths) -> Found:
    """Return the record files that paths name, and what of their folders cannot be read.

    JSON of other kinds, and archives without record files, are left out of folders and patterns;
    texts with other names are in if they have moves.

    Raises:
        OSError: there is nothing at a path, no record file in a folder, or it cannot be read.
    """
    found = Found([], {}, [], [])
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    for path in [os.fspath(each) for each in given]:
        try:
            files, closed, others, _ = find_sources(path)
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, "no such file or folder", path) from None
        if files != [path]:
            files = [file for file in files if not is_foreign(file) and not is_empty_archive(file)]
        texts = texts_with_moves(others, [game.description for game in GAMES])
        files = sorted({*files, *texts}) if texts else files
        if not files and not closed:
            raise FileNotFoundError(errno.ENOENT, "no record files in this folder", path)
        found.files.extend(files)
        found.closed.update(closed)
    return found
