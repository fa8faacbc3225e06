"""SQL for the plies of one number: the first of every game, for instance."""

from __future__ import annotations

from mentis_records.store.schema import MAINLINES


def nth_plies(ply: int) -> str:
    """Return the query for ``game_id``, ``turn`` and ``key`` of the games with so many plies."""
    at = ply + 1
    return f"""(
        select game_id, turns[{at}] as turn, keys[{at}] as key
        from {MAINLINES.name} where greatest(len(turns), len(keys)) >= {at}
    )"""  # noqa: S608 - the schema's name and a number
