"""What searches have found in a position, as the database keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mentis_records.analysis.judgement import line_value
from mentis_records.analysis.mark import Mark
from mentis_records.analysis.mark_words import first_points, long_words
from mentis_records.core.game import AnyGame
from mentis_records.core.start import stored_position
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.choice import about_scores
from mentis_records.store.count.effort import KeptEffort, fetch_efforts
from mentis_records.store.count.position_games import fetch_place
from mentis_records.store.database import Database
from mentis_records.store.evaluation import Effort, Evaluation, Place, fetch_kept
from mentis_records.store.record import fetch_record
from mentis_records.store.schema.record_sql import beside_text


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
            found[effort] = _told(database, game, position, kept, evaluation)
    return list(found.values())


def _told(
    database: Database, game: AnyGame, position: Any, kept: KeptEffort, evaluation: Evaluation
) -> KeptEvaluation:
    turn = _turning(database, game, position, kept.key)
    lines = []
    for line in evaluation.lines:
        value = line_value(line, evaluation.depth)
        if position.side == 1:
            value = value.of_other
        mark = Mark(value.score, value.mate, evaluation.depth)
        words = long_words(mark, game.description.sides)
        moves = () if turn is None else tuple(turn(move).notation for move in line.moves)
        lines.append(EvaluatedLine(words, first_points(mark), moves))
    return KeptEvaluation(
        kept.engine, kept.limits, evaluation.nodes, tuple(lines), about_scores(game)
    )


def _turning(
    database: Database, game: AnyGame, position: Any, key: int
) -> Callable[[Any], Any] | None:
    """Return what makes moves of the position with a key, an image, those of a position.

    It is None if that cannot be told, as no game has the image any more.
    """
    if key == position.key:
        return lambda move: move
    image = _stored(database, game, key)
    if image is None:
        return None
    ends = {
        move.code: game.play(position, move).canonical_key for move in game.legal_moves(position)
    }
    for symmetry in game.description.symmetries:
        if ends == {
            symmetry.transform(move).code: game.play(image, move).canonical_key
            for move in game.legal_moves(image)
        }:
            return symmetry.transform
    return None


def _stored(database: Database, game: AnyGame, key: int) -> Any:
    """Return the position with a key as a game has it, or None if none does."""
    place = fetch_place(database, game.description.slug, key)
    if place is None:
        return None
    game_id, ply = place
    record = fetch_record(database, game_id)
    position = stored_position(game, record.start, record.tags)
    for played in record.plies[:ply]:
        position = game.play(position, played.move)
    return position
