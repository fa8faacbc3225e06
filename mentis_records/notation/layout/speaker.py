"""Plies with the name of who plays them in front: ``Blue: TSNd2``, each side's lines its own."""

from __future__ import annotations

import re

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, number_of

_CHAT = (
    r"(?:\[[^\]\n]{3,40}\][ \t]*"
    r"|[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4},?[ \t]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
    r"(?:[ \t]?[aApP][mM])?[ \t]*-[ \t]*)?"
)
"""What messengers write in front of a name."""

_SPOKEN = re.compile(_CHAT + r"[ \t]*([^\W\d_][\w .'-]{0,30}?)[ \t]*[:=][ \t]*(.*)")
_SIDES = 2


def find_speakers(text: str, signs: MovetextSigns) -> Layout | None:
    """Find lines that begin with a name: the plies of both sides are put in turn."""
    plies: dict[str, list[str]] = {}
    kept: list[str] = []
    first = None
    for line in text.split("\n"):
        found = _SPOKEN.fullmatch(line)
        words = found[2].split() if found else []
        played = [word for word in words if number_of(word) is None]
        if found is None or not played or not all(map(signs.is_movetext, played)):
            kept.append(line)
            continue
        first = first or found
        plies.setdefault(found[1].capitalize(), []).extend(played)
    if first is None or len(plies) != _SIDES:
        return None
    names = next((sides for sides in signs.sides if set(sides) == set(plies)), tuple(plies))
    one, two = plies[names[0]], plies[names[1]]
    if len(one) - len(two) not in (0, 1):
        return None
    two = two if len(one) == len(two) else [*two, ""]
    turns = map(" ".join, zip(one, two, strict=True))
    lines = [f"{at}. {turn.strip()}" for at, turn in enumerate(turns, 1)]
    at = text.index(first[0]) + first.start(1)
    what = f"names such as {first[1]}: stand in front of the plies"
    advice = "write both sides' plies behind one number"
    tags = [line for line in kept if line.startswith("[")]
    others = [line for line in kept if line.strip() and not line.startswith("[")]
    head = [*tags, ""] if tags else []
    written = "\n".join([*head, *lines, *others, ""])
    return Layout(what, (at, at + len(first[1])), written, advice)


def find_side_words(text: str, signs: MovetextSigns) -> Layout | None:
    """Find the sides' names, or their first letters with a colon, in front of plies."""
    names = dict.fromkeys(side for sides in signs.sides for side in sides)
    letters = dict.fromkeys(f"{name[0]}:" for name in names)
    words = "|".join(map(re.escape, (*(f"{name}:" for name in names), *names, *letters)))
    pattern = re.compile(rf"(?P<apart>{APART}|;[^\n]*)|(?<!\S)(?:{words})[ \t]+", re.MULTILINE)
    written, found = replace_words(text, pattern, lambda _: "")
    if not found:
        return None
    first = found[0]
    what = f"{first[0].strip()} stands in front of a ply"
    return Layout(what, first.span(), written, "take it away: the sides are in turn")
