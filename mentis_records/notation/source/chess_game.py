"""Tell games of chess from records: by a position in FEN, or by moves as chess players write them.

Only texts that are no sound records are asked about. A move that is a ply of the game, too, does
not tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_FEN = re.compile(r"(?<![\w/])[pnbrqk1-8]+(?:/[pnbrqk1-8]+){7}[ \t]+[wb]\b", re.IGNORECASE)
_APART = re.compile(r"^[ \t]*\[[^\n]*|\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*", re.MULTILINE)
_WORD = re.compile(r"[^\s()]+")
_NUMBER = re.compile(r"[0-9]+\.+")
_NO_MOVE = re.compile(r"(?:[0-9]+\.*|\$[0-9]+|1-0|0-1|1/2-1/2|\*|[!?]+|\.+)$")
_MOVE = re.compile(
    r"(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=?[QRBN])?|[O0]-[O0](?:-[O0])?)"
    r"[+#]?[!?]*$"
)
_ONLY_CHESS = re.compile(
    r"[QRB][a-h]?[1-8]?x?[a-h][1-8]|[KN]x|[a-h]x|[O0]-[O0]|[^h]*h[1-8]|.*[8+=]"
)
_FIRST_MOVES = (re.compile("[a-h][34]$"), re.compile("[a-h][56]$"))
_PLAYERS = re.compile(r'^\[(?:White|Black)[ \t]+"', re.MULTILINE)

_LOOKED_AT = 24
"""Words that tell."""

_LEAST = 2
"""Fewer moves do not tell."""

_SHARE = 0.8
"""The share of the words that are such moves."""


def find_chess(
    text: str, sides: tuple[str, ...], is_ply: Callable[[str], bool]
) -> tuple[int, int] | None:
    """Return the place in a text that tells that it is a game of chess, or None.

    Args:
        text: a record, or what was to be one.
        sides: the names of the sides of the game whose record it was to be.
        is_ply: tells of a word whether it is a ply of that game.
    """
    fen = _FEN.search(text)
    if fen is not None:
        return fen.span()
    movetext = _APART.sub(lambda found: " " * len(found[0]), text)
    words = []
    for found in _WORD.finditer(movetext):
        number = _NUMBER.match(found[0])
        word = found[0][number.end() :] if number else found[0]
        if word and not _NO_MOVE.match(word):
            words.append((word, found.end() - len(word)))
        if len(words) == _LOOKED_AT:
            break
    moves = [(word, at) for word, at in words if _MOVE.match(word)]
    told = [word for word, _ in moves if not is_ply(word)]
    if len(told) < _LEAST or len(moves) < _SHARE * len(words):
        return None
    is_chess = (
        any(map(_ONLY_CHESS.match, told))
        or ("White" not in sides and _PLAYERS.search(text) is not None)
        or all(form.match(word) for form, (word, _) in zip(_FIRST_MOVES, words, strict=False))
    )
    word, at = moves[0]
    return (at, at + len(word)) if is_chess else None
