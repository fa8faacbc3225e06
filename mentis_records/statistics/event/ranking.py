"""The table of an event: players in order, by points and then by tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.event.direct_encounter import direct_points, groups_by, split_group
from mentis_records.statistics.event.entry import DRAW, LOSS, WIN, Kind
from mentis_records.statistics.event.event import Event, System
from mentis_records.statistics.event.tie_break import DIRECT, tie_breaks

ORDERS: Mapping[System, tuple[str, ...]] = {
    System.ALL_PLAY_ALL: ("sonneborn-berger", DIRECT, "wins"),
    System.SWISS: ("buchholz-cut-1", "buchholz", "sonneborn-berger", DIRECT, "wins"),
}
"""The tie-breaks in order, unless others are asked for."""

_IDLE = (Kind.FORFEIT, Kind.BYE, Kind.ABSENT)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row; ``rank`` is shared by players whom no tie-break parts.

    ``played``, ``won``, ``drawn`` and ``lost`` count games that were played. ``unplayed`` counts
    rounds with forfeits and byes, ``unplayed_points`` are the points from them. ``sides`` are
    the games played with the first and the second side. ``direct`` are the points from games
    with those who are equal when that is asked, None where nobody is.
    """

    rank: int
    player: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    unplayed: int
    unplayed_points: float
    sides: tuple[int, int]
    tie_breaks: Mapping[str, float]
    direct: float | None

    def worth(self, name: str) -> float | None:
        """Return the number of a tie-break."""
        return self.direct if name == DIRECT else self.tie_breaks[name]


def standings(event: Event, order: Sequence[str] = ()) -> list[Standing]:
    """Return the players in order; ``order`` names tie-breaks, by default those of the system."""
    worth = tie_breaks(event)
    groups = _split([list(event.players)], event.scores)
    direct: dict[str, float | None] = {}
    for key in order or ORDERS[event.system]:
        if key == DIRECT:
            for group in groups:
                direct |= direct_points(event, group) if len(group) > 1 else {}
            groups = [part for group in groups for part in split_group(event, group)]
        else:
            groups = _split(groups, {name: numbers[key] for name, numbers in worth.items()})
    rows: list[Standing] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [_row(event, rank, name, worth[name], direct.get(name)) for name in group]
    return rows


def _split(groups: Sequence[Sequence[str]], worth: Mapping[str, float]) -> list[list[str]]:
    """Return groups parted by a number, the greatest first."""
    return [part for group in groups for part in groups_by(group, worth)]


def _row(
    event: Event, rank: int, name: str, worth: Mapping[str, float], direct: float | None
) -> Standing:
    entries = event.cards[name]
    played = [each.points for each in entries if each.kind is Kind.PLAYED]
    sides = [each.side for each in entries if each.kind is Kind.PLAYED]
    idle = [each.points for each in entries if each.kind in _IDLE]
    return Standing(
        rank,
        name,
        event.scores[name],
        len(played),
        *(played.count(WIN), played.count(DRAW), played.count(LOSS)),
        len(idle),
        sum(idle, 0.0),
        (sides.count(0), sides.count(1)),
        worth,
        direct,
    )
