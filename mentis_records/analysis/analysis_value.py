"""The JSON object that says what a search has found in a position."""

from __future__ import annotations

from typing import Any

from mentis_records.analysis.judgement import value_of
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.games.search.analysis import Analysis, Line

_PLACES = 4
"""Decimals of a score."""


def analysis_value(game: AnyGame, text: str, analysis: Analysis, lines: int = 1) -> dict[str, Any]:
    """Return what was found in a position.

    Args:
        game: whose position it is.
        text: the position, as it is to be called.
        analysis: what a search has found there.
        lines: how many lines were asked for; of two and more each is told.
    """
    told = [_line_value(line) for line in analysis.lines]
    score = value_of(game, analysis, analysis.position.side).score
    value: dict[str, Any] = {
        "position": text,
        "best": told[0]["move"] if told else None,
        "line": told[0]["line"] if told else [],
        "score": round(score, _PLACES),
        "mate": analysis.mate,
        "proven": analysis.is_proven,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
    }
    if lines > 1:
        value["lines"] = told[:lines]
    return value


def ply_analysis_value(
    game: AnyGame, number: int, record: Record, ply: int, analysis: Analysis, lines: int = 1
) -> dict[str, Any]:
    """Return what was found in the position before a ply, from 1, of a record with a number."""
    text = game.format_position(analysis.position)
    return {
        "record": number,
        "ply": ply,
        "played": record.plies[ply - 1].move.notation,
        **analysis_value(game, text, analysis, lines),
    }


def _line_value(line: Line) -> dict[str, Any]:
    notations = [move.notation for move in line.moves]
    score = line.score if line.mate is None else float(line.mate > 0)
    return {
        "move": notations[0],
        "line": notations,
        "score": round(score, _PLACES),
        "mate": line.mate,
    }
