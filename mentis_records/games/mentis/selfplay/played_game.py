"""Whole games of random or greedy play, up to their end on the board or a limit of plies.

Random play is uniform over the kinds of turn that are possible, then over their moves. Greedy play
captures a King if possible, and avoids losing its own. Other moves are ranked by the tiles that
they capture, leave en prise and threaten, and by the distance of tiles to the enemy King; a threat
to the King without a defence counts as a win. Scores are integers, about 100 a tile, so that every
machine ranks moves alike. Positions are remembered as long as they can recur (rules R5, R6).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mentis_records.core.policy import PlayedGame
from mentis_records.fast.mix import Stream, scramble
from mentis_records.fast.noise import NOISE, NOISE_BITS, NOISE_SHIFT
from mentis_records.games.mentis.rules.ending import BLUE_WON, RED_WON, REPEATED
from mentis_records.games.mentis.rules.move import CAPTURE, MOVEMENT
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.square import COUNT, SIZE
from mentis_records.games.mentis.rules.state import MOVE_NUMBER, SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import KING

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.move_generator import copy_state, list_codes, play_code
    from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
    from mentis_records.games.mentis.rules.rule import can_capture, find_king, is_attacked


class History:
    """The keys of positions, in order."""

    def __init__(self, room: int) -> None:
        """Make room for so many positions."""
        self.keys = array("q", bytes(8 * room))
        self.count = 0

    def forget(self) -> None:
        """Drop all positions: none can come again, as after a deployment or a capture."""
        self.count = 0

    def add(self, key: int) -> None:
        """Keep one more position."""
        self.keys[self.count] = key
        self.count += 1

    def occurrences(self, key: int) -> int:
        """Return how often a position has occurred."""
        keys = address64(self.keys)
        found = 0
        for index in range(self.count):
            if keys[index] == key:
                found += 1
        return found


class Chooser:
    """One side's player in a match."""

    def choose(
        self,
        state: Sequence[int],
        keys: Sequence[int],
        history: History,
        codes: Sequence[int],
        count: int,
        stream: Stream,
    ) -> int:
        """Return one of the first ``count`` codes, which are all that are legal.

        There is at least one. ``keys`` are those of the state, ``history`` has it as its last
        position. The choice does not depend on the order of the codes. A chooser must not be
        used by two matches at a time.
        """
        return codes[0]


class RandomChooser(Chooser):
    """A player without any aim."""

    def choose(
        self,
        state: Sequence[int],
        keys: Sequence[int],
        history: History,
        codes: Sequence[int],
        count: int,
        stream: Stream,
    ) -> int:
        """Return the move of the highest number, among those of the kind of the highest.

        Moves and kinds have numbers that are random and differ.
        """
        kind_base, base = stream.draw(), stream.draw()
        best = codes[0]
        best_kind_word = best_word = 0
        for index in range(count):
            kind_word = scramble(kind_base ^ codes[index] & 3)
            if kind_word < best_kind_word:
                continue
            word = scramble(base ^ codes[index])
            if kind_word > best_kind_word or word > best_word:
                best, best_kind_word, best_word = codes[index], kind_word, word
        return best


TILE = 100
VALUE = array("i", [0, 100, 90, 110, 300, 130])
"""What a tile is worth, by tile code."""
NEAR = 3
"""What a step nearer to the enemy King is worth to a stack."""
DEVELOPED = 10
"""What a tile on the board is worth beyond one in the hand."""
LEADER = array("i", [0, 0, 5, 20, 0, 0])
"""What it is worth that a tile leads its stack, by tile code: how freely it moves."""
REPETITION_COST = 60
"""What it costs to come back to a position, for each time that it has occurred."""
WIN = 600
"""What it is worth to threaten the King beyond help."""
TAKEN_KING = 10_000_000
LOST_KING = 10_000_000
DISTANCE = array(
    "i",
    (
        abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)
        for one in range(COUNT)
        for other in range(COUNT)
    ),
)
"""Steps between two squares, by ``COUNT`` times the one plus the other."""


class GreedyChooser(Chooser):
    """A player with a temperature, in tiles: 0 always plays what ranks best."""

    def __init__(self, temperature: float) -> None:
        """Set the temperature, at least 0."""
        self.heat = round(temperature * TILE)
        self.after = array("i", bytes(4 * STATE_SIZE))
        self.answered = array("i", bytes(4 * STATE_SIZE))
        self.attacked = array("i", bytes(4 * COUNT))
        self.keys = array("q", bytes(16))
        self.replies = array("q", bytes(8 * MAX_MOVES))

    def choose(
        self,
        state: Sequence[int],
        keys: Sequence[int],
        history: History,
        codes: Sequence[int],
        count: int,
        stream: Stream,
    ) -> int:
        """Return the move that ranks best after noise, ties broken at random."""
        base = stream.draw()
        best = codes[0]
        best_score = -2 * LOST_KING
        best_word = 0
        for index in range(count):
            word = scramble(base ^ codes[index])
            score = self.rank(state, keys, history, codes[index])
            score += self.heat * NOISE[word >> 64 - NOISE_BITS] >> NOISE_SHIFT
            if score > best_score or (score == best_score and word > best_word):
                best, best_score, best_word = codes[index], score, word
        return best

    def rank(self, state: Sequence[int], keys: Sequence[int], history: History, code: int) -> int:
        """Return how good the position after a move is for the side that makes it."""
        if code & 3 == CAPTURE and code >> 17 & 7 == KING:
            return TAKEN_KING
        side = state[SIDE]
        after, after_keys = address32(self.after), address64(self.keys)
        copy_state(state, after)
        after_keys[0] = keys[0]
        play_code(after, after_keys, code)
        score = self.weigh(after, side)
        if code & 3 == MOVEMENT:
            score -= REPETITION_COST * history.occurrences(after_keys[0])
        if code & 3 == CAPTURE:
            score += VALUE[code >> 17 & 7]
        if is_attacked(after, find_king(after, side)):
            return score - LOST_KING
        if is_attacked(after, find_king(after, 1 - side)) and not self.has_answer(after):
            score += WIN
        return score

    def has_answer(self, state: Sequence[int]) -> int:
        """Tell whether the side to move, its King attacked, has a move that saves it."""
        side = state[SIDE]
        replies = address64(self.replies)
        answered = address32(self.answered)
        count = list_codes(state, replies)
        for index in range(count):
            copy_state(state, answered)
            play_code(answered, address64(self.keys), replies[index])
            if not is_attacked(answered, find_king(answered, side)):
                return 1
        return 0

    def weigh(self, state: Sequence[int], side: int) -> int:
        """Return what a side's tiles attack and may lose, the enemy moving next, and its ground."""
        attacked = address32(self.attacked)
        king = find_king(state, 1 - side)
        score = threat = second_threat = loss = second_loss = 0
        for place in range(COUNT):
            attacked[place] = 0
        for place in range(COUNT):
            cell = state[place]
            if not cell or cell >> 9 != side:
                continue
            if cell & 7 != KING:
                score += LEADER[cell & 7] - NEAR * DISTANCE[COUNT * place + king]
                score += DEVELOPED * ((cell & 7 != 0) + (cell & 56 != 0) + (cell & 448 != 0))
            first = WAYS * (COUNT * (cell & 7) + place)
            for index in range(first, first + WAYS):
                target = ATTACKED[index]
                if target < 0:
                    break
                if can_capture(state, place, target):
                    attacked[target] = 1
                    value = VALUE[state[target] & 7]
                    if value > threat:
                        threat, second_threat = value, threat
                    elif value > second_threat:
                        second_threat = value
        for place in range(COUNT):
            cell = state[place]
            if not cell or cell >> 9 == side:
                continue
            first = WAYS * (COUNT * (cell & 7) + place)
            for index in range(first, first + WAYS):
                target = ATTACKED[index]
                if target < 0:
                    break
                if can_capture(state, place, target):
                    value = VALUE[state[target] & 7]
                    if attacked[place]:
                        value -= VALUE[cell & 7] >> 1
                    if value > loss:
                        loss, second_loss = value, loss
                    elif value > second_loss:
                        second_loss = value
        return score + (threat + second_threat >> 2) - loss - (second_loss >> 2)


_OUTCOMES = (None, BLUE_WON, RED_WON, REPEATED)


def play_choosers(
    position: Position, blue: Chooser, red: Chooser, seed: int, limit: int
) -> PlayedGame:
    """Play one game from a position; ``core.policy.Policy`` has the meaning of the arguments."""
    state, keys = position.state(), position.sums()
    codes = array("q", bytes(8 * limit))
    sides, numbers = array("i", bytes(4 * limit)), array("i", bytes(4 * limit))
    done = play_match(state, keys, blue, red, Stream(seed), codes, sides, numbers)
    plies = done >> 2
    return PlayedGame(codes[:plies], sides[:plies], numbers[:plies], _OUTCOMES[done & 3])


def play_match(
    state: array[int],
    keys: array[int],
    blue: Chooser,
    red: Chooser,
    stream: Stream,
    codes: array[int],
    sides: array[int],
    numbers: array[int],
) -> int:
    """Play a game from a state, which is changed; its keys must be those of the state.

    Args:
        state: 54 integers, as the rules' kernel has them.
        keys: the key and the mirror key.
        blue: chooses for Blue.
        red: chooses for Red.
        stream: all chance.
        codes: for the moves; its length limits the plies.
        sides: for the side that made each, as long.
        numbers: for the move numbers, as long.

    Returns:
        Four times the number of plies, plus 0 at the limit, 1 or 2 when Blue or Red has captured
        the King, 3 at the third repetition (rules R6).
    """
    limit = len(codes)
    history = History(limit + 1)
    found = array("q", bytes(8 * MAX_MOVES))
    with cython.nogil:
        return _play(
            address32(state),
            address64(keys),
            blue,
            red,
            stream,
            history,
            address64(found),
            address64(codes),
            address32(sides),
            address32(numbers),
            limit,
        )


def _play(
    state: array[int],
    keys: array[int],
    blue: Chooser,
    red: Chooser,
    stream: Stream,
    history: History,
    found: array[int],
    codes: array[int],
    sides: array[int],
    numbers: array[int],
    limit: int,
) -> int:
    history.add(keys[0])
    for ply in range(limit):
        count = list_codes(state, found)
        if count == 0:
            return 4 * ply
        side = state[SIDE]
        if side == 0:
            code = blue.choose(state, keys, history, found, count, stream)
        else:
            code = red.choose(state, keys, history, found, count, stream)
        codes[ply] = code
        sides[ply] = side
        numbers[ply] = state[MOVE_NUMBER]
        if code & 3 == CAPTURE and code >> 17 & 7 == KING:
            return 4 * ply + 5 + side
        play_code(state, keys, code)
        if code & 3 != MOVEMENT:
            history.forget()
        history.add(keys[0])
        if history.occurrences(keys[0]) == 3:
            return 4 * ply + 7
    return 4 * limit
