"""Where the documentation explains a code: the page of its subject, and the anchor on it."""

from __future__ import annotations

import re

from mentis_records.core.diagnostic import Code
from mentis_records.games.registry import OURS, game_of_code

FOLDER = "reference/diagnostics"
"""Where the pages of diagnostics are."""

_EVERY_GAME = "Every game"


def page_title(code: Code) -> str:
    """Return the title of the page: the game and the subject."""
    game = game_of_code(code)
    title = _EVERY_GAME if game is None else game.description.title
    return f"{title}: {code.about}" if code.about else title


def code_page(code: Code) -> str | None:
    """Return the name of the page, or None of a code of a game that is not ours."""
    game = game_of_code(code)
    if game is not None and game not in OURS:
        return None
    return re.sub(r"[^a-z]+", "-", page_title(code).lower())


def code_address(code: Code) -> str | None:
    """Return the page and the anchor: ``reference/diagnostics/mentis-captures.html#immune``."""
    page = code_page(code)
    return None if page is None else f"{FOLDER}/{page}.html#{code.slug}"
