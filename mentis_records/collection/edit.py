"""Tags of stored games changed, and back: ``mentis edit`` as functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from mentis_records.collection.collection import Collection, Tests
from mentis_records.collection.load import DATABASE
from mentis_records.collection.record_reader import AnyPath
from mentis_records.collection.rows import Rows
from mentis_records.query.plan.compile import side_tests
from mentis_records.store.database import Database
from mentis_records.store.load.edit import TagChange, apply_edit, fetch_last_edit, undo_edit
from mentis_records.store.load.edit_plan import plan_edit
from mentis_records.store.open import amend_database
from mentis_records.store.record import fetch_game_ids


class EditError(ValueError):
    """An edit that is refused; ``reasons`` has what speaks against it by the number of a game."""

    def __init__(self, reasons: Mapping[int, str]) -> None:
        """Keep the reasons, at least one."""
        told = [f"game {number}: {reason}" for number, reason in reasons.items()]
        more = f"; and {len(told) - 1:,} more games" if len(told) > 1 else ""
        super().__init__(f"{told[0]}{more}; nothing was changed")
        self.reasons = dict(reasons)


class Edited(Rows[TagChange]):
    """The tags that changed, by game; ``warnings`` has by game what is to be warned of."""

    def __init__(
        self, changes: Iterable[TagChange], warnings: Mapping[int, list[str]] | None = None
    ) -> None:
        """Keep what changed."""
        super().__init__(TagChange, changes)
        self.warnings = {number: tuple(texts) for number, texts in (warnings or {}).items()}

    @property
    def games(self) -> tuple[int, ...]:
        """Return the numbers of the games that changed."""
        return tuple(dict.fromkeys(each.game_id for each in self))


def edit(
    db: AnyPath = DATABASE,
    games: int | Iterable[int] | None = None,
    *,
    tags: Mapping[str, str | None],
    where: Tests = (),
    is_strict: bool = False,
    is_dry: bool = False,
) -> Edited:
    """Change tags of stored games, all or none, as ``mentis edit`` does.

    Every game is read again with its new tags: what would not be valid is refused. ``undo`` takes
    the last edit back. The database must not be open for reading meanwhile.

    >>> import mentis_records
    >>> mentis_records.load("data/rulebook.mgn", "tags.duckdb").stored
    2
    >>> for change in mentis_records.edit("tags.duckdb", 1, tags={"Site": "The Crown"}):
    ...     print(change.game_id, change.tag, change.old, change.new)
    1 Site ? The Crown
    >>> mentis_records.undo("tags.duckdb").games
    (1,)

    Args:
        db: the file of the database.
        games: the number of a game, or several; by default all that ``where`` selects.
        tags: the new values by tag, None for a tag that is to go; known tags in any case.
            ``player:NAME`` is the tag of the side that this player has. A side's tag changes only
            in games in which the player of ``where`` has that side.
        where: tests that the games pass.
        is_strict: refuses what would be warned of.
        is_dry: changes nothing, and returns what would change.

    Raises:
        EditError: the new tags would make a game invalid, or another game.
        KeyError: there is no such game.
        QueryError: a test cannot be read.
        StoreError: the database cannot be read or written.
        ValueError: neither games nor tests are given, or no tags.
    """
    if games is None and not where:
        raise ValueError("edit which games? Give their numbers, or where")
    if not tags:
        raise ValueError("change what? Give tags")
    wanted = None if games is None else {games} if isinstance(games, int) else set(games)
    with amend_database(Path(db)) as database:
        chosen = _chosen(database, wanted, where)
        collection = Collection(database)
        texts = (where,) if isinstance(where, str) else tuple(where)
        only = {
            tag: frozenset(fetch_game_ids(database, collection.selection(tests)))
            for tag, tests in side_tests(texts, tags).items()
        }
        plan = plan_edit(database, chosen, tags, is_strict, only=only)
        if plan.refused:
            raise EditError(plan.refused)
        if plan.changes and not is_dry:
            apply_edit(database, plan.changes)
    return Edited(plan.changes, plan.warnings)


def undo(db: AnyPath = DATABASE) -> Edited:
    """Take back the last edit, as ``mentis edit --undo`` does; again, the one before.

    >>> import mentis_records
    >>> mentis_records.load("data/rulebook.mgn", "undone.duckdb").stored
    2
    >>> len(mentis_records.undo("undone.duckdb"))
    0

    Returns:
        What changed back; nothing if there is no edit to undo.

    Raises:
        StoreError: the database cannot be read or written.
    """
    with amend_database(Path(db)) as database:
        changes = fetch_last_edit(database)
        undo_edit(database)
    return Edited(changes or ())


def _chosen(database: Database, wanted: set[int] | None, where: Tests) -> list[int]:
    """Return the numbers of the games that are wanted and pass tests."""
    if wanted is not None:
        unknown = wanted.difference(fetch_game_ids(database))
        if unknown:
            raise KeyError(f"there is no game {min(unknown)}; nothing was changed")
    chosen = fetch_game_ids(database, Collection(database).selection(where))
    return [number for number in chosen if wanted is None or number in wanted]
