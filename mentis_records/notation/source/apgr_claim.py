"""The tags that an entry of Abstract Play's records states, and what contradicts in them.

An entry may say one thing in many fields: a tag takes the first value that is known, and another
value for it is a finding.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.notation import code
from mentis_records.notation.source.apgr_tag import TRUE, compact, is_number

MAX_SHOWN = 60
"""Characters of a value that a message repeats."""

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}")
_UNKNOWN = frozenset(("", "?", "-"))
_KEPT, _LEFT_OUT = "it is kept as it is", "it is left out"


class EntryError(ValueError):
    """An entry that is no game record."""


class Claims:
    """Tags by name, the field that states each, and what is wrong with the fields.

    ``tags`` are in the order in which they have been stated.
    """

    def __init__(self) -> None:
        """Begin with an entry."""
        self.tags: dict[str, str] = {}
        self.findings: list[Finding] = []
        self._fields: dict[str, str] = {}

    def add(self, tag: str, value: str, field: str) -> None:
        """Take the value that a field states for a tag."""
        known = self.tags.get(tag)
        if known is None or known in _UNKNOWN:
            self.tags[tag], self._fields[tag] = value, field
        elif value not in _UNKNOWN and _plain(known) != _plain(value):
            self.contradict(self._fields[tag], known, field, value)

    def add_text(self, tag: str, value: Any, field: str, is_number_too: bool = False) -> None:
        """Take a field that should be a text; one that is null or says nothing is left out."""
        if isinstance(value, str):
            if value not in ("", "?"):
                self.add(tag, value, field)
        elif is_number(value):
            self.add(tag, compact(value), field)
            if not is_number_too:
                self.doubt(field, value, "a text", _KEPT)
        elif value is not None:
            self.doubt(field, value, "a text", _LEFT_OUT)

    def add_number(self, tag: str, value: Any, field: str) -> None:
        """Take a field that should be a number."""
        if is_number(value):
            self.add(tag, compact(value), field)
        elif isinstance(value, str) and value:
            self.add(tag, value, field)
            self.doubt(field, value, "a number", _KEPT)
        elif value is not None:
            self.doubt(field, value, "a number", _LEFT_OUT)

    def add_tags(self, tags: Mapping[str, Any]) -> None:
        """Take the tags that an entry has as such.

        Raises:
            EntryError: one of them is no tag.
        """
        for name, value in tags.items():
            if not _TAG_NAME.fullmatch(name) or not isinstance(value, str):
                raise EntryError("header.tags has something that is not a tag")
            self.add(name, value, f"tags.{name}")

    def truth(self, value: Any, field: str, is_needed: bool = False) -> bool | None:
        """Return the value of a field that should be true or false; None where it is neither.

        One that is needed and neither refuses the entry. Words in place of the values are read.
        """
        if value is None or isinstance(value, bool):
            return value
        word = value.strip().lower() if isinstance(value, str) else ""
        if word in (TRUE, "false"):
            self.doubt(field, value, "true or false, without quotation marks", f"read as {word}")
            return word == TRUE
        if is_needed:
            self.refuse(field, value, "true or false")
        else:
            self.doubt(field, value, "true or false", _LEFT_OUT)
        return None

    def refuse(self, field: str, value: Any, expected: str) -> None:
        """Report a field without which nobody can say what was meant."""
        self._report(code.ENTRY_CLAIM, field, shown(value), expected=expected)

    def doubt(self, field: str, value: Any, expected: str, hint: str) -> None:
        """Report a field that decides nothing."""
        self._report(code.ENTRY_FIELD, field, shown(value), expected=expected, hint=hint)

    def contradict(self, field: str, found: Any, other: str, value: Any) -> None:
        """Report two fields that disagree."""
        self._report(code.ENTRY_CONTRADICTION, field, shown(found), other=other, value=shown(value))

    def _report(self, kind: Code, field: str, found: str, **details: str) -> None:
        self.findings.append(Finding(kind, {"field": field, "found": found, **details}))


def shown(value: Any) -> str:
    """Return a value of JSON for a message: not too long, nothing invisible."""
    text = json.dumps(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def _plain(value: str) -> str:
    return normalize("NFC", " ".join(value.split()))
