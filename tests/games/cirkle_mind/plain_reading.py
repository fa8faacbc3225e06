"""A plain reading of CirKle Mind's position strings, and games played at random, for tests."""

import random
import re
from dataclasses import dataclass, field
from typing import Any

from mentis_records.games import find_game

GAME = find_game("cirkle_mind")
SQUARES = [f"{column}{row}" for row in range(1, 12) for column in "abcdefgh"]
FACES = [colour + shape for colour in "YGBM" for shape in "tsxoc"] + ["Kt", "Ks", "Kx", "Ko"]
UNKNOWN = "??"
ONE_SHAPE = "Yt" * 32 + "Mo" * 32


def zone(side: str) -> list[str]:
    """Return the squares of the defence zone of Green (G) or Mauve (M)."""
    rows = range(1, 5) if side == "G" else range(8, 12)
    return [f"{column}{row}" for row in rows for column in "abcdefgh"]


def shown(square: str, layout: str = "") -> str:
    """Return what a square shows in the default layout (rules, Board) or a coded one."""
    column, row = "abcdefgh".index(square[0]), int(square[1:])
    if 5 <= row <= 7:
        return ""
    if layout:
        place = 8 * (row - 1 if row < 5 else row - 4) + column
        return layout[2 * place : 2 * place + 2]
    if row > 7:
        column, row = 7 - column, 12 - row
    row -= 1
    return "YGBM"[(2 * column + row + column // 4) % 4] + "tsxo"[(column + row) % 4]


def level(face: str, square: str, layout: str = "") -> int:
    """Return the level of a piece on a square (rules, Duel, Medium)."""
    ground = shown(square, layout)
    if not ground or face == UNKNOWN:
        return 0
    if face[0] == "K":
        return 2 * (face[1] == ground[1])
    if face[1] == "c":
        return int(face[0] == ground[0])
    return (face[0] == ground[0]) + (face[1] == ground[1])


@dataclass
class Seen:
    """A position as its string has it, the record's tags, and the turn that led there.

    ``board`` has the side and the face by square, ``removed`` the faces of each side's pieces
    that attacks have removed, as far as anybody has written them down.
    """

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
        layout = self.tags.get("Layout", "")
        has_shields = self.tags.get("Level", "easy") != "easy" and self.tags.get("Shield") != "off"
        return has_shields and sum(
            self.on(side, faces, [square]) and level(self.board[square][1], square, layout) > 0
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


def is_like(face: str, pattern: str) -> bool:
    """Tell whether a face is like a pattern: ``*`` any, ``?`` any sign of a known face."""
    if pattern == "*" or face == pattern:
        return True
    if UNKNOWN in (face, pattern):
        return False
    return all(sign in ("?", own) for sign, own in zip(pattern, face, strict=True))


def read(position: Any, tags: dict[str, str]) -> Seen:
    """Return what a position's string says."""
    text = GAME.format_position(position)
    rows, mover, known, winner = text.split()
    board = {}
    for row, line in zip(range(11, 0, -1), rows.split("/"), strict=True):
        cells: list[str] = []
        for sign in re.findall("[1-8]|[A-Za-z][a-z?]", line):
            cells += [""] * int(sign) if sign.isdigit() else [sign]
        assert len(cells) == 8
        for column, sign in zip("abcdefgh", cells, strict=True):
            if sign:
                face = UNKNOWN if sign[1] == "?" else sign[0].upper() + sign[1]
                board[f"{column}{row}"] = ("G" if sign[0].isupper() else "M", face)
    named = [] if known == "-" else known.split(",")
    return Seen(board, mover, named, winner[0], winner.endswith("p"), tags, text)


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


def play(chance: random.Random, tags: dict[str, str], plies: int, first: Any = None) -> list[Seen]:
    """Return the positions of a game played at random, with a first turn if one is given."""
    settings = {tag: value for tag, value in tags.items() if tag != "Position"}
    if "Position" in tags:
        position: Any = GAME.parse_position(tags["Position"], settings)
    else:
        position = GAME.start_position(settings)
    found = [read(position, tags)]
    while len(found) <= plies and GAME.outcome(position) is None:
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
