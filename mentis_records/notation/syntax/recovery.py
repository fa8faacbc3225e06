# cython: boundscheck=True, wraparound=True
"""Parse one record's text by Lark's tables, going on after what cannot be read.

The table says what may stand where. After an error the stack is unwound to the nearest place
where an invalid ply (or tag) may stand, as with yacc's ``error`` token. Knows the terminals of
``record.lark`` only; every other terminal is taken for a part of a ply.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.ply_syntax import Token
from mentis_records.notation import code
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.syntax.parser import ParserStack
from mentis_records.notation.syntax.record_syntax import Fault, RecordSyntax
from mentis_records.notation.tables.action import MAX_DEPTH
from mentis_records.notation.tables.grammar_file import APART, STRUCTURE
from mentis_records.notation.tag.known_tag import common_tags, standard_tags
from mentis_records.notation.tag.result_word import BEGINNINGS, ResultWord, find_result

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

if TYPE_CHECKING:
    from mentis_records.notation.syntax.unread_word import UnreadWords

MAX_FAULTS = 100
"""After this many syntax errors the rest of the record is not read (and that is said)."""

TEXT_HINT = "put it in a comment, or delete it"
"""What to do about text that belongs to no record."""

_VALUE_HINT = 'inside a value write \\" for a quotation mark and \\\\ for a backslash'

_ZERO = re.compile(r"0[ \t]*[-:][ \t]*0[.!]*")
"""What is written where both players forfeit."""

_HOW_IT_ENDED = "how the game ended belongs in the tag Termination"

_expectations: dict[tuple[str, int], str] = {}
"""What a parser would take, in words, by the game and the place in its grammar."""

_TAG_LINE = re.compile(r'^[ \t]*\[[A-Za-z][A-Za-z0-9_]*[ \t]+"', re.MULTILINE)
_SWALLOWED = re.compile(r'\n\[[A-Za-z][A-Za-z0-9_]*[ \t]+"')
"""How a line begins within a comment that was never closed."""

_NUMBERED = re.compile(r"(?<!\S)([0-9]{1,6})\.")
MAX_TAIL = 1_000
"""Characters before a result in which the last move number is looked for."""

_SIGN = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
_WORD = re.compile(r"[^\s(){};]+|.", re.DOTALL)


def parse_record(text: str, start: str, game: GameDescription) -> tuple[RecordSyntax, list[Fault]]:
    """Return the syntax of one record and all that is invalid in it.

    Args:
        text: the record; lines end in a line feed.
        start: the grammar's rule to start with, one of ``grammar_file.STARTS``.
        game: whose grammar to use, and whose known miswritings to name.
    """
    parse = Parse(text, start, game)
    syntax = parse.accept()
    faults: list[Fault] = []
    if syntax is None:
        syntax, faults = parse.run()
    for comment in syntax.line.comments:
        if _has_swallowed(comment):
            opened = comment.start
            faults.append(Fault(Finding(code.COMMENT_NOT_CLOSED), opened, opened + 1))
    return syntax, faults


class _Stop(Exception):  # noqa: N818 - it stops, it is no error
    """Reading ends here; what has been read counts."""


class Parse:
    """One run of the parser over one text."""

    def __init__(self, text: str, start: str, game: GameDescription) -> None:
        self._text = text
        self._game = game
        self._stack = ParserStack(game.grammar, text, start)
        self._faults: list[Fault] = []
        self._open: list[int] = []
        self._last: int | None = None
        self._number: int | None = None
        self._has_result = False
        self._is_cut = False
        self._rest_at: int | None = None
        self._has_moved = start != "tagged"
        self._last_tag = -1
        self._unread: UnreadWords | None = None

    def accept(self) -> RecordSyntax | None:
        """Return the syntax of a record that is written without fault, else None."""
        return self._stack.accept(MAX_DEPTH)

    def run(self) -> tuple[RecordSyntax, list[Fault]]:
        """Feed every token, then close what is open."""
        if not self._has_moved:
            for match in _TAG_LINE.finditer(self._text):
                self._last_tag = match.start()
        try:
            self._read()
        except _Stop:
            self._is_cut = self._rest_at is None
        syntax = self._finish()
        syntax.is_cut = self._is_cut
        syntax.rest_at = self._rest_at
        return syntax, self._faults

    # Tokens

    def _read(self) -> None:
        """Let the parser go on by itself as far as it can; deal with what it stops at."""
        while True:
            for kind, at in self._stack.advance(MAX_DEPTH):
                self._follow(kind, at)
            if self._stack.is_at_end():
                return
            token = self._stack.lex()
            if token is None:
                self._unreadable(self._stack.offset)
            else:
                self._take(token)

    def _take(self, token: Token) -> None:
        """Feed one token, or report it."""
        kind = token.type
        if kind == "VARIATION_OPEN" and len(self._open) >= MAX_DEPTH:
            self._report(code.VARIATION_TOO_DEEP, token, limit=str(MAX_DEPTH))
            raise _Stop
        if self._is_joined(token):
            self._unreadable(token.start)
            return
        if self._stack.accepts(kind):
            self._feed(token)
        else:
            self._unexpected(token)

    def _feed(self, token: Token) -> None:
        """Give the parser a token that it accepts."""
        self._follow(token.type, self._stack.feed(token))

    def _follow(self, kind: str, at: int) -> None:
        """Take notice of a token that the parser has taken, by its index."""
        self._last = at
        if kind == "VARIATION_OPEN":
            self._open.append(at)
        elif kind == "VARIATION_CLOSE":
            self._open.pop()
        elif kind not in APART or kind == "INVALID_PLY":
            self._has_moved = True
            self._has_result = self._has_result or kind == "RESULT"
            self._number = at if kind == "NUMBER" else None

    # Recovery

    def _unexpected(self, token: Token) -> None:
        """Report a token that may not stand here, and go on after it."""
        kind = token.type
        start = token.start
        if self._has_result:
            self._leave_rest(start, token.end)
        if self._in_tags(token):
            self._invalid_tag(start)
            return
        if self._number is not None and kind in ("NUMBER", "RESULT", "VARIATION_CLOSE"):
            self._report(code.NUMBER_WITHOUT_PLY, self._stack.token(self._number))
            if kind != "NUMBER":
                self._place_invalid(start, start)
                self._take(token)
        elif self._is_partial() and (kind in APART or not self._touches(start)):
            self._place_invalid(start, start, self._partial_fault)
            self._take(token)
        elif kind == "VARIATION_CLOSE" and not self._open:
            self._report(code.VARIATION_NOT_OPEN, token)
        elif kind == "VARIATION_CLOSE":
            self._report(code.VARIATION_EMPTY, token)
            self._place_invalid(start, start)
            self._take(token)
        elif kind == "RESULT" and self._open and _is_empty(self._text[token.end :]):
            self._close_variations(start)
            self._take(token)
        elif kind == "RESULT" and self._open:
            self._report(code.RESULT_IN_VARIATION, token, found=token.text)
        elif kind == "SUFFIX" and not self._is_inside_ply():
            is_second = self._last_kind() == "SUFFIX"
            self._report(code.TWO_SUFFIXES if is_second else code.ANNOTATION_ALONE, token)
        elif kind in ("NAG", "VARIATION_OPEN") and not self._is_inside_ply():
            self._report(code.ANNOTATION_ALONE, token)
            if kind == "VARIATION_OPEN":
                self._stack.skip_to(self._variation_end(token.end))
        else:
            self._unreadable(start)

    def _unreadable(self, offset: int) -> None:
        """Report characters that are no token, or tokens that make no ply."""
        from mentis_records.notation.syntax.unread_word import has_digit

        text = self._text
        if text[offset] == "{":
            self._fault(Finding(code.COMMENT_NOT_CLOSED), offset, offset + 1)
            raise _Stop
        if self._has_result:
            self._leave_rest(offset, self._word_end(offset))
        if not self._has_moved and self._in_tags(None):
            self._invalid_tag(offset)
            return
        end = self._word_end(offset)
        word = text[offset:end]
        if self._words().goes_on(offset) and not has_digit(word):
            self._words().extend_prose(end)
            self._stack.skip_to(end)
            return
        touches_ply = self._is_inside_ply() and self._touches(offset)
        if not touches_ply:
            found = self._find_result(offset)
            if found is not None:
                self._misspelt_result(offset, found)
                return
        if touches_ply or not self._is_beside_plies(word, offset):
            end = self._place_invalid(offset, end, self._word_fault)
        self._stack.skip_to(end)

    def _words(self) -> UnreadWords:
        """Return what speaks of words that cannot be read, which most records have none of."""
        if self._unread is None:
            from mentis_records.notation.syntax.unread_word import UnreadWords

            self._unread = UnreadWords(self._text, self._game, self._faults)
        return self._unread

    def _find_result(self, offset: int) -> ResultWord | None:
        """Return what is written for a result at an offset: a score, or words."""
        first = self._text[offset]
        found = None
        if first.isalpha():
            from mentis_records.notation.tag.result_phrase import find_phrase

            found = find_phrase(self._text, offset, self._game.sides)
        if found is None and first in BEGINNINGS:
            found = find_result(self._text, offset)
        return found

    def _leave_rest(self, offset: int, end: int) -> None:
        """Report what stands behind the result, and read no further: text is told and skipped."""
        from mentis_records.notation.syntax.unread_word import quote_text

        rest = self._text[offset:].rstrip()
        if not rest.strip("\ufeff"):
            raise _Stop
        from mentis_records.notation.tag.meant_tag import stated_tags

        meant = stated_tags(rest, standard_tags(self._game))
        hint = f"write {meant}, {TEXT_HINT}" if meant else TEXT_HINT
        details = {"found": quote_text(rest), "hint": hint}
        if signs_of(self._game).has_movetext(rest):
            details["hint"] = self._rest_hint(rest)
            self._fault(Finding(code.TEXT_AFTER_RESULT, details), offset, end)
        else:
            self._fault(Finding(code.TEXT_AROUND, details), offset, offset + len(rest))
            self._rest_at = offset
        raise _Stop

    def _rest_hint(self, rest: str) -> str:
        """Return what to do about movetext behind the result: it may be the same game's."""
        numbers = [int(found) for found in _NUMBERED.findall(self._text[: -len(rest)][-MAX_TAIL:])]
        first = _NUMBERED.match(rest)
        if first is None or not numbers or int(first[1]) not in (numbers[-1], numbers[-1] + 1):
            return "are the tags of the next game missing?"
        return "if the game goes on, delete the result before it"

    def _misspelt_result(self, start: int, word: ResultWord) -> None:
        """Report what is written for a result, and go on after it; a score is read as one."""
        from mentis_records.notation.syntax.unread_word import quote

        if self._is_partial():
            self._place_invalid(start, start, self._partial_fault)
        end, meant = word.end, word.meant
        found = quote(self._text[start:end])
        self._stack.skip_to(end)
        if word.is_score and not self._open and self._stack.accepts("RESULT"):
            self._fault(
                Finding(code.RESULT_MISWRITTEN, {"found": found, "meant": meant}), start, end
            )
            self._feed(Token("RESULT", meant, start, end))
            return
        hint = f"write {meant}" if meant else _HOW_IT_ENDED
        if _ZERO.fullmatch(found):
            hint = 'if both forfeit, write * and the tag [Termination "forfeit"]'
        elif word.termination:
            hint = f'{hint}, and the tag [Termination "{word.termination}"]'
        self._fault(Finding(code.RESULT_MISSPELT, {"found": found, "hint": hint}), start, end)
        self._place_invalid(start, end)
        self._stack.skip_to(end)

    def _is_beside_plies(self, word: str, offset: int) -> bool:
        """Report a word that stands in no ply's place, and tell whether it is one."""
        from mentis_records.notation.syntax.unread_word import quote

        end = offset + len(word)
        is_number = word.isascii() and word.isdigit()
        is_sign = word[0] in "}$%])" or _is_only_signs(word)
        if (is_number or is_sign) and self._is_partial():
            self._place_invalid(offset, offset, self._partial_fault)
        if is_number:
            self._fault(Finding(code.NUMBER_WITHOUT_DOT, {"found": quote(word)}), offset, end)
            if self._stack.accepts("NUMBER"):
                self._feed(Token("NUMBER", word + ".", offset, end))
            return True
        if word == ",":
            self._add(self._words().comma_fault(offset, end))
            return True
        if is_sign:
            details = {"found": quote(word), "expected": self._expected()}
            self._fault(Finding(code.UNREADABLE, details), offset, end)
            return True
        return False

    def _variation_end(self, offset: int) -> int:
        """Return the offset behind the parenthesis that closes a variation, by signs alone."""
        depth = 1
        for match in _SIGN.finditer(self._text, offset):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                return match.end()
        return len(self._text)

    def _close_variations(self, offset: int) -> None:
        """Report the variations that are still open, and close them at an offset."""
        while self._open:
            place = self._stack.token(self._open[-1]).start
            self._faults.append(Fault(Finding(code.VARIATION_NOT_CLOSED), place, place + 1))
            self._close(offset)

    def _in_tags(self, token: Token | None) -> bool:
        """Tell whether the trouble is in the tag section."""
        if self._has_moved:
            return False
        return (
            self._stack.accepts("STRING")
            or self._stack.accepts("TAG_CLOSE")
            or (self._stack.accepts("INVALID_TAG") and self._is_tag_due(token))
        )

    def _is_tag_due(self, token: Token | None) -> bool:
        """Tell whether a tag pair must have been meant: others follow, or a bracket begins it."""
        offset = self._stack.offset if token is None else token.start
        is_among = offset < self._last_tag or not self._stack.accepts("NUMBER")
        line = self._line_at(token)
        if is_among or line.startswith("["):
            return True
        from mentis_records.notation.tag.meant_tag import prose_tags

        return bool(prose_tags(line, standard_tags(self._game)))

    def _line_at(self, token: Token | None) -> str:
        offset = self._stack.offset if token is None else token.start
        return self._text[self._text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0]

    def _invalid_tag(self, offset: int) -> None:
        """Report a malformed tag pair and go on at the next line."""
        from mentis_records.notation.syntax.unread_word import quote

        text = self._text
        is_open = self._stack.accepts("STRING") or self._stack.accepts("TAG_CLOSE")
        if is_open and text[offset - 1 : offset] == "\n":
            offset -= 1
        if text[offset : offset + 1] == "\n":
            line_end = offset
        else:
            line_end = text.find("\n", offset)
            line_end = len(text) if line_end < 0 else line_end
        line_start = text.rfind("\n", 0, offset) + 1
        line = text[line_start:line_end]
        from mentis_records.notation.tag.meant_tag import meant_line

        meant = meant_line(line, common_tags(self._game.sides))
        hint = f"write {meant}" if meant and meant != line.strip() else _VALUE_HINT
        details = {"found": quote(line), "hint": hint}
        self._fault(Finding(code.TAG_MALFORMED, details), line_start, line_end)
        self._stack.unwind(line_start)
        self._feed(Token("INVALID_TAG", text[line_start:line_end], line_start, line_end))
        self._stack.skip_to(line_end)

    def _place_invalid(self, offset: int, end: int, describe: Any = None) -> int:
        """Put an invalid ply where the parser stands, in place of any part of a ply before it.

        Return where it ends: behind the word, or where a known miswriting with blanks does.
        """
        start = offset
        is_partial = self._touches(offset) or not self._is_complete()
        if self._is_inside_ply() and is_partial:
            start = self._stack.unwind(offset)
        if start < offset == end:
            end = start + len(self._text[start:offset].rstrip())
        if describe is not None:
            end = max(end, self._words().find_end(start))
            describe(start, end, offset)
        if not self._stack.accepts("INVALID_PLY"):
            raise _Stop
        self._feed(Token("INVALID_PLY", self._text[start:end], start, end))
        return end

    def _is_inside_ply(self) -> bool:
        return self._last is not None and self._last_kind() not in STRUCTURE

    def _last_kind(self) -> str:
        return "" if self._last is None else self._stack.kind(self._last)

    def _is_partial(self) -> bool:
        return self._is_inside_ply() and not self._is_complete()

    def _is_complete(self) -> bool:
        """Tell whether the ply before this place can end here."""
        return self._stack.accepts("INVALID_PLY")

    def _is_joined(self, token: Token) -> bool:
        """Tell whether a token begins something new without a blank after a ply."""
        if token.type in APART or not self._is_inside_ply():
            return False
        if not self._touches(token.start) or self._stack.shifts(token.type):
            return False
        return self._stack.joins(token.type)

    def _touches(self, offset: int) -> bool:
        """Tell whether nothing stands between the last token and an offset."""
        return self._last is not None and self._stack.end(self._last) == offset

    def _word_end(self, offset: int) -> int:
        if self._text.startswith("%", offset):
            end = self._text.find("\n", offset)
            return end if end >= 0 else len(self._text)
        match = _WORD.match(self._text, offset)
        return match.end() if match else len(self._text)

    # Reports

    def _word_fault(self, start: int, end: int, offset: int) -> None:
        """Report an unreadable ply."""
        self._add(self._words().ply_fault(start, end, offset, self._expected))

    def _partial_fault(self, start: int, end: int, offset: int) -> None:
        """Report a ply that breaks off."""
        self._word_fault(start, end, start)

    def _expected(self) -> str:
        """Return in words what the parser would take here."""
        from mentis_records.notation.syntax.unread_word import expected_words

        key = (self._game.slug, self._stack.place())
        expected = _expectations.get(key)
        if expected is None:
            expected = expected_words(self._game, self._stack.accepts)
            _expectations[key] = expected
        return expected

    def _report(self, entry: Code, token: Token, **details: str) -> None:
        start = token.start
        self._fault(Finding(entry, details), start, token.end)

    def _fault(self, finding: Finding, start: int, end: int) -> None:
        from mentis_records.notation.syntax.unread_word import make_fault

        self._add(make_fault((finding, start, end)))

    def _add(self, fault: Fault | None) -> None:
        """Keep what was found, if it is something."""
        if fault is None:
            return
        self._faults.append(fault)
        if len(self._faults) >= MAX_FAULTS:
            end_of_text = len(self._text)
            stop = Finding(code.TOO_MANY_ERRORS, {"limit": str(MAX_FAULTS)})
            self._faults.append(Fault(stop, end_of_text, end_of_text))
            raise _Stop

    # The end

    def _finish(self) -> RecordSyntax:
        """Close what is open and return what was read."""
        end = len(self._text)
        stopped = self._is_cut
        if self._is_partial():
            describe = None if stopped else self._partial_fault
            try:
                self._place_invalid(end, end, describe)
            except _Stop:
                stopped = True
        if not self._has_moved and not self._stack.accepts("$END"):
            try:
                self._invalid_tag(max(len(self._text.rstrip("\n")) - 1, 0))
            except _Stop:
                stopped = True
        if not self._is_cut:
            self._close_variations(end)
        while self._open:
            self._close(end)
        if not stopped and self._number is not None:
            number = self._stack.token(self._number)
            self._faults.append(Fault(Finding(code.NUMBER_WITHOUT_PLY), number.start, number.end))
        self._make_acceptable("$END", end)
        return self._stack.finish()

    def _close(self, offset: int) -> None:
        """Close a variation at an offset."""
        self._make_acceptable("VARIATION_CLOSE", offset)
        self._feed(Token("VARIATION_CLOSE", ")", offset, offset))

    def _make_acceptable(self, kind: str, offset: int) -> None:
        """Put an invalid ply or tag where the parser stands if a terminal needs one before it."""
        if not self._stack.accepts(kind):
            self._stack.unwind(offset)
            needed = "INVALID_PLY" if self._stack.accepts("INVALID_PLY") else "INVALID_TAG"
            self._feed(Token(needed, "", offset, offset))


def _has_swallowed(comment: Token) -> bool:
    """Tell whether a comment goes over a line that begins as a tag pair does."""
    return comment.type == "BRACE_COMMENT" and _SWALLOWED.search(comment.text) is not None


def _is_only_signs(text: str) -> bool:
    """Tell whether a text has neither letters, digits nor hyphens."""
    found = False
    for char in text:
        found = found or char == "-" or char.isalnum()
    return not found


def _is_empty(text: str) -> bool:
    """Tell whether a text holds nothing but comments and blanks."""
    return not re.sub(r"\{[^}]*\}|;[^\n]*|\n%[^\n]*", "", text).strip()
