"""The rows of the registry, and the catalogue of all diagnostics; knows no game's rules."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache

from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.diagnostic import Code, Example
from mentis_records.core.game import AnyGame
from mentis_records.games.antipode.game import GAME as ANTIPODE
from mentis_records.games.cirkle_mind.game import GAME as CIRKLE_MIND
from mentis_records.games.installed import installed_games
from mentis_records.games.mensaspiel.game import GAME as MENSASPIEL
from mentis_records.games.mentis.game import GAME as MENTIS
from mentis_records.notation.code import CODES as NOTATION_CODES

OURS: tuple[AnyGame, ...] = (MENTIS, MENSASPIEL, ANTIPODE, CIRKLE_MIND)
"""The games of this distribution."""

GAMES: tuple[AnyGame, ...] = (*OURS, *installed_games(OURS))
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
