"""Look through all positions of the games in order, once; knows no query.

What is asked of single positions is asked of the database (``position_flags``); what
follows what, and what several answers come to together, is found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.sequence import EVER, keep_followers, keep_lasting, mark_games
from mentis_records.store.database import Database
from mentis_records.store.game_tables import read_indexed_games
from mentis_records.store.position.bulk import Column, cut_stretches
from mentis_records.store.position.game_set import GameSet, read_last_game
from mentis_records.store.position.position_flags import Marker, Stretch, Test
from mentis_records.store.schema import feature_table

STRETCH_POSITIONS = 1 << 25
"""So many positions are looked through at a time: a byte of memory each for some tests.

They are a quarter where memory is limited.
"""

KEPT_POSITIONS = 1 << 26
"""Of so many positions it is remembered which are in the excerpt: 4 bytes for each of those.

It is not where memory is limited.
"""

SAMPLE_POSITIONS = 20_000
"""So many positions tell roughly how often tests are true."""


class Act(Enum):
    """What a step makes of the marks that earlier steps left; it takes the last ones away."""

    TEST = "the next test"
    ALL = "all of some"
    ONE = "one of some"
    NOT = "not the last"
    THEN = "the one before the last, then the last"
    LAST = "the last of successive ones"
    GAME = "somewhere in the game"


@dataclass(frozen=True, slots=True)
class Step:
    """An act; ``number`` of marks for ALL and ONE, of plies for THEN and LAST (0: any number)."""

    act: Act
    number: int = 0


@dataclass(frozen=True, slots=True)
class Succession:
    """Steps that leave the marks of the positions that are looked for.

    ``parameters`` are those of the ``tests``. If these are true less often together than is
    ``worthwhile``, SQL is faster.
    """

    tests: tuple[Test, ...]
    steps: tuple[Step, ...]
    parameters: Mapping[str, object]
    worthwhile: float


@dataclass(frozen=True, slots=True)
class _Games:
    """All games of a table of features, and the first and the last of some in the middle."""

    stretches: Sequence[Stretch]
    sample: tuple[int, int]


def find_succession(
    database: Database, slug: str, succession: Succession
) -> tuple[GameSet, int] | None:
    """Return the games that have such positions, and how many positions there are.

    Returns:
        None if the tests are so seldom true that SQL is faster, or if the rows are not those of
        the games.

    Raises:
        duckdb.Error: the database cannot be read.
    """
    import numpy

    games = database.once(_read_games).get(slug)
    if games is None:
        return None
    marker = Marker(database, slug, succession.parameters)
    shares = marker.shares(succession.tests, *games.sample)
    if sum(shares) < succession.worthwhile:
        return None
    is_found, positions = numpy.zeros(database.once(read_last_game), bool), 0
    for stretch in games.stretches:
        tested = marker.marks(succession.tests, shares, stretch)
        marks = _follow(succession.steps, tested, stretch.sizes)
        if marks is None:
            return None
        positions += int(numpy.count_nonzero(marks))
        is_marked = numpy.bitwise_or.reduceat(marks, stretch.begins) > 0
        is_found[stretch.game_ids[is_marked] - 1] = True
    return GameSet.of_flags(is_found), positions


def _read_games(database: Database) -> dict[str, _Games | None]:
    """Return the games that each table of features has, by the game's slug.

    None stands for a table that has none, or whose starts are not those of its games.
    """
    return {slug: _read_games_of(database, slug) for slug in database.once(read_indexed_games)}


def _read_games_of(database: Database, slug: str) -> _Games | None:
    import numpy

    table = feature_table(slug).name
    connection = database.connection
    # The rows of a game were written together, ply after ply; they are read in the same order.
    game_ids = connection.execute(
        f"select game_id from {table} where ply = 0"  # noqa: S608 - the schema's name
    ).fetchnumpy()["game_id"]
    games = connection.execute(
        """
        select game_id, ply_count::bigint + 1 as size from games
        where game = $slug and game_id <= $last
        order by game_id
        """,
        {"slug": slug, "last": database.once(read_last_game)},
    ).fetchnumpy()
    order = numpy.argsort(game_ids, kind="stable")
    if not len(order) or not numpy.array_equal(game_ids[order], games["game_id"]):
        return None
    sizes = numpy.empty(len(order), "int64")
    sizes[order] = games["size"]
    stretches = []
    is_limited = database.memory_limit is not None
    parts = list(cut_stretches(games["size"], STRETCH_POSITIONS // (4 if is_limited else 1)))
    for part in parts:
        chosen = numpy.sort(order[part])
        first, last = games["game_id"][part][[0, -1]].tolist()
        begins = numpy.cumsum(sizes[chosen]) - sizes[chosen]
        stretches.append(
            Stretch(
                first,
                last,
                game_ids[chosen],
                sizes[chosen],
                begins,
                is_whole=len(parts) == 1,
                is_kept=not is_limited and int(games["size"][: part.stop].sum()) <= KEPT_POSITIONS,
            )
        )
    samples = list(cut_stretches(games["size"], SAMPLE_POSITIONS))
    first, last = games["game_id"][samples[len(samples) // 2]][[0, -1]].tolist()
    return _Games(stretches, (first, last))


def _follow(steps: Sequence[Step], tested: Iterator[Column | None], sizes: Column) -> Column | None:
    """Return the marks that steps leave.

    Args:
        steps: what is made of marks.
        tested: those of the tests, which may be changed; None for a test that cannot be made.
        sizes: how many positions each game has.

    Returns:
        None if a test cannot be made.
    """
    marks: list[Column] = []
    for step in steps:
        if step.act is Act.TEST:
            found = next(tested)
            if found is None:
                return None
            marks.append(found)
        else:
            first = len(marks) - _TAKEN.get(step.act, step.number)
            marks[first:] = [_join(step, marks[first:], sizes)]
    return marks[0]


_TAKEN = {Act.NOT: 1, Act.THEN: 2, Act.LAST: 1, Act.GAME: 1}


def _join(step: Step, taken: Sequence[Column], sizes: Column) -> Column:
    """Return what a step makes of the marks that it takes, in place of the last of them."""
    import numpy

    last = taken[-1]
    if step.act in (Act.ALL, Act.ONE):
        join = numpy.bitwise_and if step.act is Act.ALL else numpy.bitwise_or
        for other in taken[:-1]:
            join(last, other, out=last)
        return last
    if step.act is Act.NOT:
        return last ^ 1
    if step.act is Act.THEN:
        keep_followers(taken[0].data, last.data, sizes.data, step.number or EVER)
    elif step.act is Act.LAST:
        keep_lasting(last.data, sizes.data, step.number)
    else:
        mark_games(last.data, sizes.data)
    return last
