"""A match: rounds of a game that belong together; what its game says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mentis_records.core.outcome import Outcome, Points
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """Where a round belongs: the key of its match, and its number, from 1.

    Matches of one key are told apart by their rounds (``MatchRules.follows``): the key need not be
    more than who played, and where.
    """

    key: str
    number: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round as its record has it: where it belongs, its tags, first and last position, its end.

    The players' names are those that merged ones stand for. ``termination`` is None where it is not
    known, ``points`` where the round has none.
    """

    number: int
    tags: Mapping[str, str]
    start: Any
    final: Any
    result: str
    termination: str | None
    points: Points | None


class MatchRules(Protocol):
    """What a game says of its matches.

    It may have functions more. By three of them records are read as rounds: ``is_round(tags)``
    tells whether a record is one, whoever plays; ``carried(rounds, tags)`` returns the settings of
    a record that the rounds which stand before it in a source decide, none if it does not go on
    with them; and ``claims(rounds)`` yields what is wrong with the last of some rounds of one key:
    the tag to blame and a finding, each. The rounds before it follow one another, it need not
    follow them, and its number is 0 where ``place`` knows no match of the record.
    ``stones(start)`` returns with how many pieces both sides have come into a round.

    By two more self-play plays on: ``next_settings(rounds)`` returns all settings of the round that
    comes next, or None if none does, and ``told(rounds)`` the tags by which the last round says how
    its match stands.
    """

    def place(self, tags: Mapping[str, str]) -> RoundPlace | None:
        """Return to which match the record with these tags belongs, or None if to no match.

        Tags that say what holds without them may be missing.
        """

    def follows(self, rounds: Sequence[Round], next_round: Round) -> bool:
        """Tell whether a round may come next: its number, and what it starts with, fit.

        Args:
            rounds: those of the match so far, at least one, their numbers lower and rising.
            next_round: of the same key; one that does not follow begins another match.
        """

    def outcome(self, rounds: Sequence[Round]) -> Outcome:
        """Return how a match stands after these rounds: points, result and reason.

        The result is ``*`` of one that is not decided.
        """
