"""Turn sheets into columns of the tables; knows columns, but runs no SQL."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULTS
from mentis_records.core.record import CommentKind
from mentis_records.core.setting import Setting, all_settings
from mentis_records.notation.bulk import record_field
from mentis_records.notation.bulk.stretch import stretches
from mentis_records.notation.explain.replay import COMMENT_KINDS, comment_text
from mentis_records.notation.sheet import Sheet
from mentis_records.store import schema
from mentis_records.store.identity import Content
from mentis_records.store.row.batch import Batch
from mentis_records.store.row.column import Chosen, FurtherTags, Value, spread
from mentis_records.store.row.place import Place
from mentis_records.store.row.record_row import further_tags, rating
from mentis_records.store.row.remark_place import AFTER, BEFORE, CLOSING
from mentis_records.store.schema import (
    ELO_COLUMNS,
    GAMES_TABLE,
    POINTS_COLUMNS,
    TEXT_COLUMNS,
    elo_columns,
    text_columns,
)

_Column = numpy.ndarray[Any, Any]
_PLACES = (BEFORE, AFTER, CLOSING)
"""The places of comments by their numbers in ``record_field``."""

_FIRST_TAG = len(record_field.FIELDS)

_FEW = 200
"""Columns of fewer games are brought into one form for all sheets."""

_EVERY_TAG: dict[str, Value] = dict.fromkeys([*TEXT_COLUMNS, *ELO_COLUMNS])


def add_sheet(
    batch: Batch, sheet: Sheet, ids: _Column, place: Place, defaults: Mapping[str, str]
) -> None:
    """Add the games of a sheet to a batch.

    Args:
        batch: takes the rows.
        sheet: the records.
        ids: for each record the number of its game, or -1 where it is none.
        place: where the first record stands.
        defaults: the option tags of records without them.
    """
    kept = numpy.flatnonzero(ids >= 0)
    if not len(kept):
        return
    games = _games(sheet, ids, kept, place, defaults)
    if len(kept) < _FEW:
        games = spread({**_EVERY_TAG, **games}, len(kept))
    batch.add_columns(GAMES_TABLE, games)
    _add_mainlines(batch, sheet, ids, kept)
    _add_variations(batch, sheet, ids)
    _add_remarks(batch, sheet, ids)


def _add_mainlines(batch: Batch, sheet: Sheet, ids: _Column, kept: _Column) -> None:
    """Add the mainlines of the records that are kept; most often they are the sheet's as it is."""
    sizes = field_column(sheet, "plies")[kept] + numpy.int32(1)
    firsts = field_column(sheet, "first_row")[kept]
    begins = numpy.cumsum(sizes) - sizes
    turns, keys = numpy.frombuffer(sheet.turns, "int64"), numpy.frombuffer(sheet.keys, "int64")
    if len(turns) != sizes.sum() or not numpy.array_equal(firsts, begins):
        places = numpy.arange(sizes.sum()) + numpy.repeat(firsts - begins, sizes)
        turns, keys = turns[places], keys[places]
    batch.add_mainlines(sheet.game.description.slug, ids[kept], sizes, turns, keys)


def field_column(sheet: Sheet, name: str) -> _Column:
    """Return a field of all records of a sheet, one of ``record_field.FIELDS``."""
    return numpy.frombuffer(sheet.column(name), "int32")


def sheet_tags(sheet: Sheet, record: int) -> dict[str, str]:
    """Return all tags of a record of a sheet."""
    tags = {}
    for column, name in enumerate(sheet.layout.names):
        value = sheet.tag(record, column)
        if value is not None:
            tags[name] = value
    first = sheet.records[record * sheet.width + record_field.FIELDS.index("extras")]
    for at in range(first * record_field.EXTRA_WIDTH, len(sheet.extras), record_field.EXTRA_WIDTH):
        if sheet.extras[at] != record:
            break
        places = sheet.extras[at + 1 : at + record_field.EXTRA_WIDTH]
        tags[sheet.value(*places[:2])] = sheet.value(*places[2:])
    return tags


def openings(sheet: Sheet) -> _Column:
    """Return the hashes of the records' openings: a row a record, 0 where there is none."""
    return numpy.frombuffer(sheet.openings, "int64").reshape(sheet.count, record_field.OPENING)


def last_openings(sheet: Sheet) -> _Column:
    """Return the hash of the longest opening of each record, or 0."""
    last = numpy.clip(field_column(sheet, "plies"), 1, record_field.OPENING) - 1
    return numpy.take_along_axis(openings(sheet), last[:, None], axis=1)[:, 0]


def _nullable(column: _Column) -> _Column:
    """Return numbers with a null for 0."""
    return numpy.ma.masked_equal(column, 0)


def sheet_content(
    sheet: Sheet, record: int, tags: Mapping[str, str], defaults: Mapping[str, str]
) -> Content:
    """Return what was played in a record of a sheet, for comparing."""
    game = sheet.game.description
    first = sheet.first_row(record)
    turns = sheet.turns[first + 1 : first + 1 + sheet.ply_count(record)]
    options = all_settings(game.settings, tags, defaults, game.settled)
    codes = tuple([turn >> 3 for turn in turns])
    return Content(game.slug, tuple(options.values()), sheet.keys[first], codes)


def _games(
    sheet: Sheet, ids: _Column, kept: _Column, place: Place, defaults: Mapping[str, str]
) -> Mapping[str, Value]:
    records = numpy.frombuffer(sheet.records, "int32").reshape(sheet.count, sheet.width)[kept]
    fields = {name: records[:, at] for at, name in enumerate(record_field.FIELDS)}
    columns: dict[str, Value] = {
        "game_id": ids[kept],
        "source_id": place.source_id,
        "source_index": (kept + place.index).astype("int32"),
        "source_member": place.member,
        "source_line": fields["line"] + numpy.int32(place.line),
        "game": sheet.game.description.slug,
        "first_mover": _first_movers(sheet, fields),
        "result": Chosen(RESULTS, fields["result"]),
        "termination": Chosen(sheet.layout.terminations, fields["termination"]),
        "is_open": False,
        "ply_count": numpy.ascontiguousarray(fields["plies"]),
        "inherited": 0,
        "irregular": (),
        "warned": (),
        "start_position": Chosen([start.text for start in sheet.starts], fields["start"]),
        "start_key": numpy.frombuffer(sheet.keys, "int64")[fields["first_row"]],
        "content_key": numpy.frombuffer(sheet.contents, "int64")[kept],
        "opening_key": _nullable(last_openings(sheet)[kept]),
    }
    if sheet.layout.has_points:
        for name in POINTS_COLUMNS:
            points = numpy.ascontiguousarray(fields[name])
            columns[name] = numpy.ma.masked_array(points, fields["has_points"] == 0)
    texts = {
        name: _texts(sheet, column, kept)
        for column, name in enumerate(sheet.layout.names)
        if records[:, _FIRST_TAG + 2 * column + 1].any()
    }
    game = sheet.game.description
    columns |= {name: texts[tag] for tag, name in text_columns(game.slug).items() if tag in texts}
    columns["settings"] = _settings(game, texts, defaults, len(kept))
    for tag, name in elo_columns(game.slug).items():
        if tag in texts:
            found = texts[tag]
            columns[name] = (
                numpy.array([rating(text) for text in found], object)
                if isinstance(found, numpy.ndarray)
                else rating(found)
            )
    columns["tags"] = _further_tags(sheet, kept, records, texts)
    return columns


def _first_movers(sheet: Sheet, fields: Mapping[str, _Column]) -> _Column:
    """Return the sides that moved first, with a null where there is no ply."""
    is_bare = fields["plies"] == 0
    turns = numpy.frombuffer(sheet.turns, "int64")
    sides = turns[fields["first_row"] + numpy.where(is_bare, 0, 1)] & 7
    return numpy.ma.masked_array(sides, is_bare)


def _texts(sheet: Sheet, column: int, kept: _Column) -> _Column | str | None:
    """Return what the records have for a tag: one text if it is the same for all."""
    if sheet.has_one_text(column):
        return sheet.tag(0, column)
    return numpy.array(sheet.tags(column, kept.tolist()), object)


def _settings(
    game: GameDescription,
    texts: Mapping[str, _Column | str | None],
    defaults: Mapping[str, str],
    count: int,
) -> Value:
    """Return the values of all settings, of as many records."""
    if game.settled is not None:
        return _settled(game, texts, defaults, count)
    settings = {
        setting.tag: _values(
            _canonical(setting, texts.get(setting.tag)),
            texts.get("Position"),
            setting.chosen(defaults),
            setting.default if setting.chooses_start else setting.chosen(defaults),
        )
        for setting in game.settings
    }
    shared = {tag: value for tag, value in settings.items() if isinstance(value, str)}
    if len(shared) == len(settings):
        return shared
    rows = [numpy.broadcast_to(value, count).tolist() for value in settings.values()]
    found = list(zip(*rows, strict=True))
    distinct = {values: number for number, values in enumerate(dict.fromkeys(found))}
    indices = numpy.array([distinct[values] for values in found], "int32")
    return Chosen([dict(zip(settings, values, strict=True)) for values in distinct], indices)


def _settled(
    game: GameDescription,
    texts: Mapping[str, _Column | str | None],
    defaults: Mapping[str, str],
    count: int,
) -> Chosen:
    """Return the same of a game in which settings decide others."""
    tags = [*(setting.tag for setting in game.settings), "Position"]
    rows = [numpy.broadcast_to(numpy.array(texts.get(tag), object), count).tolist() for tag in tags]
    found = list(zip(*rows, strict=True))
    numbers = {values: number for number, values in enumerate(dict.fromkeys(found))}
    told = [
        {tag: value for tag, value in zip(tags, values, strict=True) if value is not None}
        for values in numbers
    ]
    chosen = [all_settings(game.settings, each, defaults, game.settled) for each in told]
    return Chosen(chosen, numpy.array([numbers[values] for values in found], "int32"))


def _canonical(setting: Setting, texts: _Column | str | None) -> _Column | str | None:
    """Return the values of a setting in their canonical form; words have no other."""
    if setting.values or texts is None:
        return texts
    if isinstance(texts, str):
        return setting.read(texts)
    known = {text: text and setting.read(text) for text in set(texts.tolist())}
    return numpy.array([known[text] for text in texts.tolist()], object)


def _values(
    texts: _Column | str | None, stated: _Column | str | None, default: str, first: str
) -> _Column | str:
    """Return the values of a setting: tagged, the first with a stated position, or the default."""
    untagged: _Column | str
    if isinstance(stated, numpy.ndarray):
        untagged = numpy.where(stated == None, default, first).astype(object)  # noqa: E711
    else:
        untagged = default if stated is None else first
    if isinstance(texts, numpy.ndarray):
        return numpy.where(texts == None, untagged, texts)  # noqa: E711 - by element
    return texts or untagged


def _further_tags(
    sheet: Sheet, kept: _Column, records: _Column, texts: Mapping[str, _Column | str | None]
) -> FurtherTags:
    """Return the tags of the games that their columns cannot give back."""
    rows = numpy.full(sheet.count, -1, "int32")
    rows[kept] = numpy.arange(len(kept))
    extras = numpy.frombuffer(sheet.extras, "int32").reshape(-1, record_field.EXTRA_WIDTH)
    found = FurtherTags(numpy.zeros(0, "int32"), (), ())
    if len(extras):
        found = FurtherTags(rows[extras[:, 0]], *sheet.extra_texts())
        is_kept = found.rows >= 0
        found = FurtherTags(found.rows[is_kept], found.names[is_kept], found.texts[is_kept])
    slug = sheet.game.description.slug
    for tag in ("Position", "PlyCount", *elo_columns(slug)):
        if tag in texts:
            likely: Iterable[int] = range(len(kept))
            if tag == "PlyCount":
                likely = _odd_numbers(records, sheet.layout.column(tag))
            counts = records[:, record_field.FIELDS.index("plies")]
            written = numpy.empty(len(kept), object)
            written[:] = texts[tag]
            spare = [
                row
                for row in likely
                if (text := written[row]) is not None
                and further_tags(slug, {tag: text}, int(counts[row]))
            ]
            names = numpy.full(len(spare), tag, object)
            more = FurtherTags(numpy.array(spare, "int32"), names, written[spare])
            found = FurtherTags.joined((found, more))
    return found


def _odd_numbers(records: _Column, column: int) -> Iterable[int]:
    """Return the rows whose ply count may be written in an unusual way.

    It is either unknown or right, so that its length tells, but for a single digit.
    """
    at = _FIRST_TAG + 2 * column
    counts = records[:, record_field.FIELDS.index("plies")]
    digits = 1 + (counts >= 10) + (counts >= 100) + (counts >= 1000) + (counts >= 10000)
    is_odd = (records[:, at + 1] - records[:, at] != digits) | (counts < 10) | (counts >= 100000)
    return [int(row) for row in numpy.flatnonzero(is_odd)]


def _add_variations(batch: Batch, sheet: Sheet, ids: _Column) -> None:
    for at in range(0, len(sheet.variations), record_field.VARIATION_WIDTH):
        record, line, parent, ply = sheet.variations[at : at + record_field.VARIATION_WIDTH]
        if ids[record] >= 0:
            batch.add(schema.VARIATIONS, (int(ids[record]), line, parent, ply))
    if not sheet.variation_turns:
        return
    places = numpy.frombuffer(sheet.variation_places, "int32").reshape(-1, 3)
    game_ids = ids[places[:, 0]]
    is_kept = game_ids >= 0
    turns = numpy.frombuffer(sheet.variation_turns, "int64")[is_kept]
    columns = {
        "game_id": game_ids[is_kept],
        "line": places[is_kept, 1],
        "ply": places[is_kept, 2],
        "turn": turns,
        "key": numpy.frombuffer(sheet.variation_keys, "int64")[is_kept],
    }
    batch.add_columns(schema.VARIATION_PLIES, columns)
    batch.add_moves(sheet.game.description.slug, turns)


def _add_remarks(batch: Batch, sheet: Sheet, ids: _Column) -> None:
    """Add comments and judgements."""
    if not sheet.remarks:
        return
    remarks = numpy.frombuffer(sheet.remarks, "int32").reshape(-1, record_field.REMARK_WIDTH)
    game_ids = ids[remarks[:, 0]]
    is_comment = numpy.array([name in COMMENT_KINDS for name in sheet.terminals])[remarks[:, 4]]
    is_kept = game_ids >= 0
    _add_comments(batch, sheet, game_ids, remarks, numpy.flatnonzero(is_kept & is_comment))
    _add_judgements(batch, sheet, game_ids, remarks, numpy.flatnonzero(is_kept & ~is_comment))


def _add_comments(
    batch: Batch, sheet: Sheet, game_ids: _Column, remarks: _Column, rows: _Column
) -> None:
    """Add the comments among remarks; those of one place are numbered."""
    if not len(rows):
        return
    chosen = remarks[rows]
    terminals, bounds = chosen[:, 4], array("i", chosen[:, 5:].tobytes())
    kinds = [COMMENT_KINDS.get(name, CommentKind.BRACE) for name in sheet.terminals]
    written = stretches(sheet.block.text, bounds, 0, 2, len(rows))
    texts = numpy.empty(len(rows), object)
    texts[:] = [
        comment_text(kinds[terminal], text or "")
        for terminal, text in zip(terminals.tolist(), written, strict=True)
    ]
    names = [kind.value for kind in CommentKind]
    numbers_of_kinds = numpy.array([names.index(kind.value) for kind in kinds], "int32")
    columns = {
        "game_id": game_ids[rows],
        "line": chosen[:, 1].copy(),
        "ply": chosen[:, 2].copy(),
        "place": Chosen(_PLACES, chosen[:, 3].copy()),
        "number": _numbers((game_ids[rows], chosen[:, 1], chosen[:, 2], chosen[:, 3])),
        "kind": Chosen(names, numbers_of_kinds[terminals]),
        "text": texts,
    }
    batch.add_columns(schema.COMMENTS, columns)


def _numbers(columns: Sequence[_Column]) -> _Column:
    """Return for each row its number, from 1, among those with the same values in all columns."""
    order = numpy.lexsort(tuple(columns))
    is_first = numpy.ones(len(order), bool)
    is_first[1:] = False
    for column in columns:
        ordered = column[order]
        is_first[1:] |= ordered[1:] != ordered[:-1]
    begins = numpy.flatnonzero(is_first)
    sizes = numpy.diff(begins, append=len(order))
    numbers = numpy.empty(len(order), "int32")
    numbers[order] = numpy.arange(1, len(order) + 1) - numpy.repeat(begins, sizes)
    return numbers


def _add_judgements(
    batch: Batch, sheet: Sheet, game_ids: _Column, remarks: _Column, rows: _Column
) -> None:
    """Add the suffixes and annotations among remarks: one row a ply."""
    judgements: defaultdict[tuple[int, int, int], tuple[list[str], list[int]]]
    judgements = defaultdict(lambda: ([], []))
    for game_id, (_, line, ply, _, terminal, begin, end) in zip(
        game_ids[rows].tolist(), remarks[rows].tolist(), strict=True
    ):
        suffixes, nags = judgements[game_id, line, ply]
        text = sheet.stretch(begin, end)
        if sheet.terminals[terminal] == "SUFFIX":
            suffixes.append(text)
        else:
            nags.append(int(text[1:]))
    for (game_id, line, ply), (suffixes, nags) in judgements.items():
        suffix = suffixes[0] if suffixes else None
        batch.add(schema.ANNOTATIONS, (game_id, line, ply, suffix, nags))
