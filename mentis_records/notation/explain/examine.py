# cython: boundscheck=True, wraparound=True
"""Examine one record: replay it, compare it with what it claims, and say all that is wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.core.capability import MATCH, find, is_round, match_rules, points_of
from mentis_records.core.date import plain_date
from mentis_records.core.diagnostic import Code, Diagnostic, Finding, Severity
from mentis_records.core.outcome import RESULT_UNKNOWN, Termination
from mentis_records.core.record import Ply, Record
from mentis_records.core.setting import given_settings
from mentis_records.core.span import Span
from mentis_records.notation import code
from mentis_records.notation.explain.consistency import (
    beginning,
    check_annotations,
    check_claims,
    check_tags,
    decide_result,
    plain_result,
    quote_value,
)
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.move_numbers import NumberCheck, find_hidden_plies
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.explain.replay import Replayed, Replayer
from mentis_records.notation.explain.transcript import Transcript
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.source.character import SUSPICIOUS
from mentis_records.notation.source.encoding import advice
from mentis_records.notation.source.record_text import MAX_RECORD, Origin, Piece
from mentis_records.notation.syntax.record_syntax import Fault, RecordSyntax, TagSyntax
from mentis_records.notation.syntax.recovery import parse_record
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED
from mentis_records.notation.tables.grammar_tables import terminal_pattern
from mentis_records.notation.tag.game_tag import find_named

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

if TYPE_CHECKING:
    from mentis_records.core.match import Round
    from mentis_records.notation.explain.slip import Search

_UNTERMINATED: str = Termination.UNTERMINATED.value

_MAX_WORDS = 100
"""Characters of a line that says the same as the source that a message repeats."""

_GAME_TAG = re.compile(r'^\[Game[ \t]*"([^"\n]*)"', re.MULTILINE)


class Examination:
    """One piece on its way to a reading; a later listing may continue it."""

    def __init__(
        self,
        manner: Manner,
        piece: Piece,
        previous: Examination | None,
        search: Search | None = None,
        room: int = sys.maxsize,
        rounds: Sequence[tuple[str, Round]] = (),
        is_next: bool = False,
    ) -> None:
        """Examine a piece; a listing may continue the record before it, for ``room`` plies.

        ``rounds`` are those up to the record before it, with the key of their match, as that has
        found them; ``rounds`` of the examination are those up to this record.
        ``is_next`` tells that the piece stands right behind ``previous``. ``search`` finds what its
        broken plies may have been, where that is wanted.
        ``is_alone`` tells that it has nothing to do with that.
        """
        self._manner = manner
        self._search = search
        self._room = room
        self._piece = piece
        self.game = manner.games[0]
        self.tags: dict[str, TagSyntax] = {}
        self.start: Any = None
        self.transcript: Transcript | None = None
        self.is_alone = True
        self.rounds: tuple[tuple[str, Round], ...] = ()
        self._position: Any = None
        self._final: Any = None
        self._inherited: tuple[Ply, ...] = ()
        self._report = Report(piece.text, piece.line, piece.column, manner.is_strict)
        self._setting: dict[str, str] = {}
        self._result = RESULT_UNKNOWN
        self._termination: str | None = None
        self._rest = ""
        self._has_layout = self._is_unplayed = False
        self._noted: Report | None = None
        if piece.is_oversize:
            finding = Finding(code.RECORD_TOO_LARGE, {"limit": f"{MAX_RECORD:,}"})
            self._report.add(finding, 0, 1)
            return
        for finding in piece.findings:
            self._report.add(finding, 0, len(piece.text.rstrip("\n")))
        if piece.origin is not None:
            self._note(piece.origin)
        if not self._report.has_faults and (piece.origin is None or piece.origin.places):
            self._read(previous, rounds)
            if is_next and previous is not None and self._is_unplayed:
                self._check_place(previous)

    def note_text(self, text: Piece) -> None:
        """Report text before the record that belongs to none."""
        begin = len(text.text) - len(text.text.lstrip())
        stripped = text.text.strip()
        report = Report(text.text, text.line, text.column, self._manner.is_strict)
        from mentis_records.notation.explain.stray_text import text_finding

        finding = text_finding(stripped, self.game.description, self.tags)
        if self._has_layout and finding.code is code.TEXT_AROUND:
            return
        report.add(finding, begin, begin + len(stripped))
        self._report.add_all(report)

    @property
    def is_listing(self) -> bool:
        """Tell whether it is moves without tags."""
        start: str = self._piece.start
        return start == LISTING

    @property
    def continued(self) -> int:
        """Return how many plies are those of the record before."""
        return len(self._inherited)

    def base(self) -> Record | None:
        """Return the record that a listing continues up to its first ply, or None."""
        if not self._inherited:
            return None
        return Record(
            self.game.description.slug,
            self._setting,
            self.game.format_position(self.start),
            self.start.key,
            self.game.format_position(self._position),
            self._inherited,
            RESULT_UNKNOWN,
            None,
        )

    def reading(self, name: str, index: int, preamble: str) -> Reading:
        """Return the outcome."""
        transcript, span = self.transcript, self._piece.span
        has_errors = self._report.has_errors
        order = sorted(self._place_found(), key=_place_of)
        if self._noted is not None:
            has_errors = has_errors or self._noted.has_errors
        return Reading(
            name,
            index,
            self._piece.line,
            self._piece.column if span is None else span.column,
            self._piece.source_text,
            0 if transcript is None else transcript.count,
            self._result,
            self._termination,
            order,
            preamble,
            not self._piece.is_oversize,
            self._piece.start == LISTING,
            transcript is not None and not has_errors,
            transcript,
            is_translated=span is not None,
            rest=self._rest,
            game=self.game.description.slug,
        )

    def _note(self, origin: Origin) -> None:
        """Report what was found in the words of the source."""
        self._noted = Report(origin.text, self._piece.line, 1, self._manner.is_strict)
        for finding, (start, end), ply in origin.notes:
            self._noted.add(finding, start, end)
            if ply is not None and not self._noted.is_full:
                self._noted.diagnostics[-1] = self._noted.diagnostics[-1]._replace(ply=ply)

    def _place_found(self) -> list[Diagnostic]:
        """Return all that was found, with its place in the source."""
        piece, found = self._piece, self._report.diagnostics
        lines = piece.text.split("\n") if piece.is_translated else []
        span = piece.span
        if span is not None:
            return [_placed(each, lines, each.span.line - span.line, span) for each in found]
        if piece.origin is None or self._noted is None:
            return found
        spans = self._noted.spans(piece.origin.places)
        placed = []
        for each in found:
            row = min(each.span.line - piece.line, len(spans) - 1)
            placed.append(_placed(each, lines, row, spans[row]))
        return placed + self._noted.diagnostics

    def _read(self, previous: Examination | None, rounds: Sequence[tuple[str, Round]]) -> None:
        piece, report = self._piece, self._report
        is_known = self._choose_game()
        start = TAGGED if piece.text.startswith("[") else piece.start
        syntax, faults = parse_record(piece.text, start, self.game.description)
        if not is_known:
            # Rules of another game would judge what they do not know.
            report.add_faults([one for one in faults if one.finding.code is code.TAG_MALFORMED])
            self._result = decide_result(
                {tag.name: tag for tag in syntax.tags}, syntax.result, None
            )
            return
        if syntax.rest_at is not None:
            self._rest = piece.text[syntax.rest_at :]
        if faults or "FEN" in piece.text:
            from mentis_records.notation.explain.stray_text import chess_finding, find_chess_place

            place = find_chess_place(piece.text, self.game.description)
            if place is not None:
                known = [game.description for game in self._manner.games]
                report.add(chess_finding(known), place[0], place[1])
                return
        layout = self._find_layout(faults, len(syntax.line.turns))
        others = [game.description for game in self._manner.games if game is not self.game]
        if layout is None or (syntax.tags and syntax.tags[-1].end <= layout.start):
            self.tags = check_tags(syntax, self.game.description, report, others)
        if layout is not None:
            self._has_layout = True
            report.add_faults([layout])
            self._check_characters()
            return
        is_placed = self._place(syntax, previous, rounds)
        report.index_turns(syntax, len(self._inherited) + 1)
        report.add_faults(faults)
        self._check_characters()
        if piece.start == LISTING and not syntax.line.turns and not report.has_faults:
            report.add(Finding(code.LISTING_EMPTY), 0, len(piece.text.rstrip()))
        check_annotations(syntax, report)
        self._is_unplayed = bool(syntax.tags) and not syntax.line.turns and syntax.result is None
        done = self._replay(syntax) if is_placed else None
        self._result = decide_result(self.tags, syntax.result, done)
        check_claims(syntax, self.tags, self._result, done, self.game.description, report)
        self._termination = self._decide_termination(done)
        if done is not None:
            self.transcript = self._make_transcript(syntax, done)
            if done.is_whole and is_round(self.game, self.transcript.tags):
                self._check_round(syntax, self.transcript, rounds)

    def _check_place(self, previous: Examination) -> None:
        """Report the tags of a game without moves if the one before it has moves and no tags."""
        before = previous._piece
        if (
            before.start == LISTING
            and previous.transcript is not None
            and previous.transcript.count
        ):
            text = self._piece.text
            finding = Finding(code.TAGS_BEHIND, {"line": str(before.line)})
            self._report.add(finding, 0, len(text.rstrip()))
            self.transcript = None

    def _find_layout(self, faults: Sequence[Fault], turns: int) -> Fault | None:
        """Return how the text is laid out, if it has faults and that is why."""
        count = sum(fault.finding.code.severity is Severity.ERROR for fault in faults)
        if not count:
            return None
        from mentis_records.notation.layout.find import find_layout

        return find_layout(self._piece.text, self.game, self._manner.games, count, turns)

    def _check_round(
        self, syntax: RecordSyntax, played: Transcript, before: Sequence[tuple[str, Round]]
    ) -> None:
        """Report what a round claims wrongly; it goes on with those before it if it is the next.

        Those of its match are compared with it in any case, which tells that it is not the next.
        """
        self.is_alone = False
        rules, tags, final = match_rules(self.game), played.tags, played.position
        place = rules.place(tags)
        key, number = ("", 0) if place is None else (place.key, place.number)
        points = points_of(self.game, final, self._result, self._termination)
        ends = (self._result, self._termination, points)
        if not before or before[-1][0] != key:
            before = ()
        from mentis_records.core.match import Round

        this = (key, Round(number, tags, self.start, final, *ends))
        is_next = bool(before) and before[-1][1].number == number - 1
        self.rounds = (*(before if is_next else ()), this) if key else ()
        for name, finding in find(self.game, MATCH, "claims")(
            [each for _, each in (*before, this)]
        ):
            tag = self.tags.get(name)
            if tag is None:
                start, end = beginning(syntax)
                self._report.add(finding, start, end)
            else:
                self._report.add(finding, tag.value_start, tag.value_end)

    def _choose_game(self) -> bool:
        """Choose the game that the record names; return False (reported) if it is not known."""
        if self._piece.start != TAGGED or "[Game" not in self._piece.text:
            return True
        match = _GAME_TAG.search(self._piece.text)
        if match is None:
            return True
        game = find_named(self._manner.games, match[1])
        if game is not None:
            self.game = game
            return True
        titles = ", ".join([game.description.title for game in self._manner.games])
        finding = Finding(code.GAME_UNKNOWN, {"found": quote_value(match[1]), "expected": titles})
        self._report.add(finding, match.start(1) - 1, match.end(1) + 1)
        return False

    def _check_characters(self) -> None:
        text = self._piece.text
        if text.isascii() and text.isprintable():
            return
        found: dict[Code, list[re.Match[str]]] = {}
        end = -1
        for match in SUSPICIOUS.finditer(text):
            if match.start() > end:
                self._report_characters(found)
                found.clear()
                end = text.find("\n", match.start()) % (len(text) + 1)
            found.setdefault(_code_of(ord(match[0])), []).append(match)
        self._report_characters(found)

    def _report_characters(self, found: Mapping[Code, Sequence[re.Match[str]]]) -> None:
        """Report the suspicious characters of one line: the first of each kind, and how many."""
        for kind, matches in found.items():
            first = matches[0]
            number, count = ord(first[0]), len(matches)
            more = f" (the first of {count:,} in this line)" if count > 1 else ""
            hint = advice(self._piece.text, first.start()) if kind is code.NOT_UTF8 else ""
            details = {
                "byte": f"{number & 255:02x}",
                "number": f"{number:04X}",
                "more": more,
                "hint": hint,
            }
            self._report.add(Finding(kind, details), first.start(), first.end())

    def _place(
        self,
        syntax: RecordSyntax,
        previous: Examination | None,
        rounds: Sequence[tuple[str, Round]],
    ) -> bool:
        """Find the start position; return False (reported) where it is unknown."""
        stated = self.tags.get("Position")
        told = self._told_settings()
        if told is None:
            return False
        given = given_settings(self.game.description.settings, told, self._manner.defaults)
        try:
            given = {**self._carried(rounds, given), **given}
            if stated is None:
                self.start = self.game.start_position(given)
            else:
                self.start = self.game.parse_position(stated.value, given)
        except ValueError as error:
            if MATCH in self.game.description.capabilities:
                self.is_alone = False  # behind the round before it may be sound
            blamed = self.tags.get(getattr(error, "tag", ""), stated)
            is_start = blamed is None or blamed is not stated
            what = "the game cannot start" if is_start else "impossible position"
            finding = Finding(code.POSITION_REFUSED, {"what": what, "reasons": str(error)})
            if blamed is None:
                start, end = beginning(syntax)
                self._report.add(finding, start, end)
            else:
                self._report.add(finding, blamed.value_start, blamed.value_end)
            return False
        self._setting = given if stated is None else {**given, "Position": stated.value}
        self._position = self.start
        if self._piece.start != LISTING or not syntax.line.turns:
            return True
        number = syntax.line.turns[0].number
        if number is not None:
            due, side = int(number.text.rstrip(".")[:9]), 1 if ".." in number.text else 0
            if (due, side) != (self.start.move_number, self.start.side):
                return self._continue(previous, due, side, number.start, number.end)
        return True

    def _has_header(self) -> bool:
        """Return True if a listing begins with its header line."""
        header = terminal_pattern(self.game.description.grammar, "HEADER")
        return re.match(rf"\s*(?:{header})", self._piece.text) is not None

    def _carried(
        self, rounds: Sequence[tuple[str, Round]], given: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the settings of a round that the one before it in the source decides."""
        carry = find(self.game, MATCH, "carried") if rounds else None
        if carry is None:
            return {}
        self.is_alone = False
        tags = {name: tag.value for name, tag in self.tags.items()}
        carried = carry([each for _, each in rounds], {**tags, **given})
        if "Position" not in tags:
            return dict(carried)
        lasting = [each.tag for each in self.game.description.settings if each.holds_beside]
        return {tag: value for tag, value in carried.items() if tag in lasting}

    def _continue(
        self, previous: Examination | None, due: int, side: int, start: int, end: int
    ) -> bool:
        """Start where the record before has its ply of this number and side."""
        self.is_alone = False
        reason = "there is no record before it"
        if previous is not None and not self._has_header():
            reason = "there is no header line before it"
        elif previous is not None:
            reason = "the record before it does not reach that"
            found = None if previous.transcript is None else previous.transcript.find(due, side)
            if found is not None and len(found[0]) > self._room:
                reason = "the listings of this source repeat more plies than it has characters"
            elif found is not None:
                self.game, self.start = previous.game, previous.start
                self.tags, self._setting = {}, previous._setting
                self._inherited, self._position = found
                return True
        self._position = None
        finding = Finding(code.LISTING_CONTINUES_NOTHING, {"found": str(due), "reason": reason})
        self._report.add(finding, start, end)
        return False

    def _told_settings(self) -> dict[str, str] | None:
        """Return the tags that choose or state the start; None if one of them cannot be read.

        Beside a stated position those are left out.
        """
        told = {}
        stated = self.tags.get("Position")
        for setting in self.game.description.settings:
            tag = self.tags.get(setting.tag)
            if tag is None:
                continue
            try:
                told[setting.tag] = setting.read(tag.value)
            except ValueError:
                if stated is None:
                    return None
        if stated is not None:
            told["Position"] = stated.value
        return told

    def _replay(self, syntax: RecordSyntax) -> Replayed:
        keys = [self.start.key, *[ply.key for ply in self._inherited]]
        search = self._search
        replayer = Replayer(
            self.game,
            self._report,
            keys,
            self._manner.is_as_played and self._piece.origin is None,
            0 if search is None else search.max_breaks,
        )
        done = replayer.replay(syntax.line, self._position)
        self._final = replayer.here()
        opener = self.game.description.opener_of(self._position.side, self._setting)
        numbers = NumberCheck(self._report, opener, self._manner.is_lenient)
        numbers.check(done)
        hidden = find_hidden_plies(syntax.line, done, numbers, self.game, self._final)
        if hidden is not None:
            from mentis_records.notation.explain.stray_text import find_swallowed

            swallowed = find_swallowed(self._piece.text, self._manner.games)
            self._report.add_faults(swallowed or [hidden])
        if search is not None:
            search.add_readings(self.game, self._piece.text, replayer.breaks, self._report)
        return done

    def _decide_termination(self, done: Replayed | None) -> str | None:
        tag = self.tags.get("Termination")
        if tag is not None:
            return tag.value
        if done is not None and done.outcome is not None:
            return done.outcome.termination
        return _UNTERMINATED if self._result == RESULT_UNKNOWN else None

    def _make_transcript(self, syntax: RecordSyntax, done: Replayed) -> Transcript:
        values = {}
        for name, tag in self.tags.items():
            values[name] = tag.value
        if "Result" in values:
            values["Result"] = plain_result(values["Result"])
        if "Date" in values:
            values["Date"] = plain_date(values["Date"])
        for name, value in self._setting.items():
            if name == "Position":
                values.setdefault(name, value)
            else:
                values[name] = value
        return Transcript(
            self.game,
            values,
            self.start,
            self._inherited,
            self._position,
            self._final,
            syntax,
            done,
            self._result,
            self._termination,
        )


def _placed(found: Diagnostic, lines: list[str], row: int, span: Span) -> Diagnostic:
    """Return what was found in a text that says the same as the source, with its place there.

    Args:
        found: its span is one of the text.
        lines: those of the text.
        row: the index of the line in which it was found.
        span: the place of what the line says in the source.
    """
    words = lines[row].strip() if 0 <= row < len(lines) else ""
    message = found.message
    if words and (row or found.span.column > 1):
        words = words if len(words) <= _MAX_WORDS else f"{words[:_MAX_WORDS]}..."
        message = f"{message}; written out: {words}"
    return found._replace(span=span, message=message)


def _place_of(found: Diagnostic) -> tuple[int, ...]:
    """Return the line and column where a diagnostic begins."""
    return found.span[:2]


def _code_of(number: int) -> Code:
    """Return the code of a suspicious character with this number."""
    if 0xD800 <= number <= 0xDFFF:
        return code.NOT_UTF8
    return code.CONTROL_CHARACTER if number < 0xA0 else code.DIRECTION_MARK
