"""Turn what was read into rows of the tables; knows columns, but runs no SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.record import Ply, Record
from mentis_records.core.text import encodable
from mentis_records.store.identity import Content
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    ELO_COLUMNS,
    GAMES_TABLE,
    OPTION_COLUMNS,
    TEXT_COLUMNS,
)

_BIGGEST_WHOLE = 2**31 - 1
_SPOKEN_FOR = frozenset({"Game", "Result", "Termination", *TEXT_COLUMNS, *OPTION_COLUMNS})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: its source, number, text within an archive, first line."""

    source_id: int
    index: int
    member: str | None
    line: int

    @property
    def row(self) -> tuple[int, int, str | None, int]:
        """Return the values of the columns that many tables begin with."""
        return self.source_id, self.index, self.member, self.line


def effective_options(record: Record, defaults: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each option of the record's game: tagged, by default, or the first."""
    options = {}
    for option in DESCRIPTION_OF[record.game].options:
        value = record.tags.get(option.tag)
        if value is None and "Position" not in record.tags:
            value = defaults.get(option.tag)
        options[option.tag] = value or option.values[0]
    return options


def content_of(record: Record, options: Mapping[str, str]) -> Content:
    """Return what was played, for comparing."""
    codes = tuple(ply.move.code for ply in record.plies)
    return Content(record.game, tuple(options.values()), record.start_keys[0], codes)


def game_row(
    game_id: int, place: Place, record: Record, options: Mapping[str, str], content_key: int
) -> tuple[object, ...]:
    """Return the row of ``games`` for a record."""
    tags = {name: encodable(value) for name, value in record.tags.items()}
    values: dict[str, object] = dict(
        zip(
            (column.name for column in GAMES_TABLE.columns),
            (game_id, *place.row, record.game),
            strict=False,
        )
    )
    values.update((column, tags.get(tag)) for tag, column in TEXT_COLUMNS.items())
    values.update((OPTION_COLUMNS[tag], value) for tag, value in options.items())
    values.update((column, _whole(tags.get(tag))) for tag, column in ELO_COLUMNS.items())
    values["result"] = record.result
    values["termination"] = None if record.termination is None else encodable(record.termination)
    values["ply_count"] = len(record.plies)
    values["inherited"] = record.inherited
    values["irregular"] = [at for at, ply in enumerate(record.plies, 1) if ply.is_irregular]
    values["start_position"] = record.start
    values["start_key"], values["start_canonical_key"] = record.start_keys
    values["final_position"] = record.final
    values["content_key"] = content_key
    values["tags"] = _further_tags(record, tags)
    return tuple(values.get(column.name) for column in GAMES_TABLE.columns)


def duplicate_row(game_id: int, place: Place, record: Record, text: str) -> tuple[object, ...]:
    """Return the row of ``duplicates`` for a record that repeats a game."""
    tags = {name: encodable(value) for name, value in record.tags.items()}
    kept_text = encodable(text) if _has_remarks(record) else None
    return (game_id, *place.row, record.result, tags, kept_text)


def quarantine_row(
    place: Place, text: str, diagnostics: Iterable[Diagnostic]
) -> tuple[object, ...]:
    """Return the row of ``quarantine`` for a record with errors."""
    found = [_plain(diagnostic) for diagnostic in diagnostics]
    return (*place.row, encodable(text), encodable(json.dumps(found, ensure_ascii=False)))


def _plain(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as JSON shows it."""
    span = diagnostic.span
    return {
        "code": diagnostic.code.id,
        "slug": diagnostic.code.slug,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "expected": diagnostic.expected,
        "hint": diagnostic.hint,
        "rule": diagnostic.code.rule,
        "ply": diagnostic.ply,
        "move": diagnostic.move,
        "position": diagnostic.position,
    }


def _further_tags(record: Record, tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags without a column, and those whose text the column cannot give back."""
    own = len(record.plies) - record.inherited
    return {
        name: value
        for name, value in tags.items()
        if name not in _SPOKEN_FOR
        and not (name in ELO_COLUMNS and value == str(_whole(value)))
        and not (name == "PlyCount" and value == str(own))
    }


def _whole(text: str | None) -> int | None:
    """Return the number that a tag states, or None."""
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    value = int(text[:11])
    return value if len(text) <= 11 and value <= _BIGGEST_WHOLE else None


def _has_remarks(record: Record) -> bool:
    """Tell whether a record has more than tags and the plies of its mainline."""
    own = record.plies[record.inherited :]
    return bool(record.comments or record.closing_comments) or any(map(_is_remarked, own))


def _is_remarked(ply: Ply) -> bool:
    return bool(ply.suffix or ply.nags or ply.comments or ply.variations)
