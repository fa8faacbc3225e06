"""The rows of the registry, and the catalogue of all diagnostics; knows no game's rules."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, cast

from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.diagnostic import Code, Example
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.games.description import ANTIPODE, CIRKLE_MIND, MENSASPIEL, MENTIS


class ListedGame:
    """A game of the table, whose package is imported when more than its description is used."""

    def __init__(self, description: GameDescription) -> None:
        """Keep the description; the game is in the package of its slug."""
        self.description = description

    def __getattr__(self, name: str) -> Any:
        """Return what the game itself has; methods are kept, so that later calls are direct."""
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self._game(), name)
        setattr(self, name, found)
        return found

    def _game(self) -> AnyGame:
        found: AnyGame = import_module(f"{__package__}.{self.description.slug}.game").GAME
        return found

    def __dir__(self) -> list[str]:
        return dir(self._game())

    def __reduce__(self) -> tuple[Callable[[str], AnyGame], tuple[str]]:
        return find_game, (self.description.slug,)


def _listed(description: GameDescription) -> AnyGame:
    return cast(AnyGame, ListedGame(description))


OURS: tuple[AnyGame, ...] = tuple(map(_listed, (MENTIS, MENSASPIEL, ANTIPODE, CIRKLE_MIND)))
"""The games of this distribution."""

GROUP = "mentis_records.games"
"""The entry points that name games of other distributions."""

_METADATA = (".dist-info", ".egg-info")


def _has_group(folder: str) -> bool:
    """Return True if a distribution in a folder of modules names the group, or may do so."""
    try:
        with os.scandir(folder or os.curdir) as found:
            names = [each.path for each in found if each.name.endswith(_METADATA)]
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return any(_names_group(os.path.join(name, "entry_points.txt")) for name in names)


def _names_group(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return GROUP.encode() in file.read()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def _installed() -> tuple[AnyGame, ...]:
    # The library that reads entry points takes longer to import than all of this.
    if not any(map(_has_group, sys.path)):
        return ()
    from mentis_records.games.installed import installed_games

    return tuple(installed_games(GROUP, OURS))


GAMES: tuple[AnyGame, ...] = (*OURS, *_installed())
"""All games: ours, then those of other distributions."""

DEFAULT_GAME = "mentis"
"""The game that is meant where neither a record, nor a database, nor the user names one."""


def default_game() -> AnyGame:
    """Return the game that is meant where nothing names one."""
    return find_game(DEFAULT_GAME)


def games_first(slug: str) -> tuple[AnyGame, ...]:
    """Return all games, the one with this slug before the others (see ``notation.read.Reader``).

    Raises:
        KeyError: there is none.
    """
    first = find_game(slug)
    return (first, *(game for game in GAMES if game is not first))


def _shared_examples() -> dict[str, tuple[Example, ...]]:
    """Return the examples of the notation's codes, each from the first game that has some.

    Those of a game that does not have them as declared are left out with a warning.
    """
    found: dict[str, tuple[Example, ...]] = {}
    for game in GAMES:
        try:
            found = {**game.description.examples, **found}
        except CapabilityError as error:
            warnings.warn(f"{error}; they are left out", stacklevel=2)
    return found


@cache
def catalogue() -> tuple[Code, ...]:
    """Return all codes with their examples: those of the notation, then those of every game."""
    from mentis_records.notation.code import CODES as NOTATION_CODES

    shared = _shared_examples()
    return (
        *(replace(code, examples=shared.get(code.id, ())) for code in NOTATION_CODES),
        *(code for game in GAMES for code in game.description.codes),
    )


def find_game(slug: str) -> AnyGame:
    """Return the game with this slug.

    Raises:
        KeyError: there is none.
    """
    for game in GAMES:
        if game.description.slug == slug:
            return game
    raise KeyError(slug)


def game_of_code(code: Code) -> AnyGame | None:
    """Return the game whose code it is, or None of one that holds for every game."""
    from mentis_records.notation.code import CODES as NOTATION_CODES

    if code in NOTATION_CODES:
        return None
    return next((game for game in GAMES if code in game.description.codes), None)


def find_code(name: str) -> Code:
    """Return the catalogue's entry with this id or slug.

    Raises:
        KeyError: there is none.
    """
    for code in catalogue():
        if name.lower() in (code.id.lower(), code.slug):
            return code
    raise KeyError(name)
