"""SQL that tiles could capture others, over the features; knows no query.

It is computed in the way of the kernel: at the range of an attacker's type, in a straight line, not
immune, and with no enemy tile between that is immune to it (``tile``, ``rule``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mentis_records.core.vocabulary import Corner, Sifted
from mentis_records.games.mentis.attack_set import capture_bits
from mentis_records.games.mentis.expression import attacked, attacking, owned, topped
from mentis_records.games.mentis.reach import ATTACKED, WAYS
from mentis_records.games.mentis.square import (
    BOARD_SET,
    COUNT,
    HILL,
    HILL_SET,
    distance_between,
    square_set,
)
from mentis_records.games.mentis.square_test import SquareTest
from mentis_records.games.mentis.tested_set import NEVER, SquareSet
from mentis_records.games.mentis.tile import ATTACK_RANGE, CODE, IMMUNE_TO, KING, TYPES, WOLF


def attacks(attacker: Corner, target: Corner) -> Sifted:
    """Return SQL that such a tile could capture such a one; cheap tests stand first."""
    sides = [
        side
        for side in ((0, 1) if attacker.side is None else (attacker.side,))
        if target.side in (None, 1 - side)
    ]
    tiles = TYPES if attacker.letter is None else (CODE[attacker.letter],)
    targets = TYPES if target.letter is None else (CODE[target.letter],)
    bits = capture_bits(sides, tiles, targets)
    if not bits:
        return Sifted(NEVER)
    anywhere = f"(captures & {bits}) <> 0"
    if attacker.area == target.area == BOARD_SET:
        return Sifted(f"({anywhere})")
    side, enemy = (sides[0], 1 - sides[0]) if len(sides) == 1 else (None, None)
    if attacker.letter is None and attacker.area == BOARD_SET:
        return Sifted(attacked(enemy, target.letter).some_of(target.area))
    if target.letter is None and target.area == BOARD_SET:
        return Sifted(attacking(side, attacker.letter).some_of(attacker.area))
    attacks = [
        attack
        for one in sides
        for tile in tiles
        if (attack := _Attack.between(one, tile, attacker.area, target)).pairs
    ]
    pairs = [pair for attack in attacks for pair in attack.pairs]
    if not pairs:
        return Sifted(NEVER)
    places, ends = (square_set({*squares}) for squares in zip(*pairs, strict=True))
    if len(pairs) == 1:
        return Sifted(attacks[0].alone())
    if len(attacks) == 1 and 1 in (places.bit_count(), ends.bit_count()):
        is_known = f"attacking & {places}" if places.bit_count() == 1 else f"attacked & {ends}"
        return Sifted(f"(({is_known}) <> 0 and {attacks[0].of_ends(places, ends)})")
    acting = (
        f"{attacking(side, None).bits_of(places)} <> 0" if attacker.letter is None else anywhere
    )
    marked = attacked(enemy, target.letter).bits_of(ends)
    sets = " | ".join(attack.captures() for attack in attacks)
    return Sifted(f"({sets}) <> 0", f"{acting} and {marked} <> 0")


def _stands(test: SquareTest, squares: int) -> str:
    """Return SQL that one of some squares passes a test."""
    found = SquareSet((test,))
    return found.some_of(squares) if squares.bit_count() == 1 else f"{found.bits_of(squares)} <> 0"


@dataclass(frozen=True, slots=True)
class _Attack:
    """The captures of one type of tile of one side, from a square to another of some pairs.

    ``blocker`` is what a square between has whose tile would be in the way, or nothing.
    """

    attacker: SquareTest
    target: SquareTest
    blocker: SquareTest | None
    reach: int
    pairs: list[tuple[int, int]]

    @classmethod
    def between(cls, side: int, tile: int, area: int, target: Corner) -> _Attack:
        """Return the captures from an area of such tiles of the other side."""
        enemy, reach = 1 - side, int(ATTACK_RANGE[tile])
        immune = tuple(other for other in TYPES if IMMUNE_TO[other] == tile)
        if target.letter is None:
            wanted = replace(owned(enemy), unlike=immune)
        else:
            wanted = topped(enemy, CODE[target.letter])
        blocker = topped(enemy, immune[0]) if immune and reach > 1 else None
        pairs = _pairs(side, tile, area, target)
        return cls(topped(side, tile), wanted, blocker, reach, pairs)

    def alone(self) -> str:
        """Return SQL that there is the only capture of the pairs."""
        ((place, end),) = self.pairs
        tests = [self.target.of_square(end), self.attacker.of_square(place)]
        if self.blocker is not None:
            tests += [f"not {self.blocker.of_square(at)}" for at in _between(place, end)]
        return f"({' and '.join(tests)})"

    def of_ends(self, places: int, ends: int) -> str:
        """Return SQL that there is one of the captures, all from one square or all to one.

        Args:
            places: the squares of the attackers.
            ends: the squares of the targets.
        """
        tests = [_stands(self.target, ends), _stands(self.attacker, places)]
        if self.blocker is not None:
            attackers = "" if places.bit_count() == 1 else self.attacker.of_board()
            targets = "" if ends.bit_count() == 1 else self.target.of_board()
            tests.append(f"({' | '.join(self._sets(attackers, targets))}) <> 0")
        return " and ".join(tests)

    def captures(self) -> str:
        """Return a number that is 0 if there is none of the captures."""
        attackers = self.attacker.of_board()
        found = f"({' | '.join(self._sets(attackers, self.target.of_board()))})"
        if self.attacker.top != WOLF:
            return found
        # Most games have no Wolf, and it has the most directions.
        places = square_set({place for place, _ in self.pairs})
        return f"case when ({attackers} & {places}) = 0 then 0 else {found} end"

    def _sets(self, attackers: str, targets: str) -> list[str]:
        """Return for each direction the lower squares of attackers and targets, none between.

        What is known of either is empty here.
        """
        steps = sorted({abs(end - place) // self.reach for place, end in self.pairs})
        return [self._reached(step, attackers, targets) for step in steps]

    def _reached(self, step: int, attackers: str, targets: str) -> str:
        distance = step * self.reach
        up = square_set(place for place, end in self.pairs if end - place == distance)
        down = square_set(end for place, end in self.pairs if place - end == distance)
        parts = []
        if up:
            parts.append(f"({_both(attackers, targets, distance)} & {up})")
        if down:
            parts.append(f"({_both(targets, attackers, distance)} & {down})")
        found = parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"
        if self.blocker is None:
            return found
        blockers = self.blocker.of_board()
        between = [f"({blockers} >> {step * at})" for at in range(1, self.reach)]
        return f"({found} & ~({' | '.join(between)}))"


def _both(lower: str, higher: str, distance: int) -> str:
    """Return those of some squares that are so far below one of others, where both are stated."""
    parts = [lower, f"({higher} >> {distance})" if higher else ""]
    return " & ".join(filter(None, parts))


def _pairs(side: int, tile: int, area: int, target: Corner) -> list[tuple[int, int]]:
    """Return the squares of an attacker and its target at its range, where both may stand.

    None but a side's own King stands on its hill; a type does not capture one immune to it.
    """
    hills = [square_set(hill) for hill in HILL]
    starts = area & (hills[side] if tile == KING else ~HILL_SET)
    ends = target.area & ~hills[side]
    if target.letter is not None:
        if IMMUNE_TO[CODE[target.letter]] == tile:
            return []
        ends &= hills[1 - side] if CODE[target.letter] == KING else ~HILL_SET
    return [
        (place, end)
        for place in range(COUNT)
        if starts >> place & 1
        for end in ATTACKED[WAYS * (COUNT * tile + place) : WAYS * (COUNT * tile + place + 1)]
        if end >= 0 and ends >> end & 1
    ]


def _between(place: int, target: int) -> list[int]:
    """Return the squares between two of a line."""
    distance = distance_between(place, target)
    step = (target - place) // distance
    return list(range(place + step, target, step)) if distance > 1 else []
