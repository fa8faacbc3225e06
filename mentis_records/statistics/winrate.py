"""Win rates over all games and by group; says nothing about strength or cause.

Games without a result are counted apart and belong to no share. The intervals of groups are
each of 95 %; whoever compares groups corrects for their number (``comparison``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.setting import Setting
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.bootstrap import FEWEST_CLUSTERS, ClusteredScore, clustered_score
from mentis_records.statistics.image import Images, notations
from mentis_records.statistics.interval import Score
from mentis_records.statistics.result import Results
from mentis_records.store.count.played_start import fetch_opening_keys, fetch_starts
from mentis_records.store.count.result import (
    ClusterCount,
    FirstPly,
    fetch_events,
    fetch_first_plies,
    fetch_length_results,
    fetch_option_results,
    fetch_pairings,
    fetch_results,
    fetch_year_results,
)
from mentis_records.store.count.typical import fetch_typical_by
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection

BAND_PLIES = 20
"""Width of a band of lengths."""

MOST_PERIODS = 12
"""Years are put together where there would be more periods than this."""

_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
"""How many years a period may have; the first of each is a multiple of it."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """The results of a group of games; ``also`` are further names of it."""

    label: str
    results: Results
    also: tuple[str, ...] = ()

    @property
    def score(self) -> Score:
        """Return the shares of the decided games with their intervals."""
        return self.results.score

    @property
    def is_small(self) -> bool:
        """Tell whether the group is too small to be compared."""
        return self.results.is_small


@dataclass(frozen=True, slots=True)
class Grouping:
    """Win rates of games divided by one property; ``slug`` names it for programs."""

    slug: str
    title: str
    rates: tuple[WinRate, ...]


@dataclass(frozen=True, slots=True)
class WinRates:
    """Win rates of a game's records: of all, and by groups.

    ``sides`` are the names of the first and the second side.
    """

    game: str
    sides: tuple[str, ...]
    overall: WinRate
    groupings: tuple[Grouping, ...]

    def grouping(self, slug: str) -> Grouping:
        """Return the grouping with this slug.

        Raises:
            KeyError: there is none.
        """
        for grouping in self.groupings:
            if grouping.slug == slug:
                return grouping
        raise KeyError(slug)


@dataclass(frozen=True, slots=True)
class Clustering:
    """How many known clusters of a kind have a decided game; shares with their intervals.

    ``games`` counts the decided games in them, and ``alone`` those of which the cluster is not
    known, which count each for itself. ``found`` are the shares of all these games. It is None
    where known clusters are too few, or none of them has a second game: that tells nothing.
    """

    unit: str
    clusters: int
    games: int
    alone: int
    found: ClusteredScore | None

    @property
    def is_repeated(self) -> bool:
        """Tell whether any cluster has more than one game."""
        return self.games > self.clusters


@dataclass(frozen=True, slots=True)
class ClusteredRate:
    """Games by pairs of players and by events."""

    pairings: Clustering
    events: Clustering

    @property
    def widest(self) -> Clustering | None:
        """Return by what the first side's share has the wider interval; None without any."""
        found = [each for each in (self.pairings, self.events) if each.found is not None]
        return max(found, key=lambda each: each.found.ratio if each.found else 0.0, default=None)


def win_rates(database: Database, game: AnyGame, selection: Selection = EVERY_GAME) -> WinRates:
    """Return the win rates of the selected records: overall, and by every property of games.

    Those without a ply are left out, unless they are selected to count.
    """
    description, selection = game.description, selection.played
    results = fetch_results(database, description.slug, selection)
    overall = WinRate("all games", Results.of(results))
    groupings = [
        _by_setting(database, game, setting, selection)
        for setting in description.settings
        if setting.is_counted
    ]
    groupings += [
        _by_opening(database, game, selection),
        _by_period(database, game, selection),
        _by_length(database, game, selection),
    ]
    return WinRates(description.slug, description.sides, overall, tuple(groupings))


def _by_setting(
    database: Database, game: AnyGame, setting: Setting, selection: Selection
) -> Grouping:
    found = fetch_option_results(database, game.description.slug, setting.tag, selection)
    rates = (WinRate(setting.name_of(value), Results.of(counts)) for value, counts in found.items())
    return Grouping(setting.tag.lower(), setting.title, tuple(rates))


def _by_period(database: Database, game: AnyGame, selection: Selection) -> Grouping:
    """Group by the year of the games that tell it, or by some years together."""
    found = fetch_year_results(database, game.description.slug, selection)
    width = _period_years(found)
    periods: dict[int, Results] = {}
    for year, counts in sorted(found.items()):
        first = year - year % width
        periods[first] = periods.get(first, Results()) + Results.of(counts)
    rates = (WinRate(_period(first, width), results) for first, results in periods.items())
    return Grouping("period", "Period", tuple(rates))


def typical_numbers(
    database: Database, game: AnyGame, slug: str, selection: Selection = EVERY_GAME
) -> dict[str, int]:
    """Return for each group of a grouping a game with a result of the usual length, by label.

    It is the game whose length is nearest the median of the group, of equal ones the first stored.

    Args:
        database: opened for reading.
        game: of which game.
        slug: names the grouping: an option, ``period`` or ``length``; or ``result``.
        selection: which games count.

    Raises:
        KeyError: there is no such grouping.
        StoreError: the database cannot be read.
    """
    kind = game.description.slug
    if slug == "period":
        width = _period_years(fetch_year_results(database, kind, selection))
        found = fetch_typical_by(database, kind, slug, selection, width=width)
        return {_period(first, width): number for first, number in found.items()}
    if slug == "length":
        found = fetch_typical_by(database, kind, slug, selection, width=BAND_PLIES)
        return {_band(band): number for band, number in found.items()}
    found = fetch_typical_by(database, kind, slug, selection)
    named = [each for each in game.description.settings if each.tag.lower() == slug]
    return {named[0].name_of(value) if named else value: number for value, number in found.items()}


def _period_years(years: Collection[int]) -> int:
    """Return how many years a period has, so that there are not too many periods."""
    return next(width for width in _YEARS if len({year // width for year in years}) <= MOST_PERIODS)


def _period(first: int, width: int) -> str:
    return f"{first}" if width == 1 else f"{first} to {first + width - 1}"


def _band(band: int) -> str:
    return f"{band * BAND_PLIES + 1 if band else 0} to {(band + 1) * BAND_PLIES} plies"


def clustered_rate(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> ClusteredRate:
    """Return the shares of all selected records, allowing for games that are alike.

    Those of the same two players may be, and those of one event, such as the rounds of a match.

    Raises:
        StoreError: the database cannot be read.
    """
    slug = game.description.slug
    return ClusteredRate(
        _clustering("pairing", fetch_pairings(database, slug, selection)),
        _clustering("event", fetch_events(database, slug, selection)),
    )


def _clustering(unit: str, counts: Iterable[ClusterCount]) -> Clustering:
    known: Counter[Results] = Counter()
    alone: Counter[Results] = Counter()
    for each in counts:
        results = Results(each.first, each.draws, each.second)
        if results.decided:
            (known if each.is_known else alone)[results] += each.clusters
    clusters = known.total()
    games = sum(results.decided * times for results, times in known.items())
    is_telling = clusters >= FEWEST_CLUSTERS and games > clusters
    found = clustered_score(known + alone) if is_telling else None
    return Clustering(unit, clusters, games, alone.total(), found)


def _by_length(database: Database, game: AnyGame, selection: Selection) -> Grouping:
    bands: dict[int, Results] = {}
    found = fetch_length_results(database, game.description.slug, BAND_PLIES, selection)
    for each, counts in found.items():
        band = max(each - 1, 0)
        bands[band] = bands.get(band, Results()) + Results.of(counts)
    rates = (WinRate(_band(band), results) for band, results in bands.items())
    return Grouping("length", "Length", tuple(rates))


def _by_opening(database: Database, game: AnyGame, selection: Selection) -> Grouping:
    """Group by the first ply of the games that begin at the game's own start.

    Mirror images are one opening, named after the one that was played more. The most played
    stands first.
    """
    oriented = fetch_starts(database, game, selection) if game.description.symmetries else ()
    images = [Images(game, start.position) for start in oriented]
    starts = fetch_opening_keys(database, game, selection)
    written: Counter[str] = Counter()
    openings: dict[frozenset[Any], Results] = {}
    for ply in fetch_first_plies(database, game.description.slug, starts, selection):
        move, *also = _orient(game, images, ply)
        written[move.notation] += ply.games
        together = frozenset([move, *also])
        counted = Results.of({ply.result: ply.games})
        openings[together] = openings.get(together, Results()) + counted
    rates = []
    for together, results in openings.items():
        label, *others = notations(together, written)
        rates.append(WinRate(label, results, tuple(others)))
    rates.sort(key=lambda rate: (-rate.results.games, rate.label))
    return Grouping("opening", "First ply", tuple(rates))


def _orient(game: AnyGame, starts: Iterable[Images], ply: FirstPly) -> list[Any]:
    """Return a first ply and its images, as they stand in the start position."""
    for images in starts:
        move = images.orient(ply.move_code, ply.after, is_plain=True)
        if move is not None:
            return [move, *images.images(move, ply.after)]
    return [game.decode_move(ply.move_code)]
