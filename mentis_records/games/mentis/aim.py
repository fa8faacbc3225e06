"""What tiles could capture where, and from where that is asked for; knows no query and no SQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from operator import itemgetter

from mentis_records.core.vocabulary import Corner
from mentis_records.games.mentis.reach import ATTACKED, WAYS
from mentis_records.games.mentis.square import BOARD_SET, COUNT, HILL, HILL_SET, square_set
from mentis_records.games.mentis.tile import ATTACK_RANGE, CODE, IMMUNE_TO, KING, TYPES

_RANGES = sorted({ATTACK_RANGE[tile] for tile in TYPES})


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
    """Return all captures of such tiles, wherever they stand: those are wanted that fit corners.

    What is captured need not be such as the target's letter says; it may be, in what is wanted.
    """
    sides = range(len(HILL)) if attacker.side is None else (attacker.side,)
    asked = TYPES if attacker.letter is None else (CODE[attacker.letter],)
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
        for side in sides:
            for place, end in _captures(side, tile):
                is_wanted = area >> place & target.area >> end & 1 and _fits(target, tile, end)
                (wanted if is_wanted else others)[end - place] |= 1 << place
    for distance in sorted({*wanted, *others}):
        found = wanted[distance]
        yield Aim(tiles, distance, found, others[distance] & ~found)


@cache
def _captures(side: int, tile: int) -> list[tuple[int, int]]:
    """Return the squares of such a tile and of what it may capture.

    None but a side's own King stands on its hill.
    """
    hill = square_set(HILL[side])
    starts = hill if tile == KING else BOARD_SET & ~HILL_SET
    return [
        (place, end)
        for place in range(COUNT)
        if starts >> place & 1
        for end in ATTACKED[WAYS * (COUNT * tile + place) : WAYS * (COUNT * tile + place + 1)]
        if end >= 0 and not hill >> end & 1
    ]


def _fits(target: Corner, tile: int, end: int) -> bool:
    """Tell whether a type may capture a target of such a letter on a square."""
    if target.letter is None:
        return True
    code = CODE[target.letter]
    return IMMUNE_TO[code] != tile and (code == KING) == bool(HILL_SET >> end & 1)


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
    left = [aim for aim in aims if aim.wanted]
    while left:
        sets = [some for size in range(len(aims), 0, -1) for some in combinations(aims, size)]
        volleys = [
            (sum(aim in left for aim in some), reduce(Volley.joined, map(_fired, some)))
            for some in sets
        ]
        _, volley = max((one for one in volleys if one[1].is_sound), key=itemgetter(0))
        left = [aim for aim in left if not {*aim.tiles} <= {*volley.tiles}]
        yield volley


def _fired(aim: Aim) -> Volley:
    return Volley(aim.tiles, (aim.step,), aim.wanted, aim.unwanted)
