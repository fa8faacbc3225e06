"""What searches have found in a position, as the database keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mentis_records.analysis.judgement import line_value
from mentis_records.analysis.mark import Mark
from mentis_records.analysis.mark_words import first_points, long_words
from mentis_records.core.game import AnyGame
from mentis_records.games.search.choice import about_scores
from mentis_records.store.count.effort import KeptEffort, fetch_efforts
from mentis_records.store.database import Database
from mentis_records.store.evaluation import Effort, Evaluation, Place, fetch_kept
from mentis_records.store.schema.start_text import beside_text


@dataclass(frozen=True, slots=True)
class EvaluatedLine:
    """A line of play: what it is worth in words and in the first side's points, and its moves."""

    words: str
    points: float
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptEvaluation:
    """What an engine within limits has found: its lines, the best first, and the work it took."""

    engine: str
    limits: str
    nodes: int
    lines: tuple[EvaluatedLine, ...]
    about: str


def find_evaluations(
    database: Database, game: AnyGame, position: Any, settings: dict[str, str]
) -> list[KeptEvaluation]:
    """Return all evaluations of a position or of an image of it, the most thorough first.

    Args:
        database: where they are.
        game: whose position it is.
        position: the position.
        settings: tags that say what holds beside it.

    Raises:
        StoreError: the database cannot be read.
    """
    beside = beside_text(game.description, settings)
    slug = game.description.slug
    found: dict[Effort, KeptEvaluation] = {}
    for kept in fetch_efforts(database, slug, beside, position.canonical_key):
        effort = Effort(kept.engine, kept.limits)
        if effort in found:
            continue
        place = Place(beside, kept.key)
        evaluation = fetch_kept(database, game, [place], effort).get(place)
        if evaluation is not None and evaluation.lines:
            found[effort] = _told(game, position, kept, evaluation)
    return list(found.values())


def _told(game: AnyGame, position: Any, kept: KeptEffort, evaluation: Evaluation) -> KeptEvaluation:
    lines = []
    for line in evaluation.lines:
        value = line_value(line, evaluation.depth)
        if position.side == 1:
            value = value.of_other
        mark = Mark(value.score, value.mate, evaluation.depth)
        words = long_words(mark, game.description.sides)
        moves = _oriented(game, position, line.moves)
        lines.append(EvaluatedLine(words, first_points(mark), moves))
    return KeptEvaluation(
        kept.engine, kept.limits, evaluation.nodes, tuple(lines), about_scores(game)
    )


def _oriented(game: AnyGame, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """Return the notations of a line of a position or of its image, as they are in the position.

    It is empty if the line can be played in neither.
    """
    transforms = [each.transform for each in game.description.symmetries]
    for line in ([*moves], *([change(move) for move in moves] for change in transforms)):
        here = position
        for move in line:
            if move.code not in {legal.code for legal in game.legal_moves(here)}:
                break
            here = game.play(here, move)
        else:
            return tuple(move.notation for move in line)
    return ()
