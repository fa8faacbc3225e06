"""The board in the middle of a jump: what legs do, and what they may not (Phase 2, 3)."""

from __future__ import annotations

from mentis_records.games.antipode.rules.move import CAPTURE, FLIP, OWN
from mentis_records.games.antipode.rules.position import FEWEST, FLOOR, TO_WIN, TOURNAMENT, Position
from mentis_records.games.antipode.rules.square import PERIMETER, PRIME


class JumpBoard:
    """A board in the middle of a jump: where the stone is, what it has captured and flipped.

    Attributes:
        place: the square of the stone that jumps, which is not among ``own``.
        own: the other stones of the side that jumps, as a set of squares.
        other: the opposing stones that are left.
        face: what the Antipode shows.
        taken: how many stones the jump has captured.
    """

    def __init__(self, position: Position, start: int) -> None:
        """Begin before the first leg."""
        side = position.side
        self.place = start
        self.own = position.stones[side] & ~(1 << start)
        self.other = position.stones[1 - side]
        self.face = position.face
        self.taken = 0
        self._side = side
        self._token = position.token
        self._is_tournament = position.flags & TOURNAMENT != 0
        self._most = TO_WIN - position.captures[side]
        if position.flags & FLOOR:
            self._most = min(self._most, position.pieces(1 - side) - FEWEST + 1)
        self._seen = {(start, self.other, self.face)}

    def sign(self, over: int) -> str:
        """Return the sign of a leg over a square, or nothing if there is no piece on it."""
        if self.other >> over & 1:
            return CAPTURE
        if self.own >> over & 1:
            return OWN
        return FLIP if over == self._token else ""

    def is_free(self, landing: int) -> bool:
        """Tell whether a square is empty; that which the stone has left is."""
        return not (self.own | self.other | 1 << self._token) >> landing & 1

    def is_barred(self, start: int, over: int) -> bool:
        """Tell whether the Perimeter rule forbids a leg (Tournament, rules R15)."""
        if not (self._is_tournament and PERIMETER >> start & 1 and PRIME >> over & 1):
            return False
        if over == self._token:
            return self.face != self._side
        return self.other >> over & 1 != 0

    def jump(self, over: int, landing: int) -> None:
        """Make a leg: a jumped stone of the opponent goes, a jumped Antipode is flipped."""
        self.place = landing
        if over == self._token:
            self.face ^= 1
        elif self.other >> over & 1:
            self.other ^= 1 << over
            self.taken += 1

    def undo(self, over: int, start: int, sign: str) -> None:
        """Take a leg back."""
        self.place = start
        if sign == FLIP:
            self.face ^= 1
        elif sign == CAPTURE:
            self.other ^= 1 << over
            self.taken -= 1

    def is_repeated(self) -> bool:
        """Tell whether the turn has had this situation before (rules R10)."""
        return (self.place, self.other, self.face) in self._seen

    def enter(self) -> None:
        """Remember the situation, from which the jump goes on."""
        self._seen.add((self.place, self.other, self.face))

    def leave(self) -> None:
        """Forget the situation again."""
        self._seen.remove((self.place, self.other, self.face))

    def has_ended(self) -> bool:
        """Tell whether a capture has ended the turn (rules R9)."""
        return self.taken >= self._most

    def would_end(self, over: int, landing: int) -> bool:
        """Tell whether a legal capturing leg would end the round (rules R18)."""
        if not (self.other >> over & 1 and self.is_free(landing)):
            return False
        if self.is_barred(self.place, over):
            return False
        primes = (self.own | 1 << landing) & PRIME
        return self.taken + 1 >= self._most or primes.bit_count() >= TO_WIN
