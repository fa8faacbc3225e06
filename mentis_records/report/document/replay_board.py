"""The boards of games that a page replays: every piece drawn once, positions as numbers.

A page holds the drawings of the empty board, of each stack and of each part of a hand once. A
position says which of them stands where; templates/replayer.js puts them together, and so does
``final`` here, for pages whose script does not run. Knows no game: all comes from pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from mentis_records.core.picture import BoardPicture, SquarePicture, TileFace
from mentis_records.core.text import one_line
from mentis_records.report.board.board_layout import STRIP, BoardSheet, draw_held
from mentis_records.report.board.board_mark import (
    AMBER,
    ATTACK_WIDTH,
    DASH,
    DASH_GAP,
    DEEP_AMBER,
    PATH_WIDTH,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
)
from mentis_records.report.board.board_shape import Shape, mix
from mentis_records.report.board.board_svg import FONTS, SCALE, svg_element
from mentis_records.report.board.board_text import describe
from mentis_records.report.board.board_tile import draw_stack
from mentis_records.report.document.example_game import ExampleGame

_PIXELS = 380
_GROUND = "currentColor"
"""What the pieces take for the colour of the square or strip they stand on."""

_PREFIX = "piece-"


class ReplayBoard:
    """The pieces and positions of a page's games, all of one kind of board."""

    def __init__(self, games: Iterable[ExampleGame]) -> None:
        """Draw the pieces of all positions of the games, of which there is at least one."""
        shown = tuple(games)
        self._symbols: dict[object, tuple[int, tuple[Shape, ...]]] = {}
        self._labels: dict[int, str] = {}
        self._hands: dict[str, int] = {}
        picture = shown[0].positions[0].picture
        sheet = self._sheet(picture)
        self._style, self._sides = sheet.style, picture.sides
        self.view = f"0 0 {_units(sheet.width)} {_units(sheet.height)}"
        self.width, self.height = _PIXELS, round(_PIXELS * sheet.height / sheet.width)
        self.fonts = FONTS
        self._board = self._symbol("board", sheet.ground())
        self._arrows = (
            self._symbol("arrow", draw_arrows([(-0.5, 0), (0.5, 0)])),
            self._symbol("aside", list(draw_arrows([(-0.5, 0), (0.5, 0), (-0.5, 0)]))[:1]),
        )
        self._crosses = (
            self._symbol("cross", draw_cross((0, 0), is_empty=False)),
            self._symbol("big cross", draw_cross((0, 0), is_empty=True)),
        )
        self._squares = {square.name: at for at, square in enumerate(picture.squares)}
        self._data = {id(game): self._game(game) for game in shown}
        self._common = json.dumps(self._board_data(picture, sheet), separators=(",", ":"))

    def symbols(self) -> str:
        """Return the drawings of the pieces as SVG definitions."""
        return "\n".join(
            f'<g id="{_PREFIX}{number}">{"".join(map(svg_element, shapes))}</g>'
            for number, shapes in self._symbols.values()
        )

    @property
    def common(self) -> str:
        """Return what all positions share, as JSON that may stand in a page."""
        return _embedded(self._common)

    def positions(self, game: ExampleGame) -> str:
        """Return the positions of one of the games as JSON that may stand in a page.

        Each is a list: index of the position before it; squares that changed, each with its
        piece or 0; the hand of each side; the squares of the last ply; its target or -1.
        """
        return _embedded(json.dumps(self._data[id(game)], separators=(",", ":")))

    def final(self, game: ExampleGame) -> str:
        """Return the last position of a game's mainline as SVG elements."""
        picture = game.positions[game.last].picture
        sheet = self._sheet(picture)
        centres = {
            square.name: (sheet.corner(square)[0] + 0.5, sheet.corner(square)[1] + 0.5)
            for square in picture.squares
        }
        path = [centres[name] for name in picture.last_path]
        lit = [
            f'<rect x="{_units(x - 0.5)}" y="{_units(y - 0.5)}" width="{SCALE}" '
            f'height="{SCALE}" fill="{AMBER}" fill-opacity="0.5"/>'
            for x, y in (centres[name] for name in _lit(picture))
        ]
        below, above = [*draw_path(path)], [*draw_arrows(path)]
        for square in picture.squares:
            if square.name == picture.last_target:
                if path:
                    below += draw_attack(path[-1], centres[square.name])
                above += draw_cross(sheet.corner(square), is_empty=not square.tiles)
        stacks = [
            self._use(self._stack(square.tiles), *sheet.corner(square), sheet.ground_colour(square))
            for square in picture.squares
            if square.tiles
        ]
        hands = [
            self._use(piece, x, y, colour)
            for side in range(len(picture.sides))
            for piece, x, y, colour in self._hand(sheet, side)
        ]
        lines = ("".join(map(svg_element, shapes)) for shapes in (below, above))
        return "".join(
            [self._use(self._board, 0, 0, AMBER), *lit, next(lines), *stacks, next(lines), *hands]
        )

    @staticmethod
    def describe(game: ExampleGame) -> str:
        """Return the last position of a game's mainline in words."""
        return one_line(describe(game.positions[game.last].picture))

    def _sheet(self, picture: BoardPicture) -> BoardSheet:
        return BoardSheet(picture, _PIXELS)

    def _symbol(self, key: object, shapes: Iterable[Shape]) -> int:
        """Return the number of a piece, which is drawn when it is met first."""
        if key not in self._symbols:
            self._symbols[key] = (len(self._symbols) + 1, tuple(shapes))
        return self._symbols[key][0]

    def _stack(self, tiles: Sequence[TileFace]) -> int:
        key = ("stack", *((face.side, face.letter) for face in tiles))
        if key in self._symbols:
            return self._symbols[key][0]
        number = self._symbol(key, draw_stack(tiles, 0, 0, _GROUND, self._style))
        names = ", ".join(face.name for face in tiles)
        words = f"stack of {len(tiles)}, bottom to top {names}" if len(tiles) > 1 else names
        self._labels[number] = f"{self._sides[tiles[-1].side]} {words}"
        return number

    def _hand(self, sheet: BoardSheet, side: int) -> list[tuple[int, float, float, str]]:
        """Return the pieces of a side's strip, each with its place and its ground."""
        is_to_move = side == sheet.picture.side_to_move
        y = sheet.strip_y(side)
        colour = sheet.strip_colour(side)
        strip = ("strip", side, is_to_move, not sheet.picture.hands[side])
        pieces = [(self._symbol(strip, sheet.strip(side)), 0.0, 0.0, colour)]
        for tile in sheet.held(side):
            key = ("held", side, tile.face.letter, tile.count, tile.size)
            number = self._symbol(key, draw_held(tile, (0, 0), _GROUND, sheet.style))
            pieces.append((number, tile.x, y + STRIP / 2, colour))
        return pieces

    def _hand_index(self, sheet: BoardSheet, side: int) -> int:
        pieces = [
            [number, _units(x), _units(y), colour]
            for number, x, y, colour in self._hand(sheet, side)
        ]
        return self._hands.setdefault(json.dumps(pieces), len(self._hands))

    def _game(self, game: ExampleGame) -> list[list[Any]]:
        found: list[list[Any]] = []
        for number, position in enumerate(game.positions):
            picture = position.picture
            before = game.positions[position.parent].picture.squares if number else ()
            sheet = self._sheet(picture)
            changes = [
                value
                for at, square in enumerate(picture.squares)
                if square.tiles != (before[at].tiles if before else ())
                for value in (at, self._stack(square.tiles) if square.tiles else 0)
            ]
            hands = [self._hand_index(sheet, side) for side in range(len(picture.sides))]
            path = [self._squares[name] for name in picture.last_path]
            target = -1 if picture.last_target is None else self._squares[picture.last_target]
            found.append([position.parent, changes, hands, path, target])
        return found

    def _board_data(self, picture: BoardPicture, sheet: BoardSheet) -> dict[str, Any]:
        return {
            "prefix": _PREFIX,
            "unit": SCALE,
            "board": self._board,
            "squares": [
                [square.name, *map(_units, sheet.corner(square)), *_grounds(square, sheet)]
                for square in picture.squares
            ],
            "labels": self._labels,
            "hands": [json.loads(hand) for hand in self._hands],
            "arrows": self._arrows,
            "crosses": self._crosses,
            "lit": AMBER,
            "line": {
                "colour": DEEP_AMBER,
                "path": _units(PATH_WIDTH),
                "attack": _units(ATTACK_WIDTH),
                "dash": [_units(DASH), _units(DASH_GAP)],
            },
        }

    def _use(self, number: int, x: float, y: float, ground: str) -> str:
        place = f' x="{_units(x)}" y="{_units(y)}"' if x or y else ""
        return f'<use href="#{_PREFIX}{number}"{place} color="{ground}"/>'


def _grounds(square: SquarePicture, sheet: BoardSheet) -> tuple[str, str]:
    """Return the colour of a square, and that which it has when the last ply touched it."""
    colour = sheet.ground_colour(square)
    return colour, mix(colour, AMBER, 0.5)


def _lit(picture: BoardPicture) -> list[str]:
    squares = dict.fromkeys(picture.last_path)
    return [*squares, *([picture.last_target] if picture.last_target else [])]


def _units(measure: float) -> float:
    """Return a measure in units of the view box, whole where it is."""
    found = round(measure * SCALE, 1)
    return int(found) if found == int(found) else found


def _embedded(text: str) -> str:
    """Return JSON that a page may hold in a script element: no tag can begin or end in it."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
