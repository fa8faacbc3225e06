"""What stands for pieces and stacks in text: their signs, and the words for the ear."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.picture import Piece
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
