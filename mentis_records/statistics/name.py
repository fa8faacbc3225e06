"""Similar player names, which may be one person's: compares letters, knows no people."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, product, starmap

MIN_LIKENESS = 0.85
MAX_GROUP = 500
"""Names with a word in common that are compared with one another; of more, only the first."""

_WORD = re.compile(r"\w+")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
_PLAIN = str.maketrans({"ø": "o", "æ": "ae"})
"""Letters as they are spelled without a key for them."""


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two names and how alike they are, from 0 to 1."""

    first: str
    second: str
    likeness: float


def similar_names(names: Iterable[str]) -> list[NamePair]:
    """Return pairs of names that may mean one person, the likeliest first.

    Order of words, case, accents and points do not matter (``A. Smith``, ``Smith, A``), nor does
    it whether an umlaut is spelled out (``Müller``, ``Mueller``); an initial goes with a word that
    begins with it. Only names are compared that have a long word or the beginning of one in common.
    """
    ordered = sorted(set(names))
    forms = {name: _forms(name) for name in ordered}
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in ordered:
        for mark in {word[:3] for words in forms[name] for word in words if len(word) > 1}:
            groups[mark].append(name)
    pairs = {pair for group in groups.values() for pair in combinations(group[:MAX_GROUP], 2)}
    found = [
        NamePair(first, second, round(max(starmap(_likeness, product(*several))), 2))
        for first, second in pairs
        for several in [(forms[first], forms[second])]
    ]
    likely = [pair for pair in found if pair.likeness >= MIN_LIKENESS]
    return sorted(likely, key=lambda pair: (-pair.likeness, pair.first, pair.second))


def fullness(name: str) -> tuple[int, int]:
    """Return a number that is less the more a name is written out, and whether it is turned round.

    Initials count: ``Ann Smith`` says more than ``A. Smith``, and is plainer than ``Smith, Ann``.
    """
    initials = sum(1 for word in _WORD.findall(name) if len(word) == 1)
    return initials, int("," in name)


def _forms(name: str) -> list[tuple[str, ...]]:
    """Return the words of a name, and those with its umlauts spelled out if it has any."""
    small = unicodedata.normalize("NFC", name.casefold())
    forms = [_words(small.translate(_PLAIN)), _words(small.translate(_SPELLED))]
    return forms[:1] if forms[0] == forms[1] else forms


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name in order, without accents."""
    plain = unicodedata.normalize("NFKD", name)
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return tuple(sorted(_WORD.findall(letters)))


def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    if one == other:
        return 1.0
    if _has_initials(one, other) or _has_initials(other, one):
        return 0.95
    if [word for word in one if word.isdigit()] != [word for word in other if word.isdigit()]:
        return 0.0
    matcher = SequenceMatcher(None, " ".join(one), " ".join(other), autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= MIN_LIKENESS else 0.0


def _has_initials(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Tell whether the words are the same but for some that are initials in ``short``."""
    if len(short) != len(full):
        return False
    left = [word for word in full if word not in short]
    initials = [word for word in short if word not in full]
    if len(left) == len(full) or len(left) != len(initials):
        return False
    return all(
        len(initial) == 1 and word.startswith(initial)
        for initial, word in zip(sorted(initials), sorted(left), strict=True)
    )
