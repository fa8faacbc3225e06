"""The doctor's check that stored games are valid records: tags, result and ending included.

Nothing of it can be derived but the result of a game that is over on the board, the points of both
sides, and the plies that the rules allow with a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import duckdb

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome
from mentis_records.games import DEFAULT_GAME, games_first
from mentis_records.notation import code
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.soundness import Look, Soundness
from mentis_records.notation.write import WriteError
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.error import StoreError
from mentis_records.store.record import FETCH_GAMES, iterate_texts
from mentis_records.store.row.record_row import points_values, warned_plies

_DAMAGE = (StoreError, KeyError, IndexError, TypeError, ValueError)
"""What may come of rows that make no sense; those that look at the rows tell of it."""

_OF_RESULT = (code.RESULT_CONTRADICTS_BOARD, code.TERMINATION_CONTRADICTS)
"""What is said of a result, and of an ending, that is not what the board shows."""


def check_claims(
    connection: duckdb.DuckDBPyConnection,
    is_repairing: bool,
    advance: Advance,
    broken: Collection[int],
) -> Iterator[Finding]:
    """Yield the games that would be refused as they are written out, or have other points then.

    One that is over on the board and has no result can be repaired, and so can points and warnings.

    Args:
        connection: where they are stored.
        is_repairing: whether results are corrected.
        advance: is told how far the work has come.
        broken: the games that cannot be replayed, which are passed over.
    """
    rows = connection.execute("select game_id from games where game_id is not null order by 1")
    ids = [game_id for (game_id,) in rows.fetchall() if game_id not in broken]
    soundness = Soundness(Reader(games_first(DEFAULT_GAME), is_as_played=True))
    for first in range(0, len(ids), FETCH_GAMES):
        numbers, written = _write(connection, ids[first : first + FETCH_GAMES])
        texts = {at: text for at, text in enumerate(written) if isinstance(text, str)}
        unsound = {at: [str(text)] for at, text in enumerate(written) if at not in texts}
        places = list(texts)
        derived = {numbers[at]: _NONE for at in places}
        for look in soundness.look(list(texts.values())):
            at = places[look.number]
            if look.is_sound:
                derived[numbers[at]] = _shown(look)
                continue
            del derived[numbers[at]]
            unsound[at], outcome = _judge(look.readings)
            if outcome is not None:
                yield from _give_result(connection, is_repairing, numbers[at], outcome)
                derived[numbers[at]] = _shown(look)
        yield from _compare(connection, is_repairing, derived)
        for at in sorted(unsound):
            for reason in unsound[at][:1]:
                where, what = f"game {numbers[at]}", f"written out: {reason}"
                yield Finding("games", where, what, None, None, False)
        advance("written out", min(first + FETCH_GAMES, len(ids)), len(ids))


def _shown(look: Look) -> dict[str, object]:
    """Return what the columns must have for a game, of what was seen of its text."""
    points, warned = look.points, list[int]()
    if look.readings and look.readings[0].transcript is not None:
        transcript = look.readings[0].transcript
        points, warned = transcript.points, warned_plies(transcript.plies)
    return {**points_values(points), "warned": warned}


_NONE: dict[str, object] = {**points_values(None), "warned": []}
"""What they must have for most games."""


def _compare(
    connection: duckdb.DuckDBPyConnection,
    is_repairing: bool,
    derived: Mapping[int, Mapping[str, object]],
) -> Iterator[Finding]:
    """Yield points and warned plies of games that are not those derived; correct them."""
    rows = connection.execute(
        f"""
        select game_id, {", ".join(_NONE)} from games
        where game_id in (select unnest($ids::integer[])) order by 1
        """,  # noqa: S608 - names of columns
        {"ids": list(derived)},
    ).fetchall()
    for game_id, *stored in rows:
        wrong = [
            (name, old, new)
            for (name, new), old in zip(derived[game_id].items(), stored, strict=True)
            if old != new
        ]
        for name, old, new in wrong:
            yield Finding("games", f"game {game_id}", name, old, new)
        if wrong and is_repairing:
            values = ", ".join(f"{name} = ${name}" for name in _NONE)
            connection.execute(
                f"update games set {values} where game_id = $game_id",  # noqa: S608 - ours
                {**derived[game_id], "game_id": game_id},
            )


def _judge(readings: Sequence[Reading]) -> tuple[list[str], Outcome | None]:
    """Return why a game is not sound, and how it ended if it lacks the result that the board shows.

    What that result puts right is no reason.
    """
    if len(readings) != 1:
        return [f"{len(readings)} records"], None
    (reading,) = readings
    errors = [found for found in reading.diagnostics if found.is_error]
    outcome = None
    if reading.transcript is not None and reading.result == RESULT_UNKNOWN:
        outcome = reading.transcript.done.outcome
    if outcome is not None:
        errors = [found for found in errors if found.code not in _OF_RESULT]
    return list(map(_reason, errors)), outcome


def _reason(found: Diagnostic) -> str:
    return f"{found.code.slug}: {found.message}"


def _give_result(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, game_id: int, outcome: Outcome
) -> Iterator[Finding]:
    """Yield what a game that is over on the board has instead of its end; correct it."""
    right = {"result": outcome.result, "termination": str(outcome.termination)}
    row = connection.execute(
        f"select {', '.join(right)} from games where game_id = $game_id",  # noqa: S608 - ours
        {"game_id": game_id},
    ).fetchone()
    for (name, derived), stored in zip(right.items(), row or (), strict=True):
        if stored != derived:
            yield Finding("games", f"game {game_id}", name, stored, derived)
    if is_repairing:
        connection.execute(
            """
            update games set result = $result, termination = $termination where game_id = $game_id
            """,
            {**right, "game_id": game_id},
        )


def _write(
    connection: duckdb.DuckDBPyConnection, ids: Sequence[int]
) -> tuple[list[int], list[str | WriteError]]:
    """Return games as texts, with their numbers, without those that cannot be put together.

    In place of one that no record file can hold stands the reason.
    """
    try:
        return list(ids), list(iterate_texts(connection, ids))
    except _DAMAGE:
        if len(ids) == 1:
            return [], []
    parts = [_write(connection, [game_id]) for game_id in ids]
    return [number for part in parts for number in part[0]], [
        text for part in parts for text in part[1]
    ]
