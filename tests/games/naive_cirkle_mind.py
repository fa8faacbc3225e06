"""A second generator of CirKle Mind's turns, written from the page alone, to be compared with.

It shares nothing with the package: its state is a dictionary of squares by name, a piece is a
dictionary, and outcomes are found line by line as the page has them.
"""

import re
import sys

COLUMNS = "abcdefgh"
SQUARES = [c + str(r) for r in range(1, 12) for c in COLUMNS]
OTHER = {"G": "M", "M": "G"}
FORWARD = {"G": 1, "M": -1}
FACES = [c + s for c in "YGBM" for s in "tsxoc"] + ["K" + s for s in "tsxo"]
TARGET = {"G": "Gc", "M": "Mc"}
GREEN_SETUP = "................/YcGcBcMcKtKsKxKo/YtYsYxYoGtGsGxGo/BtBsBxBoMtMsMxMo"
MAUVE_SETUP = "................/KoKxKsKtMcBcGcYc/GoGxGsGtYoYxYsYt/MoMxMsMtBoBxBsBt"


def default_layout():
    """Return what each square of the zones shows, by its name."""
    shown = {}
    for i in range(8):
        for r in range(4):
            code = "YGBM"[(2 * i + r + i // 4) % 4] + "tsxo"[(i + r) % 4]
            shown[COLUMNS[i] + str(r + 1)] = code
            shown[COLUMNS[7 - i] + str(11 - r)] = code
    return shown


def coded_layout(text):
    zones = [*SQUARES[:32], *SQUARES[56:]]
    return {square: text[2 * at : 2 * at + 2] for at, square in enumerate(zones)}


def placed(text, side):
    """Return the pieces of a set-up by square: rows from the own back row to the front."""
    rows = range(1, 5) if side == "G" else range(11, 7, -1)
    pieces = {}
    for row, cells in zip(rows, text.split("/"), strict=True):
        for column, cell in zip(COLUMNS, re.findall("..", cells), strict=True):
            if cell != "..":
                face = None if cell == "??" else cell
                pieces[column + str(row)] = {"side": side, "face": face, "known": False}
    return pieces


def start(green=GREEN_SETUP, mauve=MAUVE_SETUP, first="G", shield=False, layout=None):
    return {
        "board": {**placed(green, "G"), **placed(mauve, "M")},
        "turn": first,
        "winner": None,
        "passes": 0,
        "removed": [],
        "shield": shield,
        "layout": layout or default_layout(),
    }


def read(text, shield=False, layout=None):
    """Return the state that a sound position string states."""
    rows, turn, known, winner = text.split(" ")
    board = {}
    for number, row in zip(range(11, 0, -1), rows.split("/"), strict=True):
        column = 0
        for word in re.findall(r"\d|[A-Za-z][a-z?]", row):
            if word.isdigit():
                column += int(word)
                continue
            side = "G" if word[0].isupper() else "M"
            face = None if word[1] == "?" else word[0].upper() + word[1]
            square = COLUMNS[column] + str(number)
            board[square] = {"side": side, "face": face, "known": square in known.split(",")}
            column += 1
    state = start(shield=shield, layout=layout)
    state.update(board=board, turn=turn, passes=winner.count("p"))
    state["winner"] = winner[0] if winner[0] in "GM" else None
    return state


def write(state):
    rows = []
    for number in range(11, 0, -1):
        row = ""
        for column in COLUMNS:
            piece = state["board"].get(column + str(number))
            if piece is None:
                row += "1"
                continue
            word = piece["face"] or piece["side"] + "?"
            row += word[0].lower() + word[1] if piece["side"] == "M" else word
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    known = sorted(square for square, piece in state["board"].items() if piece["known"])
    winner = state["winner"] or "-"
    passed = "p" if state["passes"] else ""
    return f"{'/'.join(rows)} {state['turn']} {','.join(known) or '-'} {winner}{passed}"


def easy(attacker, defender):
    if defender[1] == "c":
        return "+"
    if attacker[0] == "K":
        return "+"
    if defender[0] == "K":
        return "+" if attacker[1] == defender[1] else "<"
    if attacker[0] == defender[0] or attacker[1] == defender[1]:
        return "+"
    return "="


def level(face, square, layout):
    shown = layout.get(square)
    if shown is None:
        return 0
    if face[0] == "K":
        return 2 if face[1] == shown[1] else 0
    if face[1] == "c":
        return 1 if face[0] == shown[0] else 0
    return (face[0] == shown[0]) + (face[1] == shown[1])


def medium(attacker, defender, la, ld):
    base = easy(attacker, defender)
    if base == "=":
        return "+" if la == 2 and ld == 2 else "="
    if base == "<":
        return "<"
    if attacker[0] == "K" and defender[0] != "K":
        if ld < 2 or la == 2:
            return "+"
    elif la >= ld:
        return "+"
    return "<" if easy(defender, attacker) == "+" else "="


def duel(state, attacker, landing, defender, square):
    if not state["shield"]:
        return easy(attacker, defender)
    la = level(attacker, landing, state["layout"])
    ld = level(defender, square, state["layout"])
    return medium(attacker, defender, la, ld)


def beside(square, side, way):
    """Return the square beside one: way is forward, backward, left or right of a side."""
    column, row = COLUMNS.index(square[0]), int(square[1:])
    if way == "forward":
        row += FORWARD[side]
    elif way == "backward":
        row -= FORWARD[side]
    else:
        column += 1 if way == "right" else -1
    inside = 0 <= column < 8 and 1 <= row <= 11
    return COLUMNS[column] + str(row) if inside else None


def turns(state):
    """Return the legal turns in notation, as a set."""
    if state["winner"] or state["passes"] >= 2:
        return set()
    side, board = state["turn"], state["board"]
    found = set()
    for square, piece in board.items():
        if piece["side"] != side:
            continue
        for way in ("forward", "backward", "left", "right"):
            landing = beside(square, side, way)
            if landing is None or landing in board:
                continue
            found.add(f"{square}-{landing}")
            if way != "backward":
                found |= set(attacks(state, square, landing))
    return found or {"--"}


def attacks(state, square, landing):
    side, board = state["turn"], state["board"]
    for aim in ("forward", "left", "right"):
        target = beside(landing, side, aim)
        if target in board and board[target]["side"] != side:
            own, other = board[square]["face"], board[target]["face"]
            words = f"{square}-{landing}x{target}"
            if own and other:
                yield f"{words}:{own}{other}{duel(state, own, landing, other, target)}"
            else:
                yield from (words + mark for mark in "+=<")


def has_lost(state, side):
    own = [piece for piece in state["board"].values() if piece["side"] == side]
    return not any(piece["face"] in (None, TARGET[side]) for piece in own)


def play(state, turn):
    """Return the state after a legal turn."""
    board = {square: dict(piece) for square, piece in state["board"].items()}
    state = {**state, "board": board, "removed": [*state["removed"]]}
    side = state["turn"]
    state["turn"] = OTHER[side]
    state["passes"] += 1
    if turn == "--":
        return state
    state["passes"] = 0
    square, landing, target, own, other, mark = re.fullmatch(
        r"(\w+)-([a-h]\d+)(?:x([a-h]\d+)(?::(..)(..))?([+=<]))?", turn
    ).groups()
    piece = board[landing] = board.pop(square)
    if target is None:
        return state
    enemy = board[target]
    piece["known"] = enemy["known"] = True
    piece["face"], enemy["face"] = own or piece["face"], other or enemy["face"]
    removed = None
    if mark == "+":
        removed = board.pop(target)
        board[target] = board.pop(landing)
    elif mark == "<":
        removed = board.pop(landing)
        board[landing] = board.pop(target)
    if removed:
        state["removed"].append(removed)
    for loser in (OTHER[side], side):
        is_captured = removed and removed["side"] == loser and removed["face"] == TARGET[loser]
        if state["winner"] is None and (is_captured or has_lost(state, loser)):
            state["winner"] = OTHER[loser]
    return state


def outcome(state):
    if state["winner"]:
        return state["winner"], "target"
    return (None, "both blocked") if state["passes"] >= 2 else None


def is_claim_legal(state, turn):
    """Return True if an attack with both faces is legal: one of ``turns`` but for the faces."""
    square, landing, target, own, other, mark = re.fullmatch(
        r"(\w+)-([a-h]\d+)x([a-h]\d+):(..)(..)([+=<])", turn
    ).groups()
    pieces = [state["board"][square], state["board"][target]]
    for piece, face in zip(pieces, (own, other), strict=True):
        if piece["face"] not in (None, face):
            return False
        others = [
            each for each in [*state["board"].values(), *state["removed"]] if each is not piece
        ]
        if face in [each["face"] for each in others if each["side"] == piece["side"]]:
            return False
    if mark != duel(state, own, landing, other, target):
        return False
    after = play(state, turn)
    captured = after["winner"] and after["removed"] and after["removed"][-1]["side"]
    losers = {side for side in "GM" if has_lost(after, side)}
    if after["winner"] and captured != after["winner"]:
        losers.add(OTHER[after["winner"]])
    return len(losers) < 2


def perft(state, depth):
    if depth == 0:
        return 1
    return sum(perft(play(state, turn), depth - 1) for turn in turns(state))


if __name__ == "__main__":
    for plies in range(1, int(sys.argv[1]) + 1):
        print(plies, *(perft(start(shield=shield), plies) for shield in (False, True)), flush=True)
