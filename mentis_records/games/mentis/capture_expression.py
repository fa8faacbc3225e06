"""SQL that tiles could capture others, over the features and their excerpt; knows no query.

The excerpt says which tiles could capture in each direction. As a type does so at one range alone,
that tells the target's square, too: what is left to ask is whether it is one of those wanted.
Nothing is shifted to the left: the engine does that so carefully that it takes ten times longer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
from mentis_records.games.mentis.tile import CODE, KING, LEAST_OF_WOLVES, TYPES, WOLF

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
    attack = _Attack(side, None if is_known else targets[0], aims)
    return Told(f"({' or '.join(attack.tests())})", is_excerpted=True)


@dataclass(frozen=True, slots=True)
class _Attack:
    """Captures of tiles of a side, or of either; ``target`` is the type of what they capture.

    It is none where the squares tell enough. ``aims`` are the captures wanted, and the others of
    such tiles.
    """

    side: int | None
    target: int | None
    aims: Sequence[Aim]

    def tests(self) -> Iterator[str]:
        """Yield SQL of which some is true if one of the wanted captures is there.

        What Wolves alone could do is asked where some could capture. Such positions stand apart,
        and the engine, which knows how large the numbers of a column are, asks it of no others.
        """
        aslant = [aim for aim in self.aims if aim.step not in _WAYS]
        wolves = [aim for aim in self.aims if aim.step in _WAYS and aim.tiles == (WOLF,)]
        others = [aim for aim in self.aims if aim.step in _WAYS and aim not in wolves]
        if any(aim.wanted for aim in others):
            found = f"{self._straight(others)} <> 0"
            yield f"({self._are_wolves_hit} and {found})" if self.target == WOLF else found
        if any(aim.wanted for aim in wolves):
            yield f"(captures >= {LEAST_OF_WOLVES} and {self._straight(wolves)} <> 0)"
        if any(aim.wanted for aim in aslant):
            yield f"({ASLANT_WAY} > 0 and {self._aslant(aslant)} <> 0)"

    @property
    def _are_wolves_hit(self) -> str:
        """Return SQL that tiles of the side could capture a Wolf, wherever they are."""
        return f"(captures & {capture_bits(self._sides, TYPES, (WOLF,))}) <> 0"

    @property
    def _sides(self) -> Sequence[int]:
        return range(len(SIDES)) if self.side is None else (self.side,)

    def _straight(self, aims: Sequence[Aim]) -> str:
        """Return squares, none if there is no wanted capture in a straight line."""
        if self.target is None:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for volley in join_aims(aims):
                ways = _either(_WAYS[step] for step in volley.steps)
                found[_topped_by(volley.tiles)].append(f"({ways} & {volley.wanted})")
            sets = [_both(_either(some), tops) for tops, some in found.items()]
            return _either(sets) if self.side is None else _both(_either(sets), SIDES[self.side])
        enemy = "" if self.side is None else SIDES[1 - self.side]
        shots = [(_WAYS[aim.step], aim, _topped_by(aim.tiles)) for aim in aims if aim.wanted]
        targets = _topped_by([self.target])
        found_in = []
        # Who could capture is no enemy; what could be captured is one.
        if raised := _raised(shots, targets):
            found_in.append(_both(raised, enemy and f"~{enemy}"))
        if lowered := _lowered(shots):
            found_in.append(_both(lowered, _both(targets, enemy)))
        return _either(found_in)

    def _aslant(self, aims: Sequence[Aim]) -> str:
        """Return squares, none if there is no wanted capture aslant."""
        places, others = _united(aim.wanted for aim in aims), _united(aim.unwanted for aim in aims)
        if self.target is None and not places & others:
            own = "" if self.side is None else SIDES[self.side]
            return _both(_both(f"({ASLANT_WAY} & {places})", own), _topped_by(TYPES))
        tops = "" if self.target is None else _topped_by([self.target])
        sets = []
        for side in self._sides:
            shots = [(ASLANT_WAY, aim, SIDES[side]) for aim in aims if aim.wanted]
            targets = _both(SIDES[1 - side], tops)
            if raised := _raised(shots, targets):
                sets.append(raised)
            if lowered := _lowered(shots):
                sets.append(_both(lowered, targets))
        return _either(sets)


_Shot = tuple[str, Aim, str]
"""A set of attackers in a direction, captures of theirs, and where they must stand."""


def _raised(shots: Iterable[_Shot], targets: str) -> str:
    """Return the squares of attackers that capture some targets above, if any are asked for."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for way, aim, tiles in shots:
        if aim.distance > 0:
            found[tiles].append(f"({way} & {aim.wanted} & ({targets} >> {aim.distance}))")
    return _either(_both(_either(sets), tiles) for tiles, sets in found.items()) if found else ""


def _lowered(shots: Iterable[_Shot]) -> str:
    """Return the squares below that attackers capture, if any are asked for."""
    found = [
        f"({_both(f'({way} & {aim.wanted})', tiles)} >> {-aim.distance})"
        for way, aim, tiles in shots
        if aim.distance < 0
    ]
    return _either(found) if found else ""


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
