"""Find how a text that cannot be read is laid out: by undoing that, and reading again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from mentis_records.core.diagnostic import Finding, Severity
from mentis_records.core.game import AnyGame
from mentis_records.notation import code
from mentis_records.notation.layout.divider import (
    find_dividers,
    find_dots,
    find_judgements,
    find_semicolons,
    find_times,
)
from mentis_records.notation.layout.line_edge import (
    find_end,
    find_list,
    find_numbers,
    find_quotation,
)
from mentis_records.notation.layout.look_alike import find_blanks, find_look_alikes
from mentis_records.notation.layout.markup import find_html, find_quoted_printable, find_style
from mentis_records.notation.layout.move_number import find_move_numbers
from mentis_records.notation.layout.move_table import find_table
from mentis_records.notation.layout.other_layout import FindLayout, Layout
from mentis_records.notation.layout.side_label import SideLabels
from mentis_records.notation.layout.speaker import find_side_words, find_speakers
from mentis_records.notation.syntax.miswriting import joined_plies
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, exchanged_header, signs_of
from mentis_records.notation.syntax.record_syntax import Fault
from mentis_records.notation.syntax.recovery import parse_record
from mentis_records.notation.syntax.unread_word import MAX_QUOTE, quote
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED
from mentis_records.notation.tag.game_tag import find_named

FindSides = Callable[[str, MovetextSigns, SideLabels], Layout | None]
"""Finds a layout that names the sides."""


def _plain(find: FindLayout) -> FindSides:
    """Return what finds a layout that names no sides."""
    return lambda text, signs, _: find(text, signs)


_OUTER: tuple[FindSides, ...] = (
    *map(_plain, (find_quotation, find_list, find_quoted_printable, find_html, find_end)),
)
"""What may have another layout inside."""

_LAYOUTS: tuple[FindSides, ...] = (
    *_OUTER,
    *map(_plain, (find_numbers, find_blanks, find_look_alikes, find_style)),
    find_speakers,
    *map(_plain, (find_times, find_judgements)),
    find_table,
    find_side_words,
    *map(_plain, (find_move_numbers, find_semicolons, find_dividers, find_dots)),
)
"""The kinds of layout; one may be within another that stands before it."""

_LONGEST = 50_000
"""Characters of a text that is looked at."""

_FEW = 3
_SHARE_OF_TURNS = 8
"""Few faults among so many times more turns are no layout, but for single signs."""

_ODD = re.compile(r"[^\x00-\x7f]|[\\|&<>;]|(?<!1)/")
"""Signs that may stand alone in movetext and be the only fault."""

_LONGEST_LINE = 500
"""Characters of a line in which blanks inside plies are looked for."""

_SHARE = 0.2
"""The share of the faults that may be left in the text as it should be laid out."""

_COMMA = re.compile(r",(?=\s|\Z)", re.MULTILINE)
_GAME_TAG = re.compile(r'^\[Game[ \t]+"([^"\n]*)"', re.MULTILINE)


def find_layout(
    text: str, game: AnyGame, games: Sequence[AnyGame], faults: int, turns: int
) -> Fault | None:
    """Return how a text is laid out, if that is why it cannot be read.

    Args:
        text: what was to be a record.
        game: the game whose record it is, as far as it says that.
        games: all that are known.
        faults: how many there are in the text as it is.
        turns: how many turns its mainline has.
    """
    exchanged = re.match(rf"\s*{exchanged_header(game.description.sides)}", text)
    if exchanged is not None:
        return Fault(_exchanged(exchanged[0], game), exchanged.start(), exchanged.end())
    is_sparse = faults <= _FEW and turns > _SHARE_OF_TURNS * faults
    if is_sparse and not _ODD.search(text, text.rfind("]\n") + 1):
        return None
    found = _undo(text, game, games, faults)
    return None if found is None else _fault(*found, text)


def _exchanged(head: str, game: AnyGame) -> Finding:
    """Return what is to be said of columns that are headed by the other side."""
    first, second = game.description.sides
    details = {
        "what": f"the columns are headed {quote(' '.join(head.split()))}",
        "expected": f"{first} Moves  {second} Moves",
        "hint": f"write {first}'s moves in the first column",
    }
    return Finding(code.OTHER_LAYOUT, details)


def lay_out(
    text: str, game: AnyGame, games: Sequence[AnyGame], players: Mapping[str, str] | None = None
) -> str:
    """Return a text as a record is laid out, or as it is if it cannot be read for other reasons.

    So is one whose layout does not settle the sides and the order of the plies. ``players`` are
    those that are known from elsewhere, by their sides.
    """
    faults, _ = _count(text, game, games)
    found = _undo(text, game, games, faults, players) if faults else None
    return text if found is None or not found[0].is_settled else found[1]


def _undo(
    text: str,
    game: AnyGame,
    games: Sequence[AnyGame],
    faults: int,
    players: Mapping[str, str] | None = None,
) -> tuple[Layout, str] | None:
    """Return the outermost layout of a text, settled if all are, and the text without any."""
    if len(text) > _LONGEST:
        return None
    signs = signs_of(*[each.description for each in games])
    labels = SideLabels(text, _named(text, game, games), players)
    first: Layout | None = None
    is_settled = True
    written, left, plies = text, faults, -1
    for find in _LAYOUTS:
        found = find(written, signs, labels)
        if found is None:
            continue
        now, read = _count(found.text.lstrip("\n"), game, games)
        if now < left or (now == left and read > plies >= 0) or (now == left and find in _OUTER):
            written, left, plies = found.text.lstrip("\n"), now, read
            first = found if first is None else first
            is_settled = is_settled and found.is_settled
            if not left:
                break
    if first is not None and left:
        described = _named(written, game, games).description
        lines = _COMMA.sub(" ", written).split("\n")
        joined = "\n".join([joined_plies(line[:_LONGEST_LINE], described) for line in lines])
        now, read = _count(joined, game, games)
        if now < left:
            written, left, plies = joined, now, read
    if first is None or plies <= 0 or left > _SHARE * faults:
        return None
    return first._replace(is_settled=is_settled), written


def find_swallowed(text: str, games: Sequence[AnyGame]) -> Fault | None:
    """Return that plies stand behind semicolons, as comments, if they do."""
    if len(text) > _LONGEST:
        return None
    found = find_semicolons(text, signs_of(*[each.description for each in games]))
    return None if found is None else _fault(found, found.text, text)


def _named(text: str, game: AnyGame, games: Sequence[AnyGame]) -> AnyGame:
    """Return the game that a text names, or the one given."""
    named = _GAME_TAG.search(text)
    stated = None if named is None else find_named(games, named[1])
    return stated or game


def _count(text: str, game: AnyGame, games: Sequence[AnyGame]) -> tuple[int, int]:
    """Return how many faults a text has, and how many plies can be read."""
    start = TAGGED if text.startswith("[") else LISTING
    syntax, faults = parse_record(text, start, _named(text, game, games).description)
    errors = sum(fault.finding.code.severity is Severity.ERROR for fault in faults)
    return errors, sum(not turn.is_invalid for turn in syntax.line.turns)


def _fault(layout: Layout, written: str, text: str) -> Fault:
    """Return what is to be said of a layout, with the first line as it should be."""
    old = {line.strip() for line in text.split("\n")}
    lines = [line.strip() for line in written.split("\n") if "\ufffd" not in line]
    line = next((line for line in lines if line not in old and layout.is_settled), "")
    line = line if line.startswith("[") else " ".join(line.split())
    expected = (
        line
        if 0 < len(line) <= MAX_QUOTE
        else "a line as records have it: numbers, plies, a result"
    )
    details = {"what": quote(layout.what), "expected": expected, "hint": layout.advice}
    return Fault(Finding(code.OTHER_LAYOUT, details), *layout.place)
