"""Lines of a text that a record written from it does not have: what would be lost."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from mentis_records.notation.syntax.movetext_sign import MovetextSigns
from mentis_records.notation.tag.result_phrase import find_phrase

_WORD = re.compile(r"[^\W_]+")
_ELEMENT = re.compile(r"</?[A-Za-z!?][^<>\n]*>")
_DAY = re.compile(r"(?<![\w.-])[0-9]{1,4}([./-])[0-9]{1,2}\1[0-9]{2,4}(?!\w)")
_HEADS = frozenset(("no", "nr", "number", "move", "moves", "turn", "turns", "ply", "v", "vs"))
"""Words of the first row of a table of moves."""

_STYLE = " \t#*_>|"


def lines_left_out(lines: Iterable[str], written: str, signs: MovetextSigns) -> list[str]:
    """Return the lines with words that are not in what was written; a word is looked for once.

    Of lines with moves, only words of letters and days count: numbers and clocks stand there, too.

    Args:
        lines: of the text.
        written: the movetext and tags of the record.
        signs: those of the game.
    """
    known = {word.casefold() for word in _WORD.findall(written)}
    plies = {word for word in known if not word.isalpha()}
    known |= _HEADS
    known.update(side.casefold() for sides in signs.sides for side in sides)
    left: list[str] = []
    for line in lines:
        shown = html.unescape(_ELEMENT.sub(" ", line))
        has_moves = signs.has_movetext(shown) or any(map(_is_ply, shown.split()))
        words = {word.casefold() for word in _WORD.findall(shown)} - known
        if has_moves:
            words = {word for word in words if word.isalpha() and len(word) > 1}
            words = {word for word in words if not any(ply.startswith(word) for ply in plies)}
            words |= {found[0] for found in _DAY.finditer(shown) if found[0] not in written} - known
        if not words or _is_result(shown, signs.sides):
            continue
        known |= words
        left.append(shown.strip(_STYLE))
    return left


def _is_ply(word: str) -> bool:
    """Tell whether a word has letters and digits, as plies have that cannot be read yet."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _is_result(line: str, sides: Sequence[tuple[str, ...]]) -> bool:
    """Tell whether a line states nothing but the result, which the record has."""
    text = line.strip()
    found = [find_phrase(text, 0, each) for each in sides]
    return any(each is not None and each.end == len(text) for each in found)
