"""The number of a game in a lake: its shard and its number there, also as one whole number."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.lake.lake_manifest import LakeShard

_BITS = 31
"""Numbers of games in a shard have so many bits."""


def packed(place: int, game_id: int) -> int:
    """Return a game of the shard at a place among all as one number."""
    return place << _BITS | game_id


def unpacked(number: int) -> tuple[int, int]:
    """Return the place of the shard among all, and the number of the game in it."""
    return number >> _BITS, number & (1 << _BITS) - 1


def called(shards: Sequence[LakeShard], number: int) -> str:
    """Return how a game is called: its shard, a colon, and its number there."""
    place, game_id = unpacked(number)
    return f"{shards[place].id}:{game_id}"
