"""Words of a line of bash: taken apart where one is being typed, and quoted to be put there."""

from __future__ import annotations

from dataclasses import field

from mentis_records.fast.late_dataclass import dataclass

_PLAIN = frozenset("%+,-./:=@_^~")
"""Signs that stand for themselves, beside letters and digits."""

_ESCAPED_IN_DOUBLE = frozenset('"$\\`')


@dataclass(slots=True)
class BashLine:
    """A line up to the cursor: its words without quotes, and how the last one is written.

    ``quote`` is the sign of the quotes that are still open in the last word, ``opened`` how much of
    the word stands before them, ``origins`` for each character of it where it stands in the line.
    """

    words: list[str] = field(default_factory=lambda: [""])
    origins: list[int] = field(default_factory=list)
    quote: str = ""
    opened: int = 0


def read_line(text: str) -> BashLine:
    """Return the words of a line, of which the last ends at the cursor and may be empty."""
    line = BashLine()
    is_escaped = False
    for at, sign in enumerate(text):
        if is_escaped:
            if line.quote and sign not in _ESCAPED_IN_DOUBLE:
                _add(line, "\\", at - 1)
            _add(line, sign, at)
            is_escaped = False
        elif sign == "\\" and line.quote != "'":
            is_escaped = True
        elif sign == line.quote:
            line.quote = ""
        elif not line.quote and sign in "\"'":
            line.quote, line.opened = sign, len(line.words[-1])
        elif not line.quote and sign.isspace():
            if line.words[-1] or text[at - 1 : at] in ('"', "'"):
                line.words.append("")
                line.origins.clear()
        else:
            _add(line, sign, at)
    return line


def _add(line: BashLine, sign: str, at: int) -> None:
    line.words[-1] += sign
    line.origins.append(at)


def reply(line: BashLine, start: int, word: str) -> str:
    """Return what is to stand from a place of the line on, so that its last word becomes another.

    Behind open quotes it goes on from these, and closes them itself.
    """
    if line.quote:
        rest = word[line.opened :]
        if line.quote == "'":
            return rest.replace("'", "'\\''")
        return "".join(f"\\{sign}" if sign in _ESCAPED_IN_DOUBLE else sign for sign in rest)
    kept = sum(at < start for at in line.origins)
    return "".join(
        sign if sign.isalnum() or sign in _PLAIN else f"\\{sign}" for sign in word[kept:]
    )
