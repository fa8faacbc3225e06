"""A second Antipode, written from its page alone: slow, plain, and sharing no code with the first.

A state has the board as a mapping from names of squares to letters; turns are texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

COLUMNS, ROWS = "abcdefg", "1234567"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
EDGE = {name for name in SQUARES if name[0] in "ag" or name[1] in "17"}
PRIME = set(SQUARES) - EDGE - {"d4"}
OTHER = {"G": "S", "S": "G", "g": "s", "s": "g"}
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def shifted(name: str, x: int, y: int) -> str | None:
    column, row = COLUMNS.index(name[0]) + x, ROWS.index(name[1]) + y
    return COLUMNS[column] + ROWS[row] if 0 <= column <= 6 and 0 <= row <= 6 else None


@dataclass
class State:
    board: dict[str, str]
    turn: str
    hand: dict[str, int]
    captured: dict[str, int]
    last: dict[str, tuple[str, str] | None]
    is_setup: bool
    is_tournament: bool
    is_infraction: bool
    passes: int
    floor: int

    @property
    def antipode(self) -> str:
        (name,) = [name for name, piece in self.board.items() if piece in "gs"]
        return name

    def stones(self, side: str) -> list[str]:
        return [name for name, piece in self.board.items() if piece == side]

    def pieces(self, side: str) -> int:
        return len(self.stones(side)) + self.hand[side]

    def copy(self) -> State:
        return replace(
            self,
            board={**self.board},
            hand={**self.hand},
            captured={**self.captured},
            last={**self.last},
        )

    def primes(self, side: str) -> int:
        return len(PRIME & {*self.stones(side)})


def read(text: str) -> State:
    board_text, turn, hands, captures, lasts, flags, floor = text.split(" ")
    board = {}
    for row, line in zip(reversed(ROWS), board_text.split("/"), strict=True):
        spread = re.sub("[1-7]", lambda digit: " " * int(digit[0]), line)
        for column, piece in zip(COLUMNS, spread, strict=True):
            if piece != " ":
                board[column + row] = piece
    gold_hand, silver_hand = map(int, hands.split("/"))
    gold_captured, silver_captured = map(int, captures.split("/"))
    last = [None if each == "-" else (each[:2], each[2:]) for each in lasts.split(",")]
    return State(
        board,
        turn,
        {"G": gold_hand, "S": silver_hand},
        {"G": gold_captured, "S": silver_captured},
        {"G": last[0], "S": last[1]},
        flags[0] == "s",
        flags[1] == "t",
        "!" in flags,
        1 if "-" in flags else 0,
        int(floor),
    )


def write(state: State) -> str:
    lines = []
    for row in reversed(ROWS):
        line = "".join(state.board.get(column + row, ".") for column in COLUMNS)
        lines.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), line))
    last = ["".join(state.last[side] or ("-",)) for side in "GS"]
    flags = ("s" if state.is_setup else "p") + ("t" if state.is_tournament else "b")
    flags += ("!" if state.is_infraction else "") + ("-" if state.passes else "")
    return " ".join(
        [
            "/".join(lines),
            state.turn,
            f"{state.hand['G']}/{state.hand['S']}",
            f"{state.captured['G']}/{state.captured['S']}",
            ",".join(last),
            flags,
            str(state.floor),
        ]
    )


def outcome(state: State) -> tuple[str | None, str] | None:
    """Return the side that has won, if any, and how; None while the round goes on."""
    for side in OTHER[state.turn], state.turn:
        if state.floor and state.pieces(OTHER[side]) < 7:
            return side, "pieces"
    for side in OTHER[state.turn], state.turn:
        if state.captured[side] >= 7:
            return side, "captures"
    for side in OTHER[state.turn], state.turn:
        if state.primes(side) >= 7:
            return side, "primes"
    return (None, "both blocked") if state.passes > 1 else None


def free_spaces(state: State) -> list[str]:
    return [
        name
        for name in SQUARES
        if name not in state.board
        and not any(shifted(name, x, y) in state.board for x, y in AROUND)
    ]


def turns(state: State) -> set[str]:
    if outcome(state):
        return set()
    return actions(state) or {"--"}


def actions(state: State) -> set[str]:
    me = state.turn
    found = set()
    free = free_spaces(state)
    if state.hand[me]:
        found.update(free)
    if state.is_setup and free:
        return found
    for start in state.stones(me):
        for x, y in STRAIGHT:
            end = shifted(start, x, y)
            if end and end not in state.board and state.last[me] != (end, start):
                found.add(f"{start}-{end}")
        found.update(start + legs for legs in jumps(state, start, [situation(state, start)]))
    here = state.antipode
    if state.board[here] == me.lower():
        for x, y in STRAIGHT:
            end = shifted(here, x, y)
            while end and end not in state.board:
                if state.last[me] != (end, here):
                    found.add(f"A{here}-{end}")
                end = shifted(end, x, y)
    return found


def situation(state: State, place: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return place, tuple(sorted(state.board.items()))


def jumps(state: State, start: str, seen: list[object]) -> set[str]:
    """Return the ways in which a jump may go on; the state is that in the middle of it."""
    found = set()
    for sign, landing, after in legs(state, start):
        if situation(after, landing) in seen:
            continue
        found.add(sign + landing)
        captures_end = after.captured[after.turn] >= 7 or (
            after.floor and after.pieces(OTHER[after.turn]) < 7
        )
        if not (sign == "x" and captures_end):
            rest = jumps(after, landing, [*seen, situation(after, landing)])
            found.update(sign + landing + more for more in rest)
    return found


def legs(state: State, start: str) -> list[tuple[str, str, State]]:
    me = state.turn
    found = []
    for x, y in STRAIGHT:
        over, landing = shifted(start, x, y), shifted(start, 2 * x, 2 * y)
        if not landing or over not in state.board or landing in state.board:
            continue
        piece = state.board[over]
        is_opposing = piece.upper() == OTHER[me]
        if state.is_tournament and start in EDGE and over in PRIME and is_opposing:
            continue
        after = state.copy()
        del after.board[start]
        after.board[landing] = me
        sign = "-"
        if piece in "gs":
            sign = "~"
            after.board[over] = OTHER[piece]
        elif is_opposing:
            sign = "x"
            del after.board[over]
            after.captured[me] += 1
        found.append((sign, landing, after))
    return found


def acted(state: State, action: str) -> State:
    """Return the board after an action, the side to move as it was."""
    after = state.copy()
    if action == "--":
        pass
    elif len(action) == 2:
        after.board[action] = state.turn
        after.hand[state.turn] -= 1
    elif action[0] == "A":
        after.board[action[4:]] = after.board.pop(action[1:3])
    elif is_step(action):
        after.board[action[3:]] = after.board.pop(action[:2])
    else:
        here = action[:2]
        for sign, landing in zip(action[2::3], re.findall("..", cut(action)), strict=True):
            ((_, here, after),) = [leg for leg in legs(after, here) if leg[:2] == (sign, landing)]
    return after


def cut(action: str) -> str:
    """Return the landing squares of a jump, one behind the other."""
    return "".join(action[at : at + 2] for at in range(3, len(action), 3))


def is_step(action: str) -> bool:
    if len(action) != 5 or action[2] != "-" or action[0] == "A":
        return False
    x = COLUMNS.index(action[3]) - COLUMNS.index(action[0])
    y = ROWS.index(action[4]) - ROWS.index(action[1])
    return abs(x) + abs(y) == 1


def is_won_by_mover(state: State) -> bool:
    me = state.turn
    return (
        state.captured[me] >= 7
        or state.primes(me) >= 7
        or (state.floor == 7 and state.pieces(OTHER[me]) < 7)
    )


def is_missed(state: State, action: str) -> bool:
    """Return True if an action misses a mandatory move (R16 to R18)."""
    if not state.is_tournament or is_won_by_mover(acted(state, action)):
        return False
    for other in actions(state):
        is_combination = len(other) > 5
        if other[0] != "A" and not is_combination and is_won_by_mover(acted(state, other)):
            return True
    if action == "--" or len(action) == 2 or action[0] == "A" or is_step(action):
        return False
    middle, here = state, action[:2]
    for sign, landing in zip(action[2::3], re.findall("..", cut(action)), strict=True):
        ((_, here, middle),) = [leg for leg in legs(middle, here) if leg[:2] == (sign, landing)]
        if any(leg == "x" and is_won_by_mover(after) for leg, _, after in legs(middle, here)):
            return True
    return False


def play(state: State, turn: str) -> State:
    """Return the state after a legal turn, a citation before it or alone included."""
    me = state.turn
    cited = re.fullmatch("P(..):?(.*)", turn)
    if cited:
        state = state.copy()
        del state.board[cited[1]]
        state.captured[me] += 1
        state.is_infraction = False
        turn = cited[2]
        if not turn:
            return state
    after = acted(state, turn)
    after.is_infraction = is_missed(state, turn)
    after.last[me] = None
    if turn[0] == "A":
        after.last[me] = turn[1:3], turn[4:]
    elif is_step(turn):
        after.last[me] = turn[:2], turn[3:]
    after.passes = state.passes + 1 if turn == "--" else 0
    after.is_setup = state.is_setup and bool(free_spaces(after))
    after.turn = OTHER[me]
    return after


def citations(state: State) -> set[str]:
    """Return the legal turns that begin with a citation, or are one."""
    if outcome(state) or not state.is_infraction:
        return set()
    found = set()
    for name in state.stones(OTHER[state.turn]):
        after = play(state, f"P{name}")
        if outcome(after):
            found.add(f"P{name}")
        else:
            found.update(f"P{name}:{turn}" for turn in turns(after))
    return found


def perft(state: State, depth: int) -> int:
    found = turns(state)
    if depth == 1:
        return len(found)
    return sum(perft(play(state, turn), depth - 1) for turn in found)
