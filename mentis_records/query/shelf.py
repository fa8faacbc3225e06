"""What may be saved: a query under a name that no test has."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.query.error import QueryError
from mentis_records.query.library import Shelf, is_saved_name
from mentis_records.query.question import ask

MAX_NAME = 60
"""Characters of a name."""


def check_saving(name: str, text: str, game: AnyGame, saved: Shelf) -> None:
    """Check that a query can be saved under a name and asked by it.

    Raises:
        QueryError: the name is none, or that of a test; the text is no query; or it asks for
            itself by the new name.
    """
    if len(name) > MAX_NAME:
        raise QueryError(f"a name of more than {MAX_NAME} characters", name, MAX_NAME, len(name))
    if not is_saved_name(name, game):
        message = f"a query cannot be named {name}"
        hint = "a name is letters, digits, _ and -, such as long-siege, and no word of queries"
        raise QueryError(message, name, 0, len(name), hint)
    ask(text, game, {**saved, name.lower(): text})
    ask(name, game, {**saved, name.lower(): text})
