"""Replay what is written against a game: every ply of every line is checked.

Knows when a game is over (the board says so, or a position has come up three times) and how
plies are numbered; which ply is legal, and what a position is, the game knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, Outcome, Termination
from mentis_records.core.record import Comment, CommentKind, Ply, Variation
from mentis_records.core.syntax import PlySyntax, Token
from mentis_records.notation import code
from mentis_records.notation.report import Report
from mentis_records.notation.syntax import InvalidPly, LineSyntax, TurnSyntax

REPETITIONS = 3
"""Occurrences of a position that end a game (rules R6)."""

_BLANKS = re.compile(r"[ \t\n]+")
_COMMENT_KINDS = {
    "BRACE_COMMENT": CommentKind.BRACE,
    "LINE_COMMENT": CommentKind.LINE,
    "ESCAPE_LINE": CommentKind.ESCAPE,
}


def read_comment(token: Token) -> Comment:
    """Return a comment without its marks; runs of blanks and line breaks count as one blank.

    A ``%`` line is kept to the letter.
    """
    kind = _COMMENT_KINDS[token.type]
    if kind is CommentKind.ESCAPE:
        return Comment(kind, token.text[2:])
    inner = token.text[1:-1] if kind is CommentKind.BRACE else token.text[1:]
    return Comment(kind, _BLANKS.sub(" ", inner).strip(" "))


@dataclass(slots=True)
class Replayed:
    """A line after its replay.

    ``position`` is the one after the last ply replayed. ``is_whole`` tells whether all plies
    were. ``outcome`` is the end that the line reached, ``repeated`` the plies after which the
    last repeated position stood (0 for the start), ``repeated_key`` its key.
    """

    position: Any
    plies: list[Ply] = field(default_factory=list)
    is_whole: bool = True
    outcome: Outcome | None = None
    repeated: tuple[int, ...] = ()
    repeated_key: int | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """Where the replay of a line stopped: the turn, what follows it, and what stood before.

    ``keys`` are those of all positions up to the one before the turn.
    """

    turn: TurnSyntax
    rest: Sequence[TurnSyntax]
    position: Any
    keys: tuple[int, ...]


class Replayer:
    """Replays the lines of one record, from one start and one history."""

    def __init__(
        self, game: AnyGame, report: Report, keys: list[int], is_as_played: bool = False
    ) -> None:
        """Begin with the keys of all positions up to the one from which the record starts.

        ``is_as_played`` lets illegal plies stand that the board can follow.
        """
        self._is_as_played = is_as_played
        self.breaks: list[Break] = []
        self._game = game
        self._report = report
        self._keys = keys
        self._counts = Counter(keys)

    def replay(self, line: LineSyntax, position: Any, shift: int = 0) -> Replayed:
        """Replay a line and its variations from a position.

        ``shift`` is how far the numbers written before it were off.
        """
        game = self._game
        done = Replayed(position)
        done.outcome = game.outcome(position)
        if done.outcome is None and self._counts[self._keys[-1]] >= REPETITIONS:
            done.outcome = Outcome(RESULT_DRAW, Termination.REPETITION)
        numbers = _Numbers(self._report, shift)
        entered = 0
        for at, turn in enumerate(line.turns):
            before = done.position
            if not done.is_whole:
                break
            numbers.check(turn, before)
            ply = self._play(turn, done)
            if turn.variations:
                if ply is not None:
                    self._undo()
                variations = tuple(
                    self._variation(each, before, numbers.shift) for each in turn.variations
                )
                if ply is not None:
                    ply = replace(ply, variations=variations)
                    self._enter(ply.key)
            if ply is None:
                done.is_whole = False
                rest = line.turns[at + 1 :]
                self.breaks.append(Break(turn, rest, before, tuple(self._keys)))
                continue
            entered += 1
            done.plies.append(ply)
        if done.repeated_key is not None:
            found = enumerate(self._keys)
            done.repeated = tuple(ply for ply, key in found if key == done.repeated_key)
        for _ in range(entered):
            self._undo()
        numbers.finish()
        return done

    def _variation(self, line: LineSyntax, position: Any, shift: int) -> Variation:
        replayed = self.replay(line, position, shift)
        return Variation(
            tuple(replayed.plies), tuple(read_comment(token) for token in line.comments)
        )

    def _play(self, turn: TurnSyntax, done: Replayed) -> Ply | None:
        """Play a turn; return its ply, or None (reported) where it cannot be played."""
        written, before, game = turn.ply, done.position, self._game
        if isinstance(written, InvalidPly):
            return None
        is_over = done.outcome is not None
        if done.outcome is not None:
            goes_on = self._is_as_played and done.outcome.termination == Termination.REPETITION
            details = {"termination": done.outcome.termination, "expected": done.outcome.result}
            finding = Finding(code.PLY_AFTER_END, details)
            self._add(finding, written, before, goes_on)
            if not goes_on:
                return None
        verdict = game.resolve(before, written)
        goes_on = verdict.is_legal or (self._is_as_played and verdict.move is not None)
        for finding in verdict.findings:
            blamed = written if finding.token is None else written.tokens[finding.token]
            self._add(finding, blamed, before, goes_on)
        if verdict.move is None or not goes_on:
            return None
        done.position = game.play(before, verdict.move)
        key = done.position.key
        self._enter(key)
        done.outcome = game.outcome(done.position)
        if done.outcome is None and self._counts[key] >= REPETITIONS:
            done.outcome = Outcome(RESULT_DRAW, Termination.REPETITION)
            done.repeated_key = key
        return Ply(
            before.side,
            before.move_number,
            verdict.move,
            key,
            turn.suffix.text if turn.suffix else "",
            tuple(int(nag.text[1:]) for nag in turn.nags if len(nag.text) < 9),
            tuple(read_comment(token) for token in turn.comments),
            is_irregular=is_over or not verdict.is_legal,
        )

    def _enter(self, key: int) -> None:
        self._keys.append(key)
        self._counts[key] += 1

    def _undo(self) -> None:
        self._counts[self._keys.pop()] -= 1

    def _add(
        self, finding: Finding, blamed: PlySyntax | Token, position: Any, is_tolerated: bool
    ) -> None:
        setup = self._game.format_position(position)
        self._report.add(finding, blamed.start, blamed.end, setup, is_tolerated)


class _Numbers:
    """Checks the move numbers of one line."""

    def __init__(self, report: Report, shift: int) -> None:
        self._report = report
        self._missing = 0
        self._first: tuple[TurnSyntax, int] | None = None
        self.shift = shift

    def check(self, turn: TurnSyntax, position: Any) -> None:
        """Compare a turn's number with the position's; remember where one is missing."""
        due = position.move_number
        number = turn.number
        if number is None:
            if position.side == 0 and not isinstance(turn.ply, InvalidPly):
                self._missing += 1
                self._first = self._first or (turn, due)
            return
        digits = number.text.rstrip(".").lstrip("0") or "0"
        found = int(digits[:9])
        if found - due != self.shift:
            self.shift = found - due
            if found != due:
                details = {"found": digits[:9], "expected": str(due)}
                self._report.add(Finding(code.NUMBER_WRONG, details), number.start, number.end)

    def finish(self) -> None:
        """Report the missing numbers."""
        if self._first is None:
            return
        turn, due = self._first
        count = f"{self._missing} move number{'s are' if self._missing > 1 else ' is'}"
        finding = Finding(code.NUMBER_MISSING, {"count": count, "expected": f"{due}."})
        self._report.add(finding, turn.ply.start, turn.ply.end)
