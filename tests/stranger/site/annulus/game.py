"""Annulus: the players fill the eight points around a hole; three in a row on a side wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from mentis_records.core.diagnostic import Code, Finding, Severity
from mentis_records.core.game import GameDescription, PositionError
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.core.setting import Choice, Setting
from mentis_records.core.verdict import Verdict

POINTS = ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
ROWS = ((0, 1, 2), (5, 6, 7), (0, 3, 5), (2, 4, 7))
SIDES = ("White", "Black")
NO_POINT = Code(
    *("A101", "no-point", Severity.ERROR, "there is no point {found}", "a point: a1 to c3, not b2"),
    *("Annulus: The board", "", "The board is a ring of eight points around a hole."),
)
TAKEN = Code(
    *("A102", "point-taken", Severity.ERROR, "{found} has a stone already", "an empty point"),
    *("Annulus: Turns", "", "A stone is put on an empty point."),
)
_TEXT = re.compile(r"([wb.]{3})/([wb.])-([wb.])/([wb.]{3}) ([wb]) ([1-9])")


@dataclass(frozen=True)
class Move:
    """A stone on a point."""

    code: int
    kind: str = "place"

    @property
    def notation(self) -> str:
        return POINTS[self.code]


@dataclass(frozen=True)
class Position:
    """The stones on the points, ``.`` for none; whose turn it is; the number of the move."""

    stones: str
    side: int
    move_number: int

    @property
    def key(self) -> int:
        return (
            8 * int("".join(str(".wb".index(stone)) for stone in self.stones), 3)
            + 65_536 * self.side
        )

    @property
    def canonical_key(self) -> int:
        return self.key & -8


class Annulus:
    """The game."""

    description = GameDescription(
        slug="annulus",
        title="Annulus",
        rules_version="1",
        grammar=str(Path(__file__).with_name("annulus.lark")),
        sides=SIDES,
        settings=(Setting("FirstPlayer", Choice(SIDES)),),
        kinds=("place",),
        terminations=("three in a row", "board full"),
        codes=(NO_POINT, TAKEN),
        terminal_words=(("POINT", "a point (a1)"),),
    )

    def start_position(self, settings):
        return Position("." * 8, SIDES.index(settings.get("FirstPlayer", "White")), 1)

    def parse_position(self, text, settings):
        found = _TEXT.fullmatch(text)
        if found is None:
            raise PositionError([f"{text} is no position such as ...//.-./... w 1"])
        stones = found[4] + found[2] + found[3] + found[1]
        if abs(stones.count("w") - stones.count("b")) > 1:
            raise PositionError(["one side has two stones more than the other"])
        return Position(stones, "wb".index(found[5]), int(found[6]))

    def format_position(self, position):
        s = position.stones
        return f"{s[5:]}/{s[3]}-{s[4]}/{s[:3]} {'wb'[position.side]} {position.move_number}"

    def legal_moves(self, position):
        if self.outcome(position) is not None:
            return []
        empty = [Move(at) for at, stone in enumerate(position.stones) if stone == "."]
        return sorted(empty, key=lambda move: move.notation)

    def resolve(self, position, ply):
        name = ply.tokens[0].text
        if name not in POINTS:
            return Verdict(None, (Finding(NO_POINT, {"found": name}),))
        move = Move(POINTS.index(name))
        if position.stones[move.code] != ".":
            return Verdict(None, (Finding(TAKEN, {"found": name}),))
        return Verdict(move)

    def play(self, position, move):
        s, at = position.stones, move.code
        placed = 8 - s.count(".")
        stones = s[:at] + "wb"[position.side] + s[at + 1 :]
        return Position(stones, 1 - position.side, (placed + 1) // 2 + 1)

    def outcome(self, position):
        for row in ROWS:
            found = {position.stones[at] for at in row}
            if len(found) == 1 and found != {"."}:
                result = RESULT_FIRST if found == {"w"} else RESULT_SECOND
                return Outcome(result, "three in a row")
        return Outcome(RESULT_DRAW, "board full") if "." not in position.stones else None

    def decode_move(self, code):
        if code not in range(len(POINTS)):
            raise ValueError(f"no move has the code {code}")
        return Move(code)


GAME = Annulus()
