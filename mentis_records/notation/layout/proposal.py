"""A text that cannot be read written as a record: its tags in brackets, its moves as records have.

It is a proposal for people to look at: what the text does not state is not made up, and what no
tag can say is kept in a comment before the first move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mentis_records.core.date import is_date, meant_date, plain_date
from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.notation.code.movetext import (
    NUMBER_CONTRADICTS,
    NUMBER_MISPRINT,
    NUMBER_MISSING,
    NUMBER_WRONG,
)
from mentis_records.notation.layout.find import lay_out
from mentis_records.notation.layout.heading import read_heading
from mentis_records.notation.layout.left_out import lines_left_out
from mentis_records.notation.layout.markup import decode_mail
from mentis_records.notation.layout.side_label import SideLabels
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, signs_of
from mentis_records.notation.tag.known_tag import standard_tags
from mentis_records.notation.tag.meant_tag import prose_tags, tag_pair
from mentis_records.notation.tag.result_phrase import find_phrase
from mentis_records.notation.tag.result_word import ResultWord

_FIRST = re.compile(r"\W*1[.):,;|\s]+(?=[A-Za-z])")
"""How a line begins that has the first move."""

_TAG = re.compile(r"\W*\[[ \t]*[A-Za-z]")
_CELLS = re.compile(r"[,;\t|]")
_HEAD_CELLS = re.compile(r"[,;\t|&]|[ \t]{2,}|(?<=\w)[ \t](?=\w)")
_RULE = re.compile(r"[-=:| \t+\u2500-\u257f]+")
_NO_BRACES = str.maketrans("{}", "()")


class Proposal(NamedTuple):
    """A record, and the lines of the text that are in none of its tags and moves."""

    text: str
    left_out: tuple[str, ...] = ()

    def with_comment(self) -> str:
        """Return the record with the lines that it lacks in a comment before its first move."""
        if not self.left_out:
            return self.text
        words = " / ".join(self.left_out).translate(_NO_BRACES)
        lines = self.text.split("\n")
        at = next(
            (at for at, line in enumerate(lines) if line and not _TAG.match(line)), len(lines)
        )
        return "\n".join([*lines[:at], f"{{{words}}}", *lines[at:]])


def propose_record(
    text: str, game: AnyGame, games: Sequence[AnyGame], events: Sequence[str] = ()
) -> Proposal:
    """Return a text written as a record of a game; whether it is sound is not known.

    Args:
        text: one that could not be read.
        game: whose record it is.
        games: all that are known.
        events: names of events that a heading may have.
    """
    facts = game.description
    names = standard_tags(facts)
    signs = signs_of(facts)
    text = decode_mail(text)
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if _is_record(line, signs)), len(lines))
    at = _head_at(lines, at, SideLabels("\n".join(lines[:at]), game), facts)
    tags: dict[str, str] = {}
    left: list[str] = []
    for line in lines[:at]:
        stated = prose_tags(line, names) or _cells(line, names)
        is_whole = bool(stated)
        if not stated:
            stated, is_whole = read_heading(line, facts.sides, events)
        for name, value in stated:
            is_whole = is_whole and name not in tags and (name != "Date" or _is_day(value))
            tags.setdefault(name, value)
        if not is_whole:
            left.append(line)
    players = {side: tags[side] for side in facts.sides if side in tags}
    moves = _with_result("\n".join(lines[at:]), facts.sides)
    body = lay_out(moves, game, games, players).lstrip("\n")
    result = _stated_result(lines, facts.sides)
    if result is not None and tags:
        tags.setdefault("Result", result.meant)
        if result.termination:
            tags["Termination"] = result.termination
    order = (*names, "Termination")
    head = "\n".join(tag_pair(name, tags[name]) for name in order if name in tags)
    lost = lines_left_out(left, "", signs) + lines_left_out(lines[at:], body, signs)
    if head:
        body = f"{head}\n{'' if body.startswith('[') else chr(10)}{body}"
    return Proposal(body, tuple(lost))


def is_settled(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return True if what is found in a proposal leaves no doubt about the order of its plies."""
    return not any(
        found.code in (NUMBER_CONTRADICTS, NUMBER_MISPRINT, NUMBER_MISSING, NUMBER_WRONG)
        for found in diagnostics
    )


def _head_at(lines: Sequence[str], at: int, labels: SideLabels, game: GameDescription) -> int:
    """Return the index of the row that heads the columns of the moves, which begin at ``at``."""
    sign = _CELLS.search(lines[at]) if at < len(lines) else None
    for index in range(at - 1, -1, -1):
        line = lines[index].strip()
        if not line and labels.is_head(_HEAD_CELLS.split(lines[index - 1].strip("| \t"))):
            return index - 1
        if not line:
            return at
        if _RULE.fullmatch(line):
            continue
        is_tag = bool(_cells(line, standard_tags(game)))
        is_row = sign is not None and sign[0] in line and not is_tag
        return index if is_row or labels.is_head(_HEAD_CELLS.split(line.strip("| \t"))) else at
    return at


def _is_day(text: str) -> bool:
    """Tell whether a text states a date that can be one day only."""
    text = text.strip(" \t,;|*_\"'")
    return is_date(text) or bool(meant_date(text)) or is_date(plain_date(text))


def _stated_result(lines: Sequence[str], sides: tuple[str, ...]) -> ResultWord | None:
    """Return the result that a line of its own states in words, if one does."""
    for line in lines:
        found = find_phrase(line.strip(), 0, sides)
        if found is not None and found.end == len(line.strip()):
            return found
    return None


def _with_result(text: str, sides: tuple[str, ...]) -> str:
    """Return a text in which a line that states the result in words has its sign."""
    written = []
    for line in text.split("\n"):
        result = _stated_result([line], sides)
        written.append(line if result is None else result.meant)
    return "\n".join(written)


def _is_record(line: str, signs: MovetextSigns) -> bool:
    """Tell whether a line has a tag pair or moves."""
    is_begun = bool(_TAG.match(line) or _FIRST.match(line)) or signs.has_movetext(line)
    return is_begun or signs.has_movetext(_CELLS.sub(" ", line))


def _cells(line: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tag that a row of a table with a name and a value states."""
    cells = [cell.strip() for cell in _CELLS.split(line.strip("| \t"))]
    if len(cells) == len(("name", "value")) and cells[0] in names and cells[1] not in names:
        return [(cells[0], cells[1])]
    return []
