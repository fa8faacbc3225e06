"""Evidence that a record's plies are not all, or not in their order: numbers, and hidden plies.

The plies count, not the numbers. But a number that no usual way of numbering explains is evidence
that plies are missing, doubled or in another order, so the record is not what was played.

Plies may be hidden where comments or variations are read: ``1. a7; d1`` has one after a semicolon,
which begins a comment. Comments may name plies, so the plies of a comment are the game's only if
the numbers say that plies are missing, or if the comment continues the game at its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.core.game import AnyGame
from mentis_records.core.ply_syntax import Token
from mentis_records.notation import code
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.replay import Replayed
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, number_of, signs_of
from mentis_records.notation.syntax.record_syntax import Fault, LineSyntax, TurnSyntax
from mentis_records.notation.tag.result_word import read_score

_MAX_DIGITS = 9
_OTHER_SIDE = 3
"""Dots of a number before a ply of the side whose plies need none."""


class _Written(NamedTuple):
    """A number as it is written: the index of its ply, its value, the ply's own number.

    ``is_first_side`` marks plies of the side whose plies have numbers, whose ``dots`` are one;
    three, as in ``1...``, belong to the other side.
    """

    at: int
    found: int
    due: int
    is_first_side: bool
    dots: int
    turn: TurnSyntax


class NumberCheck:
    """Checks the numbers of a record, line by line.

    ``is_usual`` is False if numbers are missing, contradict the plies or are one a ply, which
    ``is_each`` tells.
    """

    def __init__(self, report: Report, opener: int, is_lenient: bool) -> None:
        """Begin a record.

        Args:
            report: takes what is found.
            opener: the side whose plies have numbers.
            is_lenient: whether contradictory numbers are warnings only.
        """
        self._report = report
        self.opener = opener
        self._is_lenient = is_lenient
        self.is_usual, self.is_each = True, False

    def check(self, line: Replayed) -> None:
        """Check the mainline and its variations."""
        self._check(line, None)

    def _check(self, line: Replayed, shift: int | None) -> None:
        """Check a line; ``shift`` is by how much the numbers before a variation are off."""
        is_exact = self._is_exact(line)
        if is_exact and not line.variations:
            return
        written = list(self._written(line))
        if not is_exact:
            self._judge(written, line, shift)
        shifts = {each.at: each.found - each.due for each in written}
        last = shift or 0
        done = 0
        for at in sorted(line.variations):
            for index in range(done, at + 1):
                last = shifts.get(index, last)
            done = at + 1
            for variation in line.variations[at]:
                self._check(variation, last)
        if not is_exact:
            self._report_missing(line)

    def _is_exact(self, line: Replayed) -> bool:
        """Return True if a line has the usual numbers and no others, as nearly all have."""
        if line.stopped is not None:
            return False
        for turn, due, side in zip(line.line.turns, line.numbers, line.sides, strict=False):
            place, entries = turn.number_at, turn.entries
            if (place >= 0) != (side == self.opener):
                return False
            if place >= 0 and entries.text[entries.start(place) : entries.end(place)] != f"{due}.":
                return False
        return True

    def _written(self, line: Replayed) -> Iterator[_Written]:
        """Yield the numbers of a line up to the ply that could not be played, if there is one."""
        numbers, sides = list(line.numbers), list(line.sides)
        if line.stopped is not None:
            numbers.append(line.stopped[0])
            sides.append(line.stopped[1])
        for at, (turn, due, side) in enumerate(zip(line.line.turns, numbers, sides, strict=False)):
            if turn.number_at < 0:
                continue
            entries, place = turn.entries, turn.number_at
            text = entries.text[entries.start(place) : entries.end(place)]
            digits = text.rstrip(".")
            found = int(digits.lstrip("0")[:_MAX_DIGITS] or "0")
            dots = len(text) - len(digits)
            yield _Written(at, found, due, side == self.opener, dots, turn)

    def _judge(self, written: Sequence[_Written], line: Replayed, shift: int | None) -> None:
        """Report what is unusual about the numbers of a line.

        One before a ply that cannot be played contradicts nothing: the ply is to blame.
        """
        plies = len(line.sides) + (line.stopped is not None)
        bad = self._find_contradiction(written, plies, shift)
        if bad is not None and written[bad].at < len(line.sides):
            self._contradict(written, bad)

    def _find_contradiction(
        self, written: Sequence[_Written], plies: int, shift: int | None
    ) -> int | None:
        """Return the first number that contradicts the plies; report those that only look odd."""
        if all(each.found == each.due for each in written):
            return _find_wrong_side(written)
        if _find_wrong_side(written) is None:
            misprints = self._find_misprints(written, plies, shift)
            if misprints is not None:
                for each in misprints:
                    self._report_number(code.NUMBER_MISPRINT, written[each])
                return None
        bad = _find_wrong_side(written)
        offset = written[0].found - written[0].due
        if bad is None and shift is not None and offset not in (shift, 0):
            bad = 0
        if bad is None:
            wrong = [at for at, each in enumerate(written) if each.found - each.due != offset]
            isolated = set(_isolated(written, wrong))
            bad = next((at for at in wrong if at not in isolated), wrong[0] if wrong else 0)
        return bad

    def _find_misprints(
        self, written: Sequence[_Written], plies: int, shift: int | None
    ) -> Sequence[int] | None:
        """Return the misprints of usual numbering, None if the numbers contradict the plies.

        A constant offset, and one number a ply, are reported.
        """
        first = written[0]
        offset = first.found - first.due
        if not offset or (first.at == 0 if shift is None else offset == shift):
            wrong = [at for at, each in enumerate(written) if each.found - each.due != offset]
            if len(_isolated(written, wrong)) == len(wrong):
                if shift is None and offset:
                    self._report_number(code.NUMBER_WRONG, first)
                return wrong
        is_each = 1 < len(written) == plies and (shift is None or offset == shift)
        if not is_each or any(
            each.dots == _OTHER_SIDE or each.found - first.found != each.at for each in written
        ):
            return None
        self.is_usual, self.is_each = False, True
        if shift is None:
            wrong_at = next(each for each in written if each.found != each.due)
            self._report_number(code.NUMBER_WRONG, wrong_at)
        return ()

    def _contradict(self, written: Sequence[_Written], bad: int) -> None:
        """Report a number that contradicts the plies."""
        self.is_usual = False
        each = written[bad]
        number = each.turn.entries.token(each.turn.number_at)
        details = {"found": number.text, "expected": _due(each), "hint": _advice(written, bad)}
        finding = Finding(code.NUMBER_CONTRADICTS, details)
        self._report.add(finding, number.start, number.end, is_tolerated=self._is_lenient)

    def _report_number(self, kind: Code, each: _Written) -> None:
        number = each.turn.entries.token(each.turn.number_at)
        details = {"found": str(each.found), "expected": str(each.due)}
        self._report.add(Finding(kind, details), number.start, number.end)

    def _report_missing(self, line: Replayed) -> None:
        """Report the missing numbers of a line."""
        turns = line.line.turns
        missing = [
            at
            for at, side in enumerate(line.sides)
            if side == self.opener and turns[at].number_at < 0 and not turns[at].is_invalid
        ]
        due = [line.numbers[at] for at in missing[:1]]
        if line.stopped is not None and line.stopped[1] == self.opener:
            at = len(line.sides)
            if turns[at].number_at < 0 and not turns[at].is_invalid:
                missing.append(at)
                due.append(line.stopped[0])
        if not missing:
            return
        self.is_usual = False
        count = f"{len(missing)} move number{'s are' if len(missing) > 1 else ' is'}"
        finding = Finding(code.NUMBER_MISSING, {"count": count, "expected": f"{due[0]}."})
        first = turns[missing[0]]
        self._report.add(finding, first.start, first.end)


def _find_wrong_side(written: Sequence[_Written]) -> int | None:
    """Return the first number that stands before a ply of the other side than it says."""
    numbered = {each.at for each in written}
    for index, each in enumerate(written):
        if each.is_first_side:
            if each.dots == _OTHER_SIDE:
                return index
        elif each.dots == 1 and each.at and each.at - 1 not in numbered:
            return index  # the move's first ply has no number, so a ply is too many before it
    return None


def _isolated(written: Sequence[_Written], wrong: Sequence[int]) -> Sequence[int]:
    """Return the wrong numbers that are misprints: those before and after them are right.

    A number that repeats one next to it is none, and neither are numbers that have changed places.
    """
    among = set(wrong)
    offset = written[0].found - written[0].due
    due = {written[at].due + offset for at in wrong}
    return [
        at
        for at in wrong
        if 0 < at < len(written) - 1
        and not {at - 1, at + 1} & among
        and written[at].found not in due
        and written[at].found not in (written[at - 1].found, written[at + 1].found)
    ]


def _due(each: _Written) -> str:
    """Return the number that is due before a ply."""
    return f"{each.due}." if each.is_first_side else f"{each.due}... or no number"


def _advice(written: Sequence[_Written], bad: int) -> str:
    """Return what contradictory numbers may mean."""
    each = written[bad]
    before = written[bad - 1].found if bad else 0
    if each.dots == _OTHER_SIDE and each.is_first_side:
        return f"{each.found}... stands before a ply of the other side; is a ply missing?"
    steps = zip(written[bad:], written[bad + 1 :], strict=False)
    if (bad and each.found < before) or any(one.found > two.found for one, two in steps):
        return "are the moves in another order, or in columns? write each on a line of its own"
    if bad and each.found == before:
        return "is a move written twice, or are there two games side by side?"
    return "is a ply missing?"


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
        from mentis_records.notation.syntax.ply_reader import read_ply

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
    from mentis_records.notation.syntax.unread_word import quote

    details = {
        "what": f"plies stand in a comment or variation: {quote(' '.join(text.split()))}",
        "expected": "all plies of the game one after the other",
        "hint": "if they are plies of the game, put a blank in place of the sign before them",
    }
    return Fault(Finding(code.OTHER_LAYOUT, details), start, end)
