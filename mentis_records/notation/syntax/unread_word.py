"""What is said of words that are no plies: known miswritings, commas, prose; reads none of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mentis_records.core.diagnostic import WRITE, Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.text import printable
from mentis_records.notation import code
from mentis_records.notation.syntax.record_syntax import Fault

MAX_QUOTE = 60
"""Longer texts are cut when a message quotes them."""

MAX_WORD = 64
"""Longer words are not compared with the game's known miswritings."""

_COMMA_HINT = "leave the commas out, and the blanks inside a ply"

make_fault: Callable[[tuple[Finding, int, int]], Fault] = partial(tuple.__new__, Fault)
"""Makes a fault of its fields; many times faster than calling its class."""


class UnreadWords:
    """Puts the words of one text that cannot be read into faults.

    Words of prose that follow each other are one fault, which grows.
    """

    def __init__(self, text: str, game: GameDescription, faults: list[Fault]) -> None:
        """Begin; ``faults`` are all that are found in the text, and the last one may grow."""
        self._text = text
        self._game = game
        self._faults = faults
        self._prose_at = -1
        self._comma_from = -1

    def find_end(self, start: int) -> int:
        """Return where a miswriting that begins here and goes over blanks ends, else ``start``."""
        from mentis_records.notation.syntax.miswriting import miswritings_of

        return start + miswritings_of(self._game).reach(self._text[start : start + MAX_WORD])

    def ply_fault(
        self, start: int, end: int, offset: int, describe_expected: Callable[[], str]
    ) -> Fault | None:
        """Return what is to be said of an unreadable ply, None if that has been said already.

        Args:
            start: where the ply begins.
            end: where it ends.
            offset: where it cannot be read any more.
            describe_expected: tells in words what could stand there.
        """
        from mentis_records.notation.syntax.meant_ply import meant_plies
        from mentis_records.notation.syntax.miswriting import miswritings_of

        text = self._text[start:end]
        if text.endswith(","):
            return self.comma_fault(start, end)
        known = miswritings_of(self._game).find(text) if len(text) <= MAX_WORD else None
        if known is not None:
            details = {"found": quote(text), "joined": "".join(text.split()), **known.details}
            if not known.code.hint.startswith("write"):
                details[WRITE] = meant_plies(text, self._game)
            return make_fault(
                (Finding(known.code, details), start + known.start, start + known.end)
            )
        details = {"found": quote(text), "expected": describe_expected()}
        details[WRITE] = meant_plies(text, self._game)
        finding = Finding(code.UNREADABLE, details)
        if not has_digit(text):
            self._prose_at = len(self._faults)
        return make_fault((finding, start if start == offset else offset, end))

    def comma_fault(self, start: int, end: int) -> Fault | None:
        """Return what is to be said of the first comma of a line, with the line as it should be."""
        line_start = self._text.rfind("\n", 0, start) + 1
        if self._comma_from == line_start:
            return None
        self._comma_from = line_start
        line = self._text[line_start:].split("\n", 1)[0]
        before = self._text[line_start : end - 1].split()[-1:] or [""]
        details = {"found": quote(before[0]), "hint": self._comma_hint(line)}
        return make_fault((Finding(code.COMMA_BETWEEN_PLIES, details), end - 1, end))

    def _comma_hint(self, line: str) -> str:
        """Return what to write instead of a line of plies with commas, where it is short."""
        if len(line) > MAX_QUOTE or set("{};(") & set(line):
            return _COMMA_HINT
        from mentis_records.notation.syntax.miswriting import joined_plies

        words = [joined_plies(part, self._game) for part in line.split(",")]
        return f"write {' '.join(' '.join(words).split())}"

    def goes_on(self, start: int) -> bool:
        """Tell whether nothing stands between the last fault, itself prose, and an offset."""
        if self._prose_at < 0 or self._prose_at != len(self._faults) - 1:
            return False
        return not self._text[self._faults[-1].end : start].strip()

    def extend_prose(self, end: int) -> None:
        """Make the last fault, about prose, reach to an offset."""
        previous = self._faults[-1]
        if previous.end - previous.start > MAX_QUOTE:
            self._faults[-1] = make_fault((previous.finding, previous.start, end))
            return
        merged = quote(self._text[previous.start : min(end, previous.start + MAX_QUOTE + 1)])
        finding = Finding(code.UNREADABLE, {**previous.finding.details, "found": merged})
        self._faults[-1] = make_fault((finding, previous.start, end))


def expected_words(game: GameDescription, accepts: Callable[[str], bool]) -> str:
    """Return in words what a parser would take, which tells that of the names of terminals."""
    words = {**code.TERMINAL_WORDS, **dict(game.terminal_words)}
    found = [word for name, word in words.items() if accepts(name)]
    last = found.pop() if found else "the end of the record"
    return f"{', '.join(found)} or {last}" if found else last


def has_digit(text: str) -> bool:
    """Tell whether a text has a digit."""
    return any(map(str.isdigit, text))


def quote_text(text: str) -> str:
    """Return the beginning of a text of many lines, fit for a message."""
    first, *further = text.split("\n", 1)
    return f"{quote(first.rstrip())} ..." if further else quote(first)


def quote(text: str) -> str:
    """Return a text fit for a message: on one line, not too long, nothing invisible."""
    shown = text if len(text) <= MAX_QUOTE else text[: MAX_QUOTE - 3] + "..."
    return printable(shown)
