"""The direct encounter: players who are equal, ordered by the games between them (C.07, 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.statistics.event.entry import WIN, Kind
from mentis_records.statistics.event.event import Event


def direct_points(event: Event, group: Sequence[str]) -> dict[str, float]:
    """Return the points of each player of a group from the games within it.

    From games with one who was met oftener than planned they are as if it had been as planned.
    """
    return {name: sum(points for points in _against(event, name, group).values()) for name in group}


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
    for worth in sorted(set(points.values()), reverse=True):
        part = [name for name in group if points[name] == worth]
        parts += [part] if len(part) == len(group) else split_group(event, part)
    return parts


def _certain(
    points: Mapping[str, float], missing: Mapping[str, int]
) -> tuple[list[list[str]], list[str]]:
    """Return who is ahead for certain, one after the other, and the others."""
    parts: list[list[str]] = []
    left = list(points)
    while len(left) > 1:
        ahead = [
            name
            for name in left
            if all(
                points[name] > points[other] + WIN * missing[other]
                for other in left
                if other != name
            )
        ]
        if not ahead:
            break
        parts.append(ahead)
        left.remove(ahead[0])
    return parts, left


def _missing(event: Event, group: Sequence[str]) -> dict[str, int]:
    """Return how many games of each player within a group have not been played."""
    many = 1 if event.is_swiss else event.cycles
    return {
        name: sum(max(many - _games(event, name, other), 0) for other in group if other != name)
        for name in group
    }


def _games(event: Event, name: str, other: str) -> int:
    return sum(each == other for each, _ in _meetings(event, name))


def _against(event: Event, name: str, group: Sequence[str]) -> dict[str, float]:
    """Return the points of a player against each other one of a group (C.07, 6.1)."""
    found: dict[str, list[float]] = {}
    for other, points in _meetings(event, name):
        if other in group and other != name:
            found.setdefault(other, []).append(points)
    many = 1 if event.is_swiss else event.cycles
    return {other: sum(points) * min(many / len(points), 1) for other, points in found.items()}


def _meetings(event: Event, name: str) -> list[tuple[str, float]]:
    """Return the opponents of a player with the points from each game; no forfeits of a Swiss."""
    return [
        (each.opponent, each.points)
        for each in event.cards[name]
        if each.opponent is not None
        if each.is_played or (each.kind is Kind.FORFEIT and not event.is_swiss)
    ]
