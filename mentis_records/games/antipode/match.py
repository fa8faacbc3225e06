"""Matches of Antipode: rounds with carried pieces, how they stand, and what their tags claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mentis_records.core.diagnostic import Finding
from mentis_records.core.match import Round, RoundPlace
from mentis_records.core.outcome import (
    RESULT_UNKNOWN,
    RESULTS,
    WINNERS,
    Outcome,
    Points,
    Termination,
)
from mentis_records.games.antipode import code
from mentis_records.games.antipode.rules.ending import PIECES
from mentis_records.games.antipode.rules.position import PLAY, SIDES, TOURNAMENT, Position
from mentis_records.games.antipode.rules.setting import FIRST, NO_MATCH, STONES, rounds_of, settled

POINTS, EXTRA_ROUND = "points", "extra round"
LOST = (PIECES, Termination.RESIGNATION, Termination.TIME_FORFEIT)
"""Ends of a round that lose the match with it (Tournament, rules R19)."""

ROUND_SCORE, MATCH_SCORE, MATCH_RESULT = "RoundScore", "MatchScore", "MatchResult"
"""The tags by which rounds say how their match stands."""

_UNKNOWN = ("", "?", "-", "*")


def place(tags: Mapping[str, str]) -> RoundPlace | None:
    """Return to which match a record belongs and which of its rounds it is (Tags and matches).

    It is none of a match if it is a single game, or one of its players is unknown.
    """
    settings = settled(tags)
    key = _key(tags, settings["Match"])
    return RoundPlace(key, int(settings["MatchRound"])) if key else None


def _key(tags: Mapping[str, str], match: str) -> str:
    """Return what the rounds of a match have in common, or nothing for a record of none."""
    players = [tags.get(side, "") for side in SIDES]
    if match == NO_MATCH or any(name in _UNKNOWN for name in players):
        return ""
    event = tags.get("Event", "")
    return "|".join(("" if event in _UNKNOWN else event, *players, match))


def carried(rounds: Sequence[Round], tags: Mapping[str, str]) -> dict[str, str]:
    """Return the first player and the pieces of a record that is the next round (Tournament).

    Raises:
        PositionError: its settings contradict each other, with the tag to blame.
    """
    last = rounds[-1]
    is_next = tags.get("MatchRound") == str(last.number + 1)
    key = _key(tags, rounds_of(tags)) if is_next else ""
    if not key or key != _key(last.tags, settled(last.tags)["Match"]):
        return {}
    left = map(str, _left(last.final))
    return {"FirstPlayer": FIRST[1 - _opener(last)], **dict(zip(STONES, left, strict=True))}


def stones(start: Position) -> Points:
    """Return the pieces with which both sides have come into a round, captured ones too."""
    return start.pieces(0) + start.captures[1], start.pieces(1) + start.captures[0]


def follows(rounds: Sequence[Round], next_round: Round) -> bool:
    """Tell whether a round may come next in a match: it does not if the match is decided.

    After a missing round only what cannot be is refused; after the round before, the other player
    moves first, with the pieces that are left.
    """
    last = rounds[-1]
    if outcome(rounds).result != RESULT_UNKNOWN:
        return False
    held, left = stones(next_round.start), _left(last.final)
    if next_round.number == last.number + 1:
        return _opener(next_round) != _opener(last) and held == left
    is_turned = (next_round.number - last.number) % 2 == 1
    is_other = _opener(next_round) != _opener(last)
    return is_turned == is_other and all(now <= was for now, was in zip(held, left, strict=True))


def outcome(rounds: Sequence[Round]) -> Outcome:
    """Return how a match stands: it is lost with a round, or points or an extra round decide it.

    Points are sums of the rounds that there are; with one missing they decide nothing.
    """
    points = sums(rounds)
    last = rounds[-1]
    if last.termination in LOST and WINNERS.get(last.result) is not None:
        return Outcome(last.result, str(last.termination), points)
    played = [each for each in rounds if _is_tournament(each)]
    extra = next((each for each in rounds if not _is_tournament(each)), None)
    if extra is not None and extra.result != RESULT_UNKNOWN:
        return Outcome(extra.result, EXTRA_ROUND, points)
    if extra is None and _are_all_scored(played):
        first, second = points
        if first != second:
            return Outcome(RESULTS[0 if first > second else 1], POINTS, points)
    return Outcome(RESULT_UNKNOWN, Termination.UNTERMINATED, points)


def sums(rounds: Sequence[Round]) -> Points:
    """Return the points of all rounds; one that is not scored has none."""
    found = [each.points or (0, 0) for each in rounds]
    return sum(first for first, _ in found), sum(second for _, second in found)


def _are_all_scored(played: Sequence[Round]) -> bool:
    """Tell whether these are all rounds of a match but the extra one, each with points."""
    wanted = int(settled(played[-1].tags)["Match"])
    is_whole = [each.number for each in played] == [*range(1, wanted + 1)]
    return is_whole and all(each.points is not None for each in played)


def _is_tournament(each: Round) -> bool:
    start: Position = each.start
    return start.flags & TOURNAMENT != 0


def _opener(each: Round) -> int:
    start: Position = each.start
    return start.opener


def _left(final: Position) -> tuple[int, int]:
    """Return the pieces of both sides at the end of a round, on the board and in hand."""
    return final.pieces(0), final.pieces(1)


def is_round(tags: Mapping[str, str]) -> bool:
    """Tell whether a record is a round of a match, whoever plays it."""
    return settled(tags)["Match"] != NO_MATCH


def claims(rounds: Sequence[Round]) -> Iterator[tuple[str, Finding]]:
    """Yield what is wrong with the tags of the last of some rounds, each with its tag.

    Args:
        rounds: those that follow one another in a source, up to the one that claims, which need
            not be the next.
    """
    last, before = rounds[-1], rounds[:-1]
    number = int(settled(last.tags)["MatchRound"])
    if number > 1 and (not before or before[-1].number != number - 1):
        is_repeated = bool(before) and number <= before[-1].number
        details = {"number": str(number), "missing": str(number - 1)}
        kind = code.ROUND_REPEATED if is_repeated else code.ROUND_MISSING
        yield "MatchRound", Finding(kind, details)
    if number == 1 or (before and before[-1].number != number - 1):
        before = ()
    yield from _carried(last, before)
    rounds = (*before, last)
    is_whole = number == len(rounds)
    for tag, value in _scores(rounds).items():
        if last.tags.get(tag, value) != value and (is_whole or tag != MATCH_SCORE):
            details = {"tag": tag, "found": last.tags[tag], "expected": value}
            yield tag, Finding(code.SCORE_WRONG, details)
    result = outcome(rounds).result
    claimed = last.tags.get(MATCH_RESULT, result)
    if claimed != result and (is_whole or result != RESULT_UNKNOWN):
        stands = "not decided" if result == RESULT_UNKNOWN else result
        details = {"found": claimed, "expected": stands}
        yield MATCH_RESULT, Finding(code.MATCH_RESULT_WRONG, details)


def _carried(last: Round, before: Sequence[Round]) -> Iterator[tuple[str, Finding]]:
    """Yield how a round begins otherwise than the one before it has left it."""
    if not before:
        return
    if outcome(before).result != RESULT_UNKNOWN:
        yield "MatchRound", Finding(code.MATCH_DECIDED, {"number": str(before[-1].number)})
        return
    start: Position = last.start
    first = start.opener
    wanted = [("FirstPlayer", "FirstPlayer", FIRST[first], FIRST[1 - _opener(before[-1])])]
    if not start.flags & PLAY:  # nothing has moved or flipped the Antipode yet
        wanted.append(("Position", "the Antipode", SIDES[start.face], SIDES[1 - first]))
    counts = zip(STONES, stones(start), _left(before[-1].final), strict=True)
    wanted += [(tag, tag, str(now), str(was)) for tag, now, was in counts]
    for tag, name, found, expected in wanted:
        if found != expected:
            number = str(before[-1].number)
            details = {"tag": name, "found": found, "expected": expected, "number": number}
            yield tag, Finding(code.ROUND_START, details)


def told(rounds: Sequence[Round]) -> dict[str, str]:
    """Return the tags by which the last of some rounds says how its match stands."""
    result = outcome(rounds).result
    return {**_scores(rounds), **({} if result == RESULT_UNKNOWN else {MATCH_RESULT: result})}


def next_settings(rounds: Sequence[Round]) -> dict[str, str] | None:
    """Return all settings of the round that comes next (Tags and matches), or None if none does.

    None follows a decided match, nor a round that is not over; the extra one follows a tie.
    """
    last = rounds[-1]
    wanted = settled(last.tags)["Match"]
    if last.result == RESULT_UNKNOWN or outcome(rounds).result != RESULT_UNKNOWN:
        return None
    if not _is_tournament(last) or (last.number == int(wanted) and not _are_all_scored(rounds)):
        return None
    return settled(
        {
            "Match": wanted,
            "MatchRound": str(last.number + 1),
            "FirstPlayer": FIRST[1 - _opener(last)],
            **dict(zip(STONES, map(str, _left(last.final)), strict=True)),
        }
    )


def _scores(rounds: Sequence[Round]) -> dict[str, str]:
    """Return the points of the last of some rounds and their sums, as tags have them."""
    return {ROUND_SCORE: _score(rounds[-1].points), MATCH_SCORE: _score(sums(rounds))}


def _score(points: Points | None) -> str:
    return "-" if points is None else f"{points[0]}:{points[1]}"
