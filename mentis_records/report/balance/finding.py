"""What is found on balance, in a title and sentences: how large an advantage may be, for whom."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import GameDescription
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.section.evenness import share_of_group
from mentis_records.report.words.rating_words import Bounds, exact_percent, share_of_points
from mentis_records.report.words.wording import capital, count, enumerated, who_moves
from mentis_records.statistics.balance import Balance

_SPACE = "\N{NO-BREAK SPACE}"
_WIDE = 0.1
"""An interval that goes so far from an even score, in points a game, tells nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The first mover's share of the points in games from one start, or in all of them.

    ``share`` is that between equals if ``is_adjusted``, else as the results stand. ``label`` names
    the start where there are several, ``whom`` the players, for whom alone it holds.
    """

    sides: tuple[str, str]
    label: str
    share: Bounds
    games: int
    is_adjusted: bool
    whom: str = ""

    @property
    def ahead(self) -> str:
        """Return the side that is seen to have an advantage, or nothing."""
        _, low, high = self.share
        return self.sides[0] if low > 0.5 else self.sides[1] if high < 0.5 else ""

    @property
    def words(self) -> str:
        """Return what was found, in a few words."""
        value, low, high = self.share
        among = f"among {self.whom}: " if self.whom else ""
        if self.ahead and self.is_adjusted:
            return f"{among}{self.ahead} has an advantage of {_points(abs(value - 0.5))}"
        if self.ahead:
            return f"{self.ahead} scored more, {exact_percent(max(value, 1 - value))} of the points"
        if max(high - 0.5, 0.5 - low) > _WIDE:
            return "too few games to show an advantage"
        first, second = self.sides
        return (
            f"{among or 'no advantage seen: '}at most {_points(high - 0.5)} for {first}, "
            f"{100 * (0.5 - low):.1f} for {second} (95{_SPACE}%)"
        )

    @property
    def sentence(self) -> str:
        """Return the share in a sentence, without its full stop."""
        first = self.sides[0]
        of = f"{share_of_points(self.share)} of the points"
        if self.is_adjusted:
            return f"between players of equal strength {first} would score {of}"
        return f"{first} scored {of} in {count(self.games, 'game')}"


def findings_of(balance: Balance, whom: str = "") -> list[Finding]:
    """Return what was found, for each start where there are several; there must be a result.

    It holds among the players of the games, whom the words name.
    """
    if balance.starts is not None and balance.lead is not None:
        return [
            Finding(
                balance.sides,
                group.label,
                share_of_group(balance.league, balance.starts, group),
                group.lead.results.decided,
                group.adjusted is not None,
                whom,
            )
            for group in balance.starts.groups
        ]
    if balance.lead is None:
        raise ValueError("no game has a result")
    share = adjusted_share(balance)
    games = balance.lead.results.decided
    return [Finding(balance.sides, "", share or balance.lead.share, games, share is not None, whom)]


def adjusted_share(balance: Balance) -> Bounds | None:
    """Return the first mover's share between equals of all games, if they tell it."""
    advantage = balance.advantage
    return None if advantage is None else balance.league.share_of(advantage)


def title_of(found: Sequence[Finding]) -> str:
    """Return the finding as a title."""
    if len({each.words for each in found}) == 1:
        named = f"{enumerated([each.label for each in found], len(found))}: " if found[1:] else ""
        return capital(f"{named}{found[0].words}")
    return capital("; ".join(f"{each.label}: {each.words}" for each in found))


def shares_of(game: GameDescription, found: Sequence[Finding]) -> str:
    """Return the shares in one sentence."""
    first = found[0].sides[0]
    words = "; ".join(f"{each.label}: {each.sentence}" for each in found)
    words = words if len(found) > 1 else found[0].sentence
    return f"{capital(words).replace(first, first + who_moves(game, first), 1)}."


def _points(gap: float) -> str:
    """Return a part of the points in hundredths: ``2.7 percentage points``."""
    return exact_percent(gap).replace("%", "percentage points")
