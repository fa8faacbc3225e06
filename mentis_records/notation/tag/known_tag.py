"""The tags that every game has, and the terminations and results that may stand in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    Termination,
)
from mentis_records.notation.tag.chess_side import CHESS

RESULTS_OF = {
    Termination.RESIGNATION: (RESULT_FIRST, RESULT_SECOND),
    Termination.TIME_FORFEIT: (RESULT_FIRST, RESULT_SECOND),
    Termination.AGREEMENT: (RESULT_DRAW,),
    Termination.REPETITION: (RESULT_DRAW,),
    Termination.ADJUDICATION: (RESULT_FIRST, RESULT_SECOND, RESULT_DRAW),
    Termination.FORFEIT: (RESULT_FIRST, RESULT_SECOND, RESULT_UNKNOWN),
    Termination.UNTERMINATED: (RESULT_UNKNOWN,),
}
"""The results that go with a termination which no board decides."""


_KNOWN_TAGS = (
    "Game",
    "Position",
    "Termination",
    "TimeControl",
    "Annotator",
    "PlyCount",
    "Source",
    "Unrated",
)
"""The known tags beside those of the seven, of settings and of ratings."""

_OF_STARTS = ("start", "fen", "setup")
"""What other programs call a tag with a start position, in lower case."""


def standard_tags(game: GameDescription) -> tuple[str, ...]:
    """Return the names of the seven standard tags, the players' being the game's sides."""
    return tags_of(game.sides)


@cache
def tags_of(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the seven standard tags for sides of these names."""
    return ("Event", "Site", "Date", "Round", *sides, "Result")


def common_tags(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the tags that every game with such sides has, whatever its settings."""
    return (*tags_of(sides), *(f"{side}Elo" for side in sides), *_KNOWN_TAGS)


def decides(tag: str, game: GameDescription) -> bool:
    """Tell whether a known tag chooses the game, its settings or its start."""
    return tag in ("Game", "Position", *(setting.tag for setting in game.settings))


def misnamed_tags(game: GameDescription, others: Sequence[GameDescription]) -> Mapping[str, str]:
    """Return the known tags of a game that names of tags in lower case mean.

    They are its own names in another case, those of the sides in chess and in ``others``, and
    what other programs call a start position.
    """
    settings = tuple([setting.tag for setting in game.settings])
    return _misnamed_tags(game.sides, settings, (CHESS, *[other.sides for other in others]))


@cache
def _misnamed_tags(
    sides: tuple[str, ...], settings: tuple[str, ...], foreign: tuple[tuple[str, ...], ...]
) -> Mapping[str, str]:
    meanings = dict.fromkeys(_OF_STARTS, "Position")
    for names in foreign:
        for name, own in zip(names, sides, strict=False):
            meanings[name.lower()] = own
            meanings[f"{name}elo".lower()] = f"{own}Elo"
    meanings.update({name.lower(): name for name in (*common_tags(sides), *settings)})
    return meanings


def termination_word(text: str) -> str:
    """Return the known word of a termination that gives a reason as well: ``forfeit: ill``."""
    word, colon, reason = text.partition(":")
    return word if colon and reason.strip() and word == Termination.FORFEIT else text


def known_terminations(game: GameDescription) -> tuple[str, ...]:
    """Return the terminations that may stand in a tag: the game's own first.

    Repetition is one only in a game that it ends.
    """
    return _known_terminations(game.terminations)


@cache
def _known_terminations(own: tuple[str, ...]) -> tuple[str, ...]:
    repetition = Termination.REPETITION.value
    known = tuple([word.value for word in Termination if word != repetition or word in own])
    return (*[word for word in own if word not in known], *known)
