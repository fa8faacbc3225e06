"""Put one entry of Abstract Play's game records into the words of ``.mgn``.

What its fields say is written down as tags and movetext, to be checked like any other text. Only
what the text could not show is found here: fields that are not what they should be, or contradict
each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    Termination,
)
from mentis_records.notation.source import apgr_tag as tag
from mentis_records.notation.source.apgr_claim import Claims, EntryError
from mentis_records.notation.source.apgr_move import Turn, read_turns, split_ending
from mentis_records.notation.tag.chess_side import meant_side
from mentis_records.notation.tag.quoted_value import escape

_RESULTS = "players[].result"
_WHOLE = "a whole number for each player, the winner's being the higher"
_INSTANT = "a date and a time, such as 2024-05-01T19:00:00Z"


class Written(NamedTuple):
    """The text that says what an entry does, and what is wrong with its fields."""

    text: str
    findings: tuple[Finding, ...]


def write_entry(entry: Any, games: Sequence[GameDescription]) -> Written:
    """Return an entry in the words of ``.mgn``.

    Args:
        entry: a value of JSON.
        games: the games that are known.

    Raises:
        EntryError: it lacks what no record can do without.
    """
    if isinstance(entry, dict) and {"tags", "plies"} <= entry.keys():
        raise EntryError("it is a record exported as JSON; export it as mgn or apgr to read it")
    header = _take(entry, "header", dict)
    rounds = _take(entry, "moves", list)
    named = _take(header, "game", dict)
    title = _take(named, "name", str)
    game = next((game for game in games if game.title == title), games[0])
    plies, endings = split_ending(list(read_turns(rounds, len(game.sides))))
    players = _take_players(header, game)
    stated = header.get("tags", {})
    if not isinstance(stated, dict):
        raise EntryError("header.tags is not an object")
    claims = Claims()
    _claim_occasion(claims, header, stated)
    _claim_players(claims, players, game)
    _claim_result(claims, players, plies, endings, game)
    if title != games[0].title:
        claims.add("Game", title, "game.name")
    for name, value in _options(named.get("variants", []), game).items():
        claims.add(name, value, "game.variants")
    further = _further(header, players, [*plies, *endings])
    if further:
        claims.add(tag.EXTRAS, tag.compact(further), "further fields")
    claims.add_tags(stated)
    if "tags" in header:
        claims.add_text("Date", header.get("date"), "date")
    claims.tags.setdefault("Result", RESULT_UNKNOWN)
    tags = {name: claims.tags[name] for name in stated} | claims.tags
    return Written(_write(tags, plies), tuple(claims.findings))


def _take(value: Any, name: str, kind: type) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get(name), kind):
        raise EntryError(f"it has no {name}, or a malformed one")
    return value[name]


def _take_players(header: Mapping[str, Any], game: GameDescription) -> list[dict[str, Any]]:
    players: list[Any] = _take(header, "players", list)
    if len(players) != len(game.sides) or not all(isinstance(each, dict) for each in players):
        raise EntryError(f"it does not have {len(game.sides)} players")
    return players


def _claim_occasion(claims: Claims, header: Mapping[str, Any], stated: Mapping[str, Any]) -> None:
    """Take what is said of where and when, of ratings and of the start."""
    site = header.get("site")
    if not isinstance(site, dict):
        site = {"name": site}
    claims.add_text("Event", header.get("event"), "event")
    claims.add_text("Site", site.get("name"), "site.name")
    _claim_dates(claims, header, stated)
    claims.add_text("Round", header.get("round"), "round")
    claims.add_text("Position", header.get("startingPosition"), "startingPosition")
    claims.add_text(tag.GAME_ID, site.get("gameid"), "site.gameid", is_number_too=True)
    if claims.truth(header.get("unrated"), "unrated", is_needed=True):
        claims.add(tag.UNRATED, tag.TRUE, "unrated")
    if claims.truth(header.get("pied"), "pied"):
        claims.add(tag.PIED, tag.TRUE, "pied")


def _claim_dates(claims: Claims, header: Mapping[str, Any], stated: Mapping[str, Any]) -> None:
    """Take both dates; what is none stays as it is written, to be found in the tag.

    With a tag for the day in UTC among those stated, the date of the game is stated there, too.
    """
    start, end = header.get("date-start"), header.get("date-end")
    begun = _instant_of(claims, start, "date-start")
    if begun is None:
        claims.add_text("Date", start, "date-start")
    else:
        local, day, time = begun
        if tag.START_DAY not in stated:
            claims.add("Date", local, "date-start")
        if day:
            claims.add(tag.START_DAY, day, "date-start")
            claims.add(tag.START_TIME, time, "date-start")
    if end is None or end == start:
        return
    found = _instant_of(claims, end, "date-end")
    if found is None:
        claims.doubt("date-end", end, _INSTANT, "it counts as unknown")
        claims.add(tag.END_DAY, end if isinstance(end, str) else tag.compact(end), "date-end")
        return
    local, day, time = found
    claims.add(tag.END_DAY, day or local, "date-end")
    if day:
        claims.add(tag.END_TIME, time, "date-end")
    if begun is not None and _is_earlier(found, begun):
        claims.doubt("date-end", end, f"a date not before {start}", "it is kept as it is")


def _is_earlier(end: tuple[str, str, str], start: tuple[str, str, str]) -> bool:
    """Tell whether one date, in its parts, is certainly before another."""
    if end[1] and start[1]:
        return (end[1], _padded(end[2])) < (start[1], _padded(start[2]))
    return max(end[0], end[1]) < min(start[0], start[1] or start[0])


def _padded(time: str) -> str:
    """Return a time of day with all the digits that its fraction may have."""
    return time.ljust(len("00:00:00."), ".").ljust(len("00:00:00.000000000"), "0")


def _instant_of(claims: Claims, value: Any, field: str) -> tuple[str, str, str] | None:
    """Return the parts of a date, if it is one; a time of day without its zone is doubted."""
    found = tag.split_instant(value) if isinstance(value, str) else None
    if found is not None and found[2] and not found[1]:
        claims.doubt(field, value, _INSTANT, "its time of day is left out, as the zone is unknown")
    return found


def _claim_players(
    claims: Claims, players: Sequence[Mapping[str, Any]], game: GameDescription
) -> None:
    """Take what is said of each player, who has the side of the place in the list."""
    for at, (side, player) in enumerate(zip(game.sides, players, strict=True)):
        field = f"players[{at}]"
        claims.add_text(side, player.get("name"), f"{field}.name")
        told = _side_of(player, game)
        if told not in ("", side):
            claims.contradict(f"{field}.side", player["side"], "the order of the players", side)
    for at, (side, player) in enumerate(zip(game.sides, players, strict=True)):
        field = f"players[{at}]"
        claims.add_text(side + tag.ID, player.get("userid"), f"{field}.userid")
        is_ai = claims.truth(player.get("is_ai"), f"{field}.is_ai")
        if is_ai is not None:
            claims.add(side + tag.KIND, tag.KINDS[is_ai], f"{field}.is_ai")
        claims.add_number(side + tag.SCORE, player.get("score"), f"{field}.score")


def _side_of(player: Mapping[str, Any], game: GameDescription) -> str:
    """Return the side that the field of this name means, or nothing if it means none."""
    word = player.get("side")
    if not isinstance(word, str):
        return ""
    known = {side.lower(): side for side in game.sides}
    return known.get(word.strip().lower()) or meant_side(word.strip(), game.sides)


def _claim_result(
    claims: Claims,
    players: Sequence[Mapping[str, Any]],
    turns: Sequence[Turn],
    endings: Sequence[Turn],
    game: GameDescription,
) -> None:
    """Take the result that the players' numbers mean, and the last move's word for how it came."""
    last = endings[-1] if endings else None
    if last is not None:
        claims.add("Termination", tag.ENDINGS[last.word], last.field)
    if not any("result" in player for player in players):
        claims.doubt(_RESULTS, None, _WHOLE, "the result counts as unknown")
        return
    points = [player.get("result") for player in players]
    for at, player in enumerate(players):
        if not tag.is_number(points[at]):
            claims.refuse(f"players[{at}].result", player.get("result"), _WHOLE)
    if not all(map(tag.is_number, points)):
        return
    result = _result_of(points)
    _check_details(claims, result, (*turns[-1:], *endings)[-1:])
    if last is not None:
        _check_place(claims, result, last)
        if result == RESULT_DRAW and last.word == "abandoned":
            result = RESULT_UNKNOWN
    claims.add("Result", result, _RESULTS)
    usual = tag.USUAL_POINTS.get(result)
    if all(isinstance(each, int) for each in points) and tuple(points) != usual:
        for at, (side, each) in enumerate(zip(game.sides, points, strict=True)):
            claims.add(side + tag.POINTS, tag.compact(each), f"players[{at}].result")


def _result_of(points: Sequence[Any]) -> str:
    first, second = points
    if first == second:
        return RESULT_DRAW
    return RESULT_FIRST if first > second else RESULT_SECOND


def _winner(result: str) -> int | None:
    return {RESULT_FIRST: 0, RESULT_SECOND: 1}.get(result)


def _check_details(claims: Claims, result: str, last: Sequence[Turn]) -> None:
    """Compare what is told with the last move with the result: who won, and who gave up."""
    winner = _winner(result)
    for turn in last:
        for detail in turn.results:
            winners = detail.get("players")
            if detail.get("type") == "winners" and isinstance(winners, list):
                agrees = len(winners) != 1 if winner is None else winners == [winner + 1]
                if not agrees:
                    claims.contradict(f"{turn.field}.result", winners, _RESULTS, result)
            if turn.loser(detail) is not None and turn.loser(detail) == winner:
                claims.contradict(f"{turn.field}.result", detail["player"], _RESULTS, result)


def _check_place(claims: Claims, result: str, last: Turn) -> None:
    """Doubt a word that stands in the place of the player who won, if nothing tells whose it is."""
    has_lost = last.word in (_WORDS[Termination.RESIGNATION], _WORDS[Termination.TIME_FORFEIT])
    if not has_lost or last.side != _winner(result):
        return
    if all(last.loser(detail) is None for detail in last.results):
        claims.doubt(last.field, last.word, "the place of the player who lost", "the results count")


_WORDS = {meaning: word for word, meaning in tag.ENDINGS.items()}


def _options(variants: Any, game: GameDescription) -> dict[str, str]:
    """Return the option tags of variants; one that the game does not know is left to be found."""
    if not isinstance(variants, list) or not all(isinstance(each, str) for each in variants):
        raise EntryError("header.game.variants is not a list of texts")
    chosen: dict[str, str] = {}
    for value in variants:
        words = [setting for setting in game.settings if setting.values]
        if not words:
            raise EntryError(f"header.game.variants names {value}, and {game.title} has none")
        setting = next((each for each in words if value in each.values), words[0])
        chosen[setting.tag] = ", ".join(filter(None, (chosen.get(setting.tag), value)))
    return chosen


def _further(
    header: Mapping[str, Any], players: Sequence[Mapping[str, Any]], turns: Sequence[Turn]
) -> dict[str, Any]:
    """Return the fields of header, players and moves for which there is no tag."""
    known = tag.HEADER_FIELDS if "tags" in header else tag.HEADER_FIELDS - {"date"}
    found: dict[str, Any] = {}
    of_header = {name: value for name, value in header.items() if name not in known}
    of_players = [
        {name: value for name, value in player.items() if name not in tag.PLAYER_FIELDS}
        for player in players
    ]
    of_moves = [[turn.row, turn.side, turn.details] for turn in turns if turn.details]
    if of_header:
        found["header"] = of_header
    if any(of_players):
        found["players"] = of_players
    if of_moves:
        found["moves"] = of_moves
    return found


def _write(tags: Mapping[str, str], turns: Sequence[Turn]) -> str:
    """Return tags and moves as the text of a record."""
    pairs = "".join(f'[{name} "{_one_line(value)}"]\n' for name, value in tags.items())
    text = f"{pairs}\n{chr(10).join([*_words(turns, _first_number(tags)), tags['Result']])}\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise EntryError("half of a surrogate pair, which is not a character") from None
    return text


def _one_line(value: str) -> str:
    """Return a tag's value as it is written; what cannot stand on a line stays to be refused."""
    return escape(value).replace("\n", "\\n").replace("\r", "\\r")


def _first_number(tags: Mapping[str, str]) -> int:
    """Return the move number of the first round: that of a stated position, else 1."""
    last = tags.get("Position", "").rpartition(" ")[2]
    return int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 1


def _words(turns: Sequence[Turn], first: int) -> Iterator[str]:
    """Yield the moves, each with its number."""
    for turn in turns:
        yield f"{first + turn.row}.{'..' if turn.side else ''} {turn.written}"
