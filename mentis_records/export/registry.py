"""The registry of formats in which games leave the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from mentis_records.core.record import Record
from mentis_records.export.apgr import format_apgr
from mentis_records.export.csv_row import csv_header, format_csv
from mentis_records.export.error import ExportError
from mentis_records.export.json_record import format_json
from mentis_records.export.listing import format_listing
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game

Numbered = tuple[int, Record]
"""A game's number and its record."""

Refuse = Callable[[int, ExportError], None]
"""Told which game a format cannot hold, and why."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: its name, and in words what it has no place for. By itself, a table's rows."""

    name: str
    loses: str = ""


@dataclass(frozen=True, slots=True)
class TextFormat(ExportFormat):
    """A format of text: what stands around the games. By itself, that of record files.

    ``begin`` takes the slug of the game that all of them are of, or None.
    """

    begin: Callable[[str | None], str] = lambda _: ""
    between: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class OtherFormat(TextFormat):
    """A format of text that is not that of record files: how it writes a game.

    ``format`` raises ``ExportError`` for a game that it cannot hold.
    """

    format: Callable[[int, Record, str | None], str] = field(kw_only=True)

    def write(self, games: Iterable[Numbered], refuse: Refuse, game: str | None) -> Iterator[str]:
        """Yield the text of some games in parts; ``game`` is what all of them are of, or None."""
        yield self.begin(game)
        before = ""
        for game_id, record in games:
            try:
                text = self.format(game_id, record, game)
            except ExportError as error:
                refuse(game_id, error)
                continue
            yield before + text
            before = self.between
        yield self.end


def _listing(game_id: int, record: Record, game: str | None) -> str:
    return format_listing(record, find_game(record.game))


def _json(game_id: int, record: Record, game: str | None) -> str:
    return format_json(record) + "\n"


def _apgr(game_id: int, record: Record, game: str | None) -> str:
    return format_apgr(record, find_game(record.game).description)


_NO_REMARKS = "comments, judgements and variations"

FORMATS: dict[str, ExportFormat] = {
    row.name: row
    for row in (
        TextFormat("mgn", between="\n"),
        OtherFormat("listing", f"tags, results, {_NO_REMARKS}", format=_listing, between="\n"),
        OtherFormat("json", format=_json),
        OtherFormat("csv", _NO_REMARKS, format=format_csv, begin=csv_header),
        ExportFormat("parquet", _NO_REMARKS),
        OtherFormat(
            "apgr", _NO_REMARKS, format=_apgr, begin=lambda _: "[\n", between=",\n", end="\n]\n"
        ),
    )
}
