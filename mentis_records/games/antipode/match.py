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
from mentis_records.games.antipode.rules.position import SIDES, TOURNAMENT, Position
from mentis_records.games.antipode.rules.setting import FIRST, NO_MATCH, STONES, settled

POINTS, EXTRA_ROUND = "points", "extra round"
LOST = (PIECES, Termination.RESIGNATION, Termination.TIME_FORFEIT)
"""Ends of a round that lose the match with it (Tournament, rules R19)."""

_UNKNOWN = ("", "?", "-", "*")


def place(tags: Mapping[str, str]) -> RoundPlace | None:
    """Return to which match a record belongs and which of its rounds it is (Tags and matches).

    It is none of a match if it is a single game, or one of its players is unknown.
    """
    settings = settled(tags)
    players = [tags.get(side, "") for side in SIDES]
    if settings["Match"] == NO_MATCH or any(name in _UNKNOWN for name in players):
        return None
    key = "|".join((tags.get("Event", ""), *players, settings["Match"]))
    return RoundPlace(key, int(settings["MatchRound"]))


def follows(rounds: Sequence[Round], next_round: Round) -> bool:
    """Tell whether a round may come next in a match: it does not if the match is decided.

    After a missing round only what cannot be is refused; after the round before, the other player
    moves first, with the pieces that are left.
    """
    last = rounds[-1]
    if outcome(rounds).result != RESULT_UNKNOWN:
        return False
    held, left = _owned(next_round.start), _left(last.final)
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
    wanted = int(settled(last.tags)["Match"])
    is_whole = [each.number for each in played] == [*range(1, wanted + 1)]
    if extra is None and is_whole and all(each.points is not None for each in played):
        first, second = points
        if first != second:
            return Outcome(RESULTS[0 if first > second else 1], POINTS, points)
    return Outcome(RESULT_UNKNOWN, Termination.UNTERMINATED, points)


def sums(rounds: Sequence[Round]) -> Points:
    """Return the points of all rounds; one that is not scored has none."""
    found = [each.points or (0, 0) for each in rounds]
    return sum(first for first, _ in found), sum(second for _, second in found)


def _is_tournament(each: Round) -> bool:
    start: Position = each.start
    return start.flags & TOURNAMENT != 0


def _opener(each: Round) -> int:
    start: Position = each.start
    return start.opener


def _left(final: Position) -> tuple[int, int]:
    """Return the pieces of both sides at the end of a round, on the board and in hand."""
    return final.pieces(0), final.pieces(1)


def _owned(start: Position) -> tuple[int, int]:
    """Return the pieces with which both sides have come into a round."""
    return start.pieces(0) + start.captures[1], start.pieces(1) + start.captures[0]


def is_round(tags: Mapping[str, str]) -> bool:
    """Tell whether a record is a round of a match, whoever plays it."""
    return settled(tags)["Match"] != NO_MATCH


def claims(rounds: Sequence[Round]) -> Iterator[tuple[str, Finding]]:
    """Yield what is wrong with the tags of the last of some rounds, each with its tag.

    Args:
        rounds: those that follow one another in a source, up to the one that claims.
    """
    last, before = rounds[-1], rounds[:-1]
    yield from _carried(last, before)
    number = int(settled(last.tags)["MatchRound"])
    is_whole = number == len(rounds)
    if number > 1 and not before:
        details = {"number": str(number), "missing": str(number - 1)}
        yield "MatchRound", Finding(code.ROUND_MISSING, details)
    told = {"RoundScore": _score(last.points)}
    if is_whole:
        told["MatchScore"] = _score(sums(rounds))
    for tag, value in told.items():
        if last.tags.get(tag, value) != value:
            details = {"tag": tag, "found": last.tags[tag], "expected": value}
            yield tag, Finding(code.SCORE_WRONG, details)
    result = outcome(rounds).result
    claimed = last.tags.get("MatchResult", result)
    if claimed != result and (is_whole or result != RESULT_UNKNOWN):
        stands = "not decided" if result == RESULT_UNKNOWN else result
        details = {"found": claimed, "expected": stands}
        yield "MatchResult", Finding(code.MATCH_RESULT_WRONG, details)


def _carried(last: Round, before: Sequence[Round]) -> Iterator[tuple[str, Finding]]:
    """Yield how a round begins otherwise than the one before it has left it."""
    if not before:
        return
    if outcome(before).result != RESULT_UNKNOWN:
        yield "MatchRound", Finding(code.MATCH_DECIDED, {"number": str(before[-1].number)})
        return
    number = str(before[-1].number)
    expected = FIRST[1 - _opener(before[-1])]
    found = FIRST[_opener(last)]
    if found != expected:
        details = {"tag": "FirstPlayer", "found": found, "expected": expected, "number": number}
        yield "FirstPlayer", Finding(code.ROUND_START, details)
    left = _left(before[-1].final)
    for tag, now, was in zip(STONES, _owned(last.start), left, strict=True):
        if now != was:
            details = {"tag": tag, "found": str(now), "expected": str(was), "number": number}
            yield tag, Finding(code.ROUND_START, details)


def _score(points: Points | None) -> str:
    return "-" if points is None else f"{points[0]}:{points[1]}"
