"""Lines of attack: where tiles could capture, and from where that is asked for; knows no SQL.

Wolves, which also capture aslant, are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import or_

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import BOARD_SET, COUNT, HILL, HILL_SET, square_set
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    CODE,
    IMMUNE_TO,
    KING,
    LETTERS,
    TYPES,
    WOLF,
)

_RANGES = sorted({ATTACK_RANGE[tile] for tile in TYPES})


@dataclass(frozen=True, slots=True)
class Corner:
    """One end of a capture: tiles of a side and a type, or of any, on a set of squares."""

    side: int | None
    letter: str | None
    area: int


@dataclass(frozen=True, slots=True)
class Aim:
    """The captures of some types with one range at one distance, as sets of attackers' squares.

    The distance is what is to be added to a square to get that of the target. ``wanted`` are the
    squares from where captures are asked for, ``unwanted`` those from where there are others.
    """

    tiles: tuple[int, ...]
    distance: int
    wanted: int
    unwanted: int

    @property
    def step(self) -> int:
        """Return the distance of a step in the direction of the captures."""
        return self.distance // ATTACK_RANGE[self.tiles[0]]

    @property
    def ends(self) -> int:
        """Return the squares of the targets that are asked for."""
        return self.wanted << self.distance if self.distance > 0 else self.wanted >> -self.distance


def find_aims(attacker: Corner, target: Corner) -> list[Aim]:
    """Return all captures of such tiles but Wolves, wherever they stand: those are wanted that fit.

    What is captured need not be such as the target's letter says; it may be, in what is wanted.
    """
    sides = range(len(HILL)) if attacker.side is None else (attacker.side,)
    asked = [tile for tile in TYPES if tile != WOLF and attacker.letter in (None, LETTERS[tile])]
    return [
        aim
        for rank in _ranks(asked, target.letter)
        for aim in _aims(rank, sides, attacker.area, target)
    ]


def _ranks(tiles: Sequence[int], letter: str | None) -> list[tuple[int, ...]]:
    """Return types in groups that need not be told apart: of a range, if all may be captors."""
    if letter is not None and IMMUNE_TO[CODE[letter]]:
        return [(tile,) for tile in tiles]
    ranks = [tuple(tile for tile in tiles if ATTACK_RANGE[tile] == reach) for reach in _RANGES]
    return [rank for rank in ranks if rank]


def _aims(tiles: tuple[int, ...], sides: Sequence[int], area: int, target: Corner) -> Iterator[Aim]:
    """Yield the captures of tiles with one range, by distance."""
    wanted: defaultdict[int, int] = defaultdict(int)
    others: defaultdict[int, int] = defaultdict(int)
    for tile in tiles:
        ends = _ends(target, tile)
        for side in sides:
            for distance, places in _captures(side, tile).items():
                asked = places & area & (ends >> distance if distance > 0 else ends << -distance)
                wanted[distance] |= asked
                others[distance] |= places & ~asked
    for distance, places in sorted(wanted.items()):
        yield Aim(tiles, distance, places, others[distance] & ~places)


@cache
def _captures(side: int, tile: int) -> Mapping[int, int]:
    """Return from which squares such a tile may capture what is at each distance.

    None but a side's own King stands on its hill.
    """
    hill = square_set(HILL[side])
    starts = hill if tile == KING else BOARD_SET & ~HILL_SET
    found: defaultdict[int, int] = defaultdict(int)
    for place in range(COUNT):
        if starts >> place & 1:
            first = WAYS * (COUNT * tile + place)
            for end in ATTACKED[first : first + WAYS]:
                if end >= 0 and not hill >> end & 1:
                    found[end - place] |= 1 << place
    return found


def _ends(target: Corner, tile: int) -> int:
    """Return the squares on which such a target may stand that a type captures."""
    if target.letter is None:
        return target.area
    code = CODE[target.letter]
    if IMMUNE_TO[code] == tile:
        return 0
    return target.area & (HILL_SET if code == KING else ~HILL_SET)


@dataclass(frozen=True, slots=True)
class Volley:
    """Captures of some types in some directions, which need not be told apart.

    All of them from the squares ``wanted`` are asked for, none of those from ``unwanted``.
    """

    tiles: tuple[int, ...]
    steps: tuple[int, ...]
    wanted: int
    unwanted: int

    @property
    def is_sound(self) -> bool:
        """Tell whether no square has captures that are asked for and others."""
        return not self.wanted & self.unwanted

    def joined(self, other: Volley) -> Volley:
        """Return both together."""
        return Volley(
            tuple(dict.fromkeys((*self.tiles, *other.tiles))),
            tuple(dict.fromkeys((*self.steps, *other.steps))),
            self.wanted | other.wanted,
            self.unwanted | other.unwanted,
        )


def join_aims(aims: Sequence[Aim]) -> list[Volley]:
    """Return the wanted captures of some, as few together as may be."""
    found: list[Volley] = []
    for step in dict.fromkeys(aim.step for aim in aims):
        for volley in _in_one_way([aim for aim in aims if aim.step == step]):
            for at, other in enumerate(found):
                if other.tiles == volley.tiles and (both := other.joined(volley)).is_sound:
                    found[at] = both
                    break
            else:
                found.append(volley)
    return found


def _in_one_way(aims: Sequence[Aim]) -> Iterator[Volley]:
    """Yield the wanted captures of types in one direction: first of those that are most alike."""
    left = {at for at, aim in enumerate(aims) if aim.wanted}
    sets = [
        some for size in range(len(aims), 0, -1) for some in combinations(range(len(aims)), size)
    ]
    volleys = [
        (some, _fired([aims[at] for at in some])) for some in sets if left.intersection(some)
    ]
    sound = [(some, volley) for some, volley in volleys if volley.is_sound]
    while left:
        some, volley = max(sound, key=lambda one: len(left.intersection(one[0])))
        left.difference_update(some)
        yield volley


def _fired(aims: Sequence[Aim]) -> Volley:
    """Return captures in one direction together."""
    return Volley(
        tuple(tile for aim in aims for tile in aim.tiles),
        (aims[0].step,),
        reduce(or_, (aim.wanted for aim in aims)),
        reduce(or_, (aim.unwanted for aim in aims)),
    )
