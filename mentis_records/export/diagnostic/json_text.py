"""Single values as JSON, for formats that set the rest by themselves."""

from __future__ import annotations

from json.encoder import encode_basestring

from mentis_records.core.text import encodable


def json_string(text: str | None) -> str:
    """Return a text as JSON, or null; bytes that were no UTF-8 are escaped."""
    return "null" if text is None else encode_basestring(encodable(text))
