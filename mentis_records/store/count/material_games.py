"""Fetch what sides own and take from each other in games, as columns; knows no statistics.

Moves are not replayed: what a move takes and enters is in its code, which a game's capability
``material`` reads, each code once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy

from mentis_records.core.capability import material_of
from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.material import Change, Material, MaterialModule
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking
from mentis_records.store.error import DOCTOR, StoreError, first_line
from mentis_records.store.position.bulk import Column
from mentis_records.store.schema import setting_sql
from mentis_records.store.schema.record_sql import START_SQL, read_start
from mentis_records.store.selection import EVERY_GAME, Selection

UNKNOWN = -1
"""Stands for the points of a game without a result."""


@dataclass(frozen=True, slots=True, eq=False)
class MaterialGames:
    """Games of one kind, a place a game, and what was taken in them, a place a piece.

    ``points`` are those of the first side in half points, 2, 1 or 0, or ``UNKNOWN``; ``plies`` is
    the length. ``values`` has for each counted setting with more than one value the value of
    every game. ``held`` and ``owned`` are the pieces at the start, in hand and in all, and
    ``entered`` those that came onto the board later, each of shape (games, 2, kinds). Pieces taken
    stand by game and ply: the place of the game, the ply, the side that took, with what, and what.
    One that goes back to its owner is taken by the owner, with nothing, and one that a move loses
    by the other side.
    """

    material: Material
    points: Column
    plies: Column
    values: tuple[tuple[str, Column], ...]
    held: Column
    owned: Column
    entered: Column
    taken_game: Column
    taken_ply: Column
    taken_side: Column
    taken_by: Column
    taken_kind: Column

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.points)

    def only(self, chosen: Column) -> MaterialGames:
        """Return the games that are flagged."""
        places = numpy.cumsum(chosen) - 1
        events = chosen[self.taken_game]
        return replace(
            self,
            points=self.points[chosen],
            plies=self.plies[chosen],
            values=tuple((tag, column[chosen]) for tag, column in self.values),
            held=self.held[chosen],
            owned=self.owned[chosen],
            entered=self.entered[chosen],
            taken_game=places[self.taken_game[events]],
            taken_ply=self.taken_ply[events],
            taken_side=self.taken_side[events],
            taken_by=self.taken_by[events],
            taken_kind=self.taken_kind[events],
        )


def fetch_material(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> MaterialGames | None:
    """Return the selected games of a kind, or None of a game that does not tell its material.

    Raises:
        StoreError: the database cannot be read, or has a start or a move that is none.
    """
    module = material_of(game)
    if module is None:
        return None
    description = game.description
    counted = [each for each in description.settings if each.is_counted]
    settings = "".join(
        f", coalesce({setting_sql(each.tag)}, $usual_{at}) as setting_{at}"
        for at, each in enumerate(counted)
    )
    given = {"game": description.slug, **selection.parameters}
    chosen = f"chosen as (from {selection.games} where game = $game)"
    games = _columns(
        database,
        f"""
        with {chosen}
        select game_id, ply_count as plies, {START_SQL} as start,
            case result when $won then 2 when $drawn then 1 when $lost then 0 else {UNKNOWN} end
                as points
            {settings}
        from chosen order by game_id
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {
            **given,
            **{"won": RESULT_FIRST, "drawn": RESULT_DRAW, "lost": RESULT_SECOND},
            **{f"usual_{at}": each.default for at, each in enumerate(counted)},
        },
    )
    turns = "turns as (from position_keys semi join chosen using (game_id) where ply > 0)"
    codes = _columns(
        database,
        f"with {chosen}, {turns} select distinct turn >> 3 as code from turns order by code",  # noqa: S608
        given,
    )["code"]
    changes = _changes(module, codes.tolist())
    events = _columns(
        database,
        f"""
        with {chosen}, {turns}
        select game_id, ply, turn & 7 as side, turn >> 3 as code
        from turns where turn >> 3 in (select unnest($codes::bigint[]))
        order by game_id, ply
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {**given, "codes": list(changes)},
    )
    values = tuple((each.tag, games[f"setting_{at}"]) for at, each in enumerate(counted))
    starts = games["start"].tolist()
    known = {text: _supply(game, module, text) for text in dict.fromkeys(starts)}
    supplies = [known[text] for text in starts]
    shape = (len(supplies), 2, len(module.MATERIAL.kinds))
    held, owned = (
        numpy.array([each[at] for each in supplies], "int64").reshape(shape) for at in (0, 1)
    )
    return _counted(
        MaterialGames(
            material=module.MATERIAL,
            points=games["points"].astype("int64"),
            plies=games["plies"].astype("int64"),
            values=tuple((tag, each) for tag, each in values if len(set(each)) > 1),
            held=held,
            owned=owned,
            entered=numpy.zeros(shape, "int64"),
            **{f"taken_{name}": numpy.zeros(0, "int64") for name in _TAKEN},
        ),
        numpy.searchsorted(games["game_id"], events["game_id"]),
        events,
        changes,
    )


_TAKEN = ("game", "ply", "side", "by", "kind")


def _counted(
    games: MaterialGames, places: Column, events: dict[str, Column], changes: dict[int, Change]
) -> MaterialGames:
    """Return games with the moves that change something, each with the place of its game."""
    codes, which = numpy.unique(events["code"], return_inverse=True)
    found = [changes[code] for code in codes.tolist()]
    for kind in range(games.entered.shape[2]):
        number = numpy.array([each.entered.count(kind) for each in found], "int64")[which]
        numpy.add.at(games.entered[:, :, kind], (places, events["side"]), number)
    lists = [[*each.taken, *each.lost, *each.returned] for each in found]
    pieces = numpy.array([len(each) for each in lists], "int64")[which]
    firsts = numpy.cumsum([0, *map(len, lists)])[which]
    rows = numpy.repeat(numpy.arange(len(which)), pieces)
    within = numpy.arange(len(rows)) - numpy.repeat(numpy.cumsum(pieces) - pieces, pieces)
    kinds = numpy.array([kind for each in lists for kind in each], "int64")
    by = numpy.array([UNKNOWN if each.by is None else each.by for each in found], "int64")[which]
    taken = numpy.array([len(each.taken) for each in found], "int64")[which]
    lost = numpy.array([len(each.lost) for each in found], "int64")[which]
    is_returned = within >= (taken + lost)[rows]
    return replace(
        games,
        taken_game=places[rows],
        taken_ply=events["ply"][rows].astype("int64"),
        taken_side=events["side"][rows].astype("int64") ^ (within >= taken[rows]),
        taken_by=numpy.where(is_returned, UNKNOWN, by[rows]),
        taken_kind=kinds[firsts[rows] + within],
    )


def _changes(module: MaterialModule, codes: Sequence[int]) -> dict[int, Change]:
    """Return what moves change, by their codes, of those that change something."""
    try:
        found = {code: module.change(code) for code in codes}
    except ValueError as error:
        raise StoreError(f"{error}; {DOCTOR}") from None
    return {code: each for code, each in found.items() if each != Change()}


def _supply(game: AnyGame, module: MaterialModule, text: str) -> Any:
    try:
        position = read_start(game, text)
    except PositionError as error:
        raise StoreError(f"a start position: {first_line(error)}; {DOCTOR}") from None
    return module.held(position), module.owned(position)


def _columns(database: Database, query: str, parameters: dict[str, object]) -> dict[str, Column]:
    with asking(database):
        return dict(database.connection.execute(query, parameters).fetchnumpy())
