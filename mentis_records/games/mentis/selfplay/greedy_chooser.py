"""Greedy play: a short search over captures, threats and the Kings' safety.

A King is taken where it can be. A move that leaves the own King to be taken is made only where
there is no other. Else the moves are ranked by what they take, what they leave to be taken,
what they threaten, and how near they bring the tiles to the enemy King; a threat to the King
that no reply can meet counts as a win. Scores are integers, a tile being worth about 100, so
that every machine ranks alike.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.fast.mix import scramble
from mentis_records.fast.noise import NOISE, NOISE_BITS, NOISE_SHIFT
from mentis_records.fast.random_stream import Stream
from mentis_records.games.mentis.rules.move import CAPTURE, MOVEMENT
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.square import COUNT, SIZE
from mentis_records.games.mentis.rules.state import SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import KING
from mentis_records.games.mentis.selfplay.chooser import Chooser
from mentis_records.games.mentis.selfplay.history import History

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.attack import can_capture, find_king, is_attacked
    from mentis_records.games.mentis.rules.move_generator import list_codes
    from mentis_records.games.mentis.rules.play import copy_state, play_code
    from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS

TILE = 100
VALUE = array("i", [0, 100, 90, 110, 300, 130])
"""What a tile is worth, by tile code."""

NEAR = 3
"""What a step nearer to the enemy King is worth to a stack."""

DEVELOPED = 10
"""What a tile on the board is worth beyond one in the hand."""

LEADER = array("i", [0, 0, 5, 20, 0, 0])
"""What it is worth that a tile leads its stack, by tile code: how freely it moves."""

REPEATED = 60
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
            score -= REPEATED * history.occurrences(after_keys[0])
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
