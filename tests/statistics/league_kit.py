"""Small leagues as values, and simulated ones of known strengths."""

from collections.abc import Sequence

import numpy

from mentis_records.core.game import GameDescription
from mentis_records.store.count.pairing_columns import Encounters

GAME = GameDescription(
    slug="league",
    title="League",
    rules_version="1",
    grammar="",
    sides=("Light", "Dark"),
    kinds=(),
    terminations=(),
    opener=0,
)

Game = tuple[str, str, str]
"""Who played the first side, who the second, and the result as 1, 0, = or *."""


def encounters_of(
    games: Sequence[Game], *, months: Sequence[int] = (), movers: Sequence[int] = ()
) -> Encounters:
    """Return games as columns; ``?`` is nobody, and the first side moves first by default."""
    names = sorted({name for game in games for name in game[:2]} - {"?"})
    places = {"?": -1} | {name: place for place, name in enumerate(names)}
    points = {"1": 2, "=": 1, "0": 0, "*": -1}
    count = len(games)
    month = numpy.array(months or [-1] * count, numpy.int64)
    unknown = numpy.full(count, -1)
    return Encounters(
        tuple(names),
        numpy.arange(1, count + 1),
        numpy.array([places[one] for one, _, _ in games], numpy.int64),
        numpy.array([places[two] for _, two, _ in games], numpy.int64),
        numpy.array([points[result] for _, _, result in games], numpy.int64),
        numpy.array(movers or [0] * count, numpy.int64),
        numpy.where(month < 0, -1, month // 12),
        month,
        numpy.full(count, 20),
        numpy.ones(count, numpy.int64),
        numpy.zeros(count, numpy.int64),
        unknown,
        unknown,
        numpy.zeros(count, numpy.int64),
        numpy.zeros(count, numpy.int64),
        {},
    )


def record(moves: str, **tags: object) -> str:
    """Return a record with these tags, the result among them."""
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{lines}\n{moves} {tags['Result']}\n\n"


def games_of(*rows: tuple[str, str, str]) -> list[Game]:
    """Return games of rows like ``("A", "B", "1110=")``: a letter a game."""
    return [(one, two, result) for one, two, results in rows for result in results]
