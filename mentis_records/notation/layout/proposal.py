"""A text that cannot be read written as a record: its tags in brackets, its moves as records have.

It is a proposal for people to look at: what the text does not state is not made up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.game import AnyGame
from mentis_records.notation.layout.find import lay_out
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, signs_of
from mentis_records.notation.tag.known_tag import standard_tags
from mentis_records.notation.tag.meant_tag import prose_players, prose_tags, tag_pair
from mentis_records.notation.tag.result_phrase import find_phrase

_FIRST = re.compile(r"\W*1[.):,;|\s]+(?=[A-Za-z])")
"""How a line begins that has the first move."""

_TAG = re.compile(r"\W*\[[ \t]*[A-Za-z]")
_CELLS = re.compile(r"[,;\t|]")


def propose_record(text: str, game: AnyGame, games: Sequence[AnyGame]) -> str:
    """Return a text written as a record of a game; whether it is sound is not known.

    Args:
        text: one that could not be read.
        game: whose record it is.
        games: all that are known.
    """
    facts = game.description
    names = standard_tags(facts)
    signs = signs_of(facts)
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if _is_record(line, signs)), len(lines))
    tags: dict[str, str] = {}
    for line in lines[:at]:
        stated = prose_tags(line, names) or prose_players(line, facts.sides)
        for name, value in stated or _cells(line, names):
            tags.setdefault(name, value)
    body = lay_out(_with_result("\n".join(lines[at:]), facts.sides), game, games).lstrip("\n")
    result = _stated_result(lines, facts.sides)
    if result and "Result" not in tags and tags:
        tags["Result"] = result
    head = "\n".join(tag_pair(name, tags[name]) for name in names if name in tags)
    if not head:
        return body
    return f"{head}\n{'' if body.startswith('[') else chr(10)}{body}"


def _stated_result(lines: Sequence[str], sides: tuple[str, ...]) -> str:
    """Return the result that a line of its own states in words, or nothing."""
    for line in lines:
        found = find_phrase(line.strip(), 0, sides)
        if found is not None and found.end == len(line.strip()):
            return found.meant
    return ""


def _with_result(text: str, sides: tuple[str, ...]) -> str:
    """Return a text in which a line that states the result in words has its sign."""
    written = []
    for line in text.split("\n"):
        result = _stated_result([line], sides)
        written.append(result or line)
    return "\n".join(written)


def _is_record(line: str, signs: MovetextSigns) -> bool:
    """Tell whether a line has a tag pair or moves."""
    return bool(_TAG.match(line) or _FIRST.match(line)) or signs.has_movetext(line)


def _cells(line: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tag that a row of a table with a name and a value states."""
    cells = [cell.strip() for cell in _CELLS.split(line.strip("| \t"))]
    if len(cells) == len(("name", "value")) and cells[0] in names and cells[1] not in names:
        return [(cells[0], cells[1])]
    return []
