"""The kernel of Mentis: plies from tokens, checked, played and taken back; perft; notation."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

from mentis_records.fast.flat_table import table
from mentis_records.fast.kernel import MAX_PERFT_DEPTH, Kernel
from mentis_records.games.mentis.index.feature import EXCERPT, FEATURES, SIGHTINGS
from mentis_records.games.mentis.index.feature_row import ROW_SIZE
from mentis_records.games.mentis.rules import move, square, stack
from mentis_records.games.mentis.rules.follow import can_follow
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, MAX_STEPS, MOVEMENT, unpack
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.state import MOVE_NUMBER, SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import CODE, KING, LETTERS
from mentis_records.games.mentis.tally.tallier import Tallier
from mentis_records.games.mentis.tally.tally import SIZE

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.index.feature import describe_state, describe_turn, see
    from mentis_records.games.mentis.rules.key import position_key
    from mentis_records.games.mentis.rules.move_generator import (
        copy_state,
        count_codes,
        list_codes,
        play_code,
    )
    from mentis_records.games.mentis.rules.rule import (
        check_capture,
        check_deployment,
        check_movement,
        check_origin,
        check_shape,
        check_walk,
        find_leaders,
        has_king,
    )


NAMES = list(square.NAMES)
MARKED = ["-", "#-", "##-"]
"""What stands behind a square that a stack leaves, by the number of tiles left there."""
TILES = [
    stack.letters(tiles) if max(stack.tiles_of(tiles), default=0) < len(LETTERS) else ""
    for tiles in range(1 << 9)
]
KINDS = list(move.KINDS)


def write_moves(codes: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the notations and the kinds of moves, which must be sound (see ``move``)."""
    notations = []
    kinds = []
    for code in codes:
        kind = code & 3
        if kind == DEPLOYMENT:
            notation = TILES[code >> 2 & 511] + NAMES[code >> 11 & 63]
        elif kind == CAPTURE:
            notation = NAMES[code >> 5 & 63] + "x" + NAMES[code >> 11 & 63]
        else:
            notation = NAMES[code >> 5 & 63]
            rest = code >> 13
            for _ in range(code >> 11 & 3):
                notation += MARKED[rest >> 6 & 3] + NAMES[rest & 63]
                rest >>= 8
        notations.append(notation)
        kinds.append(KINDS[kind])
    return notations, kinds


class Perft:
    """A position to count from, and one for each depth below it."""

    def __init__(self, depth: int) -> None:
        """Make room for so many turns, at least one."""
        self._buffer = table("i", [0]) * STATE_SIZE
        self._state = address32(self._buffer)
        self._key_buffer = table("q", [0]) * 2
        self._keys = address64(self._key_buffer)
        self._code_buffer = table("q", [0]) * (MAX_MOVES if depth > 1 else 1)
        self._codes = address64(self._code_buffer)
        self._below: Any = Perft(depth - 1) if depth > 1 else None

    def begin(self, state: Sequence[int]) -> None:
        """Set the position."""
        copy_state(state, self._state)

    def count(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` legal turns."""
        if depth == 1:
            return count_codes(self._state)
        total = 0
        for index in range(list_codes(self._state, self._codes)):
            copy_state(self._state, self._below._state)
            play_code(self._below._state, self._keys, self._codes[index])
            total += self._below.count(depth - 1)
        return total


TILE = table("b", bytes(256))
"""Tile codes by the byte of an upper-case letter."""
for letter, tile_code in CODE.items():
    TILE[ord(letter)] = tile_code
FIRST_SQUARE = ord("a") + 7 * ord("1")
CROSS = ord("x")
LEADERS_SHIFT = 40
CODE_MASK = 0xFF_FFFF_FFFF
"""Above its code, a movement that is prepared has the tiles that could lead it."""


class MentisKernel(Kernel):
    """A position of Mentis and its slots.

    It plays what is legal and needs no remark: ASCII signs, upper-case tile letters, no mark on
    the last square. After a King's capture it plays nothing.
    """

    def __init__(self, terminals: Sequence[str]) -> None:
        """Remember the numbers of the ply's terminals among the grammar's.

        Args:
            terminals: the names of the grammar's terminals by number.
        """
        super().__init__()
        self.feature_count = len(FEATURES)
        self.excerpt_count = len(EXCERPT.features)
        self.row_size = ROW_SIZE
        self.sighting_count = len(SIGHTINGS)
        numbers = {name: number for number, name in enumerate(terminals)}
        self._square = numbers.get("SQUARE", -1)
        self._mark = numbers.get("MARK", -1)
        self._dash = numbers.get("DASH", -1)
        self._deployment = numbers.get("DEPLOYMENT", -1)
        self._capture = numbers.get("CAPTURE", -1)
        self._buffer = table("i", [0]) * STATE_SIZE
        self._state: MutableSequence[int] = address32(self._buffer)
        self._key_buffer = table("q", [0]) * 2
        self._keys: MutableSequence[int] = address64(self._key_buffer)
        self._path_buffer = table("i", [0]) * (MAX_STEPS + 1)
        self._path: MutableSequence[int] = address32(self._path_buffer)
        self._slot_states = table("i", [])
        self._slot_keys = table("q", [])
        self._ended = 0
        self._is_tallying = 0
        self._tallier: Any = None

    def reserve(self, slots: int) -> None:
        """Make room for so many slots; what they hold is kept."""
        more = slots - self.slots
        if more > 0:
            states, keys = table("i", self._slot_states), table("q", self._slot_keys)
            states.extend([0] * (STATE_SIZE * more))
            keys.extend([0] * (2 * more))
            self._slot_states, self._slot_keys, self.slots = states, keys, slots

    def fill(self, slot: int, position: Position) -> None:
        """Put a position into a slot.

        Raises:
            IndexError: no room is reserved for the slot.
        """
        self.check_slot(slot)
        state = position.state()
        for index in range(STATE_SIZE):
            self._slot_states[STATE_SIZE * slot + index] = state[index]
        self._slot_keys[2 * slot] = position.sum
        self._slot_keys[2 * slot + 1] = position.mirror_sum

    def save(self, slot: int) -> None:
        """Copy the position into a slot."""
        first = STATE_SIZE * slot
        for index in range(STATE_SIZE):
            self._slot_states[first + index] = self._state[index]
        self._slot_keys[2 * slot] = self._keys[0]
        self._slot_keys[2 * slot + 1] = self._keys[1]

    def restore(self, slot: int) -> None:
        """Make a slot's position the current one."""
        first = STATE_SIZE * slot
        for index in range(STATE_SIZE):
            self._state[index] = self._slot_states[first + index]
        self._keys[0] = self._slot_keys[2 * slot]
        self._keys[1] = self._slot_keys[2 * slot + 1]
        self._ended = 0
        if not has_king(self._state, 1):
            self._ended = 1
        elif not has_king(self._state, 0):
            self._ended = 2
        self.show()

    def show(self) -> None:
        """Bring the attributes up to date."""
        self.key = position_key(self._keys[0], self._keys[1])
        self.side = self._state[SIDE]
        self.move_number = self._state[MOVE_NUMBER]

    def read_ply(self, text: Sequence[int], tokens: Sequence[int], first: int, last: int) -> int:
        """Read a ply that is written in the canonical way (``fast.kernel``)."""
        kind = tokens[3 * first]
        if kind == self._square:
            return self.read_movement(text, tokens, 3 * first, 3 * last)
        if kind == self._deployment:
            return self.read_deployment(text, tokens[3 * first + 1], tokens[3 * first + 2])
        if kind == self._capture:
            return self.read_capture(text, tokens[3 * first + 1], tokens[3 * first + 2])
        return -1

    def prepare(self, written: int) -> int:
        """Find out which tiles could make a movement (``fast.kernel``)."""
        if written & 3 != MOVEMENT:
            return written
        leaders = find_leaders(self._path, self.unpack_path(written))
        return written | leaders << LEADERS_SHIFT

    def play_written(self, written: int) -> int:
        """Play what has been read, if it is legal (``fast.kernel``)."""
        if self._ended:
            return -1
        code = written
        place = code >> 5 & 63
        if code & 3 == CAPTURE:
            target = code >> 11 & 63
            if check_capture(self._state, place, target):
                return -1
            code |= (self._state[place] & 7) << 2 | (self._state[target] & 7) << 17
        elif code & 3 == DEPLOYMENT:
            if check_deployment(self._state, code >> 2 & 511, code >> 11 & 63):
                return -1
        else:
            leader = self._state[place] & 7
            if check_origin(self._state, place):
                return -1
            if written >> LEADERS_SHIFT:
                if not written >> LEADERS_SHIFT >> leader & 1:
                    return -1
                code &= CODE_MASK
            elif check_shape(leader, self._path, self.unpack_path(code)):
                return -1
            if check_walk(self._state, code):
                return -1
            code |= leader << 2
        self.move(code)
        return code

    def follow(self, code: int) -> None:
        """Play a move that the board can follow (``fast.kernel``)."""
        self.move(code)

    def move(self, code: int) -> None:
        """Play a move that the board can follow."""
        if code & 3 == CAPTURE and code >> 17 & 7 == KING:
            self._ended = 1 + self._state[SIDE]
        if not self._is_tallying:
            play_code(self._state, self._keys, code)
            self.show()
            return
        self._tallier.add_turn(self._state, code)
        play_code(self._state, self._keys, code)
        self.show()
        self._tallier.add_position(self._state, self.key)

    def legal_codes(self) -> array[int]:
        """Return the codes of the legal moves (``fast.kernel``)."""
        found = array("q", bytes(8 * count_codes(self._state)))
        list_codes(self._state, address64(found))
        return found

    def name_moves(self, codes: Sequence[int]) -> tuple[list[str], list[str]]:
        """Return the notations and the kinds of moves (``fast.kernel``)."""
        return write_moves(codes)

    def play_legal(self, code: int) -> int:
        """Play the move with a packed code if it is legal (``fast.kernel``)."""
        if self._ended or not self.is_legal(code):
            return 0
        self.follow(code)
        return 1

    def is_legal(self, code: int) -> int:
        """Tell whether a packed code agrees with the board and the rules."""
        place = code >> 5 & 63
        if code & 3 == CAPTURE:
            target = code >> 11 & 63
            if check_capture(self._state, place, target):
                return 0
            captured = self._state[target] & 7
            return code >> 17 & 7 == captured and code >> 2 & 7 == self._state[place] & 7
        if code & 3 == DEPLOYMENT:
            return not check_deployment(self._state, code >> 2 & 511, code >> 11 & 63)
        if check_movement(self._state, self._path, self.unpack_path(code), code):
            return 0
        return code >> 2 & 7 == self._state[place] & 7

    def unpack_path(self, code: int) -> int:
        """Put the squares of a movement apart; return the steps."""
        path = self._path
        steps = code >> 11 & 3
        path[0] = code >> 5 & 63
        rest = code >> 13
        for index in range(steps):
            path[index + 1] = rest & 63
            rest >>= 8
        return steps

    def play_anyway(self, code: int) -> bool:
        """Play the move with a packed code if the board can follow it (``fast.kernel``).

        Raises:
            ValueError: no move has this code.
        """
        if self._ended or not can_follow(self.position(), unpack(code)):
            return False
        self.follow(code)
        return True

    def position(self) -> Position:
        """Return the current position."""
        return Position.of_state(table("i", self._buffer), table("q", self._key_buffer))

    def read_movement(
        self, text: Sequence[int], tokens: Sequence[int], begin: int, end: int
    ) -> int:
        """Return the code of the movement that is written, without the tile, or -1."""
        code = squares = 0
        while True:
            if squares > MAX_STEPS or begin > end or tokens[begin] != self._square:
                return -1
            offset = tokens[begin + 1]
            place = text[offset] + 7 * text[offset + 1] - FIRST_SQUARE
            begin += 3
            drop = 0
            if begin <= end and tokens[begin] == self._mark:
                drop = 1 if tokens[begin + 2] - tokens[begin + 1] == 1 else 2
                begin += 3
            code |= place << 5 + 8 * squares | drop << 19 + 8 * squares
            if begin > end:
                break
            if tokens[begin] != self._dash or tokens[begin + 2] - tokens[begin + 1] != 1:
                return -1
            begin += 3
            squares += 1
        return code | squares << 11 if squares and not drop else -1

    def read_deployment(self, text: Sequence[int], begin: int, end: int) -> int:
        """Return the code of the deployment that is written, or -1."""
        tiles = 0
        for at in range(begin, end - 2):
            tile = TILE[text[at]]
            if not tile:
                return -1
            tiles = tiles << 3 | tile
        place = text[end - 2] + 7 * text[end - 1] - FIRST_SQUARE
        return DEPLOYMENT | tiles << 2 | place << 11

    def read_capture(self, text: Sequence[int], begin: int, end: int) -> int:
        """Return the code of the capture that is written, without the tiles, or -1."""
        if text[begin + 2] != CROSS:
            return -1
        place = text[begin] + 7 * text[begin + 1] - FIRST_SQUARE
        target = text[end - 2] + 7 * text[end - 1] - FIRST_SQUARE
        return CAPTURE | place << 5 | target << 11

    def start_tally(self, positions: int) -> None:
        """Count what is played (``fast.kernel``)."""
        if self._tallier is None:
            self._tallier = Tallier()
        self._tallier.reserve(positions)
        self._is_tallying = 1

    def begin_game(self, plies: int) -> None:
        """Count the position as a start (``fast.kernel``)."""
        self._tallier.begin(self._state, self.key, plies)

    def tallies(self) -> array[int]:
        """Return all that has been counted (``fast.kernel``)."""
        return self._tallier.counts() if self._is_tallying else array("q", [0]) * SIZE

    def outcome(self) -> int:
        """Return 0 while both Kings stand, 1 when Blue has won, 2 when Red has."""
        return self._ended

    def describe(self, row: array[int]) -> None:
        """Write the features of the position (``feature``)."""
        describe_state(self._state, row)

    def describe_after(self, code: int, row: array[int]) -> None:
        """Write them over those of the position before the move with this code."""
        describe_turn(self._state, code, row)

    def see(self, row: Sequence[int], seen: MutableSequence[int]) -> None:
        """Add what is to be seen in the position with this row to the sightings of its game."""
        see(row, seen)

    def perft(self, depth: int) -> int:
        """Return the number of sequences of legal turns (``fast.kernel``)."""
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"perft is for 0 to {MAX_PERFT_DEPTH} turns, not {depth}")
        if depth == 0:
            return 1
        counter = Perft(depth)
        with cython.nogil:
            counter.begin(self._state)
            return counter.count(depth)


def kernel(terminals: Sequence[str]) -> MentisKernel:
    """Return a kernel for plies in the tokens of a grammar with these terminals."""
    return MentisKernel(terminals)
