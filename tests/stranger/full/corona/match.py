"""Points of Corona, and matches: rounds of the same players, as many as the tag Match says."""

import re

from mentis_records.core.match import RoundPlace
from mentis_records.core.outcome import Outcome

NUMBER = re.compile("[1-9][0-9]{0,3}")
"""Numbers of rounds, as tags may say anything."""


def score(position, result, termination):
    """Return the points of a game that the board does not end: the stake is the winner's."""
    return {"1-0": (position.stake, 0), "0-1": (0, position.stake), "1/2-1/2": (0, 0)}.get(result)


def may_have_ended(position, result, termination):
    """Tell whether a side without stones in hand has been called blocked before it is."""
    winner = ("0-1", "1-0")[position.side]
    return (result, termination, position.hands[position.side]) == (winner, "blocked", 0)


def place(tags):
    """Return the match of a record and which round it is, or None if it is no round."""
    number = tags.get("MatchRound", "1")
    if not (NUMBER.fullmatch(tags.get("Match", "")) and NUMBER.fullmatch(number)):
        return None
    key = "|".join(tags.get(name, "") for name in ("Event", "White", "Black", "Match"))
    return RoundPlace(key, int(number))


def follows(rounds, next_round):
    """Tell whether a round comes next: the other side begins."""
    last = rounds[-1]
    return next_round.number == last.number + 1 and next_round.start.side != last.start.side


def stones(start):
    """Return how many stones both sides have, on the board and in hand."""
    return tuple(start.stones.count("wb"[side]) + start.hands[side] for side in (0, 1))


def outcome(rounds):
    """Return how a match stands: whoever has more points wins when all rounds are played."""
    points = [each.points or (0, 0) for each in rounds]
    first, second = (sum(each[side] for each in points) for side in (0, 1))
    if rounds[-1].number < int(rounds[-1].tags["Match"]):
        return Outcome("*", "unterminated", (first, second))
    sign = (first > second) - (first < second)
    return Outcome({1: "1-0", 0: "1/2-1/2", -1: "0-1"}[sign], "points", (first, second))
