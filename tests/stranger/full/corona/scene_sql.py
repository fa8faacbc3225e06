"""SQL over the features of Corona for the common words of queries."""

from dataclasses import dataclass

from corona.board import bits
from mentis_records.core.query.pattern import expanded

_STONES = {0: "white", 1: "black", None: "(white | black)"}


@dataclass(frozen=True)
class Squares:
    """The points whose bits are set in a number that features make."""

    number: str
    is_united: bool = True

    def some_of(self, area):
        return f"(({self.number} & {bits(area)}) <> 0)"

    def seen_in(self, area):
        return self.some_of(area) if self.is_united else ""

    def count_of(self, area):
        return f"bit_count({self.number} & {bits(area)})"


NONE = Squares("0", is_united=False)


class CoronaSql:
    """What ``core.query.scene_sql`` asks for."""

    def tops(self, side, piece):
        return Squares(_STONES[side])

    holders = tops

    def stacks(self, side, pattern):
        return self.tops(side, None) if expanded(pattern, 1) else NONE

    def heights(self, side, heights):
        return self.tops(side, None) if 1 in heights else NONE

    def empty(self):
        return Squares("(255 - (white | black))", is_united=False)

    def held(self, pool, side, piece):
        return f"((hands >> {3 * side}) & 7)"

    def side_to_move(self):
        return "mover"

    def move_by(self, piece):
        return "(move_code >= 0)"

    def move_captures(self, piece):
        return "false"

    def move_from(self, area):
        return _among("(move_code >> 3)", [point + 1 for point in area])

    def move_to(self, area):
        return _among("(move_code & 7)", area)


def _among(number, points):
    """Return SQL that a number of the code of a move, if there is one, is that of some points."""
    return f"(move_code >= 0 and {number} in ({', '.join(map(str, sorted(points)))}))"


SCENE_SQL = CoronaSql()
