"""Similar names against a plain comparison of each pair, word by word, with ``difflib``."""

from __future__ import annotations

import random
import re
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from mentis_records.statistics.name import similar_names

FIRST = (
    "Ann",
    "Anna",
    "Anne",
    "Arne",
    "Annika",
    "Bobby",
    "Karl",
    "Carl",
    "Carla",
    "Maria",
    "Marie",
)
LAST = ("Smith", "Smyth", "Smithson", "Schmidt", "Schmitt", "Berg", "Bergh", "Bergmann", "Olson")
LETTERS = "aeinrst3"


def _name(rng: random.Random, words: int) -> str:
    """Return a name of some words, each with a letter left out, added or changed at times."""
    found = []
    for _ in range(words):
        word = rng.choice((*FIRST, *LAST))
        if rng.random() < 0.4:
            at = rng.randrange(2, len(word))
            word = (
                word[:at] + rng.choice(LETTERS)[: rng.randrange(2)] + word[at + rng.randrange(2) :]
            )
        found.append(word)
    return " ".join(found)


def _words(name: str) -> list[str]:
    return sorted(name.lower().split())


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _are_alike(words: list[str], others: list[str]) -> bool:
    return all(
        word in others or any(_ratio(word, other) >= 0.75 for other in others) for word in words
    )


def _likeness(first: str, second: str) -> float:
    """Return how alike two names of equally many words are, 0 if they are not compared."""
    one, other = _words(first), _words(second)
    if one == other:
        return 1.0
    beginnings = [{word[:3] for word in words} for words in (one, other)]
    digits = [sorted(re.findall(r"\d+", " ".join(words))) for words in (one, other)]
    if beginnings[0].isdisjoint(beginnings[1]) or digits[0] != digits[1]:
        return 0.0
    left, right = list(one), []
    for word in other:
        if word in left:
            left.remove(word)
        else:
            right.append(word)
    if not (_are_alike(left, right) and _are_alike(right, left)):
        return 0.0
    return _ratio(" ".join(one), " ".join(other))


@pytest.mark.parametrize("words", [1, 2, 3])
def test_similar_names_are_those_of_a_comparison_of_all_pairs(words: int) -> None:
    rng = random.Random(words)
    for size in (2, 20, 120):
        names = sorted({_name(rng, words) for _ in range(size)})
        expected = {
            (first, second): round(likeness, 2)
            for first, second in combinations(names, 2)
            if (likeness := _likeness(first, second)) >= 0.85
        }
        found = similar_names(names)
        assert {(pair.first, pair.second): pair.likeness for pair in found} == expected
        assert size < 120 or len(expected) > 10


def test_long_names_are_compared_like_others() -> None:
    names = [f"{'ab' * 2_000} Smith", f"{'ab' * 2_000}a Smith", f"{'cd' * 2_000} Smith"]
    (pair,) = similar_names(names)
    assert (pair.first, pair.second, pair.likeness) == (*names[:2], 1.0)
