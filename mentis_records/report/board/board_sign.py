"""What stands for pieces and stacks in text: their signs, and the words for the ear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mentis_records.core.picture import Ground, Piece, SquarePicture
from mentis_records.core.text import printable

BACKS, ASCII_BACKS = "■□▣", "#%@"
"""Pieces that lie face down: the first side's, the second side's, neutral ones."""

NEUTRAL = "Neutral"


def sign_of(piece: Piece, backs: str = BACKS) -> str:
    """Return the characters that stand for a piece, its owner told by them."""
    if piece.is_face_down:
        return backs[2 if piece.side is None else piece.side % 2]
    if piece.text:
        return printable(piece.text)
    return printable(piece.sign.lower() if piece.side == 1 else piece.sign)


def ground_text(ground: Ground) -> str:
    """Return what is printed on a square: its sign, and its pips for each side."""
    pips = ":".join(map(str, ground.pips))
    return " ".join(filter(None, (printable(ground.sign), pips)))


def owner_of(sides: Sequence[str], side: int | None) -> str:
    """Return the name of a side, or the word for none."""
    return NEUTRAL if side is None else sides[side]


def stack_words(sides: Sequence[str], pieces: Sequence[Piece]) -> str:
    """Return a stack in words; the owner of its top piece is said before.

    Where pieces have several owners, each is named with its own.
    """
    names = [piece.name for piece in pieces]
    if len(names) == 1:
        return names[0]
    if len({piece.side for piece in pieces}) > 1:
        names = [f"{owner_of(sides, piece.side)} {piece.name}" for piece in pieces]
    return f"stack of {len(names)}, bottom to top {', '.join(names)}"


def square_words(sides: Sequence[str], square: SquarePicture) -> str:
    """Return in words what is on a square, with its owner."""
    if square.is_pool:
        held = pool_words(sides, square.ground.side, square.pieces)
        return f"{pool_name(sides, square)} with {held}"
    return f"{owner_of(sides, square.pieces[-1].side)} {stack_words(sides, square.pieces)}"


def pool_name(sides: Sequence[str], square: SquarePicture) -> str:
    """Return what a pool on the board is called, with its owner."""
    side = square.ground.side
    return square.ground.name if side is None else f"{sides[side]} {square.ground.name}"


def pool_words(sides: Sequence[str], side: int | None, pieces: Iterable[Piece]) -> str:
    """Return how many pieces of each kind a side's pool has; owners are said of those of others."""
    kinds = Counter((piece.side, piece.name, piece.plural or piece.name) for piece in pieces)
    held = []
    for (owner, name, plural), count in kinds.items():
        whose = "" if owner == side else f"{owner_of(sides, owner)} "
        held.append(f"{count} {whose}{name if count == 1 else plural}")
    return ", ".join(held) or "nothing"


def counted(signs: Iterable[str]) -> str:
    """Return each kind of sign with its number."""
    return " ".join(
        f"{sign}{count}" if len(sign) == 1 else f"{sign}x{count}" if count > 1 else sign
        for sign, count in Counter(signs).items()
    )
