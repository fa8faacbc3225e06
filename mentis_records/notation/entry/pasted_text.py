"""Text as it stands in record files, taken apart for the desk: tags, turns, comments, variations.

Nothing of it is checked. Knows no game but which words are results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from mentis_records.core.outcome import RESULTS
from mentis_records.fast.late_dataclass import dataclass

_TOKEN = re.compile(
    r"""
    (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    |(?P<comment>\{[^}]*\}?|(?<!\S);[^\n]*)
    |(?P<open>(?<!\S)\()
    |(?P<word>[^\s{]*[^\s{)])
    |(?P<close>\))
    """,
    re.VERBOSE,
)


class PartKind(Enum):
    """What a part of a text is."""

    TAG = auto()
    TURNS = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text: its words; of a tag its name, and its value as the text."""

    kind: PartKind
    text: str = ""
    name: str = ""


_TYPED = (
    (),
    (PartKind.TURNS,),
    (PartKind.COMMENT,),
    (PartKind.RESULT,),
    (PartKind.OPEN,),
    (PartKind.CLOSE,),
    (PartKind.OPEN, PartKind.TURNS),
    (PartKind.OPEN, PartKind.TURNS, PartKind.CLOSE),
)
"""The parts of lines that people type."""


def is_pasted(text: str) -> bool:
    """Tell whether a text is more than a line as people type it."""
    return "\n" in text or tuple(part.kind for part in text_parts(text)) not in _TYPED


def text_parts(text: str) -> Iterator[Part]:
    """Yield the parts of a text, in order; runs of turns with their comments are one part."""
    turns: list[str] = []
    for found in _TOKEN.finditer(text):
        kind, word = found.lastgroup, found[0]
        if (kind == "word" and word not in RESULTS) or (kind == "comment" and turns):
            turns.append(word)
            continue
        if turns:
            yield Part(PartKind.TURNS, " ".join(turns))
            turns.clear()
        if found["tag"]:
            yield Part(PartKind.TAG, re.sub(r"\\(.)", r"\1", found["value"]), found["name"])
        elif found["comment"]:
            yield Part(PartKind.COMMENT, word[1:].removesuffix("}").strip())
        elif found["open"]:
            yield Part(PartKind.OPEN)
        elif found["close"]:
            yield Part(PartKind.CLOSE)
        else:
            yield Part(PartKind.RESULT, word)
    if turns:
        yield Part(PartKind.TURNS, " ".join(turns))
