"""The words on what a lead in pieces is worth."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.material import Material
from mentis_records.report.words.bound_words import bound_words
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.piece_worth import PieceWorth
from mentis_records.statistics.result import Results

MOST = 3
"""Pieces ahead that are told apart after some plies; the last class has more, too."""

Leads = dict[tuple[str, int, int], Results]
Firsts = dict[tuple[str, int], Results]


def lead_words(material: Material, ply: int, leads: Leads, label: str) -> str:
    """Return what one and two pieces ahead after a ply scored, where games are enough."""
    told = []
    for size in (1, 2):
        lead = lead_of(leads[label, ply, size])
        if lead is not None and not lead.results.is_small:
            told.append((material.counted(size), bound_words(lead.share)))
    if not told:
        return f"too few games had a lead after {ply} plies to tell what it is worth."
    (ahead, share), *more = told
    words = f"a side {ahead} ahead after {ply} plies scored {share} of the points"
    return words + "".join(f", and {share} with {ahead}" for ahead, share in more) + "."


def worth_words(material: Material, ply: int, worths: Sequence[PieceWorth]) -> str:
    """Return what each kind of piece was worth, and of which kind most leads are."""
    one = material.piece[0]
    parts = [
        f"{bound_words((each.value, each.low, each.high))} with one more {each.kind} {one}"
        for each in worths
    ]
    words = f"with the other kinds even after {ply} plies, a side scored {_listed(parts)}."
    most = max(worths, key=lambda each: each.games)
    others = [each for each in worths if each is not most]
    is_least = all(most.value < each.value for each in others)
    if not others or not is_least or most.games <= sum(each.games for each in others):
        return words
    fewer = _listed([f"of {each.kind} in {each.games:,}" for each in others])
    return (
        f"{words} Leads are mostly in {most.kind}, which are worth least, and that lowers the "
        f"score of a side {material.counted(1)} ahead: the numbers of {most.kind} differed in "
        f"{count(most.games, 'game')}, {fewer}."
    )


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def first_words(material: Material, firsts: Firsts, label: str) -> str:
    """Return how often the first side with a lead won, by its size."""
    told = []
    for size in range(1, MOST + 1):
        results = firsts[label, size]
        if not results.is_small:
            won = results.score.first
            bounds = (won.count / won.n, won.low, won.high)
            told.append((material.counted(size), bound_words(bounds)))
    if not told:
        return "too few games had a lead to tell how often it was won."
    (ahead, share), *more = told
    words = f"the first side to be {ahead} ahead won {share} of the games with a result"
    return words + "".join(f"; {ahead} ahead, {share}" for ahead, share in more) + "."


def lead_label(material: Material, size: int) -> str:
    """Return a size of lead as a row is named: ``Two tiles ahead``."""
    more = " or more" if size == MOST else ""
    words = material.counted(size)
    return capital(f"{words.split()[0]}{more} {words.split(maxsplit=1)[1]} ahead")
