"""The direct encounter: players who are equal, ordered by the games between them (C.07, 6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from mentis_records.statistics.event.entry import WIN, Kind
from mentis_records.statistics.event.event import Event


def direct_points(event: Event, group: Sequence[str]) -> dict[str, float]:
    """Return the points of each player of a group from the games within it.

    From games with one who was met oftener than planned they are as if it had been as planned.
    """
    members = frozenset(group)
    return {name: sum(_against(event, name, members).values()) for name in group}


def split_group(event: Event, group: Sequence[str]) -> list[list[str]]:
    """Return a group in parts, the best first; players of one part are still equal.

    Where all have met, they are ordered by these points, and who is still equal by the games
    among fewer. Where some have not, only who is ahead whatever came of the missing games is
    placed: first, second and so on; the others are a group of their own then.
    """
    if len(group) < 2:
        return [list(group)]
    points = direct_points(event, group)
    missing = _missing(event, group)
    if any(missing.values()):
        placed, left = _certain(points, missing)
        return [*placed, *(split_group(event, left) if placed else [left])]
    parts: list[list[str]] = []
    for part in groups_by(group, points):
        parts += [part] if len(part) == len(group) else split_group(event, part)
    return parts


def groups_by(group: Sequence[str], worth: Mapping[str, float]) -> list[list[str]]:
    """Return a group parted by a number, the greatest first."""
    parts: defaultdict[float, list[str]] = defaultdict(list)
    for name in group:
        parts[worth[name]].append(name)
    return [parts[number] for number in sorted(parts, reverse=True)]


def _certain(
    points: Mapping[str, float], missing: Mapping[str, int]
) -> tuple[list[list[str]], list[str]]:
    """Return who is ahead for certain, one after the other, and the others."""
    parts: list[list[str]] = []
    left = sorted(points, key=lambda name: -points[name])
    while len(left) > 1:
        first, *others = left
        if any(points[first] <= points[other] + WIN * missing[other] for other in others):
            break
        parts.append([first])
        left = others
    members = frozenset(left)
    return parts, [name for name in points if name in members]


def _missing(event: Event, group: Sequence[str]) -> dict[str, int]:
    """Return how many games of each player within a group have not been played."""
    many = 1 if event.is_swiss else event.cycles
    members = frozenset(group)
    found = {}
    for name in group:
        games = Counter([other for other, _ in _meetings(event, name, members)])
        found[name] = many * (len(members) - 1) - sum(min(each, many) for each in games.values())
    return found


def _against(event: Event, name: str, group: Collection[str]) -> dict[str, float]:
    """Return the points of a player against each other one of a group (C.07, 6.1)."""
    found: dict[str, list[float]] = {}
    for other, points in _meetings(event, name, group):
        found.setdefault(other, []).append(points)
    many = 1 if event.is_swiss else event.cycles
    return {other: sum(points) * min(many / len(points), 1) for other, points in found.items()}


def _meetings(event: Event, name: str, group: Collection[str]) -> list[tuple[str, float]]:
    """Return a player's opponents of a group, with the points; no forfeits of a Swiss event."""
    return [
        (each.opponent, each.points)
        for each in event.cards[name]
        if each.opponent in group and each.opponent is not None and each.opponent != name
        if each.kind is Kind.PLAYED or (each.kind is Kind.FORFEIT and not event.is_swiss)
    ]
