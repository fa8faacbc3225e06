"""Texts with other names than record files, such as mail and tables: whether moves are in them."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence

from mentis_records.core.game import GameDescription
from mentis_records.core.special_file import refuse_special
from mentis_records.notation.source.game_table import find_game_table
from mentis_records.notation.source.source_text import SourceError, open_beginning
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, signs_of

_BEGINNING = 1 << 16
"""Bytes of a text that are looked at."""

_CELLS = re.compile(r"[,;|>\t\"]")
_LEAST = 2
"""Lines with moves that such a text has, unless it has tag pairs."""

_TAG = re.compile(r"[^\w\[]{0,20}\[[ \t]*[A-Za-z]\w*[ \t]+\"[^\n]*\"[ \t]*\]")


def texts_with_moves(paths: Sequence[str], games: Sequence[GameDescription]) -> list[str]:
    """Return the texts among some files that have moves or tag pairs of some games.

    What cannot be read has none, and so has a table of games.
    """
    signs = signs_of(*games) if paths else None
    return [path for path in paths if signs is not None and _has_moves(path, signs)]


def _has_moves(path: str, signs: MovetextSigns) -> bool:
    try:
        refuse_special(path)
        data = b"".join(open_beginning(path, _BEGINNING))
    except (OSError, SourceError):
        return False
    if find_game_table(data) is not None:
        return False
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if b"\0" in data and not is_wide:  # no text
        return False
    lines = data.decode("utf-16" if is_wide else "utf-8", "replace").split("\n")
    if any(map(_TAG.match, lines)):
        return True
    return sum(signs.has_movetext(_CELLS.sub(" ", line)) for line in lines) >= _LEAST
