"""Write records in the canonical form of ``.mgn``; what is written has been replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mentis_records.core.game import GameDescription
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.notation.consistency import standard_tags

WIDTH = 80
"""Columns of a line of movetext."""

_KNOWN_TAGS = ("Game",)
_LATER_TAGS = ("Position", "Termination")
_LAST_TAGS = ("TimeControl", "Annotator", "PlyCount", "Source")
_UNKNOWN = {"Date": "????.??.??", "Result": "*"}


def format_record(record: Record, game: GameDescription) -> str:
    """Return a record in canonical form, ending in a line feed.

    Reading it gives the same tags, plies, comments, annotations and variations.
    """
    tags = [f'[{name} "{_escape(value)}"]' for name, value in order_tags(record, game)]
    lines = _Lines()
    _write_comments(lines, record.comments)
    lines.end_line()
    _write_plies(lines, record.plies)
    lines.add(record.result)
    _write_comments(lines, record.closing_comments)
    return "\n".join([*tags, "", *lines.finish()]) + "\n"


def order_tags(record: Record, game: GameDescription) -> Iterator[tuple[str, str]]:
    """Yield a record's tag pairs in canonical order, the seven standard ones completed."""
    known = [
        *standard_tags(game),
        *_KNOWN_TAGS,
        *(option.tag for option in game.options),
        *_LATER_TAGS,
        *(f"{side}Elo" for side in game.sides),
        *_LAST_TAGS,
    ]
    for name in standard_tags(game):
        value = record.result if name == "Result" else record.tags.get(name)
        yield name, value if value is not None else _UNKNOWN.get(name, "?")
    for name in known[7:]:
        if name in record.tags:
            yield name, record.start if name == "Position" else record.tags[name]
    for name, value in record.tags.items():
        if name not in known:
            yield name, value


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


@dataclass(slots=True)
class _Lines:
    """Words set in lines of limited width."""

    done: list[str] = field(default_factory=list)
    line: str = ""
    prefix: str = ""

    def add(self, word: str) -> None:
        """Set a word, on a new line where the current one is full."""
        word = self.prefix + word
        self.prefix = ""
        if self.line and len(self.line) + 1 + len(word) > WIDTH:
            self.end_line()
        self.line = f"{self.line} {word}" if self.line else word

    def stick(self, mark: str) -> None:
        """Put a mark behind the last word, without a blank."""
        if self.line:
            self.line += mark
        else:
            self.add(mark)

    def end_line(self) -> None:
        """Begin a new line."""
        if self.line:
            self.done.append(self.line)
        self.line = ""

    def add_line(self, text: str) -> None:
        """Set a text on a line of its own."""
        if self.prefix:
            self.add("")
        self.end_line()
        self.done.append(text)

    def finish(self) -> list[str]:
        """Return all lines."""
        self.end_line()
        return self.done


def _write_plies(lines: _Lines, plies: Sequence[Ply]) -> None:
    needs_number = True
    for ply in plies:
        word = ply.move.notation + ply.suffix
        if ply.side == 0:
            word = f"{ply.move_number}. {word}"
        elif needs_number:
            word = f"{ply.move_number}... {word}"
        lines.add(word)
        for nag in ply.nags:
            lines.add(f"${nag}")
        _write_comments(lines, ply.comments)
        for variation in ply.variations:
            _write_variation(lines, variation)
        needs_number = bool(ply.comments or ply.variations)


def _write_variation(lines: _Lines, variation: Variation) -> None:
    lines.prefix = "("
    _write_comments(lines, variation.comments)
    _write_plies(lines, variation.plies)
    lines.stick(")")


_BREAKS_RECORD = re.compile(r"\[[A-Za-z]")


def _write_comments(lines: _Lines, comments: Sequence[Comment]) -> None:
    for comment in comments:
        if comment.kind is CommentKind.ESCAPE:
            lines.add_line("%" + comment.text)
        elif "}" in comment.text:
            lines.add(";" + comment.text)
            lines.end_line()
        else:
            _write_words(lines, comment.text)


def _write_words(lines: _Lines, text: str) -> None:
    """Set a comment in braces; no line begins like a tag, which would begin a record."""
    words = ("{" + text + "}").split(" ")
    pending = words[0]
    for word in words[1:]:
        if _BREAKS_RECORD.match(word):
            pending += " " + word
        else:
            lines.add(pending)
            pending = word
    lines.add(pending)
