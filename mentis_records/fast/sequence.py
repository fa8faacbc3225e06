"""Which positions come after others of their game, or end a row of them; knows no game.

Marks are bytes, 1 or 0, one a position: those of a game in order, and one game after the other.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64, address_flags

EVER = 1 << 62
"""More plies than a game has."""

Marks = bytearray | memoryview
"""One a position; they may be changed."""


def find_places(
    places: MutableSequence[int] | memoryview,
    begins: Sequence[int],
    ends: Sequence[int],
    first_game: int,
    game_ids: Sequence[int],
    plies: Sequence[int],
) -> bool:
    """Find where the marks of some positions stand; tell whether all of them are there.

    Args:
        places: as many as there are positions, 32-bit integers; are changed.
        begins: where those of each game begin, by number from ``first_game`` on, 64-bit integers.
        ends: where they end.
        first_game: the number of a game.
        game_ids: the positions' games, 32-bit integers.
        plies: as many, the plies played before them.

    Raises:
        ValueError: there are not as many of one as of the other.
    """
    if len(begins) != len(ends) or not len(places) == len(game_ids) == len(plies):
        raise ValueError("columns of different lengths")
    found, froms, tos = address32(places), address64(begins), address64(ends)
    games, after = address32(game_ids), address32(plies)
    with cython.nogil:
        return _find(found, froms, tos, len(begins), first_game, games, after, len(plies))


def put_marks(marks: Marks, places: Sequence[int], numbers: Marks, bit: int) -> bool:
    """Set marks to what a bit of numbers is; tell whether all their places are there.

    Args:
        marks: are changed, those before a place that is not there too.
        places: where the mark of each number stands, 32-bit integers.
        numbers: as many bytes.
        bit: which of their bits, from 0 on.

    Raises:
        ValueError: there are not as many of one as of the other.
    """
    if len(places) != len(numbers):
        raise ValueError("columns of different lengths")
    kept, wanted, bits = address_flags(marks), address32(places), address_flags(numbers)
    with cython.nogil:
        return _put(kept, len(marks), wanted, bits, len(places), bit)


def keep_followers(first: Marks, second: Marks, sizes: Sequence[int], within: int) -> None:
    """Keep those second marks that a first one precedes in the game, within so many plies.

    Args:
        first: marks.
        second: as many in another array, which is changed.
        sizes: how many positions each game has, 64-bit integers.
        within: how many plies earlier at most, 1 or more; ``EVER`` for any number.

    Raises:
        ValueError: the sizes do not add up to the marks.
    """
    marks, kept, lengths = address_flags(first), address_flags(second), address64(sizes)
    _check(len(first), lengths, len(sizes))
    _check(len(second), lengths, len(sizes))
    with cython.nogil:
        _follow(marks, kept, lengths, len(sizes), within)


def keep_lasting(marks: Marks, sizes: Sequence[int], count: int) -> None:
    """Keep those marks that are the last of so many successive ones in the game.

    Args:
        marks: are changed.
        sizes: how many positions each game has, 64-bit integers.
        count: how many, 1 or more.

    Raises:
        ValueError: the sizes do not add up to the marks.
    """
    kept, lengths = address_flags(marks), address64(sizes)
    _check(len(marks), lengths, len(sizes))
    with cython.nogil:
        _last(kept, lengths, len(sizes), count)


def mark_games(marks: Marks, sizes: Sequence[int]) -> None:
    """Mark all positions of the games that have a mark.

    Args:
        marks: are changed.
        sizes: how many positions each game has, 64-bit integers.

    Raises:
        ValueError: the sizes do not add up to the marks.
    """
    kept, lengths = address_flags(marks), address64(sizes)
    _check(len(marks), lengths, len(sizes))
    with cython.nogil:
        _spread(kept, lengths, len(sizes))


def _check(size: int, lengths: Sequence[int], games: int) -> None:
    total = 0
    for game in range(games):
        if lengths[game] < 0:
            raise ValueError("a game of fewer than no positions")
        total += lengths[game]
    if total != size:
        raise ValueError(f"{size} marks for {total} positions")


def _find(
    found: MutableSequence[int],
    froms: Sequence[int],
    tos: Sequence[int],
    games: int,
    first_game: int,
    game_ids: Sequence[int],
    plies: Sequence[int],
    size: int,
) -> bool:
    for at in range(size):
        game = game_ids[at] - first_game
        if game < 0 or game >= games or plies[at] < 0:
            return False
        place = froms[game] + plies[at]
        if place >= tos[game]:
            return False
        found[at] = place
    return True


def _put(
    kept: MutableSequence[int],
    size: int,
    places: Sequence[int],
    bits: Sequence[int],
    count: int,
    bit: int,
) -> bool:
    for at in range(count):
        place = places[at]
        if place < 0 or place >= size:
            return False
        kept[place] = bits[at] >> bit & 1
    return True


def _follow(
    marks: Sequence[int],
    kept: MutableSequence[int],
    lengths: Sequence[int],
    games: int,
    within: int,
) -> None:
    at = 0
    for game in range(games):
        end = at + lengths[game]
        left = 0
        while at < end:
            mark = marks[at]
            kept[at] &= left > 0
            left -= 1
            if mark:
                left = within
            at += 1


def _last(kept: MutableSequence[int], lengths: Sequence[int], games: int, count: int) -> None:
    at = 0
    for game in range(games):
        end = at + lengths[game]
        row = 0
        while at < end:
            row += 1
            if not kept[at]:
                row = 0
            kept[at] = row >= count
            at += 1


def _spread(kept: MutableSequence[int], lengths: Sequence[int], games: int) -> None:
    at = 0
    for game in range(games):
        begin = at
        end = at + lengths[game]
        mark = 0
        while at < end:
            mark |= kept[at]
            at += 1
        for place in range(begin, end):
            kept[place] = mark
