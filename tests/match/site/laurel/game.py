"""Laurel: Annulus with points, a warning and matches, as another distribution would write it.

Whoever makes a row gets a point, and one more for each empty point. A row that could be made and
is not is a ply with a warning. Of agreed games both sides get a point, of adjudicated ones the
winner; resigned ones have none. A match is of as many rounds as the tag ``Match`` says, and the
side to move when a round ends begins the next one. Whoever resigns loses the match.
"""

import re
from dataclasses import replace
from pathlib import Path

from annulus.game import GAME as ANNULUS
from annulus.game import POINTS, Annulus, Move

from mentis_records.core.diagnostic import Code, Finding, Severity
from mentis_records.core.match import RoundPlace
from mentis_records.core.outcome import Outcome
from mentis_records.core.verdict import Verdict

NUMBER = re.compile("[1-9][0-9]{0,3}")
"""Numbers of rounds, as tags may say anything."""

MISSED = Code(
    *("L101", "row-missed", Severity.WARNING, "a row could be made", "a ply that makes a row"),
    *("Laurel: Rows", "", "A row should be made."),
)
CAPITAL = Code(
    *("L102", "point-capital", Severity.WARNING, "{found} has a capital", "small letters"),
    *("Laurel: Notation", "", "Points have small letters."),
)


class Matches:
    """What the game says of matches."""

    def place(self, tags):
        number = tags.get("MatchRound", "1")
        if not (NUMBER.fullmatch(tags.get("Match", "")) and NUMBER.fullmatch(number)):
            return None
        names = [tags.get(name, "") for name in ("Event", "White", "Black", "Match")]
        return RoundPlace("|".join(names), int(number))

    def follows(self, rounds, next_round):
        last = rounds[-1]
        if self.outcome(rounds).result != "*" or last.termination in (None, "unterminated"):
            return False
        is_next = next_round.number == last.number + 1
        return is_next and next_round.start.side == last.final.side

    def outcome(self, rounds):
        sums = [each.points or (0, 0) for each in rounds]
        points = (sum(first for first, _ in sums), sum(second for _, second in sums))
        last = rounds[-1]
        if last.termination == "resignation":
            return Outcome(last.result, "resignation", points)
        if last.number < int(last.tags["Match"]) or last.result == "*":
            return Outcome("*", "unterminated", points)
        sign = (points[0] > points[1]) - (points[0] < points[1])
        return Outcome({1: "1-0", 0: "1/2-1/2", -1: "0-1"}[sign], "points", points)


class Scores:
    """Points of games that the board does not end."""

    def score(self, position, result, termination):
        if termination == "agreement":
            return (1, 1)
        if termination == "adjudication":
            return {"1-0": (1, 0), "0-1": (0, 1)}.get(result, (0, 0))
        return None


class Laurel(Annulus):
    """The game."""

    description = replace(
        ANNULUS.description,
        slug="laurel",
        title="Laurel",
        grammar=str(Path(__file__).with_name("laurel.lark")),
        codes=(MISSED, CAPITAL),
        has_points=True,
        capabilities={"match": Matches(), "score": Scores()},
    )

    def resolve(self, position, ply):
        name = ply.tokens[0].text
        small = ply._replace(tokens=(ply.tokens[0]._replace(text=name.lower()),))
        verdict = super().resolve(position, small)
        if verdict.move is None:
            return verdict
        findings = []
        if name != name.lower():
            findings.append(Finding(CAPITAL, {"found": name}))
        if not self._makes_row(position, verdict.move) and any(
            self._makes_row(position, Move(at))
            for at in range(len(POINTS))
            if position.stones[at] == "."
        ):
            findings.append(Finding(MISSED, {}))
        return Verdict(verdict.move, tuple(findings))

    def _makes_row(self, position, move):
        outcome = super().outcome(self.play(position, move))
        return outcome is not None and outcome.termination == "three in a row"

    def outcome(self, position):
        outcome = super().outcome(position)
        if outcome is None:
            return None
        gained = position.stones.count(".") + 1
        points = {"1-0": (gained, 0), "0-1": (0, gained), "1/2-1/2": (0, 0)}[outcome.result]
        return replace(outcome, points=points)


GAME = Laurel()
