"""Write records in the canonical form of ``.mgn``; what is written has been replayed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULTS
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.core.text import printable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.source.character import REFUSED
from mentis_records.notation.source.record_text import MAX_RECORD
from mentis_records.notation.tables.action import MAX_DEPTH
from mentis_records.notation.tag.known_tag import standard_tags
from mentis_records.notation.tag.quoted_value import escape

WIDTH = 80
"""Columns of a line of movetext."""

_KNOWN_TAGS = ("Game",)
_LATER_TAGS = ("Position", "Termination")
_LAST_TAGS = ("TimeControl", "Annotator", "PlyCount", "Source")
_UNKNOWN = {"Date": "????.??.??"}


class WriteError(ValueError):
    """A record that the format cannot hold; the message says what of it."""


def format_record(record: Record, game: GameDescription, is_literal: bool = False) -> str:
    """Return a record in canonical form, ending in a line feed.

    Reading it gives the same plies, comments, annotations and variations. Standard tags are
    completed and comments put in braces, unless ``is_literal``: then the tags are those of the
    record, to the letter, and comments stay of their kind. Runs of blanks in comments, line breaks
    among them, are one blank; what is in braces cannot hold a brace, and goes to the line's end.

    Raises:
        WriteError: the format cannot hold it.
    """
    if record.result not in RESULTS:
        raise WriteError(f"{printable(record.result)!r} is not a result")
    tags = {**record.tags, "Result": record.result}
    if is_literal:
        return _join(tags, _movetext(record, game, True), game, tags)
    if "Position" in tags:
        tags["Position"] = record.start
    return _join(tags, _movetext(record, game, False), game, standard_tags(game))


def _movetext(record: Record, game: GameDescription, is_literal: bool) -> _Lines:
    opener = game.opener_of(record.plies[0].side, record.tags) if record.plies else 0
    lines = _Lines(is_literal, opener)
    _write_comments(lines, record.comments, is_outer=True)
    lines.end_line()
    _write_plies(lines, record.plies, MAX_DEPTH)
    lines.add(record.result)
    _write_comments(lines, record.closing_comments, is_outer=True)
    return lines


def format_game(
    tags: Mapping[str, str],
    sides: Sequence[int],
    numbers: Sequence[int],
    notations: Iterable[str],
    game: GameDescription,
    is_literal: bool = False,
) -> str:
    """Return a record that is nothing but tags and plies, as ``format_record`` writes it.

    Args:
        tags: the tag pairs, ``Result`` among them.
        sides: the index of the side that made each ply.
        numbers: the move number of each ply.
        notations: the plies in canonical notation.
        game: the description of the game.
        is_literal: whether the tags are to be those given, and no more.

    Raises:
        WriteError: the format cannot hold it.
    """
    lines = _Lines(opener=game.opener_of(sides[0], tags) if sides else 0)
    plies = zip(notations, sides, numbers, strict=True)
    lines.fill(lines.number(*ply, index == 0) for index, ply in enumerate(plies))
    lines.add(tags["Result"])
    return _join(tags, lines, game, tags if is_literal else standard_tags(game))


def _join(
    tags: Mapping[str, str], lines: _Lines, game: GameDescription, needed: Collection[str]
) -> str:
    """Return a record; of the standard tags it has those that are needed in any case."""
    pairs = []
    for name, value in _order_tags(tags, game, needed):
        _check_tag(name, value)
        pairs.append(f'[{name} "{escape(value)}"]')
    text = "\n".join([*pairs, "", *lines.finish()]) + "\n"
    if len(text) >= MAX_RECORD:
        raise WriteError(f"it takes more than {MAX_RECORD:,} characters, the most of a record")
    return text


def _order_tags(
    tags: Mapping[str, str], game: GameDescription, needed: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield tag pairs in canonical order."""
    known = [
        *standard_tags(game),
        *_KNOWN_TAGS,
        *(setting.tag for setting in game.settings),
        *_LATER_TAGS,
        *(f"{side}Elo" for side in game.sides),
        *_LAST_TAGS,
    ]
    for name in standard_tags(game):
        if name in needed:
            yield name, tags.get(name, _UNKNOWN.get(name, "?"))
    for name in known[7:]:
        if name in tags:
            yield name, tags[name]
    for name, value in tags.items():
        if name not in known:
            yield name, value


@dataclass(slots=True)
class _Lines:
    """Words set in lines of limited width; literal ones keep the kinds of comments.

    The number of a move stands before the plies of the side ``opener``.
    """

    is_literal: bool = False
    opener: int = 0
    done: list[str] = field(default_factory=list)
    line: str = ""
    prefix: str = ""

    def add(self, word: str) -> None:
        """Set a word, on a new line where the current one is full."""
        word = self.prefix + word
        self.prefix = ""
        self.fill((word,))

    def fill(self, words: Iterable[str]) -> None:
        """Set words that no prefix waits for."""
        line = self.line
        for word in words:
            if not line:
                line = word
            elif len(line) + len(word) < WIDTH:
                line = f"{line} {word}"
            else:
                self.done.append(line)
                line = word
        self.line = line

    def number(self, word: str, side: int, number: int, needs_number: bool) -> str:
        """Return a ply with the number that stands before it, if one does."""
        if side == self.opener:
            return f"{number}. {word}"
        return f"{number}... {word}" if needs_number else word

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


def _write_plies(lines: _Lines, plies: Sequence[Ply], levels: int) -> None:
    """Set plies, and what belongs to them: variations nested so many levels deep at most."""
    needs_number = True
    for ply in plies:
        _check_annotations(ply)
        word = ply.move.notation + ply.suffix
        lines.add(lines.number(word, ply.side, ply.move_number, needs_number))
        for nag in ply.nags:
            lines.add(f"${nag}")
        first = last = 0
        for number, variation in enumerate(ply.variations):
            while last < len(ply.comments) and ply.comments[last].behind <= number:
                last += 1
            _write_comments(lines, ply.comments[first:last])
            first = last
            _write_variation(lines, variation, levels)
        _write_comments(lines, ply.comments[last:])
        needs_number = bool(ply.comments or ply.variations)


def _write_variation(lines: _Lines, variation: Variation, levels: int) -> None:
    if not levels:
        raise WriteError(f"variations nested more than {MAX_DEPTH} deep")
    if not variation.plies:
        raise WriteError("a variation without a ply")
    lines.prefix = "("
    _write_comments(lines, variation.comments)
    _write_plies(lines, variation.plies, levels - 1)
    lines.stick(")")


_BLANKS = re.compile(r"[ \t\n\r]+")
_TAG_OR_ESCAPE = re.compile(r"[^!-~]*[\[%]|[^!-~\w]*$")


def _write_comments(lines: _Lines, comments: Sequence[Comment], is_outer: bool = False) -> None:
    """Set comments; the outer ones of a record stand beside tags."""
    for comment in comments:
        is_escape = comment.kind is CommentKind.ESCAPE
        text = comment.text if is_escape else _BLANKS.sub(" ", comment.text).strip(" ")
        _check_text(text, "a % line" if is_escape else "a comment")
        if is_escape:
            lines.add_line("%" + text)
        elif "}" in text or (lines.is_literal and comment.kind is CommentKind.LINE):
            lines.add(";" + text)
            lines.end_line()
        else:
            _write_words(lines, text, is_outer)


def _write_words(lines: _Lines, text: str, is_outer: bool) -> None:
    """Set a comment in braces; no line begins as a tag does, which would begin a record.

    Beside tags, one that might be taken for hiding tags stays on one line.
    """
    written = "{" + text + "}"
    is_whole = is_outer and '"' in text and ("]" in text or "{" in text)
    words = [written] if is_whole else written.split(" ")
    pending = words[0]
    for word in words[1:]:
        if _may_begin_line(word):
            lines.add(pending)
            pending = word
        else:
            pending += " " + word
    lines.add(pending)


def _may_begin_line(word: str) -> bool:
    """Tell whether a line may begin with a word of a comment.

    It may not where the word begins with something invisible, which readers may pass over, or
    with what begins tags and ``%`` lines, whatever people would not see in front of it, nor where
    it is nothing but such signs.
    """
    return word[0].isprintable() and not _TAG_OR_ESCAPE.match(word)


# What the format cannot hold

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SUFFIXES = frozenset(("", "!", "?", "!!", "??", "!?", "?!"))
_NAGS = range(256)


def _check_tag(name: str, value: str) -> None:
    """Refuse a tag that cannot be written as a pair."""
    if not _NAME.fullmatch(name):
        raise WriteError(f"{printable(name)!r} is not a tag name")
    if not value.isprintable():
        _check_text(value, f"the tag {name}", "\t")


def _check_text(text: str, where: str, also: str = "") -> None:
    """Refuse a text, which should be one line, with a character for which records are refused."""
    if text.isprintable():
        return
    found = REFUSED.search(text)
    for char in ("\n", *also, found[0] if found else ""):
        if char and char in text:
            raise WriteError(f"{where} has {_name_of(char)}, which a record cannot hold")


def _name_of(char: str) -> str:
    if char in "\r\n":
        return "a line break"
    if "\ud800" <= char <= "\udfff":
        return "half of a surrogate pair, or a byte that is not UTF-8"
    return f"the control character U+{ord(char):04X}"


def _check_annotations(ply: Ply) -> None:
    if ply.suffix not in _SUFFIXES:
        raise WriteError(f"the suffix {printable(ply.suffix)!r} is none of ! ? !! ?? !? ?!")
    for nag in ply.nags:
        if nag not in _NAGS:
            raise WriteError(f"there is no annotation ${nag}; $0 to $255 are known")
