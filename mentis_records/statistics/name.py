"""Similar player names, which may be one person's: compares letters, knows no people."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import combinations, product, starmap

from mentis_records.fast.late_dataclass import dataclass

MIN_LIKENESS = 0.85

_MIN_WORD_LIKENESS = 0.75
"""The likeness of each word that differs: long last names make different people look alike."""

_ABBREVIATED = 0.95
"""The likeness of names of which one has an initial where the other has the word."""

_SHORT_LIKENESS = 0.9
"""The likeness of a name of one word and the only whole name that has it."""

_MOST_MEANT = 10
"""Ways to write one whole name at most; more are hardly one person."""

_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
_PLAIN = str.maketrans({"ø": "o", "æ": "ae"})
"""Letters as they are spelled without a key for them."""

_LETTERS = 32

_Words = tuple[str, ...]
"""The words of a name, sorted."""


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two names and how alike they are, from 0 to 1."""

    first: str
    second: str
    likeness: float


@dataclass(frozen=True, slots=True)
class NameComparison:
    """Pairs of names that may mean one person, the likeliest first, and names that may mean two.

    ``ambiguous`` has the names that each may mean, which contradict one another: ``A. Smith`` may
    be ``Ann Smith`` or ``Arne Smith``. No pair has an ambiguous name, unless both are the same but
    for the order of words and the like.
    """

    pairs: list[NamePair] = field(default_factory=list)
    ambiguous: dict[str, list[str]] = field(default_factory=dict)


def similar_names(names: Iterable[str]) -> list[NamePair]:
    """Return pairs of names that may mean one person, the likeliest first (``compare_names``)."""
    return compare_names(names).pairs


def compare_names(names: Iterable[str]) -> NameComparison:
    """Return the names that may mean one person, and those that may mean several.

    Order of words, case, accents and points do not matter (``A. Smith``, ``Smith, A``), nor does
    it whether an umlaut is spelled out (``Müller``, ``Mueller``); an initial goes with a word that
    begins with it, and contradicts all others. Only names are compared that have the same digits,
    and a long word or the beginning of one in common. A name of one word goes with the only person
    whose first or last name that is.
    """
    forms = {name: _forms(name) for name in sorted(set(names))}
    fitting = _fitting(forms)
    ambiguous = {
        name: [other for other in found if set(forms[name]).isdisjoint(forms[other])]
        for name, found in fitting.items()
        if not _are_one(forms, found)
    }
    pairs = {
        (first, second): _likeness_of(forms, first, second)
        for first, others in fitting.items()
        for second in others
        if first < second
    }
    pairs |= {
        (first, second): _likeness_of(forms, first, second)
        for first, second in set(_lookalikes(forms)) - pairs.keys()
    }
    found = [
        NamePair(first, second, round(likeness, 2))
        for (first, second), likeness in pairs.items()
        if likeness >= MIN_LIKENESS
        if likeness == 1.0 or (first not in ambiguous and second not in ambiguous)
    ]
    found += _short_names(forms)
    ordered = sorted(found, key=lambda pair: (-pair.likeness, pair.first, pair.second))
    return NameComparison(ordered, ambiguous)


def _fitting(forms: Mapping[str, Sequence[_Words]]) -> dict[str, list[str]]:
    """Return the names that each name of several words may stand for, or be short for."""
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    keys = {name: _keys(several) for name, several in forms.items()}
    for name, own in keys.items():
        for key in {key for keys_of_word in own for key in keys_of_word}:
            groups[key].append(name)
    # Names of as many words without any initial fit only if they are the same.
    sizes = {
        name: (len(several[0]), any(len(word) == 1 for word in several[0]))
        for name, several in forms.items()
    }
    found: dict[str, list[str]] = {}
    for name, own in keys.items():
        size = sizes[name]
        near = {
            other
            for keys_of_word in own
            for other in min((groups[key] for key in keys_of_word), key=len)
            if other != name
            if size[1]
            or sizes[other] != size
            or forms[name][0] == forms[other][0]
            or len(forms[name]) + len(forms[other]) > 2
        }
        fitting = [
            other
            for other in sorted(near)
            if any(starmap(_fits, product(forms[name], forms[other])))
        ]
        if fitting:
            found[name] = fitting
    return found


def _keys(several: Sequence[_Words]) -> list[list[tuple[str, str]]]:
    """Return keys of which names that fit have one in common, for each long word of a name."""
    return [
        [
            (word, other if other.isdigit() else other[0])
            for number, other in enumerate(words)
            if number != at
        ]
        for words in several
        if len(words) > 1
        for at, word in enumerate(words)
        if len(word) > 1
    ]


def _are_one(forms: Mapping[str, Sequence[_Words]], names: Sequence[str]) -> bool:
    """Return True if no two names contradict each other."""
    return all(
        any(starmap(_fits, product(forms[one], forms[other])))
        for one, other in combinations(names, 2)
    )


def _fits(one: _Words, other: _Words) -> bool:
    """Return True if each word of the shorter name is one of the longer, or its initial."""
    short, full = sorted((one, other), key=len)
    if not any(len(word) > 1 and word in full for word in short):
        return False
    left, right = _differing(short, full)
    return _has_places(left, right)


def _has_places(words: Sequence[str], places: Sequence[str]) -> bool:
    """Return True if each word has a place of its own that it abbreviates or is short for."""
    if not words:
        return True
    return any(
        _has_places(words[1:], [*places[:at], *places[at + 1 :]])
        for at, place in enumerate(places)
        if _is_initial(words[0], place) or _is_initial(place, words[0])
    )


def _is_initial(letter: str, word: str) -> bool:
    return len(letter) == 1 and letter.isalpha() and word.startswith(letter)


def _differing(one: _Words, other: _Words) -> tuple[list[str], list[str]]:
    """Return the words that only one of two names has, of equal ones those that are too many."""
    left, right = list(one), []
    for word in other:
        if word in left:
            left.remove(word)
        else:
            right.append(word)
    return left, right


def _lookalikes(forms: Mapping[str, Sequence[_Words]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that have enough letters in common to be alike."""
    texts = [(" ".join(words), name) for name, several in forms.items() for words in several]
    texts.sort(key=lambda text: len(text[0]))
    groups: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, (text, _) in enumerate(texts):
        digits = sorted(_DIGITS.findall(text))
        for mark in {word[:3] for word in text.split() if len(word) > 1 and not word.isdigit()}:
            groups[mark, *digits].append(number)
    letters = [_letters(text) for text, _ in texts]
    usual = Counter(letter for several in letters for letter in several)
    for several in letters:
        several.sort(key=usual.__getitem__)
    for numbers in groups.values():
        for one, other in _sharing([letters[number] for number in numbers]):
            first, second = texts[numbers[one]][1], texts[numbers[other]][1]
            if first != second:
                yield min(first, second), max(first, second)


def _letters(text: str) -> list[int]:
    """Return a number for each letter, the same for its first, second, ... time in any text."""
    times = [0] * _LETTERS
    found = []
    for char in text:
        letter = ord(char) % _LETTERS
        found.append(times[letter] * _LETTERS + letter)
        times[letter] += 1
    return found


def _sharing(texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of texts that have enough letters in common; shorter texts come first.

    Each is compared with all longer ones at once, which are the bits of a number. ``counts`` has
    the binary digits of how many letters each of these lacks, from a start at which one too many
    carries over.
    """
    having: defaultdict[int, int] = defaultdict(int)
    for number, letters in enumerate(texts):
        for letter in letters:
            having[letter] |= 1 << number
    longer = (1 << len(texts)) - 1
    for number, letters in enumerate(texts):
        longer &= longer - 1
        size = len(letters)
        most = int(size - MIN_LIKENESS * size)
        digits = range(most.bit_length())
        start = (1 << len(digits)) - 1 - most
        counts = [longer if start >> digit & 1 else 0 for digit in digits]
        left = longer
        for letter in letters:
            carried = left & ~having[letter]
            for digit in digits:
                counts[digit], carried = counts[digit] ^ carried, counts[digit] & carried
            left ^= carried
            if not left:
                break
        while left:
            other = left.bit_length() - 1
            left ^= 1 << other
            lacking = sum((counts[digit] >> other & 1) << digit for digit in digits) - start
            if 2 * (size - lacking) >= MIN_LIKENESS * (size + len(texts[other])):
                yield number, other


def _short_names(forms: Mapping[str, Sequence[_Words]]) -> Iterator[NamePair]:
    """Yield names of one word with the fullest name of the only person who may be meant."""
    shorts = {
        name: {word for (word,) in several if len(word) > 1}
        for name, several in forms.items()
        if all(len(words) == 1 for words in several)
    }
    sought = {word for words in shorts.values() for word in words}
    whole: defaultdict[str, list[str]] = defaultdict(list)
    for name, several in forms.items():
        if len(several[0]) > 1 and not any(char.isdigit() for char in name):
            known = {word for words in several for word in words if word in sought}
            for word in known & _edges(name) if known else ():
                whole[word].append(name)
    for short, words in shorts.items():
        meant = sorted({name for word in words for name in whole[word]}, key=fullness)
        if 0 < len(meant) <= _MOST_MEANT and _are_one(forms, meant):
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
    if name.isascii():
        return [tuple(sorted(_WORD.findall(name.lower())))]
    small = unicodedata.normalize("NFC", name.casefold())
    forms = [_words(small.translate(_PLAIN)), _words(small.translate(_SPELLED))]
    return forms[:1] if forms[0] == forms[1] else forms


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name in order, without accents."""
    plain = unicodedata.normalize("NFKD", name)
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return tuple(sorted(_WORD.findall(letters)))


def _likeness_of(forms: Mapping[str, Sequence[_Words]], one: str, other: str) -> float:
    return max(starmap(_likeness, product(forms[one], forms[other])))


def _likeness(one: _Words, other: _Words) -> float:
    if one == other:
        return 1.0
    left, right = _differing(one, other)
    if len(one) == len(other):
        if _has_places(left, right) and _fits(one, other):
            return _ABBREVIATED
        if not (_are_spelled_alike(left, right) and _are_spelled_alike(right, left)):
            return 0.0
    elif left and right and any(len(word) == 1 for word in (*left, *right)):
        return 0.0
    return _ratio(" ".join(one), " ".join(other))


def _ratio(one: str, other: str) -> float:
    """Return the ratio of ``difflib.SequenceMatcher`` without its index, which is for long texts.

    The longest common block counts, and so do those on its left and on its right; of equal ones
    it is the first.
    """
    common, pairs = 0, [(one, other)]
    while pairs:
        left, right = pairs.pop()
        begin, size = 0, 0
        for at in range(len(left)):
            while at + size < len(left) and left[at : at + size + 1] in right:
                begin, size = at, size + 1
        if size:
            common += size
            place = right.find(left[begin : begin + size])
            if begin and place:
                pairs.append((left[:begin], right[:place]))
            if begin + size < len(left) and place + size < len(right):
                pairs.append((left[begin + size :], right[place + size :]))
    return 2.0 * common / (len(one) + len(other))


def _are_spelled_alike(words: Iterable[str], others: Sequence[str]) -> bool:
    """Return True if each word is much like one of the others."""
    return all(
        any(_word_likeness(word, other) >= _MIN_WORD_LIKENESS for other in others) for word in words
    )


@lru_cache(100_000)
def _word_likeness(one: str, other: str) -> float:
    if 1 in (len(one), len(other)):
        return float(one == other)
    return _ratio(one, other)
