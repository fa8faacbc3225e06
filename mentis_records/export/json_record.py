"""JSON export: one object per record, with all that the record holds."""

from __future__ import annotations

import json
from typing import Any

from mentis_records.core.record import Comment, Ply, Record, Variation
from mentis_records.core.text import printable_json


def format_json(record: Record) -> str:
    """Return a record as one line of JSON."""
    return printable_json(json.dumps(record_value(record), ensure_ascii=False))


def record_value(record: Record) -> dict[str, Any]:
    """Return a record as JSON knows values."""
    return {
        "game": record.game,
        "tags": dict(record.tags),
        "start": record.start,
        "comments": [_comment(comment) for comment in record.comments],
        "plies": [_ply(ply) for ply in record.plies],
        "inherited": record.inherited,
        "result": record.result,
        "termination": record.termination,
        **({} if record.points is None else {"points": list(record.points)}),
        "final": record.final,
        "closing_comments": [_comment(comment) for comment in record.closing_comments],
    }


def _comment(comment: Comment) -> dict[str, str]:
    return {"kind": comment.kind.value, "text": comment.text}


def _ply(ply: Ply) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": ply.move_number,
        "side": ply.side,
        "kind": ply.move.kind,
        "move": ply.move.notation,
        "key": ply.key,
        "canonical_key": ply.canonical_key,
    }
    if ply.is_irregular:
        value["irregular"] = True
    if ply.is_warned:
        value["warned"] = True
    if ply.suffix:
        value["suffix"] = ply.suffix
    if ply.nags:
        value["nags"] = list(ply.nags)
    if ply.comments:
        value["comments"] = [_comment(comment) for comment in ply.comments]
    if ply.variations:
        value["variations"] = [_variation(variation) for variation in ply.variations]
    return value


def _variation(variation: Variation) -> dict[str, Any]:
    return {
        "comments": [_comment(comment) for comment in variation.comments],
        "plies": [_ply(ply) for ply in variation.plies],
    }
