"""SQL that tiles could capture others, over the features and their excerpt; knows no query.

The excerpt says which tiles could capture in each direction. As a type does so at one range alone,
that tells the target's square, too: what is left to ask is whether it is one of those wanted.
Nothing is shifted to the left: the engine does that so carefully that it takes ten times longer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from mentis_records.core.vocabulary import Corner, Told
from mentis_records.games.mentis.aim import Aim, find_aims, join_aims
from mentis_records.games.mentis.attack_set import capture_bits
from mentis_records.games.mentis.board_row import SIDES, STACKED, squares_with
from mentis_records.games.mentis.expression import attacked
from mentis_records.games.mentis.feature_row import ASLANT_WAY, STRAIGHT_WAYS
from mentis_records.games.mentis.square import BOARD_SET, HILL_SET, SIZE
from mentis_records.games.mentis.tested_set import NEVER
from mentis_records.games.mentis.tile import CODE, KING, TYPES, WOLF

_WAYS = dict(zip((SIZE, 1, -SIZE, -1), STRAIGHT_WAYS, strict=True))
"""The sets of attackers in a straight line, by the distance of a step."""


def attacks(attacker: Corner, target: Corner) -> Told:
    """Return SQL that such a tile could capture such a one."""
    sides = [
        side
        for side in ((0, 1) if attacker.side is None else (attacker.side,))
        if target.side in (None, 1 - side)
    ]
    tiles = TYPES if attacker.letter is None else (CODE[attacker.letter],)
    targets = TYPES if target.letter is None else (CODE[target.letter],)
    bits = capture_bits(sides, tiles, targets)
    if not bits:
        return Told(NEVER)
    if attacker.area == target.area == BOARD_SET:
        return Told(f"((captures & {bits}) <> 0)")
    side, enemy = (sides[0], 1 - sides[0]) if len(sides) == 1 else (None, None)
    if attacker.letter is None and attacker.area == BOARD_SET:
        return Told(attacked(enemy, target.letter).some_of(target.area))
    aims = find_aims(replace(attacker, side=side), target)
    asked = [aim for aim in aims if aim.wanted]
    if not asked:
        return Told(NEVER)
    # What could be captured on a hill is a King.
    is_known = target.letter is None or not _united(aim.ends for aim in asked) & ~HILL_SET
    letter = None if is_known else target.letter
    return Told(_Attack(side, letter, aims).is_there(), is_excerpted=True)


@dataclass(frozen=True, slots=True)
class _Attack:
    """Captures of tiles of a side, or of either; ``target`` is the letter of what they capture.

    It is none where the squares tell enough. ``aims`` are the captures wanted, and the others of
    such tiles.
    """

    side: int | None
    target: str | None
    aims: Sequence[Aim]

    def is_there(self) -> str:
        """Return SQL that one of the wanted captures is there."""
        straight = [aim for aim in self.aims if aim.step in _WAYS]
        aslant = [aim for aim in self.aims if aim.step not in _WAYS]
        tests = []
        if any(aim.wanted for aim in straight):
            tests.append(f"{self._straight(straight)} <> 0")
        if any(aim.wanted for aim in aslant):
            # Most collections have none, and the engine knows that.
            tests.append(f"({ASLANT_WAY} > 0 and {self._aslant(aslant)} <> 0)")
        return f"({' or '.join(tests)})"

    def _straight(self, aims: Sequence[Aim]) -> str:
        """Return squares, none if there is no wanted capture in a straight line."""
        if self.target is None:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for volley in join_aims(aims):
                ways = _either(_WAYS[step] for step in volley.steps)
                found[self._standing(volley.tiles)].append(f"({ways} & {volley.wanted})")
            return _either(_both(_either(sets), tiles) for tiles, sets in found.items())
        shots = [(_WAYS[aim.step], aim, self._standing(aim.tiles)) for aim in aims if aim.wanted]
        return _reaching(shots, _topped_by([CODE[self.target]]))

    def _aslant(self, aims: Sequence[Aim]) -> str:
        """Return squares, none if there is no wanted capture aslant."""
        places, others = _united(aim.wanted for aim in aims), _united(aim.unwanted for aim in aims)
        if self.target is None and not places & others:
            return _both(f"({ASLANT_WAY} & {places})", self._standing(TYPES))
        sets = []
        for side in (0, 1) if self.side is None else (self.side,):
            shots = [(ASLANT_WAY, aim, SIDES[side]) for aim in aims if aim.wanted]
            tops = "" if self.target is None else _topped_by([CODE[self.target]])
            sets.append(_reaching(shots, _both(SIDES[1 - side], tops)))
        return _either(sets)

    def _standing(self, tiles: Sequence[int]) -> str:
        """Return the squares with one of some types of the side, or nothing if that is no test."""
        own = "" if self.side is None else SIDES[self.side]
        return _both(own, _topped_by(tiles)) if own else _topped_by(tiles)


def _reaching(shots: Iterable[tuple[str, Aim, str]], targets: str) -> str:
    """Return squares, none if no attackers capture some targets.

    Args:
        shots: the set of attackers in a direction, their captures, and where they must stand.
        targets: the squares with what they are to capture.
    """
    raised: defaultdict[str, list[str]] = defaultdict(list)
    lowered = []
    for way, aim, tiles in shots:
        if aim.distance > 0:
            raised[tiles].append(f"({way} & {aim.wanted} & ({targets} >> {aim.distance}))")
        else:
            lowered.append(f"({_both(f'({way} & {aim.wanted})', tiles)} >> {-aim.distance})")
    sets = [_both(_either(found), tiles) for tiles, found in raised.items()]
    return _either([*sets, *([_both(_either(lowered), targets)] if lowered else [])])


def _united(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _either(sets: Iterable[str]) -> str:
    """Return the squares that are in one of some sets."""
    parts = list(sets)
    return parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"


def _both(squares: str, others: str) -> str:
    """Return those of some squares that are in another set, if one is given."""
    return f"({squares} & {others})" if others else squares


def _topped_by(tiles: Sequence[int]) -> str:
    """Return the squares with one of some types on top, nothing of all; hills tell Kings."""
    if {*tiles} <= {KING}:
        return ""
    if {KING, WOLF} & {*tiles}:
        others = [squares_with(tile) for tile in STACKED if tile not in tiles]
        return f"~{_either(others)}" if others else ""
    return _either(squares_with(tile) for tile in tiles)
