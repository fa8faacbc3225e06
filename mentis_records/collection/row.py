"""Rows of statistics and of the quarantine, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from mentis_records.statistics.tree import Branch
from mentis_records.statistics.winrate import Grouping, WinRate
from mentis_records.store.load.quarantine import Quarantined


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A game that matches a query, and how many plies were played where it does."""

    game: int
    plies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A move of an opening tree.

    ``line`` has the moves from the position asked for up to this one, and ``also`` those that
    lead to the same position or its mirror image. ``name`` is that of the opening. ``played``
    counts how often it was played, ``as_shown`` how often of these as it stands here and not as
    a mirror image, ``reached`` how often the position after it came up, ``games`` the games that
    played it: won by the first side, drawn, won by the second, without result. The rating
    ``elo`` is the average of those who played it, ``performance`` theirs (FIDE). ``end`` says
    why the tree does not go on, or is None, and ``same_as`` is the line on which the position
    came first.
    """

    line: tuple[str, ...]
    move: str
    also: tuple[str, ...]
    played: int
    reached: int
    games: int
    first: int
    draws: int
    second: int
    unknown: int
    position: str
    name: str
    as_shown: int
    elo: float | None
    performance: int | None
    first_date: str | None
    last_date: str | None
    best_games: tuple[int, ...]
    end: str | None
    same_as: tuple[str, ...]

    @classmethod
    def of(cls, line: tuple[str, ...], branch: Branch) -> TreeRow:
        """Return the row of a branch."""
        return cls(
            line,
            branch.notation,
            branch.also,
            branch.played,
            branch.reached,
            *branch.results.counts,
            branch.position,
            branch.name,
            branch.as_shown,
            branch.strength.average,
            branch.strength.performance,
            branch.first_date,
            branch.last_date,
            branch.best_games,
            branch.end,
            branch.same_as,
        )


@dataclass(frozen=True, slots=True)
class RateRow:
    """The results of a group of games, such as those with one first ply.

    ``grouping`` says by what the games are divided: ``overall``, an option's tag in lower case,
    ``opening``, ``period`` or ``length``. Shares are of the games with a result, None where
    there is none, and ``low`` and ``high`` bound each with 95 % confidence (Wilson).
    """

    grouping: str
    label: str
    also: tuple[str, ...]
    games: int
    first: int
    draws: int
    second: int
    unknown: int
    first_share: float | None
    first_low: float
    first_high: float
    draw_share: float | None
    draw_low: float
    draw_high: float
    second_share: float | None
    second_low: float
    second_high: float

    @classmethod
    def of(cls, grouping: Grouping, rate: WinRate) -> RateRow:
        """Return the row of a group."""
        score = rate.score
        shares = (score.first, score.draw, score.second)
        return cls(
            grouping.slug,
            rate.label,
            rate.also,
            *rate.results.counts,
            *(bound for share in shares for bound in (share.value, share.low, share.high)),  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True)
class RefusedRecord:
    """A record in quarantine: where it stands, why it was refused, and its text.

    ``codes`` are the short names that ``mentis explain`` explains, ``reason`` is the first
    message.
    """

    id: str
    source: str
    member: str | None
    line: int
    codes: tuple[str, ...]
    reason: str
    text: str

    @classmethod
    def of(cls, record: Quarantined) -> RefusedRecord:
        """Return the row of a refused record."""
        place = record.place
        return cls(
            record.id,
            record.source,
            place.member,
            place.line,
            record.codes,
            record.reason,
            record.text,
        )
