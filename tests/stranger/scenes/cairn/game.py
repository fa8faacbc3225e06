"""Cairn: stacks of both sides' pieces on the eight points around a hole, and a marker of nobody's.

A turn puts a piece from the own hand, or a marker from the bank, on top of a stack; moves a top
piece, the own or a marker, one point around the ring onto a stack; takes a lone piece of the enemy
in this way, which goes to the own prison; or passes. It ends as a draw when both hands are empty.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from mentis_records.core.diagnostic import Code, Finding, Severity
from mentis_records.core.game import GameDescription, PositionError
from mentis_records.core.outcome import RESULT_DRAW, Outcome
from mentis_records.core.verdict import Verdict

POINTS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The points around the hole; each is beside the one before it and the one after it."""

PIECES = ("stone", "pebble", "marker")
NOBODY = 2
MOST = 4
SIGNS = {"S": (0, 0), "P": (0, 1), "s": (1, 0), "p": (1, 1), "m": (2, 2)}
"""The pieces of positions, by owner and type."""

OF = {piece: sign for sign, piece in SIGNS.items()}
ILLEGAL = Code(
    *("C101", "cairn-illegal", Severity.ERROR, "{found} cannot be played", "a legal turn"),
    *("Cairn: Turns", "", "A turn puts, moves or takes a piece, or passes."),
)


@dataclass(frozen=True)
class Move:
    """A turn: put 0, step 1, take 2 or pass 3; a type of piece or a point, and a point."""

    action: int
    first: int = 0
    last: int = 0

    @property
    def code(self):
        return self.action | self.first << 2 | self.last << 5

    @property
    def kind(self):
        return ("put", "step", "take", "pass")[self.action]

    @property
    def notation(self):
        if self.action == 3:
            return "pass"
        first = PIECES[self.first] if self.action == 0 else POINTS[self.first]
        return f"{first}{'@>x'[self.action]}{POINTS[self.last]}"


@dataclass(frozen=True)
class Position:
    """Stacks of signs from bottom to top; stones and pebbles of hands and prisons; markers left."""

    stacks: tuple[str, ...]
    hands: tuple[tuple[int, int], ...]
    prisons: tuple[tuple[int, int], ...]
    bank: int
    side: int
    move_number: int

    @property
    def key(self):
        text = str((self.stacks, self.hands, self.prisons, self.bank, self.side))
        return 8 * int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big")

    @property
    def canonical_key(self):
        return self.key & -8


class Cairn:
    """The game."""

    description = GameDescription(
        slug="cairn",
        title="Cairn",
        rules_version="1",
        grammar=str(Path(__file__).with_name("cairn.lark")),
        sides=("White", "Black"),
        opener=0,
        kinds=("put", "step", "take", "pass"),
        terminations=("hands empty",),
        codes=(ILLEGAL,),
        terminal_words=(("PIECE", "a piece"), ("POINT", "a point (north)")),
        capabilities={"vocabulary": "cairn.scene", "predicates": "cairn.predicate"},
    )

    def start_position(self, options):
        return Position(("m", *[""] * 7), ((3, 2), (3, 2)), ((0, 0), (0, 0)), 1, 0, 1)

    def parse_position(self, text, options):
        try:
            board, side, hands, prisons, bank, number = text.split()
            stacks = tuple("" if stack == "-" else stack for stack in board.split("/"))
            if len(stacks) != 8 or not set("".join(stacks)) <= SIGNS.keys():
                raise ValueError("no eight stacks of S P s p m")
            counts = [
                tuple(map(tuple, ([*map(int, one)] for one in text.split("/"))))
                for text in (hands, prisons)
            ]
            return Position(stacks, *counts, int(bank), "wb".index(side), int(number))
        except ValueError as error:
            raise PositionError([f"{text} is no position: {error}"]) from None

    def format_position(self, position):
        counts = [
            "/".join("".join(map(str, one)) for one in pool)
            for pool in (position.hands, position.prisons)
        ]
        board = "/".join(stack or "-" for stack in position.stacks)
        side = "wb"[position.side]
        return f"{board} {side} {' '.join(counts)} {position.bank} {position.move_number}"

    def legal_moves(self, position):
        if self.outcome(position) is not None:
            return []
        own = "SPm" if position.side == 0 else "spm"
        held = (*position.hands[position.side], position.bank)
        found = [Move(3)]
        for last, stack in enumerate(position.stacks):
            if len(stack) < MOST:
                found += [Move(0, piece, last) for piece in range(3) if held[piece]]
            for first in ((last - 1) % 8, (last + 1) % 8):
                moved = position.stacks[first][-1:]
                if not moved or moved not in own:
                    continue
                if len(stack) == 1 and stack not in own and moved != "m":
                    found.append(Move(2, first, last))
                elif len(stack) < MOST:
                    found.append(Move(1, first, last))
        return sorted(found, key=lambda move: move.notation)

    def resolve(self, position, ply):
        text = "".join(token.text for token in ply.tokens)
        for move in self.legal_moves(position):
            if move.notation == text:
                return Verdict(move)
        return Verdict(None, (Finding(ILLEGAL, {"found": text}),))

    def play(self, position, move):
        stacks, side, bank = [*position.stacks], position.side, position.bank
        hands, prisons = ([[*one] for one in pool] for pool in (position.hands, position.prisons))
        if move.action == 0:
            if move.first == 2:
                bank -= 1
            else:
                hands[side][move.first] -= 1
            stacks[move.last] += OF[(NOBODY if move.first == 2 else side, move.first)]
        elif move.action < 3:
            moved = stacks[move.first][-1]
            stacks[move.first] = stacks[move.first][:-1]
            if move.action == 2:
                prisons[side][SIGNS[stacks[move.last]][1]] += 1
                stacks[move.last] = ""
            stacks[move.last] += moved
        return Position(
            tuple(stacks),
            tuple(map(tuple, hands)),
            tuple(map(tuple, prisons)),
            bank,
            1 - side,
            position.move_number + side,
        )

    def outcome(self, position):
        return None if any(map(any, position.hands)) else Outcome(RESULT_DRAW, "hands empty")

    def decode_move(self, code):
        move = Move(code & 3, code >> 2 & 7, code >> 5)
        if not (0 <= code < 256 and (move.action or move.first < 3)):
            raise ValueError(f"no move has the code {code}")
        return move


GAME = Cairn()
