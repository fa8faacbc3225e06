"""Positions that arguments and the lines of standard input state, and what is said of bad ones."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.core.game import PositionError

STDIN = "-"
"""The argument that stands for the lines of standard input."""

_MAX_LINE = 1_000
"""Bytes of a line that are looked at: more than any position needs."""


def position_texts(arguments: Iterable[str]) -> Iterator[str]:
    """Yield the texts that arguments state, those of standard input among them."""
    for text in arguments:
        if text == STDIN:
            yield from read_lines()
        else:
            yield text.strip()


def read_lines() -> Iterator[str]:
    """Yield the lines of standard input that are not blank, of long ones the beginning."""
    while line := sys.stdin.buffer.readline(_MAX_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(_MAX_LINE)
        position = line.decode("utf-8", "surrogateescape").strip()
        if position:
            yield position


def refuse(text: str, error: PositionError, is_json: bool) -> None:
    """Say that a text states no position, and why: for people, or as a line of JSON."""
    if is_json:
        output.write_json(refusal(text, error))
    else:
        output.talk(f"{text}: impossible position: {error}")


def refusal(text: str, error: PositionError) -> dict[str, object]:
    """Return what is wrong with a text that states no position, as a JSON object."""
    from mentis_records.core.text import encodable
    from mentis_records.notation.code import POSITION_REFUSED

    message = POSITION_REFUSED.message.format(
        what="impossible position", reasons="; ".join(error.reasons)
    )
    told = {
        "code": POSITION_REFUSED.id,
        "slug": POSITION_REFUSED.slug,
        "message": message,
        "reasons": list(error.reasons),
    }
    return {"position": encodable(text), "error": told}
