"""SQL that tiles could capture others, over the features and their excerpt; knows no query.

The excerpt says which tiles could capture in each direction. As a type does so at one range alone,
that tells the target's square, too: what is left to ask is whether it is one of those wanted.
Nothing is shifted to the left: the engine does that so carefully that it takes ten times longer.
What Wolves have a part in is asked by itself (``wolf_expression``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.index.board_row import SIDES
from mentis_records.games.mentis.index.feature import capture_bits
from mentis_records.games.mentis.index.feature_row import WAYS
from mentis_records.games.mentis.predicate.aim import Aim, Corner, find_aims, join_aims
from mentis_records.games.mentis.predicate.expression import attacked
from mentis_records.games.mentis.predicate.square_sql import both, either, topped_by
from mentis_records.games.mentis.predicate.tested_set import NEVER
from mentis_records.games.mentis.predicate.wolf_expression import attacked_by_wolves, wolf_tests
from mentis_records.games.mentis.rules.square import BOARD_SET, HILL_SET, SIZE
from mentis_records.games.mentis.rules.tile import CODE, TYPES, WOLF

_WAYS = dict(zip((SIZE, 1, -SIZE, -1), WAYS, strict=True))
"""The sets of attackers, by the distance of a step."""


def attacks(attacker: Corner, target: Corner) -> Term:
    """Return SQL that such a tile could capture such a one."""
    sides = _sides(attacker, target)
    tiles = TYPES if attacker.letter is None else (CODE[attacker.letter],)
    targets = TYPES if target.letter is None else (CODE[target.letter],)
    bits = capture_bits(sides, tiles, targets)
    if not bits:
        return Term(Source.FEATURES, NEVER)
    if attacker.area == target.area == BOARD_SET:
        return Term(Source.FEATURES, f"((captures & {bits}) <> 0)")
    side, enemy = (sides[0], 1 - sides[0]) if len(sides) == 1 else (None, None)
    is_on_wolf = targets == (WOLF,)
    if attacker.letter is None and attacker.area == BOARD_SET and not is_on_wolf:
        return Term(Source.FEATURES, attacked(enemy, target.letter).some_of(target.area))
    tests = []
    if not is_on_wolf:
        aims = find_aims(replace(attacker, side=side), target)
        if asked := [aim for aim in aims if aim.wanted]:
            # What could be captured on a hill is a King.
            is_known = target.letter is None or not _united(aim.ends for aim in asked) & ~HILL_SET
            squares = _Attack(side, None if is_known else targets[0], aims).squares()
            tests.append(f"{squares} <> 0")
    tests += wolf_tests(attacker, target, sides)
    if not tests:
        return Term(Source.FEATURES, NEVER)
    return Term(Source.EXCERPT, f"({' or '.join(tests)})")


def count_attacked(attacker: Corner, target: Corner) -> str:
    """Return how many such targets such tiles could capture, as an expression."""
    sides = _sides(attacker, target)
    if not sides:
        return "0"
    side = sides[0] if len(sides) == 1 else None
    own = "" if side is None else SIDES[side]
    found = [
        _moved(both(both(f"({_WAYS[aim.step]} & {aim.wanted})", topped_by(aim.tiles)), own), aim)
        for aim in find_aims(replace(attacker, side=side), target)
        if aim.wanted
    ]
    found += attacked_by_wolves(attacker, target, sides)
    if not found:
        return "0"
    targets = "" if target.letter is None else topped_by([CODE[target.letter]])
    return f"bit_count({both(both(either(found), targets), str(target.area))})"


def _moved(squares: str, aim: Aim) -> str:
    """Return the squares of the targets of attackers, without a shift to the left."""
    if aim.distance > 0:
        return f"({squares} * {1 << aim.distance})"
    return f"({squares} >> {-aim.distance})"


def _sides(attacker: Corner, target: Corner) -> list[int]:
    """Return the sides whose tiles may be attackers of such targets."""
    asked = (0, 1) if attacker.side is None else (attacker.side,)
    return [side for side in asked if target.side in (None, 1 - side)]


@dataclass(frozen=True, slots=True)
class _Attack:
    """Captures by others than Wolves, of a side or of either; ``target`` is the captured type.

    It is none where the squares tell enough, and no Wolf. ``aims`` are the captures wanted, and the
    others of such tiles.
    """

    side: int | None
    target: int | None
    aims: Sequence[Aim]

    def squares(self) -> str:
        """Return squares, none if no wanted capture is there."""
        if self.target is None:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for volley in join_aims(self.aims):
                ways = either(_WAYS[step] for step in volley.steps)
                found[topped_by(volley.tiles)].append(f"({ways} & {volley.wanted})")
            sets = [both(either(some), tops) for tops, some in found.items()]
            return either(sets) if self.side is None else both(either(sets), SIDES[self.side])
        enemy = "" if self.side is None else SIDES[1 - self.side]
        shots = [(_WAYS[aim.step], aim, topped_by(aim.tiles)) for aim in self.aims if aim.wanted]
        targets = topped_by([self.target])
        mutual = [] if enemy else _take_mutual(shots, targets)
        found_in = []
        # Who could capture is no enemy; what could be captured is one.
        if raised := _raised(shots, targets):
            found_in.append(both(raised, enemy and f"~{enemy}"))
        if lowered := [*_lowered(shots), *mutual]:
            found_in.append(both(either(lowered), both(targets, enemy)))
        return either(found_in)


_Shot = tuple[str, Aim, str]
"""A set of attackers in a direction, captures of theirs, and where they must stand."""


def _raised(shots: Iterable[_Shot], targets: str) -> str:
    """Return the squares of attackers that capture some targets above, if any are asked for."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for way, aim, tiles in shots:
        if aim.distance > 0:
            found[tiles].append(f"({way} & {aim.wanted} & ({targets} >> {aim.distance}))")
    return either(both(either(sets), tiles) for tiles, sets in found.items()) if found else ""


def _lowered(shots: Iterable[_Shot]) -> list[str]:
    """Return sets of squares below that attackers capture."""
    return [
        f"({both(f'({way} & {aim.wanted})', tiles)} >> {-aim.distance})"
        for way, aim, tiles in shots
        if aim.distance < 0
    ]


def _take_mutual(shots: list[_Shot], targets: str) -> list[str]:
    """Take out captures by the targets' own type up and down between the same squares.

    Returns:
        Sets of squares of which those are the lower ones that have targets.
    """
    found = []
    for shot in [shot for shot in shots if shot[1].distance > 0 and shot[2] == targets]:
        up, aim, _ = shot
        for other in shots:
            down, back, tiles = other
            if (tiles, back.distance, back.ends) == (targets, -aim.distance, aim.wanted):
                ways = f"({up} | ({down} >> {aim.distance}))"
                found.append(f"({ways} & {aim.wanted} & ({targets} >> {aim.distance}))")
                shots[:] = [one for one in shots if one not in (shot, other)]
                break
    return found


def _united(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
