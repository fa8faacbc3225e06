"""Similar player names, which may be one person's: compares letters, knows no people."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, product, starmap

from mentis_records.fast.late_dataclass import dataclass

MIN_LIKENESS = 0.85
MAX_GROUP = 500
"""Names with a word in common that are compared with one another; of more, only the first."""

_SHORT_LIKENESS = 0.9
"""What a name of one word has in common with the only whole name that has it."""

_MOST_MEANT = 10
"""Ways to write one whole name at most; more are hardly one person."""

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
    A name of one word goes with the only person whose first or last name that is.
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
    likely += _short_names(forms)
    return sorted(likely, key=lambda pair: (-pair.likeness, pair.first, pair.second))


def _short_names(forms: Mapping[str, Sequence[tuple[str, ...]]]) -> Iterator[NamePair]:
    """Yield names of one word with the fullest name of the only person who may be meant."""
    whole: defaultdict[str, list[str]] = defaultdict(list)
    for name, several in forms.items():
        if len(several[0]) > 1 and not any(char.isdigit() for char in name):
            for word in {word for words in several for word in words} & _edges(name):
                whole[word].append(name)
    for short, several in forms.items():
        if {len(words) for words in several} != {1}:
            continue
        words = {word for (word,) in several if len(word) > 1}
        meant = sorted({name for word in words for name in whole[word]}, key=fullness)
        pairs = combinations(meant[:_MOST_MEANT], 2)
        are_one = all(
            max(starmap(_likeness, product(forms[one], forms[other]))) >= MIN_LIKENESS
            for one, other in pairs
        )
        if 0 < len(meant) <= _MOST_MEANT and are_one:
            yield NamePair(meant[0], short, _SHORT_LIKENESS)


def _edges(name: str) -> set[str]:
    """Return the first and the last name, in all forms that they may be written in."""
    last, comma, first = name.partition(",")
    words = _WORD.findall(f"{first} {last}" if comma else name)
    return {word for edge in (words[0], words[-1]) for words in _forms(edge) for word in words}


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
