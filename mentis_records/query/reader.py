"""Give the words of a query their meaning: sides, tiles, squares, numbers; makes no SQL.

What a predicate's line of grammar finds comes here as Lark's trees and tokens.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any, NoReturn

from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.start import starts_of
from mentis_records.core.vocabulary import TileType
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.number import Number, check_possible
from mentis_records.query.query_tree import Operator, Spot

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_NUMBER_DIGITS = 9
"""Digits of a number that plies, tiles or squares are compared with."""

Patterns = tuple[tuple[str | None, ...], ...]
"""Whole stacks from bottom to top, letter by letter; None is any one tile."""


class Reader:
    """Reads the pieces of one text for one game."""

    def __init__(self, text: str, game: AnyGame) -> None:
        """Read pieces of this text, which speaks of this game."""
        self.text = text
        self.game = game
        self.vocabulary = game.description.vocabulary
        self.sides = game.description.sides
        self.board = (1 << len(self.vocabulary.squares)) - 1

    def spot(self, token: Token) -> Spot:
        """Return a token as a piece of the text; a quoted one without its quotes."""
        return spot_of(self.text, token)

    def refuse(self, token: Token, message: str, hint: str = "") -> NoReturn:
        """Say that a token means nothing.

        Raises:
            QueryError: always.
        """
        raise QueryError.at(self.spot(token), message, hint)

    def side(self, tree: Tree[Token]) -> int | None:
        """Return the index of a side, or None of any."""
        (token,) = tree.children
        names = [name.lower() for name in self.sides]
        word = str(token).lower()
        return names.index(word) if word in names else None

    def owner(self, tree: Tree[Token], what: str) -> int:
        """Return the index of a side, which must not be any."""
        side = self.side(tree)
        if side is None:
            names = " or ".join(name.lower() for name in self.sides)
            token: Any = tree.children[0]
            self.refuse(token, f"{what} is that of one side", f"write {names}")
        return side

    def tile(self, tree: Tree[Token]) -> TileType | None:
        """Return the type of a tile, or None of any."""
        token: Any = tree.children[0]
        if token.type == "ANY":
            return None
        for tile in self.vocabulary.tiles:
            if tile.letter == token:
                return tile
        return self.refuse(token, f"there is no tile {token}", self._tile_hint())

    def _tile_hint(self) -> str:
        words = [f"{tile.letter} ({tile.name})" for tile in self.vocabulary.tiles]
        return f"expected: {', '.join(words)}, or any"

    def letter(self, tree: Tree[Token]) -> str | None:
        """Return the letter of a tile, or None of any."""
        tile = self.tile(tree)
        return None if tile is None else tile.letter

    def square(self, token: Token) -> int:
        """Return the index of a square."""
        names = self.vocabulary.squares
        if token in names:
            return names.index(str(token))
        near = nearest(str(token), names)
        last = f"{self.vocabulary.columns[-1]}{self.vocabulary.rows[-1]}"
        hint = f"did you mean {near}?" if near else f"expected: a square, {names[0]} to {last}"
        return self.refuse(token, f"there is no square {token}", hint)

    def number(self, token: Token, what: str, least: int = 0) -> int:
        """Return a whole number from ``least`` on."""
        if not (token.isascii() and token.isdigit()):
            self.refuse(token, f"{what} is a whole number, which {token} is not", "such as 4")
        if len(token) > MAX_NUMBER_DIGITS:
            self.refuse(token, f"a number of more than {MAX_NUMBER_DIGITS} digits")
        if int(token) < least:
            self.refuse(token, f"{what} is at least {least}", f"did you mean {least}?")
        return int(token)

    def comparison(
        self, sign: Token, token: Token, what: str, least: int, most: int | None
    ) -> Number:
        """Return a comparison with something that is from ``least`` to ``most``."""
        if sign == Operator.LIKE:
            self.refuse(sign, f"{what} is a number, which ~ does not compare", "= != < <= > >=")
        number = Number(Operator(str(sign)), self.number(token, what))
        found = Spot(self.text, f"{sign} {token}", sign.start_pos or 0, token.end_pos or 0)
        check_possible(number, what, least, most, found)
        return number

    def patterns(self, token: Token) -> Patterns:
        """Return the whole stacks that letters, ``?`` and ``*`` stand for."""
        most = self.vocabulary.max_height
        letters = [tile.letter for tile in self.vocabulary.tiles]
        for sign in token:
            if sign not in (*letters, "?", "*"):
                near = str(token).upper()
                hint = f"expected: {', '.join(letters)}, ? for any one tile, * for any number"
                if all(one in (*letters, "?", "*") for one in near):
                    hint = f"did you mean {near!r}?"
                self.refuse(token, f"there is no tile {sign}", hint)
        fixed = len(token) - token.count("*")
        if fixed > most:
            self.refuse(
                token,
                f"a stack has at most {most} tiles, not {fixed}",
                f"did you mean {str(token).replace('*', '')[:most]!r}?",
            )
        alone = [tile for tile in self.vocabulary.tiles if tile.is_alone and tile.letter in token]
        if fixed > 1 and alone:
            words = f"the {alone[0].name} never stands in a stack with others"
            self.refuse(token, words, f"did you mean {alone[0].letter}?")
        found = set()
        free = most - fixed
        signs = re.sub(r"\*+", "*", str(token))
        for lengths in product(range(free + 1), repeat=signs.count("*")):
            if sum(lengths) > free:
                continue
            rest = iter(lengths)
            stack = "".join("?" * next(rest) if sign == "*" else sign for sign in signs)
            if stack:
                found.add(tuple(None if sign == "?" else sign for sign in stack))
        return tuple(sorted(found, key=lambda stack: [letter or "" for letter in stack]))

    def position(self, token: Token) -> Any:
        """Return the position that a quoted text states; its move number may be left out."""
        text = self.spot(token).text
        whole = f"{text} 1" if len(text.split()) == 3 else text
        try:
            return self.game.parse_position(whole, {})
        except PositionError as error:
            for start in starts_of(self.game)[:1]:
                such = self.game.format_position(start.position).rpartition(" ")[0]
                return self.refuse(token, str(error), f"such as the start: {such}")
            return self.refuse(token, str(error), "a position string of the game")

    def move(self, token: Token) -> str:
        """Return the canonical notation of a quoted move."""
        text = self.spot(token).text
        try:
            return self.vocabulary.read_move(text)
        except ValueError as error:
            return self.refuse(token, f"{text} is no move", str(error))


def spot_of(query: str, token: Token) -> Spot:
    """Return a token as a piece of a query; a quoted one without its quotes."""
    text = str(token)
    if token.type == "STRING":
        text = re.sub(r'\\(["\\])', r"\1", text[1:-1])
    return Spot(query, text, token.start_pos or 0, token.end_pos or 0)
