"""The board of Mentis for the search: moves, evaluation features, and quiet positions.

Most features are the value for the side to move minus that for the other side. Attacks, and
threats one move away, are counted for each side separately, since it matters who moves. A position
that is mirrored, or turned with the colours exchanged, has the same features. Weights come from
``weight``. A position is quiet if no capture wins or loses anything at once.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

from mentis_records.fast.search.search import Board
from mentis_records.fast.search.worth import LOST, MAX_PLIES, UNDECIDED
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, MAX_STEPS, MOVEMENT
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import COUNT, ON_HILL, STEP
from mentis_records.games.mentis.rules.stack import TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import HAND_SHIFT, KING, SPEARS, WOLF
from mentis_records.games.mentis.search.king_way import (
    BIT_COUNT,
    CODES,
    DISTANCE,
    HILL_BIT,
    HILL_NUMBER,
    MOVES_NEEDED,
    WAYS_OUT,
)

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64, offset32, offset64
    from mentis_records.games.mentis.rules.key import position_key
    from mentis_records.games.mentis.rules.move_generator import (
        copy_state,
        list_captures,
        list_codes,
        play_code,
    )
    from mentis_records.games.mentis.rules.rule import (
        can_capture,
        check_attack,
        check_capture,
        check_deployment,
        check_movement,
        find_king,
        has_king,
        is_attacked,
    )


DEPTH = 8
"""Captures in turn that are looked at."""
MOST_CAPTURES = 96
"""More than a side can have: eleven stacks with eight squares each."""
KING_WORTH = 100


def is_quiet(position: Position) -> bool:
    """Tell whether neither King is attacked, and captures in turn win the side to move no tile.

    A side need not go on capturing. All tiles are worth the same.
    """
    state = position.state()
    return bool(_is_quiet(address32(state)))


def _is_quiet(state: Sequence[int]) -> int:
    for side in range(2):
        king = find_king(state, side)
        if king < 0 or is_attacked(state, king):
            return 0
    return gain(state, DEPTH) == 0


def gain(state: Sequence[int], depth: int) -> int:
    """Return the tiles that the side to move wins by captures in turn, at least 0."""
    if not cython.compiled:
        after = array("i", bytes(4 * STATE_SIZE))
        keys = array("q", bytes(16))
        found = array("q", bytes(8 * MOST_CAPTURES))
    if depth == 0:
        return 0
    count = 0
    for place in range(COUNT):
        if state[place] and state[place] >> 9 == state[SIDE]:
            count = list_captures(state, found, True, count, place)
    best = 0
    for index in range(count):
        if found[index] >> 17 & 7 == KING:
            return KING_WORTH
        copy_state(state, after)
        keys[0] = keys[1] = 0
        play_code(after, keys, found[index])
        won = 1 - gain(after, depth - 1)
        if won > best:
            best = won
    return best


_TYPES = ("spears", "trenchmen", "nobles", "wolf")
_STACKED = _TYPES[:-1]
FEATURES: tuple[str, ...] = (
    "to_move",
    *(f"{name}_on_board" for name in _TYPES),
    *(f"{name}_in_hand" for name in _TYPES),
    *(f"{name}_leading" for name in _STACKED),
    "stacks_of_two",
    "stacks_of_three",
    *(f"attacks_on_{name}" for name in _TYPES),
    *(f"attacked_{name}" for name in _TYPES),
    "attackers_attacked",
    *(f"{name}_one_move_off" for name in _STACKED),
    *(f"enemy_{name}_one_move_off" for name in _STACKED),
    "two_moves_off",
    "steps_to_king",
    "hill_aimed_at",
    "enemy_hill_aimed_at",
    "king_shut_in",
    "enemy_king_shut_in",
    "king_in_centre",
    "deployment_squares",
    "beside_own_hill",
    "beside_enemy_hill",
    "free_neighbours",
)
"""The names of the features, in their order; ``docs/evaluation.md`` says what each counts."""
SIZE = len(FEATURES)
TO_MOVE = FEATURES.index("to_move")
ON_BOARD = FEATURES.index("spears_on_board")
IN_HAND = FEATURES.index("spears_in_hand")
LEADING = FEATURES.index("spears_leading")
STACKS = FEATURES.index("stacks_of_two")
ATTACKS = FEATURES.index("attacks_on_spears")
ATTACKERS_ATTACKED = FEATURES.index("attackers_attacked")
ONE_MOVE_OFF = FEATURES.index("spears_one_move_off")
TWO_MOVES_OFF = FEATURES.index("two_moves_off")
STEPS_TO_KING = FEATURES.index("steps_to_king")
AIMED_AT = FEATURES.index("hill_aimed_at")
SHUT_IN = FEATURES.index("king_shut_in")
IN_CENTRE = FEATURES.index("king_in_centre")
DEPLOYMENT_SQUARES = FEATURES.index("deployment_squares")
BESIDE_OWN = FEATURES.index("beside_own_hill")
BESIDE_ENEMY = FEATURES.index("beside_enemy_hill")
FREE_NEIGHBOURS = FEATURES.index("free_neighbours")
HAND_SHIFTS = array("i", HAND_SHIFT)
"""Where a hand code keeps the count of each type, by tile code."""
KIND = array("i", [-1, 0, 1, 2, -1, 3, -1, -1])
"""Where a type stands among the features of its group, by tile code."""
CENTRE = 2
"""The bit of the middle square of a hill."""
NEAR = array(
    "i",
    [
        sum(1 << index for index, at in enumerate(square.DEPLOYMENT[side]) if at == place)
        for side in range(2)
        for place in range(COUNT)
    ],
)
"""A bit for a side's deployment square, by ``COUNT`` times the side plus the square; else 0."""
BANNED = array(
    "i",
    [
        sum(
            1 << index
            for index, at in enumerate(square.DEPLOYMENT[side])
            if at == place or place in STEP[4 * at : 4 * at + 4]
        )
        for side in range(2)
        for place in range(COUNT)
    ],
)
"""The deployment squares of a side, as in ``NEAR``, that an enemy tile on a square takes away."""


def features_of(position: Position) -> list[int]:
    """Return the features of a position, in the order of ``FEATURES``."""
    state, row = position.state(), array("i", bytes(4 * SIZE))
    count_features(address32(state), address32(row))
    return row.tolist()


def value_of(position: Position, weights: Sequence[int]) -> int:
    """Return what a position is worth to the side to move, in thousandths of a logit.

    ``weights`` are as many as there are features.
    """
    state, factors = position.state(), array("i", weights)
    if len(factors) != SIZE:
        raise ValueError(f"{len(factors)} weights for {SIZE} features")
    return evaluate(address32(state), address32(factors))


def evaluate(state: Sequence[int], weights: Sequence[int]) -> int:
    """Return what a state is worth to the side to move, in thousandths of a logit."""
    if not cython.compiled:
        row = array("i", bytes(4 * SIZE))
    count_features(state, row)
    value = 0
    for index in range(SIZE):
        value += row[index] * weights[index]
    return value


def count_features(state: Sequence[int], row: MutableSequence[int]) -> None:
    """Write the features of a state; without one of the Kings, only that a side is to move."""
    side = state[SIDE]
    king, enemy_king = find_king(state, side), find_king(state, 1 - side)
    for index in range(SIZE):
        row[index] = 0
    row[TO_MOVE] = 1
    if king < 0 or enemy_king < 0:
        return
    attacked = _count_side(state, row, side, king, enemy_king, 0, 0)
    _count_side(state, row, 1 - side, enemy_king, king, 1, attacked)


def _count_side(
    state: Sequence[int],
    row: MutableSequence[int],
    side: int,
    king: int,
    enemy_king: int,
    is_other: int,
    threatened: int,
) -> int:
    """Count what a side has; return the squares on which it could capture.

    ``is_other`` is 1 for the side that is not to move, else 0; ``threatened`` are its squares on
    which the side to move could capture.
    """
    sign = 1 - 2 * is_other
    hand = state[HANDS + side]
    for tile in range(SPEARS, WOLF + 1):
        if tile != KING:
            row[IN_HAND + KIND[tile]] += sign * (hand >> HAND_SHIFTS[tile] & 7)
    attacked = 0
    one = 1
    aimed = beside_own = beside_enemy = closed = 0
    number = HILL_NUMBER[enemy_king]
    for place in range(COUNT):
        cell = state[place]
        if not cell:
            continue
        if cell >> 9 != side:
            closed |= BANNED[COUNT * side + place]
            continue
        leader = cell & 7
        tiles = cell & TILES_MASK
        if leader != KING:
            kind = KIND[leader]
            if leader != WOLF:
                row[LEADING + kind] += sign
            if tiles > 7:
                row[STACKS + (tiles > 63)] += sign
            if tiles > 63 or leader == WOLF:
                closed |= NEAR[COUNT * side + place]
            while tiles:
                row[ON_BOARD + KIND[tiles & 7]] += sign
                tiles >>= 3
            beside_own += NEAR[COUNT * side + place] > 0
            beside_enemy += NEAR[COUNT * (1 - side) + place] > 0
            row[STEPS_TO_KING] += sign * DISTANCE[COUNT * number + place]
            moves = MOVES_NEEDED[COUNT * (CODES * number + leader) + place]
            if moves == 2:
                row[TWO_MOVES_OFF] += sign
            elif moves < 2 and leader != WOLF:
                row[ONE_MOVE_OFF + 3 * is_other + kind] += 1
            for index in range(4 * place, 4 * place + 4):
                there = STEP[index]
                if there >= 0 and not state[there] and not ON_HILL[there]:
                    row[FREE_NEIGHBOURS] += sign
        is_attacking = 0
        first = WAYS * (COUNT * leader + place)
        for index in range(first, first + WAYS):
            target = ATTACKED[index]
            if target < 0:
                break
            if state[target]:
                if state[target] >> 9 == side or check_attack(state, place, target):
                    continue
                is_attacking = 1
                if not attacked >> target & 1:
                    attacked |= one << target
                    if state[target] & 7 != KING:
                        row[ATTACKS + 4 * is_other + KIND[state[target] & 7]] += 1
            elif ON_HILL[target] != 2 - side or check_attack(state, place, target):
                continue
            if ON_HILL[target] == 2 - side:
                aimed |= HILL_BIT[target]
        if is_attacking and threatened >> place & 1:
            row[ATTACKERS_ATTACKED] += 1
    row[AIMED_AT + 1 - is_other] = BIT_COUNT[aimed]
    row[SHUT_IN + 1 - is_other] = WAYS_OUT[HILL_BIT[enemy_king]] & ~aimed == 0
    row[IN_CENTRE] += sign * (HILL_BIT[king] == CENTRE)
    if hand:
        row[DEPLOYMENT_SQUARES] += sign * (5 - BIT_COUNT[closed])
    row[BESIDE_OWN] += sign * beside_own
    row[BESIDE_ENEMY] += sign * beside_enemy
    return attacked


PROMISE = array("i", [0, 1000, 950, 1050, 100_000, 1200])
"""What a capture promises, by the code of the tile that is taken."""


class MentisBoard(Board):
    """A position of Mentis, and those that led there."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Take the weights of the features, in the order of ``feature.FEATURES``.

        Raises:
            ValueError: there are not as many.
        """
        super().__init__()
        if len(weights) != len(FEATURES):
            raise ValueError(f"{len(weights)} weights for {len(FEATURES)} features")
        self.most_moves = MAX_MOVES
        self.alternates = True
        self.sees_threats = True
        self._weights = array("i", weights)
        self._states = array("i", bytes(4 * STATE_SIZE * (MAX_PLIES + 1)))
        self._keys = array("q", bytes(16 * (MAX_PLIES + 1)))
        self._path = array("i", bytes(4 * (MAX_STEPS + 1)))
        self._ply = 0
        self._show()

    def begin(self, position: Position) -> None:
        """Go to a position of the game."""
        state, sums = position.state(), position.sums()
        copy_state(address32(state), address32(self._states))
        self._keys[0], self._keys[1] = sums[0], sums[1]
        self._ply = 0
        self._show()

    def _show(self) -> None:
        """Bring the attributes up to date."""
        self._state = offset32(address32(self._states), STATE_SIZE * self._ply)
        self.key = position_key(self._keys[2 * self._ply], self._keys[2 * self._ply + 1])
        self.side = self._state[SIDE]

    def play(self, code: int) -> None:
        """Play a legal move."""
        after = offset32(address32(self._states), STATE_SIZE * (self._ply + 1))
        copy_state(self._state, after)
        keys = offset64(address64(self._keys), 2 * (self._ply + 1))
        keys[0], keys[1] = self._keys[2 * self._ply], self._keys[2 * self._ply + 1]
        play_code(after, keys, code)
        self._ply += 1
        self._show()

    def take_back(self) -> None:
        """Take back the last move that was played."""
        self._ply -= 1
        self._show()

    def standing(self) -> int:
        """Return how the game stands: lost for the side to move if its King is taken."""
        return UNDECIDED if has_king(self._state, self._state[SIDE]) else LOST

    def winning_move(self) -> int:
        """Return the code of a capture of the King, or -1."""
        side = self._state[SIDE]
        target = find_king(self._state, 1 - side)
        if target < 0:
            return -1
        for code in range(1, WOLF + 1):
            first = WAYS * (COUNT * code + target)
            for index in range(first, first + WAYS):
                place = ATTACKED[index]
                if place < 0:
                    break
                if self._state[place] & 7 == code and can_capture(self._state, place, target):
                    return CAPTURE | code << 2 | place << 5 | target << 11 | KING << 17
        return -1

    def is_threatened(self) -> bool:
        """Tell whether the other side could take the King if it were its turn."""
        place = find_king(self._state, self._state[SIDE])
        return place >= 0 and is_attacked(self._state, place) != 0

    def list_moves(self, found: MutableSequence[int]) -> int:
        """Write the codes of all legal moves; return how many there are."""
        return list_codes(self._state, found)

    def list_captures(self, found: MutableSequence[int]) -> int:
        """Write the codes of the legal captures; return how many there are."""
        side = self._state[SIDE]
        count = 0
        for place in range(COUNT):
            if self._state[place] and self._state[place] >> 9 == side:
                count = list_captures(self._state, found, True, count, place)
        return count

    def is_legal(self, code: int) -> bool:
        """Tell whether the code of a move agrees with the board and the rules."""
        place = code >> 5 & 63
        if code & 3 == CAPTURE:
            target = code >> 11 & 63
            return (
                self._state[place] & 7 == code >> 2 & 7
                and self._state[target] & 7 == code >> 17 & 7
                and not check_capture(self._state, place, target)
            )
        if code & 3 == DEPLOYMENT:
            return not check_deployment(self._state, code >> 2 & 511, code >> 11 & 63)
        if self._state[place] & 7 != code >> 2 & 7:
            return False
        path = address32(self._path)
        path[0] = place
        rest = code >> 13
        for index in range(code >> 11 & 3):
            path[index + 1] = rest & 63
            rest >>= 8
        return not check_movement(self._state, path, code >> 11 & 3, code)

    def promise(self, code: int) -> int:
        """Return what the tile is worth that a capture takes, 0 for another move."""
        return PROMISE[code >> 17 & 7] if code & 3 == CAPTURE else 0

    def is_lasting(self, code: int) -> bool:
        """Tell whether a move deploys or captures: no earlier position can come again."""
        return code & 3 != MOVEMENT

    def evaluate(self) -> int:
        """Return what the position is worth to the side to move (``feature.evaluate``)."""
        return evaluate(self._state, address32(self._weights))
