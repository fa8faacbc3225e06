"""A layout that no record has: what it is, where it shows, and the text laid out as a record."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from mentis_records.core.trial import Offsets
from mentis_records.notation.syntax.movetext_sign import MovetextSigns


class Layout(NamedTuple):
    """What is odd about a whole text, in words, where that begins, the text without it, advice.

    ``is_settled`` tells that the text settles both sides and the order of the plies.
    """

    what: str
    place: Offsets
    text: str
    advice: str = ""
    is_settled: bool = True


FindLayout = Callable[[str, MovetextSigns], Layout | None]
"""Finds one kind of layout in a text; the signs tell what is movetext."""

APART = r"\{[^}]*(?:\}|\Z)|^[ \t]*\[[^\n]*|^%[^\n]*"
"""What is no movetext in a text: comments in braces, tag pairs, lines of ``%``."""


def replace_words(
    text: str, pattern: re.Pattern[str], write: Callable[[re.Match[str]], str]
) -> tuple[str, list[re.Match[str]]]:
    """Return a text with what matches written otherwise, and the matches.

    Args:
        text: a whole record.
        pattern: has a group ``apart`` for what is left as it is, as ``APART`` does.
        write: what to put in place of a match; what comes back as it was is no match.
    """
    found: list[re.Match[str]] = []

    def put(match: re.Match[str]) -> str:
        if match["apart"] is not None:
            return match[0]
        written = write(match)
        if written != match[0]:
            found.append(match)
        return written

    return pattern.sub(put, text), found
