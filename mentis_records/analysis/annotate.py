"""Records annotated by a search: marks, annotation marks and better lines; and that undone.

What a search has written can be told from what people have: its comments are marks
(``analysis.mark``), its variations begin with one, and a mark names the annotation mark that came
with it. Annotating again replaces all that and leaves the rest to the letter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from mentis_records.analysis.judgement import Judgement, Value, judge_ply, ply_value
from mentis_records.analysis.mark import Mark, Remark, Remarked, format_mark, mark_in, mark_of
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.analysis import Analysis, Limits

_TAG = "Annotator"
_JOIN = "; "
_OUR_NAME = re.compile(r"mentis-records \S+, search [^;]+")
_UNKNOWN = ("", "?")
_OF_QUALITY = range(1, 7)
"""The annotation marks that say how good a move is: ``!`` to ``?!``."""

_BETTER = (Remarked(Remark.BETTER),)
"""What the comment says with which a line begins that a search has written."""

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


def annotate(
    game: AnyGame,
    record: Record,
    analyses: Sequence[Analysis],
    thresholds: Thresholds,
    annotator: str,
    rivals: Mapping[int, Analysis] = MappingProxyType({}),
) -> Record:
    """Return a record with what a search says of its mainline; one without a ply as it is.

    Args:
        game: that of the record.
        record: the record; what a search has written there before is replaced.
        analyses: those of the position before each ply, and of the one after the last; of two
            lines or more, for only moves to be told.
        thresholds: from which losses on moves are marked.
        annotator: what joins the tag Annotator (``annotator_name``).
        rivals: analyses of the positions after best moves (``judgement.rival_of``), by the index of
            the ply; moves that have one are judged by searches of equal depth.
    """
    if not record.plies:
        return record
    record = unmarked(record)
    plies = []
    seen = Counter([record.start_key])
    for index, ply in enumerate(record.plies):
        before, after = analyses[index : index + 2]
        judgement = judge_ply(game, record, index, before, after, rivals.get(index))
        value = ply_value(game, record, index, after) if judgement is None else judgement.played
        nag = None if judgement is None or _is_rated(ply) else thresholds.nag(judgement.loss)
        marked = _marked(ply, value, nag, () if judgement is None else judgement.remarks)
        if judgement is not None and _is_faulty(judgement, thresholds):
            marked = _with_line(game, marked, before, judgement.best, seen)
        plies.append(marked)
        seen[ply.key] += 1
    return replace(_named(record, [*_names(record), annotator]), plies=tuple(plies))


def _is_rated(ply: Ply) -> bool:
    """Tell whether somebody has said how good a ply is."""
    return bool(ply.suffix) or any(nag in _OF_QUALITY for nag in ply.nags)


def _is_faulty(judgement: Judgement, thresholds: Thresholds) -> bool:
    """Tell whether a better line is to be shown."""
    is_told = any(each.remark in _FAULTS for each in judgement.remarks)
    return is_told or thresholds.nag(judgement.loss) is not None


def _marked(ply: Ply, value: Value, nag: int | None, remarks: tuple[Remarked, ...]) -> Ply:
    """Return a ply with its mark, of a value for the side that made it, and annotation mark."""
    comment = _comment(ply.side, value, nag, remarks)
    nags = ply.nags if nag is None else (*ply.nags, nag)
    return replace(ply, nags=nags, comments=(comment, *ply.comments))


def _comment(
    side: int, value: Value, nag: int | None = None, remarks: tuple[Remarked, ...] = ()
) -> Comment:
    """Return the mark of a value for a side."""
    told = value.of_other if side else value
    mark = Mark(told.score, told.mate or None, told.depth, nag, remarks)
    return Comment(CommentKind.BRACE, format_mark(mark))


def _with_line(
    game: AnyGame, ply: Ply, before: Analysis, best: Value, seen: Mapping[int, int]
) -> Ply:
    """Return a ply with the best line instead of it, as far as no repetition ends the game.

    ``seen`` counts how often each position came up before the ply.
    """
    line = tuple(_line(game, before, seen))
    if not line:
        return ply
    variation = Variation(line, (_comment(ply.side, best, remarks=_BETTER),))
    return replace(ply, variations=(*ply.variations, variation))


def _line(game: AnyGame, before: Analysis, seen: Mapping[int, int]) -> Iterator[Ply]:
    """Yield the plies of the best line."""
    most = game.description.repetitions
    times = Counter(seen)
    position = before.position
    for move in before.lines[0].moves:
        if 0 < most <= times[position.key]:
            return
        after = game.play(position, move)
        yield Ply(position.side, position.move_number, move, after.key)
        position = after
        times[position.key] += 1


# What a search has written, taken out


def unmarked(record: Record) -> Record:
    """Return a record without what a search has written, whatever its tag Annotator says."""
    names = _names(record)
    others = [name for name in names if not _OUR_NAME.fullmatch(name)]
    left = record if others == names else _named(record, others)
    return replace(left, plies=tuple(map(_unmarked_ply, record.plies)))


def _unmarked_ply(ply: Ply) -> Ply:
    """Return a ply without the marks, annotation marks and variations of searches.

    There may be several of each: records were copied together, or tags were edited between.
    """
    marks = [mark_in(comment) for comment in ply.comments]
    ours = [_is_ours(variation) for variation in ply.variations]
    if not any(marks) and not any(ours):
        return ply
    nags = list(ply.nags)
    for mark in marks:
        if mark is not None and mark.nag in nags:
            del nags[len(nags) - 1 - nags[::-1].index(mark.nag)]
    return replace(
        ply,
        nags=tuple(nags),
        comments=tuple(
            replace(comment, behind=comment.behind - sum(ours[: comment.behind]))
            for comment, mark in zip(ply.comments, marks, strict=True)
            if mark is None
        ),
        variations=tuple(
            each for each, is_ours in zip(ply.variations, ours, strict=True) if not is_ours
        ),
    )


def _is_ours(variation: Variation) -> bool:
    """Tell whether a search has written a variation, and nobody has added anything."""
    mark = mark_of(variation.comments) if len(variation.comments) == 1 else None
    return (
        mark is not None
        and mark.remarks == _BETTER
        and not any(
            ply.suffix or ply.nags or ply.comments or ply.variations for ply in variation.plies
        )
    )


def _names(record: Record) -> list[str]:
    """Return who has annotated a record."""
    value = record.tags.get(_TAG, "")
    return [] if value in _UNKNOWN else re.split(r";\s*", value)


def _named(record: Record, names: Sequence[str]) -> Record:
    """Return a record with the names of those who have annotated it."""
    tags = dict(record.tags)
    if names:
        tags[_TAG] = _JOIN.join(names)
    else:
        tags.pop(_TAG, None)
    return replace(record, tags=tags)
