"""The tags that every game has, and the terminations and results that may stand in them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    Termination,
)
from mentis_records.core.side import meant_side

RESULTS_OF = {
    Termination.RESIGNATION: (RESULT_FIRST, RESULT_SECOND),
    Termination.TIME_FORFEIT: (RESULT_FIRST, RESULT_SECOND),
    Termination.AGREEMENT: (RESULT_DRAW,),
    Termination.ADJUDICATION: (RESULT_FIRST, RESULT_SECOND, RESULT_DRAW),
    Termination.UNTERMINATED: (RESULT_UNKNOWN,),
}
"""The results that go with a termination which no board decides."""


def standard_tags(game: GameDescription) -> tuple[str, ...]:
    """Return the names of the seven standard tags, the players' being the game's sides."""
    return tags_of(game.sides)


@cache
def tags_of(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the seven standard tags for sides of these names."""
    return ("Event", "Site", "Date", "Round", *sides, "Result")


def alike_tags(
    missing: tuple[str, ...], present: Iterable[str], sides: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Return the tags that may have been meant for missing ones, each with the one it may mean.

    They are written in another case, or have the name that a side has in chess.
    """
    in_any_case = {tag.lower(): tag for tag in missing}
    meant = [(name, meant_side(name, sides) or in_any_case.get(name.lower())) for name in present]
    return tuple([(name, tag) for name, tag in meant if tag in missing])


def known_terminations(game: GameDescription) -> tuple[str, ...]:
    """Return the terminations that may stand in a tag: the game's own first."""
    return _known_terminations(game.terminations)


@cache
def _known_terminations(own: tuple[str, ...]) -> tuple[str, ...]:
    known = tuple([word.value for word in Termination])
    return (*[word for word in own if word not in known], *known)
