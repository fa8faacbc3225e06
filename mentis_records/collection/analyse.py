"""Positions and games searched: ``mentis analyse`` as functions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, overload

from mentis_records import __version__
from mentis_records.analysis.analysis_value import analysis_value
from mentis_records.analysis.annotate import Thresholds, annotator_name
from mentis_records.analysis.annotate import annotate as annotate_record
from mentis_records.analysis.judgement import rival_of
from mentis_records.analysis.stored_games import Analysed, analyse_stored
from mentis_records.collection.collection import Collection, Tests
from mentis_records.collection.game_record import GameRecord
from mentis_records.collection.position import Position
from mentis_records.collection.record_reader import AnyPath
from mentis_records.collection.rows import Rows
from mentis_records.core.game import AnyGame
from mentis_records.games import DEFAULT_GAME, find_game
from mentis_records.games.search.analyser import analyse_all
from mentis_records.games.search.analysis import Analysis, Limits
from mentis_records.notation.seen_record import replayed
from mentis_records.store.game_tables import stored_games
from mentis_records.store.open import amend_database
from mentis_records.store.record import fetch_game_ids, settle
from mentis_records.store.selection import select_rules

NODES = 100_000
"""Nodes of a search that nobody has limited."""

_ANNOTATED_LINES = 2
"""Lines that annotation needs, for only moves to be told."""


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """What is expected after a first ``move``: the ``line`` from it on, and its worth.

    ``score`` is what the side to move may expect, in points of a game from 0 to 1; ``mate`` counts
    the plies until the game is won, negative if by the other side, None if nothing is proven.
    """

    move: str
    line: tuple[str, ...]
    score: float
    mate: int | None


@dataclass(frozen=True, slots=True)
class AnalysedPosition:
    """What a search found in a ``position``; the keys of ``mentis analyse --format json``.

    ``best`` is the best move, None where the game is over, and ``line`` what is expected. ``score``
    and ``mate`` are as of ``AnalysedLine``. ``proven`` tells whether a win or loss is proven,
    ``depth`` is the last that was searched to its end, ``nodes`` how many positions were
    looked at. ``lines`` are as many as were asked for, the best first.
    """

    position: str
    best: str | None
    line: tuple[str, ...]
    score: float
    mate: int | None
    proven: bool
    depth: int
    nodes: int
    lines: tuple[AnalysedLine, ...]


@dataclass(frozen=True, slots=True)
class AnalysedPly(AnalysedPosition):
    """The same of the position before a ply of a game: its number, from 1, and what was played."""

    ply: int
    played: str


@overload
def analyse(
    subject: str | Position,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    rules: str = DEFAULT_GAME,
    jobs: int = 1,
) -> AnalysedPosition: ...


@overload
def analyse(
    subject: GameRecord,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    jobs: int = 1,
) -> Rows[AnalysedPly]: ...


@overload
def analyse(
    *,
    db: AnyPath,
    where: Tests = (),
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    rules: str = "",
    jobs: int = 1,
) -> Analysed: ...


def analyse(
    subject: str | Position | GameRecord | None = None,
    *,
    db: AnyPath | None = None,
    where: Tests = (),
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    rules: str = "",
    jobs: int = 1,
) -> AnalysedPosition | Rows[AnalysedPly] | Analysed:
    """Search a position, a game ply by ply, or the games of a database, as ``mentis analyse`` does.

    Without ``seconds`` the answer is the same every time. Repetition is not looked at.

    >>> import mentis_records
    >>> found = mentis_records.analyse("4k(ttn)(SNN)/2s4/3s3/3Ss2/4n2/7/3K3 b -/n1 19", nodes=5000)
    >>> found.best, found.mate, found.proven
    ('g7-g6-f6-e6', 3, True)
    >>> game = next(mentis_records.read("data/rulebook.mgn")).game
    >>> last = mentis_records.analyse(game, nodes=200)[-1]
    >>> last.ply, last.played, last.best
    (24, 'c5-c4#-b4', 'c5-c4#-c5')

    Args:
        subject: a position or its string, or a game.
        db: a database, of whose games every position is analysed once; what is found is kept in its
            table ``evaluations``. It must not be open for reading meanwhile.
        where: tests that the games of the database pass.
        nodes: positions that are looked at for each at most; 100,000 without another limit.
        depth: plies that are searched at most.
        seconds: seconds that are searched at most.
        lines: moves that get a line of their own, the best first.
        rules: the slug of the game, of a position string by default ``mentis``.
        jobs: positions that are searched at once, of a game or a database.

    Returns:
        ``AnalysedPosition`` of a position; a row a ply (``AnalysedPly``) of a game; of a database
        how many ``positions`` there are, and how many of them are ``new``.

    Raises:
        KeyError: there is no such game.
        PositionError: there is no such position (a ``ValueError``).
        QueryError: a test cannot be read.
        StoreError: the database cannot be read or written.
        ValueError: a limit is out of bounds, or there is not one subject.
    """
    limits = choose_limits(nodes, depth, seconds, lines)
    if (subject is None) == (db is None):
        raise ValueError("what is to be analysed? Give a position, a game, or db")
    if db is not None:
        return _analyse_database(db, where, rules, limits, jobs)
    if isinstance(subject, GameRecord):
        return _analyse_game(subject, limits, jobs)
    assert subject is not None  # noqa: S101 - told above
    position = subject
    if isinstance(position, str):
        position = Position.parse(position, rules or DEFAULT_GAME)
    (found,) = analyse_all(position.game, [position.value], limits)
    return _position(position.game, found, lines)


def annotate(
    game: GameRecord,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    thresholds: Thresholds | None = None,
    jobs: int = 1,
) -> GameRecord:
    """Return a game with marks, better lines and words on missed wins.

    ``mentis analyse --format mgn`` writes the same. Marks of an earlier analysis are replaced, all
    else is kept.

    >>> import mentis_records
    >>> game = next(mentis_records.read("data/rulebook.mgn")).game
    >>> mentis_records.annotate(game, nodes=100).tags["Annotator"].partition(", ")[2]
    'search 100 nodes'

    Args:
        game: the game.
        nodes: as for ``analyse``, and so are depth, seconds and jobs.
        depth: as for ``analyse``.
        seconds: as for ``analyse``.
        thresholds: from which loss of expected points on a move is an ``inaccuracy`` (0.05), a
            ``mistake`` (0.1), a ``blunder`` (0.2).
        jobs: as for ``analyse``.

    Raises:
        ValueError: a limit is out of bounds.
    """
    limits = choose_limits(nodes, depth, seconds, _ANNOTATED_LINES)
    record, rules = game.record, find_game(game.record.game)
    found = list(analyse_all(rules, replayed(rules, record), limits, jobs))
    after = {
        index: position
        for index, (ply, before) in enumerate(zip(record.plies, found, strict=False))
        if (position := rival_of(rules, ply.move, before)) is not None
    }
    rivals = dict(zip(after, analyse_all(rules, after.values(), limits, jobs), strict=True))
    name = annotator_name(__version__, limits)
    told = annotate_record(rules, record, found, thresholds or Thresholds(), name, rivals)
    return replace(game, record=told)


def choose_limits(
    nodes: int | None, depth: int | None, seconds: float | None, lines: int
) -> Limits:
    """Return the limits that are given, or the usual one.

    Raises:
        ValueError: one is out of bounds.
    """
    for name, value in (("nodes", nodes), ("depth", depth), ("lines", lines)):
        if value is not None and value < 1:
            raise ValueError(f"{name} {value}: choose a number from 1 on")
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise ValueError(f"seconds {seconds:g}: choose a number above 0")
    if nodes is None and depth is None and seconds is None:
        nodes = NODES
    return Limits(depth, nodes, seconds, lines)


def _analyse_game(game: GameRecord, limits: Limits, jobs: int) -> Rows[AnalysedPly]:
    rules, record = find_game(game.record.game), game.record
    positions = replayed(rules, record)[:-1]
    found = analyse_all(rules, positions, limits, jobs)
    rows = [
        AnalysedPly(**_fields(rules, analysis, limits.lines), ply=number, played=ply.move.notation)
        for number, (ply, analysis) in enumerate(zip(record.plies, found, strict=True), 1)
    ]
    return Rows(AnalysedPly, rows)


def _analyse_database(db: AnyPath, where: Tests, rules: str, limits: Limits, jobs: int) -> Analysed:
    positions = new = 0
    with amend_database(Path(db)) as database:
        chosen = settle(database, Collection(database).selection(where))
        for slug in [rules] if rules else stored_games(database):
            numbers = fetch_game_ids(database, chosen & select_rules(slug))
            done = analyse_stored(database, find_game(slug), numbers, limits, jobs)
            positions, new = positions + done.positions, new + done.new
    return Analysed(positions, new)


def _position(game: AnyGame, found: Analysis, lines: int) -> AnalysedPosition:
    return AnalysedPosition(**_fields(game, found, lines))


def _fields(game: AnyGame, found: Analysis, lines: int) -> dict[str, Any]:
    """Return the fields of what was found in a position."""
    text = game.format_position(found.position)
    told = analysis_value(game, text, found, max(lines, _ANNOTATED_LINES))
    told["line"] = tuple(told["line"])
    told["lines"] = tuple(_lines(told["lines"][:lines]))
    return told


def _lines(told: Iterable[dict[str, Any]]) -> Iterable[AnalysedLine]:
    for line in told:
        yield AnalysedLine(line["move"], tuple(line["line"]), line["score"], line["mate"])
