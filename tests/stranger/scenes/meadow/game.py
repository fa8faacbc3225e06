"""Meadow: flowers are planted on 88 points; whoever plants on the last row first wins."""

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from mentis_records.core.diagnostic import Code, Finding, Severity
from mentis_records.core.game import GameDescription, PositionError
from mentis_records.core.outcome import RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.core.verdict import Verdict
from mentis_records.core.vocabulary import Piece, PieceType, Scene, Turn, Vocabulary

COLUMNS, ROWS = "abcdefghijk", "12345678"
POINTS = tuple(column + row for row in ROWS for column in COLUMNS)
TAKEN = Code(
    *("W201", "meadow-taken", Severity.ERROR, "{found} has a flower", "an empty point"),
    *("Meadow: Turns", "", "A flower is planted on an empty point."),
)


@dataclass(frozen=True)
class Move:
    """A flower on a point."""

    code: int
    kind: str = "plant"

    @property
    def notation(self):
        return POINTS[self.code]


@dataclass(frozen=True)
class Position:
    """The points with flowers of each side."""

    planted: tuple[frozenset[int], frozenset[int]]
    side: int

    @property
    def move_number(self):
        return len(self.planted[0]) + 1

    @property
    def key(self):
        return 8 * (hash((*map(tuple, map(sorted, self.planted)), self.side)) & (1 << 60) - 1)

    @property
    def canonical_key(self):
        return self.key


def see(position):
    """Return a position as a player sees it."""
    return Scene(
        tuple(
            tuple(Piece(side, "F") for side in (0, 1) if place in position.planted[side])
            for place in range(len(POINTS))
        )
    )


def _vocabulary():
    places = range(len(POINTS))
    return Vocabulary(
        squares=POINTS,
        columns={name: frozenset(at for at in places if POINTS[at][0] == name) for name in COLUMNS},
        rows={name: frozenset(at for at in places if POINTS[at][1] == name) for name in ROWS},
        pieces=(PieceType("F", "flower"),),
        piece_word="flower",
        scene=see,
        turn=lambda _, move: Turn(("F",), (), (move.code,)),
    )


class Meadow:
    """The game."""

    description = GameDescription(
        slug="meadow",
        title="Meadow",
        rules_version="1",
        grammar=str(Path(__file__).with_name("meadow.lark")),
        sides=("Lily", "Rose"),
        opener=0,
        kinds=("plant",),
        terminations=("last row",),
        codes=(TAKEN,),
        terminal_words=(("POINT", "a point (a1)"),),
        capabilities={"vocabulary": SimpleNamespace(VOCABULARY=_vocabulary())},
    )

    def start_position(self, options):
        return Position((frozenset(), frozenset()), 0)

    def parse_position(self, text, options):
        try:
            lilies, roses, side = text.split()
            planted = [
                frozenset(map(POINTS.index, () if one == "-" else one.split(",")))
                for one in (lilies, roses)
            ]
            return Position((planted[0], planted[1]), "lr".index(side))
        except ValueError:
            raise PositionError([f"{text} is no position such as a1,b2 c3 r"]) from None

    def format_position(self, position):
        planted = [
            ",".join(POINTS[place] for place in sorted(one)) or "-" for one in position.planted
        ]
        return f"{' '.join(planted)} {'lr'[position.side]}"

    def legal_moves(self, position):
        if self.outcome(position) is not None:
            return []
        taken = position.planted[0] | position.planted[1]
        empty = [Move(place) for place in range(len(POINTS)) if place not in taken]
        return sorted(empty, key=lambda move: move.notation)

    def resolve(self, position, ply):
        name = ply.tokens[0].text
        for move in self.legal_moves(position):
            if move.notation == name:
                return Verdict(move)
        return Verdict(None, (Finding(TAKEN, {"found": name}),))

    def play(self, position, move):
        planted = [*position.planted]
        planted[position.side] |= {move.code}
        return Position((planted[0], planted[1]), 1 - position.side)

    def outcome(self, position):
        for side, planted in enumerate(position.planted):
            if any(POINTS[place][1] == ROWS[-1] for place in planted):
                return Outcome((RESULT_FIRST, RESULT_SECOND)[side], "last row")
        return None

    def decode_move(self, code):
        if code not in range(len(POINTS)):
            raise ValueError(f"no move has the code {code}")
        return Move(code)


GAME = Meadow()
