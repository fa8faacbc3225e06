"""Corona: stones are put around a hole and moved along it; three in a row on a side wins.

Each side has three stones. It puts them on empty points, one a turn, and then moves one to an empty
point beside it. Who cannot move loses, and a position that comes up for the third time is a draw.
Two of each may lie there from the start; a win counts as many points as are at stake.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from corona.board import BESIDE, IMAGES, POINTS, ROWS, imaged, points_with
from mentis_records.core.diagnostic import Code, Example, Finding, Severity
from mentis_records.core.game import GameDescription, PositionError
from mentis_records.core.outcome import RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.core.setting import Choice, Setting, Text, WholeNumber
from mentis_records.core.verdict import Verdict

SIDES = ("White", "Black")
HAND = 3
_TEXT = re.compile(
    r"([wb.]{3})/([wb.])-([wb.])/([wb.]{3}) ([wb]) ([0-3])/([0-3]) ([1-9][0-9]{0,3})"
)


def _code(number, slug, message, expected, text, blamed):
    example = Example(f'[Game "Corona"]\n\n{text}\n', blamed)
    rule = ("Corona: Turns", "", "Stones are put on empty points, then moved to one beside.")
    return Code(number, slug, Severity.ERROR, message, expected, *rule, (example,))


NO_POINT = _code(
    *("Z101", "corona-no-point", "there is no point {found}", "a1 to c3, not b2"),
    *("1. b2 *", "b2"),
)
TAKEN = _code(
    *("Z102", "corona-point-taken", "{found} has a stone already", "an empty point"),
    *("1. a1 a1 *", "a1"),
)
WRONG_KIND = _code(
    *("Z103", "corona-wrong-kind", "{side} has {number} stones in hand", "{expected}"),
    *("1. a1 a2 2. a1-b1 *", "a1-b1"),
)
NO_STEP = _code(
    *("Z104", "corona-no-step", "{found} is no step of {side}", "an own stone, one point on"),
    *("1. a1 a2 2. b1 b3 3. c3 c2 4. a1-c1 *", "a1-c1"),
)


def read_setup(text):
    """Return points with stones of White and Black in turn: ``A1, b1`` is ``a1 b1``."""
    points = re.split("[ ,]+", text.strip().lower())
    if len(points) > 4 or len({*points}) < len(points) or not {*points} <= {*POINTS}:
        raise ValueError("no row of up to four points")
    return " ".join(points)


@dataclass(frozen=True)
class Move:
    """A stone from the hand, or from a point (``origin``), to another one."""

    origin: int | None
    target: int

    @property
    def code(self) -> int:
        return self.target | (0 if self.origin is None else self.origin + 1) << 3

    @property
    def kind(self) -> str:
        return "place" if self.origin is None else "step"

    @property
    def notation(self) -> str:
        return "-".join(POINTS[at] for at in (self.origin, self.target) if at is not None)


@dataclass(frozen=True)
class Position:
    """The stones by point, ``.`` for none; stones in hand; who is to move, and who moved first."""

    stones: str
    hands: tuple[int, int]
    side: int
    move_number: int
    first: int
    stake: int

    @cached_property
    def key(self) -> int:
        codes = [
            int("".join(str(".wb".index(stone)) for stone in imaged(self.stones, image)), 3)
            for image in IMAGES
        ]
        least = min(codes)
        number = ((least * 2 + self.side) * 4 + self.hands[0]) * 4 + self.hands[1]
        return 8 * number + codes.index(least)

    @property
    def canonical_key(self) -> int:
        return self.key & -8


class Corona:
    """The game."""

    description = GameDescription(
        slug="corona",
        title="Corona",
        rules_version="1",
        grammar=str(Path(__file__).with_name("corona.lark")),
        sides=SIDES,
        settings=(
            Setting("FirstPlayer", Choice(SIDES)),
            Setting("Stake", WholeNumber(1, 9, usual=1), chooses_start=False),
            Setting("Setup", Text(read_setup, "points of White and Black in turn, such as a1 c3")),
        ),
        kinds=("place", "step"),
        terminations=("three in a row", "blocked", "repetition"),
        repetitions=3,
        has_points=True,
        codes=(NO_POINT, TAKEN, WRONG_KIND, NO_STEP),
        terminal_words=(("POINT", "a point (a1)"), ("DASH", "a dash")),
        capabilities={
            "kernel": "corona.kernel",
            "picture": "corona.picture",
            "vocabulary": "corona.scene",
            "scene_sql": "corona.scene_sql",
            "predicates": "corona.predicate",
            "index": "corona.index",
            "derived": "corona.derived",
            "tallies": "corona.tally",
            "sections": "corona.section",
            "material": "corona.material",
            "policies": "corona.policy",
            "symmetries": "corona.symmetry",
            "families": "corona.family",
            "views": "corona.view",
            "score": "corona.match",
            "claims": "corona.match",
            "match": "corona.match",
            "examples": "corona.examples",
        },
    )

    def start_position(self, settings):
        stones, hands = ["."] * 8, [HAND, HAND]
        for at, name in enumerate(settings.get("Setup", "").split()):
            stones[POINTS.index(name)] = "wb"[at % 2]
            hands[at % 2] -= 1
        first = SIDES.index(settings.get("FirstPlayer", "White"))
        stake = int(settings.get("Stake", "1"))
        return Position("".join(stones), (hands[0], hands[1]), first, 1, first, stake)

    def parse_position(self, text, settings):
        found = _TEXT.fullmatch(text)
        if found is None:
            raise PositionError([f"{text} is no position such as ...//.-./... w 3/3 1"])
        stones = found[4] + found[2] + found[3] + found[1]
        hands, side = (int(found[6]), int(found[7])), "wb".index(found[5])
        reasons = [
            f"{name} has more than {HAND} stones"
            for name, stone, held in zip(SIDES, "wb", hands, strict=True)
            if stones.count(stone) + held > HAND
        ]
        if reasons:
            raise PositionError(reasons)
        return Position(stones, hands, side, int(found[8]), side, int(settings.get("Stake", "1")))

    def format_position(self, position):
        s, (white, black) = position.stones, position.hands
        board = f"{s[5:]}/{s[3]}-{s[4]}/{s[:3]}"
        return f"{board} {'wb'[position.side]} {white}/{black} {position.move_number}"

    def legal_moves(self, position):
        moves = [] if self.outcome(position) else self._turns(position)
        return sorted(moves, key=lambda move: move.notation)

    def _turns(self, position):
        """Return the moves of the side, whether the game has ended or not."""
        empty = points_with(position.stones, ".")
        if position.hands[position.side]:
            return [Move(None, target) for target in empty]
        own = points_with(position.stones, "wb"[position.side])
        return [Move(at, target) for at in own for target in BESIDE[at] if target in empty]

    def resolve(self, position, ply):
        names = [token.text for token in ply.tokens[::2]]
        for at, name in enumerate(names):
            if name not in POINTS:
                return Verdict(None, (Finding(NO_POINT, {"found": name}, 2 * at),))
        *origin, target = map(POINTS.index, names)
        side, held = SIDES[position.side], position.hands[position.side]
        if bool(origin) == bool(held):
            expected = "a point" if held else "a step, such as a1-b1"
            details = {"side": side, "number": str(held), "expected": expected}
            return Verdict(None, (Finding(WRONG_KIND, details),))
        if position.stones[target] != ".":
            at = len(ply.tokens) - 1
            return Verdict(None, (Finding(TAKEN, {"found": names[-1]}, at),))
        move = Move(origin[0] if origin else None, target)
        if move not in self._turns(position):
            return Verdict(None, (Finding(NO_STEP, {"found": move.notation, "side": side}),))
        return Verdict(move)

    def play(self, position, move):
        stones, hands, side = list(position.stones), list(position.hands), position.side
        if move.origin is None:
            hands[side] -= 1
        else:
            stones[move.origin] = "."
        stones[move.target] = "wb"[side]
        number = position.move_number + (side != position.first)
        return replace(
            position,
            stones="".join(stones),
            hands=(hands[0], hands[1]),
            side=1 - side,
            move_number=number,
        )

    def outcome(self, position):
        for row in ROWS:
            line = {position.stones[point] for point in row}
            if len(line) == 1 and line != {"."}:
                return self._won("wb".index(line.pop()), "three in a row", position)
        if not self._turns(position):
            return self._won(1 - position.side, "blocked", position)
        return None

    def _won(self, side, termination, position):
        points = (position.stake, 0) if side == 0 else (0, position.stake)
        return Outcome((RESULT_FIRST, RESULT_SECOND)[side], termination, points)

    def decode_move(self, code):
        move = Move((code >> 3) - 1 if code >> 3 else None, code & 7)
        if not 0 <= code < 72 or (
            move.origin is not None and move.target not in BESIDE[move.origin]
        ):
            raise ValueError(f"no move has the code {code}")
        return move


GAME = Corona()
