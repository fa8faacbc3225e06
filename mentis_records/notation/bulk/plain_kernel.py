"""A kernel made from the contract of any game: its positions as values, in numbered slots.

What it is told to read it looks up: a ply that is written for the first time goes to the parser.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

from mentis_records.core.capability import points_of
from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.contract import check_key, check_move, check_outcome
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULTS
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.fast.kernel import MAX_PERFT_DEPTH, Kernel
from mentis_records.notation.bulk.plain_features import PlainFeatures
from mentis_records.notation.bulk.plain_tally import PlainTally
from mentis_records.notation.syntax.ply_reader import read_ply
from mentis_records.notation.tag.known_tag import known_terminations

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import text_at

_MOST_WRITTEN = 100_000
"""Different plies that are remembered; further ones are parsed whenever they are played."""


class PlainKernel(Kernel):
    """A position of any game and its slots.

    ``fault`` is what the game has raised where it should not have, or None: the record is then
    refused, and whoever explains it comes upon the same. Of features that a game does not give as
    it should, ``fault`` says so, and the row is left as it was.
    """

    def __init__(self, game: AnyGame) -> None:
        """Begin with no position.

        Raises:
            CapabilityError: the game has an index, but no function that fills it.
        """
        super().__init__()
        self._game = game
        self._position: Any = None
        self._slots: list[Any] = []
        self._written: dict[str, int] = {}
        self._plies: list[PlySyntax] = []
        self._ended = 0
        self._terminations = known_terminations(game.description)
        self._tally: PlainTally | None = None
        self._features = PlainFeatures(game)
        self.feature_count = len(self._features.features)
        self.excerpt_count = len(self._features.excerpted)
        self.row_size = self.feature_count + self.excerpt_count
        self.sighting_count = len(self._features.sightings)
        self.fault: BaseException | None = None

    def reserve(self, slots: int) -> None:
        """Make room for so many slots; what they hold is kept."""
        self._slots += [None] * (slots - len(self._slots))
        self.slots = max(self.slots, slots)

    def fill(self, slot: int, position: Any) -> None:
        """Put a position into a slot.

        Raises:
            IndexError: no room is reserved for the slot.
            GameError: the position's key, or how the game ends there, breaks the contract.
        """
        self.check_slot(slot)
        self.show(position)
        self._slots[slot] = position

    def save(self, slot: int) -> None:
        """Copy the position into a slot."""
        with cython.gil:
            self._slots[slot] = self._position

    def restore(self, slot: int) -> None:
        """Make a slot's position the current one."""
        with cython.gil:
            self.show(self._slots[slot])

    def show(self, position: Any) -> None:
        """Go on from a position.

        Raises:
            GameError: its key, or how the game ends there, breaks the contract.
        """
        check_key(self._game, position)
        outcome = self._game.outcome(position)
        ended = 0
        if outcome is not None:
            check_outcome(self._game, outcome)
            end = self._game.description.terminations.index(outcome.termination)
            ended = end << 2 | RESULTS.index(outcome.result) + 1
        self._position = position
        self.key = position.key
        self.side = position.side
        self.move_number = position.move_number
        self._ended = ended

    def read_ply(self, text: Sequence[int], tokens: Sequence[int], first: int, last: int) -> int:
        """Read a ply (``fast.kernel``)."""
        with cython.gil:
            return self.find_written(text_at(text, tokens[3 * first + 1], tokens[3 * last + 2]))

    def find_written(self, written: str) -> int:
        """Return the number of a written ply, or -1 if it cannot be read."""
        found = self._written.get(written)
        if found is None:
            if len(self._written) >= _MOST_WRITTEN:
                return -1
            syntax = read_ply(written, self._game.description)
            found = self._written[written] = -1 if syntax is None else len(self._plies)
            if syntax is not None:
                self._plies.append(syntax)
        return found

    def play_written(self, written: int) -> int:
        """Play what has been read, if it is legal (``fast.kernel``)."""
        with cython.gil:
            return self.play_ply(written)

    def play(self, text: Sequence[int], tokens: Sequence[int], first: int, last: int) -> int:
        """Play the ply that is written, if it is legal (``fast.kernel``)."""
        with cython.gil:
            return self.play_text(text_at(text, tokens[3 * first + 1], tokens[3 * last + 2]))

    def play_text(self, text: str) -> int:
        """Play a ply by its text, one that is not remembered as well."""
        written = self.find_written(text)
        if written >= 0:
            return self.play_ply(written)
        if text in self._written:
            return -1
        syntax = read_ply(text, self._game.description)
        return -1 if syntax is None else self.play_syntax(syntax)

    def play_ply(self, written: int) -> int:
        """Play a written ply by its number."""
        return self.play_syntax(self._plies[written])

    def play_syntax(self, syntax: PlySyntax) -> int:
        """Play a ply if it is legal, canonical, and needs no remark."""
        if self._ended:
            return -1
        try:
            verdict = self._game.resolve(self._position, syntax)
            if verdict.move is None or verdict.findings:
                return -1
            move = verdict.move
            check_move(self._game, move)
            self.show(self._game.play(self._position, move))
        except Exception as fault:
            self.fault = fault
            return -1
        return int(move.code)

    def follow(self, code: int) -> None:
        """Play a move that the board can follow (``fast.kernel``)."""
        with cython.gil:
            self.show(self._game.play(self._position, self._game.decode_move(code)))

    def play_legal(self, code: int) -> int:
        """Play the move with a packed code if it is legal (``fast.kernel``)."""
        with cython.gil:
            return self.play_listed(code)

    def play_listed(self, code: int) -> int:
        """Play the move with a packed code if it is legal; return 1, else 0."""
        return self._play_found(code, is_legal=True)

    def play_anyway(self, code: int) -> bool:
        """Play the move with a packed code if the board can follow it (``fast.kernel``).

        Raises:
            ValueError: no move has this code.
        """
        return self._play_found(code, is_legal=False) == 1

    def _play_found(self, code: int, is_legal: bool) -> int:
        if self._ended:
            return 0
        move = self._find_move(code, is_legal)
        if move is None:
            return 0
        self.show(self._game.play(self._position, move))
        if self._tally is not None:
            self._tally.add(self._position, move)
        return 1

    def _find_move(self, code: int, is_legal: bool) -> Any:
        """Return the move with a code that its notation means here, or that is listed as legal."""
        written = self.find_written(self._game.decode_move(code).notation)
        if written >= 0:
            verdict = self._game.resolve(self._position, self._plies[written])
            move = verdict.move
            if move is not None and move.code == code and (verdict.is_legal or not is_legal):
                return move
        legal = (move for move in self._game.legal_moves(self._position) if move.code == code)
        return next(legal, None)

    def start_tally(self, positions: int) -> None:
        """Count from now on what is played, on top of what has been."""
        if self._tally is None:
            self._tally = PlainTally(self._game)

    def begin_game(self, plies: int) -> None:
        """Count the current position as the start of a game of so many plies."""
        with cython.gil:
            if self._tally is not None:
                self._tally.begin(self._position, plies)

    def tallies(self) -> array[int]:
        """Return what has been counted, in the order of the description's ``tallies``.

        Raises:
            Exception: the game has raised it while it was asked to count.
        """
        counted = PlainTally(self._game) if self._tally is None else self._tally
        if counted.fault is not None:
            raise counted.fault
        return counted.sums

    def outcome(self) -> int:
        """Return how the game has ended on the board (``fast.kernel``)."""
        return self._ended

    def score(self, result: int, termination: int, points: MutableSequence[int]) -> int:
        """Find the points of a game that ends here (``fast.kernel``)."""
        with cython.gil:
            how = self._terminations[termination] if termination >= 0 else None
            try:
                found = points_of(self._game, self._position, RESULTS[result], how)
            except Exception as fault:
                self.fault = fault
                return -1
            if found is None:
                return 0
            points[0], points[1] = found
            return 1

    def describe(self, row: array[int]) -> None:
        """Write the features of the position (``fast.kernel``)."""
        with cython.gil:
            self.tell(row)

    def tell(self, row: array[int]) -> None:
        """Write what the game says of the position, or keep what is wrong with it."""
        try:
            told = self._features.describe(self._position)
        except CapabilityError as fault:
            self.fault = fault
            return
        for at in range(len(told)):
            row[at] = told[at]

    def see(self, row: Sequence[int], seen: MutableSequence[int]) -> None:
        """Add what is to be seen in the position (``fast.kernel``)."""
        with cython.gil:
            self.add_sights(seen)

    def add_sights(self, seen: MutableSequence[int]) -> None:
        """Add what the game sees in the position, or keep what is wrong with it."""
        try:
            told = self._features.see(self._position)
        except CapabilityError as fault:
            self.fault = fault
            return
        for at in range(len(told)):
            seen[at] |= told[at]

    def legal_codes(self) -> array[int]:
        """Return the codes of the legal moves (``fast.kernel``)."""
        return array("q", [move.code for move in self._game.legal_moves(self._position)])

    def name_moves(self, codes: Sequence[int]) -> tuple[list[str], list[str]]:
        """Return the notations and the kinds of moves (``fast.kernel``)."""
        moves = [self._game.decode_move(code) for code in codes]
        return [move.notation for move in moves], [move.kind for move in moves]

    def position(self) -> Any:
        """Return the current position."""
        return self._position

    def perft(self, depth: int) -> int:
        """Return the number of sequences of legal turns (``fast.kernel``)."""
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth}")
        return self._count(self._position, depth)

    def _count(self, position: Any, depth: int) -> int:
        if not depth:
            return 1
        moves = self._game.legal_moves(position)
        if depth == 1:
            return len(moves)
        return sum(self._count(self._game.play(position, move), depth - 1) for move in moves)
