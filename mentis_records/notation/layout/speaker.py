"""Plies with the name of who plays them in front: ``Blue: TSNd2``, each side's lines its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.layout.side_label import SideLabels
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, number_of

_CHAT = (
    r"(?P<time>\[[^\]\n]{3,40}\][ \t]*"
    r"|[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4},?[ \t]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
    r"(?:[ \t]?[aApP][mM])?[ \t]*-[ \t]*)?"
)
"""What messengers write in front of a name."""

_SPOKEN = re.compile(_CHAT + r"[ \t]*(?P<name>[^\W\d_][\w .'-]{0,30}?)[ \t]*[:=][ \t]*(?P<said>.*)")
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?[ \t]?([aApP][mM])?")
_DAY = re.compile(r"([0-9]{1,4})[./-]([0-9]{1,2})[./-]([0-9]{2,4})")
_SIDES = 2


class _Line(NamedTuple):
    """What somebody says: when, who, and the plies with their numbers."""

    time: str
    name: str
    plies: Sequence[tuple[int | None, str]]


def find_speakers(text: str, signs: MovetextSigns, labels: SideLabels) -> Layout | None:
    """Find lines that begin with a name: the plies of both sides are put in turn."""
    spoken: list[_Line] = []
    kept: list[str] = []
    first = None
    for line in text.split("\n"):
        found = _SPOKEN.fullmatch(line)
        plies = _plies(found["said"], signs) if found else None
        if found is None or not plies:
            kept.append(line)
            continue
        first = first or found
        spoken.append(_Line(found["time"] or "", found["name"].capitalize(), plies))
    names = tuple(dict.fromkeys(each.name for each in spoken))
    if first is None or len(names) != _SIDES:
        return None
    sides = _sides_of(names, labels)
    one, two = (
        [ply for each in spoken if sides[each.name] == side for ply in each.plies]
        for side in (0, 1)
    )
    if len(one) - len(two) not in (0, 1):
        return None
    turns = [ply for pair in zip(one, [*two, None], strict=False) for ply in pair if ply]
    plies_of = [word for _, word in turns]
    lines = [
        f"{at // _SIDES + 1}. {' '.join(plies_of[at : at + _SIDES])}"
        for at in range(0, len(plies_of), _SIDES)
    ]
    at = text.index(first[0]) + first.start("name")
    what = f"names such as {first['name']}: stand in front of the plies"
    advice = "write both sides' plies behind one number"
    tags = [line for line in kept if line.startswith("[")]
    others = [line for line in kept if line.strip() and not line.startswith("[")]
    head = [*tags, ""] if tags else []
    written = "\n".join([*head, *lines, *others, ""])
    is_settled = _is_settled(text, spoken, turns, sides, labels)
    return Layout(what, (at, at + len(first["name"])), written, advice, is_settled)


def _plies(said: str, signs: MovetextSigns) -> Sequence[tuple[int | None, str]] | None:
    """Return plies with the numbers before them, None if there is something else among them."""
    plies: list[tuple[int | None, str]] = []
    number = None
    for word in said.split():
        if number_of(word) is not None:
            number = number_of(word)
        elif signs.is_movetext(word):
            plies.append((number, word))
            number = None
        else:
            return None
    return plies


def _sides_of(names: Sequence[str], labels: SideLabels) -> dict[str, int]:
    """Return for each name 0 for who moves first, and 1 for the other, as far as that is known."""
    known = [labels.side_of(name) for name in names]
    first = labels.first or 0
    if known[0] is None and known[1] is None:
        return {names[0]: 0, names[1]: 1}
    side = known[0] if known[0] is not None else 1 - (known[1] or 0)
    return {names[0]: int(side != first), names[1]: int(side == first)}


def _is_settled(
    text: str,
    spoken: Sequence[_Line],
    turns: Sequence[tuple[int | None, str]],
    sides: dict[str, int],
    labels: SideLabels,
) -> bool:
    """Return True if the lines settle who played which ply, and in which order."""
    known = [labels.side_of(name) for name in sides]
    has_sides = known != [None, None]
    if labels.first is None or (has_sides and known[0] == known[1]):
        return False
    if any(number not in (None, at // _SIDES + 1) for at, (number, _) in enumerate(turns)):
        return False
    if not _is_in_order([each.time for each in spoken]) or _is_interrupted(text, spoken):
        return False
    if len(spoken) == _SIDES and max(len(each.plies) for each in spoken) > 1:
        return has_sides
    order = [sides[each.name] for each in spoken for _ in each.plies]
    return order == [at % _SIDES for at in range(len(order))]


def _is_interrupted(text: str, spoken: Sequence[_Line]) -> bool:
    """Return True if other words stand between the first and the last line with plies."""
    lines = [line for line in text.split("\n") if line.strip()]
    places = [at for at, line in enumerate(lines) if _SPOKEN.fullmatch(line)]
    among = lines[places[0] : places[-1] + 1] if places else []
    plain = [line for line in among if not line.startswith("[") or _SPOKEN.fullmatch(line)]
    said = [found for line in plain if (found := _SPOKEN.fullmatch(line))]
    return len(said) != len(plain) or len(said) != len(spoken)


def _is_in_order(times: Sequence[str]) -> bool:
    """Return True unless the times of messages go back, whichever way days are written."""
    found = [(_DAY.search(time), _CLOCK.search(time)) for time in times]
    clocks = [_seconds(clock) for _, clock in found if clock]
    days = [tuple(map(int, day.groups())) for day, _ in found if day]
    if len(clocks) != len(times) or len(days) not in (0, len(times)):
        return not clocks and not days
    if not days:
        return clocks == sorted(clocks)
    for order in ((0, 1, 2), (2, 1, 0), (2, 0, 1)):
        moments = [
            (*(day[at] for at in order), clock) for day, clock in zip(days, clocks, strict=True)
        ]
        if moments == sorted(moments):
            return True
    return False


def _seconds(clock: re.Match[str]) -> int:
    hour = int(clock[1])
    if clock[4]:
        hour = hour % 12 + (12 if clock[4].lower() == "pm" else 0)
    return 3_600 * hour + 60 * int(clock[2]) + int(clock[3] or 0)


def find_side_words(text: str, signs: MovetextSigns, labels: SideLabels) -> Layout | None:
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
    advice = "take it away: the sides are in turn"
    is_settled = _is_in_turn(text, found, signs, labels)
    return Layout(what, first.span(), written, advice, is_settled)


def _is_in_turn(
    text: str, found: Sequence[re.Match[str]], signs: MovetextSigns, labels: SideLabels
) -> bool:
    """Return True if each label names the side whose turn it is."""
    if labels.first is None:
        return False
    count = end = 0
    for match in found:
        before = re.sub(rf"{APART}|;[^\n]*", " ", text[end : match.start()], flags=re.MULTILINE)
        count += sum(map(signs.is_ply, before.split()))
        end = match.end()
        if labels.side_of(match[0]) != (labels.first + count) % _SIDES:
            return False
    return True
