# cython: boundscheck=True, wraparound=True
"""A line after its replay: what was played, as numbers, and as plies where they are asked for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import Outcome
from mentis_records.core.ply_syntax import Token
from mentis_records.core.record import Comment, CommentKind, Ply, Variation
from mentis_records.notation.syntax.record_syntax import LineSyntax, TurnSyntax

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

_BLANKS = re.compile(r"[ \t\n]+")
COMMENT_KINDS = {
    "BRACE_COMMENT": CommentKind.BRACE,
    "LINE_COMMENT": CommentKind.LINE,
    "ESCAPE_LINE": CommentKind.ESCAPE,
}
"""The kinds of comments by their terminals."""


def read_comment(token: Token, behind: int = 0) -> Comment:
    """Return a comment without its marks, behind some variations of its ply."""
    kind = COMMENT_KINDS[token.type]
    return Comment(kind, comment_text(kind, token.text), behind)


def _placed_comments(turn: TurnSyntax) -> tuple[Comment, ...]:
    """Return the comments of a turn in their places among its variations."""
    ends = [line.end for line in turn.variations]
    return tuple([read_comment(each, bisect_right(ends, each.start)) for each in turn.comments])


def comment_text(kind: CommentKind, written: str) -> str:
    """Return a comment's text without its marks; runs of blanks and line breaks are one blank.

    A ``%`` line is kept to the letter.
    """
    if kind is CommentKind.ESCAPE:
        return written[2:]
    inner = written[1:-1] if kind is CommentKind.BRACE else written[1:]
    return _BLANKS.sub(" ", inner).strip(" ") if inner else ""


class Replayed:
    """A line after its replay.

    ``codes``, ``keys``, ``sides`` and ``numbers`` are those of the plies replayed: the moves'
    codes, the keys of the positions after them, who played them and their move numbers.
    ``is_whole`` tells whether all plies were, ``stopped`` has the move number and the side of the
    ply that could not be played. ``outcome`` is the end that the line reached,
    ``repeated`` the plies after which the last repeated position stood (0 for the start).
    ``irregular`` are the indices of plies that stand although the rules forbid them, ``warned`` of
    those that they allow with a warning, ``variations`` the replayed lines that replace a ply, by
    its index. ``final`` is the position behind the mainline.
    """

    def __init__(self, line: LineSyntax) -> None:
        """Begin with a line of which no ply has been replayed."""
        self.line = line
        self.codes = array("q")
        self.keys = array("q")
        self.sides = array("b")
        self.numbers = array("i")
        self.is_whole = True
        self.stopped: tuple[int, int] | None = None
        self.outcome: Outcome | None = None
        self.final: Any = None
        self.repeated: tuple[int, ...] = ()
        self.irregular: set[int] = set()
        self.warned: set[int] = set()
        self.variations: dict[int, list[Replayed]] = {}

    def plies(self, game: AnyGame) -> tuple[Ply, ...]:
        """Return the plies replayed, with all that belongs to them."""
        return tuple([self._ply(at, game) for at in range(len(self.codes))])

    def _ply(self, at: int, game: AnyGame) -> Ply:
        turn = self.line.turns[at]
        suffix = turn.suffix
        variations: Sequence[Replayed] = self.variations.get(at, ())
        return Ply(
            self.sides[at],
            self.numbers[at],
            game.decode_move(self.codes[at]),
            self.keys[at],
            suffix.text if suffix is not None else "",
            tuple([int(nag.text[1:]) for nag in turn.nags if len(nag.text) < 9]),
            _placed_comments(turn),
            tuple(
                [
                    Variation(each.plies(game), tuple(map(read_comment, each.line.comments)))
                    for each in variations
                ]
            ),
            at in self.irregular,
            at in self.warned,
        )
