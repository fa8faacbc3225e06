"""Plies of the game that are written where comments or variations are read.

``1. a7; d1`` has a ply after a semicolon, which begins a comment. Comments may name plies, so the
plies of a comment are the game's only if the numbers say that plies are missing, or if the comment
continues the game at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import AnyGame
from mentis_records.core.ply_syntax import Token
from mentis_records.notation import code
from mentis_records.notation.explain.move_numbers import NumberCheck
from mentis_records.notation.explain.replay import Replayed
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, number_of, signs_of
from mentis_records.notation.syntax.ply_reader import read_ply
from mentis_records.notation.syntax.record_syntax import Fault, LineSyntax
from mentis_records.notation.syntax.unread_word import quote
from mentis_records.notation.tag.result_word import read_score

_BRACE = "BRACE_COMMENT"
_SEPARATORS = ";,."


def find_hidden_plies(
    line: LineSyntax, played: Replayed, numbers: NumberCheck, game: AnyGame, final: Any
) -> Fault | None:
    """Return the first comment or variation that has plies of the game, if there is one.

    Args:
        line: the mainline.
        played: its replay.
        numbers: the check of its numbers, which is done.
        game: the game.
        final: the position after the mainline.
    """
    if not line.turns or (numbers.is_usual and not line.turns[-1].comments):
        return None
    signs = signs_of(game.description)
    if not numbers.is_usual:
        comments = [*line.comments, *(token for turn in line.turns for token in turn.comments)]
        for token in comments:
            words = _words(token)
            is_pure = _is_movetext(words, signs)
            if is_pure or (token.type != _BRACE and bool(words) and signs.is_ply(words[0])):
                return _fault(token.text, token.start, token.end)
        for turn in line.turns if numbers.is_each else ():
            for variation in turn.variations:
                if not any(each.number_at >= 0 for each in variation.turns):
                    text = turn.entries.text[turn.end : variation.end].strip()
                    return _fault(text, turn.end, variation.end)
    last = line.turns[-1]
    for token in last.comments:
        if token.type == _BRACE or not _continues(token, last.end, played, numbers.opener, signs):
            continue
        ply = next(word for word in _words(token) if number_of(word) is None)
        syntax = read_ply(ply.rstrip("!?"), game.description)
        if syntax is not None and game.resolve(final, syntax).is_legal:
            return _fault(token.text, token.start, token.end)
    return None


def _continues(token: Token, end: int, played: Replayed, opener: int, signs: MovetextSigns) -> bool:
    """Return True if a comment after the last ply, which ends at ``end``, continues the game."""
    words = _words(token)
    if not played.is_whole or not _is_movetext(words, signs):
        return False
    is_first_side = not played.sides or played.sides[-1] != opener
    if not is_first_side or token.start == end:
        return True
    due = played.numbers[-1] + 1 if played.numbers else 1
    return number_of(words[0]) == due


def _words(token: Token) -> list[str]:
    """Return the words of a comment."""
    text = token.text.strip("{};\n%") if token.type == _BRACE else token.text.lstrip(";\n%")
    return [word for each in text.split() for word in _parts(each)]


def _parts(word: str) -> Iterator[str]:
    """Yield a word without separators, but for the dots of a number."""
    for part in word.split(";"):
        bare = part if number_of(part) is not None else part.strip(_SEPARATORS)
        if bare:
            yield bare


def _is_movetext(words: list[str], signs: MovetextSigns) -> bool:
    """Return True if words are nothing but numbers, results and at least one ply."""
    plies = [word for word in words if number_of(word) is None and not read_score(word)]
    return bool(plies) and all(map(signs.is_ply, plies))


def _fault(text: str, start: int, end: int) -> Fault:
    details = {
        "what": f"plies stand in a comment or variation: {quote(' '.join(text.split()))}",
        "expected": "all plies of the game one after the other",
        "hint": "if they are plies of the game, put a blank in place of the sign before them",
    }
    return Fault(Finding(code.OTHER_LAYOUT, details), start, end)
