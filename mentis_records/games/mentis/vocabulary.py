"""What queries may say of Mentis: the contract of ``core.vocabulary``, filled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mentis_records.core.vocabulary import Condition, Corner, Image, Scene, TileType, Told, Turn
from mentis_records.games.mentis import scene
from mentis_records.games.mentis.index.board_row import STACKED
from mentis_records.games.mentis.predicate import (
    capture_expression,
    derived,
    expression,
    move_condition,
)
from mentis_records.games.mentis.predicate.expression import VARIANT, WOLF_VARIANT, Pattern
from mentis_records.games.mentis.predicate.tested_set import SquareSet
from mentis_records.games.mentis.rules import square, stack, tile
from mentis_records.games.mentis.rules.move import Move
from mentis_records.games.mentis.rules.position import Position

_FLIP = tuple(
    square.SIZE * (square.SIZE - 1 - place // square.SIZE) + place % square.SIZE
    for place in range(square.COUNT)
)
"""The square of each in the rows 1-7 exchanged."""

_SQUARE = "[a-g][1-7]"
_BLANKS = "[ \t]*"
_MARK = f"(?:{_BLANKS}#){{0,2}}"
_MOVE = re.compile(
    f"[STNW]{{1,3}}{_SQUARE}|{_SQUARE}x{_SQUARE}"
    f"|{_SQUARE}{_MARK}(?:{_BLANKS}-{_BLANKS}{_SQUARE}{_MARK}){{0,2}}"
    f"{_BLANKS}-{_BLANKS}{_SQUARE}"
)


def _mirrored(position: Position) -> Position:
    cells = tuple(position.cells[square.MIRROR[place]] for place in range(square.COUNT))
    return Position.of(cells, position.hands, position.side, position.move_number)


def _flipped(position: Position) -> Position:
    cells = [position.cells[_FLIP[place]] for place in range(square.COUNT)]
    other = tuple(cell ^ stack.RED_BIT if cell else 0 for cell in cells)
    hands = (position.hands[1], position.hands[0])
    return Position.of(other, hands, 1 - position.side, position.move_number)


class MentisVocabulary:
    """The words of the rulebook, and what answers them."""

    squares = square.NAMES
    columns = square.COLUMNS
    rows = tuple(square.ROWS)
    areas: Mapping[str, tuple[int, ...]] = MappingProxyType(
        {
            "board": (square.BOARD_SET,),
            "hill": tuple(map(square.square_set, square.HILL)),
            "deployment": tuple(map(square.square_set, square.DEPLOYMENT)),
        }
    )
    tiles = tuple(
        TileType(
            tile.LETTERS[kind],
            tile.NAMES[kind],
            tile.SET_SIZE[kind] if kind in tile.HAND_TYPES else 0,
            tile.SET_SIZE[kind],
            kind not in STACKED,
            *((VARIANT, WOLF_VARIANT) if kind == tile.WOLF else ()),
        )
        for kind in tile.TYPES
    )
    max_height = stack.MAX_HEIGHT
    images = (
        Image("mirror", square.MIRROR, (0, 1), _mirrored),
        Image("flip", _FLIP, (1, 0), _flipped),
    )

    def tops(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares with such a tile on top, or alone."""
        return expression.tops(side, letter)

    def holders(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares with such a tile anywhere in their stack."""
        return expression.holders(side, letter)

    def stacks(self, side: int | None, patterns: Sequence[Pattern]) -> SquareSet:
        """Return the squares with a whole stack like one of some, each from bottom to top."""
        return expression.stacks(side, patterns)

    def heights(self, side: int | None, heights: Sequence[int]) -> SquareSet:
        """Return the squares whose stacks have one of some heights, from 1 on."""
        return expression.heights(side, heights)

    def empty(self) -> SquareSet:
        """Return the squares without tiles."""
        return expression.EMPTY

    def attacked(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares of such top tiles that an enemy tile could capture."""
        return expression.attacked(side, letter)

    def blocking(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares of such top tiles that block a capture."""
        return expression.blocking(side, letter)

    def attacks(self, attacker: Corner, target: Corner) -> Told:
        """Return SQL that such a tile could capture such a one."""
        return capture_expression.attacks(attacker, target)

    def held(self, side: int, letter: str | None) -> str:
        """Return how many such tiles a hand holds."""
        return expression.held_tiles(side, letter)

    def lost(self, side: int, letter: str | None) -> tuple[Condition, ...]:
        """Return how many such tiles of a side are gone, for each variant."""
        return expression.lost_tiles(side, letter)

    def standing(self, side: int) -> str:
        """Return how many tiles a side has on the board."""
        return derived.standing_in_all(side)

    def side_to_move(self) -> str:
        """Return the index of the side to move."""
        return derived.side_to_move()

    def move_by(self, letter: str | None) -> str:
        """Return SQL that ``move_code`` is that of a move by such a tile."""
        return move_condition.by(letter)

    def move_captures(self, letter: str | None) -> str:
        """Return SQL that ``move_code`` captures such a tile."""
        return move_condition.captures(letter)

    def move_deploys(self, patterns: Sequence[Pattern], area: int) -> str:
        """Return SQL that ``move_code`` deploys tiles like some, each from bottom to top."""
        return move_condition.deploys(patterns, area)

    def move_from(self, area: int) -> str:
        """Return SQL that ``move_code`` has its first square in a set."""
        return move_condition.begins(area)

    def move_to(self, area: int) -> str:
        """Return SQL that ``move_code`` has its last square in a set."""
        return move_condition.ends(area)

    def move_drops(self) -> str:
        """Return SQL that ``move_code`` leaves tiles behind."""
        return move_condition.drops()

    def read_move(self, notation: str) -> str:
        """Return the canonical form of a written move.

        Raises:
            ValueError: it is none in the official notation.
        """
        if _MOVE.fullmatch(notation) is None:
            raise ValueError("a move is written as a3-a4, NSTb1 or d4xc4")
        return re.sub("[ \t]", "", notation)

    def scene(self, position: Position) -> Scene:
        """Return a position as a player sees it."""
        return scene.see(position)

    def turn(self, move: Move) -> Turn:
        """Return a move in the words of queries."""
        return scene.describe(move)


VOCABULARY = MentisVocabulary()
