"""CirKle Mind's positions as their strings have them, games played at random, and queries."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import naive_cirkle_mind as naive
from naive_cirkle_mind import FACES, SQUARES

from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules.board import INDEX
from mentis_records.games.cirkle_mind.rules.move import Move, attack
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, NUMBER, SHOWN_BIT, side_of
from mentis_records.games.cirkle_mind.rules.position import position_of
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL

GAME = find_game("cirkle_mind")
UNKNOWN = "??"
ONE_SHAPE = "Yt" * 32 + "Mo" * 32
DEFAULT, CODED = naive.default_layout(), naive.coded_layout(ONE_SHAPE)
USUAL_SETUPS = dict(zip(TAGS, USUAL, strict=True))
UNWRITTEN = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
LATE = "4mc3/2ko5/8/2yx5/1Gs6/8/3Mo4/1bt6/1yc6/4Yc3/G?6Gc M b7,c10 -"
FEATURES = [
    (text, tags)
    for text in (
        "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G d5,d7 -",
        "8/8/8/8/8/4gc3/8/8/8/8/Gc7 M a1,e6 G",
        "7mc/8/8/8/8/8/8/8/8/8/Gc7 G - -p",
        "mckokxks4/8/8/1ys6/Bx7/8/8/8/8/8/3Gc4 G a7 -",
    )
    for tags in (dict[str, str](), {"Level": "medium"})
]
"""Positions whose features are compared, besides those of games; each with its settings."""


def zone(side: str) -> list[str]:
    """Return the squares of the defence zone of Green (G) or Mauve (M)."""
    return row(1, 2, 3, 4) if side == "G" else row(8, 9, 10, 11)


@dataclass
class Seen:
    """A position as its string has it, the record's tags, and the turn that led there.

    ``board`` has the side and the face by square, ``removed`` the faces of each side's pieces
    that attacks have removed, as far as anybody has written them down.
    """

    position: Any
    board: dict[str, tuple[str, str]]
    mover: str
    known: list[str]
    winner: str
    passed: bool
    tags: dict[str, str]
    text: str
    turn: str = ""
    before: dict[str, tuple[str, str]] = field(default_factory=dict)
    removed: dict[str, list[str]] = field(default_factory=lambda: {"G": [], "M": []})

    def on(self, side: str, faces: str, squares: Any = SQUARES) -> int:
        """Return how many of some squares have a piece of some sides that is like a pattern."""
        return sum(
            self.board[square][0] in side and is_like(self.board[square][1], faces)
            for square in squares
            if square in self.board
        )

    def shielded(self, side: str, faces: str, squares: Any = SQUARES) -> int:
        """Return how many such pieces are protected."""
        coded = self.tags.get("Layout")
        layout = naive.coded_layout(coded) if coded else naive.default_layout()
        has_shields = self.tags.get("Level", "easy") != "easy" and self.tags.get("Shield") != "off"
        return has_shields and sum(
            self.on(side, faces, [square])
            and naive.level(self.board[square][1], square, layout) > 0
            for square in squares
        )

    def captured(self, side: str, faces: str = "*") -> int:
        """Return how many such pieces of a side are captured (R19: nothing is inferred)."""
        own = [face for owner, face in self.board.values() if owner == side]
        if UNKNOWN in own:
            gone = [face for face in self.removed[side] if face != UNKNOWN and face not in own]
        else:
            gone = [face for face in FACES if face not in own]
        gone += [UNKNOWN] * (24 - len(own) - len(gone))
        return sum(is_like(face, faces) for face in gone)

    @property
    def squares(self) -> tuple[str, str, str]:
        """Return the squares of the turn: from, to and attacked."""
        found = re.findall(r"[a-h]\d+", self.turn.partition(":")[0])
        return (*found, "", "", "")[:3]  # type: ignore[return-value]

    @property
    def mark(self) -> str:
        return self.turn[-1] if "x" in self.turn else ""

    @property
    def faces(self) -> tuple[str, str]:
        """Return the faces of what moved and of what was attacked."""
        start, _, victim = self.squares
        written = self.turn.partition(":")[2]
        own = written[:2] or self.before.get(start, ("", ""))[1]
        return own, written[2:4] or self.before.get(victim, ("", ""))[1]

    @property
    def end(self) -> str:
        return self.squares[2] if self.mark == "+" else self.squares[1]

    @property
    def taken(self) -> str:
        """Return the face of what was removed, or nothing."""
        return {"+": self.faces[1], "<": self.faces[0]}.get(self.mark, "")


Holds = Callable[[Seen], Any]


def is_like(face: str, pattern: str) -> bool:
    """Return True if a face is like a pattern: ``*`` any, ``?`` any sign of a known face."""
    if pattern == "*" or face == pattern:
        return True
    if UNKNOWN in (face, pattern):
        return False
    return all(sign in ("?", own) for sign, own in zip(pattern, face, strict=True))


def read(position: Any, tags: dict[str, str]) -> Seen:
    """Return what a position's string says."""
    text = GAME.format_position(position)
    state = naive.read(text)
    pieces = state["board"]
    board = {square: (each["side"], each["face"] or UNKNOWN) for square, each in pieces.items()}
    known = [square for square, each in pieces.items() if each["known"]]
    winner, passed = state["winner"] or "-", bool(state["passes"])
    return Seen(position, board, state["turn"], known, winner, passed, tags, text)


def set_ups(chance: random.Random, hidden: int = 0) -> dict[str, str]:
    """Return two set-ups at random, some faces of each not written down."""
    found = {}
    for tag in ("GreenSetup", "MauveSetup"):
        faces = chance.sample(FACES, 24)
        faces[:hidden] = [UNKNOWN] * hidden
        cells = chance.sample([*faces, *[".."] * 8], 32)
        found[tag] = "/".join("".join(cells[at : at + 8]) for at in range(0, 32, 8))
    return found


def choose(chance: random.Random, position: Any) -> Any:
    """Return a turn: an attack if there is one, else often a step forward."""
    moves = GAME.legal_moves(position)
    attacks = [move for move in moves if move.kind == "attack"]
    if attacks and chance.random() < 0.8:
        return chance.choice(attacks)
    ahead = [move for move in moves if (move.target - move.origin) == (8, -8)[position.side]]
    return chance.choice(ahead if ahead and chance.random() < 0.8 else moves)


def play(chance: random.Random, tags: dict[str, str], first: Any = None) -> list[Seen]:
    """Return the positions of a game played at random, with a first turn if one is given."""
    settings = {tag: value for tag, value in tags.items() if tag != "Position"}
    if "Position" in tags:
        position: Any = GAME.parse_position(tags["Position"], settings)
    else:
        position = GAME.start_position(settings)
    found = [read(position, tags)]
    while len(found) <= 40 and GAME.outcome(position) is None:
        move, first = first or choose(chance, position), None
        side, position = "GM"[position.side], GAME.play(position, move)
        now, last = read(position, tags), found[-1]
        now.turn, now.before = move.notation, last.board
        now.removed = {owner: [*faces] for owner, faces in last.removed.items()}
        if now.taken:
            loser = side if now.mark == "<" else "GM"["MG".index(side)]
            now.removed[loser].append(now.taken)
        found.append(now)
    return found


def with_other_faces(position: Any, side: int, chance: random.Random) -> Any:
    """Return a position that differs in the faces that a side has not been shown."""
    cells = bytearray(position.cells)
    hidden = [
        at
        for at, piece in enumerate(cells)
        if piece and side_of(piece) != side and not piece & SHOWN_BIT
    ]
    faces = [cells[at] & FACE_BITS for at in hidden]
    chance.shuffle(faces)
    for at, face in zip(hidden, faces, strict=True):
        cells[at] = cells[at] & ~FACE_BITS | face
    found = position_of(bytes(cells), position.side, position.passes, -1, position.terms)
    return found._replace(move_number=position.move_number)


def turn(notation: str) -> Move:
    """Return an attack as it is written, with or without faces."""
    squares, _, faces = notation[:-1].partition(":")
    start, _, rest = squares.partition("-")
    end, _, victim = rest.partition("x")
    shown = (NUMBER[faces[:2]], NUMBER[faces[2:]]) if faces else (0, 0)
    return attack(INDEX[start], INDEX[end], INDEX[victim], notation[-1], shown)


def games() -> Iterator[list[Seen]]:
    """Yield games that all that is asked occurs in."""
    chance = random.Random(40)
    for tags in ({}, {"Level": "medium"}, {"Level": "super", "Layout": ONE_SHAPE}):
        yield play(chance, {**tags, **USUAL_SETUPS})
        yield play(chance, {**tags, **set_ups(chance)})
        yield play(chance, {**tags, "FirstPlayer": "M", **set_ups(chance)})
        yield play(chance, {**tags, **set_ups(chance, 8)})
    yield play(chance, {"Position": LATE, "Level": "medium"})
    yield play(chance, {"Position": LATE})
    for written in ("d5-d6xd7:YxBx+", "d5-d6xd7:YtKx<", "d5-d6xd7=", "d5-d6xd7<"):
        yield play(chance, {"Position": UNWRITTEN}, turn(written))


def words(squares: Iterable[str]) -> tuple[int, int]:
    """Return a set of squares as two numbers: rows 1 to 7, and rows 8 to 11."""
    bits = sum(1 << SQUARES.index(square) for square in squares)
    return bits & (1 << 56) - 1, bits >> 56


def read_features(seen: Seen) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""
    board = seen.board
    sets: dict[str, list[str]] = {
        "green": [at for at, (side, _) in board.items() if side == "G"],
        "mauve": [at for at, (side, _) in board.items() if side == "M"],
        "known": seen.known,
        "shielded": [at for at in board if seen.shielded("GM", "*", [at])],
        "empty": [at for at in SQUARES if at not in board],
    }
    for name, letters, place in (("colour", "YGBMK", 0), ("shape", "tsxoc", 1)):
        for bit in (1, 2, 4):
            sets[f"{name}{bit}"] = [
                at
                for at, (_, face) in board.items()
                if face != UNKNOWN and letters.index(face[place]) + 1 & bit
            ]
    found = {
        f"{name}_{word}": value
        for name, squares in sets.items()
        for word, value in zip(("low", "high"), words(squares), strict=True)
    }
    found |= {"side": "GM".index(seen.mover), "passed": int(seen.passed)}
    found["winner"] = "-GM".index(seen.winner)
    for side, name in zip("GM", ("green", "mauve"), strict=True):
        found[f"{name}_lost"] = seen.captured(side)
        found[f"captured_{name}"] = sum(
            seen.captured(side, face) << at for at, face in enumerate([*FACES, UNKNOWN])
        )
    return found


def own(faces: str, zones: Callable[[str], list[str]]) -> Holds:
    """Return True if such a piece is on its own side's zone."""
    return lambda at: any(at.on(side, faces, zones(side)) for side in "GM")


def enemy_zone(side: str) -> list[str]:
    return zone("M" if side == "G" else "G")


def set_up(side: str, faces: str, squares: list[str]) -> Holds:
    """Return True if a set-up has such a piece on some squares."""

    def is_there(at: Seen) -> bool:
        return any(
            square in squares and is_like(piece["face"] or UNKNOWN, faces)
            for tag in TAGS
            if tag in at.tags and tag[0] in side
            for square, piece in naive.placed(at.tags[tag], tag[0]).items()
        )

    return is_there


def row(*numbers: int) -> list[str]:
    return [f"{column}{number}" for number in numbers for column in "abcdefgh"]


NEUTRAL = row(5, 6, 7)
AREAS = {"board": SQUARES, "neutral": NEUTRAL, "zoneG": zone("G"), "zoneM": zone("M")}
AREAS |= {f"row{number}": row(number) for number in range(1, 12)}

CASES: dict[str, Holds] = {
    "mauve ?c on column d": lambda at: at.on("M", "?c", [f"d{row}" for row in range(1, 12)]),
    "any K? on attack": own("K?", enemy_zone),
    "any any on attack": own("*", enemy_zone),
    "any Bx on {attack, neutral}": lambda at: any(
        at.on(side, "Bx", [*enemy_zone(side), *NEUTRAL]) for side in "GM"
    ),
    "not any Gc on defence": lambda at: not own("Gc", zone)(at),
    "empty d5": lambda at: "d5" not in at.board,
    "empty row 8": lambda at: any(square not in at.board for square in row(8)),
    "count(any K? on neutral) = 1": lambda at: at.on("GM", "K?", NEUTRAL) == 1,
    "count(green any on defence) <= 22": lambda at: at.on("G", "*", zone("G")) <= 22,
    "count(any any on attack) >= 2": lambda at: (
        sum(at.on(side, "*", enemy_zone(side)) for side in "GM") >= 2
    ),
    "count(any any on board) < 44": lambda at: at.on("GM", "*") < 44,
    "count(empty board) >= 45": lambda at: len(at.board) <= 43,
    "captured mauve >= 3": lambda at: at.captured("M") >= 3,
    "captured green = 0": lambda at: at.captured("G") == 0,
    "mauve captured ?c >= 1": lambda at: at.captured("M", "?c") >= 1,
    "captured green Kx = 1": lambda at: at.captured("G", "Kx") == 1,
    "captured green unknown >= 1": lambda at: at.captured("G", "??") >= 1,
    "captured mauve K? = 0": lambda at: at.captured("M", "K?") == 0,
    "green any shielded": lambda at: at.shielded("G", "*"),
    "any ?c shielded": lambda at: at.shielded("GM", "?c"),
    "mauve K? on row 9 shielded": lambda at: at.shielded("M", "K?", row(9)),
    "any any on attack shielded": lambda at: any(
        at.shielded(side, "*", enemy_zone(side)) for side in "GM"
    ),
    "count(green any shielded) >= 10": lambda at: at.shielded("G", "*") >= 10,
    "count(any ?o on defence shielded) = 1": lambda at: (
        sum(at.shielded(side, "?o", zone(side)) for side in "GM") == 1
    ),
    "some x: mauve any on row 8 and x shielded": lambda at: at.shielded("M", "*", row(8)),
    "some x: any K? on attack and x on {row 4, row 8}": lambda at: (
        at.on("G", "K?", row(8)) or at.on("M", "K?", row(4))
    ),
    "move attacks": lambda at: at.mark,
    "move wins": lambda at: at.mark == "+",
    "move loses": lambda at: at.mark == "<",
    "move fails": lambda at: at.mark == "=",
    "move captures": lambda at: at.taken,
    "move captures ?c": lambda at: at.taken and is_like(at.taken, "?c"),
    "move captures Gx": lambda at: at.taken == "Gx",
    "move captures unknown": lambda at: at.taken == "??",
    "move by K?": lambda at: at.turn not in ("", "--") and is_like(at.faces[0], "K?"),
    "move by Ys": lambda at: at.faces[0] == "Ys",
    "move by ??": lambda at: at.faces[0] == "??",
    "move from row 4": lambda at: at.squares[0] in row(4),
    "move from defence mauve": lambda at: at.squares[0] in zone("M"),
    "move to neutral": lambda at: at.end in NEUTRAL,
    "move to {a5, row 8, h11}": lambda at: at.end in ("a5", *row(8), "h11"),
    f'position "{LATE}"': lambda at: at.text == LATE,
    "to move mauve": lambda at: at.mover == "M",
    'level = "medium"': lambda at: at.tags.get("Level") == "medium",
    "setup green Gc on row 1": set_up("G", "Gc", row(1)),
    "setup mauve Mc on {row 11, row 10}": set_up("M", "Mc", row(10, 11)),
    "setup any K? on {d4, e8}": set_up("GM", "K?", ["d4", "e8"]),
    "setup green ?? on row 4": set_up("G", "??", row(4)),
    "setup mauve any on a8": set_up("M", "*", ["a8"]),
    "setup green Gc on defence": set_up("G", "Gc", zone("G")),
    "setup any Gc on defence": set_up("GM", "Gc", SQUARES),
    "setup green Yx on attack": lambda _: False,
}
