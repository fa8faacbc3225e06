"""The table of moves: every move that was played, with the notation and kind of its code."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.games import find_game
from mentis_records.store.delete import PLAYED_MOVES
from mentis_records.store.doctor.finding import Advance, Finding


def check_moves(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield moves that are missing or described otherwise than their codes say; correct them.

    Codes that are no move's are left to the replay of the games that have them.
    """
    rows = connection.execute(
        f"""
        select game, move_code, notation, kind, moves.move_code is null
        from ({PLAYED_MOVES}) as played left join moves using (game, move_code)
        where move_code is not null
        order by game, move_code
        """  # noqa: S608 - SQL of the store
    ).fetchall()
    for slug, code, notation, kind, is_missing in rows:
        try:
            move = find_game(slug).decode_move(code)
        except (KeyError, ValueError):
            continue
        where = f"code {code}"
        if is_missing:
            yield Finding("moves", where, "row: missing", None, move.notation)
        for what, stored, derived in (
            ("notation", notation, move.notation),
            ("kind", kind, move.kind),
        ):
            if not is_missing and stored != derived:
                yield Finding("moves", where, what, stored, derived)
        if is_repairing and (is_missing or (notation, kind) != (move.notation, move.kind)):
            connection.execute("delete from moves where game = $1 and move_code = $2", [slug, code])
            connection.execute(
                "insert into moves (game, move_code, notation, kind) values ($1, $2, $3, $4)",
                [slug, code, move.notation, move.kind],
            )
