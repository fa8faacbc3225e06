"""Count the events of replayed games of Mentis ply by ply (``tally``), recurrences included.

Legality is not checked. The cost of finding a recurrence does not grow with the game's length.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules.fault import MORE, NOTHING
from mentis_records.games.mentis.rules.move import DEPLOYMENT, MOVEMENT
from mentis_records.games.mentis.rules.reach import ATTACKED, ATTACKED_SETS, WAYS
from mentis_records.games.mentis.rules.square import COUNT
from mentis_records.games.mentis.rules.stack import HEIGHT, TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, SIDE
from mentis_records.games.mentis.rules.tile import HAND_BITS, HAND_SHIFT, KING, TYPES
from mentis_records.games.mentis.tally import tally

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.move_generator import count_codes
    from mentis_records.games.mentis.rules.rule import find_hindrance


class Recurrence:
    """A hash table of keys with the times that each has come up; it is emptied at no cost.

    What is in it bears the mark of now. Only as much of it is used as a game needs.
    """

    def __init__(self) -> None:
        """Begin with room for nothing."""
        self._mark = self._mask = self._size = 0
        self.reserve(1)

    def reserve(self, positions: int) -> None:
        """Make room for games of so many positions; what was there is lost."""
        size = 2
        while size < 2 * positions:
            size *= 2
        if size <= self._size:
            return
        self._size = size
        self._key_buffer = table("q", [0]) * size
        self._keys: MutableSequence[int] = address64(self._key_buffer)
        self._mark_buffer = table("q", [0]) * size
        self._marks: MutableSequence[int] = address64(self._mark_buffer)
        self._time_buffer = table("i", [0]) * size
        self._times: MutableSequence[int] = address32(self._time_buffer)

    def begin(self, positions: int) -> None:
        """Begin a game of at most so many positions, for which there is room."""
        self._mask = 1
        while self._mask + 1 < 2 * positions:
            self._mask = 2 * self._mask + 1
        self.forget()

    def forget(self) -> None:
        """Drop all positions: none can come again, as after a deployment or a capture."""
        self._mark += 1

    def add(self, key: int) -> int:
        """Count a position; return how often it has come up."""
        slot = key >> 3 & self._mask  # the lowest three bits tell images apart
        while self._marks[slot] == self._mark and self._keys[slot] != key:
            slot = slot + 1 & self._mask
        if self._marks[slot] != self._mark:
            self._marks[slot] = self._mark
            self._keys[slot] = key
            self._times[slot] = 0
        self._times[slot] += 1
        return self._times[slot]


BALANCE = tally.OFFSETS["balance"]
ACCOUNTS = tally.OFFSETS["accounts"]
DEPLOYMENTS = tally.OFFSETS["deployments"]
DEPLOYMENT_PLIES = tally.OFFSETS["deployment_plies"]
WALKS = tally.OFFSETS["walks"]
CAPTURES = tally.OFFSETS["captures"]
BLOCKS = tally.OFFSETS["blocks"]
TURNS = tally.OFFSETS["turns"]
TURN_PLIES = tally.OFFSETS["turn_plies"]
POSITIONS = tally.OFFSETS["positions"]
HANDS_OVER_TIME = tally.OFFSETS["hands"]
BOARDS = tally.OFFSETS["boards"]
OCCUPANCY = tally.OFFSETS["occupancy"]
ATTACKS = tally.OFFSETS["attacks"]
CHOICES = tally.OFFSETS["choices"]
RECURRENCE = tally.OFFSETS["recurrence"]
"""Where the tables begin."""
TILE, PHASE, PLY = len(tally.TILE), len(tally.PHASE), len(tally.PLY)
KIND, CHOICE, ACCOUNT = len(tally.KIND), len(tally.CHOICE), len(tally.ACCOUNT)
WALK, CAPTURED = len(tally.WALK), len(tally.CAPTURED)
"""The lengths of axes."""
LAST_PLY = tally.LAST_PLY
AT_START, AT_END, IS_CAPTURED = 0, 2, 4
LED, CARRIED, SQUARES = range(3)
RECURRENCES = 3
SHIFT = table("b", [HAND_BITS if code == KING else HAND_SHIFT[code] for code in TYPES])
"""Where a hand code keeps the count of a type; of Kings, where there is always nothing."""


class Tallier:
    """The row of all tallies, and what it must remember of the game that is replayed.

    A game begins with ``begin``; then come ``add_turn`` before and ``add_position`` after each
    ply. The caller has made room for the longest game (``reserve``).
    """

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self._buffer = table("q", [0]) * tally.SIZE
        self._counts: MutableSequence[int] = address64(self._buffer)
        self._board_buffer = table("i", [0]) * (2 * TILE)
        self._board: MutableSequence[int] = address32(self._board_buffer)
        self._owed_buffer = table("i", [0]) * (2 * TILE)
        self._owed: MutableSequence[int] = address32(self._owed_buffer)
        self._recurrence = Recurrence()
        self._ply = self._plies = self._most = 0

    def reserve(self, positions: int) -> None:
        """Make room for games of so many positions."""
        self._recurrence.reserve(positions)

    def counts(self) -> array[int]:
        """Return a copy of the row."""
        return array("q", self._buffer)

    def begin(self, state: MutableSequence[int], key: int, plies: int) -> None:
        """Begin a game of so many plies with its start position."""
        self._ply = 0
        self._plies = plies
        self._most = 0
        self._recurrence.begin(plies + 1)
        for index in range(2 * TILE):
            self._owed[index] = 0
        self.add_position(state, key)

    def add_turn(self, state: Sequence[int], code: int) -> None:
        """Count a ply by the board before it."""
        counts = self._counts
        self._ply += 1
        side = state[SIDE]
        kind = code & 3
        phase = (self._ply - 1) * PHASE // self._plies
        counts[TURNS + (side * KIND + kind) * PHASE + phase] += 1
        counts[TURN_PLIES + kind * PLY + min(self._ply, LAST_PLY)] += 1
        if kind == MOVEMENT:
            self.add_walk(state, code, phase)
            return
        self._recurrence.forget()
        place = code >> 11 & 63
        if kind == DEPLOYMENT:
            tiles = code >> 2 & TILES_MASK
            while tiles:
                at = side * TILE + (tiles & 7) - 1
                counts[DEPLOYMENTS + (at * PHASE + phase) * COUNT + place] += 1
                counts[DEPLOYMENT_PLIES + at * PLY + min(self._ply, LAST_PLY)] += 1
                tiles >>= 3
            return
        at = side * TILE + (state[code >> 5 & 63] & 7) - 1
        tile = (state[place] & 7) - 1
        counts[CAPTURES + (at * CAPTURED + tile) * PHASE + phase] += 1
        at = (1 - side) * TILE + tile
        counts[ACCOUNTS + at * ACCOUNT + IS_CAPTURED] += 1
        self._owed[at] -= 1

    def add_walk(self, state: Sequence[int], code: int, phase: int) -> None:
        """Count a movement: who led, who was carried, and how far each went.

        Of the squares left, only the last but one can be entered again: what stands there is then
        what was left.
        """
        counts = self._counts
        side = state[SIDE]
        place = code >> 5 & 63
        previous = before = -1
        left = left_before = moving = going = 0
        rest = code >> 13
        for step in range(code >> 11 & 3):
            standing = left_before if place == before else state[place] & TILES_MASK
            together = standing << 3 * going | moving
            fresh = HEIGHT[together] - (rest >> 6 & 3) - going
            # Those from the top of what stood here that come along; of the first, one leads.
            picked = standing
            while fresh > 0:
                at = WALKS + ((side * TILE + (picked & 7) - 1) * PHASE + phase) * WALK
                counts[at + (CARRIED if step or picked != standing else LED)] += 1
                picked >>= 3
                fresh -= 1
            going = HEIGHT[together] - (rest >> 6 & 3)
            moving = together & (1 << 3 * going) - 1
            tiles = moving
            while tiles:
                at = WALKS + ((side * TILE + (tiles & 7) - 1) * PHASE + phase) * WALK
                counts[at + SQUARES] += 1
                tiles >>= 3
            before, left_before = previous, left
            previous, left = place, together >> 3 * going
            place = rest & 63
            rest >>= 8

    def add_position(self, state: MutableSequence[int], key: int) -> None:
        """Count the position that a game starts with, or that the last ply led to."""
        counts = self._counts
        at = min(self._ply, LAST_PLY)
        has_next = self._ply < self._plies
        counts[POSITIONS + at] += 1
        self.add_board(state)
        for side in range(2):
            hand = state[HANDS + side]
            for tile in range(TILE):
                index = side * TILE + tile
                counts[BOARDS + index * PLY + at] += self._board[index]
                counts[HANDS_OVER_TIME + index * PLY + at] += hand >> SHIFT[tile] & 7
        if has_next:
            counts[CHOICES + at * CHOICE + count_codes(state)] += 1
        if self._ply == 0:
            self.add_account(state, AT_START, 1)
        self._most = max(self._most, self._recurrence.add(key))
        if not has_next:
            self.finish(state)

    def add_board(self, state: MutableSequence[int]) -> None:
        """Count the tiles on their squares, and what they attack."""
        counts, board = self._counts, self._board
        for place in range(2 * TILE):
            board[place] = 0
        bit = 1
        blue = red = 0
        for place in range(COUNT):
            cell = state[place]
            if not cell:
                continue
            if cell >> 9:
                red |= bit << place
            else:
                blue |= bit << place
            tiles = cell & TILES_MASK
            while tiles:
                own = (cell >> 9) * TILE + (tiles & 7) - 1
                board[own] += 1
                counts[OCCUPANCY + own * COUNT + place] += 1
                tiles >>= 3
        self.add_attacks(state, blue, red)

    def add_attacks(self, state: MutableSequence[int], blue: int, red: int) -> None:
        """Count the captures that are there, and what blocks those of the side to move.

        ``blue`` and ``red`` are the squares of the sides. Blocks count only where a ply follows.
        """
        counts = self._counts
        bit = 1
        seen = 0
        phase = self._ply * PHASE // self._plies if self._ply < self._plies else -1
        for place in range(COUNT):
            cell = state[place]
            if not cell:
                continue
            reach = COUNT * (cell & 7) + place
            if not ATTACKED_SETS[reach] & (blue if cell >> 9 else red):
                continue
            first = WAYS * reach
            by = (cell >> 9) * TILE + (cell & 7) - 1
            for index in range(first, first + WAYS):
                target = ATTACKED[index]
                if target < 0:
                    break
                hindrance = find_hindrance(state, place, target)
                if hindrance == NOTHING:
                    counts[ATTACKS + by * COUNT + target] += 1
                elif hindrance != MORE and phase >= 0 and cell >> 9 == state[SIDE]:
                    at = (state[hindrance] >> 9) * TILE + (state[hindrance] & 7) - 1
                    at = BLOCKS + (at * PHASE + phase) * 2
                    counts[at + 1] += 1
                    if not seen & bit << hindrance:
                        counts[at] += 1
                        seen |= bit << hindrance

    def add_account(self, state: Sequence[int], account: int, sign: int) -> None:
        """Count the tiles in hand and on board, at the start or at the end (``account``).

        By the sign they are added to what is owed, or taken from it.
        """
        for side in range(2):
            for tile in range(TILE):
                index = side * TILE + tile
                held = state[HANDS + side] >> SHIFT[tile] & 7
                at = ACCOUNTS + index * ACCOUNT + account
                self._counts[at] += held
                self._counts[at + 1] += self._board[index]
                self._owed[index] += sign * (held + self._board[index])

    def finish(self, state: Sequence[int]) -> None:
        """Count the end of a game: what is owed is what was there, less the captures since."""
        uneven = 0
        self.add_account(state, AT_END, -1)
        for index in range(2 * TILE):
            if self._owed[index]:
                uneven = 1
        self._counts[BALANCE + uneven] += 1
        self._counts[RECURRENCE + min(self._most, RECURRENCES) - 1] += 1
