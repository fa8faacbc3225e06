"""A set of games as bits, and how its games ended; knows no query."""

from __future__ import annotations

from mentis_records.core.outcome import RESULT_DRAW, RESULTS
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database
from mentis_records.store.position.bulk import Column
from mentis_records.store.position.index_extent import indexed_game


@dataclass(frozen=True, slots=True)
class GameSet:
    """Some of the games 1 to ``last``: the number ``bits`` has the bit ``last - n`` for game n."""

    bits: int
    last: int

    @classmethod
    def of_bitstring(cls, packed: bytes, last: int) -> GameSet:
        """Return the set of a bit string from game 1 on; the last byte ends with the last bit."""
        return cls(int.from_bytes(packed, "big") & (1 << last) - 1, last)

    @classmethod
    def of_flags(cls, flags: Column) -> GameSet:
        """Return the set of those games, from game 1 on, whose flag is set."""
        import numpy

        return cls.of_bitstring(
            numpy.packbits(flags[::-1], bitorder="little").tobytes()[::-1], len(flags)
        )

    @property
    def bitstring(self) -> str:
        """Return the bits as text, game 1 first."""
        return f"{self.bits:0{self.last}b}"

    def __contains__(self, game_id: int) -> bool:
        """Tell whether a game is among them."""
        return bool(self.bits >> self.last - game_id & 1)

    def __len__(self) -> int:
        """Return how many games there are."""
        return self.bits.bit_count()

    def first(self, limit: int) -> list[int]:
        """Return the lowest numbers, so many at most."""
        found: list[int] = []
        bits = self.bits
        while bits and len(found) < limit:
            highest = bits.bit_length()
            found.append(self.last - highest + 1)
            bits ^= 1 << highest - 1
        return found


def count_results(database: Database, games: GameSet, sides: int) -> list[int]:
    """Return how many of some games each side won, and how many were drawn.

    Raises:
        StoreError: the database cannot be read.
    """
    ended = database.once(_read_results)
    return [
        (games.bits & ended.get(result, 0)).bit_count()
        for result in (*RESULTS[:sides], RESULT_DRAW)
    ]


def read_last_game(database: Database) -> int:
    """Return the number of the last game in the positions index; at least 1."""
    return max(1, indexed_game(database.connection))


def _read_results(database: Database) -> dict[str, int]:
    """Return the bits of the indexed games by their results."""
    last = database.once(read_last_game)
    rows = database.connection.execute(
        """
        select result, bitstring_agg(game_id, 1, $last)::blob from games
        where game_id <= $last
        group by result
        """,
        {"last": last},
    ).fetchall()
    return {result: GameSet.of_bitstring(bits, last).bits for result, bits in rows}
