# cython: boundscheck=True, wraparound=True
"""Replay the plies of a record against a game: every ply of every line is checked.

The replay knows when a game is over (by the board, or by repetition) and how plies are numbered;
legality and positions are the game's. Its kernel plays flawless plies; any other ply is resolved
by the game, which has the words for it. A replayed line keeps its plies as numbers and makes
objects of them on demand.
"""

from __future__ import annotations

import re
import threading
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mentis_records.core.capability import CLAIMS
from mentis_records.core.contract import check_move
from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULTS, Outcome, Termination
from mentis_records.core.ply_syntax import Token
from mentis_records.core.record import Comment, CommentKind, Ply, Variation
from mentis_records.core.verdict import Verdict
from mentis_records.fast.kernel import Kernel
from mentis_records.notation import code
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.syntax.record_syntax import LineSyntax, TurnSyntax
from mentis_records.notation.tables.grammar_tables import load_tables

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32


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


_REPEATED = -1
"""The outcome of a line that a repetition ends, among those that kernels give."""
_MAX_WRITTEN = 64
"""Longer plies are resolved each time."""
_MAX_VERDICTS = 4_096
"""Verdicts that are remembered; then it begins anew."""
_verdicts: dict[tuple[str, Any, str], Verdict[Any]] = {}
"""What plies mean, by the game, the position (its key alone could be another's) and the text."""
_kernels = threading.local()


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
        self,
        game: AnyGame,
        report: Report,
        keys: list[int],
        is_as_played: bool = False,
        max_breaks: int = 0,
    ) -> None:
        """Begin with the keys of all positions up to the one from which the record starts.

        ``is_as_played`` lets illegal plies stand that the board can follow, ``max_breaks``
        is of how many lines it is kept where they break off.
        """
        self._is_as_played = is_as_played
        self._max_breaks = max_breaks
        self.breaks: list[Break] = []
        self._game = game
        self._report = report
        self._keys = keys
        self._counts: dict[int, int] = {}
        for key in keys:
            self._counts[key] = self._counts.get(key, 0) + 1
        self._kernel = kernel_of(game)
        self._repetitions = game.description.repetitions
        self._text = b""
        self._tokens = array("i")
        self._position: Any = None

    def replay(self, line: LineSyntax, position: Any) -> Replayed:
        """Replay a line and its variations from a position."""
        self._put(0, position)
        if line.turns:
            entries = line.turns[0].entries
            self._text, self._tokens = entries.data, entries.numbers
        done = self._replay(line, 1)
        if CLAIMS in self._game.description.capabilities:
            done.final = self.here()
        return done

    def _put(self, slot: int, position: Any) -> None:
        """Go on from a position, kept in a slot."""
        self._reserve(slot)
        self._kernel.fill(slot, position)
        self._kernel.restore(slot)
        self._position = position

    def here(self) -> Any:
        """Return the position where the replay stands."""
        if self._position is None:
            self._position = self._kernel.position()
        return self._position

    def _reserve(self, slot: int) -> None:
        if slot >= self._kernel.slots:
            self._kernel.reserve(2 * slot + 8)

    def _replay(self, line: LineSyntax, slot: int) -> Replayed:
        """Replay a line from where the kernel stands, which stays behind the last ply.

        The kernel's slots from ``slot`` on are free.
        """
        done = Replayed(line)
        kernel = self._kernel
        tokens = address32(self._tokens)
        text = address8(self._text)
        outcome = kernel.outcome()
        if not outcome and self._is_repeated(self._counts[self._keys[len(self._keys) - 1]]):
            outcome = _REPEATED
        repeated_key = None
        entered = key = 0
        for turn in line.turns:
            side, due = kernel.side, kernel.move_number
            variations = turn.variations if turn.has_variations() else None
            if variations is not None:
                self._reserve(slot + 1)
                kernel.save(slot)
            move = -1
            is_irregular = is_warned = False
            if not turn.is_invalid:
                if not outcome or self._goes_on_silently(outcome):
                    move = kernel.play(text, tokens, turn.first, turn.last)
                    is_irregular = outcome != 0
                if move >= 0:
                    self._position = None
                else:
                    move, is_irregular, is_warned = self._play(turn, outcome)
            if move >= 0:
                key = kernel.key
                count = self._enter(key)
                outcome = kernel.outcome()
                if not outcome and self._is_repeated(count):
                    outcome = _REPEATED
                    repeated_key = key
            if variations is not None:
                if move >= 0:
                    kernel.save(slot + 1)
                    self._undo()
                played = []
                for each in variations:
                    kernel.restore(slot)
                    self._position = None
                    played.append(self._replay(each, slot + 2))
                if move >= 0:
                    kernel.restore(slot + 1)
                    self._enter(key)
                    done.variations[entered] = played
                else:
                    kernel.restore(slot)
                self._position = None
            if move < 0:
                done.is_whole = False
                done.stopped = due, side
                if len(self.breaks) < self._max_breaks:
                    rest = line.turns[entered + 1 :]
                    self.breaks.append(Break(turn, rest, self.here(), tuple(self._keys)))
                break
            if is_irregular:
                done.irregular.add(entered)
            if is_warned:
                done.warned.add(entered)
            entered += 1
            done.codes.append(move)
            done.keys.append(key)
            done.sides.append(side)
            done.numbers.append(due)
        done.outcome = self._outcome(outcome)
        if repeated_key is not None:
            numbered = enumerate(self._keys)
            done.repeated = tuple([ply for ply, each in numbered if each == repeated_key])
        for _ in range(entered):
            self._undo()
        return done

    def _is_repeated(self, count: int) -> bool:
        """Tell whether a position that has come up so often ends a game."""
        return 0 < self._repetitions <= count

    def _goes_on_silently(self, outcome: int) -> bool:
        """Tell whether a ply after the end stands, and nobody is told because there is no room."""
        return self._is_as_played and outcome == _REPEATED and self._report.is_full

    def _play(self, turn: TurnSyntax, over: int) -> tuple[int, bool, bool]:
        """Play a turn that is not flawless; return its code, if it is irregular, if it is warned.

        The code is -1 where it cannot be played, which has been reported.
        """
        before, game = self.here(), self._game
        outcome = self._outcome(over)
        if outcome is not None:
            goes_on = self._is_as_played and outcome.termination == Termination.REPETITION
            details = {"termination": outcome.termination, "expected": outcome.result}
            self._add(Finding(code.PLY_AFTER_END, details), turn, before, goes_on)
            if not goes_on:
                return -1, False, False
        verdict = _resolve(game, before, turn)
        is_legal = verdict.is_legal
        goes_on = is_legal or (self._is_as_played and verdict.move is not None)
        for finding in verdict.findings:
            self._add(finding, turn, before, goes_on)
        if verdict.move is None and not any(each.code.is_error for each in verdict.findings):
            self._add(_fault_of(game, turn), turn, before, False)
        if verdict.move is None or not goes_on:
            return -1, False, False
        is_irregular = outcome is not None or not is_legal
        is_warned = False
        if verdict.findings and not is_irregular:
            is_warned = _is_warned(game, before, turn, verdict.move)
        check_move(game, verdict.move)
        self._put(0, game.play(before, verdict.move))
        return verdict.move.code, is_irregular, is_warned

    def _outcome(self, found: int) -> Outcome | None:
        """Return in words what a kernel says of the end of a game."""
        if not found:
            return None
        if found == _REPEATED:
            return Outcome(RESULT_DRAW, Termination.REPETITION)
        return Outcome(RESULTS[(found & 3) - 1], self._game.description.terminations[found >> 2])

    def _enter(self, key: int) -> int:
        """Add a position to the line; return how often it has come up."""
        self._keys.append(key)
        count = self._counts.get(key, 0) + 1
        self._counts[key] = count
        return count

    def _undo(self) -> None:
        self._counts[self._keys.pop()] -= 1

    def _add(self, finding: Finding, turn: TurnSyntax, position: Any, is_tolerated: bool) -> None:
        """Report a finding about a ply, or about the token of it that is to blame."""
        entries = turn.entries
        first, last = turn.first, turn.last
        if finding.token is not None:
            first = last = turn.first + finding.token
        setup = "" if self._report.is_full else self._game.format_position(position)
        self._report.add(finding, entries.start(first), entries.end(last), setup, is_tolerated)


def _fault_of(game: AnyGame, turn: TurnSyntax) -> Finding:
    """Return that a game has no answer to a ply."""
    from mentis_records.notation.syntax.unread_word import quote

    written = turn.entries.text[turn.start : turn.end]
    details = {"game": game.description.title, "found": quote(written)}
    return Finding(code.GAME_FAULT, details)


def _resolve(game: AnyGame, position: Any, turn: TurnSyntax) -> Verdict[Any]:
    """Return what a written ply means; what was written in the same position is remembered."""
    entries = turn.entries
    written = entries.text[entries.start(turn.first) : entries.end(turn.last)]
    if len(written) > _MAX_WRITTEN:
        return game.resolve(position, entries.ply(turn.first, turn.last))
    asked = (game.description.slug, position, written)
    verdict = _verdicts.get(asked)
    if verdict is None:
        verdict = game.resolve(position, entries.ply(turn.first, turn.last))
        if len(_verdicts) >= _MAX_VERDICTS:
            _verdicts.clear()
        _verdicts[asked] = verdict
    return verdict


def _is_warned(game: AnyGame, position: Any, turn: TurnSyntax, move: Any) -> bool:
    """Tell whether the warning about a ply is one of the rules: it stays however it is written."""
    entries = turn.entries
    if entries.text[entries.start(turn.first) : entries.end(turn.last)] == move.notation:
        return True
    from mentis_records.notation.syntax.ply_reader import read_ply

    syntax = read_ply(move.notation, game.description)
    return syntax is not None and bool(game.resolve(position, syntax).findings)


def kernel_of(game: AnyGame) -> Kernel:
    """Return this thread's kernel for a game; it has at least one slot."""
    known = _kernels.__dict__
    kernel = known.get(game.description.slug)
    if kernel is None:
        terminals = load_tables(game.description.grammar).terminals
        kernel = known[game.description.slug] = make_kernel(game, terminals)
        kernel.reserve(1)
    return kernel
