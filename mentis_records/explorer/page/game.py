"""One game: replayed, with evaluations and the ways from it; as ``mentis game`` has it."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from mentis_records.analysis.decisive import decisive_ply
from mentis_records.core.capability import is_drawn
from mentis_records.core.text import encodable
from mentis_records.core.view import has_views, view_of
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.board_table import board_table
from mentis_records.explorer.content import Content, File, Value
from mentis_records.explorer.played.asked_game import AskedGame
from mentis_records.explorer.played.evaluated_game import EvaluatedGame, evaluated_game
from mentis_records.explorer.played.game_place import (
    TreePlaces,
    event_place,
    player_places,
    source_place,
    source_words,
    view_places,
)
from mentis_records.explorer.visit import Visit
from mentis_records.export.json_record import record_value
from mentis_records.notation.seen_record import replayed
from mentis_records.notation.write import WriteError, format_record
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import (
    MAX_COMMENT,
    ExampleGame,
    ExampleLine,
    example_game,
)
from mentis_records.report.document.game_page import game_words
from mentis_records.report.document.page import share_style
from mentis_records.report.document.replay_board import ReplayBoard, embedded
from mentis_records.report.document.scene import Scene
from mentis_records.report.words.wording import shorten
from mentis_records.store.game_list import fetch_neighbours, list_columns
from mentis_records.store.record import fetch_origin
from mentis_records.store.schema.tag_column import SECRET_SETTINGS

FORMATS = ("mgn", "svg", "png")
"""What a game can be had as, besides JSON."""

_LONGEST = 60
"""Characters of an event's name."""

_SIZE = 720
"""Pixels of a drawing."""


def tell(visit: Visit) -> Value:
    """Return the game as ``mentis game --format json`` tells it."""
    return Value(record_value(AskedGame.of(visit).seen))


def show(visit: Visit) -> Content | File:
    """Return the page of a game, or a file of it."""
    asked = AskedGame.of(visit)
    form = visit.address.get("format")
    if form and form not in FORMATS:
        raise AddressError(f"format: no {form[:40]!r}; there are {', '.join(FORMATS)}")
    if form == "mgn":
        return _record_file(asked)
    if form:
        return _board_file(visit, asked, form)
    values: dict[str, Any] = {
        "asked": asked,
        "title": asked.game.description.title,
        "slug": asked.game.description.slug,
        **_ways(visit, asked),
    }
    drawn = _replay if is_drawn(asked.game) else _listing
    return Content("game.html", values | drawn(visit, asked))


def _replay(visit: Visit, asked: AskedGame) -> dict[str, Any]:
    """Return what the template shows of a game with boards."""
    evaluated = evaluated_game(visit, asked)
    shown = _example(asked, evaluated)
    still = visit.address.number("at", shown.ply, most=len(shown.positions) - 1)
    places = TreePlaces(visit, asked, [each.position for each in shown.positions], shown.last)
    replay = ReplayBoard([shown])
    return {
        "game": shown,
        "is_cut": bool(shown.omitted) or _is_cut(shown.line),
        "replay": replay,
        "still": still,
        "percent": share_style,
        "place_of": lambda at: _at(asked.address, shown, at),
        "before_at": shown.positions[still].parent,
        "after_at": _next(shown, still),
        "table": board_table(shown.positions[still].picture),
        "position": places.positions[still],
        "tree": places.at(still),
        "files": [(form.upper(), _at(asked.address, shown, still, form)) for form in FORMATS[1:]],
        "data": embedded(json.dumps(places.data(), separators=(",", ":"))),
        "evaluated": evaluated,
        "efforts": [
            (f"{each.engine}, {each.limits}", each, asked.address.have(limits=each.limits))
            for each in evaluated.efforts
        ],
        "words": game_words(asked.game, asked.seen, shown.positions[0].picture.colours),
    }


def _listing(visit: Visit, asked: AskedGame) -> dict[str, Any]:
    """Return what the template shows of a game whose boards cannot be drawn."""
    game, record = asked.game, asked.record
    at = asked.last if asked.ply is None else asked.ply
    positions = [view_of(game, each, asked.side) for each in replayed(game, record)]
    places = TreePlaces(visit, asked, positions, asked.last)
    return {
        "game": None,
        "still": at,
        "line": [
            (ply.move.notation, asked.address.have(ply=number))
            for number, ply in enumerate(record.plies, 1)
        ],
        "start": asked.address.have(ply=0),
        "position": places.positions[at],
        "tree": places.at(at),
        "files": [],
        "words": game_words(game, asked.seen, ()),
    }


def _ways(visit: Visit, asked: AskedGame) -> dict[str, Any]:
    """Return where the game leads: to others, to its source, to other forms of it."""
    address, sides = asked.address, asked.game.description.sides
    origin = fetch_origin(visit.database, asked.number)
    columns = _sortable(visit, asked)
    order = [name for name in address.get("sort").lower().split(",") if name.strip()]
    unknown = [name for name in order if name.removeprefix("-") not in columns]
    if unknown:
        raise AddressError(f"sort: no column {unknown[0][:40]!r}; there are {', '.join(columns)}")
    sort = address.get("sort") or None
    around: tuple[int | None, int | None] = (None, None)
    # A filter may ask for what the side cannot see, so a view says nothing of what it selects.
    if asked.side is None or not (address.get("where") or address.get("query")):
        around = fetch_neighbours(visit.database, visit.of_rules, columns, order, asked.number)
    before, after = (
        None if number is None else address.go("game", number).have(sort=sort) for number in around
    )
    match = None if origin.match_id is None else address.go("matches", origin.match_id)
    return {
        "origin": origin,
        "source": source_words(origin),
        "source_games": source_place(asked, origin),
        "players": player_places(asked),
        "event": event_place(asked),
        "event_name": shorten(asked.seen.tags.get("Event", ""), _LONGEST),
        "match": match,
        "before": before,
        "after": after,
        "list": address.go("games").have(sort=sort),
        "views": view_places(visit, sides) if has_views(asked.game.description) else [],
        "record": address.have(format="mgn", ply=None, at=None),
        "json": address.have(ply=None, at=None, limits=None, sort=None).as_json,
    }


def _sortable(visit: Visit, asked: AskedGame) -> dict[str, str]:
    """Return the columns by which the list may be sorted; a view has none that tell secrets."""
    secret: set[str] = set()
    if asked.side is not None:
        secret = {"settings", *(tag.lower() for tag in SECRET_SETTINGS)}
    return {name: sql for name, sql in list_columns(visit.sole).items() if name not in secret}


def _example(asked: AskedGame, evaluated: EvaluatedGame) -> ExampleGame:
    """Return the game to be replayed, from the ply that is asked for or that decided it."""
    opening = decisive_ply(evaluated.record) if asked.side is None else None
    ply = opening if asked.ply is None else asked.ply
    return example_game(asked.game, evaluated.record, number=asked.number, ply=ply, view=asked.side)


def _is_cut(line: ExampleLine) -> bool:
    """Tell whether a comment is shown in part only."""
    texts = [*line.opening, *line.closing, *(text for move in line.moves for text in move.remarks)]
    return any(len(text) == MAX_COMMENT for text in texts) or any(
        _is_cut(variation) for move in line.moves for variation in move.variations
    )


def _at(address: Address, shown: ExampleGame, at: int, form: str | None = None) -> Address:
    """Return the address of a position of the game: of the mainline by ply, or by its index."""
    is_main = at <= shown.last
    return address.have(ply=at if is_main else None, at=None if is_main else at, format=form)


def _next(shown: ExampleGame, at: int) -> int:
    """Return the index of the position after one in its line."""
    is_followed = at + 1 < len(shown.positions) and shown.positions[at + 1].parent == at
    return at + 1 if is_followed else at


def _record_file(asked: AskedGame) -> File:
    try:
        text = format_record(asked.seen, asked.game.description)
    except WriteError as error:
        raise AddressError(f"game {asked.number}: {error}; its JSON has it") from None
    name = f"game-{asked.number}.mgn"
    return File(name, "text/plain; charset=utf-8", encodable(text).encode())


def _board_file(visit: Visit, asked: AskedGame, form: str) -> File:
    """Return a drawing of a position, as ``mentis game`` draws it."""
    name = f"game-{asked.number}"
    at = visit.address.number("at", 0)
    if at:
        shown = _example(asked, evaluated_game(visit, asked))
        if at >= len(shown.positions):
            raise AddressError(f"at: the game has {len(shown.positions):,} positions")
        picture, title, caption = shown.positions[at].picture, shown.positions[at].words, None
    else:
        scene = Scene(asked.record, asked.side)
        at = scene.last if asked.ply is None else asked.ply
        picture, title = scene.picture(at), scene.headline(at)
        caption = None if visit.address.get("no-caption") else scene.caption(at)
    if form == "svg":
        drawing = render_svg(picture, size=_SIZE, title=title, caption=caption) + "\n"
        return File(f"{name}-{at}.svg", "image/svg+xml", drawing.encode())
    from mentis_records.report.board.board_image import draw_png

    file = BytesIO()
    draw_png(picture, file, caption=caption)
    return File(f"{name}-{at}.png", "image/png", file.getvalue())
