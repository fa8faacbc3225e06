"""Texts of records as tests of the record write them; ``grammar/where.lark`` reads them."""

from __future__ import annotations

import re

from mentis_records.core.text import find_undecoded, folded

_CONTROL = re.compile(r"[\x00-\x1f]")


def quoted(text: str) -> str | None:
    """Return a text in quotes, as it is compared (``folded``); None if no test can have it.

    That is so of texts with controls that are no blanks.
    """
    words = folded(text)
    if _CONTROL.search(words) or find_undecoded(words):
        return None
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
