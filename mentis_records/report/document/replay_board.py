"""The boards of games that a page replays: every piece drawn once, positions as numbers.

A page holds the drawings of the empty board, of each stack and of each part of a pool once. A
position says which of them stands where; templates/replayer.js puts them together, and so does
``still`` here, for pages whose script does not run. Knows no game: all comes from pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.core.text import one_line
from mentis_records.report.board.board_ground import draw_contents, head_of
from mentis_records.report.board.board_layout import BoardSheet
from mentis_records.report.board.board_mark import (
    AMBER,
    ATTACK_WIDTH,
    BEFORE_END,
    DASH,
    DASH_GAP,
    DEEP_AMBER,
    LONG_STEP,
    PATH_WIDTH,
    aimed_targets,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
)
from mentis_records.report.board.board_pool import PoolBlock, draw_held
from mentis_records.report.board.board_shape import Shape, mix
from mentis_records.report.board.board_sign import square_words
from mentis_records.report.board.board_svg import FONTS, SCALE, svg_element
from mentis_records.report.board.board_text import describe
from mentis_records.report.document.example_game import ExampleGame

_PIXELS = 380
_GROUND = "currentColor"
"""What the pieces take for the colour of the square or strip they stand on."""


def replay_boards(games: Iterable[ExampleGame]) -> tuple[ReplayBoard, ...]:
    """Return a board for each kind of board that the games of a page are played on."""
    kinds: dict[object, list[ExampleGame]] = {}
    for game in games:
        picture = game.positions[0].picture
        places = tuple(replace(square, pieces=()) for square in picture.squares)
        kinds.setdefault((picture.columns, picture.rows, places), []).append(game)
    return tuple(ReplayBoard(alike, number) for number, alike in enumerate(kinds.values(), 1))


class ReplayBoard:
    """The pieces and positions of those games of a page that have one kind of board."""

    def __init__(self, games: Iterable[ExampleGame], number: int = 1) -> None:
        """Draw the pieces of all positions of the games, of which there is at least one.

        ``number`` tells the board from others of the page.
        """
        shown = tuple(games)
        self.number, self._prefix = number, f"piece-{number}-"
        self._symbols: dict[object, tuple[int, tuple[Shape, ...]]] = {}
        self._labels: dict[int, str] = {}
        self._pools: dict[str, int] = {}
        self._known_pools: dict[object, list[int]] = {}
        picture = shown[0].positions[0].picture
        sheet = self._sheet(picture)
        self._style, self._sides = sheet.style, picture.sides
        self._rounding = f' rx="{SCALE // 2}"' if picture.lines else ""
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
            f'<g id="{self._prefix}{number}">{"".join(map(svg_element, shapes))}</g>'
            for number, shapes in self._symbols.values()
        )

    @property
    def common(self) -> str:
        """Return what all positions share, as JSON that may stand in a page."""
        return embedded(self._common)

    def has(self, game: ExampleGame) -> bool:
        """Tell whether a game is one of the board's."""
        return id(game) in self._data

    def positions(self, game: ExampleGame) -> str:
        """Return the positions of one of the games as JSON that may stand in a page.

        Each is a list: index of the position before it; squares that changed, each with its
        piece or 0; the pools of each side; the squares of the last ply; the targets that lie
        off its way; those on it; the squares of the ply that stand out, if not all do; and those
        that it attacked in vain.
        """
        return embedded(json.dumps(self._data[id(game)], separators=(",", ":")))

    def still(self, game: ExampleGame, at: int | None = None) -> str:
        """Return a position of a game, by default the last one of its mainline, as SVG elements."""
        picture = game.positions[game.last if at is None else at].picture
        sheet = self._sheet(picture)
        centres = {
            square.name: (sheet.corner(square)[0] + 0.5, sheet.corner(square)[1] + 0.5)
            for square in picture.squares
        }
        path = [centres[name] for name in picture.last_path]
        lit = [self._lit(sheet, square) for square in picture.squares if square.name in picture.lit]
        below, above = [*draw_path(path)], [*draw_arrows(path)]
        for name in aimed_targets(picture) if path else ():
            below += draw_attack(path[-1], centres[name])
        for square in picture.squares:
            if square.name in picture.last_taken:
                x, y = sheet.corner(square)
                above += draw_cross((x, y + head_of(square)), is_empty=not square.pieces)
        stacks = [
            self._use(self._contents(square), *sheet.corner(square), sheet.ground_colour(square))
            for square in picture.squares
            if square.pieces
        ]
        pools = [
            self._use(piece, x, y, colour)
            for block, top in sheet.blocks
            for piece, x, y, colour in self._pool(block, top)
        ]
        lines = ("".join(map(svg_element, shapes)) for shapes in (below, above))
        return "".join(
            [self._use(self._board, 0, 0, AMBER), *lit, next(lines), *stacks, next(lines), *pools]
        )

    @staticmethod
    def describe(game: ExampleGame, at: int) -> str:
        """Return a position of a game in words."""
        return one_line(describe(game.positions[at].picture))

    def _sheet(self, picture: BoardPicture) -> BoardSheet:
        return BoardSheet(picture, _PIXELS)

    def _symbol(self, key: object, shapes: Iterable[Shape]) -> int:
        """Return the number of a piece, which is drawn when it is met first."""
        if key not in self._symbols:
            self._symbols[key] = (len(self._symbols) + 1, tuple(shapes))
        return self._symbols[key][0]

    def _contents(self, square: SquarePicture) -> int:
        """Return the number of what is on a square, as it is drawn on any with such a ground."""
        pieces = ((piece.side, piece.sign, piece.name) for piece in square.pieces)
        key = (square.is_pool and square.ground.name, head_of(square), *pieces)
        if key in self._symbols:
            return self._symbols[key][0]
        number = self._symbol(key, draw_contents(square, (0, 0), _GROUND, self._style))
        self._labels[number] = square_words(self._sides, square)
        return number

    def _lit(self, sheet: BoardSheet, square: SquarePicture) -> str:
        """Return what marks a square of the last ply, below its band if it has one."""
        x, y = sheet.corner(square)
        head = head_of(square)
        return (
            f'<rect x="{_units(x)}" y="{_units(y + head)}" width="{SCALE}" '
            f'height="{_units(1 - head)}"{self._rounding} fill="{AMBER}" fill-opacity="0.5"/>'
        )

    def _pool(self, block: PoolBlock, top: float) -> list[tuple[int, float, float, str]]:
        """Return the pieces of a block of pools, each with its place and its ground."""
        ground = tuple(block.ground(top, self._style))
        colour = block.colour(self._style)
        pieces = [(self._symbol(ground, ground), 0.0, 0.0, colour)]
        for held in block.held(top, self._style):
            key = ("held", held.piece.side, held.piece.sign, held.count, held.size)
            number = self._symbol(key, draw_held(held, (0, 0), _GROUND, self._style))
            pieces.append((number, held.x, held.y, colour))
        return pieces

    def _pool_index(self, block: PoolBlock, top: float) -> int:
        pieces = [
            [number, _units(x), _units(y), colour]
            for number, x, y, colour in self._pool(block, top)
        ]
        return self._pools.setdefault(json.dumps(pieces), len(self._pools))

    def _pools_of(self, picture: BoardPicture) -> list[int]:
        """Return the pools of each side, which most plies leave as they were."""
        key = (picture.pools, picture.notes, picture.standing, picture.distinguished)
        if key not in self._known_pools:
            blocks = self._sheet(picture).blocks
            self._known_pools[key] = [self._pool_index(block, top) for block, top in blocks]
        return self._known_pools[key]

    def _game(self, game: ExampleGame) -> list[list[Any]]:
        found: list[list[Any]] = []
        for number, position in enumerate(game.positions):
            picture = position.picture
            before = game.positions[position.parent].picture.squares if number else ()
            changes = [
                value
                for at, square in enumerate(picture.squares)
                if square.pieces != (before[at].pieces if before else ())
                for value in (at, self._contents(square) if square.pieces else 0)
            ]
            pools = self._pools_of(picture)
            path = [self._squares[name] for name in picture.last_path]
            off_way = aimed_targets(picture)
            aimed = [name for name in picture.last_targets if name in off_way]
            passed = [name for name in picture.last_taken if name not in aimed]
            targets = ([self._squares[name] for name in names] for names in (aimed, passed))
            more = picture.last_stops or picture.last_turned or picture.last_attacked
            others = [picture.lit] if more else []
            others += [picture.last_attacked] if picture.last_attacked else []
            rest = ([self._squares[name] for name in names] for names in others)
            found.append([position.parent, changes, pools, path, *targets, *rest])
        return found

    def _board_data(self, picture: BoardPicture, sheet: BoardSheet) -> dict[str, Any]:
        return {
            "prefix": self._prefix,
            "unit": SCALE,
            "board": self._board,
            "squares": [
                [
                    square.name,
                    *map(_units, sheet.corner(square)),
                    *_grounds(square, sheet),
                    _units(head_of(square)),
                ]
                for square in picture.squares
            ],
            "labels": self._labels,
            "pools": [json.loads(pool) for pool in self._pools],
            "isRound": bool(picture.lines),
            "arrows": self._arrows,
            "crosses": self._crosses,
            "lit": AMBER,
            "line": {
                "colour": DEEP_AMBER,
                "path": _units(PATH_WIDTH),
                "attack": _units(ATTACK_WIDTH),
                "dash": [_units(DASH), _units(DASH_GAP)],
                "longStep": _units(LONG_STEP),
                "beforeEnd": _units(BEFORE_END),
            },
        }

    def _use(self, number: int, x: float, y: float, ground: str) -> str:
        place = f' x="{_units(x)}" y="{_units(y)}"' if x or y else ""
        return f'<use href="#{self._prefix}{number}"{place} color="{ground}"/>'


def _grounds(square: SquarePicture, sheet: BoardSheet) -> tuple[str, str]:
    """Return the colour of a square, and that which it has when the last ply touched it."""
    colour = sheet.ground_colour(square)
    return colour, mix(colour, AMBER, 0.5)


def _units(measure: float) -> float:
    """Return a measure in units of the view box, whole where it is."""
    found = round(measure * SCALE, 1)
    return int(found) if found == int(found) else found


def embedded(text: str) -> str:
    """Return JSON that a page may hold in a script element: no tag can begin or end in it."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
