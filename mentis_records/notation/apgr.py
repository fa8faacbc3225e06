"""Read Abstract Play's game records (JSON) as the ``.mgn`` text that says the same.

One record, a list of them, or one after the other. What they claim is only written down here:
the text goes the way of every other, and its plies and results are checked. An entry that
cannot be put into words is a piece with the reason. What is found in the text of an entry is found
where the entry begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
)
from mentis_records.core.span import Span
from mentis_records.notation.piece import MAX_RECORD, TAGGED, Piece
from mentis_records.notation.source import SourceError
from mentis_records.notation.write import escape

MAX_TEXT = 1 << 28
"""Characters of a source; JSON is read as a whole."""

MAX_MALFORMED = 1_000
"""Entries that are no records after which a source is given up, if most are like that."""

_BETWEEN = re.compile(r"[\s,]*")
_MOVE = re.compile(r"[\w#\u2010-\u2015\u2212\u00d7-]{1,200}")
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ].*)?", re.ASCII)
_UNKNOWN = ("", "?")


class _EntryError(ValueError):
    """An entry that is no game record."""


def translate(
    chunks: Iterable[bytes], games: Sequence[GameDescription], first: bytes = b""
) -> Iterator[Piece]:
    """Yield the records of a JSON text as pieces, placed where their entries begin.

    Args:
        chunks: the bytes of the text.
        games: the games that are known.
        first: bytes that come before the chunks.

    Raises:
        SourceError: it is no JSON, too large, or holds something else than game records.
    """
    sound = malformed = 0
    for entry, span in _entries(_whole(chain((first,), chunks))):
        try:
            text, reason = _translate(entry, games), ""
            sound += 1
        except _EntryError as error:
            text, reason = json.dumps(entry, ensure_ascii=True)[:MAX_RECORD] + "\n", str(error)
            malformed += 1
        is_oversize = not reason and len(text) > MAX_RECORD
        kept = text[:MAX_RECORD] if is_oversize else text
        yield Piece(TAGGED, span.line, kept, 1, is_oversize, reason, span)
        if malformed >= MAX_MALFORMED and malformed > sound:
            raise SourceError(f"{malformed:,} entries of this JSON are no game records")


def _whole(chunks: Iterable[bytes]) -> str:
    parts = bytearray()
    for chunk in chunks:
        parts += chunk
        if len(parts) > MAX_TEXT:
            raise SourceError(f"JSON of more than {MAX_TEXT:,} bytes", is_too_large=True)
    try:
        return parts.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(f"not UTF-8 at byte {error.start}") from None


def _entries(text: str) -> Iterator[tuple[Any, Span]]:
    """Yield the entries of a list, or the values that stand one after the other, with places."""
    decoder = json.JSONDecoder()
    place = _Place()
    at = len(text) - len(text.lstrip())
    is_list = text.startswith("[", at)
    at += is_list
    while True:
        found = _BETWEEN.match(text, at)
        at = found.end() if found else at
        if at == len(text) and not is_list:
            return
        if is_list and text.startswith("]", at):
            if text[at + 1 :].strip():
                raise _no_json(text, at + 1, "something follows the list")
            return
        begin = place.advance(text, at)
        try:
            entry, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise _no_json(text, error.pos, error.msg) from None
        except (RecursionError, ValueError):
            raise _no_json(text, at, "too deep or too long") from None
        yield entry, Span(*begin, *place.advance(text, at))


class _Place:
    """A place in a text that moves on."""

    def __init__(self) -> None:
        self._at = self._line_start = 0
        self._line = 1

    def advance(self, text: str, at: int) -> tuple[int, int]:
        """Go on to an offset; return its line and column."""
        self._line += text.count("\n", self._at, at)
        self._line_start = max(self._line_start, text.rfind("\n", self._at, at) + 1)
        self._at = at
        return self._line, at - self._line_start + 1


def _no_json(text: str, at: int, reason: str) -> SourceError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return SourceError(f"not JSON at {line}:{column}: {reason}")


def _translate(entry: Any, games: Sequence[GameDescription]) -> str:
    """Return the text of an entry.

    Raises:
        _EntryError: it lacks what no record can do without.
    """
    if isinstance(entry, dict) and {"tags", "plies"} <= entry.keys():
        raise _EntryError("it is a record exported as JSON; export it as mgn or apgr to read it")
    header = _take(entry, "header", dict)
    rounds = _take(entry, "moves", list)
    named = _take(header, "game", dict)
    title = _take(named, "name", str)
    game = next((game for game in games if game.title == title), games[0])
    tags = _tags(header, game)
    if title != games[0].title:
        tags["Game"] = title
    tags.update(_options(named.get("variants", []), game))
    further = header.get("tags", {})
    if not isinstance(further, dict):
        raise _EntryError("header.tags is no object")
    for name, value in further.items():
        if not _TAG_NAME.fullmatch(name) or not isinstance(value, str):
            raise _EntryError("header.tags has what is no tag")
        tags.setdefault(name, value)
    pairs = "".join(f'[{name} "{_one_line(value)}"]\n' for name, value in tags.items())
    words = [*_words(rounds, _first_number(tags), len(game.sides)), tags["Result"]]
    text = f"{pairs}\n{chr(10).join(words)}\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise _EntryError("half of a surrogate pair, which is no character") from None
    return text


def _take(value: Any, name: str, kind: type) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get(name), kind):
        raise _EntryError(f"it has no {name}, or not as it should be")
    return value[name]


def _one_line(value: str) -> str:
    """Return a tag's value as it is written; what cannot stand on a line stays to be refused."""
    return escape(value).replace("\n", "\\n").replace("\r", "\\r")


def _tags(header: Mapping[str, Any], game: GameDescription) -> dict[str, str]:
    """Return the tags that the fields of the schema stand for."""
    site = header.get("site")
    players = _take(header, "players", list)
    if len(players) != len(game.sides) or not all(isinstance(each, dict) for each in players):
        raise _EntryError(f"it has not {len(game.sides)} players")
    started = header.get("date-start")
    day = _DAY.fullmatch(started) if isinstance(started, str) else None
    fields: dict[str, Any] = {
        "Event": header.get("event"),
        "Site": site.get("name") if isinstance(site, dict) else None,
        "Date": ".".join(day.groups()) if day else None,
        "Round": header.get("round"),
        **{side: each.get("name") for side, each in zip(game.sides, players, strict=True)},
        "Position": header.get("startingPosition"),
    }
    tags = {
        name: value
        for name, value in fields.items()
        if isinstance(value, str) and value not in _UNKNOWN
    }
    tags["Result"] = _result([each.get("result") for each in players])
    return tags


def _result(points: Sequence[Any]) -> str:
    """Return the result that the players' numbers mean."""
    if not all(isinstance(each, int | float) for each in points):
        return RESULT_UNKNOWN
    first, second = points
    if first == second:
        return RESULT_DRAW
    return RESULT_FIRST if first > second else RESULT_SECOND


def _options(variants: Any, game: GameDescription) -> dict[str, str]:
    """Return the option tags of variants; one that the game does not know is left to be found."""
    if not isinstance(variants, list) or not all(isinstance(each, str) for each in variants):
        raise _EntryError("header.game.variants is no list of texts")
    chosen: dict[str, str] = {}
    for value in variants:
        option = next((each for each in game.options if value in each.values), game.options[0])
        chosen[option.tag] = ", ".join(filter(None, (chosen.get(option.tag), value)))
    return chosen


def _first_number(tags: Mapping[str, str]) -> int:
    """Return the move number of the first round: that of a stated position, else 1."""
    last = tags.get("Position", "").rpartition(" ")[2]
    return int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 1


def _words(rounds: Sequence[Any], first: int, sides: int) -> Iterator[str]:
    """Yield the moves of all rounds, each with its number."""
    for number, moves in enumerate(rounds, first):
        if not isinstance(moves, list) or len(moves) > sides:
            raise _EntryError(f"round {number} is no list of at most {sides} moves")
        for side, move in enumerate(moves):
            if move is None:
                continue
            written = move.get("move") if isinstance(move, dict) else move
            if not isinstance(written, str) or not _MOVE.fullmatch(written.strip()):
                raise _EntryError(f"round {number} has a move that is no word")
            yield f"{number}.{'..' if side else ''} {written.strip()}"
