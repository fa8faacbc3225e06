"""Abstract Play's game record: JSON after the schema ``gamerecord/1-0-0`` of that site.

The schema demands whole dates and a result of each player, so a record without them has no
such form. It has no place for comments, judgements and variations. Tags that stand for fields of
the schema (``notation.source.apgr_tag``) are these fields again. All tags are in the further field
``tags`` of the header as they are written, and ``date`` repeats the date; what is read must agree
with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULT_FIRST, RESULT_UNKNOWN
from mentis_records.core.record import Record
from mentis_records.core.text import printable_json
from mentis_records.export.error import ExportError
from mentis_records.notation.source import apgr_tag as tag
from mentis_records.store.identity import UNKNOWN

_MIDNIGHT = "00:00:00"
_WORDS = {meaning: word for word, meaning in tag.ENDINGS.items()}

_Rounds = list[list[Any]]
"""A list of one move a side for each move number, None where there is none."""


def format_apgr(record: Record, game: GameDescription) -> str:
    """Return a record as one line of JSON, generated now.

    Raises:
        ExportError: its date is not whole, its result not known, or a round not a ply of each
            side in their order.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    return printable_json(json.dumps(apgr_value(record, game, now), ensure_ascii=False))


def apgr_value(record: Record, game: GameDescription, generated: datetime) -> dict[str, Any]:
    """Return a record as a value of the schema.

    Args:
        record: the record.
        game: the description of its game.
        generated: when the value is made, in UTC.

    Raises:
        ExportError: as ``format_apgr`` says.
    """
    value = {"header": _header(record, game, generated), "moves": _rounds(record, len(game.sides))}
    _give_further(value, record.tags.get(tag.EXTRAS, ""))
    return value


def _header(record: Record, game: GameDescription, generated: datetime) -> dict[str, Any]:
    tags = record.tags
    points = _points(record, game)
    start = _start(tags)
    header: dict[str, Any] = {"game": {"name": game.title}}
    variants = [
        value
        for setting in game.settings
        if (value := tags.get(setting.tag, setting.default)) != setting.default and setting.values
    ]
    if variants:
        header["game"]["variants"] = variants
    if tags.get("Event", "") not in UNKNOWN and tags.get("Round", "") not in UNKNOWN:
        header.update(event=tags["Event"], round=tags["Round"])
    header["site"] = {"name": tags.get("Site", "?")}
    if tag.GAME_ID in tags:
        header["site"]["gameid"] = tags[tag.GAME_ID]
    header["date-start"] = start
    header["date-end"] = _instant(tags, tag.END_DAY, tag.END_TIME) or start
    header["date-generated"] = generated.strftime("%Y-%m-%dT%H:%M:%SZ")
    for name, field in ((tag.UNRATED, "unrated"), (tag.PIED, "pied")):
        if tags.get(name) == tag.TRUE:
            header[field] = True
    header["players"] = [
        _player(tags, side, each) for side, each in zip(game.sides, points, strict=True)
    ]
    if "Position" in tags:
        header["startingPosition"] = tags["Position"]
    if "Date" in tags:
        header["date"] = tags["Date"]
    header["tags"] = dict(tags)
    return header


def _points(record: Record, game: GameDescription) -> tuple[int, ...]:
    """Return the numbers of the players that mean the result: those in their tags, if they do.

    Raises:
        ExportError: the result is not known.
    """
    told = [tag.read_compact(record.tags.get(side + tag.POINTS, "")) for side in game.sides]
    if all(isinstance(each, int) and not isinstance(each, bool) for each in told):
        first, second = told
        meant = {(1, 0): first > second, (0, 1): first < second, (0, 0): first == second}
        usual = tag.USUAL_POINTS.get(record.result, (0, 0))
        if meant[usual]:
            return first, second
    if record.result == RESULT_UNKNOWN:
        raise ExportError("its result is not known, but the format requires one")
    return tag.USUAL_POINTS[record.result]


def _start(tags: Mapping[str, str]) -> str:
    """Return when a record's game began, as far as it is known.

    Raises:
        ExportError: the day is not known, or not wholly.
    """
    written = tags.get("Date", "?")
    start = _instant(tags, tag.START_DAY, tag.START_TIME) or tag.join_instant(written, _MIDNIGHT)
    if start is None:
        raise ExportError(f"its date is {written}, but the format requires year, month and day")
    return start


def _instant(tags: Mapping[str, str], day: str, time: str) -> str | None:
    """Return the day and time that two tags tell, or None."""
    return tag.join_instant(tags.get(day, ""), tags.get(time, _MIDNIGHT))


def _player(tags: Mapping[str, str], side: str, points: int) -> dict[str, Any]:
    player: dict[str, Any] = {"name": tags.get(side, "?"), "result": points, "side": side}
    if side + tag.ID in tags:
        player["userid"] = tags[side + tag.ID]
    for is_ai, kind in tag.KINDS.items():
        if tags.get(side + tag.KIND) == kind:
            player["is_ai"] = is_ai
    score = tag.read_compact(tags.get(side + tag.SCORE, ""))
    if tag.is_number(score):
        player["score"] = score
    return player


def _rounds(record: Record, sides: int) -> _Rounds:
    """Return the mainline by move numbers, and behind it the word for how the game ended.

    Raises:
        ExportError: a side has several plies with one number, or the second side has the first.
    """
    rounds: dict[int, list[Any]] = {}
    for ply in record.plies:
        moves = rounds.setdefault(ply.move_number, [None] * sides)
        if any(move is not None for move in moves[ply.side :]):
            raise ExportError(
                f"its move {ply.move_number} is not one ply of each side in their order, "
                "as the format has it"
            )
        moves[ply.side] = ply.move.notation
    found = list(rounds.values())
    word = _WORDS.get(record.termination or "")
    if word is not None:
        _add_word(found, word, _side_of(record, word, sides), sides)
    return found


def _side_of(record: Record, word: str, sides: int) -> int:
    """Return in whose place a word stands: the loser's, or that of the side to move."""
    if word in ("resign", "timeout"):
        return 1 if record.result == RESULT_FIRST else 0
    return (record.plies[-1].side + 1) % sides if record.plies else 0


def _add_word(rounds: _Rounds, word: str, side: int, sides: int) -> None:
    """Add a word behind the last move, in the next place of a side."""
    if not rounds or any(move is not None for move in rounds[-1][side:]):
        rounds.append([None] * sides)
    rounds[-1][side] = word


def _give_further(value: dict[str, Any], text: str) -> None:
    """Put further fields of header, players and moves where they were, if all of them fit there."""
    further = tag.read_compact(text)
    if not _has_shape(further):
        return
    header, players, rounds = value["header"], value["header"]["players"], value["moves"]
    of_header: dict[str, Any] = further.get("header", {})
    of_players: list[dict[str, Any]] = further.get("players", [{} for _ in players])
    of_moves: list[Any] = further.get("moves", [])
    fits = (
        not of_header.keys() & tag.HEADER_FIELDS
        and len(of_players) == len(players)
        and not any(each.keys() & tag.PLAYER_FIELDS for each in of_players)
        and all(_find(rounds, row, side) for row, side, _ in of_moves)
    )
    if not fits:
        return
    header.update(of_header)
    for player, each in zip(players, of_players, strict=True):
        player.update(each)
    for row, side, details in of_moves:
        rounds[row][side] = {tag.MOVE_FIELD: rounds[row][side], **details}


def _find(rounds: _Rounds, row: Any, side: Any) -> bool:
    """Tell whether a move stands in a place."""
    return (
        isinstance(row, int)
        and isinstance(side, int)
        and 0 <= row < len(rounds)
        and 0 <= side < len(rounds[row])
        and rounds[row][side] is not None
    )


def _has_shape(further: Any) -> bool:
    """Tell whether a value has further fields as the schema allows them."""
    if not isinstance(further, dict):
        return False
    players, moves = further.get("players", []), further.get("moves", [])
    return (
        isinstance(further.get("header", {}), dict)
        and isinstance(players, list)
        and all(isinstance(each, dict) for each in players)
        and isinstance(moves, list)
        and all(isinstance(each, list) and len(each) == 3 for each in moves)
        and all(_are_details(each[2]) for each in moves)
    )


def _are_details(details: Any) -> bool:
    """Tell whether a move may have such fields: an order, and what came of it."""
    if not isinstance(details, dict) or not details.keys() <= {"sequence", "result"}:
        return False
    result = details.get("result", "")
    is_result = isinstance(result, str) or (
        isinstance(result, list) and all(isinstance(each, dict) for each in result)
    )
    order = details.get("sequence", 0)
    return is_result and isinstance(order, int) and not isinstance(order, bool)
