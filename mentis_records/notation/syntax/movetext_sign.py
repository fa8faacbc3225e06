"""Signs of movetext in lines that may be anything: a number, a ply, a result, a listing's header.

They tell movetext from text around records; what a ply is, the grammars of the games say.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Sequence
from functools import cached_property

from mentis_records.core.game import GameDescription
from mentis_records.notation.syntax.scanner import Scanner
from mentis_records.notation.tables.action import MAX_DEPTH
from mentis_records.notation.tables.grammar_file import STARTS, TAGGED
from mentis_records.notation.tables.grammar_tables import load_tables, terminal_pattern
from mentis_records.notation.tag.foreign_name import foreign_names
from mentis_records.notation.tag.known_tag import standard_tags
from mentis_records.notation.tag.result_word import read_score

_COMMENTS = re.compile(r"\{[^}]*\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_NUMBER = re.compile(r"([0-9]+)\.+")
_FRAME = re.compile(r"[!?]+$")

_PROSE = re.compile(r"[^\w\s]*([^\W\d_]{2,})[^\w\s]*")
"""A word of letters, with what may stand around it."""

_LONG_WORD = 4

_LONGEST = 64
"""Longer words are no plies, and would take long to be read."""

_MOST_WORDS = 6
"""Words of a move number and a ply at the beginning of a line."""

_MOST_KNOWN = 4_096
"""Words of which it is remembered whether they are plies."""

_HEAD_MARK = r"(?:\|[ \t]?)?"
_NUMBER_HEAD = r"(?:(?:no|nr|move|number|turn)\b\.?|#)[ \t|,;]{1,40}"
"""What may stand before the names of the sides in the first row of a table."""

_HEAD, _END = '[Event "?"]\n\n', "\n*\n"
"""What makes a word a whole record, as the grammars want it."""


class MovetextSigns:
    """Tells of words and lines whether they are movetext of one of some games.

    ``header`` is the regular expression of their listings' header lines, ``tags`` are the names of
    their standard tags, ``sides`` those of the players, game by game.
    """

    def __init__(self, games: Sequence[GameDescription]) -> None:
        """Begin; ``games`` are those whose records a text may hold."""
        grammars = [game.grammar for game in games]
        self.header = "|".join(terminal_pattern(each, "HEADER") for each in grammars)
        self.tags = tuple(dict.fromkeys(tag for game in games for tag in standard_tags(game)))
        self.sides = tuple(dict.fromkeys(game.sides for game in games))
        self._grammars = grammars
        self._tokens = array("i", bytes(4 * 6 * (_LONGEST * 4 + len(_HEAD) + len(_END) + 1)))
        self._known: dict[str, bool] = {}

    @cached_property
    def exchanged(self) -> re.Pattern[str]:
        """The pattern of header lines that name the sides in exchanged columns."""
        return re.compile("|".join(map(exchanged_header, self.sides)))

    @cached_property
    def header_line(self) -> re.Pattern[bytes]:
        """The pattern of header lines of listings, whatever the order of their columns."""
        return re.compile(f"{self.header}|{self.exchanged.pattern}".encode())

    @cached_property
    def commented_tag(self) -> re.Pattern[bytes]:
        """The pattern of the beginning of a comment that holds a standard tag, as its group."""
        players = "|".join(side for sides in self.sides for side in sides)
        names = "|".join(self.tags)
        whole = rf"\[|(?=(?:{players})\b)|(?=[^\n]*\])"
        return re.compile(rf'[%;{{][ \t]*(?:{whole})({names})[ \t]+"'.encode())

    @cached_property
    def _scanners(self) -> list[tuple[Scanner, int]]:
        tables = map(load_tables, self._grammars)
        return [(Scanner(each), len(each.terminals)) for each in tables]

    def has_movetext(self, text: str) -> bool:
        """Tell whether some line of a text has movetext and is no prose, comments apart."""
        return any(
            any(map(self.is_movetext, words)) and not self._are_prose(words)
            for words in map(str.split, _COMMENTS.sub(" ", text).split("\n"))
        )

    def is_prose(self, line: str) -> bool:
        """Tell whether a line has words and no ply: its numbers and results belong to a text.

        Words are of four letters or more, or two of fewer: one of up to three may be a ply that is
        not whole. A ply may be several words, if the line begins with it.
        """
        return self._are_prose(_COMMENTS.sub(" ", line).split())

    def _are_prose(self, words: Sequence[str]) -> bool:
        letters = 0
        for word in words:
            found = _PROSE.fullmatch(word)
            if found is not None and not word.isupper():
                letters += 2 if len(found[1]) < _LONG_WORD else _LONG_WORD
                if letters >= _LONG_WORD:
                    begun = (" ".join(words[:count]) for count in range(2, _MOST_WORDS + 1))
                    return not (any(map(self._has_ply, words)) or any(map(self._has_ply, begun)))
        return False

    def is_movetext(self, word: str) -> bool:
        """Tell whether a word is a number, a ply or a result, or begins with a number and a ply."""
        return number_of(word) is not None or bool(read_score(word)) or self._has_ply(word)

    def is_ply(self, word: str) -> bool:
        """Tell whether a word is a ply, or begins with a number and one."""
        return self._has_ply(word)

    def _has_ply(self, word: str) -> bool:
        if len(word) > _LONGEST:
            return False
        found = self._known.get(word)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[word] = self._is_ply(word)
        return found

    def _is_ply(self, word: str) -> bool:
        bare = _FRAME.sub("", _NUMBER.sub("", word.strip("()"), count=1))
        if not bare:
            return False
        record = f"{_HEAD}{bare}{_END}".encode("utf-8", "surrogatepass")
        start = STARTS.index(TAGGED)
        for scanner, width in self._scanners:
            count = scanner.scan_bytes(record, 0, len(record), start, MAX_DEPTH, self._tokens)
            if any(self._tokens[3 * at] >= width for at in range(count)):
                return True
        return False


def exchanged_header(sides: Sequence[str]) -> str:
    """Return the regular expression of a line that names a game's sides in exchanged columns.

    So is one that names a single side: its moves are half a game.
    """
    words = foreign_names((*sides, "Result"))
    one, two = (
        "|".join([_head(side), *(_head(word) for word, meant in words.items() if meant == side)])
        for side in sides
    )
    heads = [rf"{_HEAD_MARK}(?:{_NUMBER_HEAD})?(?:{two})[ \t|,;/]{{1,40}}(?:{one})"]
    heads += [_head(side) for side in sides]
    return rf"(?i:(?:{'|'.join(heads)})[ \t|,;:]*)(?=\n|\Z)"


def _head(side: str) -> str:
    return rf"(?:<i>)?{re.escape(side)}(?:'s)?(?:[ \t]{{1,9}}(?:moves?|plays?))?(?:</i>)?"


_known = threading.local()


def signs_of(*games: GameDescription) -> MovetextSigns:
    """Return the signs of the movetext of some games; a thread has its own."""
    grammars = "\n".join(game.grammar for game in games)
    if grammars not in _known.__dict__:
        _known.__dict__[grammars] = MovetextSigns(games)
    found: MovetextSigns = _known.__dict__[grammars]
    return found


def number_of(word: str) -> int | None:
    """Return the move number that a word is, or None."""
    found = _NUMBER.fullmatch(word)
    return int(found[1].lstrip("0")[:9] or "0") if found else None
