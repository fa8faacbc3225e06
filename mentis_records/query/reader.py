"""Give the words of a query their meaning: sides, pieces, squares, numbers; makes no SQL.

What a predicate's line of grammar finds comes here as Lark's trees and tokens.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.query.number import Number, Operator
from mentis_records.core.query.pattern import Pattern, Wild
from mentis_records.core.start import starts_of, without_number
from mentis_records.core.vocabulary import (
    ANY_SIGN,
    NOBODY,
    Area,
    PieceType,
    Pool,
    Vocabulary,
    is_named,
    offered,
)
from mentis_records.query.area import names_own, read_area
from mentis_records.query.check import check_possible
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.query_tree import Spot
from mentis_records.query.scope import Scope

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_NUMBER_DIGITS = 9
"""Digits of a number that plies, pieces or squares are compared with."""

_WILD = {wild.value: wild for wild in Wild}


class Reader:
    """Reads the pieces of one text for one game."""

    def __init__(self, text: str, game: AnyGame) -> None:
        """Read pieces of this text, which speaks of this game."""
        self.text = text
        self.game = game
        self.vocabulary = game.description.vocabulary
        self.sides = game.description.sides
        self.scope = Scope()

    @property
    def words(self) -> Vocabulary:
        """Return the words of the game's scenes, without which no text speaks of any."""
        return offered(self.vocabulary)

    @property
    def board(self) -> Area:
        """Return all squares."""
        return frozenset(range(len(self.words.squares)))

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
        """Return the index of a side, or None of any; of pieces without an owner ``NOBODY``."""
        (token,) = tree.children
        names = [name.lower() for name in self.sides]
        word = str(token).lower()
        if word in names:
            return names.index(word)
        is_neutral = self.vocabulary is not None and word == self.vocabulary.neutral.lower()
        return NOBODY if is_neutral else None

    def owner(self, tree: Tree[Token], what: str) -> int:
        """Return the index of a side, which must not be any."""
        side = self.side(tree)
        if side is None or side == NOBODY:
            names = " or ".join(name.lower() for name in self.sides)
            token: Any = tree.children[0]
            self.refuse(token, f"{what} needs a side", f"write {names}")
        return side

    def piece(self, tree: Tree[Token]) -> PieceType | None:
        """Return the type of a piece, or None of any."""
        token: Any = tree.children[0]
        if token.type == "ANY":
            return None
        if (found := self._find_piece(str(token))) is not None:
            return found
        words = self.words
        pieces = [f"{one.name} ({one.title})" for one in words.pieces]
        if words.has_signs:
            signs = words.pieces[0].name
            wild = (signs[:at] + ANY_SIGN + signs[at + 1 :] for at in range(len(signs)))
            pieces = [f"such as {pieces[0]}", *wild]
        hint = f"expected: {', '.join(pieces)}, or any"
        return self.refuse(token, f"there is no {self.words.piece_word} {token}", hint)

    def _find_piece(self, name: str) -> PieceType | None:
        """Return the type of piece with a name or title; one letter is read as it stands."""
        for piece in self.words.pieces:
            if name == piece.name or (len(name) > 1 and name.lower() == piece.name.lower()):
                return piece
        titled = (piece for piece in self.words.pieces if piece.title.lower() == name.lower())
        return next(titled, None) or self._find_wild(name)

    def _find_wild(self, name: str) -> PieceType | None:
        """Return a name with ``?`` for signs as a type of piece, if some piece has such a name."""
        words = self.words
        if not words.has_signs or ANY_SIGN not in name:
            return None
        for piece in words.pieces:
            if is_named(piece.name.lower(), name.lower()):
                signs = zip(name, piece.name, strict=True)
                written = "".join(ANY_SIGN if sign == ANY_SIGN else own for sign, own in signs)
                return PieceType(written, f"{words.piece_word} {written}")
        return None

    def piece_name(self, tree: Tree[Token]) -> str | None:
        """Return the name of a piece, or None of any."""
        piece = self.piece(tree)
        return None if piece is None else piece.name

    def kind(self, side: Tree[Token], piece: Tree[Token]) -> tuple[int | None, str | None]:
        """Return side and name of pieces, or None of any: the side may have such pieces."""
        owner, found = self.side(side), self.piece(piece)
        if found is None:
            return owner, None
        if owner is not None and found.side not in (None, owner):
            own = [one.name for one in self.words.pieces if one.side in (None, owner)]
            token: Any = piece.children[0]
            message = f"no {found.title} is {side.children[0]}'s"
            self.refuse(token, message, f"expected: {', '.join([*own, 'any'])}")
        return owner, found.name

    def pool(self, tree: Tree[Token]) -> Pool:
        """Return a pool."""
        (token,) = tree.children
        word = str(token).lower()
        return next(pool for pool in self.words.pools if pool.name.lower() == word)

    def area(self, tree: Tree[Token], owner: int | None = None) -> Area:
        """Return the squares that an area, or a set of them, names for pieces of a side."""
        return read_area(self, tree, None if owner == NOBODY else owner)

    def placed(
        self, side: Tree[Token], piece: Tree[Token], area: Tree[Token]
    ) -> tuple[tuple[int | None, str | None, Area], ...]:
        """Return side, piece and area of pieces: for each side, if each has an area of its own."""
        owner, name = self.kind(side, piece)
        if owner is not None or not names_own(self, area):
            return ((owner, name, self.area(area, owner)),)
        return tuple((each, name, self.area(area, each)) for each in range(len(self.sides)))

    def located(self, tree: Tree[Token]) -> tuple[int | None, str | None, Area]:
        """Return side, piece and area of pieces on squares, by default on the board."""
        if tree.data == "named_piece":
            return self._named(tree.children[0])
        side, piece, *areas = tree.children
        parts: Any = (side, piece, *areas)
        owner, name = self.kind(parts[0], parts[1])
        return owner, name, self.area(parts[2], owner) if areas else self.board

    def _named(self, token: Any) -> tuple[int | None, str | None, Area]:
        """Return side, piece and place of a named piece."""
        spot = self.spot(token)
        if (found := self.scope.find(spot)) is not None:
            return found.side, found.piece, frozenset([found.place])
        near = nearest(spot.text, [side.lower() for side in self.sides])
        hint = f"did you mean {near}?" if near else f"name it first: some {spot.text}: ..."
        return self.refuse(token, f"no {self.words.piece_word} is named {spot.text}", hint)

    def named_place(self, token: Token) -> int | None:
        """Return what stands for the square of a piece with this name, below 0, or None."""
        found = self.scope.find(self.spot(token))
        return None if found is None else found.place

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
            self.refuse(sign, f"{what} is a number, which ~ cannot compare", "= != < <= > >=")
        number = Number(Operator(str(sign)), self.number(token, what))
        found = Spot(self.text, f"{sign} {token}", sign.start_pos or 0, token.end_pos or 0)
        check_possible(number, what, least, most, found)
        return number

    def pattern(self, token: Token) -> Pattern:
        """Return the stack that names, ``?`` and ``*`` stand for."""
        words = self.words
        parts = self._parts(token)
        found = [self._part(token, part) for part in parts]
        names = [part for part in found if isinstance(part, str)]
        fixed = sum(part is not Wild.MANY for part in found)
        if fixed > words.max_height:
            joint = "" if self._has_letters else "-"
            short = joint.join([part for part in parts if part != "*"][: words.max_height])
            message = f"a stack has at most {words.max_height} {words.piece_word}s, not {fixed}"
            self.refuse(token, message, f"did you mean {short!r}?")
        alone = [piece for piece in words.pieces if piece.is_alone and piece.name in names]
        if fixed > 1 and alone:
            message = f"the {alone[0].title} is never in a stack with others"
            self.refuse(token, message, f"did you mean {alone[0].name}?")
        return tuple(
            part
            for at, part in enumerate(found)
            if part is not Wild.MANY or at == 0 or found[at - 1] is not Wild.MANY
        )

    @property
    def _has_letters(self) -> bool:
        """Tell whether the names of pieces are letters: a stack is then written as a word."""
        return all(len(piece.name) == 1 for piece in self.words.pieces)

    def _parts(self, token: Token) -> list[str]:
        return [*token] if self._has_letters else token.split("-")

    def _part(self, token: Token, part: str) -> str | Wild:
        if part in _WILD:
            return _WILD[part]
        if (found := self._find_piece(part)) is not None:
            return found.name
        names = [piece.name for piece in self.words.pieces]
        what = self.words.piece_word
        hint = f"expected: {', '.join(names)}, ? for any one {what}, * for any number"
        near = str(token).upper()
        if all(one in (*names, *_WILD) for one in near):
            hint = f"did you mean {('' if self._has_letters else '-').join(near)!r}?"
        return self.refuse(token, f"there is no {what} {part}", hint)

    def position(self, token: Token) -> Any:
        """Return the position that a quoted text states; its move number may be left out."""
        text = self.spot(token).text
        starts = starts_of(self.game)[:1]
        start = self.game.format_position(starts[0].position) if starts else ""
        short = without_number(self.game, starts[0].position) if starts else None
        is_short = short is not None and len(text.split()) == len(short.split())
        try:
            return self.game.parse_position(f"{text} 1" if is_short else text, {})
        except PositionError as error:
            such = short or start
            wanted = f"such as the start: {such}" if such else "a position string of the game"
            return self.refuse(token, str(error), wanted)

    def move(self, token: Token) -> str:
        """Return the canonical notation of a quoted move."""
        text = self.spot(token).text
        if self.vocabulary is None:
            return text.strip()
        try:
            return self.vocabulary.read_move(text)
        except ValueError as error:
            return self.refuse(token, f"{text} is not a move", str(error))


def spot_of(query: str, token: Token) -> Spot:
    """Return a token as a piece of a query; a quoted one without its quotes."""
    text = str(token)
    if token.type == "STRING":
        text = re.sub(r"\\([\"'\\])", r"\1", text[1:-1])
    return Spot(query, text, token.start_pos or 0, token.end_pos or 0)
