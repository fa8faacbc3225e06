"""A second generator of MensaSpiel's turns, written from the rules alone, to be compared with.

It shares nothing with the package: its state is a dictionary, squares are names, and walks are
found by going them step by step.
"""

import copy
import re
import sys

GRID = {
    **{c + r: "ring" for c in "abc" for r in "345" if c + r != "b4"},
    **{c + r: "ring" for c in "efg" for r in "345" if c + r != "f4"},
    "d4": "transmitter",
}
TABLE = """
a5 cyan 3, b5 blue 2, c5 olive 2, a4 purple 2, c4 green 3, a3 red 4, b3 orange 1, c3 yellow 3,
e5 purple 2, f5 red 0, g5 orange 3, e4 cyan 1, g4 yellow 1, e3 blue 2, f3 olive 2, g3 green 1
"""
COLOUR = {}
WHITE_PIPS = {}
for entry in TABLE.replace("\n", " ").split(","):
    name, colour, pips = entry.split()
    COLOUR[name], WHITE_PIPS[name] = colour, int(pips)
RING = {"W": [s for s in COLOUR if s[0] in "abc"], "B": [s for s in COLOUR if s[0] in "efg"]}
OTHER = {"W": "B", "B": "W"}


def same(square):
    return next(s for s in COLOUR if s != square and COLOUR[s] == COLOUR[square])


def pips(side, square):
    return WHITE_PIPS[square] if side == "W" else 4 - WHITE_PIPS[square]


def beside(square):
    column, row = ord(square[0]), int(square[1])
    near = [(column, row + 1), (column, row - 1), (column + 1, row), (column - 1, row)]
    return [chr(c) + str(r) for c, r in near if chr(c) + str(r) in GRID]


def ends(square, steps, came_from=None):
    """Return the squares where walks of so many steps end; never straight back."""
    if steps == 0:
        return {square}
    found = set()
    for following in beside(square):
        if following != came_from:
            found |= ends(following, steps - 1, square)
    return found


_ENDS = {}


def reach(square, steps):
    if steps == 0:
        return set()
    if (square, steps) not in _ENDS:
        _ENDS[square, steps] = ends(square, steps)
    return _ENDS[square, steps]


def start(first="W", prisoners=3):
    return {
        "stacks": {},
        "base": {"W": 3, "B": 3},
        "reserve": {"W": 6, "B": 6},
        "prison": {"W": 0, "B": 0},
        "turn": first,
        "digit": 0,
        "counter": False,
        "due": False,
        "passes": 0,
        "first": None,
        "goal": prisoners,
    }


def read(text, prisoners=3):
    """Return the state that a sound position string states."""
    stacks, pools, turn, opening = text.split(" ")
    state = start(turn, prisoners)
    for item in stacks.split(",") if stacks != "-" else []:
        square, pieces = item.split(":")
        state["stacks"][square] = pieces
    for pool in pools.split("/"):
        for where, count in zip(("base", "reserve", "prison"), pool[1:].split("."), strict=True):
            state[where][pool[0]] = int(count)
    digit, counter, due, passed, first = re.fullmatch(
        r"(\d)(c?)(x?)(p?)(?:@(..))?", opening
    ).groups()
    state.update(digit=int(digit), counter=bool(counter), due=bool(due), passes=len(passed))
    state["first"] = first
    return state


def write(state):
    stacks = ",".join(f"{square}:{pieces}" for square, pieces in sorted(state["stacks"].items()))
    pools = "/".join(
        f"{side}{state['base'][side]}.{state['reserve'][side]}.{state['prison'][side]}"
        for side in "WB"
    )
    opening = str(state["digit"])
    opening += "c" if state["counter"] else ""
    opening += "x" if state["due"] else ""
    opening += "p" if state["passes"] else ""
    opening += f"@{state['first']}" if state["first"] else ""
    return f"{stacks or '-'} {pools} {state['turn']} {opening}"


def holds(state, side):
    return [square for square, pieces in state["stacks"].items() if pieces[-1] == side]


def length(state, side):
    return sum(pips(side, square) for square in holds(state, side))


def outcome(state):
    mover, following = OTHER[state["turn"]], state["turn"]
    for side in (mover, following):
        if state["prison"][side] >= state["goal"]:
            return side, "prisoners"
    for side in (following, mover):
        can_exchange = state["prison"][side] and state["reserve"][side]
        if not holds(state, side) and not state["base"][side] and not can_exchange:
            return OTHER[side], "extinction"
    return (None, "both blocked") if state["passes"] >= 2 else None


def start_squares(state, side):
    squares = [*RING["W"], *RING["B"]] if state["counter"] else RING[side]
    squares = [square for square in squares if square not in state["stacks"]]
    if state["digit"] == 1:
        squares = [square for square in squares if square != same(state["first"])]
    return squares


def starts(state, side, reserve):
    """Return the starts, each with its mark, for a side with so many pieces in reserve."""
    for square in start_squares(state, side):
        makes = same(square) in holds(state, side) and reserve > 0 and not state["counter"]
        yield f"S{square}{'+' if makes else ''}"


def turns(state):
    """Return the legal turns in notation, as a set."""
    if outcome(state) is not None:
        return set()
    side = state["turn"]
    found = set()
    if state["base"][side] > 0:
        found |= set(starts(state, side, state["reserve"][side]))
    if state["due"]:
        return found
    if not state["base"][side] and state["prison"][side] and state["reserve"][side]:
        found |= {f"E{each}" for each in starts(state, side, state["reserve"][side] - 1)}
    for square in holds(state, side):
        found |= set(walks(state, side, square))
    return found or {"--"}


def walks(state, side, square):
    stacks, pieces = state["stacks"], state["stacks"][square]
    reached = reach(square, length(state, side))
    for target in reached - {"d4"}:
        if target not in stacks:
            others = [each for each in holds(state, side) if each != square]
            makes = same(target) in others and state["reserve"][side] > 0
            yield f"{square}-{target}{'+' if makes else ''}"
    for target in holds(state, OTHER[side]):
        contact = same(target)
        if contact in reached and (contact not in stacks or contact == square):
            yield f"{square}x{target}"
    if "d4" in reached:
        if len(pieces) > 1:
            yield f"{square}-d4:{pieces.count(OTHER[side])}"
        elif holds(state, side) == [square] and not state["base"][side] and state["reserve"][side]:
            yield f"{square}-d4=2"


def play(state, turn):
    """Return the state after a legal turn."""
    state = copy.deepcopy(state)
    side, stacks = state["turn"], state["stacks"]
    enemy = OTHER[side]
    before = state["digit"]
    state.update(turn=enemy, counter=False, due=False, passes=state["passes"] + 1)
    if turn == "--":
        return state
    state["passes"] = 0
    if turn.endswith("+"):
        state["base"][side] += 1
        state["reserve"][side] -= 1
        turn = turn[:-1]
    if turn.startswith("E"):
        state["prison"][side] -= 1
        state["reserve"][enemy] += 1
        state["reserve"][side] -= 1
        state["base"][side] += 1
        turn = turn[1:]
    if turn.startswith("S"):
        square = turn[1:]
        state["base"][side] -= 1
        stacks[square] = side
        state["digit"] = min(before + 1, 3)
        if before == 0:
            state["first"] = square
        elif before == 1:
            first = state["first"]
            attacks = same(first) in reach(square, pips(side, square))
            state["counter"] = attacks and stacks.get(first, "-")[-1] == enemy
        else:
            state["first"] = None
        return state
    pieces = stacks.pop(turn[:2])
    if "x" in turn:
        stacks[turn[3:]] += pieces
    elif "d4:" in turn:
        state["base"][side] += pieces.count(side)
        state["prison"][side] += pieces.count(enemy)
    elif "d4=" in turn:
        state["base"][side] += 2
        state["reserve"][side] -= 1
    else:
        stacks[turn[3:]] = pieces
    if "=" not in turn:
        state["digit"] = 3
    if not stacks:
        state["digit"] = 0
    if state["digit"] in (0, 3):
        state["first"] = None
    return state


def perft(state, depth):
    if depth == 0:
        return 1
    return sum(perft(play(state, turn), depth - 1) for turn in turns(state))


if __name__ == "__main__":
    for plies in range(1, int(sys.argv[1]) + 1):
        print(plies, perft(start(), plies), flush=True)
