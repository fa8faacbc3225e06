"""Records annotated by a search: marks, annotation marks and better lines; and that undone.

What a search has written can be told from what people have: its comments are marks
(``analysis.mark``), its variations begin with one, and a mark names the annotation mark that came
with it. Annotating again replaces all that and leaves the rest to the letter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mentis_records.analysis.judgement import Judgement, Value, judge, value_of
from mentis_records.analysis.mark import Mark, Remark, format_mark, mark_in, mark_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import Outcome
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.games.search.analysis import Analysis, Limits

_TAG = "Annotator"
_JOIN = "; "
_OUR_NAME = re.compile(r"mentis-records \S+, search [^;]+")
_UNKNOWN = ("", "?")
_OF_QUALITY = range(1, 7)
"""The annotation marks that say how good a move is: ``!`` to ``?!``."""

_FAULTS = (Remark.MISSED, Remark.ALLOWED, Remark.DELAYED)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which loss of expected points on a move is an inaccuracy, a mistake, a blunder."""

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.20

    def nag(self, loss: float) -> int | None:
        """Return the annotation mark for a loss: ``?!``, ``?`` or ``??``, or None."""
        for nag, least in ((4, self.blunder), (2, self.mistake), (6, self.inaccuracy)):
            if loss >= least:
                return nag
        return None


def annotator_name(version: str, limits: Limits) -> str:
    """Return what the tag Annotator says of a search: the version of the program, the limits."""
    parts = [] if limits.depth is None else [f"depth {limits.depth}"]
    if limits.nodes is not None:
        parts.append(f"{limits.nodes} nodes")
    if limits.seconds is not None:
        parts.append(f"{limits.seconds:g} seconds")
    return f"mentis-records {version}, search {', '.join(parts)}"


def unmarked(record: Record) -> Record:
    """Return a record without what a search has written."""
    names = _names(record)
    others = [name for name in names if not _OUR_NAME.fullmatch(name)]
    kept = record if others == names else _named(record, others)
    return replace(kept, plies=tuple(map(_unmarked_ply, record.plies)))


def annotate(
    game: AnyGame,
    record: Record,
    analyses: Sequence[Analysis],
    thresholds: Thresholds,
    annotator: str,
) -> Record:
    """Return a record with what a search says of its mainline; one without a ply as it is.

    Args:
        game: that of the record.
        record: the record; what a search has written there before is replaced.
        analyses: those of the position before each ply, and of the one after the last; of two
            lines or more, for only moves to be told.
        thresholds: from which losses on moves are marked.
        annotator: what joins the tag Annotator (``annotator_name``).
    """
    if not record.plies:
        return record
    record = unmarked(record)
    plies = tuple(
        _marked_ply(record, index, judgement, value, analyses[index], thresholds)
        for index, (judgement, value) in enumerate(judgements(game, record, analyses))
    )
    plies = tuple(
        _with_line(game, record, index, ply, analyses[index]) for index, ply in enumerate(plies)
    )
    return replace(_named(record, [*_names(record), annotator]), plies=plies)
