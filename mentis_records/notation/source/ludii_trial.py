"""The lines of a Ludii trial in their order: header, moves, numbers of legal moves, and end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mentis_records.core.trial import Offsets, Told, Trial, TrialMove
from mentis_records.notation.source.ludii_line import LineError, is_move, read_move, read_value

GAME = "game="
_OPTIONS, _OPTIONS_END = "START GAME OPTIONS", "END GAME OPTIONS"
_RANDOM, _SIZE = "RNG internal state=", "LEGAL MOVES LIST SIZE = "
_PLACED, _WINNER, _KIND, _RANKS = "numInitialPlacementMoves=", "winner=", "endtype=", "rankings="
_SANDBOX, _VERSION = "SANDBOX=", "LUDII_VERSION="

_TEXT = re.compile(r"[^\x00-\x1f\x7f]*[^\x00-\x20\x7f]")
_BYTE = r"(?:-?(?:[0-9]|[1-9][0-9]|1[01][0-9]|12[0-7])|-128)"
_BYTES = re.compile(rf"{_BYTE}(?:,{_BYTE}){{7}}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_WORD = re.compile(r"[A-Za-z]{1,40}")
_DECIMALS = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}(?:,[0-9]{1,3}\.[0-9]{1,3})*")
_TRUTH = re.compile(r"true|false")
_DOTTED = re.compile(r"[0-9A-Za-z.+_-]{1,40}")


_AFTER_SIZES = f"{_SIZE}..., or {_PLACED}..."
_AFTER_MOVES = f"Move=..., {_AFTER_SIZES}"
"""What may come after some lines."""


class CutError(LineError):
    """The trial ends where another line should stand."""


class Header(NamedTuple):
    """What stands before the moves: the file of the rules, options, state of the random numbers."""

    game: Told
    options_place: Offsets
    options: tuple[Told, ...]
    random: Told


class Ending(NamedTuple):
    """What stands behind the moves; a game that goes on has neither winner nor kind of end."""

    placed: Told
    winner: Told | None
    kind: Told | None
    ranks: Told
    version: Told


class TrialText(NamedTuple):
    """A trial as it is written: ``moves`` are all, ``sizes`` those that it tells."""

    header: Header
    moves: tuple[TrialMove, ...]
    sizes: tuple[Told, ...]
    ending: Ending

    @property
    def trial(self) -> Trial:
        """Return what it says of a game; sizes that are not one a move are left out."""
        placed = self.placed
        moves = self.moves[placed:]
        sizes = self.sizes if len(self.sizes) == len(moves) else ()
        return Trial(self.header.options, self.moves[:placed], moves, sizes)

    @property
    def placed(self) -> int:
        """Return how many of the moves are placements: those before the first of a player."""
        return next((at for at, move in enumerate(self.moves) if move.mover), len(self.moves))


class _Lines:
    """The lines of a text, one after the other, each with its offset."""

    def __init__(self, text: str) -> None:
        self._text = text.rstrip("\n ")
        self._at = len(text) - len(text.lstrip("\n"))
        self._next = self._line_at(self._at)

    def _line_at(self, at: int) -> str | None:
        if at > len(self._text):
            return None
        end = self._text.find("\n", at)
        return self._text[at : len(self._text) if end < 0 else end]

    def peek(self) -> str:
        """Return the line that is next, or nothing at the end."""
        return self._next or ""

    def take(self, expected: str) -> tuple[str, int]:
        """Return the next line and its offset, and go on.

        Raises:
            CutError: there is none, but something is expected.
        """
        if self._next is None:
            raise CutError(len(self._text), expected)
        found, at = self._next, self._at
        self._at += len(found) + 1
        self._next = self._line_at(self._at)
        return found, at

    def value(self, key: str, form: re.Pattern[str], expected: str) -> Told:
        """Take a line with a key, and return its value."""
        line, at = self.take(f"{key}... ({expected})")
        return read_value(line, at, key, form, expected)

    def need(self, key: str, expected: str) -> None:
        """Make sure that the next line begins with a key."""
        if self._next is None:
            raise CutError(len(self._text), expected)
        if not self._next.startswith(key):
            raise LineError(self._at, expected)

    def mark(self, word: str) -> Offsets:
        """Take a line that has one form only, and return its place."""
        line, at = self.take(word)
        if line != word:
            raise LineError(at, word)
        return at, at + len(line)

    def refuse_more(self) -> None:
        """Refuse what stands behind the last line."""
        if self._next is not None:
            raise LineError(self._at, "the end of the trial")

    def is_last(self, at: int) -> bool:
        """Tell whether an offset is in the last line."""
        return "\n" not in self._text[at:]


def read_trial(text: str) -> TrialText:
    """Return what the lines of a trial say.

    Raises:
        CutError: it breaks off, at the end of a line or within one.
        LineError: a line is damaged, or not the one that comes next.
    """
    lines = _Lines(text)
    try:
        header = _read_header(lines)
        moves = tuple(_read_moves(lines))
        sizes = tuple(_read_sizes(lines))
        lines.need(_PLACED, _AFTER_SIZES if sizes else _AFTER_MOVES)
        ending = _read_ending(lines)
        lines.refuse_more()
    except CutError:
        raise
    except LineError as error:
        if lines.is_last(error.at) and not text.endswith("\n"):
            raise CutError(error.at, error.expected) from None
        raise
    return TrialText(header, moves, sizes, ending)


def _read_header(lines: _Lines) -> Header:
    game = lines.value(GAME, _TEXT, "the file of the rules")
    place = lines.mark(_OPTIONS)
    options = []
    while lines.peek() != _OPTIONS_END:
        if lines.peek().startswith(_RANDOM):
            lines.mark(_OPTIONS_END)
        options.append(lines.value("", _TEXT, "an option, or END GAME OPTIONS"))
    lines.mark(_OPTIONS_END)
    random = lines.value(_RANDOM, _BYTES, "eight numbers from -128 to 127")
    return Header(game, place, tuple(options), random)


def _read_moves(lines: _Lines) -> Iterator[TrialMove]:
    while is_move(lines.peek()):
        yield read_move(*lines.take(""))


def _read_sizes(lines: _Lines) -> Iterator[Told]:
    while lines.peek().startswith(_SIZE):
        yield lines.value(_SIZE, _NUMBER, "a whole number")


def _read_ending(lines: _Lines) -> Ending:
    placed = lines.value(_PLACED, _NUMBER, "a whole number")
    winner = kind = None
    if not lines.peek().startswith(_RANKS):
        winner = lines.value(_WINNER, _NUMBER, "a player's number, or 0")
        kind = lines.value(_KIND, _WORD, "a word such as NaturalEnd")
    ranks = lines.value(_RANKS, _DECIMALS, "a decimal number for 0 and for each player")
    lines.value(_SANDBOX, _TRUTH, "true or false")
    version = lines.value(_VERSION, _DOTTED, "a version such as 1.3.10")
    return Ending(placed, winner, kind, ranks, version)
