"""Find what a broken ply may have been: legal moves one slip of the pen away.

Knows how plies are written only as far as squares, letters and signs can be told apart. A
reading is shown to people and never applied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.diagnostic import Suggestion
from mentis_records.core.game import AnyGame
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.replay import Break, Replayer, kernel_of
from mentis_records.notation.syntax.record_syntax import LineSyntax

_UNIT = re.compile(r"[A-Za-z][0-9]+|.")
_MAX_TEXT = 60
_MAX_UNIT = 2
"""Characters of the longest unit of a legal move: a square."""

_KINDS = ("one sign", "a missing step", "one mark", "a transposition", "one letter", "one square")
"""The slips that count, likeliest first: what changes least of what was meant."""


MAX_SEARCHES = 2_000
"""Broken plies of one source for which readings are sought."""

MAX_SEARCHES_OF_RECORD = 100
"""Broken plies of one record for which readings are sought."""

NOT_SOUGHT = (
    f"readings are suggested for {MAX_SEARCHES_OF_RECORD} broken plies of a record and for "
    f"{MAX_SEARCHES:,} of a file; that limit is reached, so check the record by itself"
)
"""The hint where none are sought any more."""


class Search:
    """Finds what broken plies of one source may have been, as many as are sought."""

    max_breaks = MAX_SEARCHES_OF_RECORD + 1
    """Broken plies of a record that it takes: one more than it finds readings for."""

    def __init__(self) -> None:
        """Begin with a source."""
        self._left = MAX_SEARCHES

    def add_readings(
        self, game: AnyGame, text: str, breaks: Sequence[Break], report: Report
    ) -> None:
        """Add readings, or the hint that none are sought, to what a report says of broken plies.

        Args:
            game: the game of the record.
            text: the record.
            breaks: its broken plies.
            report: where they have been reported.
        """
        for count, broken in enumerate(breaks):
            start, end = broken.turn.start, broken.turn.end
            if count == MAX_SEARCHES_OF_RECORD or not self._left:
                report.advise(start, end, NOT_SOUGHT)
                return
            self._left -= 1
            report.suggest(start, end, find_readings(game, text[start:end], broken))


def find_readings(game: AnyGame, written: str, broken: Break) -> tuple[Suggestion, ...]:
    """Return the single-edit readings after which the rest of the line replays, best first."""
    if len(written) > _MAX_TEXT:
        return ()
    text = "".join(written.split())
    kernel = kernel_of(game)
    kernel.fill(0, broken.position)
    kernel.restore_slot(0)
    codes = kernel.legal_codes()
    notations, _ = kernel.name_moves(codes)
    found: list[tuple[int, int, int, str, str]] = []
    for at in range(len(codes)):
        meant = notations[at]
        if not _is_near(text, meant):
            continue
        slip = find_slip(text, meant)
        if text == meant:
            slip = ("one sign", "one sign: without the blanks")
        if slip is not None and _replays(game, codes[at], broken):
            kind, reason = slip
            far = _differences(text, meant) if kind == "one square" else 1
            found.append((_KINDS.index(kind), far, _shift(text, meant), meant, reason))
    return tuple([Suggestion(notation, reason) for *_, notation, reason in sorted(found)])


def _replays(game: AnyGame, code: int, broken: Break) -> bool:
    position = game.play(broken.position, game.decode_move(code))
    keys = [*broken.keys, position.key]
    report = Report("", 1, 1, False)
    line = LineSyntax(list(broken.rest))
    return bool(Replayer(game, report, keys).replay(line, position).is_whole)


def find_slip(written: str, meant: str) -> tuple[str, str] | None:
    """Return the kind and description of the one slip between two notations, or None."""
    if written == meant:
        return None
    if not _is_near(written, meant):
        return None
    have, want = _UNIT.findall(written), _UNIT.findall(meant)
    slip = _find_swap(written, meant, have, want)
    if slip is None and len(have) == len(want):
        slip = _find_substitution(have, want)
    if slip is None:
        slip = _find_insertion(have, want)
    return slip


def _is_near(written: str, meant: str) -> bool:
    """Tell whether one slip may lie between two notations, by what their ends have in common.

    What stands between them is then missing in one of the two, or it is one unit of what was
    meant, or the same signs in another order.
    """
    size, wanted = len(written), len(meant)
    shorter = min(size, wanted)
    first = last = 0
    while first < shorter and written[first] == meant[first]:
        first += 1
    while first + last < shorter and written[size - 1 - last] == meant[wanted - 1 - last]:
        last += 1
    if first + last == shorter or wanted - first - last <= _MAX_UNIT:
        return True
    if size != wanted:
        return False
    return sorted(written[first : size - last]) == sorted(meant[first : wanted - last])


def _find_swap(
    written: str, meant: str, have: list[str], want: list[str]
) -> tuple[str, str] | None:
    kind = "a transposition"
    for left, right in ((have, want), (list(written), list(meant))):
        at = _first_difference(left, right)
        for step in (1, 2, 3):
            swapped = list(left)
            if at + step < len(swapped):
                swapped[at], swapped[at + step] = swapped[at + step], swapped[at]
            if swapped == right:
                return kind, f"{kind}: {left[at]} and {left[at + step]} are swapped"
    return None


def _find_substitution(have: list[str], want: list[str]) -> tuple[str, str] | None:
    wrong = [(old, new) for old, new in zip(have, want, strict=True) if old != new]
    if len(wrong) != 1:
        return None
    old, new = wrong[0]
    kind = _kind_of(new)
    return kind, f"{kind}: {new} instead of {old}"


def _find_insertion(have: list[str], want: list[str]) -> tuple[str, str] | None:
    at = _first_difference(have, want)
    more = len(want) - len(have)
    if more == 1 and have[at:] == want[at + 1 :]:
        kind = _kind_of(want[at])
        return kind, f"{kind}: {want[at]} is missing"
    if more == -1 and have[at + 1 :] == want[at:]:
        kind = _kind_of(have[at])
        return kind, f"{kind}: {have[at]} is extra"
    for start in range(max(0, at - 1), at + 1) if more in (2, 3, 4) else ():
        if have[start:] != want[start + more :]:
            continue
        inserted = want[start : start + more]
        if sum(unit[0].isalpha() for unit in inserted) == 1 and "-" in inserted:
            step = "".join(inserted).strip("-")
            return "a missing step", f"a missing step: {step}"
    return None


def _kind_of(unit: str) -> str:
    if unit == "#":
        return "one mark"
    if len(unit) > 1:
        return "one square"
    return "one letter" if unit.isalpha() and unit != "x" else "one sign"


def _first_difference(left: Sequence[str], right: Sequence[str]) -> int:
    for at, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return at
    return min(len(left), len(right))


def _shift(written: str, meant: str) -> int:
    """Return how far apart the characters that differ are: a neighbouring square is likelier."""
    pairs = zip(written, meant, strict=False)
    return sum(abs(ord(old) - ord(new)) for old, new in pairs if old.isalnum() and new.isalnum())


def _differences(written: str, meant: str) -> int:
    """Return the Levenshtein distance of two short texts."""
    row = list(range(len(meant) + 1))
    for at, old in enumerate(written, 1):
        before, row[0] = row[0], at
        for index, new in enumerate(meant, 1):
            before, row[index] = (
                row[index],
                min(row[index] + 1, row[index - 1] + 1, before + (old != new)),
            )
    return row[len(meant)]
