"""Two selections side by side: games, results, lengths, and by how much they differ.

``a=`` and ``b=`` are tests of the record as ``where=`` is, each may come again; those of ``where``
and ``query`` hold for both. JSON is one object: ``game`` (the slug), ``both`` (how many games are
in both), ``confidence`` (of each interval), ``a`` and ``b``, each with ``tests``, ``games``,
``unplayed`` (without a ply, and not among the games), ``won`` (by who moved first), ``drawn``,
``lost``, ``open``, ``is_too_few``, and a list of value, low and high (null of less than two games
with a result) for ``points`` (share of who moved first), ``drawn_share``, ``winner_share`` (of all
games) and ``plies`` (mean of games with a result); and ``difference``, b less a, with the same four
lists, null if one side has less than two games with a result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mentis_records.explorer.address import Address
from mentis_records.explorer.content import Content, Value
from mentis_records.explorer.facet import fitting
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.words.bound_words import signed
from mentis_records.report.words.wording import (
    INDEPENDENCE_NOTE,
    TOO_FEW,
    capital,
    count,
    share_cell,
)
from mentis_records.statistics.difference import (
    METHOD,
    Bounded,
    Measures,
    contrast_of,
    measures_of,
    results_of,
)
from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.store.count.setting_games import SettingGames, fetch_all_games
from mentis_records.store.game_list import count_games
from mentis_records.store.selection import Selection, select_rules

_SPACE = "\N{NO-BREAK SPACE}"

_MEASURES: Mapping[str, Callable[[Measures], Bounded]] = {
    "points": lambda found: found.points,
    "drawn_share": lambda found: found.drawn,
    "winner_share": lambda found: found.won,
    "plies": lambda found: found.length,
}
"""What is compared, by the name in JSON."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of two selections: its tests, its games that were played, and what is measured of them.

    ``measures`` is None of less than two games with a result.
    """

    tests: Sequence[str]
    games: SettingGames
    unplayed: int
    measures: Measures | None

    @property
    def is_small(self) -> bool:
        """Tell whether the games are too few to be compared."""
        return results_of(self.games).is_small


@dataclass(frozen=True, slots=True)
class Pair:
    """Two selections, how many games are in both, and the second's measures less the first's."""

    one: Part
    other: Part
    both: int
    difference: Measures | None


def tell(visit: Visit) -> Value:
    """Return both selections as an object (see above)."""
    pair = _pair(visit)
    return Value(
        {
            "game": visit.game.description.slug,
            "both": pair.both,
            "confidence": CONFIDENCE,
            "a": _told(pair.one),
            "b": _told(pair.other),
            "difference": _bounds(pair.difference),
        }
    )


def show(visit: Visit) -> Content:
    """Return both selections side by side."""
    address, pair = visit.address, _pair(visit)
    mover = visit.game.description.movers[0]
    is_asked = bool(pair.one.tests or pair.other.tests)
    return Content(
        "compare.html",
        {
            "is_asked": is_asked,
            "a": _column(address, pair.one),
            "b": _column(address, pair.other),
            "both": pair.both,
            "mover": capital(mover),
            "rows": _rows(pair, mover),
            "is_small": pair.one.is_small or pair.other.is_small,
            "too_few": TOO_FEW,
            "method": f"{METHOD}; 95{_SPACE}% each. {INDEPENDENCE_NOTE}",
            "kept": [each for each in address.parameters if each[0] not in ("a", "b")],
            "swap": fitting(address.have(a=address.all("b"), b=address.all("a"))),
        },
    )


def _pair(visit: Visit) -> Pair:
    slug = visit.game.description.slug
    common = visit.settled & select_rules(slug)
    tests = [visit.address.all(name) for name in ("a", "b")]
    chosen = [common & visit.select(each) for each in tests]
    one, other = (_part(visit, texts, each) for texts, each in zip(tests, chosen, strict=True))
    both = count_games(visit.database, (chosen[0] & chosen[1]).played)
    difference = None
    if one.measures and other.measures:
        difference = contrast_of(one.games, other.games)
    return Pair(one, other, both, difference)


def _part(visit: Visit, tests: Sequence[str], selection: Selection) -> Part:
    games = fetch_all_games(visit.database, visit.game, selection.played)
    unplayed = count_games(visit.database, selection) - results_of(games).games
    measures = measures_of(games) if results_of(games).decided > 1 else None
    return Part(tests, games, unplayed, measures)


def _told(part: Part) -> dict[str, Any]:
    games, results = part.games, results_of(part.games)
    return {
        "tests": list(part.tests),
        "games": results.games,
        "unplayed": part.unplayed,
        "won": games.won,
        "drawn": games.drawn,
        "lost": games.lost,
        "open": games.unfinished,
        "is_too_few": results.is_small,
        **(_bounds(part.measures) or dict.fromkeys(_MEASURES)),
    }


def _bounds(measures: Measures | None) -> dict[str, list[float]] | None:
    if measures is None:
        return None
    found = {name: read(measures) for name, read in _MEASURES.items()}
    return {
        name: [round(each, 6) for each in (bounded.value, bounded.low, bounded.high)]
        for name, bounded in found.items()
    }


def _column(address: Address, part: Part) -> dict[str, Any]:
    """Return what heads a selection: its tests, its games, and the way to them."""
    results = results_of(part.games)
    tests = [*address.all("where"), *part.tests]
    ends = [100 * sum(results.counts[1 : 1 + at]) / (results.decided or 1) for at in range(4)]
    return {
        "tests": list(part.tests),
        "games": count(results.games, "game"),
        "unplayed": count(part.unplayed, "unplayed game") if part.unplayed else "",
        "is_small": results.is_small,
        "place": fitting(address.go("games").have(where=tests)),
        "bar": list(zip(("won", "drawn", "lost"), ends, ends[1:], strict=False)),
    }


def _rows(pair: Pair, mover: str) -> list[Sequence[str]]:
    """Return the lines of the table: what is told, of both, and the difference in words."""
    parts = (pair.one, pair.other)
    scores = [results_of(part.games) for part in parts]
    counts: list[Sequence[str]] = [
        ("Games", *(f"{each.games:,}" for each in scores), ""),
        ("With a result", *(f"{each.decided:,}" for each in scores), ""),
        (f"{capital(mover)} won", *(share_cell(each.score.first) for each in scores), ""),
        ("Drawn", *(share_cell(each.score.draw) for each in scores), ""),
        (f"{capital(mover)} lost", *(share_cell(each.score.second) for each in scores), ""),
        ("Without a result", *(f"{each.unknown:,}" for each in scores), ""),
    ]
    return [*counts, *_measured(pair, mover)]


def _measured(pair: Pair, mover: str) -> list[Sequence[str]]:
    labels = {
        "points": (f"Points of {mover}", "%"),
        "drawn_share": ("Draws", "%"),
        "winner_share": ("Games with a winner", "%"),
        "plies": ("Plies a game", "plies"),
    }
    lines: list[Sequence[str]] = []
    for name, (label, unit) in labels.items():
        read = _MEASURES[name]
        scale = 1.0 if unit == "plies" else 100.0
        cells = [_words(part, read, scale) for part in (pair.one, pair.other)]
        lines.append((label, *cells, _difference(pair, read, unit, scale)))
    return lines


def _words(part: Part, read: Callable[[Measures], Bounded], scale: float) -> str:
    if part.measures is None:
        return ""
    found = read(part.measures)
    sign = f"{_SPACE}%" if scale > 1 else ""
    value, low, high = (scale * each for each in (found.value, found.low, found.high))
    return f"{value:.1f}{sign} ({low:.1f} to {high:.1f})"


def _difference(pair: Pair, read: Callable[[Measures], Bounded], unit: str, scale: float) -> str:
    """Return a difference with its interval, and whether chance explains it."""
    if pair.difference is None:
        return ""
    found = read(pair.difference)
    value, low, high = (signed(scale * each) for each in (found.value, found.low, found.high))
    points = "points" if unit == "%" else unit
    words = f"{value}{_SPACE}{points} ({low} to {high})"
    if pair.one.is_small or pair.other.is_small:
        return f"{words}: {TOO_FEW}"
    return words if found.is_different else f"{words}: chance can explain it"
