"""The board of a game in motion, driven ply by ply, and the features of the positions it meets.

A kernel runs compiled or as plain Python, with the same results. It keeps one position, and
further ones in numbered slots. It explains nothing: a ply that is not flawless is refused, and the
record goes to the explaining reader. Features are written in columns, for many games at once.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.mix import mix
    from mentis_records.fast.pointer import address8, address32, address64, offset64


IS_COMPILED: bool = cython.compiled
"""Whether kernels run compiled, or as plain Python."""
MAX_PERFT_DEPTH = 64
"""The deepest that ``perft`` counts: with two moves a turn, that would take centuries."""


class Kernel:
    """One position and its slots.

    ``key`` is that of the position (``core.game.Position``), ``side`` the index of the side to
    move, ``move_number`` the number that the notation prints before the next ply, ``slots`` how
    many slots there is room for, ``feature_count`` how many features the game's description has,
    ``excerpt_count`` how many its excerpt has besides, ``row_size`` how many numbers the row of
    ``describe`` has, ``sighting_count`` how many sightings the description has. ``save``,
    ``restore``, ``read_ply``, ``prepare``, ``play_written``, ``play``, ``outcome``, ``score``,
    ``describe``, ``describe_after``, ``see`` and ``begin_game`` are for compiled callers; they
    check neither slots nor offsets.
    """

    def __init__(self) -> None:
        """Begin with no position; ``fill`` a slot and ``restore`` it."""
        self.key = 0
        self.side = 0
        self.move_number = 0
        self.slots = 0
        self.feature_count = 0
        self.excerpt_count = 0
        self.row_size = 0
        self.sighting_count = 0

    def reserve(self, slots: int) -> None:
        """Make room for so many slots; what they hold is kept."""
        raise NotImplementedError

    def fill(self, slot: int, position: Any) -> None:
        """Put a position of the game into a slot."""
        raise NotImplementedError

    def save(self, slot: int) -> None:
        """Copy the position into a slot."""

    def restore(self, slot: int) -> None:
        """Make a slot's position the current one."""

    def read_ply(self, text: Sequence[int], tokens: Sequence[int], first: int, last: int) -> int:
        """Read a ply that is written in the canonical way; no board is asked.

        Args:
            text: the bytes of the source.
            tokens: three numbers a token: terminal, offset of the first byte, and of the byte
                after the last.
            first: the index of the ply's first token (not of its first number).
            last: the index of its last token.

        Returns:
            The code of the move without what only a board can tell, or -1.
        """
        return -1

    def prepare(self, written: int) -> int:
        """Return a number that says what ``read_ply`` has returned, and is played faster.

        It is worth the time for what is played many times.
        """
        return written

    def play_written(self, written: int) -> int:
        """Play what ``read_ply`` or ``prepare`` has returned, if it is legal without a warning.

        Returns:
            The code of the move, or -1 with the position as it was.
        """
        return -1

    def play(self, text: Sequence[int], tokens: Sequence[int], first: int, last: int) -> int:
        """Play the ply that is written, if it is canonical, and legal without a warning.

        The arguments are those of ``read_ply``.

        Returns:
            The code of the move, or -1 with the position as it was.
        """
        written = self.read_ply(text, tokens, first, last)
        return -1 if written < 0 else self.play_written(written)

    def follow(self, code: int) -> None:
        """Play the move with a packed code, which the board can follow."""

    def play_legal(self, code: int) -> int:
        """Play the move with a packed code if it is legal and the code agrees with the board.

        The code must be one that ``Game.decode_move`` knows. Returns 1, or 0 with the position
        as it was.
        """
        return 0

    def play_anyway(self, code: int) -> bool:
        """Play the move with a packed code if the board can follow it, though it be illegal.

        Returns False with the position as it was if the board cannot.

        Raises:
            ValueError: no move has this code.
        """
        raise NotImplementedError

    def derive(
        self, turns: array[int], slots: array[int], at: int, keys: array[int], contents: array[int]
    ) -> int:
        """Replay stored games; derive what is kept beside their moves.

        Args:
            turns: a number a position, the positions of several games in order: -1 for the
                start of a game, else the code of the move that led there times 8, plus the
                index of the side that made it. ``Game.decode_move`` must know the codes.
            slots: for each position the slot with the start of its game.
            at: the position to begin with; one that is no start goes on from the current one.
            keys: takes the key of each position.
            contents: takes for each position the hash of the start and the plies so far.

        Returns:
            The number of positions, or the first one that no legal move of the side leads to.
        """
        end = len(turns)
        with cython.nogil:
            return self.derive_rows(
                address64(turns), address32(slots), at, end, address64(keys), address64(contents)
            )

    def derive_rows(
        self,
        turns: Sequence[int],
        slots: Sequence[int],
        at: int,
        end: int,
        keys: array[int],
        contents: array[int],
    ) -> int:
        """Do what ``derive`` says."""
        content = contents[at - 1] if at else 0
        while at < end:
            turn = turns[at]
            if turn == -1:
                self.restore(slots[at])
                content = self.key
            else:
                if turn & 7 != self.side or not self.play_legal(turn >> 3):
                    return at
                content = mix(content ^ turn >> 3)
            keys[at] = self.key
            contents[at] = content
            at += 1
        return at

    def tally(self, turns: array[int], slots: array[int], at: int) -> int:
        """Replay stored games and count what happens in them.

        Other threads may run meanwhile, but none that uses this kernel. A call that goes on
        where another stopped must be given the same turns.

        Args:
            turns: as for ``derive``, the games whole.
            slots: for each position the slot with the start of its game.
            at: the position to begin with; one that is no start goes on from the current one.

        Returns:
            The number of positions, or the first one that no legal move of the side leads to.
        """
        end = len(turns)
        self.start_tally(end)
        with cython.nogil:
            return self.tally_rows(address64(turns), address32(slots), at, end)

    def tally_rows(self, turns: Sequence[int], slots: Sequence[int], at: int, end: int) -> int:
        """Do what ``tally`` says."""
        while at < end:
            turn = turns[at]
            if turn == -1:
                last = at + 1
                while last < end and turns[last] != -1:
                    last += 1
                self.restore(slots[at])
                self.begin_game(last - at - 1)
            elif turn & 7 != self.side or not self.play_legal(turn >> 3):
                return at
            at += 1
        return at

    def start_tally(self, positions: int) -> None:
        """Count from now on what is played, in games of at most so many positions."""
        raise NotImplementedError

    def begin_game(self, plies: int) -> None:
        """Count the current position as the start of a game of so many plies."""

    def tallies(self) -> array[int]:
        """Return what has been counted, in the order of the description's ``tallies``."""
        raise NotImplementedError

    def outcome(self) -> int:
        """Return 0 while the game goes on, repetition apart; else what the board shows.

        The lowest two bits are 1 for a win of the first side, 2 of the second, 3 for a draw.
        Above them is the index of the end in the terminations of the game's description.
        """
        return 0

    def score(self, result: int, termination: int, points: MutableSequence[int]) -> int:
        """Find the points of a game that ends here; it is asked of games that have points.

        Args:
            result: the result's index in ``core.outcome.RESULTS``.
            termination: how it ended, by the number among the terminations that a tag may state
                (``notation.tag.known_tag``), or -1 where that is not known.
            points: takes those of both sides.

        Returns:
            1 if there are points, 0 if not, -1 to leave the record to the reader that explains.
        """
        return -1

    def legal_codes(self) -> array[int]:
        """Return the codes of the position's legal moves, in no particular order."""
        raise NotImplementedError

    def name_moves(self, codes: Sequence[int]) -> tuple[list[str], list[str]]:
        """Return the notations and the kinds of moves by their codes, as 64-bit integers."""
        raise NotImplementedError

    def describe(self, row: array[int]) -> None:
        """Write the features of the position, in the order of the game's description.

        Those of its excerpt follow. What ``describe_after`` needs besides may follow them, up to
        ``row_size``.
        """

    def describe_after(self, code: int, row: array[int]) -> None:
        """Write them over those of the position before the move with this code, the last one."""
        self.describe(row)

    def see(self, row: Sequence[int], seen: MutableSequence[int]) -> None:
        """Add what is to be seen in the position to the sightings of its game, bit by bit.

        Args:
            row: as ``describe`` has written it.
            seen: those of the earlier positions, in the order of the game's description.
        """

    def position(self) -> Any:
        """Return the current position as the game's value."""
        raise NotImplementedError

    def position_after(self, slot: int, codes: array[int]) -> Any:
        """Return the position after some moves from a slot's, which becomes the current one.

        Raises:
            IndexError: no room is reserved for the slot.
        """
        self.restore_slot(slot)
        for code in codes:
            self.follow(code)
        return self.position()

    def move_numbers(self, slot: int, codes: array[int]) -> array[int]:
        """Return the move number before each of some moves from a slot's position.

        The position after the last becomes the current one.

        Raises:
            IndexError: no room is reserved for the slot.
        """
        self.restore_slot(slot)
        numbers = array("i", bytes(4 * len(codes)))
        view = address32(numbers)
        for index in range(len(codes)):
            view[index] = self.move_number
            self.follow(codes[index])
        return numbers

    def save_slot(self, slot: int) -> None:
        """Copy the position into a slot, for callers that are not compiled.

        Raises:
            IndexError: no room is reserved for the slot.
        """
        self.check_slot(slot)
        self.save(slot)

    def restore_slot(self, slot: int) -> None:
        """Make a slot's position the current one, for callers that are not compiled.

        Raises:
            IndexError: no room is reserved for the slot.
        """
        self.check_slot(slot)
        self.restore(slot)

    def check_slot(self, slot: int) -> None:
        """Check that there is such a slot.

        Raises:
            IndexError: no room is reserved for it.
        """
        if not 0 <= slot < self.slots:
            raise IndexError(f"no slot {slot}")

    def play_bytes(self, text: bytes, tokens: array[int], first: int, last: int) -> int:
        """Play a ply as ``play`` does, for callers that are not compiled."""
        return self.play(address8(text), address32(tokens), first, last)

    def show_outcome(self) -> int:
        """Return the outcome, for callers that are not compiled."""
        return self.outcome()

    def features(self) -> array[int]:
        """Return the features of the position, for callers that are not compiled.

        Those of the excerpt follow the others.
        """
        row = array("q", bytes(8 * self.row_size))
        self.describe(address64(row))
        return row[: self.feature_count + self.excerpt_count]

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` legal turns; repetition ends none.

        Other threads may run meanwhile, but none that uses this kernel.

        Raises:
            ValueError: the depth is below 0 or above ``MAX_PERFT_DEPTH``.
        """
        raise NotImplementedError


def fill_columns(
    kernel: Kernel,
    slots: Sequence[int],
    turns: Sequence[int],
    columns: array[int],
    seen: array[int],
) -> None:
    """Play games and write the features of all their positions, and what is seen in each game.

    Other threads may run meanwhile, but none that uses this kernel.

    Args:
        kernel: plays; its current position is lost.
        slots: where the kernel keeps the start of each game, 32-bit integers.
        turns: what led to each position, 64-bit integers, the positions of a game in order:
            -1 for the first, else the move's code times 8, plus the index of the side.
            ``Game.decode_move`` must know the codes.
        columns: takes the features, one after the other, each with the length of ``turns``, then
            those of the excerpt.
        seen: takes for each game the bits that its positions have in any feature, then its
            sightings, one game after the other.

    Raises:
        ValueError: there is too little room, there are not as many starts as slots, the first turn
            is no start, or the board cannot follow a move.
        IndexError: the kernel has no such slot.
    """
    size = len(turns)
    width = kernel.feature_count + kernel.excerpt_count
    if len(columns) < width * size:
        raise ValueError(f"{len(columns)} numbers are no room for {width} columns of {size}")
    games, breadth = len(slots), kernel.feature_count + kernel.sighting_count
    if len(seen) < games * breadth:
        raise ValueError(f"{len(seen)} numbers are no room for {breadth} of {games} games")
    sights = address64(seen)
    for at in range(games * breadth):
        sights[at] = 0
    for at in range(len(slots)):
        kernel.check_slot(slots[at])
    starts = address64(turns)
    if (size and starts[0] >= 0) or count_starts(starts, size) != len(slots):
        raise ValueError("the turns do not begin as many games as there are slots")
    row = array("q", bytes(8 * kernel.row_size))
    found, room, first = address64(row), address64(columns), address32(slots)
    at = 0
    while True:
        with cython.nogil:
            at = _fill(kernel, first, starts, at, size, found, width, room, sights)
        if at == size:
            return
        # A record may have illegal plies, if it says that they were played so.
        if turns[at] & 7 != kernel.side or not kernel.play_anyway(turns[at] >> 3):
            raise ValueError("a move that the board cannot follow")
        kernel.describe_after(turns[at] >> 3, found)
        _enter(found, at, size, width, room)
        _see(kernel, found, offset64(sights, (count_starts(starts, at) - 1) * breadth))
        at += 1


def is_ordered(game_ids: Sequence[int], plies: Sequence[int]) -> bool:
    """Tell whether positions stand by game, ascending, and in a game by ply from 0 on.

    Args:
        game_ids: the game of each position, 32-bit integers.
        plies: how many plies were played before it, 32-bit integers, as many.
    """
    games, numbers = address32(game_ids), address32(plies)
    for at in range(len(plies)):
        if numbers[at] == 0:
            if at and games[at] <= games[at - 1]:
                return False
        elif not at or games[at] != games[at - 1] or numbers[at] != numbers[at - 1] + 1:
            return False
    return True


def count_starts(turns: Sequence[int], size: int) -> int:
    """Return how many of the turns are those of a start."""
    found = 0
    for at in range(size):
        if turns[at] < 0:
            found += 1
    return found


def _fill(
    kernel: Kernel,
    slots: Sequence[int],
    turns: Sequence[int],
    at: int,
    size: int,
    row: array[int],
    width: int,
    columns: array[int],
    seen: array[int],
) -> int:
    """Go on from a position; return the first that no legal move of the side leads to."""
    game = count_starts(turns, at)
    breadth = kernel.feature_count + kernel.sighting_count
    sights = offset64(seen, (game - 1) * breadth if game else 0)
    while at < size:
        turn = turns[at]
        if turn < 0:
            kernel.restore(slots[game])
            sights = offset64(seen, game * breadth)
            game += 1
            kernel.describe(row)
        elif turn & 7 == kernel.side and kernel.play_legal(turn >> 3):
            kernel.describe_after(turn >> 3, row)
        else:
            break
        _enter(row, at, size, width, columns)
        _see(kernel, row, sights)
        at += 1
    return at


def _see(kernel: Kernel, row: Sequence[int], seen: MutableSequence[int]) -> None:
    """Add the features of a position, and what is to be seen in it, to those of its game."""
    width = kernel.feature_count
    for feature in range(width):
        seen[feature] |= row[feature]
    kernel.see(row, offset64(seen, width))


def _enter(row: Sequence[int], at: int, size: int, width: int, columns: array[int]) -> None:
    """Put the features of a position, the excerpt's included, where they belong."""
    for feature in range(width):
        columns[feature * size + at] = row[feature]
