"""Records that have been in a database: games and duplicates in the form in which they came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mentis_records.core.record import Ply, Record
from mentis_records.core.start import stored_position
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import GAMES, find_game
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.reread import read_again
from mentis_records.store.row.place import Place
from mentis_records.store.row.replayed_points import replayed_points
from mentis_records.store.row.said import Said


@dataclass(frozen=True, slots=True)
class Former:
    """A record with the options that held for it.

    ``text`` is it where it is a duplicate that says more than tags and plies of its game.
    ``number`` is the one that it has had as a game, or 0.
    """

    place: Place
    record: Record
    options: Mapping[str, str]
    said: Said
    text: str | None
    number: int


def read_duplicate(text: str, options: Mapping[str, str]) -> Record | None:
    """Return the record that the text of a duplicate is, or None if it cannot be read.

    Args:
        text: as it stands in the table.
        options: those of its game, by tag.
    """
    manner = Manner(GAMES, defaults=options, is_as_played=True)
    return read_again(manner, "", text, 1, 1).record


def bare_record(record: Record, count: int) -> Record:
    """Return a record of the first plies of another one, without all that is said of them."""
    return replace(
        record, plies=tuple(map(_bare, record.plies[:count])), comments=(), closing_comments=()
    )


def _bare(ply: Ply) -> Ply:
    return replace(ply, suffix="", nags=(), comments=(), variations=())


def as_said(record: Record, said: Said) -> Record:
    """Return a record with the plies of another one and what it says by itself."""
    game = find_game(record.game)
    position = stored_position(game, said.tags.get("Position") or record.start, record.tags)
    codes = [ply.move.code for ply in record.plies]
    return replace(
        record,
        tags=said.tags,
        start=game.format_position(position),
        result=said.result,
        termination=said.termination,
        inherited=said.inherited,
        points=replayed_points(record.game, position, codes, said.result, said.termination),
    )
