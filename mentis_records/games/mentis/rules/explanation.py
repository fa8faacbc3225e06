"""Put a fault of the rules into words: the catalogue entry with its details."""

from __future__ import annotations

from functools import cache

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.games.mentis import code
from mentis_records.games.mentis.rules import fault, square, stack, tile
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move
from mentis_records.games.mentis.rules.position import Position

SIDES = ("Blue", "Red")

_DISTANCES = {
    tile.KING: "one square",
    tile.SPEARS: "one square",
    tile.TRENCHMEN: "exactly two squares",
    tile.NOBLES: "one to three squares",
    tile.WOLF: "one square",
}


def explain(position: Position, move: Move, found: int) -> Finding:
    """Return the finding for a fault; which token to blame is not settled here."""
    reason, place, step = fault.split_fault(found)
    if isinstance(move, Deployment):
        details = _deployment_details(position, move, reason, place)
    elif isinstance(move, Capture):
        details = _capture_details(position, move, reason, place)
    else:
        details = _movement_details(position, move.path, move.drops, reason, step)
    side = position.side
    details["side"] = SIDES[side]
    if reason != fault.HAND_LACKS:
        cell = position.cells[place]
        details["square"] = details.get("square", square.NAMES[place])
        if cell:
            details["owner"] = SIDES[stack.side_of(cell)]
            details.setdefault("tile", tile.NAMES[cell & 7])
    return Finding(_codes()[reason], details)


@cache
def _codes() -> dict[int, Code]:
    return {
        fault.NOTHING_THERE: code.NOTHING_THERE,
        fault.WRONG_COLOUR: code.WRONG_COLOUR,
        fault.SAME_SQUARE: code.SAME_SQUARE,
        fault.NOT_ADJACENT: code.NOT_ADJACENT,
        fault.NOT_ORTHOGONAL: code.NOT_ORTHOGONAL,
        fault.WRONG_DISTANCE: code.WRONG_DISTANCE,
        fault.NOT_STRAIGHT: code.NOT_STRAIGHT,
        fault.ENTERS_HILL: code.ENTERS_HILL,
        fault.KING_LEAVES_HILL: code.KING_LEAVES_HILL,
        fault.ENEMY_THERE: code.ENEMY_THERE,
        fault.STACK_TOO_HIGH: code.STACK_TOO_HIGH,
        fault.STACK_WITH_WOLF: code.STACK_WITH_WOLF,
        fault.DROP_LEAVES_NOTHING: code.DROP_LEAVES_NOTHING,
        fault.RETURNED_UNCHANGED: code.RETURNED_UNCHANGED,
        fault.NOT_DEPLOYMENT_SQUARE: code.NOT_DEPLOYMENT_SQUARE,
        fault.DEPLOYMENT_ON_ENEMY: code.DEPLOYMENT_ON_ENEMY,
        fault.DEPLOYMENT_BANNED: code.DEPLOYMENT_BANNED,
        fault.DEPLOYMENT_TOO_HIGH: code.DEPLOYMENT_TOO_HIGH,
        fault.DEPLOYMENT_ON_WOLF: code.DEPLOYMENT_ON_WOLF,
        fault.WOLF_NOT_ALONE: code.WOLF_NOT_ALONE,
        fault.WOLF_ON_STACK: code.WOLF_ON_STACK,
        fault.HAND_LACKS: code.HAND_LACKS,
        fault.TARGET_EMPTY: code.TARGET_EMPTY,
        fault.TARGET_OWN: code.TARGET_OWN,
        fault.NOT_IN_LINE: code.NOT_IN_LINE,
        fault.OUT_OF_RANGE: code.OUT_OF_RANGE,
        fault.TARGET_IMMUNE: code.TARGET_IMMUNE,
        fault.CAPTURE_BLOCKED: code.CAPTURE_BLOCKED,
    }


def _names(places: tuple[int, ...]) -> str:
    names = [square.NAMES[place] for place in places]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _hand(hand: int) -> str:
    counts = [(tile.hand_count(hand, kind), tile.NAMES[kind]) for kind in tile.HAND_TYPES]
    return ", ".join(f"{count} {name}" for count, name in counts if count) or "none"


def _deployment_details(
    position: Position, move: Deployment, reason: int, place: int
) -> dict[str, str]:
    side = position.side
    details = {
        "square": square.NAMES[move.place],
        "expected": _names(square.DEPLOYMENT[side]),
        "blocker": "",
        "hint": "",
    }
    if reason == fault.HAND_LACKS:
        hand = position.hands[side]
        details["tile"] = tile.NAMES[place]
        details["count"] = str(tile.hand_count(hand, place))
        details["wanted"] = str(stack.tiles_of(move.tiles).count(place))
        details["hand"] = _hand(hand)
        if place == tile.WOLF:
            details["hint"] = 'the Wolf needs the tag [Variant "Wolf"], and is there once a side'
    elif reason == fault.DEPLOYMENT_BANNED:
        details["blocker"] = square.NAMES[place]
    else:
        tiles = stack.height(position.cells[move.place]) + stack.height(move.tiles)
        details["count"] = str(tiles)
    return details


def _capture_details(position: Position, move: Capture, reason: int, place: int) -> dict[str, str]:
    attacker = position.cells[move.place] & 7
    victim = position.cells[move.target] & 7
    concerns_origin = reason in (fault.NOTHING_THERE, fault.WRONG_COLOUR)
    return {
        "start": square.NAMES[move.place],
        "square": square.NAMES[move.place if concerns_origin else move.target],
        "tile": tile.NAMES[victim if reason == fault.TARGET_OWN else attacker],
        "victim": tile.NAMES[victim],
        "distance": str(square.distance_between(move.place, move.target)),
        "expected": str(tile.ATTACK_RANGE[attacker]),
        "blocker": square.NAMES[place],
        "blocking": tile.NAMES[position.cells[place] & 7],
    }


def _movement_details(
    position: Position, path: tuple[int, ...], drops: tuple[int, ...], reason: int, step: int
) -> dict[str, str]:
    leader = position.cells[path[0]] & 7
    steps = len(drops)
    details = {
        "start": square.NAMES[path[0]],
        "square": square.NAMES[path[step]],
        "previous": square.NAMES[path[max(step - 1, 0)]],
        "steps": f"{steps} square{'s' if steps != 1 else ''}",
        "hill": _names(square.HILL[position.side]),
    }
    if leader:
        details["expected"] = _DISTANCES[leader]
    if reason in (fault.STACK_TOO_HIGH, fault.DROP_LEAVES_NOTHING):
        count = _tiles_at(position, path, drops, step)
        details["count"] = str(count)
        details["marks"] = "#" * drops[min(step, steps - 1)]
        if reason == fault.DROP_LEAVES_NOTHING:
            details["count"] = f"{count} tile{'s stand' if count != 1 else ' stands'}"
    if reason == fault.ENTERS_HILL:
        details["owner"] = SIDES[square.ON_HILL[path[step]] - 1]
        details["tile"] = tile.NAMES[leader]
    elif reason == fault.WRONG_DISTANCE:
        details["tile"] = tile.NAMES[leader]
    return details


def _tiles_at(position: Position, path: tuple[int, ...], drops: tuple[int, ...], step: int) -> int:
    """Return how many tiles stand on a square of the path when the moving stack is there."""
    left: dict[int, int] = {}
    tall = stack.height(position.cells[path[0]])
    for index in range(step):
        left[path[index]] = drops[index]
        there = path[index + 1]
        standing = left.get(there, stack.height(position.cells[there]))
        tall = tall - drops[index] + standing
    return tall
