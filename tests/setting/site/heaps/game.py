"""Heaps: the players take stones from one heap at a time; who takes the last one wins."""

import re
from dataclasses import dataclass
from pathlib import Path

from mentis_records.core.diagnostic import Code, Finding, Severity
from mentis_records.core.game import GameDescription, PositionError
from mentis_records.core.outcome import RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.core.setting import Choice, Setting, Text, WholeNumber
from mentis_records.core.verdict import Verdict

SIDES = ("Left", "Right")
NAMES = "abcdefgh"
TOO_MANY = Code(
    *("H101", "too-many", Severity.ERROR, "{found} are too many", "as many as the heap has"),
    *("Heaps: Turns", "at most {most}", "A heap must have the stones, and the game allow so many."),
)
_TEXT = re.compile(r"([0-9](?:,[0-9])*) ([LR]) ([1-9][0-9]?)")


def read_heaps(text):
    """Return heaps as they are written: ``3, 05`` is ``3,5``."""
    found = re.findall("[0-9]+", text)
    if re.sub(r"[0-9]+|[ ,]", "", text) or not 1 <= len(found) <= len(NAMES):
        raise ValueError("no row of one to eight numbers")
    if not all(1 <= int(heap) <= 9 for heap in found):
        raise ValueError("a heap has 1 to 9 stones")
    return ",".join(str(int(heap)) for heap in found)


@dataclass(frozen=True)
class Move:
    """Stones taken from a heap."""

    code: int
    kind: str = "take"

    @property
    def notation(self) -> str:
        return f"{NAMES[self.code // 10]}{self.code % 10}"


@dataclass(frozen=True)
class Position:
    """The heaps, whose turn it is, the number of the move, and how many stones may be taken."""

    heaps: tuple[int, ...]
    side: int
    move_number: int
    first: int
    most: int

    @property
    def key(self) -> int:
        return 8 * (2 * int("1" + "".join(map(str, self.heaps))) + self.side)

    @property
    def canonical_key(self) -> int:
        return self.key & -8


class Heaps:
    """The game."""

    description = GameDescription(
        slug="heaps",
        title="Heaps",
        rules_version="1",
        grammar=str(Path(__file__).with_name("heaps.lark")),
        sides=SIDES,
        settings=(
            Setting("FirstPlayer", Choice(SIDES)),
            Setting("Most", WholeNumber(1, 9, usual=3), chooses_start=False),
            Setting("Heaps", Text(read_heaps, "the stones of each heap, such as 3,5,7")),
        ),
        kinds=("take",),
        terminations=("last stone",),
        codes=(TOO_MANY,),
        terminal_words=(("TAKE", "a heap and a number (a2)"),),
    )

    def start_position(self, settings):
        heaps = settings.get("Heaps", "")
        if not heaps:
            raise PositionError(["no tag Heaps says what there is"])
        first = SIDES.index(settings.get("FirstPlayer", "Left"))
        numbers = tuple(map(int, heaps.split(",")))
        return Position(numbers, first, 1, first, int(settings.get("Most", "3")))

    def parse_position(self, text, settings):
        found = _TEXT.fullmatch(text)
        if found is None:
            raise PositionError([f"{text} is no position such as 3,5,7 L 1"])
        heaps = tuple(map(int, found[1].split(",")))
        side = "LR".index(found[2])
        return Position(heaps, side, int(found[3]), side, int(settings.get("Most", "3")))

    def format_position(self, position):
        heaps = ",".join(map(str, position.heaps))
        return f"{heaps} {'LR'[position.side]} {position.move_number}"

    def legal_moves(self, position):
        return [
            Move(10 * at + taken)
            for at, heap in enumerate(position.heaps)
            for taken in range(1, min(heap, position.most) + 1)
        ]

    def resolve(self, position, ply):
        name = ply.tokens[0].text
        move = Move(10 * NAMES.index(name[0]) + int(name[1]))
        if move not in self.legal_moves(position):
            details = {"found": name, "most": str(position.most)}
            return Verdict(None, (Finding(TOO_MANY, details),))
        return Verdict(move)

    def play(self, position, move):
        heaps = list(position.heaps)
        heaps[move.code // 10] -= move.code % 10
        side = 1 - position.side
        number = position.move_number + (side == position.first)
        return Position(tuple(heaps), side, number, position.first, position.most)

    def outcome(self, position):
        if any(position.heaps):
            return None
        return Outcome((RESULT_SECOND, RESULT_FIRST)[position.side], "last stone")

    def decode_move(self, code):
        if not 0 <= code < 10 * len(NAMES) or not code % 10:
            raise ValueError(f"no move has the code {code}")
        return Move(code)


GAME = Heaps()
