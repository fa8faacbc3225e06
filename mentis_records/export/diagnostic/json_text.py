"""Single values as JSON, for formats that set the rest by themselves."""

from __future__ import annotations

from json.encoder import encode_basestring

from mentis_records.core.text import encodable, printable_json


def json_string(text: str | None) -> str:
    """Return a text as JSON, or null; what cannot be seen or was no UTF-8 is escaped."""
    return "null" if text is None else printable_json(encode_basestring(encodable(text)))
