"""Tell sources of Abstract Play's game records (JSON) from record files, by name and beginning."""

from __future__ import annotations

import re

from mentis_records.notation.source.foreign_file import OTHER_JSON
from mentis_records.notation.source.source_text import SourceError, is_json, open_texts

_BEGINNING = re.compile(rb"\s*(?:\[\s*\{\s*\"|\{\s*\"(?:header|moves)\"\s*:)")


def is_apgr(name: str, beginning: bytes) -> bool:
    """Tell whether a source of this name and with this beginning holds such records."""
    return is_json(name) or _BEGINNING.match(beginning) is not None


def is_foreign(path: str) -> bool:
    """Tell whether a file has the name of JSON, but does not begin as such records do.

    One that cannot be read is not called foreign: reading it will tell why.
    """
    if not is_json(path):
        return False
    try:
        for _, chunks in open_texts(path):
            beginning = next(chunks, b"")
            return _BEGINNING.match(beginning) is None or b'"header"' not in beginning
    except SourceError as error:
        return str(error) == OTHER_JSON
    except OSError:
        return False
    return False
