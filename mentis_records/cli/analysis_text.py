"""Analyses as text for people: who wins, or what may be expected, and by which line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.analysis_subject import Found, Recorded, Stated
from mentis_records.core.text import counted, printable
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.analysis.annotate import Thresholds
    from mentis_records.analysis.judgement import Value
    from mentis_records.core.game import AnyGame
    from mentis_records.core.record import Record
    from mentis_records.games.search.analysis import Analysis, Line

_GLYPHS = {6: "?!", 2: "?", 4: "??"}
_SHORT = 4
"""Plies of a line that are shown, unless it wins by force."""

_WIDEST = 22
"""Columns of plies that others are aligned to."""


@dataclass(slots=True)
class TextForm:
    """A block for each position, and for each record one with a line a ply."""

    thresholds: Thresholds
    lines: int = 2
    has_rivals: bool = True
    has_findings: bool = False
    is_whole: bool = True
    _before: Found | None = None
    _games: dict[str, AnyGame] = field(default_factory=dict)

    def take(self, found: Found) -> Iterator[str]:
        """Yield what is told of a position; of a ply when the position after it is known."""
        subject, index, analysis = found.subject, found.index, found.analysis
        if isinstance(subject, Stated) and subject.error is not None:
            output.talk(f"{subject.text}: impossible position: {subject.error}")
        if analysis is None:
            return
        gap = "\n" if self._games and not index else ""
        self._games.setdefault(subject.game.description.slug, subject.game)
        if isinstance(subject, Stated):
            lines = _position_lines(subject.game, subject.text, analysis)
        else:
            lines = self._record_lines(subject, found, analysis)
        yield gap + "".join(f"{line}\n" for line in lines)

    def end(self) -> Iterator[str]:
        """Yield among which games scores hold."""
        for game in self._games.values():
            yield "\n" + "".join(f"{line}\n" for line in _about(game, len(self._games) > 1))

    def _record_lines(self, subject: Recorded, found: Found, analysis: Analysis) -> Iterator[str]:
        before, self._before = self._before, found
        if subject.record is None:
            return
        if not found.index:
            yield _heading(subject)
        elif before is not None and before.analysis is not None:
            yield from self._ply_lines(subject, subject.record, before, before.analysis, analysis)
        if found.index == len(subject.record.plies) and analysis.lines:
            yield _row("end", "", *_evaluation(subject.game, analysis))

    def _ply_lines(
        self, subject: Recorded, record: Record, found: Found, before: Analysis, after: Analysis
    ) -> Iterator[str]:
        """Yield the line of a ply: what was played, and what a search says of the position."""
        from mentis_records.analysis.judgement import judge_ply

        game, index = subject.game, found.index
        judgement = judge_ply(game, record, index, before, after, found.rival)
        nag = None if judgement is None else self.thresholds.nag(judgement.loss)
        played = record.plies[index].move.notation + _GLYPHS.get(nag or 0, "")
        yield _row(_label(game, record, index), played, *_evaluation(game, before))
        if judgement is not None and judgement.remarks:
            yield f"      {'; '.join(map(str, judgement.remarks))}"


def _heading(subject: Recorded) -> str:
    record = subject.record
    tags = {} if record is None else record.tags
    names = " - ".join(printable(tags.get(s, "?")) for s in subject.game.description.sides)
    result = "" if record is None else record.result
    return f"Record {subject.number}: {names}, {result}"


def _label(game: AnyGame, record: Record, index: int) -> str:
    """Return the number of a ply as records have it."""
    ply = record.plies[index]
    opener = game.description.opener_of(record.plies[0].side, record.tags)
    return f"{ply.move_number}{'.' if ply.side == opener else '...'}"


def _row(label: str, played: str, words: str, line: str) -> str:
    return f"{label:<6}{played:<{_WIDEST}}  {words:<22}  {line}".rstrip()


def _evaluation(game: AnyGame, analysis: Analysis) -> tuple[str, str]:
    """Return what is found in a position in words, and its best line."""
    if not analysis.lines:
        return _over(game, analysis), ""
    return _words(game, analysis, analysis.lines[0]), _line_text(analysis.lines[0])


def _over(game: AnyGame, analysis: Analysis) -> str:
    """Return how a game that is over ended."""
    from mentis_records.core.outcome import ending_words

    outcome = game.outcome(analysis.position)
    return "no move" if outcome is None else ending_words(game.description.sides, outcome)


def _words(game: AnyGame, analysis: Analysis, line: Line) -> str:
    """Return what a line is worth, as of the side that it is good for."""
    from mentis_records.analysis.judgement import line_value

    side = analysis.position.side
    value = line_value(line, analysis.depth)
    if value.score < 0.5:
        side, value = 1 - side, value.of_other
    return value_words(game.description.sides[side], value)


def value_words(side: str, value: Value) -> str:
    """Return the value of a position for the side that it is good for, in words."""
    if value.mate is not None:
        return f"{side} wins in {counted(value.mate, 'ply', 'plies')}"
    score = f"{value.score:.2f}"
    return f"{score} each" if score == "0.50" else f"{score} for {side}"


def _line_text(line: Line) -> str:
    """Return the beginning of a line; one that wins by force is whole."""
    shown = line.moves if line.mate is not None else line.moves[:_SHORT]
    text = " ".join(move.notation for move in shown)
    return text if len(shown) == len(line.moves) else f"{text} ..."


def _position_lines(game: AnyGame, text: str, analysis: Analysis) -> Iterator[str]:
    yield printable(text)
    if not analysis.lines:
        yield f"  {_over(game, analysis)}"
        return
    side = game.description.sides[analysis.position.side]
    nodes = counted(analysis.nodes, "node")
    yield f"  {side} to move, depth {analysis.depth}, {nodes}"
    told = [f"{_words(game, analysis, line)}:" for line in analysis.lines]
    width = max(map(len, told))
    for words, line in zip(told, analysis.lines, strict=True):
        yield f"  {words:<{width}} {_line_text(line)}"


def _about(game: AnyGame, is_named: bool) -> Iterator[str]:
    """Yield among which games scores hold."""
    from mentis_records.games.search.choice import about_scores

    yield (f"{game.description.title}: " if is_named else "") + about_scores(game)
